//! Separation of labelled pairs by every width, stop words, stemming and measure, with confidence intervals. The order
//! of pairs with equal scores has no effect.

use std::collections::BTreeSet;
use std::fmt;

use rayon::prelude::*;

use super::texts::{DistinctTexts, Material, TrialProgress, params_without_sketch};
use super::{labels::Labelled, widths::widths_to_try};
use base::{cancel::Cancel, ratio::Ratio};
use shingle_core::compare::{Direction, Measure, Overlap, count_common_numbers};
use shingle_core::pipeline::{Params, StopWords, shingle_params};
use shingle_core::{shingle::ShingleParams, text::Stem};

/// Quantile of the normal distribution for 95 % confidence.
const Z: f64 = 1.959_963_984_540_054;

type Scored = (Ratio, bool);

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// Area under the ROC curve in 0..=1: probability that a pair labelled 1 scores higher than a pair labelled 0.
    /// Equal scores count half (Mann and Whitney, by midranks).
    pub auc: f64,
    /// Standard error of the area (Hanley and others, 1982).
    pub auc_error: f64,
    /// Average precision in 0..=1: the precision at each distinct score, weighted by the added recall, Σ (Rₙ − Rₙ₋₁)
    /// Pₙ.
    pub ap: f64,
    /// Best F1 over all thresholds, 0..=1: the harmonic mean of precision and recall, 2PR / (P + R) (van Rijsbergen).
    pub f1: f64,
    /// Highest threshold with this F1; pairs with at least this score are classified as 1.
    pub threshold: Ratio,
    /// Share of the pairs labelled 1 that are classified as 1 at this threshold.
    pub recall: CountedShare,
    /// Share of the pairs classified as 1 that are labelled 1 at this threshold.
    pub precision: CountedShare,
}

impl Quality {
    /// Computes the quality of scores, or returns `None` if all labels are equal.
    pub fn new(mut scored: Vec<Scored>) -> Option<Self> {
        let positives = scored.iter().filter(|(_, label)| *label).count() as u64;
        let negatives = scored.len() as u64 - positives;
        if positives == 0 || negatives == 0 {
            return None;
        }
        scored.sort_unstable_by_key(|(score, _)| std::cmp::Reverse(*score));
        let (mut hits, mut misses) = (0_u64, 0_u64);
        // Doubled, so that a tie adds a whole number.
        let mut twice_above = 0_u128;
        let (mut ap, mut f1, mut threshold) = (0.0, 0.0, Ratio::ONE);
        let mut best = (0, 0);
        for tied in scored.chunk_by(|first, second| first.0 == second.0) {
            let ones = tied.iter().filter(|(_, label)| *label).count() as u64;
            let zeros = tied.len() as u64 - ones;
            let below = negatives - misses - zeros;
            twice_above += u128::from(ones) * (2 * u128::from(below) + u128::from(zeros));
            hits += ones;
            misses += zeros;
            let precision = hits as f64 / (hits + misses) as f64;
            ap += precision * ones as f64 / positives as f64;
            // 2PR / (P + R), with the numbers of hits, classified and labelled pairs.
            let here = 2.0 * hits as f64 / (hits + misses + positives) as f64;
            if here > f1 {
                (f1, threshold, best) = (here, tied[0].0, (hits, hits + misses));
            }
        }
        let pairs = u128::from(positives) * u128::from(negatives);
        let (part, classified) = best;
        let recall = CountedShare { part, of: positives };
        let precision = CountedShare { part, of: classified };
        let auc = twice_above as f64 / (2 * pairs) as f64;
        let auc_error = standard_error_of_auc(auc, positives as f64, negatives as f64);
        Some(Self { auc, auc_error, ap, f1, threshold, recall, precision })
    }
}

