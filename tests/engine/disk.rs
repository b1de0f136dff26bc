//! The whole engine on a real folder: its last result equals a fresh run. Every wait has a deadline.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime};
use std::{cell::RefCell, fs, path::PathBuf, sync::Arc};

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use shingle::engine::batch::{Loaded, sketch_whole_folder};
use shingle::engine::question::{Answer, PairQuestion, Question, SharedSnapshot};
use shingle::engine::{Phase, Report};
use shingle::pipeline::results::snapshot::{Snapshot, take_snapshot};
use shingle::{
    base::cancel::Cancel, base::ids::Epoch, base::path::DocPath, engine::handle::Engine,
    engine::journal::Activity, engine::reader::DocumentFolder, engine::side_by_side::TwoDocuments,
    folder::globs::Globs, folder::names::WalkOptions, folder::watch::WatchState,
    pipeline::parameters::Params, pipeline::ranking::row::Mark, text::records::RecordFormat,
    text::tokenize::Words,
};
use tempfile::TempDir;

use super::changes::{Change, NAMES, changes};
pub(crate) use crate::common::plain;
use crate::common::{put_file as write, seeded, state};

pub(super) const DEADLINE: Duration = Duration::from_mins(1);
/// Time after which no more report comes: longer than the watcher waits for more events, and the worker for a missing
/// file.
const REST: Duration = Duration::from_millis(1_200);

pub(crate) const FOX: &str = "the quick brown fox jumps over the lazy dog in the old garden";
pub(crate) const CAT: &str = "the quick brown fox jumps over the sleeping cat behind a wall";

pub(crate) struct Watched {
    _outside: TempDir,
    outside: PathBuf,
    pub(crate) root: PathBuf,
    params: Params,
    pub(crate) folder: DocumentFolder,
    pub(crate) engine: Engine,
    reports: Receiver<Report>,
    last: RefCell<Option<Arc<Snapshot>>>,
    rankings: u64,
}

impl Watched {
    pub(crate) fn start(files: &[(&str, &str)], params: Params) -> Self {
        Self::start_gated(files, (params, WalkOptions::default()), |_| ())
    }

    /// Like [`Self::start`], but waits until the engine is at rest.
    pub(crate) fn settled(files: &[(&str, &str)], params: Params) -> Self {
        let watched = Self::start(files, params);
        watched.settle();
        watched
    }

    /// Starts the engine with a gate that gets every report first, on the reporting thread, and may delay the report.
    fn start_gated(
        files: &[(&str, &str)],
        (params, walk): (Params, WalkOptions),
        gate: impl Fn(&Report) + Send + Sync + 'static,
    ) -> Self {
        let around = TempDir::new().unwrap();
        let outside = around.path().to_path_buf();
        let root = outside.join("watched");
        fs::create_dir(&root).unwrap();
        for (name, text) in files {
            write(&root, name, text);
        }
        let (sender, reports): (Sender<Report>, _) = channel();
        let sink = move |report: Report| {
            gate(&report);
            let _ = sender.send(report);
        };
        let folder = DocumentFolder { walk, ..DocumentFolder::new(&root) };
        let engine = Engine::start(None, folder.clone(), params.clone(), sink);
        let last = RefCell::default();
        Self { _outside: around, outside, root, params, folder, engine, reports, last, rankings: 0 }
    }

    pub(crate) fn set_params(&mut self, params: Params) -> Epoch {
        self.params = params.clone();
        self.rankings += 1;
        let params = Arc::new(params);
        self.engine.ask_question(self.rankings, Question::Ranking { params, in_view: Vec::new() });
        Epoch(self.rankings)
    }

