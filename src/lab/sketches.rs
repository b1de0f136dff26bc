//! Which sketch suits a folder: what each finds of the exact pairs, the errors of its estimates, and its costs.

use std::time::{Duration, Instant};

use crate::base::cancel::Cancel;
use crate::base::ratio::Ratio;
use crate::compare::index::Index;
use crate::compare::join::{Join, Shared};
use crate::compare::measure::Bar;
use crate::compare::measure::{Above, Direction, Measure};
use crate::pipeline::pairs::order::{overlap, passes};
use crate::pipeline::parameters::scoring::Demand;
use crate::pipeline::parameters::{Params, shingle_params};
use crate::pipeline::texts::nodes::Nodes;

use super::candidates::{CandidateSketch, estimate, kinds, name};
use super::curve::Curve;
use super::estimates::{EstimateReader, EstimatedPair};
use super::survey::{Count, SurveyPart};
use super::texts::{DistinctTexts, WordOrder, all};
use super::trials::{TrialProgress, plain};
use super::truth::{MOST_MEETINGS, SAMPLE, Truth, joined};
use super::widths::SAFE_SAMPLE;
use crate::shingle::expected::near_duplicate;

/// A sketch does nearly as well if it finds this share of the pairs, if this share of what it finds is right, and if its
/// estimates are off by at most the rest in the mean.
const NEARLY: f64 = 0.95;
/// The documents of the folder that a recommendation also speaks of.
const MILLION: f64 = 1e6;
/// The same number.
const MILLION_DOCUMENTS: u64 = 1_000_000;

/// A sketch on this folder. Pairs are pairs of distinct texts, because copies tell nothing about a sketch.
#[derive(Debug, Clone, PartialEq)]
pub struct SketchTrial {
    /// The sketch.
    pub kind: CandidateSketch,
    /// The measure that its score estimates: the measure that is set, or resemblance.
    pub measure: Measure,
    /// Pairs whose exact measure passes the threshold.
    pub truly: u64,
    /// Pairs that the sketch finds.
    pub found: Count,
    /// Pairs that the sketch finds and whose exact measure passes.
    pub rightly: u64,
    /// Pairs found of those that the measure that is set lists.
    pub listed: u64,
    /// The mean and the largest difference between estimate and exact measure, over the pairs that really pass. `None`
    /// without such pairs, and for filters that estimate nothing.
    pub errors: Option<(f64, f64)>,
    /// The mean size of a document's sketch, in bytes.
    pub bytes: f64,
    /// Documents that should have fewer than fifty kept shingles under this modulo (n/50 < m).
    pub short: u64,
    /// Entries of lists that the join reads to find partners, each a candidate. A pair that meets in several lists counts
    /// for each.
    pub candidates: u64,
    /// The texts that were joined.
    pub joined: u64,
    /// The time to make the sketches.
    pub sketching: Duration,
    /// The time to join them.
    pub joining: Duration,
}

/// What a sketch costs for a million documents like those of the folder: the sketches and the time to make them grow with
/// the documents, what the join reads and its time with their square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MillionCosts {
    /// The memory of the sketches, in bytes.
    pub bytes: f64,
    /// Entries of lists that the join reads.
    pub candidates: u64,
    /// Seconds to make the sketches.
    pub sketching: f64,
    /// Seconds to join them.
    pub joining: f64,
}

impl SketchTrial {
    /// The entries that the join of so many documents would read, rounded down.
    fn candidates_of(&self, documents: u64) -> u64 {
        let square = |number: u64| u128::from(number).pow(2);
        let all = u128::from(self.candidates) * square(documents) / square(self.joined).max(1);
        u64::try_from(all).unwrap_or(u64::MAX)
    }

    /// The share of the passing pairs that is found. `None` if no pair passes.
    pub fn recall(&self) -> Option<f64> {
        share(self.rightly, self.truly)
    }

    /// The time to make the sketches and to join them.
    pub fn time(&self) -> Duration {
        self.sketching + self.joining
    }

    /// What it would cost for a million such documents, given how many there are. `None` without documents.
    pub fn for_million(&self, documents: usize) -> Option<MillionCosts> {
        let more = MILLION / documents as f64;
        let squared = (MILLION / self.joined as f64).powi(2);
        (documents > 0 && self.joined > 0).then(|| MillionCosts {
            bytes: self.bytes * MILLION,
            candidates: self.candidates_of(MILLION_DOCUMENTS),
            sketching: self.sketching.as_secs_f64() * more,
            joining: self.joining.as_secs_f64() * f64::from(self.found.one_in) * squared,
        })
    }

