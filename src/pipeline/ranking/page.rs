//! A page: consecutive rows of a ranking. They are sorted and made when somebody looks. A page knows no other page.

use std::sync::{Arc, OnceLock};

use crate::base::ids::DocId;
use crate::compare::measure::{Direction, Overlap};
use crate::pipeline::parameters::Params;
use crate::pipeline::parameters::scoring::score;
use crate::pipeline::texts::pair_rules::PairRules;

use super::corpus_view::CorpusView;
use super::row::{Mark, Pair, Row};
use super::tie_breaks::rank;

/// The parts that a row of two documents is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowParts {
    /// Its key; larger is better.
    pub key: u64,
    /// The document that is first by path.
    pub a: DocId,
    /// The other document.
    pub b: DocId,
    /// The number of keys that their sketches share.
    pub count: u32,
    /// The number of shingles that they share, where these are counted separately.
    pub shared: u32,
}

impl RowParts {
    /// Its place in a ranking where keys decide the rank alone; smaller is better.
    pub const fn place(&self) -> u128 {
        (!self.key as u128) << 64 | (self.a.0 as u128) << 32 | self.b.0 as u128
    }
}

/// The facts about documents that rows need.
#[derive(Debug)]
pub struct RowFacts {
    params: Arc<Params>,
    /// Whether entries with equal keys have equal scores.
    keys_decide_rank: bool,
    /// For each document: its shingles, its words, and the number of other documents with its text. Kept small, because
    /// a million rows look up two documents each.
    docs: Vec<(u32, u32, u32)>,
    rules: Option<Arc<PairRules>>,
}

impl RowFacts {
    /// Collects the facts of all documents. `keys_decide_rank`: whether entries with equal keys have equal scores.
    pub fn of(view: &CorpusView<'_>, keys_decide_rank: bool) -> Self {
        let (params, numbering) = (view.params, view.numbering);
        let copies = |id: usize| {
            let node = numbering.node(DocId(id as u32));
            node.map_or(0, |node| numbering.members(node).len() as u32 - 1)
        };
        let docs = numbering.docs.iter().enumerate();
        let docs = docs.map(|(id, doc)| (doc.shingles, doc.words, copies(id))).collect();
        let rules = view.rules.cloned();
        Self { params: Arc::clone(params), keys_decide_rank, docs, rules }
    }

    /// How many pairs of documents an entry stands for, where no rule leaves any out.
    fn pairs(&self, entry: &RowParts) -> u64 {
        let of = |id: DocId| u64::from(self.docs[id.index()].2) + 1;
        of(entry.a) * of(entry.b)
    }

    fn row(&self, entry: &RowParts) -> Row {
        let (a_shingles, a_words, a_more) = self.docs[entry.a.index()];
        let (b_shingles, b_words, b_more) = self.docs[entry.b.index()];
        let shared = if self.params.counts() { entry.shared } else { 0 };
        // Copies are in a group, and make no pair of their own.
        let exact_copy = false;
        let one_in = self.params.modulo;
        let overlap =
            Overlap { shared, a_shingles, b_shingles, a_words, b_words, one_in, exact_copy };
        let score = score(&self.params, overlap, entry.count, Direction::Larger);
        let pair = Pair { a: entry.a, b: entry.b, overlap, score };
        let rules = self.rules.as_ref();
        let more = rules.map_or((a_more, b_more), |rules| rules.more(entry.a, entry.b));
        Row::Pair { pair, more, mark: Mark::None }
    }
}

/// Rows that rank below those of the page before and above those of the next page.
#[derive(Debug)]
pub struct RankingPage {
    /// The parts of the rows, in no order, as the threads found them.
    parts: Vec<Vec<RowParts>>,
    facts: Option<Arc<RowFacts>>,
    len: usize,
    pairs: u64,
    rows: OnceLock<Vec<Row>>,
}

impl RankingPage {
    /// A page of pairs that are no copies, in any order.
    pub fn of(parts: Vec<Vec<RowParts>>, facts: Arc<RowFacts>) -> Self {
        let len = parts.iter().map(Vec::len).sum();
        let pairs = parts.iter().flatten().map(|entry| facts.pairs(entry)).sum();
        Self { parts, facts: Some(facts), len, pairs, rows: OnceLock::new() }
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no rows.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many pairs of documents its rows stand for, where no rule leaves any out.
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The parts that its rows are made from, in no order; empty for rows that were given as they are.
    pub fn entries(&self) -> impl Iterator<Item = &RowParts> {
        self.parts.iter().flatten()
    }

    /// Its rows, ranked. It takes a third of a millisecond to make 4,000 of them.
    pub fn rows(&self) -> &[Row] {
        self.rows
            .get_or_init(|| self.facts.as_ref().map_or_else(Vec::new, |facts| self.made(facts)))
    }

    fn made(&self, facts: &RowFacts) -> Vec<Row> {
        let mut entries: Vec<RowParts> = self.entries().copied().collect();
        if facts.keys_decide_rank {
            entries.sort_unstable_by_key(RowParts::place);
        }
        let mut rows: Vec<Row> = entries.iter().map(|entry| facts.row(entry)).collect();
        if !facts.keys_decide_rank {
            rows.sort_unstable_by(|left, right| rank(left.pair(), right.pair()));
        }
        rows
    }

    /// Its rows of copies, each with its place in the page.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (usize, &Row)> {
        let rows = if self.facts.is_some() { &[][..] } else { self.rows() };
        rows.iter().enumerate().filter(|(_, row)| matches!(row, Row::Copies { .. }))
    }

    /// The place of the first row that opens this pair. If there is none, no row is made.
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
