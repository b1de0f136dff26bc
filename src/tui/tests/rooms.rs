//! Documents, one's own text and problems: keys in, pictures and requests out.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use shingle::base::ids::DocId;
use shingle::base::path::DocPath;
use shingle::base::problem::{Problem, ProblemKind};
use shingle::compare::measure::{Direction, Overlap};
use shingle::engine::report::Report;
use shingle::folder::watch::WatchState;
use shingle::pipeline::params::Params;
use shingle::pipeline::query::{Found, Hit};

use super::super::command::Command;
use super::super::message::Message;
use super::super::model::problems::Line;
use super::super::model::rooms::Room;
use super::super::theme::Depth;
use super::fake;
use super::stage::Stage;

const SIZES: [(u16, u16); 5] = [(40, 12), (60, 24), (84, 24), (120, 36), (200, 60)];

/// A view at all sizes, then its styles with and without colour.
fn pictures(make: impl Fn(u16, u16) -> Stage) -> String {
    let mut all = String::new();
    for (width, height) in SIZES {
        writeln!(all, "=== {width}x{height} ===\n{}", make(width, height).text()).unwrap();
    }
    let mut stage = make(84, 24);
    let coloured = stage.styles();
    stage.depth = Depth::Mono;
    all + &format!("=== styles ===\n{coloured}\n=== mono ===\n{}", stage.styles())
}

fn documents(width: u16, height: u16) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("jD");
    stage
}

#[test]
fn documents_with_their_matches() {
    assert_snapshot!(pictures(documents));
}

#[test]
fn one_document_and_all_that_resembles_it() {
    assert_snapshot!(pictures(|width, height| {
        let mut stage = Stage::folder(width, height);
        stage.press("jjDD");
        stage
    }));
}

#[test]
fn the_way_through_the_documents_and_back() {
    let mut stage = Stage::folder(120, 36);
    stage.press("jjjD");
    assert_eq!(stage.model.documents.name.as_ref().unwrap().to_string(), "essays/harbour-final.md");
    stage.press("<Enter>");
    assert_eq!(stage.model.rooms.here(), Room::Resembling);
    assert_eq!(stage.model.list.len(), 2);
    assert!(stage.text().contains("2 rows with essays/harbour-final.md"), "{}", stage.text());
    stage.press("/news<Enter>");
    assert_eq!(stage.model.list.len(), 1);
    stage.press("<Enter>");
    assert!(stage.model.zoomed);
    for (room, rows) in
        [(Room::Resembling, 1), (Room::Resembling, 2), (Room::Documents, 7), (Room::Pairs, 7)]
    {
        stage.press("<Esc>");
        assert_eq!((stage.model.rooms.here(), stage.model.list.len()), (room, rows));
    }
    assert!(stage.model.list.of.is_none() && stage.model.documents.shown.is_none());
}

#[test]
fn the_filter_of_all_pairs_comes_back_after_a_document() {
    let mut stage = Stage::folder(120, 36);
    stage.press("/harbour<Enter>DD");
    assert_eq!(stage.model.list.filter.text, "");
    stage.press("<Esc><Esc>");
    assert_eq!((stage.model.list.filter.text.as_str(), stage.model.list.len()), ("harbour", 3));
}

#[test]
fn a_copy_s_document_shows_what_its_group_resembles() {
    let mut stage = Stage::folder(120, 36);
    stage.press("<Right>jjD");
    assert_eq!(stage.model.documents.name.as_ref().unwrap().to_string(), "tweets/02_copy.txt");
    stage.press("D");
    assert_eq!(stage.model.list.len(), 3, "the group, still unfolded, and nothing else");
}

#[test]
fn documents_sort_filter_and_keep_their_selection() {
    let mut stage = documents(120, 36);
    let name = stage.model.documents.name.clone();
    stage.press(">");
    assert!(stage.text().contains("▾words"), "{}", stage.text());
    assert_eq!(stage.model.documents.name, name);
    stage.press("R/lic <30");
    assert_eq!(stage.model.documents.len(), 0);
    assert!(stage.text().contains("No document passes “lic <30”"), "{}", stage.text());
    stage.press("<Esc>");
    assert_eq!((stage.model.documents.len(), &stage.model.documents.name), (12, &name));
    stage.press("/new");
    assert!(stage.text().contains("not understood: new (only pairs are new"), "{}", stage.text());
    stage.press("<Esc>");
    let areas = stage.model.areas().unwrap().list.unwrap();
    let kind = MouseEventKind::Down(MouseButton::Left);
    let at = |column, row| MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    stage.send(Message::Mouse(at(5, areas.columns.y)));
    stage.serve();
    stage.send(Message::Mouse(at(5, areas.rows.y + 2)));
    assert_eq!(stage.model.documents.name.as_ref().unwrap().to_string(), "essays/pier.txt");
}

