//! The list of documents, and the pairs of one document: keys in, pictures and requests out.

use std::sync::Arc;

use insta::assert_snapshot;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use shingle::base::{path::DocPath, ratio::Ratio};
use shingle::engine::Report;
use shingle::pipeline::{Params, PassageElsewhere, PassagesBelow};

use crate::tui::actions::ViewName;
use crate::tui::drawing::{Depth, glyphs::columns};
use crate::tui::model::{Focus, arrange::find_doc};
use crate::tui::views::documents::DocumentList;
use crate::tui::views::documents::columns::DocLine;

use super::{
    demo::Demo,
    fake,
    test_screen::{TestScreen, fits_every_size},
};

fn documents(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "jD")
}

#[test]
fn documents_with_their_matches() {
    fits_every_size(documents);
    assert_snapshot!(documents(120, 36).text());
}

#[test]
fn one_document_and_all_that_resembles_it() {
    let make = |width, height| TestScreen::pressed(width, height, "jjDD");
    fits_every_size(make);
    assert_snapshot!(make(120, 36).text());
}

#[test]
fn the_way_through_the_documents_and_back() {
    let mut screen = TestScreen::pressed(120, 36, "jjjD");
    assert_eq!(screen.selected_document().as_ref().unwrap().to_string(), "essays/harbour-final.md");
    screen.press("<Enter>");
    assert_eq!(screen.list(), ViewName::Resembling);
    assert_eq!(screen.lines(), 2);
    screen.press("/news<Enter>");
    assert_eq!(screen.lines(), 1);
    screen.press("<Enter>");
    assert!(screen.pair_fills_screen());
    for (room, rows) in [
        (ViewName::Resembling, 1),
        (ViewName::Resembling, 2),
        (ViewName::Documents, 12),
        (ViewName::Pairs, 7),
    ] {
        screen.press("<Esc>");
        assert_eq!((screen.list(), screen.lines()), (room, rows));
    }
    assert!(
        screen.subject().is_none() && screen.model.states.get::<DocumentList>().arranged.is_none()
    );
}

#[test]
fn the_filter_of_all_pairs_comes_back_after_a_document() {
    let mut screen = TestScreen::pressed(120, 36, "/harbour<Enter>DD");
    assert_eq!(screen.filter(), "");
    screen.press("<Esc><Esc>");
    assert_eq!((screen.filter(), screen.lines()), ("harbour", 3));
}

#[test]
fn the_row_selected_of_all_pairs_comes_back_after_a_document() {
    let mut screen = TestScreen::pressed(120, 36, "jjj");
    let before = screen.selected_pair();
    screen.press("DgD");
    assert_eq!(screen.selected_place(), 0, "the best row with that document");
    screen.press("G<Esc><Esc>");
    assert_eq!(screen.selected_pair(), before);
}

#[test]
fn a_copy_s_document_shows_what_its_group_resembles() {
    let mut screen = TestScreen::pressed(120, 36, "<Right>jjD");
    assert_eq!(screen.selected_document().as_ref().unwrap().to_string(), "tweets/02_copy.txt");
    screen.press("D");
    assert_eq!(screen.lines(), 3, "the group, still unfolded, and nothing else");
}

#[test]
fn documents_sort_filter_and_keep_their_selection() {
    let mut screen = documents(120, 36);
    let name = screen.selected_document();
    screen.press(">");
    assert_eq!(screen.selected_document(), name);
    screen.press("R/lic <30");
    assert_eq!(screen.lines(), 0);
    screen.press("<Esc>");
    assert_eq!((screen.lines(), &screen.selected_document()), (12, &name));
    let areas = screen.areas().list.unwrap();
    let kind = MouseEventKind::Down(MouseButton::Left);
    screen.mouse(kind, (5, areas.columns.y));
    screen.mouse_unanswered(kind, (5, areas.rows.y + 2));
    assert_eq!(screen.selected_document().as_ref().unwrap().to_string(), "essays/pier.txt");
}

#[test]
fn documents_follow_new_results() {
    let mut screen = documents(120, 36);
    let name = screen.selected_document();
    let mut next = fake::folder(2, &Params::defaults());
    Arc::make_mut(&mut next.docs).remove(11);
    next.present = 11;
    next.rows.change(|rows| drop(rows.remove(0)));
    screen.publish(next);
    screen.serve();
    assert_eq!((screen.lines(), &screen.selected_document()), (11, &name));
}

