//! Which sketch suits a folder: what each finds of the exact pairs, the errors of its estimates, and its costs.

use super::grid::CountedShare;
use super::survey::{Count, SurveyPart};
use super::texts::{DistinctTexts, TrialProgress, WordOrder, all, plain};
use super::truth::{Curve, MOST_MEETINGS, Truth, joined};
use super::widths::SAFE_SAMPLE;
use crate::base::{cancel::Cancel, path::DocPath, ratio::Ratio};
use crate::compare::{Above, Bar, Direction, Index, Measure, Overlap, Shared};
use crate::pipeline::pairs::order::{overlap, passes};
use crate::pipeline::{Criteria, Nodes, Params, shingle_params};
use crate::shingle::{Family, SketchKind, deviation, minhash::FUNCTIONS, near_duplicate};

/// A sketch does nearly as well if it surely finds this share of the pairs, if surely this share of what it finds is right: the
/// lower ends of the intervals count, so that a few pairs more or less change no advice …
const SURELY: f64 = 0.9;
/// … and if its estimates are off by at most this in the mean.
const NEAR: f64 = 0.05;
/// The documents of the folder that a recommendation also speaks of.
const MILLION: f64 = 1e6;
/// The modulo whose estimate stands beside the others if none is set.
const MODULO: u32 = 16;

/// A sketch to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CandidateSketch {
    /// Its kind.
    pub sketch: SketchKind,
    /// The modulo or, for a kind that estimates, the number of functions; `None` where it is fixed.
    pub number: Option<u32>,
}

impl CandidateSketch {
    /// The usual sketches, and those with the modulo and the number of functions that are set.
    fn all(params: &Params) -> Vec<Self> {
        let candidates = |sketch: SketchKind| {
            let mut numbers = match sketch.facts().few {
                Some(_) => vec![None],
                None if sketch.estimates() => [FUNCTIONS, 200, params.functions].map(Some).to_vec(),
                None => [1, 4, 16, 25, 64, params.modulo].map(Some).to_vec(),
            };
            numbers.sort_unstable();
            numbers.dedup();
            numbers.into_iter().map(move |number| Self { sketch, number })
        };
        SketchKind::ALL.iter().flat_map(|(_, sketch)| candidates(*sketch)).collect()
    }

    /// The modulo; `None` for kinds that estimate.
    pub fn modulo(self) -> Option<u32> {
        self.number.filter(|_| !self.sketch.estimates())
    }

    /// The parameters with its number. Sketches that estimate are made of all shingles.
    fn set_number(self, params: Params) -> Params {
        let functions = self.number.filter(|_| self.sketch.estimates());
        let functions = functions.unwrap_or(params.functions);
        Params { modulo: self.modulo().unwrap_or(1), functions, ..params }
    }

    /// The parameters under which it is tried, with the rule for near-duplicates of super- and megashingles.
    fn params(self, params: &Params) -> Params {
        let sketch = self.sketch;
        let params = self.set_number(Params { sketch, family: Family::Fast, ..plain(params) });
        match self.number {
            Some(_) => params,
            None => Params { threshold: sketch.threshold(), above: Above::AtLeast, ..params },
        }
    }

    /// The parameters with this sketch instead of theirs.
    pub fn apply(self, params: &Params) -> Params {
        let mut params = self.set_number(params.clone());
        // The sketch is set last, because it sets a threshold with it.
        params.set_sketch(self.sketch);
        params
    }

    /// Its name: the options that make it.
    pub fn name(self) -> String {
        let number = self.number.map_or_else(String::new, |number| format!(" {number}"));
        format!("{}{number}", self.sketch)
    }
}

/// The sketches of all texts, and their index.
struct Sketched {
    /// The parameters that made them.
    params: Params,
    nodes: Nodes,
    index: Index,
}

impl Sketched {
    /// How many keys the sketches of a pair share.
    fn shared(&self, pair: &Shared) -> u32 {
        self.index.shared(pair.a, pair.b).unwrap_or(0)
    }

    /// The score of a pair by its sketches.
    fn estimate(&self, pair: &Shared) -> Ratio {
        let (count, params) = (self.shared(pair), &self.params);
        match params.sketch().size() {
            None => overlap(&self.nodes, &Shared { count, ..*pair }, params.modulo)
                .score(params.measure, Direction::Larger),
            Some(size) => Ratio::new(count.into(), size.into()),
        }
    }
}

/// A pair and its estimates.
#[derive(Debug, Clone, PartialEq)]
pub struct EstimatedPair {
    /// The first document with the first text, in path order.
    pub a: DocPath,
    /// The first document with the second text, in path order.
    pub b: DocPath,
    /// The exact counts.
    pub exact: Overlap,
    /// The measure that is set, counted in the shingles that the modulo keeps.
    pub modulo: Ratio,
    /// How many of 84 minima agree.
    pub minima: u32,
    /// How many of six supershingles agree.
    pub supershingles: u32,
    /// How many of fifteen megashingles agree.
    pub megashingles: u32,
}

