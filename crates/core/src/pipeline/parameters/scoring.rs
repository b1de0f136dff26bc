//! The score of a pair and its criteria: shared shingles, agreement of two sketches, or a passage.

use crate::compare::{Above, Bar, Direction, Measure, NearKeys, Overlap};
use crate::pipeline::corpus::groups::FEWEST_GROUPS;
use crate::pipeline::parameters::Params;
use base::ratio::Ratio;

/// Returns the score of a pair whose sketches have `agree` keys in common. Sketches that estimate give the share of
/// keys that agree. Otherwise it is the measure of the overlap, for a directional measure in `direction`.
pub fn score_pair(params: &Params, overlap: Overlap, agree: u32, direction: Direction) -> Ratio {
    match params.sketch().size() {
        None => overlap.score(params.measure, direction),
        // Each document has only ignored shingles.
        Some(_) if overlap.exact_copy && overlap.a_shingles == 0 && overlap.b_shingles == 0 => {
            Ratio::ONE
        }
        Some(size) => Ratio::new(agree.into(), size.into()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Criteria {
    /// The bar for the keys that two sketches share. Sketches that estimate have the same number of keys, so the share
    /// of equal keys is the overlap coefficient.
    pub bar: Bar,
    /// The measure of the shingles that must also score at least the threshold; `None` without verification.
    pub exact: Option<Measure>,
    /// The passage that pairs must share; `None` without `--passage`.
    pub passage: Option<LongPassage>,
}

/// A passage that pairs must share, at any score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongPassage {
    /// Least words.
    pub words: u32,
    /// The least number of shared retained shingles within `words` words, among those in at most [`Self::MOST_TEXTS`]
    /// distinct texts.
    pub shingles: u32,
}

impl LongPassage {
    /// Wording in more texts is boilerplate or a family of versions, not a copied passage.
    pub const MOST_TEXTS: usize = FEWEST_GROUPS as usize - 1;
    /// Near-copies with this resemblance are searched for a passage, however many texts share it.
    pub const NEAR_COPIES: Bar = Bar {
        measure: Measure::Jaccard,
        above: Above::AtLeast,
        threshold: Ratio::new(4, 5),
        one_in: 1,
    };
    /// A rare shingle is needed for each 10 words. A passage with a quarter of its words replaced still has twice as
    /// many.
    const WORDS_A_SHINGLE: u32 = 10;

    /// Two shared shingles are at least this part of the passage from each other. Shingles of a phrase shared by chance
    /// are closer.
    const APART: u32 = 3;

    pub fn new(words: u32, params: &Params) -> Self {
        // The number of a sketch's keys in a passage is unknown if the sketch estimates.
        let one_in = if params.estimates() { u32::MAX } else { params.modulo };
        Self { words, shingles: (words / Self::WORDS_A_SHINGLE / one_in).max(1) }
    }

    /// Returns the keys that two texts must share before they are searched for a passage.
    pub const fn near_keys(self) -> NearKeys {
        let apart = if self.shingles > 1 { self.words / Self::APART } else { 0 };
        NearKeys { holders: Self::MOST_TEXTS, least: self.shingles, within: self.words, apart }
    }
}

impl Criteria {
    /// Returns the criteria for the pairs of a folder: a score, or with `--passage` a passage at any score.
    pub fn of_pairs(params: &Params) -> Self {
        let by_score = Self::new(params);
        let Some(words) = params.passage else { return by_score };
        let bar = Bar { above: Above::AtLeast, threshold: Ratio::ZERO, ..by_score.bar };
        Self { bar, passage: Some(LongPassage::new(words, params)), ..by_score }
    }

    pub fn new(params: &Params) -> Self {
        let measure = if params.estimates() { Measure::Overlap } else { params.measure };
        let (above, threshold, one_in) = (params.above, params.threshold, params.modulo);
        let bar = Bar { measure, above, threshold, one_in };
        Self { bar, exact: params.verifies().then_some(params.measure), passage: None }
    }

    /// Returns true if a pair must pass more than the bar of its sketches.
    pub const fn is_verified(&self) -> bool {
        self.exact.is_some() || self.passage.is_some()
    }

    /// Returns true if a pair passes with this score and these counts; for a directional measure in `direction`.
    pub fn passes(&self, score: Ratio, overlap: Overlap, direction: Direction) -> bool {
        let reaches = |share| self.bar.above.passes(share, self.bar.threshold);
        reaches(score)
            && self.exact.is_none_or(|measure| reaches(overlap.score(measure, direction)))
    }
}
