//! The one thread that owns the corpus: it drains what was asked and heard, and does the next piece of work.
//! It draws nothing and opens no pair.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant, SystemTime};

use crate::base::cancel::Newest;
use crate::base::ids::Epoch;
use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::folder::hint::Hint;
use crate::folder::walk::{Listing, WalkOptions, walk};
use crate::folder::watch::{WatchEvent, WatchState, Watcher};
use crate::lab::material::Material;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::marks::mark;
use crate::pipeline::params::{Params, Stage};
use crate::pipeline::publish::publish;
use crate::pipeline::snapshot::Snapshot;

use super::batch::{Outcome, apply, read_all};
use super::clustering::Clustering;
use super::counting::Counting;
use super::journal::Journal;
use super::known::{Known, Trust, differences};
use super::laboratory::Wanted;
use super::pace::Pace;
use super::question::Question;
use super::report::{Phase, Report};

/// A folder that keeps growing is listed at most this often before it is read; the hints that follow bring the rest.
const LISTINGS_IN_A_ROW: usize = 8;
/// Fewer files than this are read without a word about it, once there is something to show.
const WORTH_TELLING: usize = 16;

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

    /// Documents whose words depended on what changed were forgotten: they are read again.
    fn read_what_is_missing(&mut self) {
        let missing: Vec<DocPath> =
            self.known.keys().filter(|path| !self.corpus.has(path)).cloned().collect();
        self.queue(missing);
    }

    /// Known files are read again; anything else may be a new file, a folder or a change of the ignore rules: list.
    fn look_at(&mut self, names: Vec<DocPath>) {
        let (known, other): (Vec<DocPath>, Vec<DocPath>) = names
            .into_iter()
            .partition(|name| self.known.contains_key(name) && !is_ignore_file(name));
        self.queue(known);
        if !other.is_empty() {
            self.list = self.list.max(Some(Trust::Stamps));
        }
    }

    fn queue(&mut self, mut paths: Vec<DocPath>) {
        paths.append(&mut self.pending);
        paths.sort_unstable_by(|left, right| right.cmp(left));
        paths.dedup();
        self.pending = paths;
        self.reading = self.pending.len();
    }

    /// The next piece of work: list, or read some files, or refresh and publish.
    fn work(&mut self, watcher: &Watcher) {
        if let Some(trust) = self.list.take() {
            self.list_folder(watcher, trust);
        } else if !self.pending.is_empty() {
            self.read_some();
        } else if self.news.folder || self.news.params || self.news.told {
            self.refresh();
        } else if let Some(found) = self.question.answer(&self.corpus) {
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
        } else if self.journal.is_open() {
            let cancel = self.newest.token(self.epoch);
            if let Some(all) = self.journal.settle(&mut self.corpus, &cancel) {
                (self.sink)(Report::Activities(Arc::new(all)));
            }
        }
    }

    fn list_folder(&mut self, watcher: &Watcher, trust: Trust) {
        if self.published.is_none() {
            self.tell(Phase::Listing, 0, 0);
        }
        for _ in 0..LISTINGS_IN_A_ROW {
            let begun = Instant::now();
            let Ok(listing) = walk(&self.root, self.options) else {
                // The folder is gone or cannot be read. What is known of it stays on the screen, which says so, until it
                // is back.
                watcher.sync(&[DocPath::new("")]);
                return;
            };
            watcher.listing_took(begun.elapsed());
            let again = watcher.sync(&listing.folders);
            self.compare_listing(listing, trust);
            if !again {
                return;
            }
        }
        self.list = Some(Trust::Stamps);
    }

    fn compare_listing(&mut self, listing: Listing, trust: Trust) {
        let unwatched = self.unwatched.len();
        self.unwatched.retain(|problem| listing.folders.binary_search(&problem.path).is_ok());
        self.news.folder |= self.unwatched.len() != unwatched;
        if listing.problems != self.listing {
            self.listing = listing.problems;
            self.news.folder = true;
        }
        let (gone, changed) = differences(&self.known, listing.files, trust);
        for path in gone {
            self.known.remove(&path);
            self.news.folder |= self.corpus.has(&path);
            self.note_gone(&path);
            self.corpus.remove(&path);
        }
        // A file that was to be read may lie where it lay, and still be none of this folder's: it is ignored now.
        let known = &self.known;
        self.pending.retain(|path| known.contains_key(path));
        for path in &changed {
            self.known
                .entry(path.clone())
                .or_insert(Known { stamp: None, read_at: SystemTime::UNIX_EPOCH });
        }
        self.queue(changed);
    }

    fn read_some(&mut self) {
        let total = self.reading.max(self.pending.len());
        if total >= WORTH_TELLING || self.published.is_none() {
            self.tell(Phase::Reading, total - self.pending.len(), total);
        }
        let rest = self.pending.len().saturating_sub(self.pace.files());
        let mut piece = self.pending.split_off(rest);
        piece.reverse();
        let (read_at, begun) = (SystemTime::now(), Instant::now());
        let read = read_all(&self.root, &piece, &self.corpus);
        self.pace.took(piece.len(), begun.elapsed());
        for (path, outcome) in piece.into_iter().zip(read) {
            let vanished = matches!(outcome, Outcome::Vanished | Outcome::NoFile);
            if matches!(outcome, Outcome::NoFile) {
                self.list = self.list.max(Some(Trust::Stamps));
            }
            let before = self.corpus.content(&path);
            if vanished {
                self.note_gone(&path);
            }
            let (stamp, changed) = apply(&mut self.corpus, &path, outcome);
            self.news.folder |= changed;
            self.note_read(&path, before);
            if vanished {
                self.known.remove(&path);
            } else if let Some(known) = self.known.get_mut(&path) {
                *known = Known { stamp, read_at };
            }
        }
    }

    /// Remembers a document that is about to be forgotten because its file is gone.
    fn note_gone(&mut self, path: &DocPath) {
        if self.published.is_some() && self.corpus.has(path) {
            let record = self.corpus.entries().get(path).map(|entry| &entry.record);
            self.journal.went(path, record, self.corpus.params());
        }
    }

    /// Remembers a document that came or changed; what was read before anything was shown, or is read again for other
    /// parameters, did neither.
    fn note_read(&mut self, path: &DocPath, before: Option<u128>) {
        let Some(content) = self.corpus.content(path).filter(|_| self.published.is_some()) else {
            return;
        };
        match before {
            Some(before) if before != content => self.journal.changed(path),
            Some(_) => {}
            None => {
                let is_known = self.known.get(path).is_some_and(|known| known.stamp.is_some());
                if !is_known {
                    self.journal.came(path);
                }
            }
        }
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
        (self.sink)(Report::Snapshot(snapshot));
        self.retired.retain(|old| Arc::strong_count(old) > 1);
    }

    fn tell(&mut self, phase: Phase, done: usize, total: usize) {
        self.news.told = true;
        (self.sink)(Report::Progress { epoch: self.epoch, phase, done, total });
    }
}

fn is_ignore_file(path: &DocPath) -> bool {
    path.as_path().file_name().is_some_and(|name| name == ".gitignore" || name == ".ignore")
}
