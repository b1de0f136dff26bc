//! Problems, warnings and what the watcher says: keys in, pictures out.

use std::time::Duration;

use insta::assert_snapshot;
use shingle::base::{
    path::DocPath,
    problem::{Problem, ProblemKind},
};
use shingle::engine::Report;
use shingle::folder::WatchState;
use shingle::pipeline::{Languages, Params};

use crate::tui::actions::Room;
use crate::tui::messages::Message;
use crate::tui::model::ProblemLine;

use super::{
    fake,
    test_screen::{TestScreen, fits_every_size},
};

fn problems(width: u16, height: u16) -> TestScreen {
    let mut snapshot = fake::folder(1, &Params::defaults());
    for number in 0..30 {
        let path = DocPath::new(format!("scans/page-{number:02}.pdf"));
        let reason = "not text: it holds NUL bytes";
        snapshot.problems.push(Problem::new(&path, ProblemKind::Skipped, reason));
    }
    let path = DocPath::new("notes/older.txt");
    snapshot.problems.push(Problem::new(
        &path,
        ProblemKind::Lossy,
        "17 bytes could not be decoded",
    ));
    let mut screen = TestScreen::showing(width, height, snapshot);
    screen.press("!j<Right>j");
    screen
}

#[test]
fn documents_of_unsure_language_stand_among_the_problems_as_a_remark() {
    let mut snapshot = fake::folder(1, &Params::defaults());
    snapshot.problems.clear();
    let mut docs = snapshot.docs.to_vec();
    for doc in docs.iter_mut().take(2) {
        doc.languages = Languages::one(None, 9);
    }
    let names = [docs[0].path.to_string(), docs[1].path.to_string()];
    snapshot.docs = std::sync::Arc::new(docs);
    let mut screen = TestScreen::showing(120, 36, snapshot);
    screen.press("!");
    let text = screen.text();
    assert!(text.contains("No file was left out · language of 2 documents unsure"), "{text}");
    assert!(
        text.contains("2 language unsure: compared with no stop words and no stemmer"),
        "{text}"
    );
    assert!(names.iter().all(|name| text.contains(name)), "{text}");
    let mut sure = fake::folder(2, &Params::defaults());
    sure.problems.clear();
    let mut screen = TestScreen::showing(120, 36, sure);
    screen.press("!");
    screen.shows(&["could not be used, or only with a loss, and what happens"]);
}

#[test]
fn documents_that_mix_scripts_stand_among_the_problems_as_a_remark() {
    let mut snapshot = fake::folder(2, &Params::defaults());
    snapshot.problems.clear();
    let mut docs = snapshot.docs.to_vec();
    docs[0].mixed = 3;
    let name = docs[0].path.to_string();
    snapshot.docs = std::sync::Arc::new(docs);
    let mut screen = TestScreen::showing(120, 36, snapshot);
    screen.press("!");
    screen.shows(&[
        "No file was left out · mixed scripts in 1 document",
        "3 words mix Latin, Cyrillic or Greek look-alikes: read as they",
        &name,
    ]);
}

#[test]
fn problems_by_reason() {
    fits_every_size(problems);
    assert_snapshot!(problems(84, 24).text());
}

#[test]
fn reasons_fold_and_unfold_and_the_selection_stays() {
    let mut screen = problems(84, 24);
    let selected = |screen: &TestScreen| match screen.model.problems.selected().unwrap() {
        ProblemLine::File(reason, problem) => (reason.text.clone(), Some(problem.path.to_string())),
        ProblemLine::Reason(reason) => (reason.text.clone(), None),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        selected(&screen),
        ("… bytes could not be decoded".into(), Some("notes/old.txt".into()))
    );
    let mut next = fake::folder(2, &Params::defaults());
    next.problems.insert(0, Problem::new(&DocPath::new("a"), ProblemKind::Failed, "gone mad"));
    next.problems.push(Problem::new(
        &DocPath::new("z"),
        ProblemKind::Lossy,
        "2 bytes could not be decoded",
    ));
    screen.publish(next);
    screen.serve();
    assert_eq!(selected(&screen).1.as_deref(), Some("notes/old.txt"));
    screen.press("<Left>");
    assert_eq!(selected(&screen).1, None);
    screen.press("<Enter>j");
    assert_eq!(selected(&screen).1.as_deref(), Some("notes/old.txt"));
    screen.press("!");
    assert_eq!(screen.list(), Room::Pairs);
}

