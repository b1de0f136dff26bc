//! The direction of copying, and the note about the mark before it.

use std::sync::Arc;

use shingle::decisions::MarkKind;
use shingle::pipeline::{Mark, Params};

use super::deciding::marks;
use super::{fake, test_screen::TestScreen};

/// Returns the note on the row at a place of the list; empty without a note.
fn note_on(screen: &TestScreen, place: usize) -> String {
    let (snapshot, order) = (screen.model.snapshot.as_ref().unwrap(), &screen.model.list.order);
    let row = snapshot.rows.get(order.row_at(place).unwrap()).unwrap();
    screen.model.decisions.of_row(snapshot, row).map_or(String::new(), |one| one.note.clone())
}

#[test]
fn a_mark_says_who_took_from_whom() {
    let mut screen = TestScreen::pressed(160, 36, "j");
    let snapshot = screen.snapshot().clone();
    let shows = screen.model.list.line_at(screen.model.list.cursor.selected).unwrap();
    let contents = snapshot.contents(snapshot.rows.get(shows.row).unwrap());
    for (key, place, word) in
        [(">", Some(0), "B took"), ("<", Some(1), "A took"), ("c", None, "common")]
    {
        screen.press(&format!(" {key}"));
        let row = snapshot.rows.get(shows.row).unwrap();
        let kept = screen.model.decisions.of_row(&snapshot, row).unwrap();
        assert_eq!(kept.source_place(contents), place, "{key}");
        let is_told = |line: &str| line.trim_end().ends_with(word);
        assert!(screen.text().lines().any(is_told), "{}", screen.text());
        screen.press("k");
    }
    // A mark without a direction retains the stated direction.
    screen.press(" >k rk<Enter>");
    screen.shows(&["rewrite, B took from A"]);
    // The same direction again removes only the direction.
    screen.press("<Esc> >");
    let row = snapshot.rows.get(shows.row).unwrap();
    let kept = screen.model.decisions.of_row(&snapshot, row).unwrap();
    assert_eq!((kept.verdict, kept.source), (MarkKind::Rewrite, None));
    screen.press("k >k<Enter>");
    // A note retains the mark.
    screen.press(" nask her<Enter>");
    screen.shows(&["rewrite, B took from A: ask her"]);
    screen.press("<Esc>");
    screen.shows(&["B took a…"]);
}

#[test]
fn a_note_behind_a_mark_is_about_what_was_marked() {
    let mut screen = TestScreen::folder(120, 36);
    let first = screen.selected_pair().unwrap();
    screen.press(" r");
    let second = screen.selected_pair().unwrap();
    assert_ne!(second, first);
    screen.press(" n");
    assert_eq!(screen.selected_pair().unwrap(), first, "which the note is about");
    screen.press("ask her<Enter>");
    assert_eq!(screen.selected_pair().unwrap(), second);
    assert!(marks(&screen).starts_with("r.."), "{}", marks(&screen));
    assert_eq!([note_on(&screen, 0), note_on(&screen, 1)], ["ask her", ""]);
    // The same line opens the note again, to change it.
    screen.press(" n");
    assert_eq!(screen.prompt(), "ask her");
    screen.press("<Esc>j n");
    // After a move, the note is for the selected row.
    assert_eq!(screen.prompt(), "");
    screen.press("later<Enter>");
    assert_eq!([note_on(&screen, 0), note_on(&screen, 1)], ["ask her", "later"]);
}

#[test]
fn a_note_is_about_what_was_marked_where_that_leaves_the_list() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press("j/is:undecided<Enter>");
    let (a, b) = screen.selected_pair().unwrap();
    screen.press(" r");
    screen.press(" n");
    screen.shows(&[&format!("note on {a} ↔ {b}: ")]);
}

#[test]
fn the_line_of_marks_says_what_the_dates_in_the_files_say_and_no_mark_takes_it_over() {
    let row = [(0, 1, 80, 100, 100, Mark::None)];
    let mut snapshot = fake::ranking(1, &Params::defaults(), &["a.md", "b.md"], &row);
    let docs = ["date: 2020-05-01\n", "date: 2021-05-01\n"];
    let docs = docs.map(|said| fake::stated("x", said).file.facts);
    for (doc, facts) in Arc::make_mut(&mut snapshot.docs).iter_mut().zip(docs) {
        doc.file.facts = facts;
    }
    let mut screen = TestScreen::showing(160, 36, snapshot);
    screen.press(" ");
    screen.shows(&["> B took from A, as the dates say  < A took from B"]);
    screen.shows(&["A created 2020-05-01  B created 2021-05-01"]);
    screen.press("r");
    assert!(screen.footer().starts_with("row 1: rewrite"), "{}", screen.footer());
    // The list of documents shows the direction too, as a question, unless the user stated another direction.
    screen.press("D");
    screen.shows(&["into? b.md", "from? a.md"]);
    screen.press("<Esc> <D");
    screen.shows(&["from b.md", "into a.md"]);
}
