//! Moving through an open pair: targets of keys and clicks, in both texts at once.

use ratatui::style::Color;

use shingle::pipeline::{Document, PairView, document::info::describe_unified_letters};
use shingle::text::Confusables;

use crate::tui::model::{FilePlace, PairState, pair::map_marks};
use crate::tui::tests::prelude::*;
use crate::tui::{drawing::Depth, layout::PaneShape};

fn pair() -> TestScreen {
    screen(120, 36, &Params::defaults())
}

fn active(screen: &TestScreen) -> String {
    let pair = screen.open_pair();
    pair.view.passages[pair.active.unwrap()].id()
}

/// Returns the rows of the screen on which the active passage begins, in both panes.
pub(crate) fn rows(screen: &TestScreen) -> (usize, usize) {
    let pair = screen.open_pair();
    let passage = &pair.view.passages[pair.active.unwrap()];
    let row = |which: PaneSide| {
        let pane = pair.pane(which);
        pane.distance_from_top(pane.rows.row_of_byte(which.span_of_passage(passage).start)).unwrap()
    };
    (row(PaneSide::A), row(PaneSide::B))
}

#[test]
fn a_digit_goes_to_the_passage_of_that_number_in_both_texts() {
    let mut screen = twelve(120, 36);
    assert_eq!(active(screen.press("7")), "7");
    let third = screen.open_pair().panes[0].height / 3;
    assert_eq!(rows(&screen), (third, third));
    assert!(!screen.has_prompt(), "there is no passage 70");
    let mut few = pair();
    assert_eq!(active(few.press("3")), "3");
    assert_eq!(active(few.press("9")), "3", "there is no passage 9");
}

#[test]
fn the_list_of_passages_leads_both_texts_and_closes() {
    let mut screen = twelve(120, 36);
    assert_eq!(active(screen.press(";<Down><Down>")), "3");
    let (a, b) = rows(&screen);
    assert_eq!(a, b);
    assert!(!screen.press("<Enter>").has_overlay() && screen.pair_fills_screen());
    assert_eq!(active(screen.press(";G")), "12");
    assert_eq!(active(screen.press("<Down>")), "12", "the last one is the last");
    assert!(!screen.press("<Esc>").has_overlay() && screen.pair_fills_screen());
    assert!(!screen.press(";;").has_overlay());
}

#[test]
fn a_click_on_a_line_or_a_number_goes_there_and_the_line_stays_under_the_mouse() {
    let mut screen = twelve(120, 36).after(";");
    let list = screen.areas().pair.unwrap().passages;
    for _ in 0..2 {
        assert_eq!(active(screen.click_at(20, list.y + 3)), "3");
    }
    assert_eq!(screen.click_at(20, list.y).place(), Place::Passages);
}

#[test]
fn a_click_beside_a_text_goes_to_the_passage_of_that_row() {
    let mut screen = pair();
    let areas = screen.areas().pair.unwrap();
    let text = screen.text();
    let y = text.lines().position(|row| row.contains("    2┌")).unwrap() as u16;
    assert_eq!(active(screen.click_at(areas.panes[0].unwrap().gutter.x + 3, y)), "2");
    assert_eq!(rows(&screen).0, rows(&screen).1);
    screen.click_at(
        areas.panes[1].unwrap().gutter.x + 3,
        areas.panes[1].unwrap().gutter.bottom() - 1,
    );
    assert_eq!(active(&screen), "2", "nothing stands there");
}

#[test]
fn a_layout_that_was_chosen_stays_while_the_screen_changes() {
    let mut screen = twelve(120, 36);
    let shape = |screen: &TestScreen| screen.areas().pair.unwrap().shape;
    assert_eq!(shape(screen.press("7")), PaneShape::Split);
    assert_eq!(shape(screen.press("v")), PaneShape::Stacked);
    assert_eq!((active(&screen).as_str(), rows(&screen).0), ("7", rows(&screen).1));
    for (width, height) in [(200, 60), (84, 24), (40, 12), (120, 36)] {
        screen.send(Message::Resized(width, height));
        assert_eq!(shape(&screen), PaneShape::Stacked, "{width}x{height}");
        assert_eq!(rows(&screen).0, rows(&screen).1);
    }
    assert_eq!(shape(screen.press("V")), PaneShape::Split);
    assert_eq!(shape(screen.press("V")), PaneShape::Single);
    assert_eq!(shape(screen.send(Message::Resized(84, 24))), PaneShape::Single);
}

