//! The selection follows its pair by name, and the open pair follows the selection.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::report::Report;
use shingle::pipeline::params::Params;
use shingle::pipeline::snapshot::{Mark, Snapshot};

use super::super::command::Command;
use super::super::model::pane::Which;
use super::super::model::state::Focus;
use super::fake;
use super::stage::Stage;

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

fn ranking(epoch: u64, rows: &[(u32, u32, u32)]) -> Snapshot {
    let rows: Vec<_> =
        rows.iter().map(|(a, b, shared)| (*a, *b, *shared, 50, 50, Mark::None)).collect();
    fake::ranking(epoch, &Params::defaults(), &NAMES, &rows)
}

fn names(a: &str, b: &str) -> (DocPath, DocPath) {
    (DocPath::new(a), DocPath::new(b))
}

fn opened(stage: &mut Stage) -> Vec<String> {
    let opened = stage.asked.iter().filter_map(|command| match command {
        Command::Open { a, b, .. } => Some(format!("{a} {b}")),
        _ => None,
    });
    opened.collect()
}

#[test]
fn the_selection_follows_its_pair_to_another_rank() {
    let mut stage = Stage::showing(80, 24, ranking(1, &[(0, 1, 40), (0, 2, 30), (0, 3, 20)]));
    stage.press("j");
    stage.report(Report::Snapshot(Arc::new(ranking(
        2,
        &[(3, 4, 45), (0, 1, 40), (1, 2, 35), (0, 2, 30)],
    ))));
    assert_eq!(stage.model.list.selected, 3);
    assert_eq!(stage.model.list.names, Some(names("a", "c")));
    assert_eq!(stage.model.note, None);
}

#[test]
fn a_pair_that_vanished_is_named_and_the_rank_stays() {
    let mut stage = Stage::showing(80, 24, ranking(1, &[(0, 1, 40), (0, 2, 30), (0, 3, 20)]));
    stage.press("j");
    stage.report(Report::Snapshot(Arc::new(ranking(2, &[(0, 1, 40), (0, 3, 20)]))));
    assert_eq!(stage.model.list.names, Some(names("a", "d")));
    assert_eq!(stage.model.note.as_deref(), Some("no longer in the list: a ↔ c"));
    stage.report(Report::Snapshot(Arc::new(ranking(3, &[]))));
    assert_eq!(stage.model.list.names, None);
    stage.press("jkGg<Enter>");
    assert!(!stage.model.zoomed);
}

#[test]
fn the_selected_row_stays_at_its_height_of_the_screen() {
    let rows: Vec<_> =
        (0..4).flat_map(|a| (a + 1..5).map(move |b| (a, b, 40 - a * 5 - b))).collect();
    let mut stage = Stage::showing(80, 12, ranking(1, &rows));
    stage.press("G");
    let height = stage.model.list.selected - stage.model.list.top;
    let mut fewer = rows.clone();
    fewer.remove(0);
    stage.report(Report::Snapshot(Arc::new(ranking(2, &fewer))));
    assert_eq!(stage.model.list.selected - stage.model.list.top, height);
    assert_eq!(stage.model.list.names, Some(names("d", "e")));
}

#[test]
fn a_result_older_than_the_one_shown_is_dropped() {
    let mut stage = Stage::showing(80, 24, ranking(5, &[(0, 1, 40)]));
    stage.report(Report::Snapshot(Arc::new(ranking(4, &[(0, 2, 40)]))));
    assert_eq!(stage.model.list.names, Some(names("a", "b")));
}

#[test]
fn the_pair_below_the_list_opens_as_the_selection_moves() {
    let mut stage = Stage::empty(120, 40);
    stage.report(Report::Snapshot(Arc::new(ranking(1, &[(0, 1, 40), (0, 2, 30)]))));
    assert_eq!(opened(&mut stage), ["a b"]);
    stage.serve();
    stage.send(super::super::message::Message::Move(super::super::message::Motion::Down));
    assert_eq!(opened(&mut stage), ["a c"]);
}

#[test]
fn an_answer_about_another_pair_is_dropped() {
    let mut stage = Stage::empty(120, 40);
    stage.report(Report::Snapshot(Arc::new(ranking(1, &[(0, 1, 40), (0, 2, 30)]))));
    let view = fake::harbour(("a", "e"), &Params::defaults());
    let names = (DocPath::new("a"), DocPath::new("e"));
    stage.report(Report::Pair { names, view: Ok(Arc::new(view)) });
    assert!(stage.model.open().is_none());
}

#[test]
fn a_new_result_asks_for_the_open_pair_again() {
    let mut stage = Stage::showing(120, 40, ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    stage.report(Report::Snapshot(Arc::new(ranking(2, &[(0, 2, 45), (0, 1, 40)]))));
    assert_eq!(opened(&mut stage), ["a b"]);
}

#[test]
fn a_pair_on_the_whole_screen_stays_when_it_leaves_the_list() {
    let mut stage = Stage::showing(120, 40, ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    stage.press("<Enter>");
    stage.report(Report::Snapshot(Arc::new(ranking(2, &[(0, 2, 45)]))));
    stage.serve();
    assert_eq!(stage.model.open().unwrap().view.names().1, &DocPath::new("b"));
    stage.press("<Esc>");
    assert_eq!(stage.model.shown.as_ref().unwrap().names, names("a", "c"));
}

#[test]
fn brackets_go_from_pair_to_pair_without_leaving() {
    let mut stage = Stage::showing(80, 24, ranking(1, &[(0, 1, 40), (0, 2, 30)]));
    stage.press("<Enter>]");
    assert!(stage.model.zoomed);
    assert_eq!(stage.model.open().unwrap().view.names().1, &DocPath::new("c"));
    stage.press("]");
    assert_eq!(stage.model.note.as_deref(), Some("this is the last pair of the list"));
    stage.press("[");
    assert_eq!(stage.model.open().unwrap().view.names().1, &DocPath::new("b"));
}

#[test]
fn escape_goes_one_level_back() {
    let mut stage = Stage::folder(120, 40);
    stage.press("<Enter>?");
    stage.press("<Esc>");
    assert!(stage.model.overlay.is_none() && stage.model.zoomed);
    stage.press("<Esc>");
    assert!(!stage.model.zoomed);
    assert_eq!(stage.model.focus, Focus::List);
}

#[test]
fn tab_goes_round_what_can_be_scrolled() {
    let mut stage = Stage::folder(120, 40);
    let mut seen = Vec::new();
    for _ in 0..3 {
        stage.press("<Tab>");
        seen.push(stage.model.focus);
    }
    assert_eq!(seen, [Focus::Pane(Which::A), Focus::Pane(Which::B), Focus::List]);
}

#[test]
fn a_million_rows_are_drawn_as_fast_as_the_screen_is_high() {
    let rows: Vec<_> =
        (0..1_000_000).map(|index| (0, 1 + index % 4, 40, 50, 50, Mark::None)).collect();
    let snapshot = fake::ranking(1, &Params::defaults(), &NAMES, &rows);
    let mut stage = Stage::showing(120, 40, snapshot);
    stage.press("G");
    assert!(stage.text().contains("row 1,000,000 of 1,000,000"));
    let start = std::time::Instant::now();
    for _ in 0..20 {
        stage.press("k");
        stage.draw();
    }
    assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
}
