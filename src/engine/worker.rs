//! The one thread that owns the corpus: it drains what was asked and heard, and does the next piece of work.
//! It draws nothing and opens no pair.

mod reading;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use crate::base::cancel::Newest;
use crate::base::ids::Epoch;
use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::folder::hint::Hint;
use crate::folder::names::WalkOptions;
use crate::folder::watch::{WatchEvent, WatchState, Watcher};
use crate::lab::material::Material;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::parameters::{Params, Stage};
use crate::pipeline::results::marks::mark;
use crate::pipeline::results::publish::publish;
use crate::pipeline::results::snapshot::Snapshot;

use super::clustering::Clustering;
use super::counting::Counting;
use super::journal::Journal;
use super::known::{Known, Trust};
use super::laboratory::Wanted;
use super::pace::Pace;
use super::question::Question;
use super::report::{Phase, Report};

/// An old snapshot is looked after this soon, for the screen lets go of it within a frame or two …
const FIRST_LOOK: Duration = Duration::from_millis(50);
/// … and at least this often while it is still shown.
const LAST_LOOK: Duration = Duration::from_secs(2);

/// A join that meets more texts than this takes a tenth of a second and more: the best pairs are shown first.
const LONG: u64 = 40_000_000;

/// What the worker is told.
pub(super) enum Message {
    /// Other parameters, by a request of this epoch.
    Params(Arc<Params>, Epoch),
    /// What the watcher tells.
    Watch(WatchEvent),
    /// Tell what resembles a text, or no longer; with the number that the answers carry.
    Query(Option<Arc<str>>, u64),
    /// Put the documents into clusters, now and after every change, or no longer.
    Clusters(bool),
    /// List and read everything again.
    Rescan,
    /// What this result marks was seen.
    Seen(Arc<Snapshot>),
    /// Tell in how many documents these keys are, distinct and ascending, under these parameters.
    Count(Vec<u64>, Arc<Params>),
    /// Hand over the words.
    Study(Wanted),
    /// End.
    Stop,
}

/// Why there is something to publish.
#[derive(Debug, Clone, Copy)]
struct News {
    /// Documents or problems differ from those published.
    folder: bool,
    /// Parameters differ from those published.
    params: bool,
    /// Something was said of progress since the last snapshot.
    told: bool,
}

/// The worker's state.
pub(super) struct Worker<S: Fn(Report)> {
    root: PathBuf,
    options: WalkOptions,
    newest: Newest,
    epoch: Epoch,
    sink: S,
    corpus: Corpus,
    /// In path order, as listings are.
    known: BTreeMap<DocPath, Known>,
    /// Files to be read, the next one last.
    pending: Vec<DocPath>,
    /// Whether the folder must be listed, and whether stamps are to be trusted.
    list: Option<Trust>,
    /// Where the system reports changes, stamps are to be trusted even when somebody asks.
    watch: WatchState,
    listing: Vec<Problem>,
    unwatched: Vec<Problem>,
    news: News,
    published: Option<Arc<Snapshot>>,
    /// A result came, and what was asked of it may not be answered yet.
    owes: bool,
    /// What it marks was seen.
    seen: bool,
    /// Snapshots that somebody may still show. Whoever lets go of one last frees it, which at a million rows takes longer
    /// than a frame: that is done here.
    retired: Vec<Arc<Snapshot>>,
    reading: usize,
    pace: Pace,
    question: Question,
    clustering: Clustering,
    counting: Counting,
    journal: Journal,
    wanted: Option<Wanted>,
}

impl<S: Fn(Report)> Worker<S> {
    /// A worker that has yet to list its folder.
    pub(super) fn new(
        root: PathBuf,
        options: WalkOptions,
        params: Arc<Params>,
        newest: Newest,
        sink: S,
    ) -> Self {
        Self {
            root,
            options,
            epoch: newest.epoch(),
            newest,
            sink,
            corpus: Corpus::new(params),
            known: BTreeMap::new(),
            pending: Vec::new(),
            list: Some(Trust::Stamps),
            watch: WatchState::Starting,
            listing: Vec::new(),
            unwatched: Vec::new(),
            news: News { folder: false, params: true, told: false },
            published: None,
            owes: false,
            seen: false,
            retired: Vec::new(),
            reading: 0,
            pace: Pace::default(),
            question: Question::default(),
            clustering: Clustering::default(),
            counting: Counting::default(),
            journal: Journal::default(),
            wanted: None,
        }
    }

    /// Takes in what the watcher does.
    pub(super) fn heed(&mut self, state: WatchState) {
        self.watch = state.clone();
        (self.sink)(Report::Watch(state));
    }

