//! What is shown of a result that takes long, while files are read and before texts are sketched. It compares nothing
//! itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::cancel::Cancel;
use crate::base::ids::Epoch;
use crate::base::problem::Problem;
use crate::engine::report::Report;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::results::snapshot::publish;
use crate::pipeline::results::snapshot::{Completeness, Snapshot};

use super::Worker;

/// Work that takes so long that a first part of the result is shown before it.
pub(super) struct Long {
    /// Texts that a join meets under a key.
    pub(super) join: u64,
    /// Words of texts that are sketched anew.
    pub(super) sketch: u64,
    /// Documents of a folder that is being read for the first time.
    pub(super) documents: usize,
    /// For how long it has been read.
    pub(super) reading: Duration,
}

impl Long {
    /// The first takes a tenth of a second or more, the second a third.
    pub(super) const USUAL: Self = Self {
        join: 40_000_000,
        sketch: 1 << 25,
        documents: 4096,
        reading: Duration::from_millis(500),
    };
}

/// Words that are compared after the first half second of reading, and twice as many after each time twice as long: this
/// adds a twentieth to the time.
const WORDS: usize = 1 << 20;
/// So often; 16 million words are 26,000 documents of 600 words.
const TIMES: u32 = 5;

/// When pairs of what was read are shown for the next time.
#[derive(Default)]
pub(super) struct WhileReading {
    begun: Option<Instant>,
    times: u32,
}

impl<S: Fn(Report)> Worker<S> {
    /// While a large folder is read for the first time, shows the pairs of the first documents: of more each time.
    pub(super) fn show_what_was_read(&mut self) {
        let begun = *self.while_reading.begun.get_or_insert_with(Instant::now);
        let times = self.while_reading.times;
        let is_due = self.publishing.last.is_none()
            && times < TIMES
            && self.corpus.entries().len() >= self.long.documents
            && begun.elapsed() >= self.long.reading * (1 << times);
        if !is_due {
            return;
        }
        self.while_reading.times += 1;
        let (epoch, problems) = (self.epoch, self.disk.problems());
        let publish = |part: &Corpus| some(part, &problems, epoch);
        let cancel = self.newest.token(epoch);
        if let Some(part) = self.corpus.with_first(WORDS << times, &cancel, publish) {
            self.show_first(part);
        }
    }

    /// Shows a first part of a result.
    pub(super) fn show_first(&mut self, part: Arc<Snapshot>) {
        (self.sink)(Report::Snapshot(Arc::clone(&part)));
        self.publishing.first_part(part);
    }

    /// What can be told at once of a result for which it takes long to sketch all texts anew: the pairs of the documents
    /// that matter most. Where the last result had the same parameters, it is still true as a whole.
    pub(super) fn before_sketching(
        &mut self,
        problems: &[Problem],
        cancel: &Cancel,
    ) -> Option<Arc<Snapshot>> {
        let publishing = &self.publishing;
        if !publishing.due.params || !self.corpus.is_long(self.long.sketch) {
            return None;
        }
        let (last, epoch) = (publishing.last.as_deref()?, self.epoch);
        if last.params == *self.corpus.params() {
            let again = || Arc::new(Snapshot { epoch, ..last.clone() });
            return (!publishing.due.folder).then(again);
        }
        let publish = |part: &Corpus| some(part, problems, epoch);
        self.corpus.with_part(publishing.begin_with(), cancel, publish)
    }
}

/// The result of a part of the documents.
fn some(part: &Corpus, problems: &[Problem], epoch: Epoch) -> Arc<Snapshot> {
    let completeness = Completeness::SomeDocuments;
    Arc::new(Snapshot { completeness, ..publish(part, problems, epoch) })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use crate::base::cancel::NewestEpoch;
    use crate::base::path::DocPath;
    use crate::engine::report::Report;
    use crate::folder::names::WalkOptions;
    use crate::pipeline::parameters::{Params, StopWords};
    use crate::pipeline::results::snapshot::Completeness::{SomeDocuments, Whole};
    use crate::pipeline::results::snapshot::{Completeness, Snapshot};
    use crate::pipeline::texts::record::DocWords;
    use crate::text::normalize::Stem;

    use super::super::{Worker, WorkerMessage};
    use super::Long;

    struct Watched {
        worker: Worker<Box<dyn Fn(Report)>>,
        newest: NewestEpoch,
        reports: Receiver<Report>,
    }

    impl Watched {
        /// A worker to which everything is long, with a few documents and their first result.
        fn new() -> Self {
            let (sender, reports) = channel();
            let sink: Box<dyn Fn(Report)> = Box::new(move |report| drop(sender.send(report)));
            let newest = NewestEpoch::default();
            let (root, walk) = (Path::new("nowhere").to_path_buf(), WalkOptions::default());
            let mut worker =
                Worker::new(root, walk, Arc::new(plain(2)), None, newest.clone(), sink);
            worker.long = Long { join: u64::MAX, sketch: 0, documents: 2, reading: Duration::ZERO };
            for (name, text) in [
                ("a.txt", "one two three four five six"),
                ("b.txt", "one two three four five seven"),
                ("c.txt", "eight nine ten"),
                ("d.txt", "eight nine two"),
                ("e.txt", "eleven two"),
            ] {
                let lexicon = Arc::clone(&worker.corpus.lexicon);
                let record = DocWords::read(Path::new(name), text.as_bytes(), &plain(2), &lexicon);
                assert!(worker.corpus.put(&DocPath::new(name), record));
            }
            worker.publishing.due.folder = true;
            let mut watched = Self { worker, newest, reports };
            watched.worker.show_what_was_read();
            assert_eq!(watched.parts(), [(2, SomeDocuments, 2)]);
            watched.worker.refresh();
            assert_eq!(watched.parts(), [(2, Whole, 2)]);
            watched.worker.show_what_was_read();
            assert_eq!(watched.parts(), [], "there is a whole result");
            watched
        }

        fn ask(&mut self, width: u32) {
            let epoch = self.newest.advance();
            let in_view = vec![(DocPath::new("d.txt"), DocPath::new("c.txt"))];
            let asked = WorkerMessage::Params(Arc::new(plain(width)), epoch, in_view);
            assert!(self.worker.take(asked).is_some());
        }

        /// The width, how much is there, and the number of pairs, of the results since this was called last.
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
    fn pairs_of_the_last_result_come_before_all_texts_are_sketched() {
        let mut watched = Watched::new();
        watched.ask(1);
        watched.worker.refresh();
        // e.txt was in no pair.
        assert_eq!(watched.parts(), [(1, SomeDocuments, 4), (1, Whole, 7)]);
        watched.worker.long = Long::USUAL;
        watched.ask(3);
        watched.worker.refresh();
        assert_eq!(watched.parts(), [(3, Whole, 1)]);
    }

    #[test]
    fn the_last_result_comes_again_where_its_parameters_do() {
        let mut watched = Watched::new();
        watched.ask(1);
        watched.newest.advance();
        watched.worker.refresh();
        assert_eq!(watched.parts(), [], "it was not stopped");
        watched.ask(2);
        watched.worker.refresh();
        assert_eq!(watched.parts(), [(2, Whole, 2); 2]);
        assert!(!watched.worker.publishing.is_due());
    }
}