    /// The share of the found pairs that really pass. `None` if no pair is found.
    pub fn precision(&self) -> Option<f64> {
        share(self.rightly.min(self.found.pairs), self.found.pairs)
    }
}

/// `part` of `all`. `None` if `all` is 0.
pub fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

/// The trials of all sketches.
#[derive(Debug, Clone)]
pub struct SketchTrials {
    /// In the order of [`kinds`].
    pub tried: Vec<SketchTrial>,
    /// Pairs of distinct texts over the threshold by the measure that is set.
    pub listed: u64,
    /// Pairs of distinct texts over the threshold by resemblance.
    pub alike: u64,
    /// Only texts whose number this divides were compared, because there are too many pairs. 1 if all were.
    pub one_in: u32,
    /// The best pairs with their estimates.
    pub pairs: Vec<EstimatedPair>,
    /// The near-duplicate filter against its formula.
    pub curve: Curve,
}

impl SketchTrials {
    /// Tries every sketch. `None` when cancelled.
    pub(super) fn of(
        texts: &DistinctTexts<'_>,
        truth: &Truth,
        params: &Params,
        pairs: usize,
        cancel: &Cancel,
        progress: TrialProgress<'_>,
    ) -> Option<Self> {
        let kinds = kinds(params);
        let sampled = Params { modulo: params.modulo, ..plain(params) };
        let steps = kinds.len();
        let mut reader =
            EstimateReader::new(texts, &truth.nodes, &sampled, truth.best(params, pairs));
        let mut curve = Curve::default();
        let mut tried = Vec::with_capacity(kinds.len());
        for (done, kind) in kinds.into_iter().enumerate() {
            progress(&name(kind), done, steps);
            let (row, nodes, index) = truth.try_out(texts, params, kind, cancel)?;
            reader.read(kind, &nodes, &index);
            if kind == CandidateSketch::SuperShingle {
                truth.draw(&index, params, &mut curve, cancel)?;
            }
            tried.push(row);
        }
        Some(Self {
            tried,
            listed: truth.listed.len() as u64,
            alike: truth.alike.len() as u64,
            one_in: truth.one_in,
            pairs: reader.finish(),
            curve,
        })
    }

    /// The smallest sketch, in bytes, that finds nearly all pairs of this folder and hardly any other, and whose estimates
    /// are near. `None` if only keeping every shingle does.
    pub fn smallest(&self) -> Option<&SketchTrial> {
        let whole = self.modulo(1)?;
        let serves = |tried: &&SketchTrial| {
            tried.bytes < whole.bytes
                && tried.recall().is_some_and(|share| share >= NEARLY)
                && tried.precision().is_some_and(|share| share >= NEARLY)
                && tried.errors.is_none_or(|(mean, _)| mean <= 1.0 - NEARLY)
        };
        let serving = self.tried.iter().filter(serves);
        serving.min_by(|left, right| left.bytes.total_cmp(&right.bytes))
    }

    /// Which sketch to take, and why, with what a million such documents would take.
    pub fn reason(&self) -> String {
        let Some(whole) = self.modulo(1) else { return String::new() };
        let memory = |tried: &SketchTrial| bytes(tried.bytes * MILLION);
        if whole.truly == 0 {
            return "No pair reaches the threshold, so no sketch can be judged.".into();
        }
        let keep = format!(
            "Keep all shingles (modulo 1) while memory allows: {:.0} bytes a document, {} for a million such documents.",
            whole.bytes,
            memory(whole)
        );
        match self.smallest() {
            Some(tried) => format!(
                "{keep} The smallest sketch that does nearly as well is {}: {} of the pairs found with {:.0} bytes a document, {} \
                 for a million.",
                name(tried.kind),
                hundredths(tried.recall().unwrap_or_default()),
                tried.bytes,
                memory(tried)
            ),
            None => format!(
                "{keep} No smaller sketch does nearly as well: {} of the pairs found, {} of what it finds right, estimates off by \
                 at most {} in the mean.",
                hundredths(NEARLY),
                hundredths(NEARLY),
                "5 points"
            ),
        }
    }

    /// The trial of a modulo, if there was one.
    pub fn modulo(&self, modulo: u32) -> Option<&SketchTrial> {
        self.tried.iter().find(|tried| tried.kind == CandidateSketch::Modulo(modulo))
    }
}

