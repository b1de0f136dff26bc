//! The requests that the worker answers from a refreshed corpus, one after the other.

use std::path::Path;
use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::lab::material::Material;
use crate::pipeline::corpus::Corpus;

use super::super::clustering::Clustering;
use super::super::counting::Counting;
use super::super::laboratory::StudyWanted;
use super::super::passages::PassagesWanted;
use super::super::question::Question;
use super::super::report::Report;
use super::super::sourcing::SourcesWanted;

/// The open requests.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) question: Question,
    pub(crate) clustering: Clustering,
    pub(crate) counting: Counting,
    /// The request for the sources of a document.
    pub(crate) sources: Option<SourcesWanted>,
    /// The request for the passages of the folder.
    pub(crate) passages: Option<PassagesWanted>,
    /// The laboratory's request for the words.
    pub(crate) words: Option<StudyWanted>,
    /// Whether requests may be unanswered since the last result.
    pub(crate) unanswered: bool,
}

/// The outcome of the next request.
pub(crate) enum Answered {
    /// There is a report to send.
    Said(Report),
    /// The answer went elsewhere, or was cancelled.
    Done,
    /// There was no request.
    Nothing,
}

impl Answers {
    /// Whether there is an open request.
    pub(crate) const fn is_open(&self) -> bool {
        self.question.is_open()
            || self.clustering.is_open()
            || self.counting.is_open()
            || self.sources.is_some()
            || self.passages.is_some()
            || self.words.is_some()
    }

    /// Notes a new result: standing requests are answered again.
    pub(crate) const fn reopen(&mut self) {
        self.question.reopen();
        self.clustering.reopen();
        self.unanswered = true;
    }

    /// Answers the next request from the corpus of the folder at `root`. New parameters cancel clusters, which are made again
    /// with these parameters, and sources and passages, which are asked for again.
    pub(crate) fn next(&mut self, (root, corpus): (&Path, &Corpus), cancel: &Cancel) -> Answered {
        if let Some(found) = self.question.answer(corpus) {
            Answered::Said(Report::Query(Box::new(found)))
        } else if let Some(counted) = self.counting.answer(corpus) {
            Answered::Said(Report::Counted(counted))
        } else if let Some(wanted) = self.words.take() {
            wanted.hand_over(Material::of(corpus));
            Answered::Done
        } else if let Some(wanted) = self.sources.take() {
            let SourcesWanted { number, .. } = wanted;
            let answer = wanted.answer((root, corpus), cancel);
            answer
                .map_or(Answered::Done, |answer| Answered::Said(Report::Sources { number, answer }))
        } else if let Some(wanted) = self.passages.take() {
            let PassagesWanted { number, .. } = wanted;
            let answer = wanted.answer((root, corpus), cancel);
            let said = |answer| Answered::Said(Report::Passages { number, answer });
            answer.map_or(Answered::Done, said)
        } else if self.clustering.is_open() {
            let clusters = self.clustering.answer(corpus, cancel);
            clusters.map_or(Answered::Done, |clusters| {
                Answered::Said(Report::Clusters(Arc::new(clusters)))
            })
        } else {
            Answered::Nothing
        }
    }
}