#[test]
fn another_layout_keeps_what_is_on_the_screen() {
    let mut screen = twelve(120, 36).after("7jjj");
    let before = rows(&screen);
    assert_eq!(rows(screen.press("vvv")), before, "the passage stays where it was scrolled to");
    // Far from the active passage, the first byte on the screen stays.
    screen.press("1G");
    let byte = |screen: &TestScreen| {
        let pair = screen.open_pair();
        pair.panes[0].rows.row_start(pair.panes[0].top)
    };
    let first = byte(&screen);
    screen.press("v");
    let pair = screen.open_pair();
    let range =
        pair.panes[0].rows.byte_range_of_row(pair.panes[0].top, pair.view.a.text.len()).unwrap();
    assert!(range.contains(&(first as usize)), "{first} is not in {range:?}");
}

#[test]
fn how_it_was_counted_opens_the_selected_pair_where_none_is_seen() {
    let mut screen = TestScreen::pressed(80, 24, "ji");
    assert!(screen.pair_fills_screen() && screen.reading().dropped);
    assert_eq!(screen.any_pair_names().as_ref(), screen.selected_pair().as_ref());
    // From the list the key always shows the words; in the pair it hides them.
    assert!(screen.press("<Esc>i").pair_fills_screen() && screen.reading().dropped);
    assert!(screen.press("i").pair_fills_screen() && !screen.reading().dropped);
    let clusters = TestScreen::pressed(80, 24, "Ki");
    assert!(!clusters.pair_fills_screen() || clusters.any_pair_names().is_some());
}

#[test]
fn the_map_shows_where_passages_are_and_leads_there() {
    let mut screen = twelve(120, 36);
    let map = screen.areas().pair.unwrap().panes[0].unwrap().map;
    let pair = screen.open_pair();
    let cells = map_marks(pair, PaneSide::A, map.height);
    assert_eq!(cells.len(), usize::from(map.height));
    let mut seen: Vec<u32> = cells.iter().filter_map(|(passage, _)| *passage).collect();
    seen.dedup();
    assert_eq!(seen, (0..12).collect::<Vec<_>>(), "all passages, in the order of the text");
    screen.click_at(map.x, map.bottom() - 1);
    let pair = screen.open_pair();
    assert_eq!(pair.panes[0].top, pair.panes[0].last_scroll_top());
    assert!(pair.panes[1].top > 0, "the other one follows");
    assert!(map_marks(pair, PaneSide::A, map.height).last().unwrap().1);
}

#[test]
fn entering_the_whole_screen_shows_the_active_passage_even_after_the_wheel() {
    let mut screen = twelve(120, 40);
    assert!(!screen.press("<Esc><Esc>").pair_fills_screen());
    let at = screen.areas().pair.unwrap().panes[0].unwrap().text;
    for _ in 0..20 {
        screen.mouse(MouseEventKind::ScrollDown, (at.x, at.y));
    }
    assert!(!screen.open_pair().shows_active_passage());
    screen.press("<Enter>");
    assert!(screen.pair_fills_screen() && screen.open_pair().shows_active_passage());
}

// Moving from passage to passage, and scrolling two texts together.

