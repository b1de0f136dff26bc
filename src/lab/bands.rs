//! A filter of one's own: minima in bands of rows. Two texts are candidates if all rows of some band agree.

use crate::base::cancel::Cancel;
use crate::base::ratio::Ratio;
use crate::compare::measure::Bar;
use crate::compare::measure::{Above, Measure};
use crate::pipeline::pairs::order::overlap;
use crate::pipeline::parameters::{Params, shingle_params};
use crate::pipeline::texts::nodes::NodeId;
use crate::shingle::minhash::Minima;

use super::curve::Curve;
use super::interval::CountedShare;
use super::texts::DistinctTexts;
use super::trials::plain;
use super::truth::{Truth, joined};

/// Of more pairs than this only every k-th is tried.
const MOST_PAIRS: usize = 20_000;

/// How many bands, and of how many rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bands {
    /// At least 1.
    pub bands: u32,
    /// At least 1.
    pub rows: u32,
}

impl Bands {
    /// How many minima it takes.
    pub const fn functions(self) -> u32 {
        self.bands.saturating_mul(self.rows)
    }

    /// The probability, 0 to 1, that two texts are candidates, given their resemblance: 1 − (1 − rᴿ)ᴮ (Leskovec, Rajaraman
    /// and Ullman, Mining of Massive Datasets, 3.4.2).
    pub fn candidate(self, resemblance: f64) -> f64 {
        let band = resemblance.powf(self.rows.into());
        // Without a loss of digits where a band hardly ever agrees.
        -(f64::from(self.bands) * (-band).ln_1p()).exp_m1()
    }

    /// The resemblance, 0 to 1, at which every second pair is a candidate: where 1 − (1 − rᴿ)ᴮ is ½.
    pub fn middle(self) -> f64 {
        (1.0 - 0.5_f64.powf(1.0 / f64::from(self.bands))).powf(1.0 / f64::from(self.rows))
    }

    /// Whether all rows of some band agree.
    fn agree(self, a: &[u64], b: &[u64]) -> bool {
        let rows = self.rows.max(1) as usize;
        !a.is_empty() && a.chunks(rows).zip(b.chunks(rows)).any(|(a, b)| a == b)
    }
}

/// The filter on a folder's own pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct BandTrial {
    /// The filter.
    pub bands: Bands,
    /// The threshold, and the chance (0 to 1) that a pair that resembles so much is a candidate.
    pub at: (Ratio, f64),
    /// Of the pairs that pass the threshold by resemblance, those that are candidates.
    pub found: CountedShare,
    /// Only every k-th pair was tried.
    pub one_in: u32,
    /// The pairs by their resemblance.
    pub curve: Curve,
}

impl BandTrial {
    /// Tries the filter. `None` when cancelled.
    pub(super) fn of(
        texts: &DistinctTexts<'_>,
        truth: &Truth,
        params: &Params,
        bands: Bands,
        cancel: &Cancel,
    ) -> Option<Self> {
        let half = Ratio::new(1, 2);
        let threshold = if params.threshold > half { half } else { params.threshold };
        let bar = Bar { measure: Measure::Jaccard, above: Above::AtLeast, threshold, one_in: 1 };
        let all = joined(&truth.index, bar, cancel)?;
        let one_in = all.len().div_ceil(MOST_PAIRS).max(1);
        let pairs: Vec<_> = all.iter().step_by(one_in).collect();
        let mut ids: Vec<NodeId> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        ids.sort_unstable();
        ids.dedup();
        let cut = shingle_params(&plain(params));
        let mut work = Minima::default();
        let sets = texts.few(&ids, cut, cancel)?;
        let least = |set: &[u64], work: &mut Minima| work.fast(set, bands.functions()).to_vec();
        let minima: Vec<Vec<u64>> = sets.iter().map(|set| least(set, &mut work)).collect();
        let of = |id: NodeId| {
            let place = ids.binary_search(&id).ok();
            place.and_then(|place| minima.get(place)).map_or(&[][..], Vec::as_slice)
        };
        let mut curve = Curve::default();
        let mut found = CountedShare { part: 0, of: 0 };
        for pair in pairs {
            let resemblance = overlap(&truth.nodes, pair, 1).jaccard();
            let is_found = bands.agree(of(pair.a), of(pair.b));
            curve.add(resemblance, is_found, bands.candidate(resemblance.to_f64()));
            if params.above.passes(resemblance, params.threshold) {
                found.of += 1;
                found.part += u64::from(is_found);
            }
        }
        let at = (params.threshold, bands.candidate(params.threshold.to_f64()));
        Some(Self { bands, at, found, one_in: one_in as u32, curve })
    }
}

#[cfg(test)]
mod tests {
    use super::Bands;
    use crate::shingle::hash::mix;

    #[test]
    fn bands_of_drawn_minima_agree_as_often_as_the_formula_says() {
        const ROUNDS: u64 = 20_000;
        for (bands, rows) in [(20, 5), (1, 14), (50, 2), (9, 13)] {
            let filter = Bands { bands, rows };
            for resemblance in [0.3, 0.6, 0.8, 0.95] {
                let draw = |round: u64, function: u64| {
                    let drawn = mix(mix(round) ^ function) as f64 / 2_f64.powi(64);
                    // The same shingle in both, or two that differ.
                    if drawn < resemblance {
                        [function; 2]
                    } else {
                        [2 * function + 1_000, 2 * function + 1_001]
                    }
                };
                let is_found = |round: &u64| {
                    let both = (0..u64::from(filter.functions())).map(|one| draw(*round, one));
                    let (a, b): (Vec<u64>, Vec<u64>) = both.map(|[a, b]| (a, b)).unzip();
                    filter.agree(&a, &b)
                };
                let share = (0..ROUNDS).filter(is_found).count() as f64 / ROUNDS as f64;
                let formula = filter.candidate(resemblance);
                assert!(
                    (share - formula).abs() < 0.012,
                    "{bands}×{rows} at {resemblance}: {share} {formula}"
                );
            }
        }
    }

    #[test]
    fn half_of_the_pairs_are_candidates_in_the_middle_and_tiny_chances_keep_their_digits() {
        for (bands, rows) in [(20, 5), (1, 1), (128, 8)] {
            let filter = Bands { bands, rows };
            assert!((filter.candidate(filter.middle()) - 0.5).abs() < 1e-9);
            assert!(
                filter.candidate(0.0).abs() < 1e-12 && (filter.candidate(1.0) - 1.0).abs() < 1e-12
            );
        }
        let chance = Bands { bands: 6, rows: 14 }.candidate(0.1);
        assert!((chance / 6e-14 - 1.0).abs() < 1e-6, "{chance}");
    }

    #[test]
    fn texts_without_shingles_are_no_candidates() {
        assert!(!Bands { bands: 2, rows: 2 }.agree(&[], &[]));
    }
}
