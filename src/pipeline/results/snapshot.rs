//! A snapshot: an immutable result of a corpus, whole or a first part, with the parameters that made it. It joins and ranks
//! nothing.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::base::ids::{DocId, Epoch};
use crate::pipeline::ranking::{Ranked, ShownRanking, rows::Rows};
use crate::pipeline::{
    Corpus, Criteria, DocInfo, Histogram, Mark, PairRules, Params, Row, Sampled, Surroundings,
};
use crate::{base::path::DocPath, base::problem::Problem, base::ratio::Ratio};

/// What the last change of the folder did to the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct News {
    /// Rows that came.
    pub new: u64,
    /// Rows whose counts changed.
    pub changed: u64,
    /// Rows that went.
    pub gone: u64,
    /// Whether some of them stand for several pairs, because of copies.
    pub grouped: bool,
    /// Rows marked as new or changed, by this change or an earlier one.
    pub marked: u64,
}

/// How much of a result is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// All of it.
    Whole,
    /// A first part: all pairs of this score and above.
    From(Ratio),
    /// A first part: all pairs among some of the folder's documents, which are those of [`Snapshot::docs`].
    SomeDocuments,
}

/// A result.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The number of the request that it answers.
    pub epoch: Epoch,
    /// The parameters that made it.
    pub params: Arc<Params>,
    /// What the folder decides about each of its documents.
    pub surroundings: Surroundings,
    /// Every document that was read, in path order. Behind them are documents that only `Gone` rows refer to.
    pub docs: Arc<Vec<DocInfo>>,
    /// How many of `docs` exist; the rest is gone.
    pub present: usize,
    /// The files that were not used, or with losses, in path order.
    pub problems: Vec<Problem>,
    /// How many documents have more than a few disguised words, while look-alike letters are read as they are.
    pub mixing_alphabets: u64,
    /// The rows, ranked: exact copies first, then by score, shared shingles and paths. Rows that are gone are at the
    /// end.
    pub rows: Rows,
    /// The number of pairs that pass, with copies counted pairwise. If `rows` was cut, it is larger than the rows stand
    /// for.
    pub pairs_found: u64,
    /// Whether `rows` was cut to the best [`ROWS_KEPT`](crate::pipeline::pairs::best::ROWS_KEPT).
    pub cut: bool,
    /// How many pairs more pass, but for a [rule](Params::has_rules) that leaves them out.
    pub ruled_out: u64,
    /// The rules, where there are some.
    pub rules: Option<Arc<PairRules>>,
    /// The scores of all pairs that were joined, including those below the threshold.
    pub histogram: Arc<Histogram>,
    /// How much of it is there.
    pub completeness: Completeness,
    /// How many of some shingles modulo keeps; `None` where it keeps all, or where nobody looked.
    pub sampled: Option<Sampled>,
    /// What the last change of the folder did. Empty in a first result and after a change of parameters.
    pub news: News,
}

impl Snapshot {
    /// The document with this number.
    pub fn doc(&self, id: DocId) -> &DocInfo {
        &self.docs[id.index()]
    }

    /// Whether all of the result is there.
    pub const fn is_whole(&self) -> bool {
        matches!(self.completeness, Completeness::Whole)
    }

    /// Whether it is about all documents that were read.
    pub const fn has_all_documents(&self) -> bool {
        !matches!(self.completeness, Completeness::SomeDocuments)
    }

    /// The names of a row's two documents. They identify it across snapshots.
    pub fn names(&self, row: &Row) -> (&DocPath, &DocPath) {
        let pair = row.pair();
        (&self.doc(pair.a).path, &self.doc(pair.b).path)
    }

    /// The contents of a row's two documents. They identify it whatever the documents are called.
    pub fn contents(&self, row: &Row) -> [u128; 2] {
        [row.pair().a, row.pair().b].map(|id| self.doc(id).file.content)
    }

    /// The hashes of the texts of a row's two documents.
    pub fn texts(&self, row: &Row) -> [u128; 2] {
        [row.pair().a, row.pair().b].map(|id| self.doc(id).file.text)
    }
}

