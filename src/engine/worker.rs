//! The thread that owns the corpus. It takes its messages and does the next piece of work. It draws nothing and opens
//! no pair.

mod answers;
mod disk;
mod first_part;
mod publishing;
mod reading;
mod records;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use crate::base::cancel::NewestEpoch;
use crate::base::faults::panic_if_asked;
use crate::base::ids::Epoch;
use crate::folder::hint::ChangeHint;
use crate::folder::names::WalkOptions;
use crate::folder::watch::{WatchEvent, WatchState, Watcher};
use crate::pipeline::corpus::Corpus;
use crate::pipeline::parameters::{Params, Stage};
use crate::pipeline::results::snapshot::Snapshot;
use crate::pipeline::results::snapshot::publish;
use crate::visits::visit::{DocumentBefore, PairNames};

use super::journal::Journal;
use super::known_files::Trust;
use super::laboratory::StudyWanted;
use super::last_visit::{SinceLastVisit, since};
use super::passages::PassagesWanted;
use super::read_document::cache_notices;
use super::report::{Phase, Report};
use super::sourcing::SourcesWanted;
use answers::{Answered, Answers};
use disk::Disk;
use first_part::{Long, WhileReading};
use publishing::Publishing;

/// Old snapshots are checked this soon, because the screen drops them within a frame or two …
const FIRST_LOOK: Duration = Duration::from_millis(50);
/// … and at least this often while one is still shown.
const LAST_LOOK: Duration = Duration::from_secs(2);

/// A message to the worker.
pub(super) enum WorkerMessage {
    /// New parameters, from the request of this epoch, and the rows that the user looks at.
    Params(Arc<Params>, Epoch, Vec<PairNames>),
    /// An event from the watcher.
    Watch(WatchEvent),
    /// Report which documents resemble a text, or no longer. The answers carry the number.
    Query(Option<Arc<str>>, u64),
    /// Report clusters now and after every change, or no longer.
    Clusters(bool),
    /// Report the sources of a document once, or no longer.
    Sources(Option<SourcesWanted>),
    /// Report the passages of the folder once, or no longer.
    Passages(Option<PassagesWanted>),
    /// List and read everything again.
    Rescan,
    /// The user has seen the marks of this result.
    Seen(Arc<Snapshot>),
    /// Count in how many documents these keys (distinct and ascending) are, under these parameters.
    Count(Vec<u64>, Arc<Params>),
    /// Send the words to the laboratory.
    Study(StudyWanted),
    /// End.
    Stop,
}

/// The worker's state.
pub(super) struct Worker<S: Fn(Report)> {
    newest: NewestEpoch,
    epoch: Epoch,
    sink: S,
    corpus: Corpus,
    disk: Disk,
    publishing: Publishing,
    answers: Answers,
    journal: Journal,
    /// The documents of the last visit, until they were compared with those that are there.
    before: Option<Vec<DocumentBefore>>,
    long: Long,
    while_reading: WhileReading,
}

impl<S: Fn(Report)> Worker<S> {
    /// A worker that has not listed its folder yet.
    pub(super) fn new(
        root: PathBuf,
        options: WalkOptions,
        params: Arc<Params>,
        before: Option<Vec<DocumentBefore>>,
        newest: NewestEpoch,
        sink: S,
    ) -> Self {
        Self {
            epoch: newest.epoch(),
            newest,
            sink,
            corpus: Corpus::new(params),
            disk: Disk::new(root, options),
            publishing: Publishing::new(),
            answers: Answers::default(),
            journal: Journal::default(),
            before,
            long: Long::USUAL,
            while_reading: WhileReading::default(),
        }
    }

    /// Stores and reports what the watcher is doing.
    pub(super) fn set_watch_state(&mut self, state: WatchState) {
        self.disk.watch = state.clone();
        (self.sink)(Report::Watch(state));
    }

