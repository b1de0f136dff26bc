//! Exact pairs of a folder, for comparing sketches.

use super::survey::SurveyPart;
use super::texts::{DistinctTexts, params_without_sketch};
use base::cancel::Cancel;
use shingle_core::compare::{Bar, Direction, Index, Join, Measure, SharedCount};
use shingle_core::pipeline::{
    Criteria, Nodes, Params, pairs::order::overlap_of_sketches, shingle_params,
};

/// Most passing pairs. Above this number, texts are sampled.
const MOST_PAIRS: u64 = 200_000;
/// Most index entries that the join may read. Above this number, texts are sampled.
pub(super) const MOST_MEETINGS: u64 = 100_000_000;
const SAMPLE: usize = 256;

pub(super) struct ExactPairs {
    pub(super) nodes: Nodes,
    pub(super) one_in: u32,
    pub(super) listed: Vec<SharedCount>,
    pub(super) alike: Vec<SharedCount>,
}

impl ExactPairs {
    /// Compares all texts. `None` when cancelled.
    pub(super) fn new(texts: &DistinctTexts<'_>, params: &Params) -> Option<Self> {
        let params = params_without_sketch(params);
        let sketched = texts.sketch_all_texts(shingle_params(&params))?;
        let bar = Criteria::new(&params).bar;
        let alike = Bar { measure: Measure::Jaccard, ..bar };
        let mut index = sketched.build_index(1)?;
        let one_in = sampling_rate_for_join(&index, bar).max(sampling_rate_for_join(&index, alike));
        if one_in > 1 {
            index = sketched.build_index(one_in)?;
        }
        let listed = join_all_pairs(&index, bar, texts.cancel)?;
        let alike = join_all_pairs(&index, alike, texts.cancel)?;
        Some(Self { nodes: sketched.nodes, one_in, listed, alike })
    }

    pub(super) fn best_pairs(&self, params: &Params, pairs: usize) -> Vec<SharedCount> {
        let mut best = self.listed.clone();
        let score = |pair: &SharedCount| {
            overlap_of_sketches(&self.nodes, pair, 1).score(params.measure, Direction::Larger)
        };
        best.sort_by(|one, other| {
            let by_score = score(other).cmp(&score(one));
            by_score.then(other.count.cmp(&one.count)).then(one.cmp(other))
        });
        best.truncate(pairs);
        best
    }
}

/// Returns n so that a sample of one in n texts has at most `MOST_PAIRS` pairs and is joined fast.
fn sampling_rate_for_join(index: &Index, bar: Bar) -> u32 {
    let join = Join::new(index, bar);
    let pairs = join.estimate_pair_count(SAMPLE).div_ceil(MOST_PAIRS).max(1);
    let work = join.estimate_work(SAMPLE).div_ceil(MOST_MEETINGS).max(1);
    // A sample of 1/k of the texts has 1/k² of the pairs.
    let root = pairs.max(work).isqrt();
    (root + u64::from(root * root < pairs.max(work))) as u32
}

/// Returns `None` when cancelled.
fn join_all_pairs(index: &Index, bar: Bar, cancel: &Cancel) -> Option<Vec<SharedCount>> {
    let mut found = Vec::new();
    SurveyPart::new(index, bar, u64::MAX)
        .for_each_batch_of_pairs(cancel, |some| found.extend_from_slice(some))?;
    Some(found)
}
