//! Some rows that follow each other in a ranking, put in order and made when somebody looks. It knows no other page.

use std::sync::{Arc, OnceLock};

use crate::base::ids::DocId;
use crate::compare::measure::{Direction, Overlap};
use crate::pipeline::parameters::Params;
use crate::pipeline::parameters::scoring::score;
use crate::pipeline::texts::numbering::Numbering;

use super::row::{Mark, Pair, Row};
use super::tie_breaks::rank;

/// What a row of two documents is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowParts {
    /// The better the larger.
    pub key: u64,
    /// The document whose path comes first.
    pub a: DocId,
    /// The other.
    pub b: DocId,
    /// Keys that their sketches share.
    pub count: u32,
    /// Shingles that both have, where those are counted apart.
    pub shared: u32,
}

impl RowParts {
    /// Its place in a ranking where keys tell all: the better the smaller.
    pub const fn place(&self) -> u128 {
        (!self.key as u128) << 64 | (self.a.0 as u128) << 32 | self.b.0 as u128
    }
}

/// What rows say of their documents beside their numbers.
#[derive(Debug)]
pub struct RowFacts {
    params: Arc<Params>,
    /// Whether entries of the same key have the same score.
    keys_tell_all: bool,
    /// By document its shingles, its words, and how many further documents have its text: in one small piece of memory,
    /// for a million rows look up two documents each.
    docs: Vec<(u32, u32, u32)>,
}

impl RowFacts {
    /// Of all documents. `keys_tell_all`: entries of the same key have the same score.
    pub fn of(params: &Arc<Params>, register: &Numbering, keys_tell_all: bool) -> Self {
        let copies = |id: usize| {
            let node = register.node(DocId(id as u32));
            node.map_or(0, |node| register.members(node).len() as u32 - 1)
        };
        let docs = register.docs.iter().enumerate();
        let docs = docs.map(|(id, doc)| (doc.shingles, doc.words, copies(id))).collect();
        Self { params: Arc::clone(params), keys_tell_all, docs }
    }

    /// How many pairs of documents an entry stands for.
    fn pairs(&self, entry: &RowParts) -> u64 {
        let of = |id: DocId| u64::from(self.docs[id.index()].2) + 1;
        of(entry.a) * of(entry.b)
    }

    fn row(&self, entry: &RowParts) -> Row {
        let (a_shingles, a_words, a_more) = self.docs[entry.a.index()];
        let (b_shingles, b_words, b_more) = self.docs[entry.b.index()];
        let shared = if self.params.counts() { entry.shared } else { 0 };
        // Copies share a group, and are no pair of their own.
        let exact_copy = false;
        let one_in = self.params.modulo;
        let overlap =
            Overlap { shared, a_shingles, b_shingles, a_words, b_words, one_in, exact_copy };
        let score = score(&self.params, overlap, entry.count, Direction::Larger);
        let pair = Pair { a: entry.a, b: entry.b, overlap, score };
        Row::Pair { pair, more: (a_more, b_more), mark: Mark::None }
    }
}

/// Rows that are better than those of the next page, and worse than those of the one before.
#[derive(Debug)]
pub struct RankingPage {
    /// In no order, as several threads left them.
    parts: Vec<Vec<RowParts>>,
    facts: Option<Arc<RowFacts>>,
    len: usize,
    pairs: u64,
    rows: OnceLock<Vec<Row>>,
}

impl RankingPage {
    /// Of pairs that are no copies, in any order.
    pub fn of(parts: Vec<Vec<RowParts>>, facts: Arc<RowFacts>) -> Self {
        let len = parts.iter().map(Vec::len).sum();
        let pairs = parts.iter().flatten().map(|entry| facts.pairs(entry)).sum();
        Self { parts, facts: Some(facts), len, pairs, rows: OnceLock::new() }
    }

    /// How many rows it has.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many pairs of documents they stand for.
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// What its rows are, or will be, made of, in no order; nothing of rows that were there already.
    pub fn entries(&self) -> impl Iterator<Item = &RowParts> {
        self.parts.iter().flatten()
    }

    /// Its rows, ranked: 4,000 are made in a third of a millisecond.
    pub fn rows(&self) -> &[Row] {
        self.rows
            .get_or_init(|| self.facts.as_ref().map_or_else(Vec::new, |facts| self.made(facts)))
    }

    fn made(&self, facts: &RowFacts) -> Vec<Row> {
        let mut entries: Vec<RowParts> = self.entries().copied().collect();
        if facts.keys_tell_all {
            entries.sort_unstable_by_key(RowParts::place);
        }
        let mut rows: Vec<Row> = entries.iter().map(|entry| facts.row(entry)).collect();
        if !facts.keys_tell_all {
            rows.sort_unstable_by(|left, right| rank(left.pair(), right.pair()));
        }
        rows
    }

    /// Its rows of copies, each with its place.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (usize, &Row)> {
        let rows = if self.facts.is_some() { &[][..] } else { self.rows() };
        rows.iter().enumerate().filter(|(_, row)| matches!(row, Row::Copies { .. }))
    }

    /// The place of the first row that opens the pair of these two. No row is made where there is none.
    pub(crate) fn place_of(&self, a: DocId, b: DocId) -> Option<usize> {
        let is_there =
            self.facts.is_none() || self.entries().any(|entry| (entry.a, entry.b) == (a, b));
        let is_it = |row: &Row| (row.pair().a, row.pair().b) == (a, b);
        is_there.then(|| self.rows().iter().position(is_it))?
    }
}

impl From<Vec<Row>> for RankingPage {
    fn from(rows: Vec<Row>) -> Self {
        let pairs = rows.iter().map(Row::stands_for).sum();
        Self { parts: Vec::new(), facts: None, len: rows.len(), pairs, rows: OnceLock::from(rows) }
    }
}
