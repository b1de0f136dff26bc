//! Computes the score of a pair, and decides if it is listed: by shared shingles, by equal keys of sketches, or by a
//! passage.

use crate::compare::{Above, Bar, Direction, Measure, NearKeys, Overlap};
use crate::pipeline::corpus::groups::FEWEST_GROUPS;
use crate::pipeline::parameters::Params;
use base::ratio::Ratio;

/// Returns the score of a pair whose sketches have `agree` equal keys. For sketches that estimate, it is the share of
/// equal keys. Otherwise it is the measure of the overlap, in `direction` if the measure depends on it.
pub fn score_pair(params: &Params, overlap: Overlap, agree: u32, direction: Direction) -> Ratio {
    match params.sketch().keys_per_document() {
        None => overlap.score(params.measure, direction),
        // Both documents have only ignored shingles, so their keys are not comparable.
        Some(_) if overlap.exact_copy && overlap.a_shingles == 0 && overlap.b_shingles == 0 => {
            Ratio::ONE
        }
        Some(size) => Ratio::new(agree.into(), size.into()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Criteria {
    /// Bar for the keys that two sketches share. Sketches of minima have equally many keys, so the share of equal
    /// keys is the overlap coefficient.
    pub bar: Bar,
    /// Measure by which the shingles must also score at least the threshold, or `None` without verification.
    pub exact: Option<Measure>,
    /// Passage that pairs must share; `None` without `--passage`.
    pub passage: Option<LongPassage>,
}

/// A passage that pairs must share, at any score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongPassage {
    pub words: u32,
    /// Least number of shared retained shingles within `words` words. Counts only shingles in at most
    /// [`Self::MOST_TEXTS`] distinct texts.
    pub shingles: u32,
}

impl LongPassage {
    /// Largest number of texts with a shingle that counts. Wording in more texts is boilerplate or belongs to many
    /// versions.
    pub const MOST_TEXTS: usize = FEWEST_GROUPS as usize - 1;
    /// Pairs with this resemblance are searched for a passage even if many texts share their shingles.
    pub const NEAR_COPIES: Bar = Bar {
        measure: Measure::Jaccard,
        above: Above::AtLeast,
        threshold: Ratio::new(4, 5),
        one_in: 1,
    };
    /// A passage needs one shared shingle for this many words. If a quarter of a passage's words are replaced, the
    /// passage still has twice as many shared shingles as needed.
    const WORDS_A_SHINGLE: u32 = 10;

    /// Two shared shingles must be at least this fraction of the passage apart. Shingles of a phrase shared by chance
    /// are closer.
    const APART: u32 = 3;

    pub fn new(words: u32, params: &Params) -> Self {
        // It is unknown how many keys of a sketch that estimates belong to a passage.
        let one_in = if params.is_estimate() { u32::MAX } else { params.modulo };
        Self { words, shingles: (words / Self::WORDS_A_SHINGLE / one_in).max(1) }
    }

    /// Returns the shared keys that two texts need before they are searched for a passage.
    pub const fn near_keys(self) -> NearKeys {
        let apart = if self.shingles > 1 { self.words / Self::APART } else { 0 };
        NearKeys { holders: Self::MOST_TEXTS, least: self.shingles, within: self.words, apart }
    }
}

impl Criteria {
    /// Returns the criteria for listed pairs: a score, or with `--passage` a passage at any score.
    pub fn for_pairs(params: &Params) -> Self {
        let by_score = Self::new(params);
        let Some(words) = params.passage else { return by_score };
        let bar = Bar { above: Above::AtLeast, threshold: Ratio::ZERO, ..by_score.bar };
        Self { bar, passage: Some(LongPassage::new(words, params)), ..by_score }
    }

    pub fn new(params: &Params) -> Self {
        let measure = if params.is_estimate() { Measure::Overlap } else { params.measure };
        let (above, threshold, one_in) = (params.above, params.threshold, params.modulo);
        let bar = Bar { measure, above, threshold, one_in };
        Self { bar, exact: params.is_verified().then_some(params.measure), passage: None }
    }

    /// Returns true if pairs are checked by more than their sketches.
    pub const fn is_verified(&self) -> bool {
        self.exact.is_some() || self.passage.is_some()
    }

    /// Returns true if a pair with this score and these counts is listed. `direction` is for measures that depend on
    /// it.
    pub fn passes(&self, score: Ratio, overlap: Overlap, direction: Direction) -> bool {
        let reaches = |share| self.bar.above.passes(share, self.bar.threshold);
        reaches(score)
            && self.exact.is_none_or(|measure| reaches(overlap.score(measure, direction)))
    }
}
