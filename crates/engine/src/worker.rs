//! The thread that owns the corpus, handles messages and works in small steps.

mod answers;
mod disk;
mod publishing;
mod reading;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use self::answers::Answers;
use self::disk::{Disk, StampTrust};
use self::publishing::{Publishing, SlowLimits, WhileReading};
use super::journal::{
    DocumentDifference, DocumentEvent, Journal, SinceLastVisit, differences_between,
};
use super::question::{Phase, Report, Sink};
use super::question::{Question, Request};
use super::reader::DocumentFolder;
use crate::folder::{WatchState, Watcher, watch::ChangeHint, watch::WatchEvent};
use crate::visits::DocumentBefore;
use base::cancel::{Cancel, NewestEpoch};
use base::faults::panic_if_asked;
use base::path::DocPath;
use shingle_core::pipeline::{
    Corpus, CountsBelowThreshold, Mark, NodeId, Params, SharesElsewhere, Snapshot, Stage,
    take_snapshot,
};

/// Time until the worker first checks if the screen still uses an old snapshot.
const FIRST_LOOK: Duration = Duration::from_millis(50);
/// Longest time between checks if the screen still uses an old snapshot.
const LAST_LOOK: Duration = Duration::from_secs(2);

/// Shared passages of at least this many words are reported even if their pair is below the threshold.
pub const LONG_PASSAGE: u32 = 30;
/// Common shingles are counted unasked only up to this number of texts, because the count cannot be interrupted.
const MANY_TEXTS: usize = 20_000;
const PAIRS_PER_PIECE: usize = 128;

pub(super) enum WorkerMessage {
    Ask(Request),
    Watch(WatchEvent),
    Stop,
}

#[derive(Clone)]
pub(super) struct Inbox {
    messages: Sender<WorkerMessage>,
    /// Epoch of the newest message.
    arrived: NewestEpoch,
}

impl Inbox {
    pub(super) const fn new(messages: Sender<WorkerMessage>, arrived: NewestEpoch) -> Self {
        Self { messages, arrived }
    }

    pub(super) fn send(&self, message: WorkerMessage) {
        // If the thread has stopped, it has already reported why.
        let _ = self.messages.send(message);
        self.arrived.advance();
    }
}

pub(super) struct Worker {
    cancel: Cancel,
    arrived: NewestEpoch,
    /// Token of work that no user asked for, which any new message cancels.
    unasked: Cancel,
    sink: Sink,
    corpus: Corpus,
    disk: Disk,
    publishing: Publishing,
    answers: Answers,
    journal: Journal,
    /// Documents of the last visit, or `None` after the comparison with the present documents.
    before: Option<Vec<DocumentBefore>>,
    slow: SlowLimits,
    while_reading: WhileReading,
    /// Last result with its next count; `None` after the last count.
    uncounted: Option<(Arc<Snapshot>, Count)>,
}

/// Counts that follow a result when the worker has no other work, in this order.
enum Count {
    /// Shingles of each document that other documents have.
    Elsewhere,
    /// Shingles that are common.
    Common,
    /// Pairs below the threshold that may share a long passage.
    PairsBelow,
    /// Long passages in the pairs that remain, and those found so far.
    PassagesBelow(Vec<(NodeId, NodeId)>, CountsBelowThreshold),
}

const NAMES_LOGGED: usize = 8;

fn log_event(event: &WatchEvent) {
    match event {
        WatchEvent::State(_) => {}
        WatchEvent::Pace(pace) => log::info!("watch: listed every {} s", pace.as_secs()),
        WatchEvent::Hint(ChangeHint::Everything) => log::info!("watch: anything may have changed"),
        WatchEvent::Hint(ChangeHint::Changed(names)) => {
            let first = names.iter().take(NAMES_LOGGED).map(ToString::to_string);
            let first = first.collect::<Vec<_>>().join(", ");
            log::info!("watch: {} changed: {first}", names.len());
        }
    }
}