fn standard_error_of_auc(auc: f64, ones: f64, zeros: f64) -> f64 {
    let (one, two) = (auc / (2.0 - auc), 2.0 * auc * auc / (1.0 + auc));
    let square = auc * auc;
    let spread = auc * (1.0 - auc) + (ones - 1.0) * (one - square) + (zeros - 1.0) * (two - square);
    (spread.max(0.0) / (ones * zeros)).sqrt()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedShare {
    pub part: u64,
    pub of: u64,
}

impl CountedShare {
    pub fn as_fraction(self) -> Option<f64> {
        (self.of > 0).then(|| self.part as f64 / self.of as f64)
    }

    /// Returns the 95 % interval around the share, in 0..=1, by the score test (Wilson 1927). `None` without cases.
    pub fn confidence_interval(self) -> Option<(f64, f64)> {
        let share = self.as_fraction()?;
        let n = self.of as f64;
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let all = 1.0 + Z * Z / n;
        Some((((middle - half) / all).max(0.0), ((middle + half) / all).min(1.0)))
    }
}

impl fmt::Display for CountedShare {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.confidence_interval() {
            Some((from, to)) => {
                let share = Ratio::new(self.part, self.of).format_whole_percent();
                write!(out, "{share} ({:.0}–{:.0}%)", from * 100.0, to * 100.0)
            }
            None => out.write_str("–"),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct GridCell {
    pub width: u32,
    pub stop_words: StopWords,
    pub stem: Stem,
    /// Measure of the scores, from the first document if directional.
    pub measure: Measure,
    pub quality: Quality,
}

impl GridCell {
    fn count_differences(&self, params: &Params) -> usize {
        let Self { width, stop_words, stem, measure, .. } = self;
        usize::from(*width != params.width)
            + usize::from(*stop_words != params.stop_words)
            + usize::from(*stem != params.stem)
            + usize::from(*measure != params.measure)
    }
}

/// Results of all combinations of stop words, stemming, width and measure, in this order.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    pub cells: Vec<GridCell>,
    pub ones: usize,
    pub zeros: usize,
}

impl Grid {
    /// Tries every combination, with other parameters from `params`. `None` when cancelled.
    pub fn new(
        material: &Material,
        params: &Params,
        labelled: &[Labelled],
        cancel: &Cancel,
        progress: TrialProgress<'_>,
    ) -> Option<Self> {
        let named: BTreeSet<usize> = labelled.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        let (material, labelled) = restrict_to_labelled(material, &named, labelled);
        let stop_words = match &params.stop_words {
            StopWords::Off => Params::defaults().stop_words,
            set => set.clone(),
        };
        let widths = widths_to_try(params);
        let all = 4 * widths.len();
        let mut cells = Vec::with_capacity(all * Measure::ALL.len());
        for stop_words in [stop_words, StopWords::Off] {
            for stem in [Stem::On, Stem::Off] {
                let params = Params {
                    stop_words: stop_words.clone(),
                    stem,
                    ..params_without_sketch(params)
                };
                let texts = DistinctTexts::new(&material, &params, cancel)?;
                for width in widths.iter().copied() {
                    let done = cells.len() / Measure::ALL.len();
                    let trial = format!("width {width}, stop-words {stop_words}, stem {stem}");
                    progress(&trial, done, all);
                    let overlaps = compare_labelled_pairs(&texts, &params, width, &labelled)?;
                    cells.extend(Measure::ALL.iter().filter_map(|(_, measure)| {
                        let score = |(overlap, label): &(Overlap, bool)| -> Scored {
                            (overlap.score(*measure, Direction::First), *label)
                        };
                        let quality = Quality::new(overlaps.iter().map(score).collect())?;
                        let stop_words = stop_words.clone();
                        Some(GridCell { width, stop_words, stem, measure: *measure, quality })
                    }));
                }
            }
        }
        let ones = labelled.iter().filter(|pair| pair.label).count();
        Some(Self { cells, ones, zeros: labelled.len() - ones })
    }

    /// Returns the cells, best first: by AUC, then average precision, then F1, then grid order.
    pub fn best_cells(&self) -> Vec<&GridCell> {
        let mut best: Vec<&GridCell> = self.cells.iter().collect();
        let key = |cell: &GridCell| [cell.quality.auc, cell.quality.ap, cell.quality.f1];
        best.sort_by(|one, other| {
            let figures = key(other).into_iter().zip(key(one));
            let orders = figures.map(|(other, one)| other.total_cmp(&one));
            orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        });
        best
    }

    /// Returns the cells equal to the best within noise: their area is in or above the 95 % interval of the best cell.
    pub fn cells_within_noise(&self) -> Vec<&GridCell> {
        let best = self.best_cells();
        let Some(first) = best.first() else { return Vec::new() };
        let least = first.quality.auc - Z * first.quality.auc_error;
        best.into_iter().filter(|cell| cell.quality.auc >= least).collect()
    }

    /// Returns the cell equal within noise that differs from the defaults in the fewest parameters, then in width.
    pub fn plainest_cell_within_noise(&self) -> Option<&GridCell> {
        let usual = Params::defaults();
        let differs = |cell: &&GridCell| {
            (cell.count_differences(&usual), cell.width.abs_diff(usual.width), cell.width)
        };
        self.cells_within_noise().into_iter().min_by_key(differs)
    }

    pub fn explain_best_cell(&self) -> Option<String> {
        let (best, plainest) = (self.best_cells(), self.plainest_cell_within_noise()?);
        let quality = best.first()?.quality;
        let least = quality.auc - Z * quality.auc_error;
        let GridCell { width, stop_words, stem, measure, .. } = plainest;
        Some(format!(
            "{} of {} settings are equal to the best within noise (AUC from {least:.4} on, 1.96 standard errors below). Take the plainest of \
             them: width {width}, stop-words {stop_words}, stem {stem}, measure {measure}.",
            self.cells_within_noise().len(),
            self.cells.len(),
        ))
    }

    pub fn cell_of_params(&self, params: &Params) -> Option<&GridCell> {
        self.cells.iter().find(|cell| cell.count_differences(params) == 0)
    }
}

/// Returns only the labelled documents, and the pairs with their new positions.
fn restrict_to_labelled(
    material: &Material,
    named: &BTreeSet<usize>,
    labelled: &[Labelled],
) -> (Material, Vec<Labelled>) {
    let mut place = vec![0; material.paths.len()];
    for (now, was) in named.iter().enumerate() {
        place[*was] = now;
    }
    let pairs =
        labelled.iter().map(|pair| Labelled { a: place[pair.a], b: place[pair.b], ..*pair });
    let material = Material {
        params: material.params.clone(),
        paths: named.iter().map(|at| material.paths[*at].clone()).collect(),
        records: named.iter().map(|at| material.records[*at].clone()).collect(),
        lexicon: material.lexicon.clone(),
    };
    (material, pairs.collect())
}

/// Counts the shared keys of each pair, with its label. `None` when cancelled.
fn compare_labelled_pairs(
    texts: &DistinctTexts<'_>,
    params: &Params,
    width: u32,
    labelled: &[Labelled],
) -> Option<Vec<(Overlap, bool)>> {
    let cut = ShingleParams { width, step: params.step.min(width), ..shingle_params(params) };
    let keys = texts.sorted_keys(cut)?;
    let read = |document: usize| {
        let text = texts.of_document[document];
        let keys: &[u64] = text.map_or(&[], |text| &keys[text as usize]);
        (text, keys, text.map_or(0, |text| texts.count_words_of_text(text)))
    };
    let one = |pair: &Labelled| {
        let ((text, a, a_words), (other, b, b_words)) = (read(pair.a), read(pair.b));
        let overlap = Overlap {
            shared: count_common_numbers(a, b),
            a_shingles: a.len() as u32,
            b_shingles: b.len() as u32,
            a_words,
            b_words,
            one_in: params.modulo,
            exact_copy: text.is_some() && text == other,
        };
        (overlap, pair.label)
    };
    Some(labelled.par_iter().map(one).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{CountedShare, Quality, Ratio, Scored};

    fn interval(part: u64, of: u64) -> (f64, f64) {
        CountedShare { part, of }.confidence_interval().unwrap()
    }

    #[test]
    fn published_intervals_come_out() {
        // Newcombe 1998, table I, method 3.
        for (part, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (from, to) = interval(part, of);
            assert!((from - low).abs() < 5e-5, "{part}/{of}: {from} {to}");
            assert!((to - high).abs() < 5e-5, "{part}/{of}: {from} {to}");
        }
        assert_eq!(CountedShare { part: 0, of: 0 }.confidence_interval(), None);
    }

    fn scored(pairs: &[(u64, u8)]) -> Vec<Scored> {
        pairs.iter().map(|(tenths, label)| (Ratio::new(*tenths, 10), *label == 1)).collect()
    }

    fn close(first: f64, second: f64) -> bool {
        (first - second).abs() < 1e-12
    }

    #[test]
    fn the_error_of_an_area_is_that_of_the_published_example() {
        // Hanley and McNeil 1982: an area of .893 on 51 abnormal and 58 normal images has a standard error of .032.
        assert!((super::standard_error_of_auc(0.893, 51.0, 58.0) - 0.032).abs() < 6e-4);
        assert!(super::standard_error_of_auc(1.0, 5.0, 5.0).abs() < 1e-12);
    }

    #[test]
    fn it_equals_an_example_worked_by_hand() {
        // There are three zeros, at 8, 4 and 1. The one at 9 is above all, the one at 7 above two, the one at 4 above
        // one and tied with one.
        let quality =
            Quality::new(scored(&[(9, 1), (7, 1), (8, 0), (4, 1), (4, 0), (1, 0)])).unwrap();
        assert!(close(quality.auc, (3.0 + 2.0 + 1.5) / 9.0), "{}", quality.auc);
        // Precision 1/1 at .9, 2/3 at .7, 3/5 at .4, each adding a third of the recall.
        assert!(close(quality.ap, (1.0 + 2.0 / 3.0 + 3.0 / 5.0) / 3.0), "{}", quality.ap);
        // F1: .9 → 2/4, .8 → 2/5, .7 → 4/6, .4 → 6/8, .1 → 6/9.
        assert!(close(quality.f1, 0.75));
        assert_eq!(quality.threshold, Ratio::new(4, 10));
        // At .4, three of three pairs labelled 1 are among five.
        assert_eq!(quality.recall, CountedShare { part: 3, of: 3 });
        assert_eq!(quality.precision, CountedShare { part: 3, of: 5 });
    }

    #[test]
    fn of_thresholds_that_do_as_well_the_highest_is_taken() {
        // F1: .9 → 2/3, .8 → 2/5, .6 → 4/6.
        let quality = Quality::new(scored(&[(9, 1), (8, 0), (8, 0), (6, 1)])).unwrap();
        assert!(close(quality.f1, 2.0 / 3.0));
        assert_eq!(quality.threshold, Ratio::new(9, 10));
    }

    #[test]
    fn labels_that_are_all_the_same_tell_nothing() {
        assert_eq!(Quality::new(Vec::new()), None);
        assert_eq!(Quality::new(scored(&[(1, 1), (2, 1)])), None);
        assert_eq!(Quality::new(scored(&[(1, 0)])), None);
    }

    proptest! {
        #[test]
        fn the_area_is_the_share_of_ones_above_zeros(
            pairs in prop::collection::vec((0_u64..8, any::<bool>()), 2..40),
        ) {
            let all: Vec<Scored> = pairs.iter().map(|(score, label)| (Ratio::new(*score, 8), *label)).collect();
            let (ones, zeros): (Vec<Scored>, Vec<Scored>) = all.iter().copied().partition(|(_, label)| *label);
            prop_assume!(!ones.is_empty() && !zeros.is_empty());
            let above: f64 = ones.iter().flat_map(|one| zeros.iter().map(move |zero| match one.0.cmp(&zero.0) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            })).sum();
            let quality = Quality::new(all.clone()).unwrap();
            prop_assert!(close(quality.auc, above / (ones.len() * zeros.len()) as f64));
            let f1 = |threshold: Ratio| {
                let taken = all.iter().filter(|(score, _)| *score >= threshold);
                let hits = taken.clone().filter(|(_, label)| *label).count();
                2.0 * hits as f64 / (taken.count() + ones.len()) as f64
            };
            let best = all.iter().map(|(score, _)| f1(*score)).fold(0.0, f64::max);
            prop_assert!(close(quality.f1, best));
            prop_assert!(close(f1(quality.threshold), best));
        }
    }
}
