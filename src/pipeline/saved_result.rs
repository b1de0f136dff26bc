//! A result that was written down: its documents and pairs, without their texts. It shows them as the screen shows a
//! folder. It compares nothing.

mod clusters;
pub mod error;
pub mod lines;
pub mod parameters;
mod rows;

use std::sync::Arc;

use hashbrown::HashMap;

use self::error::ContradictoryResult;
use self::lines::{LeftOutCounts, PairLine, WrittenResult, part, prior};
use self::rows::{Copies, rows};
use super::{corpus::leaving::named_keys, document::left_out::Surroundings, ranking::row::rank};
use crate::base::ids::{DocId, Epoch};
use crate::compare::{Direction, Overlap};
use crate::pipeline::{
    Clusters, Completeness, Criteria, DocInfo, Histogram, LeftOut, News, Pair, Params, Snapshot,
};
use crate::text::RecordFormat;
use crate::{base::path::DocPath, base::problem::Problem, base::ratio::Ratio};
use crate::{pipeline::pairs::best::ROWS_KEPT, pipeline::parameters::scoring::score};

/// A result that was written down, ready to be shown.
#[derive(Debug)]
pub struct SavedResult {
    /// The parameters that made it.
    pub params: Arc<Params>,
    /// Its documents, in path order.
    pub docs: Arc<Vec<DocInfo>>,
    problems: Vec<Problem>,
    /// All pairs that are listed, best first.
    pairs: Vec<Pair>,
    copies: Copies,
    /// The scores of all of them, whatever the threshold is raised to.
    histogram: Arc<Histogram>,
    /// How many pairs were found; more than are listed where the list was cut.
    found: u64,
    ruled_out: u64,
    /// By which an opened pair is read as it was counted, but for what `--common` leaves out.
    surroundings: Surroundings,
}

impl SavedResult {
    /// The result that was read, made with these parameters.
    ///
    /// # Errors
    /// [`ContradictoryResult`]: a document is listed twice, or a pair does not fit the documents.
    pub fn new(written: WrittenResult, params: Params) -> Result<Self, ContradictoryResult> {
        let WrittenResult {
            left_out: missing,
            folder_languages,
            documents,
            pairs: lines,
            problems,
            pairs_found,
            pairs_left_out,
            ..
        } = written;
        let is_records = params.records != RecordFormat::Off;
        let mut docs = Vec::with_capacity(documents.len());
        for document in documents {
            docs.push(document.into_info(is_records)?);
        }
        docs.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        if let Some(twice) = docs.windows(2).find(|two| two[0].path == two[1].path) {
            return Err(ContradictoryResult::Twice(twice[0].path.clone()));
        }
        let ids: HashMap<&DocPath, DocId> =
            docs.iter().enumerate().map(|(id, doc)| (&doc.path, DocId(id as u32))).collect();
        let read = lines.into_iter().map(|line| pair(&line, &ids, &params, is_records));
        let mut pairs = read.collect::<Result<Vec<Pair>, ContradictoryResult>>()?;
        drop(ids);
        pairs.sort_unstable_by(rank);
        let problems =
            problems.into_iter().map(|problem| problem.into_problem(is_records)).collect();
        let found = pairs_found.max(pairs.len() as u64);
        let copies = Copies::new(docs.len(), &pairs);
        let histogram = Arc::new(histogram(&pairs, found, params.threshold));
        // Shingles that are named are known from the parameters; those of `--common` are not written.
        let mut left_out = LeftOut::new(&named_keys(&params), &[], docs.len() as u32);
        let LeftOutCounts { common, template, phrases } = missing;
        (left_out.common, left_out.template, left_out.phrases) = (common, template, phrases);
        let languages = Arc::new(prior(&folder_languages));
        let surroundings = Surroundings { left_out: Arc::new(left_out), languages };
        let (params, docs) = (Arc::new(params), Arc::new(docs));
        Ok(Self {
            params,
            docs,
            problems,
            pairs,
            copies,
            histogram,
            found,
            ruled_out: pairs_left_out.unwrap_or(0),
            surroundings,
        })
    }

