//! From the corpus to a snapshot: names to numbers, the ranking to what of it passes. It joins and ranks nothing.

use std::sync::Arc;

use crate::base::ids::{DocId, Epoch};
use crate::base::problem::Problem;
use crate::compare::measure::{Direction, Overlap};

use super::corpus::Corpus;
use super::pairs::bar;
use super::ranked::{Ranked, Shown};
use super::register::Register;
use super::snapshot::{DocInfo, Pair, Snapshot};

/// A corpus with its register: documents by number, and what two of them are to each other.
pub struct Roll<'a> {
    /// The corpus it was taken from.
    pub corpus: &'a Corpus,
    /// Who is who in it.
    pub register: &'a Register,
    /// By [`DocId`].
    pub docs: &'a Arc<Vec<DocInfo>>,
}

impl<'a> Roll<'a> {
    /// Of a sketched corpus.
    pub fn call(corpus: &'a Corpus) -> Self {
        let register = corpus.register();
        Self { corpus, register, docs: &register.docs }
    }

    /// Two documents as a pair, `a` before `b`, given how many keys their texts share.
    pub fn pair(&self, one: DocId, other: DocId, count: u32) -> Pair {
        let (a, b) = (one.min(other), one.max(other));
        let (left, right) = (&self.docs[a.index()], &self.docs[b.index()]);
        let overlap = Overlap {
            shared: count,
            a_shingles: left.shingles,
            b_shingles: right.shingles,
            a_words: left.words,
            b_words: right.words,
            exact_copy: self.register.are_copies(a, b),
        };
        Pair {
            a,
            b,
            overlap,
            score: overlap.score(self.corpus.params().measure, Direction::Larger),
        }
    }

    /// Whether a pair passes the threshold.
    pub fn passes(&self, pair: &Pair) -> bool {
        let params = self.corpus.params();
        params.above.passes(pair.score, params.threshold)
    }

    /// How many keys the texts of two documents share, counted afresh.
    pub fn shared(&self, a: DocId, b: DocId) -> u32 {
        self.corpus.shared(&self.docs[a.index()].path, &self.docs[b.index()].path)
    }
}

/// The snapshot of a refreshed corpus. `listing` are the problems of the walk.
pub fn publish(corpus: &Corpus, listing: &[Problem], epoch: Epoch) -> Snapshot {
    let roll = Roll::call(corpus);
    let params = corpus.params();
    let bar = bar(params);
    // A refreshed corpus is ranked; of another one all is made here.
    let shown = corpus.ranked().and_then(|ranked| ranked.shown(bar));
    let shown = shown.or_else(|| Ranked::of(&roll).shown(bar));
    let Shown { rows, pairs: pairs_found, cut, histogram } = shown.unwrap_or_else(Shown::nothing);

    Snapshot {
        epoch,
        params: Arc::clone(params),
        present: roll.docs.len(),
        docs: Arc::clone(roll.docs),
        problems: corpus.problems(listing),
        rows,
        pairs_found,
        cut,
        histogram,
        complete_from: corpus.pairs().complete_from(bar),
    }
}
