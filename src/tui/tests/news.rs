//! What a change of the folder did to the list: told in the last row, and marked until it was seen.

use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use shingle::base::path::DocPath;
use shingle::engine::journal::{Activity, DocumentEvent};
use shingle::engine::report::{Phase, Report};
use shingle::pipeline::parameters::Params;
use shingle::pipeline::ranking::row::Mark;
use shingle::pipeline::results::changed_rows::mark;
use shingle::pipeline::results::snapshot::{News, Snapshot};

use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;

use super::fake;
use super::stage::Stage;

const NAMES: [&str; 6] = ["bread.txt", "scones.txt", "tea.txt", "toast.txt", "x.txt", "y.txt"];

/// A ranking of pairs of these files with so many shared shingles of 100.
fn ranking(rows: &[(u32, u32, u32)]) -> Snapshot {
    let rows: Vec<_> = rows.iter().map(|(a, b, n)| (*a, *b, *n, 100, 100, Mark::None)).collect();
    fake::ranking(1, &Params::defaults(), &NAMES, &rows)
}

/// The folder changes to these rows.
fn change(stage: &mut Stage, rows: &[(u32, u32, u32)]) {
    let mut next = ranking(rows);
    let before = stage.model.snapshot.clone().unwrap();
    let keep = !stage.asked.iter().any(|command| matches!(command, Command::Seen(_)));
    stage.asked.retain(|command| !matches!(command, Command::Seen(_)));
    mark(&before, &mut next, keep);
    stage.report(Report::Snapshot(Arc::new(next)));
    stage.serve();
}

fn happened(stage: &mut Stage, all: &[(u64, &str)]) {
    let one = |(number, path): &(u64, &str)| Activity {
        number: *number,
        path: DocPath::new(path),
        what: DocumentEvent::Changed(1),
    };
    stage.report(Report::Activities(Arc::new(all.iter().map(one).collect())));
    stage.serve();
}

fn last(stage: &Stage) -> String {
    stage.text().lines().last().unwrap().trim().to_string()
}

fn marks(stage: &Stage) -> Vec<Mark> {
    stage
        .model
        .snapshot
        .as_ref()
        .unwrap()
        .rows
        .iter()
        .map(shingle::pipeline::ranking::row::Row::mark)
        .collect()
}

fn tea(width: u16, height: u16) -> Stage {
    let mut stage = Stage::showing(width, height, ranking(&[(0, 1, 90), (0, 3, 40)]));
    change(&mut stage, &[(0, 1, 90), (1, 2, 70), (2, 3, 60)]);
    happened(&mut stage, &[(1, "tea.txt")]);
    stage
}

#[test]
fn work_that_came_to_nothing_is_over_when_the_old_result_is_said_again() {
    // As the rows come, sorted, frozen, and in the room of documents.
    for keys in ["", ">", "f", "D"] {
        let mut stage = Stage::showing(120, 36, ranking(&[(0, 1, 90), (2, 3, 40)]));
        stage.press(keys);
        stage.serve();
        let shown = stage.model.snapshot.clone().unwrap();
        let (phase, epoch) = (Phase::Listing, shown.epoch);
        stage.report(Report::Progress { epoch, phase, done: 0, total: 0 });
        stage.send(Message::Clock(stage.model.now + Duration::from_secs(1)));
        assert!(stage.text().contains("updating"), "{keys}: {}", stage.text());
        stage.report(Report::Snapshot(shown));
        stage.serve();
        assert!(!stage.text().contains("updating"), "{keys}: {}", stage.text());
    }
}

#[test]
fn what_a_change_of_a_file_did_is_told_with_the_way_to_see_it() {
    let mut stage = tea(120, 36);
    let told = "tea.txt changed: 2 new pairs, 1 gone · /new shows the new";
    assert!(last(&stage).starts_with(told), "{}", last(&stage));
    stage.press("/new<Enter>");
    assert!(!last(&stage).contains("tea.txt"), "{}", last(&stage));
    assert_eq!(stage.model.list.len(), 2);
}