#[test]
fn documents_follow_new_results() {
    let mut stage = documents(120, 36);
    let name = stage.model.documents.name.clone();
    let mut next = fake::folder(2, &Params::defaults());
    Arc::make_mut(&mut next.docs).remove(11);
    next.present = 11;
    next.rows.change(|rows| drop(rows.remove(0)));
    stage.report(Report::Snapshot(Arc::new(next)));
    stage.serve();
    assert_eq!((stage.model.documents.len(), &stage.model.documents.name), (11, &name));
}

/// What the engine answers to the newest text: two documents of the folder.
pub(super) fn answer(stage: &mut Stage, number: u64) {
    let params = stage.model.params.clone();
    let snapshot = fake::folder(1, &params);
    let hit = |doc: u32, shared: u32| {
        let overlap = Overlap {
            shared,
            a_shingles: 20,
            b_shingles: 60,
            a_words: 22,
            b_words: 62,
            exact_copy: false,
        };
        Hit { doc: DocId(doc), overlap, score: overlap.score(params.measure, Direction::First) }
    };
    let text =
        shingle::pipeline::snapshot::DocInfo { words: 22, shingles: 20, ..fake::doc("text") };
    stage.report(Report::Query(Box::new(Found {
        left_out: Arc::default(),
        number,
        params: Arc::new(params.clone()),
        docs: snapshot.docs,
        text: Ok(text),
        hits: vec![hit(1, 14), hit(5, 6)],
    })));
}

fn asked(stage: &Stage) -> Vec<(Option<String>, u64)> {
    let texts = stage.asked.iter().filter_map(|command| match command {
        Command::Query { text, number } => Some((text.as_deref().map(str::to_string), *number)),
        _ => None,
    });
    texts.collect()
}

pub(super) fn query(width: u16, height: u16) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("Q");
    stage.send(Message::Pasted(fake::TEXT_A.repeat(5).replace('\n', "\r")));
    stage.press("!");
    let number = stage.model.query.number;
    answer(&mut stage, number);
    stage
}

#[test]
fn a_text_and_what_resembles_it() {
    assert_snapshot!(pictures(query));
}

#[test]
fn an_empty_box_says_what_it_is_for() {
    let mut stage = Stage::folder(84, 24);
    stage.press("Q");
    assert_snapshot!(stage.text());
}

#[test]
fn every_letter_asks_at_once_and_only_the_newest_answer_counts() {
    let mut stage = Stage::folder(120, 36);
    stage.press("Qqw<BS>?");
    let texts: Vec<Option<String>> = asked(&stage).into_iter().map(|(text, _)| text).collect();
    let some = |text: &str| Some(text.to_string());
    assert_eq!(texts, [None, some("q"), some("qw"), some("q"), some("q?")]);
    let newest = stage.model.query.number;
    answer(&mut stage, newest - 1);
    assert!(stage.model.query.found.is_none());
    answer(&mut stage, newest);
    assert_eq!(stage.model.query.len(), 2);
    assert!(
        stage.text().contains("2 matches · at least 20% of your text's 3-word runs"),
        "{}",
        stage.text()
    );
    stage.press("<C-u>");
    assert_eq!(asked(&stage).last().unwrap().0, None);
    assert!(stage.model.query.found.is_none());
}