    /// The parameters with the threshold of `other`, where the result holds all pairs that reach it; else with its own.
    pub fn with_threshold_of(&self, other: &Params) -> Arc<Params> {
        let threshold = other.threshold.max(self.params.threshold);
        Arc::new(Params { threshold, ..(*self.params).clone() })
    }

    /// The result as the screen shows it, with the parameters of [`Self::with_threshold_of`].
    pub fn snapshot(&self, params: Arc<Params>, epoch: Epoch) -> Snapshot {
        let passing = self.passing(&params);
        let rows = rows(&passing, &self.copies).beginning(ROWS_KEPT);
        let is_listed_whole = self.found == self.pairs.len() as u64;
        let found = if params.threshold == self.params.threshold {
            self.found
        } else {
            passing.len() as u64
        };
        Snapshot {
            epoch,
            surroundings: self.surroundings.clone(),
            docs: Arc::clone(&self.docs),
            present: self.docs.len(),
            problems: self.problems.clone(),
            pairs_found: found,
            cut: !is_listed_whole || rows.pairs() < passing.len() as u64,
            rows,
            ruled_out: self.ruled_out,
            // The result does not say which documents they were about.
            rules: None,
            histogram: Arc::clone(&self.histogram),
            completeness: Completeness::Whole,
            sampled: None,
            news: News::default(),
            params,
        }
    }

    /// Its clusters, with the parameters of [`Self::with_threshold_of`]. They are made by single linkage: scores below the
    /// threshold are not known.
    pub fn clusters(&self, params: &Params) -> Clusters {
        let passing = self.passing(params);
        clusters::single_linkage(self, params, &passing)
    }

    /// The pairs that reach the threshold.
    fn passing(&self, params: &Params) -> Vec<Pair> {
        let criteria = Criteria::of_pairs(params);
        let passes = |pair: &&Pair| criteria.passes(pair.score, pair.overlap, Direction::Larger);
        self.pairs.iter().filter(passes).copied().collect()
    }
}

/// The scores of the pairs that are listed, of so many that were found.
fn histogram(pairs: &[Pair], found: u64, threshold: Ratio) -> Histogram {
    let mut histogram = Histogram::new(threshold);
    for pair in pairs {
        histogram.add(pair.score, 1);
    }
    if found > pairs.len() as u64 {
        histogram.cut();
    }
    histogram
}

/// The pair of a line, the first document by path first.
fn pair(
    line: &PairLine<'_>,
    ids: &HashMap<&DocPath, DocId>,
    params: &Params,
    is_records: bool,
) -> Result<Pair, ContradictoryResult> {
    let [a, b] = line.names(is_records)?;
    let id = |name: &DocPath| {
        ids.get(name).copied().ok_or_else(|| ContradictoryResult::Unknown(name.clone()))
    };
    let (first, second) = (id(&a)?, id(&b)?);
    let shared = line.shared.unwrap_or(0);
    if first == second || shared > line.a_shingles.min(line.b_shingles) {
        return Err(ContradictoryResult::NoPair(a, b));
    }
    let overlap = Overlap {
        shared,
        a_shingles: line.a_shingles,
        b_shingles: line.b_shingles,
        a_words: line.a_words,
        b_words: line.b_words,
        one_in: params.modulo,
        exact_copy: line.exact_copy,
    };
    let (a, b, overlap) =
        if first < second { (first, second, overlap) } else { (second, first, overlap.swapped()) };
    // An estimate is the share of the keys that agree, so their number is the nearest whole one.
    let agree = params.sketch().size().map_or(shared, |size| part(line.score, size));
    let score: Ratio = score(params, overlap, agree, Direction::Larger);
    Ok(Pair { a, b, overlap, score, passage: line.longest_passage.unwrap_or(0) })
}
