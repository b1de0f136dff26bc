//! Pictures of every region at common sizes.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use shingle::base::{ids::Epoch, ratio::Ratio};
use shingle::engine::{Phase, Report};
use shingle::pipeline::{Common, Params};

use crate::tui::layout::PaneShape;
use crate::tui::messages::Message;

use super::{
    fake,
    test_screen::{TestScreen, fits_every_size},
};

#[test]
fn list_and_pair_fit_every_size_and_with_more_room_names_are_whole() {
    fits_every_size(TestScreen::folder);
    fits_every_size(zoomed);
    let names = ["essays/harbour-draft-with-a-rather-long-name-2024.md", "essays/harbour-final.md"];
    let list = TestScreen::folder(200, 60).text();
    assert!(list.lines().any(|row| names.iter().all(|name| row.contains(name))), "{list}");
    zoomed(200, 60).shows(&[&names.join(" ↔ ")]);
}

#[test]
fn list_and_pair_100x30() {
    assert_snapshot!(TestScreen::folder(100, 30).text());
}

fn zoomed(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "jj<Enter>")
}

#[test]
fn pair_100x30() {
    assert_snapshot!(zoomed(100, 30).text());
}

#[test]
fn the_texts_are_beside_each_other_stacked_or_one_at_a_time() {
    let shape = |screen: &TestScreen| screen.areas().pair.unwrap().shape;
    assert_eq!(shape(&zoomed(100, 30)), PaneShape::Split);
    assert_eq!(shape(&zoomed(80, 24)), PaneShape::Stacked);
    let mut small = zoomed(40, 12);
    assert_eq!(shape(&small), PaneShape::Single);
    small.shows(&["▸A ", "┏ Some say the old ferry left at"]);
    small.press("<Tab>");
    small.shows(&["▸B ", "┏ The old ferry left at dawn and"]);
}

#[test]
fn styles_of_the_pair() {
    let mut screen = zoomed(100, 30);
    screen.press("n");
    assert_snapshot!(screen.styles());
}

#[test]
fn stale_results_stay_and_say_so() {
    let mut screen = TestScreen::folder(100, 30);
    let rows = |screen: &TestScreen| {
        let text = screen.text();
        text.lines()
            .skip_while(|row| !row.contains("▴# score"))
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let before = rows(&screen);
    screen.press("w<modulo>");
    screen.work(Phase::Shingling, 7, 12, 300);
    assert!(screen.row(0).ends_with(" 7/12"), "{}", screen.row(0));
    screen.shows(&[" [w]idth 3→4 ", "modulo 1→2 ", "─ stale · "]);
    let after = rows(&screen);
    assert_eq!(before.len(), after.len());
    let changed: Vec<_> =
        before.iter().zip(&after).filter(|(before, after)| before != after).collect();
    assert_eq!(changed.len(), 1, "only what is said of the pair: {changed:#?}");
}

#[test]
fn the_open_pair_does_not_wait_for_the_ranking_of_other_parameters() {
    let mut screen = TestScreen::pressed(100, 30, "w");
    screen.serve();
    let is_stale =
        |screen: &TestScreen, what: &str| screen.text().contains(&format!("stale {what}"));
    assert_eq!(screen.open_pair().view.params.width, 4);
    assert!(is_stale(&screen, "· 9 pairs") && !is_stale(&screen, "English"), "{}", screen.text());
    // Another row opens with these parameters too. Undo opens the pair with the earlier parameters.
    screen.press("j");
    screen.serve();
    assert_eq!(screen.open_pair().view.params.width, 4);
    screen.send(Message::Clock(Duration::from_secs(5)));
    screen.press("u");
    screen.serve();
    assert_eq!(screen.open_pair().view.params.width, 3);
    // The ranking reports the shingles ignored in all documents.
    let params = Params { common: Some(Common::Share(Ratio::new(1, 2))), ..Params::defaults() };
    screen.set_params(params.clone());
    screen.show(fake::folder(2, &params));
    screen.press("w");
    screen.serve();
    assert_eq!(screen.open_pair().view.params.width, 3);
    assert!(is_stale(&screen, "English"), "{}", screen.text());
}

#[test]
fn the_engine_cannot_go_on() {
    let mut screen = TestScreen::empty(80, 24);
    screen.report(Report::Failed("/nowhere: no such directory\u{1b}[2J".into()));
    assert_eq!(screen.text().matches("/nowhere: no such directory␛[2J").count(), 2);
}

#[test]
fn empty_states_are_distinguished() {
    let pairless = |names: &[&str], (words, shingles)| {
        let mut snapshot = fake::ranking(1, &Params::defaults(), names, &[]);
        for doc in Arc::make_mut(&mut snapshot.docs) {
            (doc.words, doc.shingles) = (words, shingles);
        }
        let screen = TestScreen::showing(100, 30, snapshot);
        let rows = screen.areas().list.unwrap().rows;
        let rows = (rows.y..rows.bottom()).map(|row| screen.row(row.into()));
        rows.collect::<String>()
    };
    let all = BTreeSet::from([
        pairless(&[], (0, 0)),
        pairless(&["a.txt"], (9, 7)),
        pairless(&["a.txt", "b.txt"], (9, 7)),
        pairless(&["a.txt", "b.txt"], (9, 0)),
        pairless(&["a.txt", "b.txt"], (0, 0)),
    ]);
    assert_eq!(all.len(), 5, "{all:#?}");
}

#[test]
fn short_work_moves_nothing_and_long_work_spins() {
    let mut screen = TestScreen::folder(100, 30);
    screen.work(Phase::Comparing, 1, 2, 100);
    screen.lacks(&["comparing"]);
    screen.work(Phase::Comparing, 1, 2, 100);
    screen.shows(&["comparing 1/2"]);
    let mut done = fake::folder(2, &Params::defaults());
    done.epoch = Epoch(2);
    screen.publish(done);
    screen.lacks(&["comparing"]);
}