impl EstimatedPair {
    /// A pair of texts without estimates yet.
    fn new(texts: &DistinctTexts<'_>, nodes: &Nodes, pair: &Shared) -> Self {
        Self {
            a: texts.name(pair.a),
            b: texts.name(pair.b),
            exact: overlap(nodes, pair, 1),
            modulo: Ratio::ZERO,
            minima: 0,
            supershingles: 0,
            megashingles: 0,
        }
    }

    /// Reads the estimate of one sketch. `modulo` is the one whose estimate is of interest.
    fn read(&mut self, kind: CandidateSketch, modulo: u32, sketched: &Sketched, pair: &Shared) {
        let shared = sketched.shared(pair);
        match kind.sketch {
            SketchKind::Modulo if kind.number == Some(modulo) => {
                self.modulo = sketched.estimate(pair);
            }
            SketchKind::MinHash if kind.number == Some(FUNCTIONS) => self.minima = shared,
            SketchKind::SuperShingle => self.supershingles = shared,
            SketchKind::MegaShingle => self.megashingles = shared,
            _ => {}
        }
    }

    /// The resemblance, 0 to 1, that 84 minima estimate, and the standard deviation of such estimates, √(r(1−r)/84) with
    /// the exact resemblance r.
    pub fn minhash(&self) -> (f64, f64) {
        let estimate = f64::from(self.minima) / f64::from(FUNCTIONS);
        (estimate, deviation(self.exact.jaccard().to_f64(), FUNCTIONS as usize))
    }

    /// Whether a near-duplicate filter finds the pair: two supershingles agree, and so one megashingle does.
    pub const fn is_found(&self) -> bool {
        self.supershingles >= 2
    }
}

/// The modulo whose estimate stands beside those of other sketches: the one that is set, or [`MODULO`].
pub(super) const fn modulo_beside(params: &Params) -> u32 {
    if params.modulo > 1 { params.modulo } else { MODULO }
}

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
}

impl SketchTrial {
    /// The share of the passing pairs that is found.
    pub const fn of_truly(&self) -> CountedShare {
        CountedShare { part: self.rightly, of: self.truly }
    }

    /// The share of the found pairs that really pass.
    pub fn of_found(&self) -> CountedShare {
        CountedShare { part: self.rightly.min(self.found.pairs), of: self.found.pairs }
    }

    /// The share of the passing pairs that is found. `None` if no pair passes.
    pub fn recall(&self) -> Option<f64> {
        self.of_truly().share()
    }

    /// The memory of the sketches of a million such documents.
    pub fn for_million(&self) -> String {
        let bytes = self.bytes * MILLION;
        if bytes >= 1e9 {
            format!("{:.1} GB", bytes / 1e9)
        } else {
            format!("{:.0} MB", bytes / 1e6)
        }
    }

    /// The share of the found pairs that really pass. `None` if no pair is found.
    pub fn precision(&self) -> Option<f64> {
        self.of_found().share()
    }
}

/// `part` of `all`. `None` if `all` is 0.
pub fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

/// The trials of all sketches.
#[derive(Debug, Clone)]
pub struct SketchTrials {
    /// In the order of `CandidateSketch::all`.
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
    pub(super) fn new(
        texts: &DistinctTexts<'_>,
        truth: &Truth,
        params: &Params,
        pairs: usize,
        cancel: &Cancel,
        progress: TrialProgress<'_>,
    ) -> Option<Self> {
        let kinds = CandidateSketch::all(params);
        let best = truth.best(params, pairs);
        let row = |pair: &Shared| EstimatedPair::new(texts, &truth.nodes, pair);
        let mut pairs: Vec<EstimatedPair> = best.iter().map(row).collect();
        let mut curve = Curve::default();
        let mut tried = Vec::with_capacity(kinds.len());
        for (done, kind) in kinds.iter().enumerate() {
            progress(&kind.name(), done, kinds.len());
            let (row, sketched) = truth.try_out(texts, params, *kind, cancel)?;
            for (pair, row) in best.iter().zip(&mut pairs) {
                row.read(*kind, modulo_beside(params), &sketched, pair);
            }
            if kind.sketch == SketchKind::SuperShingle {
                truth.draw(&sketched, params, &mut curve, cancel)?;
            }
            tried.push(row);
        }
        Some(Self {
            tried,
            listed: truth.listed.len() as u64,
            alike: truth.alike.len() as u64,
            one_in: truth.one_in,
            pairs,
            curve,
        })
    }

    /// The smallest sketch, in bytes, that finds nearly all pairs of this folder and hardly any other, and whose estimates
    /// are near. `None` if only keeping every shingle does.
    pub fn smallest(&self) -> Option<&SketchTrial> {
        let whole = self.modulo(1)?;
        let is_sure =
            |share: CountedShare| share.interval().is_some_and(|(least, _)| least >= SURELY);
        let serves = |tried: &&SketchTrial| {
            tried.bytes < whole.bytes
                && is_sure(tried.of_truly())
                && is_sure(tried.of_found())
                && tried.errors.is_none_or(|(mean, _)| mean <= NEAR)
        };
        let serving = self.tried.iter().filter(serves);
        serving.min_by(|one, other| one.bytes.total_cmp(&other.bytes))
    }