    /// Reads and ranks the folder anew.
    pub(crate) fn load(&self, params: &Params) -> Loaded {
        let params = Arc::new(params.clone());
        let mut loaded = sketch_whole_folder(&self.folder, &params, &|_, _, _| ()).unwrap();
        loaded.corpus.refresh(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
        loaded
    }

    fn fresh(&self, params: &Params) -> String {
        let loaded = self.load(params);
        state(&take_snapshot(&loaded.corpus, &loaded.listing, Epoch(0)))
    }

    /// Asks a question, and returns its answer.
    pub(crate) fn ask<T>(
        &self,
        number: u64,
        question: Question,
        of: impl Fn(Answer) -> Option<T>,
    ) -> T {
        self.engine.ask_question(number, question);
        self.answer(number, of)
    }

    /// Waits for the answer to this question. Only answers to earlier questions may come before.
    pub(crate) fn answer<T>(&self, number: u64, of: impl Fn(Answer) -> Option<T>) -> T {
        self.wait(&format!("answer {number}"), |report| match report {
            Report::Answered(got, answer) => {
                let found = of(answer)?;
                assert!(got <= number, "an answer to what was not asked");
                (got == number).then_some(found)
            }
            _ => None,
        })
    }

    pub(crate) fn wait<T>(&self, what: &str, mut wanted: impl FnMut(Report) -> Option<T>) -> T {
        let end = Instant::now() + DEADLINE;
        loop {
            match self.reports.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Report::Failed(reason)) => panic!("{reason}"),
                Ok(report) => {
                    if let Report::Snapshot(snapshot) = &report {
                        *self.last.borrow_mut() = Some(Arc::clone(snapshot));
                    }
                    if let Some(found) = wanted(report) {
                        return found;
                    }
                }
                Err(RecvTimeoutError::Timeout) => panic!("waited in vain for {what}"),
                Err(RecvTimeoutError::Disconnected) => panic!("the engine is gone"),
            }
        }
    }

    fn next_snapshot(&self) -> Arc<Snapshot> {
        self.wait("a snapshot", |report| match report {
            Report::Snapshot(snapshot) => Some(snapshot),
            _ => None,
        })
    }

    fn wait_until_missing(&self) {
        self.wait("the news that it is gone", |report| {
            matches!(report, Report::Watch(WatchState::RootMissing)).then_some(())
        });
    }

    pub(crate) fn settle(&self) -> Arc<Snapshot> {
        let expected = self.fresh(&self.params);
        let end = Instant::now() + DEADLINE;
        loop {
            // Without a change, the engine sends no new result.
            let last = self.last.borrow().clone();
            if let Some(snapshot) = last.filter(|snapshot| state(snapshot) == expected) {
                return snapshot;
            }
            match self.reports.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Report::Snapshot(snapshot)) => *self.last.borrow_mut() = Some(snapshot),
                Ok(Report::Failed(reason)) => panic!("{reason}"),
                Ok(_) => {}
                Err(error) => {
                    let last = self.last.borrow().as_deref().map(state);
                    panic!("{error}: expected\n{expected}\nbut was told last\n{last:?}")
                }
            }
        }
    }

    pub(crate) fn snapshots_until_rest(&self) -> Vec<Arc<Snapshot>> {
        let mut found = Vec::new();
        while let Ok(report) = self.reports.recv_timeout(REST) {
            if let Report::Snapshot(snapshot) = report {
                found.push(snapshot);
            }
        }
        found
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> &Self {
        write(&self.root, name, text);
        self
    }
}

/// Returns the names of the present documents.
pub(super) fn names(snapshot: &Snapshot) -> Vec<String> {
    snapshot.docs[..snapshot.present].iter().map(|doc| doc.path.to_string()).collect()
}

