//! The sketches that are tried: their parameters, their names, and the score of two texts by each.

use crate::base::ratio::Ratio;
use crate::compare::index::Index;
use crate::compare::join::Shared;
use crate::compare::measure::{Above, Direction};
use crate::pipeline::pairs::order::overlap;
use crate::pipeline::parameters::{Params, SketchKind};
use crate::pipeline::texts::nodes::Nodes;
use crate::shingle::minhash::FUNCTIONS;
use crate::shingle::minhash::Family;

use super::trials::plain;

/// A sketch to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CandidateSketch {
    /// The shingles that a modulo keeps.
    Modulo(u32),
    /// The least shingles under this many functions of the family `fast`.
    MinHash(u32),
    /// Six supershingles.
    SuperShingle,
    /// Fifteen megashingles.
    MegaShingle,
}

impl CandidateSketch {
    /// The parameters that make this sketch.
    pub fn params(self, params: &Params) -> Params {
        let params = Params { family: Family::Fast, ..plain(params) };
        match self {
            Self::Modulo(modulo) => Params { modulo, ..params },
            Self::MinHash(functions) => Params { sketch: SketchKind::MinHash, functions, ..params },
            Self::SuperShingle => near(params, SketchKind::SuperShingle),
            Self::MegaShingle => near(params, SketchKind::MegaShingle),
        }
    }

    /// Whether its score is an estimate, which can have an error.
    pub(super) const fn estimates(self) -> bool {
        matches!(self, Self::Modulo(_) | Self::MinHash(_))
    }
}

/// Parameters for super- and megashingles with their own rule for near-duplicates.
fn near(params: Params, sketch: SketchKind) -> Params {
    Params { sketch, threshold: sketch.threshold(), above: Above::AtLeast, ..params }
}

/// The sketches to try under these parameters: the usual ones, and those with the modulo and the number of functions
/// that are set.
pub fn kinds(params: &Params) -> Vec<CandidateSketch> {
    let mut modulos = vec![1, 4, 16, 25, 64, params.modulo];
    modulos.sort_unstable();
    modulos.dedup();
    let mut functions = vec![FUNCTIONS, 200, params.functions];
    functions.sort_unstable();
    functions.dedup();
    let modulos = modulos.into_iter().map(CandidateSketch::Modulo);
    let functions = functions.into_iter().map(CandidateSketch::MinHash);
    modulos
        .chain(functions)
        .chain([CandidateSketch::SuperShingle, CandidateSketch::MegaShingle])
        .collect()
}

/// The name of a sketch: the options that make it.
pub fn name(kind: CandidateSketch) -> String {
    match kind {
        CandidateSketch::Modulo(modulo) => format!("modulo {modulo}"),
        CandidateSketch::MinHash(functions) => format!("minhash {functions}"),
        CandidateSketch::SuperShingle => "supershingle".to_string(),
        CandidateSketch::MegaShingle => "megashingle".to_string(),
    }
}

/// The score of two texts by their sketches. `made` are the parameters of the sketches.
pub(super) fn estimate(nodes: &Nodes, index: &Index, made: &Params, pair: (u32, u32)) -> Ratio {
    let agree = index.shared(pair.0, pair.1).unwrap_or(0);
    let shared = Shared { a: pair.0, b: pair.1, count: agree };
    match made.sketch().size() {
        None => overlap(nodes, &shared, made.modulo).score(made.measure, Direction::Larger),
        Some(size) => Ratio::new(agree.into(), size.into()),
    }
}