impl Worker {
    /// Creates the worker. A change of parameters stops the first run by `cancel`; `arrived` counts messages.
    pub(super) fn new(
        folder: DocumentFolder,
        params: Arc<Params>,
        before: Option<Vec<DocumentBefore>>,
        (cancel, arrived): (Cancel, NewestEpoch),
        sink: Sink,
    ) -> Self {
        Self {
            cancel,
            unasked: arrived.token(arrived.epoch()),
            arrived,
            sink,
            corpus: Corpus::new(params),
            disk: Disk::new(folder),
            publishing: Publishing::new(),
            answers: Answers::default(),
            journal: Journal::default(),
            before,
            slow: SlowLimits::USUAL,
            while_reading: WhileReading::default(),
            uncounted: None,
        }
    }

    pub(super) fn set_watch_state(&mut self, state: WatchState) {
        log::info!("watch: {state}");
        self.disk.watch = state.clone();
        (self.sink)(Report::Watch(state));
    }

    pub(super) fn run(mut self, watcher: &Watcher, messages: &Receiver<WorkerMessage>) {
        loop {
            let mut next = if self.has_work() {
                messages.try_recv().ok()
            } else {
                let Ok(message) = self.wait_for_message(messages) else { return };
                message
            };
            self.unasked = self.arrived.token(self.arrived.epoch());
            while let Some(message) = next {
                match message {
                    WorkerMessage::Stop => return,
                    WorkerMessage::Ask(request) => self.handle_request(request),
                    WorkerMessage::Watch(event) => self.handle_watch_event(event),
                }
                next = messages.try_recv().ok();
            }
            self.run_next_step(watcher);
        }
    }

    /// Waits for a message, and frees old snapshots meanwhile. Returns `None` if the time for a missing file is over.
    fn wait_for_message(
        &mut self,
        messages: &Receiver<WorkerMessage>,
    ) -> Result<Option<WorkerMessage>, RecvError> {
        let mut pause = FIRST_LOOK;
        loop {
            let left = self.disk.time_until_wait_ends();
            if left == Some(Duration::ZERO) {
                self.remove_files_not_returned();
                return Ok(None);
            }
            let look = self.publishing.has_old_results().then_some(pause);
            let delays =
                [look, left, self.delay_of_folder_changes(), self.delay_of_shingle_counts()];
            // Checks for work after computing the delays, because a delay may have ended since.
            if self.has_work() {
                return Ok(None);
            }
            let Some(timeout) = delays.into_iter().flatten().min() else {
                return messages.recv().map(Some);
            };
            match messages.recv_timeout(timeout) {
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Timeout) => {
                    self.publishing.free_old_results();
                    pause = LAST_LOOK.min(pause * 2);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(RecvError),
            }
        }
    }

    fn has_work(&self) -> bool {
        let rests = self.delay_of_folder_changes().is_some();
        self.disk.has_work()
            || self.answers.has_due_question()
            || !rests
                && (self.publishing.is_result_due()
                    || self.journal.needs_report()
                    || self.uncounted.is_some() && self.delay_of_shingle_counts().is_none())
    }

    fn delay_of_shingle_counts(&self) -> Option<Duration> {
        let waits = matches!(self.uncounted, Some((_, Count::Elsewhere)));
        self.publishing.delay_of_shingle_counts().filter(|_| waits)
    }

    /// Returns the time for which changes of the folder must wait. Meanwhile, questions get answers from the present
    /// corpus.
    fn delay_of_folder_changes(&self) -> Option<Duration> {
        self.publishing.delay_of_folder_changes().filter(|_| !self.answers.has_due_question())
    }

    fn handle_request(&mut self, request: Request) {
        if request.cancel.is_cancelled() {
            return;
        }
        match request.question {
            Question::Ranking { params, in_view } => {
                self.cancel = request.cancel;
                self.publishing.in_view = in_view;
                let forgets = self.corpus.set_params(params);
                self.publishing.due.params = true;
                if forgets {
                    self.queue_unread_files();
                }
            }
            Question::Rescan => {
                let reports = self.disk.watch == WatchState::Native;
                let trust = if reports { StampTrust::Stamps } else { StampTrust::Nothing };
                self.disk.request_listing(trust);
                // Reports progress at once, because the user waits for this listing.
                self.report_progress(Phase::Listing, 0, 0);
            }
            Question::MarksRead(snapshot) => self.publishing.note_marks_seen(&snapshot.0),
            _ => self.answers.add_request(request),
        }
    }

