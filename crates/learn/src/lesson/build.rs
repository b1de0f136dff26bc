use std::sync::Arc;

use super::contents::{EasyPair, Lesson, read_sides};
use super::side::{LessonSide, Sets};
use super::step::{Step, StepKind};
use super::{facts::facts_of_lesson, template::render_step_template};
use super::{formula::Formula, page::curve, sample::LessonSample, subject::Subject};
use shingle_core::pipeline::{ExplainedShingle, PairView, Params};

impl Lesson {
    /// Takes two texts through every stage. Long texts are taught by excerpts. The steps behind the stages are the same
    /// for all texts ([`pitfalls::build_pitfalls`](super::pitfalls::build_pitfalls)).
    pub fn new(subject: &Subject, params: &Arc<Params>, behind: &[Step]) -> Self {
        let (sides, sets, minima) = read_sides(subject, params);
        let all = Sets::new(&sides, 1);
        let direction = subject.direction;
        let compare = |[a, b]: &[LessonSide; 2], params| {
            PairView::compare((&a.name, &a.document), (&b.name, &b.document), params, direction)
        };
        let view = compare(&sides, params);
        let whole = if params.modulo == 1 {
            view.clone()
        } else {
            let params = Arc::new(Params { modulo: 1, ..(**params).clone() });
            compare(&read_sides(subject, &params).0, &params)
        };
        let formula = Formula::new(params.measure, all.overlap(&sides, 1), direction);
        let sample = LessonSample::new(&sides, params, direction);
        let easy = (!behind.is_empty()).then(|| Arc::new(EasyPair::new(params)));
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
        };
        let facts = facts_of_lesson(&lesson);
        let of = |kind| render_step_template(kind, &facts, lesson.initial_position_of_point(kind));
        let terms = (!behind.is_empty()).then(|| of(StepKind::Glossary));
        let stages = StepKind::STAGES.map(of).into_iter();
        lesson.steps = stages.chain(behind.iter().cloned()).chain(terms).collect();
        lesson
    }

    pub(super) fn initial_position_of_point(&self, kind: StepKind) -> usize {
        match kind {
            StepKind::Megashingles => curve::FIRST,
            StepKind::Hash => self.first_shared_shingle(|_| true),
            StepKind::Modulo => self
                .first_shared_shingle(|shingle| self.sample.remainder_and_retained_flag(shingle).1),
            _ => 0,
        }
    }

    /// Finds the first shingle of A that is also in B, preferring fitting shingles. Falls back to 0.
    fn first_shared_shingle(&self, is_fitting: impl Fn(&ExplainedShingle) -> bool) -> usize {
        let place = |is_fitting: &dyn Fn(&ExplainedShingle) -> bool| {
            let shingles = &self.sides[0].shingles;
            shingles.iter().position(|shingle| shingle.in_other && is_fitting(shingle))
        };
        place(&is_fitting).or_else(|| place(&|_| true)).unwrap_or(0)
    }
}