#[test]
fn the_watcher_is_described_in_words() {
    let mut polling = TestScreen::folder(200, 24);
    polling.report(Report::Watch(WatchState::Polling("nfs4".into())));
    polling.report(Report::Pace(Duration::from_millis(7900)));
    polling.press("!");
    polling.shows(&["listed again every 7 seconds"]);
    for (state, words) in [
        (WatchState::Native, "Watching: the system reports every change at once."),
        (WatchState::RootMissing, "The folder is missing or cannot be read"),
        (WatchState::Polling("nfs4 file system".into()), "(nfs4 file system)"),
        (WatchState::Starting, "Not watching yet."),
    ] {
        let mut screen = TestScreen::folder(200, 24);
        screen.report(Report::Watch(state));
        screen.press("!");
        screen.shows(&[words, "No change was seen yet."]);
    }
}

#[test]
fn a_notice_is_told_once_and_stays_among_the_problems() {
    let mut screen = TestScreen::folder(120, 24);
    screen.report(Report::Notice("the cache /a\u{1b}[2J/b cannot be used".into()));
    screen.shows(&["the cache /a␛[2J/b cannot be used"]);
    screen.press("j");
    screen.lacks(&["the cache"]);
    screen.press("!");
    screen.shows(&["! the cache /a␛[2J/b cannot be used."]);
}

#[test]
fn the_last_change_of_the_folder_is_shown_and_a_parameter_is_none() {
    let mut screen = TestScreen::pressed(120, 24, "!");
    let again = fake::folder(2, &Params { width: 4, ..Params::defaults() });
    screen.publish(again);
    assert_eq!(screen.model.changed, None);
    let mut next = fake::folder(3, &Params { width: 4, ..Params::defaults() });
    next.problems.pop();
    screen.publish(next);
    screen.serve();
    screen.shows(&["The last change was seen just now."]);
    screen.send(Message::Clock(Duration::from_secs(125)));
    screen.shows(&["The last change was seen 2 minutes ago."]);
}

#[test]
fn each_warning_has_a_line_of_its_own_and_no_file_is_called_a_problem() {
    let mut screen = TestScreen::folder(120, 24);
    let mut next = fake::folder(2, &Params { modulo: 1000, ..Params::defaults() });
    next.problems.clear();
    screen.publish(next);
    screen.press("!");
    screen.serve();
    let shown = screen.text();
    assert!(shown.lines().any(|line| line.starts_with(" ! modulo 1,000 leaves")), "{shown}");
    assert!(shown.contains("No file was left out") && !shown.contains('␊'), "{shown}");
    let last = shown.lines().last().unwrap_or_default();
    assert!(last.contains("Esc back") && !last.contains("unfold"), "{last}");
}

#[test]
fn the_footer_names_the_way_back_and_the_keys_as_they_act_there() {
    let last = |keys: &str| {
        let mut screen = TestScreen::pressed(120, 36, keys);
        screen.serve();
        screen.text().lines().last().unwrap_or_default().to_string()
    };
    assert!(!last("").contains("Esc back"));
    assert!(last("/essays<Enter>").contains("Esc back"));
    assert!(last("Q").contains("Ctrl-P commands") && !last("Q").contains(": Ctrl-P"));
    let bar = last("<Tab><Tab><Tab>");
    assert!(bar.contains("↑/↓ change  Enter type  Esc back"), "{bar}");
}

#[test]
fn problems_are_filtered_by_file_and_reason() {
    let mut screen = problems(120, 36);
    screen.press("/page-07<Enter>");
    screen.shows(&["No problem · 1 other file · filter: page-07", "scans/page-07.pdf"]);
    screen.press("<Esc>/decoded<Enter>");
    screen.shows(&["older.txt"]);
    screen.lacks(&["page-"]);
    screen.press("/<End>x<Enter>");
    screen.shows(&["No file passes “decodedx”: Esc takes"]);
    screen.press("<Esc>");
    screen.shows(&["NUL bytes"]);
    assert_eq!(screen.list(), Room::Problems);
}