/// Applies a change to the folder, like an editor or shell.
fn apply(change: &Change, watched: &mut Watched, number: usize) {
    let root = watched.root.clone();
    let path = |at: &usize| root.join(NAMES[*at]);
    match change {
        // Every second time, writes to a new file that replaces the old file, like editors.
        Change::Write(at, bytes) if number.is_multiple_of(2) => {
            let beside = root.join(".saving");
            fs::write(&beside, bytes).unwrap();
            fs::create_dir_all(path(at).parent().unwrap()).unwrap();
            fs::rename(beside, path(at)).unwrap();
        }
        Change::Write(at, bytes) => write(&root, NAMES[*at], bytes),
        Change::Rewrite(at) => {
            if let Ok(bytes) = fs::read(path(at)) {
                fs::write(path(at), bytes).unwrap();
            }
        }
        Change::Remove(at) if NAMES[*at].starts_with("sub/deep") => {
            let _ = fs::remove_dir_all(root.join("sub"));
        }
        Change::Remove(at) => {
            let _ = fs::remove_file(path(at));
        }
        Change::Rename(from, to) | Change::Copy(from, to) | Change::Swap(from, to) => {
            if path(from).is_file() && from != to {
                fs::create_dir_all(path(to).parent().unwrap()).unwrap();
                match change {
                    Change::Copy(..) => {
                        fs::copy(path(from), path(to)).unwrap();
                    }
                    Change::Swap(..) if path(to).is_file() => {
                        fs::rename(path(from), root.join(".swapping")).unwrap();
                        fs::rename(path(to), path(from)).unwrap();
                        fs::rename(root.join(".swapping"), path(to)).unwrap();
                    }
                    _ => fs::rename(path(from), path(to)).unwrap(),
                }
            }
        }
        Change::Params(params) => {
            watched.set_params((**params).clone());
        }
        // Changes the ignored files, and so the content of the folder.
        Change::Half => {
            let rules = root.join(".gitignore");
            if rules.exists() {
                fs::remove_file(rules).unwrap();
            } else {
                fs::write(rules, "b.txt\nsub/deep\n").unwrap();
            }
        }
        Change::Cancelled(_) => watched.engine.ask_question(0, Question::Rescan),
        Change::Settle => {
            watched.settle();
        }
    }
}

/// Runs random changes of files whose records are documents.
fn sequence(seed: u8, records: &str) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(seeded(1), rng);
    let changes = changes(30..36).new_tree(&mut runner).unwrap().current();
    let params = Params { records: records.parse().unwrap(), ..Params::defaults() };
    let mut watched = Watched::start(&[("a.txt", FOX), ("b.txt", CAT)], params);
    for (number, change) in changes.iter().enumerate() {
        match change {
            // Each sentence becomes a line, and some lines stay empty.
            Change::Write(at, bytes) if records != "off" => {
                let text =
                    String::from_utf8_lossy(bytes).replace(". ", ".\n").replace("nobody", "\n");
                apply(&Change::Write(*at, text.into_bytes()), &mut watched, number);
            }
            Change::Params(params) => {
                let records = watched.params.records.clone();
                let params = Box::new(Params { records, ..(**params).clone() });
                apply(&Change::Params(params), &mut watched, number);
            }
            change => apply(change, &mut watched, number),
        }
    }
    watched.settle();
}

#[test]
fn random_sequences_on_a_folder_end_as_a_fresh_run() {
    // Most of the time they wait for the engine.
    std::thread::scope(|scope| {
        for first in [0, 5, 10, 15] {
            scope.spawn(move || (first..first + 5).for_each(|seed| sequence(seed, "off")));
        }
    });
}

#[test]
fn random_sequences_on_files_of_records_end_as_a_fresh_run() {
    for (seed, records) in [(20, "lines"), (21, "lines"), (22, "lines"), (23, "jsonl:text")] {
        sequence(seed, records);
    }
}

#[test]
fn a_file_of_records_that_changes_replaces_all_of_them() {
    let params = Params { records: RecordFormat::Lines, ..plain() };
    let mut watched = Watched::start(&[("a.txt", &format!("{FOX}\n\n{CAT}\n{FOX}"))], params);
    let snapshot = watched.settle();
    assert_eq!(names(&snapshot), ["a.txt:1", "a.txt:3", "a.txt:4"]);
    assert_eq!(snapshot.problems.len(), 1);
    assert_eq!(snapshot.problems[0].to_string(), "a.txt:2: skipped: 1 record without text: line 2");

    // Moves all records down by a line, and adds a record.
    watched.write("a.txt", &format!("something else\n{FOX}\n\n{CAT}\n{FOX}\nits end"));
    let moved = ["a.txt:1", "a.txt:2", "a.txt:4", "a.txt:5", "a.txt:6"];
    assert_eq!(names(&watched.settle()), moved);
    watched.set_params(Params { width: 2, words: Words::Spaces, ..watched.params.clone() });
    assert_eq!(names(&watched.settle()), moved, "read again");
    let lines: Vec<String> = (1..=1200).map(|line| format!("x{line} y{line} z{line}")).collect();
    assert_eq!(watched.write("b.txt", &lines.join("\n")).settle().present, 1205);
    fs::rename(watched.root.join("b.txt"), watched.root.join("c.txt")).unwrap();
    let snapshot = watched.write("a.txt", "").settle();
    assert_eq!((snapshot.present, names(&snapshot)[0].as_str()), (1200, "c.txt:1"));
    assert_eq!(names(&snapshot)[10], "c.txt:11", "in the order of the lines");
    fs::remove_file(watched.root.join("c.txt")).unwrap();
    assert_eq!(watched.settle().present, 0);
}