/// Two texts of many paragraphs that share three sentences far apart, the second sentence moved.
pub(crate) fn long_pair(width: u16, height: u16) -> TestScreen {
    let filler = |word: &str, count: usize| {
        vec![format!("{word} words that only this one has."); count].join("\n\n")
    };
    let shared = ["First", "Second", "Third"].map(|one| format!("{one} shared sentence here"));
    let text = |word: &str, counts: [usize; 4], order: [usize; 3]| {
        let parts =
            (0..3).map(|at| format!("{}\n\n{}.", filler(word, counts[at]), shared[order[at]]));
        parts.chain([filler(word, counts[3])]).collect::<Vec<_>>().join("\n\n")
    };
    let a = text("Left", [30, 40, 20, 60], [0, 1, 2]);
    let b = text("Right", [50, 5, 60, 40], [1, 0, 2]);
    let [first, second, third] = shared.each_ref().map(String::as_str);
    let parts = [(first, first, false), (second, second, true), (third, third, false)];
    let mut screen = TestScreen::pressed(width, height, "j<Enter>]");
    let view = fake::pair_view(("a", "b"), (&a, &b), &parts, &Params::defaults());
    // Opens the pair for the first time, not as a new view of the same pair.
    screen.await_pair();
    screen.serve_with(view);
    screen
}

#[test]
fn the_order_is_that_of_the_text_with_the_focus_and_begins_anew_with_a_note() {
    let mut screen = long_pair(120, 40);
    let active = |screen: &TestScreen| screen.open_pair().active.unwrap();
    assert_eq!(active(screen.press("n")), 1);
    assert_eq!(active(screen.press("nn")), 0);
    assert!(!screen.note().is_empty());
    assert_eq!(active(screen.press("<Tab>N")), 1, "in b the second stands before the first");
    assert_eq!(active(screen.press("N")), 2);
    assert!(!screen.note().is_empty());
}

#[test]
fn scrolling_one_text_keeps_shared_passages_side_by_side() {
    let mut screen = long_pair(120, 40).after("nn");
    let before = screen.open_pair().panes[1].top;
    for _ in 0..200 {
        screen.press("k");
    }
    let pair = screen.open_pair();
    assert_eq!((pair.panes[0].top, pair.panes[1].top), (0, 0), "both begin together");
    assert!(before > 0);
    // Scroll down again until the first passage is at a third of the screen, on both sides.
    let passage = pair.view.passages[0].clone();
    let third = pair.panes[0].height / 3;
    let row = pair.panes[0].rows.row_of_byte(passage.a.start);
    while screen.open_pair().panes[0].top + third < row {
        screen.press("j");
    }
    let pair = screen.open_pair();
    assert_eq!(pair.panes[1].rows.row_of_byte(passage.b.start) - pair.panes[1].top, third);
}

#[test]
fn beside_a_moved_passage_both_texts_go_step_by_step() {
    let mut screen = long_pair(120, 40).after("n");
    let tops = |screen: &TestScreen| {
        let pair = screen.open_pair();
        (pair.panes[0].top, pair.panes[1].top)
    };
    let (a, b) = tops(&screen);
    assert_eq!(tops(screen.press("jj")), (a + 2, b + 2));
}

#[test]
fn texts_that_fit_are_shown_whole_with_their_passages_side_by_side() {
    let mut screen = TestScreen::pressed(160, 45, "j<Enter>]");
    for _ in 0..3 {
        let (a, b) = rows(&screen);
        assert_eq!(a, b);
        let tops = screen.open_pair().panes.each_ref().map(|pane| pane.top);
        assert_eq!(tops, [0, 0], "nothing of either text is hidden");
        screen.press("n");
    }
}

#[test]
fn the_list_begins_with_the_longest() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>;");
    // The passages have 9, 7 and 17 words.
    for (key, passage) in [("g", 2), ("j", 0), ("G", 1)] {
        assert_eq!(screen.press(key).open_pair().active, Some(passage));
    }
}

// Pairs of rewritten texts, opened like in the engine: passages moved, repeated, reworded.

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
            let letters = describe_unified_letters([&view.a.doc, &view.b.doc], &params);
            let text = showing(80, 24, view).text();
            let is_shown = letters.is_some_and(|letters| text.contains(&letters));
            assert_eq!(is_shown, is_told, "{text}");
        }
    }
}

// Copying text and opening files in the editor, up to the commands for it.

fn zoomed() -> TestScreen {
    let mut screen = TestScreen::pressed(120, 36, "jj<Enter>");
    screen.asked.clear();
    screen
}

#[test]
fn the_active_passage_is_copied() {
    let screen = zoomed().after("y");
    let [Command::Copy(text)] = screen.asked.as_slice() else {
        panic!("{:?}", screen.asked);
    };
    assert!(text.contains("the old ferry left") && text.contains("The old ferry left"), "{text}");
}