#[test]
fn a_match_opens_beside_the_text_and_escape_goes_back_step_by_step() {
    let mut stage = query(120, 36);
    stage.press_unanswered("<Down><Enter>");
    let Some(Command::OpenText { text, b, .. }) = stage.asked.last().cloned() else {
        panic!("{:?}", stage.asked.last());
    };
    assert_eq!(b.to_string(), "news/ferry-1931.html");
    assert!(text.ends_with("no one lived.!") && !text.contains('\r'));
    stage.serve();
    assert!(stage.text().contains("your text ↔ news/ferry-1931.html"), "{}", stage.text());
    stage.press("[");
    assert!(stage.text().contains("your text ↔ essays/harbour-final.md"), "{}", stage.text());
    stage.press("[");
    assert_eq!(stage.model.note.as_deref(), Some("this is the first match"));
    // A new result asks for the text again, never for a file of its name.
    stage.report(Report::Snapshot(Arc::new(fake::folder(2, &Params::defaults()))));
    assert!(stage.asked.iter().any(|command| matches!(command, Command::OpenText { .. })));
    assert!(!stage.asked.iter().any(|command| matches!(command, Command::Open { .. })));
    stage.serve();
    stage.press("<Esc>");
    assert_eq!((stage.model.rooms.here(), stage.model.zoomed), (Room::Query, false));
    stage.press("<Esc>");
    assert_eq!(stage.model.rooms.here(), Room::Pairs);
    assert_eq!(asked(&stage).last().unwrap().0, None);
    assert_eq!(stage.model.shown.as_ref().unwrap().text, None);
    // What was written is still there.
    stage.press("Q");
    assert!(asked(&stage).last().unwrap().0.as_ref().unwrap().starts_with("The harbour"));
}

#[test]
fn tab_leaves_the_box_so_that_letters_are_keys() {
    let mut stage = query(120, 36);
    stage.press("<Tab>w");
    assert_eq!(stage.model.params.width, 4);
    assert!(stage.text().contains("stale · 2 matches"), "{}", stage.text());
    stage.press("j");
    assert_eq!(stage.model.query.cursor.selected, 1);
    // Behind the matches come the parameters.
    stage.press("<Tab><Tab>w");
    assert_eq!(stage.model.params.width, 4);
    assert!(stage.model.query.text.ends_with("!w"));
}

#[test]
fn a_pasted_text_elsewhere_says_where_it_belongs() {
    let mut stage = Stage::folder(84, 24);
    stage.send(Message::Pasted("q\rq".into()));
    assert!(stage.text().contains("press Q first"), "{}", stage.text());
    assert!(stage.asked.is_empty());
}

#[test]
fn a_text_of_megabytes_is_shown_at_once() {
    let mut stage = Stage::folder(120, 36);
    stage.press("Q");
    stage.send(Message::Pasted("日本語 and words ".repeat(300_000)));
    let start = std::time::Instant::now();
    for _ in 0..20 {
        stage.draw();
    }
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(stage.text().contains('…'));
}

fn problems(width: u16, height: u16) -> Stage {
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
    let mut stage = Stage::showing(width, height, snapshot);
    stage.press("!j<Right>j");
    stage
}

#[test]
fn documents_of_unsure_language_stand_among_the_problems_as_a_remark() {
    let mut snapshot = fake::folder(1, &Params::defaults());
    snapshot.problems.clear();
    let mut docs = snapshot.docs.to_vec();
    for doc in docs.iter_mut().take(2) {
        doc.language = None;
    }
    let names = [docs[0].path.to_string(), docs[1].path.to_string()];
    snapshot.docs = std::sync::Arc::new(docs);
    let mut stage = Stage::showing(120, 36, snapshot);
    stage.press("!");
    let text = stage.text();
    assert!(text.contains("No file was left out · language of 2 documents unsure"), "{text}");
    assert!(
        text.contains("2 language unsure: compared with no stop words and no stemmer"),
        "{text}"
    );
    assert!(names.iter().all(|name| text.contains(name)), "{text}");
    let mut sure = fake::folder(2, &Params::defaults());
    sure.problems.clear();
    let mut stage = Stage::showing(120, 36, sure);
    stage.press("!");
    assert!(stage.text().contains("Every file could be used."), "{}", stage.text());
}

#[test]
fn problems_by_reason() {
    assert_snapshot!(pictures(problems));
}

