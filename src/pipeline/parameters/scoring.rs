//! The score of a pair and the bar that it must pass: by shared shingles, by the agreement of two sketches, or by a passage. It
//! counts nothing.

use crate::compare::{Above, Bar, Direction, Measure, NearKeys, Overlap};
use crate::{base::ratio::Ratio, pipeline::parameters::Params};

/// The score of a pair whose sketches have `agree` keys in common. Where sketches estimate, it is the share of keys
/// that agree. Elsewhere it is the measure of the overlap, for a directional measure in `direction`.
pub fn score(params: &Params, overlap: Overlap, agree: u32, direction: Direction) -> Ratio {
    match params.sketch().size() {
        None => overlap.score(params.measure, direction),
        // Both are empty after leaving out: there is nothing to compare.
        Some(_) if overlap.exact_copy && overlap.a_shingles == 0 && overlap.b_shingles == 0 => {
            Ratio::ONE
        }
        Some(size) => Ratio::new(agree.into(), size.into()),
    }
}

/// What pairs must pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Criteria {
    /// The bar for the keys that two sketches share. Sketches that estimate all have the same number of keys, so the
    /// share of keys that agree is the overlap coefficient.
    pub bar: Bar,
    /// Where estimates are verified: the measure of the shingles, which must reach the same threshold.
    pub exact: Option<Measure>,
    /// Where pairs must share a passage: how long it is.
    pub passage: Option<LongPassage>,
}

/// A passage that pairs must share, whatever their score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongPassage {
    /// The words that it has at least.
    pub words: u32,
    /// The kept shingles that both texts share at least within so many words, of those that at most [`Self::MOST_TEXTS`] distinct
    /// texts have.
    pub shingles: u32,
}

impl LongPassage {
    /// What more texts than this have is boilerplate or a family of versions: neither is a passage that somebody took.
    pub const MOST_TEXTS: usize = 10;
    /// One rare shingle is asked for in so many words. Of a passage with a quarter of its words replaced, twice as many
    /// are left.
    const WORDS_A_SHINGLE: u32 = 10;

    /// Two of them are at least this part of the passage from each other. Those of a phrase that texts share by chance are not.
    const APART: u32 = 3;

    /// A passage of so many words.
    pub fn new(words: u32, params: &Params) -> Self {
        // How many keys of a sketch that estimates are in a passage cannot be known.
        let one_in = if params.estimates() { u32::MAX } else { params.modulo };
        Self { words, shingles: (words / Self::WORDS_A_SHINGLE / one_in).max(1) }
    }

    /// What two texts must share before a passage is looked for.
    pub const fn near_keys(self) -> NearKeys {
        let apart = if self.shingles > 1 { self.words / Self::APART } else { 0 };
        NearKeys { holders: Self::MOST_TEXTS, least: self.shingles, within: self.words, apart }
    }
}

impl Criteria {
    /// What the pairs of a folder must pass: a score or, with `--passage`, a passage whatever the score.
    pub fn of_pairs(params: &Params) -> Self {
        let by_score = Self::new(params);
        let Some(words) = params.passage else { return by_score };
        let bar = Bar { above: Above::AtLeast, threshold: Ratio::ZERO, ..by_score.bar };
        Self { bar, passage: Some(LongPassage::new(words, params)), ..by_score }
    }

    /// What the score of two texts must pass.
    pub fn new(params: &Params) -> Self {
        let measure = if params.estimates() { Measure::Overlap } else { params.measure };
        let (above, threshold, one_in) = (params.above, params.threshold, params.modulo);
        let bar = Bar { measure, above, threshold, one_in };
        Self { bar, exact: params.verifies().then_some(params.measure), passage: None }
    }

    /// Whether more is asked of a pair than what its sketches share.
    pub const fn is_verified(&self) -> bool {
        self.exact.is_some() || self.passage.is_some()
    }

    /// Whether the scores of a pair pass, given its score and the counts of its shingles; for a directional measure in `direction`.
    pub fn passes(&self, score: Ratio, overlap: Overlap, direction: Direction) -> bool {
        let reaches = |share| self.bar.above.passes(share, self.bar.threshold);
        reaches(score)
            && self.exact.is_none_or(|measure| reaches(overlap.score(measure, direction)))
    }
}
