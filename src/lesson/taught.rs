//! The lesson on two texts: what the stages made of both, recorded, and the steps that tell it. The stages are the pipeline's
//! own plain ones; sets, minima and formulas are counted from their records by the definitions.

use std::sync::Arc;

use hashbrown::HashSet;

use crate::base::ratio::Ratio;
use crate::compare::measure::Overlap;
use crate::pipeline::boilerplate::template_keys;
use crate::pipeline::document::spoken;
use crate::pipeline::left_out::LeftOut;
use crate::pipeline::pair::PairView;
use crate::pipeline::params::{Params, SketchKind};
use crate::pipeline::surroundings::Surroundings;
use crate::shingle::tagged::{MEGASHINGLES, SUPERSHINGLES};

use super::formula::Formula;
use super::minima::Minima;
use super::pitfalls::pitfall::Pitfall;
use super::says;
use super::sets::Sets;
use super::side::Side;
use super::step::{Kind, Step};
use super::subject::Subject;

/// A lesson.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// What it is about.
    pub subject: Subject,
    /// What made it.
    pub params: Arc<Params>,
    /// A and B.
    pub sides: [Side; 2],
    /// The kept shingles.
    pub sets: Sets,
    /// All shingles, whatever modulo drops.
    pub all: Sets,
    /// Least shingles of the kept ones.
    pub minima: Minima,
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
    /// Takes two texts through every stage. Long ones are taught by excerpts; `pitfalls` come behind.
    pub fn of(subject: &Subject, params: &Arc<Params>, pitfalls: &Arc<[Pitfall]>) -> Self {
        let left_out = left_out(subject, params);
        let languages = match &subject.languages {
            Some(languages) => Arc::clone(languages),
            None => spoken(&subject.texts, params),
        };
        let surroundings = Surroundings { left_out, languages };
        let [mut a, mut b] = [0, 1].map(|which| {
            let text = (&subject.texts[which], subject.around[which]);
            Side::read(&subject.names[which], text, params, &surroundings)
        });
        let [in_a, in_b] = [&a, &b].map(|side| side.document.kept_keys().collect::<HashSet<u64>>());
        a.tell(params, &in_b);
        b.tell(params, &in_a);
        let (sets, all) = (Sets::of(&a, &b, true), Sets::of(&a, &b, false));
        let minima = Minima::of(&sets, params);
        let sides = ((&a.name, &a.document), (&b.name, &b.document));
        let view = PairView::of(sides.0, sides.1, params, subject.direction);
        let formula =
            Formula::of(params.measure, sets.overlap(&a, &b, params.modulo), subject.direction);
        let mut lesson = Self {
            subject: subject.clone(),
            params: Arc::clone(params),
            sides: [a, b],
            sets,
            all,
            minima,
            view,
            formula,
            steps: Vec::new(),
            pitfalls: Arc::clone(pitfalls),
        };
        let stages = Kind::STAGES.map(|kind| lesson.step(kind));
        let behind = pitfalls.iter().enumerate().map(|(index, pitfall)| Step {
            kind: Kind::Pitfall(index),
            title: pitfall.title.clone(),
            says: pitfall.says.clone(),
            places: 1,
        });
        lesson.steps = stages.into_iter().chain(behind).collect();
        lesson
    }

    fn step(&self, kind: Kind) -> Step {
        let (title, says) = says::of(self, kind);
        let longest = self.sides.iter().map(|side| side.shingles.len()).max().unwrap_or(0);
        let places = match kind {
            Kind::Window | Kind::Hash | Kind::Modulo => longest.max(1),
            Kind::Minima => self.minima.functions,
            _ => 1,
        };
        Step { kind, title, says, places }
    }

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

/// What counts for nothing in both texts: as in the folder that they are of, else what the templates have.
fn left_out(subject: &Subject, params: &Params) -> Arc<LeftOut> {
    match &subject.left_out {
        _ if !params.leaves_out() => Arc::default(),
        Some(left_out) => Arc::clone(left_out),
        None => Arc::new(LeftOut::new(&template_keys(params), &[], 2)),
    }
}
