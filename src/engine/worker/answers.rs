//! What was asked of the worker and is answered from a refreshed corpus, one question after the other.

use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::lab::material::Material;
use crate::pipeline::corpus::Corpus;

use super::super::clustering::Clustering;
use super::super::counting::Counting;
use super::super::laboratory::StudyWanted;
use super::super::question::Question;
use super::super::report::Report;

/// Open questions.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) question: Question,
    pub(crate) clustering: Clustering,
    pub(crate) counting: Counting,
    /// The laboratory wants the words.
    pub(crate) words: Option<StudyWanted>,
    /// A result came, and what was asked of it may not be answered yet.
    pub(crate) owed: bool,
}

/// What the next question came to.
pub(crate) enum Answered {
    /// This is to be said.
    Said(Report),
    /// It was answered elsewhere, or cancelled.
    Done,
    /// Nothing was asked.
    Nothing,
}

impl Answers {
    /// Whether something is to be answered.
    pub(crate) const fn is_open(&self) -> bool {
        self.question.is_open()
            || self.clustering.is_open()
            || self.counting.is_open()
            || self.words.is_some()
    }

    /// There is a new result: what goes on being asked is asked of it.
    pub(crate) const fn reopen(&mut self) {
        self.question.reopen();
        self.clustering.reopen();
        self.owed = true;
    }

    /// Answers the next question. Other parameters cancel clusters, which are asked again when these are there.
    pub(crate) fn next(&mut self, corpus: &Corpus, cancel: &Cancel) -> Answered {
        if let Some(found) = self.question.answer(corpus) {
            Answered::Said(Report::Query(Box::new(found)))
        } else if let Some(counted) = self.counting.answer(corpus) {
            Answered::Said(Report::Counted(counted))
        } else if let Some(wanted) = self.words.take() {
            wanted.hand_over(Material::of(corpus));
            Answered::Done
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