#[test]
fn a_record_that_comes_changes_and_goes_is_noted_by_its_line() {
    let params = Params { records: RecordFormat::Lines, ..plain() };
    let watched = Watched::settled(&[("a.txt", &format!("{FOX}\n{CAT}\n"))], params);
    let noted = |wanted: &str| {
        watched.wait(wanted, |report| match report {
            Report::Activities(all) => {
                let said = |one: &Activity| format!("{} {:?}", one.path, one.what);
                all.first().map(said).filter(|said| said.starts_with(wanted))
            }
            _ => None,
        })
    };
    watched.write("a.txt", &format!("{FOX}\n{CAT}\nand one more line"));
    noted("a.txt:3 New");
    watched.write("a.txt", &format!("{FOX}\n{CAT} and more\nand one more line"));
    noted("a.txt:2 Changed(1)");
    watched.write("a.txt", &format!("{FOX}\n{CAT} and more"));
    noted("a.txt:3 Gone");
}

/// Returns a question for a pair, in a folder that ignores no shingles.
fn pair(a: &DocPath, b: &DocPath, params: &Arc<Params>) -> PairQuestion {
    let (names, params) = ((a.clone(), b.clone()), Arc::clone(params));
    PairQuestion { names, text: None, params, ignored: Arc::default() }
}

fn marks(snapshot: &Snapshot) -> Vec<(String, String, Mark)> {
    let mut all: Vec<_> = snapshot
        .rows
        .iter()
        .map(|row| {
            let (a, b) = snapshot.names(row);
            (a.to_string(), b.to_string(), row.mark())
        })
        .collect();
    all.sort_by(|left, right| (&left.0, &left.1).cmp(&(&right.0, &right.1)));
    all
}

#[test]
fn rows_are_marked_as_new_changed_and_gone() {
    let row = |a: &str, b: &str, mark| (a.to_string(), b.to_string(), mark);
    let mut watched = Watched::start(&[("a.txt", FOX), ("b.txt", CAT)], plain());
    assert_eq!(marks(&watched.settle()), [row("a.txt", "b.txt", Mark::None)]);

    let third = format!("{FOX} and some more words");
    watched.write("c.txt", &third);
    let new = [
        row("a.txt", "b.txt", Mark::None),
        row("a.txt", "c.txt", Mark::New),
        row("b.txt", "c.txt", Mark::New),
    ];
    assert_eq!(marks(&watched.settle()), new);
    // An unseen mark stays after other changes.
    let snapshot = watched.write("e.txt", "Nothing here stands anywhere else.").settle();
    assert_eq!(marks(&snapshot), new);
    watched.engine.ask_question(0, Question::MarksRead(SharedSnapshot(snapshot)));

    let snapshot = watched.write("c.txt", &format!("{third} at the end")).settle();
    assert_eq!(
        marks(&snapshot),
        [
            row("a.txt", "b.txt", Mark::None),
            row("a.txt", "c.txt", Mark::Changed),
            row("b.txt", "c.txt", Mark::Changed)
        ]
    );
    watched.engine.ask_question(0, Question::MarksRead(SharedSnapshot(snapshot)));

    fs::remove_file(watched.root.join("b.txt")).unwrap();
    let snapshot = watched.settle();
    assert_eq!(
        marks(&snapshot),
        [
            row("a.txt", "b.txt", Mark::Gone),
            row("a.txt", "c.txt", Mark::None),
            row("b.txt", "c.txt", Mark::Gone)
        ]
    );
    assert_eq!(snapshot.present, 3);
    assert_eq!(snapshot.rows[0].mark(), Mark::None, "what is gone stands at the end");

    // A removed row appears once, and new parameters mark no row.
    let params = Params { width: 2, ..plain() };
    watched.set_params(params);
    assert_eq!(marks(&watched.settle()), [row("a.txt", "c.txt", Mark::None)]);
}

