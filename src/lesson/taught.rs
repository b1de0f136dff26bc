//! The lesson on two texts: what the stages made of both, recorded, and the steps that tell it, with the numbers that are
//! counted from the records by the definitions. It does not know how a lesson is made.

use std::sync::Arc;

use crate::base::ratio::Ratio;
use crate::compare::measure::Overlap;
use crate::pipeline::document::pair::PairView;
use crate::pipeline::parameters::{Params, SketchKind};
use crate::shingle::tagged::{MEGASHINGLES, SUPERSHINGLES};

use super::formula::Formula;
use super::minhash::LessonMinima;
use super::pitfalls::pitfall::Pitfall;
use super::sets::Sets;
use super::side::LessonSide;
use super::step::Step;
use super::subject::Subject;

/// A lesson.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// What it is about.
    pub subject: Subject,
    /// What made it.
    pub params: Arc<Params>,
    /// A and B.
    pub sides: [LessonSide; 2],
    /// The kept shingles.
    pub sets: Sets,
    /// All shingles, whatever modulo drops.
    pub all: Sets,
    /// Least shingles of the kept ones.
    pub minima: LessonMinima,
    /// The pair as the program opens it.
    pub view: PairView,
    /// The measure, filled with the numbers of the kept shingles.
    pub formula: Formula,
    /// The steps: the stages, then the pitfalls.
    pub steps: Vec<Step>,
    /// The pitfalls, which are the same for all texts.
    pub pitfalls: Arc<[Pitfall]>,
}

impl Lesson {
    /// What the kept shingles have in common, counted.
    pub fn overlap(&self) -> Overlap {
        self.sets.overlap(&self.sides[0], &self.sides[1], self.params.modulo)
    }

    /// What all shingles have in common.
    pub fn truth(&self) -> Overlap {
        self.all.overlap(&self.sides[0], &self.sides[1], 1)
    }

    /// The number that it all ends in: the pair's score under its parameters, counted or estimated.
    pub fn score(&self) -> Ratio {
        let overlap = self.overlap();
        let nothing_left = overlap.exact_copy && overlap.a_shingles == 0 && overlap.b_shingles == 0;
        match self.params.sketch {
            SketchKind::Modulo => self.formula.result,
            _ if nothing_left => Ratio::ONE,
            SketchKind::MinHash => self.minima.estimate(),
            SketchKind::SuperShingle => {
                Ratio::new(self.minima.groups_agree() as u64, SUPERSHINGLES as u64)
            }
            SketchKind::MegaShingle => {
                Ratio::new(self.minima.pairs_agree() as u64, MEGASHINGLES as u64)
            }
        }
    }

    /// Whether something of a text was left out because it is long.
    pub fn is_excerpt(&self) -> bool {
        self.sides.iter().any(|side| side.excerpt.is_cut())
    }
}
