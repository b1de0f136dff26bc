//! Sketches for a folder: the exact pairs found, estimation errors, and costs.

use super::grid::CountedShare;
use super::survey::{Count, SurveyPart};
use super::texts::{DistinctTexts, TrialProgress, nodes_of_texts, params_without_sketch};
use super::truth::{ExactPairs, MOST_MEETINGS};
use super::widths::SAFE_SAMPLE;
use base::{path::DocPath, ratio::Ratio};
use shingle_core::compare::{Above, Direction, Index, Measure, Overlap, SharedCount};
use shingle_core::pipeline::pairs::order::{overlap_of_sketches, passes_bar};
use shingle_core::pipeline::{Criteria, Nodes, Params, shingle_params};
use shingle_core::shingle::{Family, SketchKind, deviation_of_minhash, minhash::FUNCTIONS};

/// Minimal recall and precision of a good sketch. Applies to the lower ends of the intervals, so that a few pairs do
/// not change the advice.
const SURELY: f64 = 0.9;
/// Largest mean error of a good sketch.
const NEAR: f64 = 0.05;
const MILLION: f64 = 1e6;
/// Modulo for the comparison of estimates if none is set.
const MODULO: u32 = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CandidateSketch {
    pub sketch: SketchKind,
    /// Modulo of a modulo sketch, or number of functions of an estimating sketch. `None` if fixed.
    pub number: Option<u32>,
}

impl CandidateSketch {
    /// Returns the usual sketches, and those with the numbers in `params`.
    fn all_candidates(params: &Params) -> Vec<Self> {
        let candidates = |sketch: SketchKind| {
            let mut numbers = match sketch.facts().few {
                Some(_) => vec![None],
                None if sketch.is_estimate() => {
                    [FUNCTIONS, 200, params.functions].map(Some).to_vec()
                }
                None => [1, 4, 16, 25, 64, params.modulo].map(Some).to_vec(),
            };
            numbers.sort_unstable();
            numbers.dedup();
            numbers.into_iter().map(move |number| Self { sketch, number })
        };
        SketchKind::ALL.iter().flat_map(|(_, sketch)| candidates(*sketch)).collect()
    }

    pub fn modulo(self) -> Option<u32> {
        self.number.filter(|_| !self.sketch.is_estimate())
    }

    /// Sets the modulo or the number of functions in `params`. Estimating sketches use all shingles.
    fn with_sketch_size(self, params: Params) -> Params {
        let functions = self.number.filter(|_| self.sketch.is_estimate());
        let functions = functions.unwrap_or(params.functions);
        Params { modulo: self.modulo().unwrap_or(1), functions, ..params }
    }

    fn params_for_trial(self, params: &Params) -> Params {
        let sketch = self.sketch;
        let params = self.with_sketch_size(Params {
            sketch,
            family: Family::Fast,
            ..params_without_sketch(params)
        });
        match self.number {
            Some(_) => params,
            None => {
                Params { threshold: sketch.default_threshold(), above: Above::AtLeast, ..params }
            }
        }
    }

    pub fn apply_to(self, params: &Params) -> Params {
        let mut params = self.with_sketch_size(params.clone());
        // Sets the sketch last, because setting a sketch also sets a threshold.
        params.set_sketch(self.sketch);
        params
    }

    pub fn name(self) -> String {
        let number = self.number.map_or_else(String::new, |number| format!(" {number}"));
        format!("{}{number}", self.sketch)
    }
}

struct TrialSketches {
    params: Params,
    nodes: Nodes,
    index: Index,
}

impl TrialSketches {
    fn count_shared(&self, pair: &SharedCount) -> u32 {
        self.index.count_shared_keys(pair.a, pair.b).unwrap_or(0)
    }