#[test]
fn a_touched_file_is_new_to_a_rule_about_days() {
    let mut watched = Watched::start(
        &[("a.txt", FOX), ("b.txt", CAT), ("c.txt", &format!("{FOX} {CAT}"))],
        plain(),
    );
    let touch = |name: &str, ago: Duration| {
        let file = fs::File::options().write(true).open(watched.root.join(name)).unwrap();
        file.set_modified(SystemTime::now() - ago).unwrap();
    };
    let year = Duration::from_hours(24 * 365);
    for name in ["a.txt", "b.txt", "c.txt"] {
        touch(name, 30 * year);
    }
    let all = watched.settle().pairs_found;
    touch("c.txt", 2 * year);
    // The day has no effect yet, but the rule needs the day.
    assert!(watched.snapshots_until_rest().is_empty());
    let root = watched.root.clone();
    watched.set_params(Params { skip_older: "2010".parse().unwrap(), ..plain() });
    let snapshot = watched.settle();
    assert_eq!((all, snapshot.pairs_found, snapshot.ruled_out), (3, 2, 1));
    let file = fs::File::options().write(true).open(root.join("a.txt")).unwrap();
    file.set_modified(SystemTime::now() - year).unwrap();
    let snapshot = watched.settle();
    assert_eq!((snapshot.pairs_found, snapshot.ruled_out), (3, 0));
}

#[test]
fn every_snapshot_is_what_its_own_parameters_make() {
    let mut watched = Watched::settled(&[("a.txt", FOX), ("b.txt", CAT), ("c.txt", FOX)], plain());
    let mut asked = vec![(Epoch(0), plain())];
    for number in 0..24_u32 {
        let params = Params { width: 1 + number % 4, modulo: 1 + number % 3, ..plain() };
        let epoch = watched.set_params(params.clone());
        assert!(epoch > asked.last().unwrap().0);
        asked.push((epoch, params));
    }
    let mut newest = Epoch(0);
    while newest < asked.last().unwrap().0 {
        let snapshot = watched.next_snapshot();
        let (_, params) = asked.iter().find(|(epoch, _)| *epoch == snapshot.epoch).unwrap();
        assert_eq!(*snapshot.params, *params);
        assert_eq!(state(&snapshot), watched.fresh(params));
        assert!(snapshot.epoch >= newest, "older than the one before");
        newest = snapshot.epoch;
    }
}

#[test]
fn newer_parameters_stop_the_work_for_older_ones() {
    // Stops the engine during its work until a newer request.
    let (go, wait_for_go) = channel::<()>();
    let (held, is_held) = channel::<()>();
    let gate = std::sync::Mutex::new((held, wait_for_go));
    let mut watched = Watched::start_gated(
        &[("a.txt", FOX), ("b.txt", CAT)],
        (plain(), WalkOptions::default()),
        move |report| {
            if let Report::Progress { epoch: Epoch(1), phase: Phase::Shingling, .. } = report {
                let gate = gate.lock().unwrap();
                gate.0.send(()).unwrap();
                let _ = gate.1.recv_timeout(DEADLINE);
            }
        },
    );
    watched.settle();
    assert_eq!(watched.set_params(Params { width: 2, ..plain() }), Epoch(1));
    is_held.recv_timeout(DEADLINE).unwrap();
    let newer = watched.set_params(Params { width: 1, ..plain() });
    go.send(()).unwrap();
    let snapshot = watched.next_snapshot();
    assert_eq!(snapshot.epoch, newer, "the older work was not stopped");
    assert_eq!(snapshot.params.width, 1);
}