    /// Works until it gets [`WorkerMessage::Stop`].
    pub(super) fn run(mut self, watcher: &Watcher, messages: &Receiver<WorkerMessage>) {
        loop {
            if !self.has_work() {
                match self.wait(messages) {
                    Some(message) => {
                        if self.take(message).is_none() {
                            return;
                        }
                    }
                    None => return,
                }
            }
            loop {
                match messages.try_recv() {
                    Ok(message) => {
                        if self.take(message).is_none() {
                            return;
                        }
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            self.work(watcher);
        }
    }

    /// Waits for the next message, and meanwhile frees snapshots that nobody shows any more. `None` when no message can
    /// come.
    fn wait(&mut self, messages: &Receiver<WorkerMessage>) -> Option<WorkerMessage> {
        let mut pause = FIRST_LOOK;
        while self.publishing.has_retired() {
            match messages.recv_timeout(pause) {
                Ok(message) => return Some(message),
                Err(RecvTimeoutError::Timeout) => {
                    self.publishing.free();
                    pause = LAST_LOOK.min(pause * 2);
                }
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        messages.recv().ok()
    }

    const fn has_work(&self) -> bool {
        self.disk.has_work()
            || self.publishing.is_due()
            || self.answers.is_open()
            || self.journal.is_open()
    }

    /// Handles a message; `None` ends the worker.
    fn take(&mut self, message: WorkerMessage) -> Option<()> {
        match message {
            WorkerMessage::Stop => return None,
            WorkerMessage::Rescan => {
                let reports = self.disk.watch == WatchState::Native;
                let trust = if reports { Trust::Stamps } else { Trust::Nothing };
                self.disk.list_again(trust);
                // The user waits for it, so say that it begins.
                self.report_progress(Phase::Listing, 0, 0);
            }
            WorkerMessage::Query(text, number) => self.answers.question.ask(text, number),
            WorkerMessage::Clusters(wanted) => self.answers.clustering.ask(wanted),
            WorkerMessage::Sources(wanted) => self.answers.sources = wanted,
            WorkerMessage::Passages(wanted) => self.answers.passages = wanted,
            WorkerMessage::Params(params, epoch, in_view) => {
                self.epoch = epoch;
                self.publishing.in_view = in_view;
                let forgets = self.corpus.set_params(params);
                self.publishing.due.params = true;
                if forgets {
                    self.read_what_is_missing();
                }
            }
            WorkerMessage::Seen(shown) => self.publishing.saw(&shown),
            WorkerMessage::Study(wanted) => self.answers.words = Some(wanted),
            WorkerMessage::Count(keys, params) => self.answers.counting.ask(keys, params),
            WorkerMessage::Watch(WatchEvent::State(state)) => self.set_watch_state(state),
            WorkerMessage::Watch(WatchEvent::Pace(pace)) => (self.sink)(Report::Pace(pace)),
            WorkerMessage::Watch(WatchEvent::Problem(problem)) => {
                self.disk.unwatched.push(problem);
                self.publishing.due.folder = true;
            }
            WorkerMessage::Watch(WatchEvent::Hint(ChangeHint::Everything)) => {
                self.disk.list_again(Trust::Stamps);
            }
            WorkerMessage::Watch(WatchEvent::Hint(ChangeHint::Changed(names))) => {
                self.look_at(names);
            }
        }
        Some(())
    }

    /// Does the next piece of work: lists, reads some files, or refreshes and publishes.
    fn work(&mut self, watcher: &Watcher) {
        panic_if_asked("engine");
        // After every result, answer requests first, even if much happens in the folder.
        if self.answers.unanswered && !self.publishing.due.params && self.answer() {
            return;
        }
        self.answers.unanswered = false;
        if self.publishing.is_overdue() {
            self.refresh();
        } else if let Some(trust) = self.disk.take_listing() {
            self.list_folder(watcher, trust);
        } else if self.disk.reads() {
            self.read_some();
            self.show_what_was_read();
        } else if self.publishing.is_due() {
            self.refresh();
        } else if !self.answer() && self.journal.is_open() {
            let cancel = self.newest.token(self.epoch);
            if let Some(all) = self.journal.settle(&mut self.corpus, &cancel) {
                (self.sink)(Report::Activities(Arc::new(all)));
            }
        }
    }

    /// Answers the next request from a refreshed corpus. Returns whether there was one.
    fn answer(&mut self) -> bool {
        let cancel = self.newest.token(self.epoch);
        match self.answers.next((&self.disk.root, &self.corpus), &cancel) {
            Answered::Said(report) => (self.sink)(report),
            Answered::Done => {}
            Answered::Nothing => return false,
        }
        true
    }

    fn refresh(&mut self) {
        let due = &mut self.publishing.due;
        if !due.folder && !due.params {
            // Progress was reported, but nothing changed: send the last result again.
            due.progress_was_sent = false;
            if let Some(snapshot) = &self.publishing.last {
                (self.sink)(Report::Snapshot(Arc::clone(snapshot)));
            }
            return;
        }
        let cancel = self.newest.token(self.epoch);
        let problems = self.disk.problems();
        if let Some(first) = self.before_sketching(&problems, &cancel) {
            self.show_first(first);
        }
        let (sink, epoch) = (&self.sink, self.epoch);
        let progress = |stage: Stage, done: usize, total: usize| {
            let phase = if stage == Stage::Join { Phase::Comparing } else { Phase::Shingling };
            sink(Report::Progress { epoch, phase, done, total });
        };
        match self.corpus.refresh_best(self.long.join, &cancel, &progress) {
            None => return,
            Some(None) => {}
            Some(Some(_)) => {
                // A snapshot ends the progress display, so progress is reported again after it.
                let first = Arc::new(publish(&self.corpus, &problems, self.epoch));
                sink(Report::Snapshot(Arc::clone(&first)));
                self.publishing.first_part(first);
                progress(Stage::Join, 0, self.corpus.nodes().len());
            }
        }
        if self.corpus.refresh(&cancel, &progress).is_none() {
            return;
        }
        let snapshot = self.publishing.take(publish(&self.corpus, &problems, self.epoch));
        self.answers.reopen();
        let since = self.compare_visits();
        self.journal.reopen();
        (self.sink)(Report::Snapshot(snapshot));
        if let Some(since) = since {
            (self.sink)(Report::SinceLastVisit(since));
        }
        for notice in cache_notices() {
            (self.sink)(Report::Notice(notice.to_string()));
        }
        self.publishing.free();
        self.disk.note_result();
        if !self.disk.reads() {
            self.corpus.lexicon.forget_readers();
        }
    }

    /// Compares the documents with those of the last visit, once, when all are read.
    fn compare_visits(&mut self) -> Option<SinceLastVisit> {
        if self.disk.has_work() {
            return None;
        }
        let differences = since(&self.before.take()?, &self.corpus);
        let counted = SinceLastVisit::of(&differences);
        self.journal.since_last_visit(differences);
        Some(counted)
    }

    fn report_progress(&mut self, phase: Phase, done: usize, total: usize) {
        self.publishing.due.progress_was_sent = true;
        (self.sink)(Report::Progress { epoch: self.epoch, phase, done, total });
    }
}
