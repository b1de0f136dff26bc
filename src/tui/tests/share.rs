//! Copying text and opening files in the editor, up to the commands for it.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::pipeline::Params;

use crate::tui::model::{At, Clipboard, Command, FilePlace};

use super::{fake, test_screen::TestScreen};

fn zoomed() -> TestScreen {
    let mut screen = TestScreen::pressed(120, 36, "jj<Enter>");
    screen.asked.clear();
    screen
}

/// Opens two texts whose passage is on line 3 of A and line 1 of B.
fn serve_shared(screen: &mut TestScreen, params: &Params) {
    let (a, b) = ("one\ntwo\nthe shared words\n", "the shared words\nfour");
    let parts = [("the shared words", "the shared words", false)];
    screen.serve_with(fake::pair_view(("a", "b"), (a, b), &parts, params));
    screen.press("n");
    screen.asked.clear();
}

#[test]
fn a_record_is_edited_at_its_line() {
    let params = |records: &str| Params { records: records.parse().unwrap(), ..Params::defaults() };
    for (records, line) in [("csv:text", 9), ("jsonl:text", 7)] {
        let mut screen = TestScreen::pressed(120, 36, "<Enter>");
        serve_shared(&mut screen, &params(records));
        let shown = screen.model.pair.as_mut().unwrap();
        shown.names.0 = DocPath::new("a.csv").at_line(7);
        let path = shown.names.0.clone();
        assert_eq!(edited(&mut screen), FilePlace { path, at: At::Line(line) }, "{records}");
    }
}

#[test]
fn the_active_passage_is_copied() {
    let mut screen = zoomed();
    screen.press("y");
    let [Command::Copy(text)] = screen.asked.as_slice() else {
        panic!("{:?}", screen.asked);
    };
    assert!(text.contains("the old ferry left") && text.contains("The old ferry left"), "{text}");
}

#[test]
fn what_is_copied_elsewhere_is_whole_and_said_to_be_copied_when_it_is() {
    let mut screen = zoomed();
    screen.model.clipboard =
        Clipboard::Elsewhere(Arc::new(|text| Ok(format!("{} bytes", text.len()))));
    screen.press_unanswered("Y");
    assert!(screen.note().is_empty(), "nobody knows yet");
    screen.serve();
    screen.shows(&["copied the pair", "bytes"]);
}

#[test]
fn where_nothing_is_open_nothing_is_copied_and_it_says_why() {
    let mut screen = TestScreen::empty(120, 36);
    for key in ["y", "Y", "<C-e>"] {
        screen.press(key);
        assert!(screen.asked.is_empty() && !screen.note().is_empty());
    }
    let mut screen = zoomed();
    let params = Params::defaults();
    screen.serve_with(fake::pair_view(("a", "b"), ("one two", "three four"), &[], &params));
    screen.press("y");
    assert!(screen.asked.is_empty());
}

fn edited(screen: &mut TestScreen) -> FilePlace {
    screen.press("<C-e>");
    match screen.asked.pop() {
        Some(Command::Edit(place)) => place,
        other => panic!("{other:?}"),
    }
}

/// Opens two texts as the pair `down` rows below the first.
fn shared(down: usize) -> (TestScreen, DocPath, DocPath) {
    let mut screen = TestScreen::folder(120, 36);
    screen.press(&"j".repeat(down));
    screen.press("<Enter>");
    serve_shared(&mut screen, &Params::defaults());
    let (a, b) = screen.pair_names();
    (screen, a, b)
}

#[test]
fn the_editor_opens_the_text_that_has_the_focus_at_the_passage_s_line() {
    let (mut screen, a, b) = shared(1);
    assert_eq!(edited(&mut screen), FilePlace { path: a, at: At::Line(3) });
    screen.press("<Tab>");
    assert_eq!(edited(&mut screen), FilePlace { path: b, at: At::Line(1) });
}

#[test]
fn in_a_file_whose_lines_are_not_those_of_its_text_the_words_are_looked_for() {
    let (mut screen, a, b) = shared(2);
    let at = At::Words("the shared words".into());
    assert_eq!(edited(&mut screen), FilePlace { path: a, at });
    screen.press("<Tab>");
    let at = At::Words("the shared words four".into());
    assert_eq!(edited(&mut screen), FilePlace { path: b, at });
}

#[test]
fn on_the_list_the_first_of_the_pair_is_opened() {
    let mut screen = TestScreen::pressed(84, 24, "j");
    screen.asked.clear();
    let place = edited(&mut screen);
    assert_eq!(place, FilePlace { path: DocPath::new("legal/licence-a.txt"), at: At::Line(1) });
}

#[test]
fn among_the_documents_the_selected_one_is_opened() {
    let mut screen = TestScreen::pressed(120, 36, "Djj");
    screen.asked.clear();
    let name = screen.selected_document().unwrap();
    assert_eq!(edited(&mut screen).path, name);
    assert!(screen.selected_rows()[0].contains(&name.to_string()), "{}", screen.text());
}

#[test]
fn a_text_of_one_s_own_is_no_file() {
    let mut screen = TestScreen::pressed(120, 60, "<Enter>");
    screen.model.pair.as_mut().unwrap().text = Some("mine".into());
    screen.asked.clear();
    screen.press("<C-e>");
    assert!(screen.asked.is_empty());
    screen.press("<Tab>");
    assert_eq!(edited(&mut screen).path, screen.pair_names().1);
}