    fn handle_watch_event(&mut self, event: WatchEvent) {
        log_event(&event);
        match event {
            WatchEvent::State(state) => self.set_watch_state(state),
            WatchEvent::Pace(pace) => (self.sink)(Report::Pace(pace)),
            WatchEvent::Hint(ChangeHint::Everything) => {
                self.disk.request_listing(StampTrust::Stamps);
            }
            WatchEvent::Hint(ChangeHint::Changed(names)) => self.queue_names(names),
        }
    }

    fn run_next_step(&mut self, watcher: &Watcher) {
        panic_if_asked("engine");
        // After each result, waiting requests come before other work, so that a busy folder does not delay them.
        if self.answers.unanswered && !self.publishing.due.params && self.answer_next_question() {
            return;
        }
        self.answers.unanswered = false;
        let waits = self.disk.only_slow_left && self.publishing.has_unpublished_change();
        if self.publishing.is_change_overdue() || waits {
            self.refresh_and_publish();
        } else if let Some(trust) = self.disk.take_due_listing() {
            self.list_and_compare(watcher, trust);
        } else if self.disk.has_files_to_read() {
            self.read_next_batch();
            self.publish_if_reading_is_slow();
        } else if self.delay_of_folder_changes().is_none() {
            let started = Instant::now();
            if self.publishing.is_result_due() {
                self.refresh_and_publish();
            } else if !self.answer_next_question() {
                self.run_background_step();
            }
            self.publishing.note_work_time(started);
        }
    }

    fn run_background_step(&mut self) {
        if self.journal.needs_report() {
            let all = self.journal.report_events();
            (self.sink)(Report::Activities(Arc::new(all)));
        } else if self.delay_of_shingle_counts().is_none()
            && let Some((snapshot, count)) = self.uncounted.take()
        {
            self.uncounted = self.report_count(&snapshot, count).map(|next| (snapshot, next));
        }
    }

    /// Runs a count and reports the result. Returns the next count, or the same count if it was cancelled.
    fn report_count(&mut self, snapshot: &Arc<Snapshot>, count: Count) -> Option<Count> {
        match count {
            Count::Elsewhere => {
                match SharesElsewhere::count_shared_elsewhere(&self.corpus, &self.unasked) {
                    Some(found) => {
                        (self.sink)(Report::Elsewhere(Arc::clone(snapshot), Arc::new(found)));
                    }
                    None if self.unasked.is_cancelled() => return Some(Count::Elsewhere),
                    None => {}
                }
                Some(Count::Common)
            }
            Count::Common if self.count_and_report_common_shingles(snapshot).is_none() => {
                Some(Count::Common)
            }
            // With `--passage`, the list has these pairs.
            Count::Common => snapshot.params.passage.is_none().then_some(Count::PairsBelow),
            Count::PairsBelow => {
                let pairs =
                    self.corpus.find_candidates_below_threshold(LONG_PASSAGE, &self.unasked);
                let search = |pairs| Count::PassagesBelow(pairs, CountsBelowThreshold::default());
                Some(pairs.map_or(Count::PairsBelow, search))
            }
            Count::PassagesBelow(mut pairs, mut below) => {
                let rest = pairs.len().saturating_sub(PAIRS_PER_PIECE);
                let searched = self.corpus.find_passages_below_threshold(
                    &mut below,
                    &pairs[rest..],
                    LONG_PASSAGE,
                    &self.unasked,
                );
                if searched.is_some() {
                    pairs.truncate(rest);
                }
                if searched.is_none() || rest > 0 {
                    return Some(Count::PassagesBelow(pairs, below));
                }
                if below.pairs > 0 {
                    (self.sink)(Report::PassagesBelow(Arc::clone(snapshot), Arc::new(below)));
                }
                None
            }
        }
    }

    fn count_and_report_common_shingles(&self, snapshot: &Arc<Snapshot>) -> Option<()> {
        let takes = snapshot.params.common.is_none() && !snapshot.params.is_estimate();
        if takes && self.corpus.nodes().len() <= MANY_TEXTS {
            let shingles = self.corpus.count_common_keys_by_groups(&self.unasked)?;
            if shingles > 0 {
                (self.sink)(Report::SharedByMany(Arc::clone(snapshot), shingles));
            }
        }
        Some(())
    }

