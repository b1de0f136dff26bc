//! The rows of a snapshot: the beginning of a ranking that several snapshots may share, in pages that are sorted and made when
//! somebody looks.

use std::sync::{Arc, OnceLock};
use std::{fmt, ops::Index};

use super::corpus_view::CorpusView;
use super::row::{Mark, Pair, Row, rank};
use crate::base::ids::DocId;
use crate::compare::{Direction, Overlap, Size};
use crate::pipeline::{PairRules, Params, parameters::scoring::score};

/// Ranked rows. They are made page by page when somebody looks: of a million rows, a screen shows fifty.
///
/// A stricter threshold shows fewer rows of the same ranking. Sharing it takes a microsecond, where making 90,000 rows
/// of 100,000 documents anew took 24 ms.
#[derive(Clone)]
pub struct Rows {
    ranking: Arc<Ranking>,
    visible: usize,
}

/// Pages in order, best first.
#[derive(Debug)]
struct Ranking {
    pages: Vec<Arc<RankingPage>>,
    /// For each page, the number of rows before it; at the end, the number of all rows.
    starts: Vec<usize>,
}

impl Rows {
    /// The rows of consecutive pages, at most `most`.
    pub fn from_pages(pages: Vec<Arc<RankingPage>>, most: usize) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        for page in &pages {
            end += page.len();
            starts.push(end);
        }
        Self { ranking: Arc::new(Ranking { pages, starts }), visible: end.min(most) }
    }

    /// The first `shown` rows, or all if there are fewer.
    #[must_use]
    pub fn beginning(&self, visible: usize) -> Self {
        Self { ranking: Arc::clone(&self.ranking), visible: visible.min(self.visible) }
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.visible
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.visible == 0
    }

    /// The row at a place.
    pub fn get(&self, place: usize) -> Option<&Row> {
        let (page, offset) = self.page_at(place).filter(|_| place < self.visible)?;
        self.ranking.pages[page].rows().get(offset)
    }

    /// All rows. This makes every page; use [`Self::get`] for a few.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Row> {
        let (whole, last) = self.cut();
        whole.iter().flat_map(|page| page.rows()).chain(last)
    }

    /// The rows of copies with their places. No other rows are made.
    pub fn groups(&self) -> impl Iterator<Item = (usize, &Row)> {
        let pages = self.ranking.pages.iter().zip(&self.ranking.starts);
        let rows = pages.flat_map(|(page, start)| {
            page.groups().map(move |(offset, row)| (start + offset, row))
        });
        rows.take_while(|(place, _)| *place < self.visible)
    }

    /// The place of the first row that opens this pair.
    pub fn place_of(&self, a: DocId, b: DocId) -> Option<usize> {
        let pages = self.ranking.pages.iter().zip(&self.ranking.starts);
        let found = pages.map(|(page, start)| Some(start + page.place_of(a, b)?));
        found.flatten().next().filter(|place| *place < self.visible)
    }

    /// The number of rows before the first one for which `is_so` is false.
    pub fn partition_point(&self, is_so: impl Fn(&Row) -> bool) -> usize {
        let (mut from, mut to) = (0, self.visible);
        while from < to {
            let middle = usize::midpoint(from, to);
            if self.get(middle).is_some_and(&is_so) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }

    /// How many pairs of documents the rows stand for, where no rule leaves any out.
    pub fn pairs(&self) -> u64 {
        let (whole, last) = self.cut();
        whole.iter().map(|page| page.pairs()).sum::<u64>()
            + last.iter().map(Row::stands_for).sum::<u64>()
    }

    /// The pages of the rows.
    pub fn pages(&self) -> &[Arc<RankingPage>] {
        &self.ranking.pages
    }

    /// Calls `change` with an own copy of the rows.
    pub fn change(&mut self, change: impl FnOnce(&mut Vec<Row>)) {
        let mut rows: Vec<Row> = self.iter().cloned().collect();
        change(&mut rows);
        *self = Self::from(rows);
    }

    /// The pages that are shown completely, and the rows of the last page if it is shown in part.
    fn cut(&self) -> (&[Arc<RankingPage>], &[Row]) {
        let Ranking { pages, .. } = &*self.ranking;
        let (whole, some) = self.page_at(self.visible).unwrap_or((pages.len(), 0));
        let last = pages.get(whole).filter(|_| some > 0).and_then(|page| page.rows().get(..some));
        (&pages[..whole], last.unwrap_or_default())
    }

    /// The page of a row and its place there; `None` behind the last row.
    fn page_at(&self, place: usize) -> Option<(usize, usize)> {
        let Ranking { starts, .. } = &*self.ranking;
        let page = starts.partition_point(|start| *start <= place) - 1;
        (page + 1 < starts.len()).then(|| (page, place - starts[page]))
    }
}

impl Index<usize> for Rows {
    type Output = Row;

    fn index(&self, place: usize) -> &Row {
        let none = (self.ranking.pages.len(), 0);
        let found = self.page_at(place).filter(|_| place < self.visible);
        let (page, offset) = found.unwrap_or(none);
        &self.ranking.pages[page].rows()[offset]
    }
}

impl From<Vec<Row>> for Rows {
    fn from(rows: Vec<Row>) -> Self {
        Self::from_pages(vec![Arc::new(RankingPage::from(rows))], usize::MAX)
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        self.visible == other.visible && self.iter().eq(other.iter())
    }
}

