//! Builds a lesson from two texts.

use std::sync::Arc;

use super::contents::{EasyPair, Lesson, counted};
use super::step::{Pitfall, StepKind};
use super::{formula::Formula, page::curve, sample::LessonSample, side::Sets, subject::Subject};
use crate::lesson::sentences::step;
use crate::pipeline::{ExplainedShingle, PairView, Params};

impl Lesson {
    /// Takes two texts through every stage. Long texts are taught by excerpts.
    pub fn new(subject: &Subject, params: &Arc<Params>, pitfalls: &Arc<[Pitfall]>) -> Self {
        let (sides, sets, minima) = counted(subject, params);
        let all = Sets::new(&sides, false);
        let named = sides.each_ref().map(|side| (&side.name, &side.document));
        let view = PairView::compare(named[0], named[1], params, subject.direction);
        let whole = if params.modulo == 1 {
            view.clone()
        } else {
            let params = Arc::new(Params { modulo: 1, ..(**params).clone() });
            let [a, b] = counted(subject, &params).0;
            let direction = subject.direction;
            PairView::compare((&a.name, &a.document), (&b.name, &b.document), &params, direction)
        };
        let direction = subject.direction;
        let formula = Formula::new(params.measure, all.overlap(&sides, 1), direction);
        let sample = LessonSample::new(&sides, params, direction);
        let easy = (!pitfalls.is_empty()).then(|| Arc::new(EasyPair::new(params)));
        let mut lesson = Self {
            subject: subject.clone(),
            params: Arc::clone(params),
            sides,
            sets,
            all,
            minima,
            view,
            whole,
            formula,
            sample,
            easy,
            steps: Vec::new(),
            pitfalls: Arc::clone(pitfalls),
        };
        let stages = StepKind::STAGES.map(|kind| step(&lesson, kind));
        let terms = (!pitfalls.is_empty()).then(|| step(&lesson, StepKind::Glossary));
        let after = pitfalls.iter().map(|pitfall| pitfall.step.clone());
        lesson.steps = stages.into_iter().chain(after).chain(terms).collect();
        lesson
    }

    pub(super) fn first_position(&self, kind: StepKind) -> usize {
        match kind {
            StepKind::Megashingles => curve::FIRST,
            StepKind::Hash => self.first_shared(|_| true),
            StepKind::Modulo => self.first_shared(|shingle| self.sample.remainder(shingle).1),
            _ => 0,
        }
    }

    /// Finds the first shingle of A that is also in B, preferring fitting shingles. Falls back to 0.
    fn first_shared(&self, is_fitting: impl Fn(&ExplainedShingle) -> bool) -> usize {
        let place = |is_fitting: &dyn Fn(&ExplainedShingle) -> bool| {
            let shingles = &self.sides[0].shingles;
            shingles.iter().position(|shingle| shingle.in_other && is_fitting(shingle))
        };
        place(&is_fitting).or_else(|| place(&|_| true)).unwrap_or(0)
    }
}