#[test]
fn what_is_copied_elsewhere_is_whole_and_said_to_be_copied_when_it_is() {
    let mut screen = zoomed();
    screen.model.clipboard = Some(Arc::new(|text| Ok(format!("{} bytes", text.len()))));
    assert!(screen.press_unanswered("y").note().is_empty(), "nobody knows yet");
    screen.serve().shows(&["copied passage 1", "bytes"]);
}

#[test]
fn where_nothing_is_open_nothing_is_copied_and_it_says_why() {
    let mut screen = TestScreen::empty(120, 36);
    for key in ["y", "<C-e>"] {
        assert!(screen.press(key).asked.is_empty() && !screen.note().is_empty());
    }
    let mut screen = zoomed();
    let params = Params::defaults();
    screen.serve_with(fake::pair_view(("a", "b"), ("one two", "three four"), &[], &params));
    assert!(screen.press("y").asked.is_empty());
}

fn edited(screen: &mut TestScreen) -> FilePlace {
    screen.press("<C-e>");
    match screen.asked.pop() {
        Some(Command::Edit(place)) => place,
        other => panic!("{other:?}"),
    }
}

/// Opens two texts as the pair `down` rows below the first, whose passage is on line 3 of A and line 1 of B.
fn shared(down: usize, params: &Params) -> TestScreen {
    let mut screen = TestScreen::pressed(120, 36, &format!("{}<Enter>", "j".repeat(down)));
    let (a, b) = ("one\ntwo\nthe shared words\n", "the shared words\nfour");
    let parts = [("the shared words", "the shared words", false)];
    screen.serve_with(fake::pair_view(("a", "b"), (a, b), &parts, params));
    screen.press("n");
    screen.asked.clear();
    screen
}

#[test]
fn the_editor_opens_the_file_that_is_meant_at_the_line_of_its_passage() {
    let place = |path: &DocPath, line| FilePlace { path: path.clone(), line };
    let mut screen = shared(1, &Params::defaults());
    let (a, b) = screen.pair_names();
    assert_eq!(edited(&mut screen), place(&a, Some(3)));
    screen.press("<Tab>");
    assert_eq!(edited(&mut screen), place(&b, Some(1)));
    // The lines of this file are not those of its text.
    let mut screen = shared(2, &Params::defaults());
    let (a, _) = screen.pair_names();
    assert_eq!(edited(&mut screen), place(&a, None));
    for (records, line) in [("csv:text", 9), ("jsonl:text", 7)] {
        let records = records.parse().unwrap();
        let mut screen = shared(0, &Params { records, ..Params::defaults() });
        let names = &mut screen.model.pair.as_mut().unwrap().names;
        names.0 = DocPath::new("a.csv").at_line(7);
        let path = names.0.clone();
        assert_eq!(edited(&mut screen), place(&path, Some(line)));
    }
    // In the lists, the first of the selected pair, and the selected document.
    for keys in ["j", "Djj"] {
        let mut screen = TestScreen::pressed(84, 24, keys);
        screen.asked.clear();
        let name = screen.selected_document().unwrap_or(screen.selected_pair().unwrap().0);
        assert_eq!(edited(&mut screen).path, name);
    }
}

#[test]
fn a_text_of_one_s_own_is_no_file() {
    let mut screen = TestScreen::pressed(120, 60, "<Enter>");
    screen.model.pair.as_mut().unwrap().text = Some("mine".into());
    screen.asked.clear();
    assert!(screen.press("<C-e>").asked.is_empty());
    screen.press("<Tab>");
    assert_eq!(edited(&mut screen).path, screen.pair_names().1);
}

/// Returns the current match, with its text.
fn current(screen: &TestScreen) -> Option<(PaneSide, String)> {
    let (which, span) = screen.model.search.as_ref()?.current_match()?;
    let text = &screen.open_pair().side(which).text;
    Some((which, text.get(span.range())?.to_string()))
}

