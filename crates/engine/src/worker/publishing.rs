use std::sync::Arc;
use std::time::{Duration, Instant};

use hashbrown::HashMap;

use super::Worker;
use crate::{Report, visits::PairNames};
use base::problem::{Problem, ProblemKind};
use base::{cancel::Cancel, ids::Epoch, path::DocPath};
use shingle_core::pipeline::{
    Completeness, Corpus, Mark, Snapshot, results::changed_rows, take_snapshot,
};

/// Longest time until the screen shows a change. In a folder that changes all the time, more changes may then still
/// wait to be read.
const LONGEST_DELAY: Duration = Duration::from_secs(5);

/// Time that the worker may spend on changes of the folder without a delay.
const BURST: Duration = Duration::from_secs(1);
/// Divisor for further work on changes, which takes at most 1/20 of the time. No change waits longer than
/// [`LONGEST_DELAY`].
const SHARE: u32 = 20;

#[derive(Debug, Clone, Copy)]
struct RecentEffort {
    spent: Duration,
    at: Instant,
}

impl RecentEffort {
    fn remaining_work_time_at(self, now: Instant) -> Duration {
        self.spent.saturating_sub((now - self.at) / SHARE)
    }

    fn add_work_time(&mut self, work: Duration, now: Instant) {
        let most = BURST + LONGEST_DELAY / SHARE;
        *self = Self { spent: (self.remaining_work_time_at(now) + work).min(most), at: now };
    }

    fn delay_at(self, now: Instant) -> Duration {
        self.remaining_work_time_at(now).saturating_sub(BURST) * SHARE
    }
}

/// Number of rows of the last result that are counted first if a result takes long.
const ROWS_FIRST: usize = 1000;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DueResults {
    pub(crate) folder: bool,
    pub(crate) params: bool,
    pub(crate) progress_was_sent: bool,
}

#[derive(Debug)]
pub(crate) struct Publishing {
    pub(crate) due: DueResults,
    /// Pairs of the rows on the screen when the parameters changed.
    pub(crate) in_view: Vec<PairNames>,
    pub(crate) last: Option<Arc<Snapshot>>,
    are_marks_read: bool,
    pub(super) since_last_visit: HashMap<DocPath, Mark>,
    since: Option<Instant>,
    effort: RecentEffort,
    is_of_folder: bool,
    /// Snapshots that the screen may still show. The worker frees each one when no other thread uses it, because
    /// freeing a million rows takes longer than a frame.
    retired: Vec<Arc<Snapshot>>,
}

impl Publishing {
    pub(crate) fn new() -> Self {
        let due = DueResults { folder: false, params: true, progress_was_sent: false };
        Self {
            due,
            in_view: Vec::new(),
            last: None,
            are_marks_read: false,
            since_last_visit: HashMap::new(),
            since: None,
            effort: RecentEffort { spent: Duration::ZERO, at: Instant::now() },
            is_of_folder: false,
            retired: Vec::new(),
        }
    }

    pub(crate) const fn is_result_due(&self) -> bool {
        self.due.folder || self.due.params || self.due.progress_was_sent
    }

    pub(crate) fn note_work_time(&mut self, started: Instant) {
        if self.is_of_folder {
            self.effort.add_work_time(started.elapsed(), Instant::now());
        }
    }

    /// Returns the time for which a change must wait, so that time remains for other programs, or `None` if no change
    /// waits.
    pub(crate) fn delay_of_folder_changes(&self) -> Option<Duration> {
        let only_folder = self.has_unpublished_change() && !self.due.progress_was_sent;
        let rest = || self.effort.delay_at(Instant::now());
        only_folder.then(rest).filter(|rest| *rest > Duration::ZERO)
    }

    /// Returns the time until counts over all documents start, which wait longer, to count once for several changes.
    pub(crate) fn delay_of_shingle_counts(&self) -> Option<Duration> {
        let rest = self.effort.remaining_work_time_at(Instant::now()) * SHARE;
        (self.is_of_folder && rest > Duration::ZERO).then_some(rest)
    }