    fn estimate_score(&self, pair: &SharedCount) -> Ratio {
        let (count, params) = (self.count_shared(pair), &self.params);
        match params.sketch().keys_per_document() {
            None => {
                overlap_of_sketches(&self.nodes, &SharedCount { count, ..*pair }, params.modulo)
                    .score(params.measure, Direction::Larger)
            }
            Some(size) => Ratio::new(count.into(), size.into()),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct EstimatedPair {
    /// First document with the first text, in path order.
    pub a: DocPath,
    pub b: DocPath,
    pub exact: Overlap,
    /// Score by the shingles that the modulo keeps.
    pub modulo: Ratio,
    /// Number of agreeing minima, of 84.
    pub minima: u32,
    /// Number of agreeing supershingles, of six.
    pub supershingles: u32,
    /// Number of agreeing megashingles, of fifteen.
    pub megashingles: u32,
}

impl EstimatedPair {
    fn new(texts: &DistinctTexts<'_>, nodes: &Nodes, pair: &SharedCount) -> Self {
        Self {
            a: texts.name_of_text(pair.a),
            b: texts.name_of_text(pair.b),
            exact: overlap_of_sketches(nodes, pair, 1),
            modulo: Ratio::ZERO,
            minima: 0,
            supershingles: 0,
            megashingles: 0,
        }
    }

    /// Stores the estimate of a sketch. A modulo sketch counts only if its modulo is `modulo`.
    fn store_estimate(
        &mut self,
        kind: CandidateSketch,
        modulo: u32,
        sketched: &TrialSketches,
        pair: &SharedCount,
    ) {
        let shared = sketched.count_shared(pair);
        match kind.sketch {
            SketchKind::Modulo if kind.number == Some(modulo) => {
                self.modulo = sketched.estimate_score(pair);
            }
            SketchKind::MinHash if kind.number == Some(FUNCTIONS) => self.minima = shared,
            SketchKind::SuperShingle => self.supershingles = shared,
            SketchKind::MegaShingle => self.megashingles = shared,
            _ => {}
        }
    }

    /// Returns the resemblance in 0..=1 estimated by 84 minima, and its standard deviation √(r(1−r)/84), where r is the
    /// exact resemblance.
    pub fn minhash_range(&self) -> (f64, f64) {
        let estimate = f64::from(self.minima) / f64::from(FUNCTIONS);
        (estimate, deviation_of_minhash(self.exact.jaccard().to_f64(), FUNCTIONS as usize))
    }

    /// Returns true if a near-duplicate filter finds the pair: two supershingles agree, and so a megashingle.
    pub const fn is_found_by_filter(&self) -> bool {
        self.supershingles >= 2
    }
}

pub const fn modulo_to_try(params: &Params) -> u32 {
    if params.modulo > 1 { params.modulo } else { MODULO }
}

/// Trial of a sketch on distinct texts, because copies reveal nothing about a sketch.
#[derive(Debug, Clone, PartialEq)]
pub struct SketchTrial {
    pub kind: CandidateSketch,
    /// Measure estimated by the score.
    pub measure: Measure,
    /// Number of pairs that pass by their exact score.
    pub truly: u64,
    pub found: Count,
    /// Number of found pairs that pass by their exact score.
    pub rightly: u64,
    /// Number of found pairs that pass by the chosen measure.
    pub listed: u64,
    /// Mean and maximal error over the passing pairs. `None` without such pairs, and for filters.
    pub errors: Option<(f64, f64)>,
    /// Mean bytes per document.
    pub bytes: f64,
    /// Number of documents with fewer than fifty expected shingles under this modulo (n/50 < m).
    pub short: u64,
}

impl SketchTrial {
    pub const fn recall(&self) -> CountedShare {
        CountedShare { part: self.rightly, of: self.truly }
    }

    pub fn precision(&self) -> CountedShare {
        CountedShare { part: self.rightly.min(self.found.pairs), of: self.found.pairs }
    }

    /// Formats the memory for a million similar documents.
    pub fn format_space_for_million(&self) -> String {
        let bytes = self.bytes * MILLION;
        if bytes >= 1e9 {
            format!("{:.1} GB", bytes / 1e9)
        } else {
            format!("{:.0} MB", bytes / 1e6)
        }
    }
}

/// Returns `None` if there is nothing to have a share of.
pub fn fraction_of(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

#[derive(Debug, Clone)]
pub struct SketchTrials {
    /// Trials in the order of `CandidateSketch::all_candidates`.
    pub tried: Vec<SketchTrial>,
    /// Number of pairs of distinct texts that pass by the measure.
    pub listed: u64,
    /// Number of pairs of distinct texts that pass by resemblance.
    pub alike: u64,
    /// Sampling rate: only texts with numbers divisible by `one_in` were compared.
    pub one_in: u32,
    pub pairs: Vec<EstimatedPair>,
}

impl SketchTrials {
    /// Tries every sketch. `None` when cancelled.
    pub(super) fn new(
        texts: &DistinctTexts<'_>,
        truth: &ExactPairs,
        params: &Params,
        pairs: usize,
        progress: TrialProgress<'_>,
    ) -> Option<Self> {
        let kinds = CandidateSketch::all_candidates(params);
        let best = truth.best_pairs(params, pairs);
        let row = |pair: &SharedCount| EstimatedPair::new(texts, &truth.nodes, pair);
        let mut pairs: Vec<EstimatedPair> = best.iter().map(row).collect();
        let mut tried = Vec::with_capacity(kinds.len());
        for (done, kind) in kinds.iter().enumerate() {
            progress(&kind.name(), done, kinds.len());
            let (row, sketched) = truth.try_sketch(texts, params, *kind)?;
            for (pair, row) in best.iter().zip(&mut pairs) {
                row.store_estimate(*kind, modulo_to_try(params), &sketched, pair);
            }
            tried.push(row);
        }
        Some(Self {
            tried,
            listed: truth.listed.len() as u64,
            alike: truth.alike.len() as u64,
            one_in: truth.one_in,
            pairs,
        })
    }

    /// Returns the smallest sketch that finds nearly all pairs and hardly any other, with small errors. `None` if only
    /// all shingles together are good enough.
    pub fn smallest_good_trial(&self) -> Option<&SketchTrial> {
        let whole = self.trial_of_modulo(1)?;
        let is_sure = |share: CountedShare| {
            share.confidence_interval().is_some_and(|(least, _)| least >= SURELY)
        };
        let serves = |tried: &&SketchTrial| {
            tried.bytes < whole.bytes
                && is_sure(tried.recall())
                && is_sure(tried.precision())
                && tried.errors.is_none_or(|(mean, _)| mean <= NEAR)
        };
        let serving = self.tried.iter().filter(serves);
        serving.min_by(|one, other| one.bytes.total_cmp(&other.bytes))
    }

    /// Describes the recommended sketch, with the reason and the memory for a million documents.
    pub fn explain_recommended_sketch(&self) -> String {
        let Some(whole) = self.trial_of_modulo(1) else { return String::new() };
        if whole.truly == 0 {
            return "No pair passes the threshold, so sketches cannot be compared. Lower the threshold.".into();
        }
        let keep = format!(
            "Keep all shingles (modulo 1) while memory allows: {:.0} bytes a document, {} for a million such documents.",
            whole.bytes,
            whole.format_space_for_million()
        );
        match self.smallest_good_trial() {
            Some(tried) => format!(
                "{keep} At this threshold the smallest good sketch is {}: it finds {} of the pairs (95 %) with {:.0} bytes a document, {} \
                 for a million.",
                tried.kind.name(),
                tried.recall(),
                tried.bytes,
                tried.format_space_for_million()
            ),
            None => format!(
                "{keep} At this threshold no smaller sketch is good enough: {surely} of the pairs found, {surely} of the found \
                 pairs right (95 %), a mean error of at most 5 points.",
                surely = format_hundredths(SURELY)
            ),
        }
    }

    pub fn trial_of_modulo(&self, modulo: u32) -> Option<&SketchTrial> {
        self.tried.iter().find(|tried| tried.kind.modulo() == Some(modulo))
    }
}

impl ExactPairs {
    fn try_sketch(
        &self,
        texts: &DistinctTexts<'_>,
        params: &Params,
        kind: CandidateSketch,
    ) -> Option<(SketchTrial, TrialSketches)> {
        let tried = kind.params_for_trial(params);
        let texts = texts.sketch_all_texts(shingle_params(&tried))?;
        let index = texts.build_index(self.one_in)?;
        let bar = Criteria::new(&tried).bar;
        let part = SurveyPart::new(&index, bar, MOST_MEETINGS);
        let (mut found, one_in) = (0, part.one_in);
        part.for_each_batch_of_pairs(texts.cancel, |some| found += some.len() as u64)?;

        let sketched = TrialSketches { params: tried, nodes: texts.nodes, index };
        let (measure, truly) = if kind.sketch.is_estimate() {
            (Measure::Jaccard, &self.alike)
        } else {
            (params.measure, &self.listed)
        };
        let finds = |pair: &&SharedCount| {
            let count = sketched.count_shared(pair);
            count > 0 && passes_bar(&sketched.nodes, &SharedCount { count, ..**pair }, bar)
        };
        let count = |pairs: &[SharedCount]| pairs.iter().filter(finds).count() as u64;
        let keys: u64 =
            sizes_and_copies(&sketched.nodes).map(|(keys, of)| u64::from(keys) * of).sum();
        let all: u64 = sizes_and_copies(&sketched.nodes).map(|(_, of)| of).sum();
        let short = kind
            .modulo()
            .filter(|modulo| *modulo > 1)
            .map_or(0, |modulo| self.count_short_documents(modulo));
        let row = SketchTrial {
            kind,
            measure,
            truly: truly.len() as u64,
            found: Count { pairs: found * u64::from(one_in), one_in },
            rightly: count(truly),
            listed: count(&self.listed),
            errors: kind.number.and_then(|_| self.measure_errors(truly, measure, &sketched)),
            bytes: fraction_of(keys * 8, all).unwrap_or(0.0),
            short,
        };
        Some((row, sketched))
    }

    fn count_short_documents(&self, modulo: u32) -> u64 {
        let short = |(shingles, _): &(u32, u64)| shingles / SAFE_SAMPLE < modulo;
        sizes_and_copies(&self.nodes).filter(short).map(|(_, documents)| documents).sum()
    }

    /// Returns the mean and the largest error of the estimates; `None` without pairs.
    fn measure_errors(
        &self,
        pairs: &[SharedCount],
        measure: Measure,
        sketched: &TrialSketches,
    ) -> Option<(f64, f64)> {
        let (mut sum, mut most) = (0.0, 0.0_f64);
        for pair in pairs {
            let exact = overlap_of_sketches(&self.nodes, pair, 1)
                .score(measure, Direction::Larger)
                .to_f64();
            let error = (sketched.estimate_score(pair).to_f64() - exact).abs();
            (sum, most) = (sum + error, most.max(error));
        }
        (!pairs.is_empty()).then(|| (sum / pairs.len() as f64, most))
    }
}

fn sizes_and_copies(nodes: &Nodes) -> impl Iterator<Item = (u32, u64)> + '_ {
    nodes_of_texts(nodes).map(|node| (node.size.shingles, u64::from(node.documents)))
}

/// Formats whole hundredths, rounded down so that only 1 is 100 %.
fn format_hundredths(share: f64) -> String {
    let whole = (0..=100).rev().find(|whole| f64::from(*whole) / 100.0 <= share).unwrap_or(0);
    format!("{whole}%")
}
