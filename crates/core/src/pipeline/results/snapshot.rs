//! A snapshot: an immutable result of a corpus with its parameters, complete or a first part.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::pipeline::ranking::{Ranked, ShownRanking, row::Rows};
use crate::pipeline::{
    Corpus, Criteria, DocInfo, Histogram, IgnoredShingles, Mark, PairRules, Params, Row, Sampled,
};
use base::ids::{DocId, Epoch};
use base::{path::DocPath, problem::Problem, ratio::Ratio};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RowChanges {
    pub new: u64,
    pub changed: u64,
    pub gone: u64,
    /// Number of unmarked rows with other counts, because other shingles are common now.
    pub recounted: u64,
    /// True if some of these rows stand for several pairs, because of copies.
    pub grouped: bool,
    /// Number of rows marked as new or changed by any change that the user has not seen.
    pub marked: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    Whole,
    /// A first part: only pairs with at least this score.
    From(Ratio),
    /// A first part: only pairs among some documents, which are in [`Snapshot::docs`].
    SomeDocuments,
}

#[derive(Debug, Clone)]
pub struct Snapshot {
    pub epoch: Epoch,
    pub params: Arc<Params>,
    pub ignored: Arc<IgnoredShingles>,
    /// All read documents in path order, then documents that only `Gone` rows have.
    pub docs: Arc<Vec<DocInfo>>,
    /// Number of documents in `docs` that exist, before those that are gone.
    pub present: usize,
    /// Skipped files, and files read with losses, in path order.
    pub problems: Vec<Problem>,
    /// Number of documents in which many words are disguised by look-alike letters. 0 if these letters are unified.
    pub mixing_alphabets: u64,
    /// Rows, best first: exact copies, then by score, shared shingles and paths. Gone rows are last.
    pub rows: Rows,
    /// Number of pairs of documents that pass, counting each pair of copies. Larger than the pairs of `rows` if rows
    /// are missing.
    pub pairs_found: u64,
    /// True if only the best [`ROWS_KEPT`](crate::pipeline::pairs::best::ROWS_KEPT) rows are in `rows`.
    pub cut: bool,
    /// Number of further pairs that pass but are hidden by a [rule](Params::has_rules).
    pub ruled_out: u64,
    pub rules: Option<Arc<PairRules>>,
    /// Number of joined pairs by score, also below the threshold.
    pub histogram: Arc<Histogram>,
    pub completeness: Completeness,
    /// Share of shingles that modulo retains. `None` if modulo retains all, or if not counted yet.
    pub sampled: Option<Sampled>,
    /// Rows changed by the last change of the folder. Empty in a first result and after a change of parameters.
    pub news: RowChanges,
}

impl Snapshot {
    pub fn doc(&self, id: DocId) -> &DocInfo {
        &self.docs[id.index()]
    }

    /// Returns the document with this name, unless it was removed.
    pub fn find_present_document(&self, name: &DocPath) -> Option<DocId> {
        let present = &self.docs[..self.present.min(self.docs.len())];
        present.binary_search_by(|doc| doc.path.cmp(name)).ok().map(|place| DocId(place as u32))
    }

    pub const fn is_whole(&self) -> bool {
        matches!(self.completeness, Completeness::Whole)
    }

    /// Returns true if all read documents were compared.
    pub const fn has_all_documents(&self) -> bool {
        !matches!(self.completeness, Completeness::SomeDocuments)
    }

    /// Returns the names of a row's documents, which identify the row in any snapshot.
    pub fn names(&self, row: &Row) -> (&DocPath, &DocPath) {
        let pair = row.pair();
        (&self.doc(pair.a).path, &self.doc(pair.b).path)
    }

    /// Returns the content hashes of a row's documents, which identify the row even after renames.
    pub fn content_hashes(&self, row: &Row) -> [u128; 2] {
        [row.pair().a, row.pair().b].map(|id| self.doc(id).file.content)
    }

    pub fn text_hashes(&self, row: &Row) -> [u128; 2] {
        [row.pair().a, row.pair().b].map(|id| self.doc(id).file.text)
    }
}

#[derive(Debug, Clone)]
pub struct CopyGroups<'s> {
    snapshot: &'s Snapshot,
    /// For each document with copies, its group in path order.
    of: HashMap<DocId, &'s [DocId]>,
}

impl<'s> CopyGroups<'s> {
    /// Collects the groups. Takes time proportional to the documents with copies.
    pub fn new(snapshot: &'s Snapshot) -> Self {
        let rows = snapshot.rows.groups_of_copies().map(|(_, row)| row);
        let groups = rows.filter(|row| row.mark() != Mark::Gone).map(Row::members);
        let of = groups.flat_map(|group| group.iter().map(move |id| (*id, group))).collect();
        Self { snapshot, of }
    }

    /// Returns the content hashes of the documents on each side of a row. For a group of copies, both sides are equal.
    pub fn content_hashes(&self, row: &Row) -> [Vec<u128>; 2] {
        let pair = row.pair();
        let content = |id: &DocId| self.snapshot.doc(*id).file.content;
        let side = |id: DocId| match self.of.get(&id) {
            Some(group) => group.iter().map(content).collect(),
            None => vec![content(&id)],
        };
        [side(pair.a), side(pair.b)]
    }
}

/// Makes a snapshot of a corpus, with the problems of listing the folder.
pub fn take_snapshot(corpus: &Corpus, listing: &[Problem], epoch: Epoch) -> Snapshot {
    let params = corpus.params();
    let criteria = Criteria::for_pairs(params);
    // A refreshed corpus has a ranking; any other corpus is ranked here.
    let passing = corpus.last_ranking().and_then(|ranked| ranked.filter_by_criteria(criteria));
    let ShownRanking { rows, pairs: pairs_found, cut, ruled_out, histogram } =
        passing.unwrap_or_else(|| Ranked::new(corpus).all);

    Snapshot {
        epoch,
        params: Arc::clone(params),
        ignored: Arc::clone(corpus.ignored_shingles()),
        present: corpus.docs().len(),
        docs: Arc::clone(corpus.docs()),
        problems: corpus.all_problems(listing),
        mixing_alphabets: corpus.count_documents_mixing_alphabets(),
        rows,
        pairs_found,
        cut,
        ruled_out,
        rules: corpus.rules().cloned(),
        histogram,
        completeness: match corpus.pairs().floor.map(|floor| floor.bar.threshold) {
            Some(from) if from > criteria.bar.threshold => Completeness::From(from),
            _ => Completeness::Whole,
        },
        sampled: corpus.estimate_sampled_share(),
        news: RowChanges::default(),
    }
}