#[test]
fn below_the_documents_the_selected_one_says_who_wrote_it_and_when() {
    let mut screen = documents(80, 24);
    let rows = screen.areas().list.unwrap().rows.height;
    let mut next = fake::folder(2, &Params::defaults());
    let said =
        "author: Jane\u{1b} Doe\ndate: 2021-03-04\nupdated: 2021-05-06 07:08:09Z\ntitle: Title\n";
    let selected = screen.selected_document().unwrap();
    let docs = Arc::make_mut(&mut next.docs);
    docs.iter_mut().find(|doc| doc.path == selected).unwrap().file.facts =
        fake::stated("a", said).file.facts;
    screen.publish(next);
    screen.serve();
    let told = "created 2021-03-04 · changed 2021-05-06 07:08 UTC · Jane␛ Doe";
    screen.shows(&[told]);
    assert_eq!(screen.areas().list.unwrap().rows.height, rows - 1);
    screen.press("j");
    screen.lacks(&["Jane"]);
}

#[test]
fn below_the_documents_stand_the_longest_passages_with_the_best_match() {
    let mut screen = documents(120, 36);
    let (snapshot, lines) = screen.model.states.get::<DocumentList>().arranged.clone().unwrap();
    let mut kinds = [0, 0];
    screen.press("g");
    for line in lines.iter() {
        let name = |doc| snapshot.doc(doc).path.to_string();
        if let Some(with) = line.with {
            screen.shows(&[&format!("17 words · in {}", name(with))]);
            assert_eq!(screen.pair_names().0.to_string(), name(line.doc));
            assert!(line.best.is_some() && with != line.doc);
            kinds[0] += 1;
        } else {
            screen.lacks(&[" words · in "]);
            assert!(line.best.is_none());
            kinds[1] += 1;
        }
        screen.press("j");
    }
    assert!(kinds[0] > 3 && kinds[1] > 0, "{kinds:?}");
}

#[test]
fn a_document_says_how_much_of_it_all_others_have_together_and_which_has_most() {
    let mut demo = Demo::new(120, 36);
    demo.press("D");
    let (snapshot, lines) =
        demo.screen.model.states.get::<DocumentList>().arranged.clone().unwrap();
    let has_most = |line: &DocLine| line.source.map(|(share, _)| share);
    assert!(lines.iter().all(|line| has_most(line) <= line.elsewhere), "one is among all");
    let several = lines.iter().find(|line| has_most(line) < line.elsewhere && line.matches > 1);
    let several = several.unwrap();
    let (share, source) = several.source.unwrap();
    demo.screen.shows(&["matched by  elsewhere  best match"]);
    let is_its = |line: &&DocLine| line.source.is_some_and(|(_, of)| of == source);
    let of = lines.iter().filter(is_its).count() as u32;
    assert_eq!(lines.iter().find(|line| line.doc == source).unwrap().source_of, of);
    let text = demo.screen.text();
    let name = |doc| snapshot.doc(doc).path.to_string();
    let is_of = |row: &&str| row.trim_start_matches('▸').trim().starts_with(&name(several.doc));
    let row = text.lines().find(is_of).unwrap();
    let both = [several.elsewhere.unwrap(), share].map(Ratio::rounded_percent);
    assert!(row.contains(&both.join("  ").replace("  ", "   ")), "{row}");
    let shown = row.rsplit(' ').next().unwrap();
    let name = demo.screen.model.names.of(&snapshot.doc(source).path);
    assert_eq!(name.fit(columns(shown)), shown, "{row}");
}

#[test]
fn what_is_selected_looks_selected_only_where_keys_move_it() {
    for room in ["D", "!", "K<Tab>"] {
        let mut screen = TestScreen::folder(120, 36);
        screen.depth = Depth::Mono;
        screen.press(room);
        let reversed =
            |screen: &TestScreen| screen.styles().lines().skip(4).any(|line| line.contains("rrr"));
        assert!(reversed(&screen), "{room}");
        screen.press("<Tab>");
        assert_eq!(screen.focus(), Focus::Bar);
        assert!(!reversed(&screen), "{room}\n{}", screen.styles());
    }
}

#[test]
fn a_document_says_with_how_many_more_it_shares_a_passage() {
    let mut screen = documents(120, 36);
    let snapshot = screen.model.snapshot.clone().unwrap();
    let row = |screen: &TestScreen, name: &str| screen.row(screen.find(name).1.into());
    // The pier has no match, the letter has one match.
    let [pier, letter] = ["essays/pier.txt", "notes/квитанция.txt"]
        .map(|name| find_doc(&snapshot, &DocPath::new(name)).unwrap());
    let shared = |words, with, others| PassageElsewhere { words, with, others };
    let documents = [(pier, shared(131, letter, 2)), (letter, shared(131, pier, 1))];
    let below = PassagesBelow { pairs: 2, documents: documents.into_iter().collect() };
    screen.report(Report::PassagesBelow(snapshot, Arc::new(below)));
    screen.serve();
    assert!(row(&screen, "essays/pier.txt").contains(" +2 "));
    assert!(row(&screen, "квитанция").contains("1 +1 "));
    screen.lacks(&[" +0"]);
    // A new result drops the passages found below an older result.
    screen.publish(fake::folder(3, &Params::defaults()));
    screen.serve();
    assert!(!row(&screen, "essays/pier.txt").contains(" +2 "));
}