    /// Returns true if a change waits to be published. False before the first result and with new parameters, because
    /// the remaining documents must be read first.
    pub(crate) const fn has_unpublished_change(&self) -> bool {
        self.due.folder && !self.due.params && self.last.is_some()
    }

    pub(crate) fn is_change_overdue(&mut self) -> bool {
        self.since = if self.has_unpublished_change() {
            self.since.or_else(|| Some(Instant::now()))
        } else {
            None
        };
        self.since.is_some_and(|since| since.elapsed() >= LONGEST_DELAY)
    }

    /// Records that the user has seen the marked changes of this result. Marks of a newer result stay.
    pub(crate) fn note_marks_seen(&mut self, snapshot: &Arc<Snapshot>) {
        self.are_marks_read |= self.last.as_ref().is_some_and(|last| Arc::ptr_eq(last, snapshot));
    }

    /// Returns the documents to sketch first if a result takes long, best first. They are in the rows on the screen,
    /// and in the best rows of the last result.
    pub(crate) fn most_important_documents(&self) -> impl Iterator<Item = &DocPath> {
        let last = self.last.as_deref();
        let best = last.into_iter().flat_map(|last| {
            let rows = (0..ROWS_FIRST).filter_map(|place| last.rows.get(place));
            rows.map(|row| last.names(row))
        });
        let in_view = self.in_view.iter().map(|(a, b)| (a, b));
        in_view.chain(best).flat_map(|(a, b)| [a, b])
    }

    pub(crate) fn note_part_sent(&mut self, part: Arc<Snapshot>) {
        self.retired.push(part);
        self.due.progress_was_sent = true;
    }

    /// Marks the rows that changed since the last result and since the last visit. Returns the number of rows that
    /// changed since the last visit.
    pub(crate) fn mark_and_store_result(&mut self, mut snapshot: Snapshot) -> (Arc<Snapshot>, u64) {
        let before = self.last.as_ref().filter(|before| *before.params == *snapshot.params);
        self.is_of_folder = before.is_some();
        if let Some(before) = before {
            changed_rows::mark_changed_rows(before, &mut snapshot, !self.are_marks_read);
        }
        let since_last_visit =
            changed_rows::mark_rows_since_visit(&mut snapshot, &self.since_last_visit);
        self.are_marks_read = false;
        let snapshot = Arc::new(snapshot);
        self.retired.extend(self.last.replace(Arc::clone(&snapshot)));
        self.due = DueResults::default();
        self.since = None;
        (snapshot, since_last_visit)
    }

    pub(crate) const fn has_old_results(&self) -> bool {
        !self.retired.is_empty()
    }

    pub(crate) fn free_old_results(&mut self) {
        self.retired.retain(|snapshot| Arc::strong_count(snapshot) > 1);
    }
}

/// Limits above which a first part of the result is shown early.
pub(super) struct SlowLimits {
    pub(super) join: u64,
    pub(super) sketch: u64,
    pub(super) documents: usize,
    pub(super) reading: Duration,
}

impl SlowLimits {
    /// Usual limits: above them, joining takes a tenth of a second or more, sketching a third.
    pub(super) const USUAL: Self = Self {
        join: 40_000_000,
        sketch: 1 << 25,
        documents: 4096,
        reading: Duration::from_millis(500),
    };
}

/// Number of words of the first early part of a result, after half a second of reading. The number doubles with the
/// time, so early parts add a twentieth to the time.
const WORDS: usize = 1 << 20;
/// Number of partial results during the first reading. The last one has 16 million words: 26,000 documents of 600 words.
const TIMES: u32 = 5;

/// Start of reading, and the number of early parts that were published since.
#[derive(Default)]
pub(super) struct WhileReading {
    started: Option<Instant>,
    times: u32,
}

impl Worker {
    pub(super) fn publish_if_reading_is_slow(&mut self) {
        let started = *self.while_reading.started.get_or_insert_with(Instant::now);
        let times = self.while_reading.times;
        let is_long = started.elapsed() >= self.slow.reading * (1 << times);
        let is_large = self.corpus.entries().len() >= self.slow.documents;
        let is_due = self.publishing.last.is_none()
            && times < TIMES
            && (is_long && (is_large || self.disk.is_slow_file_next()) || self.disk.only_slow_left);
        if !is_due {
            return;
        }
        self.while_reading.times += 1;
        let (cancel, problems) = (self.cancel.clone(), self.disk.listing.clone());
        let publish = |part: &Corpus| snapshot_of_part(part, &problems, cancel.epoch());
        if let Some(part) = self.corpus.run_on_first_words(WORDS << times, &cancel, publish) {
            self.publish_first_part(part);
        }
    }

