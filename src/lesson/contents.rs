//! The lesson on two texts: what the stages made of both, the numbers counted from that, and the steps that explain it.

use std::sync::Arc;

use crate::base::ratio::Ratio;
use crate::compare::measure::Overlap;
use crate::pipeline::document::pair::PairView;
use crate::pipeline::parameters::scoring::Demand;
use crate::pipeline::parameters::{Params, SketchKind};
use crate::shingle::minhash::{MEGASHINGLES, SUPERSHINGLES};

use super::easy::EasyPair;
use super::formula::Formula;
use super::minhash::LessonMinima;
use super::pitfalls::pitfall::Pitfall;
use super::sample::LessonSample;
use super::sets::Sets;
use super::side::LessonSide;
use super::step::Step;
use super::subject::Subject;

/// A lesson on two texts.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// The two texts.
    pub subject: Subject,
    /// The parameters that made it.
    pub params: Arc<Params>,
    /// Texts A and B, with the result of each stage.
    pub sides: [LessonSide; 2],
    /// The sets of kept shingles.
    pub sets: Sets,
    /// The sets of all shingles, with those that modulo drops.
    pub all: Sets,
    /// The minima of the kept shingles.
    pub minima: LessonMinima,
    /// The pair as the program opens it.
    pub view: PairView,
    /// The formula of the measure, with the numbers of all shingles.
    pub formula: Formula,
    /// What modulo keeps of both texts.
    pub sample: LessonSample,
    /// The same stages for a pair on which every sketch succeeds. `None` within that pair's own lesson.
    pub easy: Option<Arc<EasyPair>>,
    /// The steps: first the stages, then the pitfalls, then the terms.
    pub steps: Vec<Step>,
    /// The pitfalls. They are the same for all texts.
    pub pitfalls: Arc<[Pitfall]>,
}

impl Lesson {
    /// The overlap of the kept shingles.
    pub fn overlap(&self) -> Overlap {
        self.sets.overlap(&self.sides[0], &self.sides[1], self.params.modulo)
    }

    /// The overlap of all shingles.
    pub fn truth(&self) -> Overlap {
        self.all.overlap(&self.sides[0], &self.sides[1], 1)
    }

    /// The final number: the score of the pair under its parameters, counted or estimated.
    pub fn score(&self) -> Ratio {
        let overlap = self.overlap();
        let nothing_left = overlap.exact_copy && overlap.a_shingles == 0 && overlap.b_shingles == 0;
        match self.params.sketch {
            SketchKind::Modulo if self.sample.is_tried => self.formula.result,
            SketchKind::Modulo => self.sample.formula.result,
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

    /// Whether the pair passes what the parameters demand: the score, and where sketches are verified, the measure too.
    pub fn passes(&self) -> bool {
        let direction = self.subject.direction;
        Demand::of(&self.params).passes(self.score(), self.overlap(), direction)
    }

    /// Whether a part of a long text was left out.
    pub fn is_excerpt(&self) -> bool {
        self.sides.iter().any(|side| side.excerpt.is_cut())
    }
}
