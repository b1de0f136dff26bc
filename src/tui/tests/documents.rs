//! The list of documents, and the pairs of one document: keys in, pictures and requests out.

use shingle::{pipeline::CountsBelowThreshold, pipeline::PassageElsewhere};

use crate::tui::tests::prelude::*;
use crate::tui::{model::arrange::find_document, views::documents::DocumentList};

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
    assert_eq!(screen.press("<Enter>").list(), ViewName::Resembling);
    assert_eq!(screen.lines(), 2);
    assert_eq!(screen.press("/news<Enter>").lines(), 1);
    assert!(screen.press("<Enter>").pair_fills_screen());
    for (room, rows) in [
        (ViewName::Resembling, 1),
        (ViewName::Resembling, 2),
        (ViewName::Documents, 12),
        (ViewName::Pairs, 7),
    ] {
        assert_eq!((screen.press("<Esc>").list(), screen.lines()), (room, rows));
    }
    assert!(screen.subject().is_none());
    assert!(screen.model.states.get::<DocumentList>().arranged.is_none());
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
    assert_eq!(screen.press("DgD").selected_place(), 0, "the best row with that document");
    assert_eq!(screen.press("G<Esc><Esc>").selected_pair(), before);
}

#[test]
fn a_copy_s_document_shows_what_its_group_resembles() {
    let mut screen = TestScreen::pressed(120, 36, "<Right>jjD");
    assert_eq!(screen.selected_document().as_ref().unwrap().to_string(), "tweets/02_copy.txt");
    assert_eq!(screen.press("D").lines(), 3, "the group, still unfolded, and nothing else");
}

#[test]
fn documents_sort_from_the_top_and_filter_with_their_selection() {
    let mut screen = documents(120, 36);
    assert_eq!(screen.press("jjj>").selected(), 0);
    assert_eq!(screen.press("jjR").selected(), 0);
    let mut screen = documents(120, 36);
    let name = screen.selected_document();
    assert_eq!(screen.press("/lic <30").lines(), 0);
    assert_eq!((screen.press("<Esc>").lines(), &screen.selected_document()), (12, &name));
    screen.press("/zzz<Enter>\"");
    assert_eq!((screen.list(), screen.sourced_document()), (ViewName::Sources, None));
    assert_eq!(screen.show(fake::folder(2, &Params::defaults())).sourced_document(), None);
    screen.press("<Esc><Esc>");
    let areas = screen.areas().list.unwrap();
    let kind = MouseEventKind::Down(MouseButton::Left);
    screen.mouse(kind, (5, areas.columns.y));
    screen.mouse_unanswered(kind, (5, areas.rows.y + 2));
    assert_eq!(screen.selected_document().as_ref().unwrap().to_string(), "tweets/01.txt");
}

#[test]
fn documents_follow_new_results() {
    let mut screen = documents(120, 36);
    let name = screen.selected_document();
    let mut next = fake::folder(2, &Params::defaults());
    Arc::make_mut(&mut next.docs).remove(11);
    next.present = 11;
    next.rows.change_rows(|rows| drop(rows.remove(0)));
    screen.show(next);
    assert_eq!((screen.lines(), &screen.selected_document()), (11, &name));
}

#[test]
fn below_the_documents_stand_the_longest_passages_with_the_named_partner() {
    let mut screen = documents(120, 36);
    let (snapshot, lines) = screen.model.states.get::<DocumentList>().arranged.clone().unwrap();
    let mut kinds = [0, 0];
    screen.press("g");
    for line in lines.iter() {
        let name = |doc| snapshot.doc(doc).path.to_string();
        if let Some(with) = line.partner() {
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
fn a_document_says_with_how_many_more_it_shares_a_passage() {
    let mut screen = documents(120, 36);
    let snapshot = screen.model.snapshot.clone().unwrap();
    let row = |screen: &TestScreen, name: &str| screen.row(screen.find(name).1.into());
    // The pier has no match, the letter has one match.
    let [pier, letter] = ["essays/pier.txt", "notes/квитанция.txt"]
        .map(|name| find_document(&snapshot, &DocPath::new(name)).unwrap());
    let shared = |words, with, others| PassageElsewhere { words, with, others };
    let documents = [(pier, shared(131, letter, 2)), (letter, shared(131, pier, 1))];
    let below = CountsBelowThreshold { pairs: 2, documents: documents.into_iter().collect() };
    screen.report(Report::PassagesBelow(snapshot, Arc::new(below)));
    assert!(row(screen.serve(), "essays/pier.txt").contains(" +2 "));
    assert!(row(&screen, "квитанция").contains("1 +1 "));
    screen.lacks(&[" +0"]);
    // A new result drops the passages found below an older result.
    screen.show(fake::folder(3, &Params::defaults()));
    assert!(!row(&screen, "essays/pier.txt").contains(" +2 "));
}