    /// Works until told to stop.
    pub(super) fn run(mut self, watcher: &Watcher, messages: &Receiver<Message>) {
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

    /// The next message, and meanwhile the freeing of snapshots that nobody shows any more. `None` when none can come.
    fn wait(&mut self, messages: &Receiver<Message>) -> Option<Message> {
        let mut pause = FIRST_LOOK;
        while !self.retired.is_empty() {
            match messages.recv_timeout(pause) {
                Ok(message) => return Some(message),
                Err(RecvTimeoutError::Timeout) => {
                    self.retired.retain(|snapshot| Arc::strong_count(snapshot) > 1);
                    pause = LAST_LOOK.min(pause * 2);
                }
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        messages.recv().ok()
    }

    const fn has_work(&self) -> bool {
        self.list.is_some()
            || !self.pending.is_empty()
            || self.news.folder
            || self.news.params
            || self.news.told
            || self.question.is_open()
            || self.clustering.is_open()
            || self.counting.is_open()
            || self.journal.is_open()
            || self.wanted.is_some()
    }

    /// Takes a message; `None` ends the worker.
    fn take(&mut self, message: Message) -> Option<()> {
        match message {
            Message::Stop => return None,
            Message::Rescan => {
                let reports = self.watch == WatchState::Native;
                let trust = if reports { Trust::Stamps } else { Trust::Nothing };
                self.list = self.list.max(Some(trust));
                // Somebody waits for it.
                self.tell(Phase::Listing, 0, 0);
            }
            Message::Query(text, number) => self.question.ask(text, number),
            Message::Clusters(wanted) => self.clustering.ask(wanted),
            Message::Params(params, epoch) => {
                self.epoch = epoch;
                let forgets = self.corpus.set_params(params);
                self.news.params = true;
                if forgets {
                    self.read_what_is_missing();
                }
            }
            Message::Seen(shown) => {
                // What a newer one marks is yet to be seen.
                self.seen |= self.published.as_ref().is_some_and(|one| Arc::ptr_eq(one, &shown));
            }
            Message::Study(wanted) => self.wanted = Some(wanted),
            Message::Count(keys, params) => self.counting.ask(keys, params),
            Message::Watch(WatchEvent::State(state)) => self.heed(state),
            Message::Watch(WatchEvent::Pace(pace)) => (self.sink)(Report::Pace(pace)),
            Message::Watch(WatchEvent::Problem(problem)) => {
                self.unwatched.push(problem);
                self.news.folder = true;
            }
            Message::Watch(WatchEvent::Hint(Hint::Everything)) => {
                self.list = self.list.max(Some(Trust::Stamps));
            }
            Message::Watch(WatchEvent::Hint(Hint::Changed(names))) => self.look_at(names),
        }
        Some(())
    }

    /// The next piece of work: list, or read some files, or refresh and publish.
    fn work(&mut self, watcher: &Watcher) {
        // After every result, however much goes on in the folder.
        if self.owes && !self.news.params && self.answer() {
            return;
        }
        self.owes = false;
        if let Some(trust) = self.list.take() {
            self.list_folder(watcher, trust);
        } else if !self.pending.is_empty() {
            self.read_some();
        } else if self.news.folder || self.news.params || self.news.told {
            self.refresh();
        } else if !self.answer() && self.journal.is_open() {
            let cancel = self.newest.token(self.epoch);
            if let Some(all) = self.journal.settle(&mut self.corpus, &cancel) {
                (self.sink)(Report::Activities(Arc::new(all)));
            }
        }
    }

    /// Answers what was asked next of a refreshed corpus, if something was.
    fn answer(&mut self) -> bool {
        if let Some(found) = self.question.answer(&self.corpus) {
            (self.sink)(Report::Query(Box::new(found)));
        } else if let Some(counted) = self.counting.answer(&self.corpus) {
            (self.sink)(Report::Counted(counted));
        } else if let Some(wanted) = self.wanted.take() {
            wanted.hand_over(Material::of(&self.corpus));
        } else if self.clustering.is_open() {
            // A request for other parameters cancels this, and opens the question again when it is answered.
            let cancel = self.newest.token(self.epoch);
            if let Some(clusters) = self.clustering.answer(&self.corpus, &cancel) {
                (self.sink)(Report::Clusters(Arc::new(clusters)));
            }
        } else {
            return false;
        }
        true
    }

    fn refresh(&mut self) {
        if !self.news.folder && !self.news.params {
            // Work was announced and came to nothing: say the old result again.
            self.news.told = false;
            if let Some(snapshot) = &self.published {
                (self.sink)(Report::Snapshot(Arc::clone(snapshot)));
            }
            return;
        }
        let cancel = self.newest.token(self.epoch);
        let (sink, epoch) = (&self.sink, self.epoch);
        let progress = |stage: Stage, done: usize, total: usize| {
            let phase = if stage == Stage::Join { Phase::Comparing } else { Phase::Shingling };
            sink(Report::Progress { epoch, phase, done, total });
        };
        let problems: Vec<Problem> = self.listing.iter().chain(&self.unwatched).cloned().collect();
        match self.corpus.refresh_best(LONG, &cancel, &progress) {
            None => return,
            Some(None) => {}
            Some(Some(_)) => {
                // A snapshot ends what was said of progress: that there is more to come must be said after it.
                let first = Arc::new(publish(&self.corpus, &problems, self.epoch));
                sink(Report::Snapshot(Arc::clone(&first)));
                self.retired.push(first);
                progress(Stage::Join, 0, self.corpus.nodes().len());
                self.news.told = true;
            }
        }
        if self.corpus.refresh(&cancel, &progress).is_none() {
            return;
        }
        let mut snapshot = publish(&self.corpus, &problems, self.epoch);
        if let Some(before) =
            self.published.as_ref().filter(|before| *before.params == *snapshot.params)
        {
            mark(before, &mut snapshot, !self.seen);
        }
        self.seen = false;
        let snapshot = Arc::new(snapshot);
        self.retired.extend(self.published.replace(Arc::clone(&snapshot)));
        self.news = News { folder: false, params: false, told: false };
        self.question.reopen();
        self.journal.reopen();
        self.clustering.reopen();
        self.owes = true;
        (self.sink)(Report::Snapshot(snapshot));
        self.retired.retain(|old| Arc::strong_count(old) > 1);
    }

    fn tell(&mut self, phase: Phase, done: usize, total: usize) {
        self.news.told = true;
        (self.sink)(Report::Progress { epoch: self.epoch, phase, done, total });
    }
}