    /// Answers the next question from the refreshed corpus, and returns false if there is none.
    fn answer_next_question(&mut self) -> bool {
        let folder = (&self.disk.folder, &self.corpus);
        self.answers.answer_next_question(folder, &self.cancel, &self.sink)
    }

    fn refresh_and_publish(&mut self) {
        let due = &mut self.publishing.due;
        if !due.folder && !due.params {
            // Sends the last result again although nothing changed, because that ends the progress display.
            due.progress_was_sent = false;
            if let Some(snapshot) = &self.publishing.last {
                (self.sink)(Report::Snapshot(Arc::clone(snapshot)));
            }
            return;
        }
        let cancel = self.cancel.clone();
        let problems = self.disk.listing.clone();
        if let Some(first) = self.publish_important_part(&problems, &cancel) {
            self.publish_first_part(first);
        }
        let (sink, epoch) = (&self.sink, cancel.epoch());
        let progress = |stage: Stage, done: usize, total: usize| {
            let phase = if stage == Stage::Join { Phase::Comparing } else { Phase::Shingling };
            sink(Report::Progress { epoch, phase, done, total });
        };
        match self.corpus.refresh_best_pairs(self.slow.join, &cancel, &progress) {
            None => return,
            Some(None) => {}
            Some(Some(_)) => {
                // A snapshot ends the display of progress on the screen, so progress is reported again after it.
                let first = Arc::new(take_snapshot(&self.corpus, &problems, cancel.epoch()));
                sink(Report::Snapshot(Arc::clone(&first)));
                self.publishing.note_part_sent(first);
                progress(Stage::Join, 0, self.corpus.nodes().len());
            }
        }
        if self.corpus.refresh(&cancel, &progress).is_none() {
            return;
        }
        let snapshot = take_snapshot(&self.corpus, &problems, cancel.epoch());
        if let Some(last) = &self.publishing.last {
            self.journal.add_changes(last, &snapshot, &self.corpus);
        }
        let since = self.compare_with_last_visit(&snapshot);
        let (snapshot, rows) = self.publishing.mark_and_store_result(snapshot);
        log::info!("ranked {} pairs of {} documents", snapshot.pairs_found, snapshot.present);
        self.uncounted = Some((Arc::clone(&snapshot), Count::Elsewhere));
        self.answers.mark_all_due();
        (self.sink)(Report::Snapshot(snapshot));
        if let Some(since) = since {
            (self.sink)(Report::SinceLastVisit(SinceLastVisit { rows, ..since }));
        }
        for notice in self.disk.folder.reader.notices() {
            (self.sink)(Report::Notice(notice));
        }
        self.publishing.free_old_results();
        if self.disk.relist {
            self.disk.request_listing(StampTrust::Stamps);
        }
        if !self.disk.has_files_to_read() {
            self.corpus.lexicon.drop_caches();
            self.corpus.drop_unused_words();
        }
    }

    /// Compares with the last visit once, when all documents are read.
    fn compare_with_last_visit(&mut self, snapshot: &Snapshot) -> Option<SinceLastVisit> {
        if self.disk.has_work() {
            return None;
        }
        let before = self.before.take()?;
        let before = before.iter().map(|one| (&one.path, one.text));
        let is_there = |path: &DocPath| self.corpus.has_document_or_problem(path);
        let differences = differences_between(before, snapshot, is_there, |_| true);
        let counted = SinceLastVisit::count_differences(&differences);
        let mark = |(path, what): &DocumentDifference| match what {
            DocumentEvent::New => Some((path.clone(), Mark::New)),
            DocumentEvent::Changed(_) => Some((path.clone(), Mark::Changed)),
            _ => None,
        };
        self.publishing.since_last_visit = differences.iter().filter_map(mark).collect();
        self.journal.add_differences(differences, true);
        Some(counted)
    }

    fn report_progress(&mut self, phase: Phase, done: usize, total: usize) {
        self.publishing.due.progress_was_sent = true;
        (self.sink)(Report::Progress { epoch: self.cancel.epoch(), phase, done, total });
    }
}