/// The groups of copies of a result.
#[derive(Debug, Clone)]
pub struct CopyGroups<'s> {
    snapshot: &'s Snapshot,
    /// For each document with copies, all of its group, in path order.
    of: HashMap<DocId, &'s [DocId]>,
}

impl<'s> CopyGroups<'s> {
    /// Those of a result. Linear in the documents that have copies.
    pub fn new(snapshot: &'s Snapshot) -> Self {
        let rows = snapshot.rows.groups().map(|(_, row)| row);
        let groups = rows.filter(|row| row.mark() != Mark::Gone).map(Row::members);
        let of = groups.flat_map(|group| group.iter().map(move |id| (*id, group))).collect();
        Self { snapshot, of }
    }

    /// Whether a row stands for more pairs than the one that it names.
    pub fn stands_for_more(row: &Row) -> bool {
        match row {
            Row::Pair { more, .. } => *more != (0, 0),
            Row::Copies { members, .. } => members.len() > 2,
        }
    }

    /// The contents of the documents that a row stands for, on either side of its pairs: hashes, as in
    /// [`FileInfo::content`](crate::pipeline::document::info::FileInfo::content). Of copies, both sides are the same.
    pub fn contents(&self, row: &Row) -> [Vec<u128>; 2] {
        let pair = row.pair();
        let content = |id: &DocId| self.snapshot.doc(*id).file.content;
        let side = |id: DocId| match self.of.get(&id) {
            Some(group) => group.iter().map(content).collect(),
            None => vec![content(&id)],
        };
        [side(pair.a), side(pair.b)]
    }
}

/// The snapshot of a refreshed corpus. `listing` has the problems of the walk.
pub fn publish(corpus: &Corpus, listing: &[Problem], epoch: Epoch) -> Snapshot {
    let view = corpus.view();
    let params = corpus.params();
    let criteria = Criteria::of_pairs(params);
    // A refreshed corpus has a ranking. For any other, it is made here.
    let passing = corpus.ranked().and_then(|ranked| ranked.passing(criteria));
    let passing = passing.or_else(|| Ranked::new(&view).passing(criteria));
    let ShownRanking { rows, pairs: pairs_found, cut, ruled_out, histogram } =
        passing.unwrap_or_else(ShownRanking::nothing);

    Snapshot {
        epoch,
        params: Arc::clone(params),
        surroundings: corpus.surroundings(),
        present: view.docs.len(),
        docs: Arc::clone(view.docs),
        problems: corpus.problems(listing),
        mixing_alphabets: corpus.mixing_alphabets(),
        rows,
        pairs_found,
        cut,
        ruled_out,
        rules: view.rules.cloned(),
        histogram,
        completeness: corpus
            .pairs()
            .complete_from(criteria.bar)
            .map_or(Completeness::Whole, Completeness::From),
        sampled: corpus.sampled(),
        news: News::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ratio::Ratio;
    use crate::compare::measure::Overlap;
    use crate::pipeline::ranking::row::Pair;

    fn row(a: u32, b: u32, more: (u32, u32)) -> Row {
        let overlap = Overlap {
            shared: 1,
            a_shingles: 1,
            b_shingles: 1,
            a_words: 1,
            b_words: 1,
            one_in: 1,
            exact_copy: false,
        };
        Row::Pair {
            pair: Pair { a: DocId(a), b: DocId(b), overlap, score: Ratio::ONE, passage: 0 },
            more,
            mark: Mark::None,
        }
    }

    #[test]
    fn a_row_with_copies_behind_its_names_stands_for_more_pairs() {
        assert!(!CopyGroups::stands_for_more(&row(0, 1, (0, 0))));
        assert!(CopyGroups::stands_for_more(&row(0, 1, (0, 2))));
        let pair = *row(0, 1, (0, 0)).pair();
        let copies = |members: u32| Row::Copies {
            pair,
            members: (0..members).map(DocId).collect(),
            mark: Mark::None,
        };
        assert!(
            !CopyGroups::stands_for_more(&copies(2)) && CopyGroups::stands_for_more(&copies(3))
        );
    }
}