    /// Which sketch to take, and why, with what a million such documents would take.
    pub fn reason(&self) -> String {
        let Some(whole) = self.modulo(1) else { return String::new() };
        if whole.truly == 0 {
            return "No pair passes the threshold, so sketches cannot be compared. Lower the threshold.".into();
        }
        let keep = format!(
            "Keep all shingles (modulo 1) while memory allows: {:.0} bytes a document, {} for a million such documents.",
            whole.bytes,
            whole.for_million()
        );
        match self.smallest() {
            Some(tried) => format!(
                "{keep} At this threshold the smallest good sketch is {}: it finds {} of the pairs (95 %) with {:.0} bytes a document, {} \
                 for a million.",
                tried.kind.name(),
                tried.of_truly(),
                tried.bytes,
                tried.for_million()
            ),
            None => format!(
                "{keep} At this threshold no smaller sketch is good enough: {surely} of the pairs found, {surely} of the found \
                 pairs right (95 %), a mean error of at most 5 points.",
                surely = hundredths(SURELY)
            ),
        }
    }

    /// The trial of a modulo, if there was one.
    pub fn modulo(&self, modulo: u32) -> Option<&SketchTrial> {
        self.tried.iter().find(|tried| tried.kind.modulo() == Some(modulo))
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
    ) -> Option<(SketchTrial, Sketched)> {
        let tried = kind.params(params);
        let texts = texts.sketched(shingle_params(&tried), WordOrder::Read, cancel)?;
        let index = texts.index(self.one_in, cancel)?;
        let bar = Criteria::new(&tried).bar;
        let part = SurveyPart::new(&index, bar, MOST_MEETINGS);
        let (mut found, one_in) = (0, part.one_in);
        part.each(cancel, |some| found += some.len() as u64)?;

        let sketched = Sketched { params: tried, nodes: texts.nodes, index };
        let (measure, truly) = if kind.sketch.estimates() {
            (Measure::Jaccard, &self.alike)
        } else {
            (params.measure, &self.listed)
        };
        let finds = |pair: &&Shared| {
            let count = sketched.shared(pair);
            count > 0 && passes(&sketched.nodes, &Shared { count, ..**pair }, bar)
        };
        let count = |pairs: &[Shared]| pairs.iter().filter(finds).count() as u64;
        let keys: u64 = documents(&sketched.nodes).map(|(keys, of)| u64::from(keys) * of).sum();
        let all: u64 = documents(&sketched.nodes).map(|(_, of)| of).sum();
        let short =
            kind.modulo().filter(|modulo| *modulo > 1).map_or(0, |modulo| self.short(modulo));
        let row = SketchTrial {
            kind,
            measure,
            truly: truly.len() as u64,
            found: Count { pairs: found * u64::from(one_in), one_in },
            rightly: count(truly),
            listed: count(&self.listed),
            errors: kind.number.and_then(|_| self.errors(truly, measure, &sketched)),
            bytes: share(keys * 8, all).unwrap_or(0.0),
            short,
        };
        Some((row, sketched))
    }

    /// How many documents should have fewer than fifty kept shingles under a modulo.
    fn short(&self, modulo: u32) -> u64 {
        let short = |(shingles, _): &(u32, u64)| shingles / SAFE_SAMPLE < modulo;
        documents(&self.nodes).filter(short).map(|(_, documents)| documents).sum()
    }

    /// The mean and the largest error of the estimates of some pairs. `None` without pairs.
    fn errors(
        &self,
        pairs: &[Shared],
        measure: Measure,
        sketched: &Sketched,
    ) -> Option<(f64, f64)> {
        let (mut sum, mut most) = (0.0, 0.0_f64);
        for pair in pairs {
            let exact = overlap(&self.nodes, pair, 1).score(measure, Direction::Larger).to_f64();
            let error = (sketched.estimate(pair).to_f64() - exact).abs();
            (sum, most) = (sum + error, most.max(error));
        }
        (!pairs.is_empty()).then(|| (sum / pairs.len() as f64, most))
    }

    /// Adds to the curve every pair that a filter may find.
    fn draw(
        &self,
        sketched: &Sketched,
        params: &Params,
        curve: &mut Curve,
        cancel: &Cancel,
    ) -> Option<()> {
        let half = Ratio::new(1, 2);
        let threshold = if params.threshold > half { half } else { params.threshold };
        let bar = Bar { measure: Measure::Jaccard, above: Above::AtLeast, threshold, one_in: 1 };
        for pair in joined(&self.index, bar, cancel)? {
            let resemblance = overlap(&self.nodes, &pair, 1).jaccard();
            let is_found = sketched.shared(&pair) >= 2;
            curve.add(resemblance, is_found, near_duplicate(resemblance.to_f64()));
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
