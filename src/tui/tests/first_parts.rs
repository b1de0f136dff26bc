//! The screen with a result whose first parts have arrived.

use std::sync::Arc;

use shingle::base::ids::Epoch;
use shingle::engine::{Phase, Report};
use shingle::pipeline::{Completeness, Params, Row};

use crate::tui::model::Slot;
use crate::tui::views::documents::DocumentList;

use super::{fake, test_screen::TestScreen};

#[test]
fn a_first_part_of_some_documents_says_of_how_many() {
    let mut screen = TestScreen::pressed(100, 30, "j");
    let selected = screen.selected_pair();
    screen.press("w");
    let params = screen.params().clone();
    let mut whole = fake::folder(2, &params);
    let mut part = whole.clone();
    part.completeness = Completeness::SomeDocuments;
    let gone = part.docs.len() - 1;
    Arc::make_mut(&mut part.docs).truncate(gone);
    part.present = gone;
    let is_there = |row: &Row| {
        let members = row.members().iter().all(|id| id.index() < gone);
        row.pair().b.index() < gone && members
    };
    part.rows.change(|rows| rows.retain(is_there));
    screen.publish(part.clone());
    screen.shows(&[
        &format!("9 pairs in {gone} documents so far"),
        &format!("{} documents · ", whole.present),
    ]);
    assert_eq!(screen.selected_pair(), selected);
    // The list of documents still shows all documents.
    screen.press("d");
    screen.shows(&[&format!("{} documents", whole.present)]);
    screen.press("<Esc>");
    whole.epoch = Epoch(3);
    screen.publish(whole);
    screen.lacks(&["so far"]);
    part.epoch = Epoch(4);
    part.rows.change(Vec::clear);
    screen.publish(part);
    screen.shows(&["comparing the other pairs"]);
}

#[test]
fn while_the_folder_is_read_the_first_row_stays_selected_until_the_user_moves() {
    let whole = fake::folder(0, &Params::defaults());
    let mut part = whole.clone();
    part.completeness = Completeness::SomeDocuments;
    part.rows.change(|rows| drop(rows.drain(..2)));
    let last = whole.rows.get(5).map(|row| {
        let (a, b) = whole.names(row);
        (a.clone(), b.clone())
    });
    let [part, whole] = [part, whole].map(|one| Report::Snapshot(Arc::new(one)));

    let mut screen = TestScreen::empty(100, 30);
    screen.work(Phase::Reading, 5, 9, 900);
    screen.report(part.clone());
    screen.shows(&["so far", "reading 5/9"]);
    assert_eq!(screen.selected(), 0);
    screen.press_unanswered("d");
    screen.lacks(&["0 documents"]);
    // No request is sent whose answer could be awaited.
    screen.press_unanswered("/a<Enter>");
    assert!(
        !screen.model.states.get::<DocumentList>().key_waits
            && !screen.model.jobs.awaits(Slot::Documents)
    );
    screen.press_unanswered("<Esc>");
    screen.press("<Esc>");
    screen.report(whole.clone());
    assert_eq!(screen.selected(), 0);

    let mut screen = TestScreen::empty(100, 30);
    screen.report(part.clone());
    screen.press("j");
    let selected = screen.selected_pair();
    // The pair of the last visit.
    screen.model.parameter_state.reselect = last.clone();
    screen.report(whole.clone());
    assert_eq!((screen.selected(), &screen.selected_pair()), (3, &selected));

    let mut screen = TestScreen::empty(100, 30);
    screen.model.parameter_state.reselect = last.clone();
    screen.report(part);
    screen.report(whole);
    assert_eq!((screen.selected(), &screen.selected_pair()), (5, &last));
}