    pub(super) fn publish_first_part(&mut self, part: Arc<Snapshot>) {
        (self.sink)(Report::Snapshot(Arc::clone(&part)));
        self.publishing.note_part_sent(part);
    }

    /// Shows a first part of a result whose sketches take long: the pairs of the most important documents. Skipped if
    /// the parameters are unchanged, because the last result is then complete.
    pub(super) fn publish_important_part(
        &mut self,
        problems: &[Problem],
        cancel: &Cancel,
    ) -> Option<Arc<Snapshot>> {
        let publishing = &self.publishing;
        if !publishing.due.params || !self.corpus.is_refresh_long(self.slow.sketch) {
            return None;
        }
        let (last, epoch) = (publishing.last.as_deref()?, cancel.epoch());
        if last.params == *self.corpus.params() {
            let again = || Arc::new(Snapshot { epoch, ..last.clone() });
            return (!publishing.due.folder).then(again);
        }
        let publish = |part: &Corpus| snapshot_of_part(part, problems, epoch);
        self.corpus.run_on_documents(publishing.most_important_documents(), cancel, publish)
    }
}

fn snapshot_of_part(part: &Corpus, problems: &[Problem], epoch: Epoch) -> Arc<Snapshot> {
    let mut part = take_snapshot(part, problems, epoch);
    part.problems.retain(|problem| problem.kind != ProblemKind::Unmatched);
    Arc::new(Snapshot { completeness: Completeness::SomeDocuments, ..part })
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc::Receiver, mpsc::channel};
    use std::{time::Duration, time::Instant};

    use base::{cancel::NewestEpoch, path::DocPath};
    use shingle_core::pipeline::results::snapshot::Completeness::{SomeDocuments, Whole};
    use shingle_core::pipeline::{Completeness, Params, Snapshot, StopWords};
    use shingle_core::{text::Stem, texts::text_source};

    use super::super::super::{question::Question, question::Request, reader::DocumentFolder};
    use super::{LONGEST_DELAY, RecentEffort, SHARE, SlowLimits, Worker};
    use crate::Report;

    struct Watched {
        worker: Worker,
        newest: NewestEpoch,
        reports: Receiver<Report>,
    }

    impl Watched {
        /// A worker with a few documents and their first result. All work counts as slow.
        fn new() -> Self {
            let (sender, reports) = channel();
            let sink = Arc::new(move |report| drop(sender.send(report)));
            let newest = NewestEpoch::default();
            let folder = DocumentFolder::new("nowhere");
            let (params, cancel) = (Arc::new(plain(2)), newest.token(newest.epoch()));
            let mut worker =
                Worker::new(folder, params, None, (cancel, NewestEpoch::default()), sink);
            worker.slow =
                SlowLimits { join: u64::MAX, sketch: 0, documents: 2, reading: Duration::ZERO };
            for (name, text) in [
                ("a.txt", "one two three four five six"),
                ("b.txt", "one two three four five seven"),
                ("c.txt", "eight nine ten"),
                ("d.txt", "eight nine two"),
                ("e.txt", "eleven two"),
            ] {
                let record = worker.corpus.new_reader().read(&text_source(text));
                assert!(worker.corpus.put_document(&DocPath::new(name), record));
            }
            worker.publishing.due.folder = true;
            let mut watched = Self { worker, newest, reports };
            watched.worker.publish_if_reading_is_slow();
            assert_eq!(watched.parts(), [(2, SomeDocuments, 2)]);
            watched.worker.refresh_and_publish();
            assert_eq!(watched.parts(), [(2, Whole, 2)]);
            watched.worker.publish_if_reading_is_slow();
            assert_eq!(watched.parts(), [], "there is a whole result");
            watched
        }

        fn ask(&mut self, width: u32) {
            let cancel = self.newest.token(self.newest.advance());
            let in_view = vec![(DocPath::new("d.txt"), DocPath::new("c.txt"))];
            let question = Question::Ranking { params: Arc::new(plain(width)), in_view };
            self.worker.handle_request(Request { number: 0, question, cancel });
        }

        /// Width, completeness and number of pairs of the results since the last call.
        fn parts(&mut self) -> Vec<(u32, Completeness, u64)> {
            let snapshot = |report| match report {
                Report::Snapshot(snapshot) => Some(snapshot),
                _ => None,
            };
            let newest = self.newest.epoch();
            let part = |one: Arc<Snapshot>| {
                assert_eq!(one.epoch, newest);
                (one.params.width, one.completeness, one.pairs_found)
            };
            self.reports.try_iter().filter_map(snapshot).map(part).collect()
        }
    }

    fn plain(width: u32) -> Params {
        let (stop_words, stem) = (StopWords::Off, Stem::Off);
        Params { stop_words, stem, width, ..Params::defaults() }
    }

    #[test]
    fn few_changes_are_shown_at_once_and_a_folder_that_never_rests_takes_a_twentieth_of_the_time() {
        let start = Instant::now();
        let mut effort = RecentEffort { spent: Duration::ZERO, at: start };
        let (work, mut now) = (Duration::from_millis(200), start);
        let mut rests = Vec::new();
        for _ in 0..40 {
            now += effort.delay_at(now) + work;
            effort.add_work_time(work, now);
            rests.push(effort.delay_at(now));
        }
        assert_eq!(rests[..5], [Duration::ZERO; 5]);
        assert!(rests[10..].iter().all(|rest| *rest + work >= SHARE * work), "{rests:?}");
        assert_eq!(effort.delay_at(now + LONGEST_DELAY), Duration::ZERO);
        effort.add_work_time(Duration::from_mins(10), now);
        let two = Duration::from_secs(2);
        assert_eq!(effort.delay_at(now + two) + two, LONGEST_DELAY);
    }

    #[test]
    fn several_changes_of_the_folder_are_counted_once() {
        let mut watched = Watched::new();
        watched.worker.disk.take_due_listing();
        let counted = |watched: &mut Watched| {
            (0..9).for_each(|_| watched.worker.run_background_step());
            let of_counts = |report: &Report| matches!(report, Report::Elsewhere(..));
            watched.reports.try_iter().filter(of_counts).count()
        };
        assert_eq!(counted(&mut watched), 1, "the first result");
        for _ in 0..3 {
            watched.worker.publishing.due.folder = true;
            watched.worker.refresh_and_publish();
            watched.worker.publishing.effort.add_work_time(Duration::from_secs(1), Instant::now());
            assert_eq!(counted(&mut watched), 0);
            assert!(!watched.worker.has_work(), "the worker waits");
        }
        watched.worker.publishing.effort.spent = Duration::ZERO;
        assert!(watched.worker.has_work());
        assert_eq!(counted(&mut watched), 1);
    }

    #[test]
    fn pairs_of_the_last_result_come_before_all_texts_are_sketched() {
        let mut watched = Watched::new();
        watched.ask(1);
        watched.worker.refresh_and_publish();
        // e.txt was in no pair.
        assert_eq!(watched.parts(), [(1, SomeDocuments, 4), (1, Whole, 7)]);
        watched.worker.slow = SlowLimits::USUAL;
        watched.ask(3);
        watched.worker.refresh_and_publish();
        assert_eq!(watched.parts(), [(3, Whole, 1)]);
    }

    #[test]
    fn the_last_result_comes_again_where_its_parameters_do() {
        let mut watched = Watched::new();
        watched.ask(1);
        watched.newest.advance();
        watched.worker.refresh_and_publish();
        assert_eq!(watched.parts(), [], "it was not stopped");
        watched.ask(2);
        watched.worker.refresh_and_publish();
        assert_eq!(watched.parts(), [(2, Whole, 2); 2]);
        assert!(!watched.worker.publishing.is_result_due());
    }
}