#[test]
fn a_file_that_globs_leave_out_takes_no_part_whatever_happens_to_it() {
    let glob = |text: &str| vec![text.parse().unwrap()];
    let globs = Globs::new(&glob("*.txt"), &glob("drafts")).map(Arc::new);
    let walk = WalkOptions { globs, ..WalkOptions::default() };
    let files = [("a.txt", FOX), ("b.md", CAT), ("drafts/c.txt", FOX)];
    let watched = Watched::start_gated(&files, (plain(), walk), |_| ());
    assert_eq!(names(&watched.settle()), ["a.txt"]);
    watched.write("b.md", FOX);
    watched.write("drafts/c.txt", CAT);
    watched.write("drafts/d.txt", CAT);
    assert_eq!(names(&watched.write("e.txt", CAT).settle()), ["a.txt", "e.txt"]);
    fs::rename(watched.root.join("e.txt"), watched.root.join("drafts/e.txt")).unwrap();
    fs::rename(watched.root.join("b.md"), watched.root.join("b.txt")).unwrap();
    assert_eq!(names(&watched.settle()), ["a.txt", "b.txt"]);
}

#[test]
fn a_folder_that_goes_and_comes_back_is_read_again() {
    let watched = Watched::settled(&[("a.txt", FOX), ("b.txt", CAT)], plain());
    let away = watched.outside.join("away");
    fs::rename(&watched.root, &away).unwrap();
    watched.wait_until_missing();
    write(&away, "c.txt", FOX);
    fs::rename(&away, &watched.root).unwrap();
    assert_eq!(watched.settle().present, 3);

    // The watch works again after deletion and recreation.
    assert_eq!(watched.write("d.txt", CAT).settle().present, 4);
    fs::remove_dir_all(&watched.root).unwrap();
    watched.wait_until_missing();
    assert_eq!(watched.write("e.txt", FOX).settle().present, 1);
}

#[test]
fn a_pair_is_opened_from_the_files_as_they_are() {
    let watched = Watched::start(&[("a.txt", FOX), ("b.txt", CAT)], plain());
    let (a, b) = (DocPath::new("a.txt"), DocPath::new("b.txt"));
    let params = Arc::new(plain());
    let opened = |a: &DocPath, b: &DocPath| {
        watched.engine.ask_question(0, Question::Pair(pair(a, b, &params)));
        watched.wait("the pair", |report| match report {
            Report::Answered(_, Answer::Pair { names, view }) => Some((names, view)),
            _ => None,
        })
    };
    let (names, view) = opened(&a, &b);
    assert_eq!(names, (a.clone(), b.clone()));
    let (view, again) = (
        view.unwrap(),
        TwoDocuments::read(&watched.folder, &pair(&a, &b, &params)).unwrap().view(),
    );
    assert_eq!((view.overlap, view.passages.len()), (again.overlap, again.passages.len()));
    assert!(view.overlap.shared > 0 && !view.passages.is_empty());

    fs::remove_file(watched.root.join("b.txt")).unwrap();
    assert!(opened(&a, &b).1.unwrap_err().to_string().starts_with("b.txt: "));
    fs::write(watched.root.join("b.txt"), b"\x7fELF\0\0\0\x01").unwrap();
    assert!(opened(&a, &b).1.unwrap_err().to_string().starts_with("b.txt: "));
}

#[test]
fn a_file_that_becomes_a_folder_or_a_link_in_one_go_is_what_it_became() {
    let watched = Watched::settled(&[("a.txt", FOX), ("b.txt", CAT), ("c.txt", FOX)], plain());
    let outside = tempfile::tempdir().unwrap();
    fs::create_dir(outside.path().join("full")).unwrap();
    fs::write(outside.path().join("full/inside.txt"), FOX).unwrap();

    fs::remove_file(watched.root.join("a.txt")).unwrap();
    fs::rename(outside.path().join("full"), watched.root.join("a.txt")).unwrap();
    assert!(watched.settle().docs.iter().any(|doc| doc.path.to_string() == "a.txt/inside.txt"));

    watched.write("a.txt/later.txt", CAT);
    assert!(watched.settle().docs.iter().any(|doc| doc.path.to_string() == "a.txt/later.txt"));

    fs::remove_file(watched.root.join("b.txt")).unwrap();
    std::os::unix::fs::symlink("c.txt", watched.root.join("b.txt")).unwrap();
    let snapshot = watched.settle();
    assert_eq!(snapshot.problems.len(), 1);
    assert_eq!(snapshot.problems[0].kind.name(), "skipped");
}
