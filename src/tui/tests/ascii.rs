//! `--ascii`: the screen's own glyphs are replaced everywhere, and the text of documents stays.

use std::sync::Arc;

use insta::assert_snapshot;
use shingle::engine::Answer;
use shingle::lab::Study;
use shingle::pipeline::Params;

use crate::tui::layout::PaneSide;

use super::{fake, lab::demo, test_screen::TestScreen};

thread_local! {
    /// The study of the demo folder, whose names are ASCII.
    static STUDY: Arc<Study> = demo(&Params::defaults());
}

/// The keys that lead to every view, each with a size. A new view must be added here.
const VIEWS: [(&str, (u16, u16)); 77] = [
    ("\"<Down>", (120, 36)),
    ("\"n", (60, 24)),
    (":passages of<Enter>", (120, 36)),
    (":passages of<Enter>j", (60, 24)),
    ("<Enter>/the", (120, 36)),
    ("<Enter>/the<Enter>n", (84, 24)),
    ("Z", (120, 36)),
    ("Z<Tab>", (84, 24)),
    ("<Enter>Zxx<Tab><Tab>ww", (60, 24)),
    ("Z", (40, 12)),
    ("<C-o><Enter>w", (120, 36)),
    ("<C-o><Enter>d<Down>", (84, 24)),
    ("<C-o>w", (60, 18)),
    ("X", (120, 36)),
    ("X", (60, 24)),
    ("X<Right>", (84, 24)),
    ("X<Right><Right>", (120, 36)),
    ("X<Right><Right><Right>", (120, 36)),
    ("X<Left>", (84, 24)),
    ("X<Left><Down>", (40, 12)),
    ("<Enter>L", (120, 36)),
    ("<Enter>L2", (84, 24)),
    ("<Enter>L4<Down>", (84, 24)),
    ("<Enter>L7<Down>", (120, 36)),
    ("<Enter>L<Right><Right><Right><Right><Right><Right><Right><Right>", (84, 24)),
    ("<Enter>L9<Right><Right>", (84, 24)),
    ("<Enter>L<End>", (60, 24)),
    ("<Enter>L6ww", (40, 12)),
    ("K", (120, 36)),
    ("K<Right>", (84, 24)),
    ("K<Enter>", (120, 36)),
    ("K<Enter>", (60, 24)),
    ("<Enter>;", (120, 36)),
    (";<Down>", (84, 36)),
    ("<Enter>i", (120, 36)),
    ("<Enter>v<join>", (120, 36)),
    ("<Enter><zoom>", (120, 36)),
    ("<Enter>2", (60, 24)),
    ("d", (120, 36)),
    ("<Enter>d<Down>", (84, 24)),
    ("x", (120, 36)),
    ("<Enter>nx", (84, 24)),
    ("", (84, 24)),
    ("", (120, 36)),
    ("", (200, 60)),
    ("j<Enter>", (120, 36)),
    ("j<Enter>n", (84, 24)),
    ("j<Enter><Tab>", (60, 24)),
    ("j<Enter>nn", (40, 12)),
    ("?", (120, 36)),
    ("?<Down><Down>", (84, 24)),
    ("?<PgDn><PgDn><PgDn>", (84, 24)),
    ("!", (84, 24)),
    (":", (120, 36)),
    (":wid", (84, 24)),
    (":w 99", (84, 24)),
    ("wt", (120, 36)),
    ("j<Enter>d", (120, 36)),
    ("jdn", (60, 24)),
    ("jd", (40, 12)),
    ("j<Enter>x<Right>", (120, 36)),
    ("jx<Right>", (84, 24)),
    ("*w", (200, 60)),
    ("<freeze>", (120, 36)),
    ("<Tab><Tab><Tab>", (120, 36)),
    ("=", (84, 24)),
    ("/", (84, 24)),
    ("/ferry<Enter>", (120, 36)),
    (">", (120, 36)),
    ("<languages>", (120, 36)),
    ("<languages>", (40, 12)),
    ("D", (120, 36)),
    ("D", (60, 24)),
    ("DD", (120, 36)),
    ("Q", (120, 36)),
    ("Qold ferry", (120, 60)),
    ("<Right>", (120, 36)),
];

fn ascii(width: u16, height: u16) -> TestScreen {
    let mut snapshot = fake::folder(1, &Params::defaults());
    // Names in the folder do not belong to the screen's own glyphs.
    let docs = snapshot.docs.iter().enumerate().map(|(index, doc)| {
        let mut doc = doc.clone();
        if !doc.path.to_string().is_ascii() {
            doc.path = shingle::base::path::DocPath::new(format!("notes/plain-{index}.txt"));
        }
        doc
    });
    snapshot.docs = std::sync::Arc::new(docs.collect());
    let mut screen = TestScreen::showing(width, height, snapshot);
    screen.set_ascii(true);
    screen
}

/// The view that keys lead to. The laboratory has answered, if it was asked.
fn shown(keys: &str, (width, height): (u16, u16)) -> TestScreen {
    let mut screen = ascii(width, height);
    if keys.starts_with('X') {
        screen.press("X");
        let answer = Ok(STUDY.with(Arc::clone));
        screen.answered(1, Answer::Study(answer));
    }
    screen.press(keys.trim_start_matches('X'));
    screen
}

#[test]
fn every_view_is_drawn_in_ascii_alone() {
    for (keys, (width, height)) in VIEWS {
        let screen = shown(keys, (width, height));
        // The harbour essays are ASCII themselves.
        for (row, line) in screen.text().lines().enumerate() {
            assert!(line.is_ascii(), "{keys:?} at {width}x{height}, row {row}: {line}");
        }
    }
}

#[test]
fn the_wording_of_documents_stays_as_it_is() {
    let text = "Он сказал: «пора…» — и вышел ▸ │ naïve";
    let mut screen = ascii(120, 36);
    screen.press("j<Enter>");
    let params = Params::defaults();
    screen.serve_with(fake::pair_view(
        ("a.txt", "b.txt"),
        (text, text),
        &[(text, text, false)],
        &params,
    ));
    let shown = screen.text();
    assert_eq!(shown.matches(text).count(), 2, "{shown}");
    let areas = screen.areas().pair.unwrap();
    for (which, pane) in [(PaneSide::A, areas.a), (PaneSide::B, areas.b)] {
        let text = pane.unwrap().text;
        let buffer = screen.buffer();
        for (index, cell) in buffer.content().iter().enumerate() {
            let (x, y) = buffer.pos_of(index);
            let inside = text.contains((x, y).into());
            let other = which == PaneSide::B || x > areas.divider.x;
            assert!(
                inside
                    || other
                    || areas.b.unwrap().text.contains((x, y).into())
                    || cell.symbol().is_ascii(),
                "{x},{y}"
            );
        }
    }
}

#[test]
fn nothing_moves_when_ascii_is_chosen() {
    for (keys, (width, height)) in VIEWS {
        let mut screen = shown(keys, (width, height));
        let plain = screen.text();
        screen.set_ascii(false);
        let own = screen.text();
        let words = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), " ");
        for (plain, own) in plain.lines().zip(own.lines()) {
            // Replacements may be letters. Letters and digits of the picture itself must keep their places.
            for (plain, own) in words(plain).chars().zip(words(own).chars()) {
                assert!(own == ' ' || own == plain, "{keys:?}");
            }
        }
    }
}

#[test]
fn list_and_pair_in_ascii() {
    let mut screen = ascii(120, 36);
    screen.press("jn");
    assert_snapshot!(screen.text());
}