impl Truth {
    /// Makes a sketch of all texts, joins it, and compares the pairs it finds with the exact ones.
    fn try_out(
        &self,
        texts: &DistinctTexts<'_>,
        params: &Params,
        kind: CandidateSketch,
        cancel: &Cancel,
    ) -> Option<(SketchTrial, Nodes, Index)> {
        let begun = Instant::now();
        let made = kind.params(params);
        let sketched = texts.sketched(shingle_params(&made), WordOrder::Read, cancel)?;
        let sketching = begun.elapsed();
        let begun = Instant::now();
        let index = sketched.index(self.one_in, cancel)?;
        let bar = Demand::of(&made).bar;
        let part = SurveyPart::of(&index, bar, MOST_MEETINGS);
        let mut found = 0;
        part.each(cancel, |some| found += some.len() as u64)?;
        let joining = begun.elapsed();
        let candidates = Join::new(&index, bar).work(SAMPLE);

        let (measure, truly) = match kind {
            CandidateSketch::Modulo(_) => (params.measure, &self.listed),
            _ => (Measure::Jaccard, &self.alike),
        };
        let finds = |pair: &&Shared| {
            let count = index.shared(pair.a, pair.b).unwrap_or(0);
            count > 0 && passes(&sketched.nodes, &Shared { count, ..**pair }, bar)
        };
        let count = |pairs: &[Shared]| pairs.iter().filter(finds).count() as u64;
        let keys: u64 = documents(&sketched.nodes).map(|(keys, of)| u64::from(keys) * of).sum();
        let all: u64 = documents(&sketched.nodes).map(|(_, of)| of).sum();
        let short = match kind {
            CandidateSketch::Modulo(modulo) if modulo > 1 => self.short(modulo),
            _ => 0,
        };
        let errors =
            kind.estimates().then(|| self.errors(truly, measure, &made, &sketched.nodes, &index));
        let row = SketchTrial {
            kind,
            measure,
            truly: truly.len() as u64,
            found: Count { pairs: found * u64::from(part.one_in), one_in: part.one_in },
            rightly: count(truly),
            listed: count(&self.listed),
            errors: errors.flatten(),
            bytes: share(keys * 8, all).unwrap_or(0.0),
            short,
            candidates,
            joined: index.len() as u64,
            sketching,
            joining,
        };
        Some((row, sketched.nodes, index))
    }

    /// How many documents should have fewer than fifty kept shingles under a modulo.
    fn short(&self, modulo: u32) -> u64 {
        let short = |(shingles, _): &(u32, u64)| shingles / SAFE_SAMPLE < modulo;
        documents(&self.nodes).filter(short).map(|(_, documents)| documents).sum()
    }

    /// The mean and the largest error of the estimates of some pairs.
    fn errors(
        &self,
        pairs: &[Shared],
        measure: Measure,
        made: &Params,
        nodes: &Nodes,
        index: &Index,
    ) -> Option<(f64, f64)> {
        let error = |pair: &Shared| {
            let truly = overlap(&self.nodes, pair, 1).score(measure, Direction::Larger).to_f64();
            (estimate(nodes, index, made, (pair.a, pair.b)).to_f64() - truly).abs()
        };
        let (sum, worst) = pairs
            .iter()
            .map(error)
            .fold((0.0, 0.0_f64), |(sum, worst), error| (sum + error, worst.max(error)));
        (!pairs.is_empty()).then(|| (sum / pairs.len() as f64, worst))
    }

    /// Adds to the curve every pair that a filter may find.
    fn draw(
        &self,
        index: &Index,
        params: &Params,
        curve: &mut Curve,
        cancel: &Cancel,
    ) -> Option<()> {
        let half = Ratio::new(1, 2);
        let threshold = if params.threshold > half { half } else { params.threshold };
        let bar = Bar { measure: Measure::Jaccard, above: Above::AtLeast, threshold, one_in: 1 };
        for pair in joined(&self.index, bar, cancel)? {
            let agree = index.shared(pair.a, pair.b).unwrap_or(0);
            let resemblance = overlap(&self.nodes, &pair, 1).jaccard();
            curve.add(resemblance, agree >= 2, near_duplicate(resemblance.to_f64()));
        }
        Some(())
    }
}

/// The size of each text's sketch, and the number of its documents.
fn documents(nodes: &Nodes) -> impl Iterator<Item = (u32, u64)> + '_ {
    all(nodes).map(|node| (node.size.shingles, u64::from(node.documents)))
}

/// A share in whole hundredths, rounded down, so that only all are called 100 %.
fn hundredths(share: f64) -> String {
    let whole = (0..=100).rev().find(|whole| f64::from(*whole) / 100.0 <= share).unwrap_or(0);
    format!("{whole}%")
}

/// A number of bytes in MB or GB, as powers of ten.
pub fn bytes(number: f64) -> String {
    if number >= 1e9 {
        format!("{:.1} GB", number / 1e9)
    } else {
        format!("{:.0} MB", number / 1e6)
    }
}