#[test]
fn what_is_sought_is_found_while_it_is_typed_in_both_texts_and_across_line_ends() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>/NOBODY  LI");
    assert_eq!(current(&screen), Some((PaneSide::B, "nobody li".into())));
    assert_eq!(screen.focus(), Focus::Pane(PaneSide::B), "the focus goes to the text that has it");
    assert_eq!(screen.press("<BS><BS><BS>").search().count_matches().iter().sum::<usize>(), 4);
    assert_eq!(current(screen.press("zzz")), None);
}

#[test]
fn n_goes_from_match_to_match_until_esc_and_then_from_passage_to_passage() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>/nobody<Enter>");
    let active = screen.open_pair().active;
    let place = |screen: &TestScreen| screen.search().at;
    let all: usize = screen.search().count_matches().iter().sum();
    assert_eq!((place(&screen), all), (0, 4));
    assert_eq!(place(screen.press("nnnn")), 0);
    assert_eq!(place(screen.press("N")), 3);
    assert_eq!(screen.open_pair().active, active, "no passage was chosen");
    assert!(!screen.press("<Esc>").has_search() && screen.pair_fills_screen());
    assert_ne!(screen.press("n").open_pair().active, active);
}

#[test]
fn the_next_pair_is_searched_too_and_the_list_is_filtered_as_ever() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>/nobody<Enter>]");
    let search = screen.search();
    let view = &screen.open_pair().view;
    let matches = [PaneSide::A, PaneSide::B].map(|which| search.matches_in(view, which).len());
    assert_eq!((matches, screen.awaits()), ([1, 3], false));
    assert!(!screen.press("<Esc><Esc>/zzz").has_search());
    assert_eq!(screen.filter(), "zzz");
}

#[test]
fn a_search_begins_where_one_reads_brings_its_match_to_the_screen_and_begins_anew_elsewhere() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>");
    let text = format!("the needle\n{}the Needle", "line\n".repeat(4000));
    let whole = [("the needle", "other", false)];
    screen.await_pair();
    screen.serve_with(fake::pair_view(("a", "b"), (&text, "other"), &whole, &Params::defaults()));
    screen.press("G/NEEDLE<Enter>");
    let search = screen.search();
    assert_eq!((search.count_matches(), search.at), ([2, 0], 1));
    screen.press("n").shows(&["the needle"]);
    assert!(!screen.press("<Esc>").has_search());
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>/nobody<Enter>N");
    assert_eq!(screen.search().at, 3);
    assert!(screen.press("]").search().at < 3, "the place was one of the other pair");
}

#[test]
fn the_dot_plot_ends_the_search() {
    let screen = TestScreen::pressed(120, 36, "j<Enter>/nobody<Enter>d");
    assert!(screen.has_dots() && !screen.has_search());
}

// An open pair at every size: rewordings, the list of passages, one text alone, tints.

/// Returns the pair after these keys.
fn pressed(keys: &str, params: &Params) -> impl Fn(u16, u16) -> TestScreen {
    move |width, height| screen(width, height, params).after(keys)
}

#[test]
fn its_passages_in_a_list() {
    let params = Params::defaults();
    let make = pressed("n;", &params);
    for screen in fits_every_size(&make) {
        let selected = screen.selected_rows();
        assert!(selected.last().unwrap().starts_with("▸    2 "), "{selected:?}");
    }
    assert_snapshot!(make(120, 36).text());
}

#[test]
fn without_colour_the_active_passage_and_the_others_are_distinguished() {
    let mut screen = screen(120, 36, &Params::defaults());
    screen.depth = Depth::Mono;
    let buffer = screen.buffer();
    let count = |with: Modifier, without: Modifier| {
        let cells = buffer.content().iter();
        cells
            .filter(|cell| cell.modifier.contains(with) && !cell.modifier.intersects(without))
            .count()
    };
    let (bold, underlined, dim) = (Modifier::BOLD, Modifier::UNDERLINED, Modifier::DIM);
    assert!(count(bold | underlined, dim) > 10, "the active one");
    assert!(count(underlined, bold | dim) > 10, "another one");
    assert!(count(underlined | dim, Modifier::empty()) > 5, "words between");
    let all = buffer.content().iter();
    assert!(all.clone().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)));
}
