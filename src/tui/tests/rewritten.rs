//! Pairs of rewritten texts, opened like in the engine: passages moved, repeated, reworded.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::compare::Direction;
use shingle::pipeline::document::info::unified;
use shingle::pipeline::{Document, LanguageChoice, PairView, Params};
use shingle::text::{Confusables, Language};

use crate::tui::model::PairState;

use super::{fake, test_screen::TestScreen};

const FERRY: [&str; 2] = [
    "Some say the old ferry left quietly at dawn and the crew told nobody about the storm; others remember a church bell.",
    "Some say the old ferry left silently at dawn and its crew told nobody about the storms; others remember one church bell.",
];
const SPRAY: [&str; 2] = [
    "Every stone was wet from the spray, he wrote, and the gulls would not land. He counted the fishing boats twice a day.",
    "Every stone was wet from the spray, and the gulls would not land. He counted the fishing boats twice a day.",
];
const PIER: [&str; 2] = [
    "In spring the town council voted to close the northern pier because nobody could remember who had built it.",
    "In April the town council voted to close the southern pier because nobody could remember who had built it.",
];
const DUES: &str = "Dues must be paid before the first of May, and the clerk writes each of them into the green book.";

/// Returns words that are in one text only, too many for a passage to extend across them.
fn own(name: &str) -> String {
    let words: Vec<String> = (0..60).map(|at| format!("{name}{at} ")).collect();
    words.concat()
}

/// Opens two documents like the engine.
pub(crate) fn opened(a: &str, b: &str, params: &Params) -> PairView {
    let language = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    let params = Arc::new(Params { language, ..params.clone() });
    let read = |text: &str| Document::read("x.txt".as_ref(), text.as_bytes(), &params).unwrap();
    let names = (DocPath::new("first.txt"), DocPath::new("second.txt"));
    let (left, right) = (read(a), read(b));
    PairView::compare((&names.0, &left), (&names.1, &right), &params, Direction::Larger)
}

/// Returns a text and a rewrite: three passages, the second passage moved. The first text also has a passage twice.
pub(crate) fn rewritten(params: &Params) -> PairView {
    let winter = "The harbour was quiet that winter.";
    let a = [
        format!("{winter} {} {}", FERRY[0], own("keeper")),
        format!("{} {}", SPRAY[0], own("sailor")),
        format!("{} {}", PIER[0], own("diary")),
        format!("{DUES} {}", own("letter")),
        DUES.into(),
    ];
    let b = [
        format!("{} {}", SPRAY[1], own("money")),
        format!("{} {}", FERRY[1], own("night")),
        format!("{} {}", PIER[1], own("lamp")),
        format!("{DUES} Nobody protested."),
    ];
    opened(&a.join("\n\n"), &b.join("\n\n"), params)
}

/// Opens the rewritten pair on the whole screen.
pub(crate) fn screen(width: u16, height: u16, params: &Params) -> TestScreen {
    showing(width, height, rewritten(params))
}

/// Opens a pair with twelve passages far apart, in the same order in both texts.
pub(crate) fn twelve(width: u16, height: u16) -> TestScreen {
    let text = |filler: &str| {
        let part = |place: usize| {
            let letter = ["p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "k"][place];
            let shared = ["apple", "berry", "cherry", "damson", "elder", "fig", "grape", "hazel"];
            let again = ["", "tart"]
                .into_iter()
                .flat_map(|kind| shared.iter().map(move |fruit| format!("{letter}{fruit}{kind}")));
            let shared = again.collect::<Vec<_>>().join(" ");
            format!("{}\n\n{shared}\n\n", format!("{filler}{place} own words here. ").repeat(20))
        };
        (0..12).map(part).collect::<String>()
    };
    showing(width, height, opened(&text("left"), &text("right"), &Params::defaults()))
}

/// Opens any pair on the whole screen.
pub(crate) fn showing(width: u16, height: u16, view: PairView) -> TestScreen {
    let mut screen = TestScreen::folder(width, height);
    screen.set_params((*view.params).clone());
    screen.publish(fake::folder(2, &view.params));
    screen.press("jj<Enter>");
    // Opens the pair for the first time, not as a new view of the same pair.
    if let Some(shown) = screen.model.pair.as_mut() {
        shown.answer = PairState::Awaited;
        screen.serve_with(view);
    }
    screen
}

#[test]
fn a_pair_with_unified_letters_says_which_text_had_them() {
    let b = SPRAY[0].replace('o', "\u{43e}");
    for (confusables, is_told) in [(Confusables::On, true), (Confusables::Off, false)] {
        for passage in [None, Some(10)] {
            let params = Params { confusables, passage, ..Params::defaults() };
            let view = opened(SPRAY[0], &b, &params);
            let letters = unified([&view.a.doc, &view.b.doc], &params);
            let text = showing(80, 24, view).text();
            let is_shown = letters.is_some_and(|letters| text.contains(&letters));
            assert_eq!(is_shown, is_told, "{text}");
        }
    }
}