impl Eq for Rows {}

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
    /// The words of their longest passage, where it is looked for.
    pub passage: u32,
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
    /// For each document: its size, and the number of other documents with its text. Kept small, because
    /// a million rows look up two documents each.
    docs: Vec<(Size, u32)>,
    rules: Option<Arc<PairRules>>,
}

impl RowFacts {
    /// Collects the facts of all documents. `keys_decide_rank`: whether entries with equal keys have equal scores.
    pub fn new(view: &CorpusView<'_>, keys_decide_rank: bool) -> Self {
        let (params, numbering) = (view.params, view.numbering);
        let copies = |id: usize| {
            let node = numbering.node(DocId(id as u32));
            node.map_or(0, |node| numbering.members(node).len() as u32 - 1)
        };
        let docs = numbering.docs.iter().enumerate();
        let docs = docs.map(|(id, doc)| (doc.size(), copies(id))).collect();
        let rules = view.rules.cloned();
        Self { params: Arc::clone(params), keys_decide_rank, docs, rules }
    }

    /// How many pairs of documents an entry stands for, where no rule leaves any out.
    fn pairs(&self, entry: &RowParts) -> u64 {
        let of = |id: DocId| u64::from(self.docs[id.index()].1) + 1;
        of(entry.a) * of(entry.b)
    }

    fn row(&self, entry: &RowParts) -> Row {
        let (a, a_more) = self.docs[entry.a.index()];
        let (b, b_more) = self.docs[entry.b.index()];
        let shared = if self.params.counts() { entry.shared } else { 0 };
        // Copies are in a group, and make no pair of their own.
        let overlap = Overlap::new(shared, [a, b], self.params.modulo, false);
        let score = score(&self.params, overlap, entry.count, Direction::Larger);
        let pair = Pair { a: entry.a, b: entry.b, overlap, score, passage: entry.passage };
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
    pub fn new(parts: Vec<Vec<RowParts>>, facts: Arc<RowFacts>) -> Self {
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
        self.rows.get_or_init(|| {
            self.facts.as_ref().map_or_else(Vec::new, |facts| self.make_rows(facts))
        })
    }

    fn make_rows(&self, facts: &RowFacts) -> Vec<Row> {
        let mut entries: Vec<RowParts> = self.entries().copied().collect();
        if facts.keys_decide_rank {
            entries.sort_unstable_by_key(RowParts::place);
        }
        let mut rows: Vec<Row> = entries.iter().map(|entry| facts.row(entry)).collect();
        if !facts.keys_decide_rank {
            rows.sort_unstable_by(|one, other| rank(one.pair(), other.pair()));
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::super::row::{Mark, Pair, Row};
    use super::{RankingPage, Rows};
    use crate::base::ids::DocId;
    use crate::base::ratio::Ratio;
    use crate::compare::measure::Overlap;

    fn row(number: u32, is_group: bool) -> Row {
        let (a, b) = (DocId(number), DocId(number + 1));
        let overlap = Overlap {
            shared: 1,
            a_shingles: 9,
            b_shingles: 9,
            a_words: 9,
            b_words: 9,
            one_in: 1,
            exact_copy: is_group,
        };
        let pair = Pair { a, b, overlap, score: Ratio::new(1, 9), passage: 0 };
        if is_group {
            Row::Copies { pair, members: vec![a, b, DocId(number + 2)], mark: Mark::None }
        } else {
            Row::Pair { pair, more: (number % 3, 0), mark: Mark::None }
        }
    }

    proptest! {
        #[test]
        fn rows_on_pages_are_a_list(
            pages in prop::collection::vec(prop::collection::vec(any::<bool>(), 0..5), 0..6),
            most in 0_usize..30,
            visible in 0_usize..30,
        ) {
            let mut number = 0;
            let mut make_rows = |is_group: &bool| {
                number += 1;
                row(number, *is_group)
            };
            let pages: Vec<Vec<Row>> =
                pages.iter().map(|page| page.iter().map(&mut make_rows).collect()).collect();
            let mut plain = pages.concat();
            plain.truncate(most);
            plain.truncate(visible);
            let on_pages = pages.into_iter().map(|page| Arc::new(RankingPage::from(page))).collect();
            let rows = Rows::from_pages(on_pages, most).beginning(visible);
            prop_assert_eq!((rows.len(), rows.is_empty()), (plain.len(), plain.is_empty()));
            prop_assert!(rows.iter().eq(plain.iter()) && rows.iter().rev().eq(plain.iter().rev()));
            for place in 0..40 {
                prop_assert_eq!(rows.get(place), plain.get(place));
            }
            let groups = plain.iter().enumerate().filter(|(_, row)| !row.members().is_empty());
            prop_assert!(rows.groups().eq(groups));
            prop_assert_eq!(rows.pairs(), plain.iter().map(Row::stands_for).sum::<u64>());
            for number in 0..40 {
                let (a, b) = (DocId(number), DocId(number + 1));
                let place = plain.iter().position(|row| (row.pair().a, row.pair().b) == (a, b));
                prop_assert_eq!(rows.place_of(a, b), place);
                let is_before = |row: &Row| row.pair().a < a;
                prop_assert_eq!(rows.partition_point(is_before), plain.partition_point(is_before));
            }
            prop_assert_eq!(&rows, &Rows::from(plain.clone()));
            let mut changed = rows;
            changed.change(|rows| rows.push(row(90, true)));
            plain.push(row(90, true));
            prop_assert!(changed.iter().eq(plain.iter()));
        }
    }
}