#[test]
fn files_may_be_told_before_the_rows_are_arranged() {
    let mut stage = Stage::showing(120, 36, ranking(&[(0, 1, 90), (0, 3, 40)]));
    stage.press("R");
    let mut next = ranking(&[(0, 1, 90)]);
    mark(&stage.model.snapshot.clone().unwrap(), &mut next, true);
    stage.report(Report::Snapshot(Arc::new(next)));
    stage.report(Report::Activities(Arc::new(vec![Activity {
        number: 1,
        path: DocPath::new("toast.txt"),
        what: DocumentEvent::Changed(1),
    }])));
    assert!(!last(&stage).contains("toast.txt"));
    stage.serve();
    assert!(last(&stage).starts_with("toast.txt changed: 1 pair gone"), "{}", last(&stage));
}

#[test]
fn several_files_are_told_by_their_number_and_rows_of_both_changes_together() {
    let mut stage = Stage::showing(120, 36, ranking(&[(0, 1, 90), (0, 3, 40)]));
    change(&mut stage, &[(0, 1, 90), (0, 3, 41)]);
    change(&mut stage, &[(0, 1, 90), (0, 3, 41), (2, 3, 30)]);
    happened(&mut stage, &[(2, "tea.txt"), (1, "toast.txt")]);
    let told = "2 files changed: 1 new pair, 1 changed · /new shows the new";
    assert!(last(&stage).starts_with(told), "{}", last(&stage));
    happened(&mut stage, &[(3, "x.txt"), (2, "tea.txt"), (1, "toast.txt")]);
    change(&mut stage, &[(0, 1, 90), (0, 3, 41), (2, 3, 30)]);
    assert!(last(&stage).starts_with("x.txt changed: every pair as before"), "{}", last(&stage));
}

#[test]
fn a_selected_row_that_moved_is_told() {
    let mut stage = Stage::showing(120, 36, ranking(&[(0, 1, 90), (0, 3, 40), (2, 3, 30)]));
    change(&mut stage, &[(0, 3, 40), (2, 3, 30), (0, 1, 25)]);
    happened(&mut stage, &[(1, "scones.txt")]);
    let told = "scones.txt changed: 1 pair changed; the selected row went from 1 to 3";
    assert!(last(&stage).starts_with(told), "{}", last(&stage));
    assert_eq!(stage.model.list.selected, 2);
    // Where somebody moves it, nothing is told of that.
    stage.press("k");
    change(&mut stage, &[(0, 3, 40), (2, 3, 30), (0, 1, 26)]);
    happened(&mut stage, &[(2, "scones.txt")]);
    assert!(!last(&stage).contains("selected"), "{}", last(&stage));
}

#[test]
fn marks_stay_until_they_were_seen() {
    let mut stage = tea(120, 36);
    let first = [Mark::None, Mark::New, Mark::New, Mark::Gone];
    assert_eq!(marks(&stage), first);
    // Another file is saved before any key was pressed.
    change(&mut stage, &[(0, 1, 90), (1, 2, 70), (2, 3, 60)]);
    assert_eq!(marks(&stage), first);
    // A filter shows them: they stay while it does.
    stage.press("/new<Enter>j");
    change(&mut stage, &[(0, 1, 90), (1, 2, 70), (2, 3, 60)]);
    assert_eq!((marks(&stage), stage.model.list.len()), (first.to_vec(), 2));
    stage.press("<Esc>jj");
    assert_eq!(marks(&stage), first);
    change(&mut stage, &[(0, 1, 90), (1, 2, 70), (2, 3, 61)]);
    assert_eq!(marks(&stage), [Mark::None, Mark::None, Mark::Changed]);
}

#[test]
fn marks_out_of_view_stay_though_keys_are_pressed() {
    let many: Vec<_> =
        (0..5).flat_map(|a| (a + 1..6).map(move |b| (a, b, 99 - a * 7 - b))).collect();
    let mut stage = Stage::showing(60, 12, ranking(&many));
    let mut more = many.clone();
    more.last_mut().unwrap().2 = 21;
    change(&mut stage, &more);
    assert_eq!(
        stage.model.snapshot.as_ref().unwrap().news,
        News { changed: 1, marked: 1, ..News::default() }
    );
    stage.press("jk");
    change(&mut stage, &more);
    assert!(marks(&stage).contains(&Mark::Changed), "it was not on the screen");
    stage.press("Gg");
    change(&mut stage, &more);
    assert!(!marks(&stage).contains(&Mark::Changed), "it was");
}

#[test]
fn news_at_each_width() {
    let pictures = [(40, 12), (60, 24), (84, 24)].map(|(width, height)| last(&tea(width, height)));
    assert_snapshot!(pictures.join("\n"));
}
