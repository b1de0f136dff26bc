//! From the corpus to a snapshot: names to numbers, the ranking to what of it passes. It joins and ranks nothing.

use std::sync::Arc;

use crate::base::ids::{DocId, Epoch};
use crate::base::problem::Problem;
use crate::compare::measure::{Direction, Overlap};

use super::corpus::Corpus;
use super::doc_info::DocInfo;
use super::nodes::NodeId;
use super::ranked::{Ranked, Shown};
use super::register::Register;
use super::row::Pair;
use super::scoring::{Demand, score};
use super::snapshot::{News, Snapshot};

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

    /// Two documents as a pair, `a` before `b`, given how many keys their sketches share. Where these estimate, the
    /// shingles that both have are counted here, if they are to be counted at all.
    pub fn pair(&self, one: DocId, other: DocId, count: u32) -> Pair {
        let (a, b) = (one.min(other), one.max(other));
        let (left, right) = (&self.docs[a.index()], &self.docs[b.index()]);
        let params = self.corpus.params();
        let texts = || Some((self.register.node(a)?, self.register.node(b)?));
        let shared = if params.estimates() {
            texts().map_or(0, |(left, right)| self.exactly_shared(left, right))
        } else {
            count
        };
        let overlap = Overlap {
            shared,
            a_shingles: left.shingles,
            b_shingles: right.shingles,
            a_words: left.words,
            b_words: right.words,
            one_in: params.modulo,
            exact_copy: self.register.are_copies(a, b),
        };
        Pair { a, b, overlap, score: score(params, overlap, count, Direction::Larger) }
    }

    /// How many kept shingles two texts share where sketches estimate; 0 where they are not to be counted.
    pub fn exactly_shared(&self, a: NodeId, b: NodeId) -> u32 {
        let texts = self.corpus.nodes();
        if !self.corpus.params().verifies() {
            0
        } else if a == b {
            texts.get(a).map_or(0, |node| node.shingles)
        } else {
            texts.shared(a, b)
        }
    }

    /// How many keys the sketch of a text has.
    pub fn keys(&self, node: NodeId) -> u32 {
        self.corpus.nodes().get(node).map_or(0, |node| node.size.shingles)
    }

    /// Whether a pair passes the threshold.
    pub fn passes(&self, pair: &Pair) -> bool {
        Demand::of(self.corpus.params()).passes(pair.score, pair.overlap, Direction::Larger)
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
    let demand = Demand::of(params);
    // A refreshed corpus is ranked; of another one all is made here.
    let shown = corpus.ranked().and_then(|ranked| ranked.shown(demand));
    let shown = shown.or_else(|| Ranked::of(&roll).shown(demand));
    let Shown { rows, pairs: pairs_found, cut, histogram } = shown.unwrap_or_else(Shown::nothing);

    Snapshot {
        epoch,
        params: Arc::clone(params),
        surroundings: corpus.surroundings(),
        present: roll.docs.len(),
        docs: Arc::clone(roll.docs),
        problems: corpus.problems(listing),
        rows,
        pairs_found,
        cut,
        histogram,
        complete_from: corpus.pairs().complete_from(demand.bar),
        sampled: corpus.sampled(),
        news: News::default(),
    }
}