#[test]
fn reasons_fold_and_unfold_and_the_selection_stays() {
    let mut stage = problems(84, 24);
    let selected = |stage: &Stage| match stage.model.problems.selected().unwrap() {
        Line::File(reason, problem) => (reason.text.clone(), Some(problem.path.to_string())),
        Line::Reason(reason) => (reason.text.clone(), None),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        selected(&stage),
        ("… bytes could not be decoded".into(), Some("notes/old.txt".into()))
    );
    let mut next = fake::folder(2, &Params::defaults());
    next.problems.insert(0, Problem::new(&DocPath::new("a"), ProblemKind::Failed, "gone mad"));
    next.problems.push(Problem::new(
        &DocPath::new("z"),
        ProblemKind::Lossy,
        "2 bytes could not be decoded",
    ));
    stage.report(Report::Snapshot(Arc::new(next)));
    stage.serve();
    assert_eq!(selected(&stage).1.as_deref(), Some("notes/old.txt"));
    stage.press("<Left>");
    assert_eq!(selected(&stage).1, None);
    stage.press("<Enter>j");
    assert_eq!(selected(&stage).1.as_deref(), Some("notes/old.txt"));
    stage.press("!");
    assert_eq!(stage.model.rooms.here(), Room::Pairs);
}

#[test]
fn the_watcher_is_told_in_words() {
    let mut polling = Stage::folder(200, 24);
    polling.report(Report::Watch(WatchState::Polling("nfs4".into())));
    polling.report(Report::Pace(Duration::from_millis(7900)));
    polling.press("!");
    assert!(polling.text().contains("listed again every 7 seconds"), "{}", polling.text());
    for (state, words) in [
        (WatchState::Native, "Watching: the system tells of every change at once."),
        (WatchState::RootMissing, "The folder is missing or cannot be read"),
        (WatchState::Polling("nfs4 file system".into()), "(nfs4 file system)"),
        (WatchState::Starting, "Not watching yet."),
    ] {
        let mut stage = Stage::folder(200, 24);
        stage.report(Report::Watch(state));
        stage.press("!");
        assert!(stage.text().contains(words), "{}", stage.text());
        assert!(stage.text().contains("No change was seen yet."), "{}", stage.text());
    }
}

#[test]
fn the_last_change_of_the_folder_is_told_and_a_parameter_is_none() {
    let mut stage = Stage::folder(120, 24);
    stage.press("!");
    let again = fake::folder(2, &Params { width: 4, ..Params::defaults() });
    stage.report(Report::Snapshot(Arc::new(again)));
    assert_eq!(stage.model.changed, None);
    let mut next = fake::folder(3, &Params { width: 4, ..Params::defaults() });
    next.problems.pop();
    stage.report(Report::Snapshot(Arc::new(next)));
    stage.serve();
    assert!(stage.text().contains("The last change was seen just now."), "{}", stage.text());
    stage.send(Message::Clock(Duration::from_secs(125)));
    assert!(stage.text().contains("The last change was seen 2 minutes ago."), "{}", stage.text());
}

#[test]
fn each_warning_has_a_line_of_its_own_and_no_file_is_called_a_problem() {
    let mut stage = Stage::folder(120, 24);
    let mut next = fake::folder(2, &Params { modulo: 1000, ..Params::defaults() });
    next.problems.clear();
    stage.report(Report::Snapshot(Arc::new(next)));
    stage.press("!");
    stage.serve();
    let shown = stage.text();
    assert!(shown.lines().any(|line| line.starts_with(" ! modulo 1,000 leaves")), "{shown}");
    assert!(shown.contains("No file was left out") && !shown.contains('␊'), "{shown}");
    let last = shown.lines().last().unwrap_or_default();
    assert!(last.contains("Esc back") && !last.contains("unfold"), "{last}");
}

#[test]
fn the_footer_names_the_way_back_and_the_keys_as_they_act_there() {
    let last = |keys: &str| {
        let mut stage = Stage::folder(120, 36);
        stage.press(keys);
        stage.serve();
        stage.text().lines().last().unwrap_or_default().to_string()
    };
    assert!(!last("").contains("Esc back"));
    assert!(last("/essays<Enter>").contains("Esc back"));
    assert!(last("Q").contains("Ctrl-P commands") && !last("Q").contains(": Ctrl-P"));
    let bar = last("<Tab><Tab><Tab>");
    assert!(bar.contains("↑/↓ turn  Enter type  Esc back"), "{bar}");
}
