//! Makes the lesson on two texts: takes both through the stages of the plain way, counts what they share, and writes
//! the sentences of each step.

use std::sync::Arc;

use crate::pipeline::document::explain::ExplainedShingle;
use crate::pipeline::document::pair::PairView;
use crate::pipeline::parameters::Params;

use super::contents::Lesson;
use super::counted::counted;
use super::easy::EasyPair;
use super::formula::Formula;
use super::page::curve;
use super::pitfalls::pitfall::Pitfall;
use super::sample::LessonSample;
use super::sentences;
use super::sentences::brief;
use super::sets::Sets;
use super::step::{Step, StepKind};
use super::subject::Subject;

impl Lesson {
    /// Takes two texts through every stage. Long texts are taught by excerpts. The `pitfalls` follow the stages.
    pub fn of(subject: &Subject, params: &Arc<Params>, pitfalls: &Arc<[Pitfall]>) -> Self {
        let (sides, sets, minima) = counted(subject, params);
        let [a, b] = &sides;
        let all = Sets::of(a, b, false);
        let named = [a, b].map(|side| (&side.name, &side.document));
        let view = PairView::compare(named[0], named[1], params, subject.direction);
        let direction = subject.direction;
        let formula = Formula::of(params.measure, all.overlap(a, b, 1), direction);
        let sample = LessonSample::of([a, b], params, direction);
        let easy = (!pitfalls.is_empty()).then(|| Arc::new(EasyPair::of(params)));
        let mut lesson = Self {
            subject: subject.clone(),
            params: Arc::clone(params),
            sides,
            sets,
            all,
            minima,
            view,
            formula,
            sample,
            easy,
            steps: Vec::new(),
            pitfalls: Arc::clone(pitfalls),
        };
        let stages = StepKind::STAGES.map(|kind| lesson.step(kind));
        let behind = pitfalls.iter().enumerate().map(|(index, pitfall)| Step {
            kind: StepKind::Pitfall(index),
            title: pitfall.title.clone(),
            says: pitfall.says.clone(),
            brief: pitfall.brief.clone(),
            number: pitfall.number.clone(),
            first: 0,
        });
        let terms = (!pitfalls.is_empty()).then(|| lesson.step(StepKind::Glossary));
        lesson.steps = stages.into_iter().chain(behind).chain(terms).collect();
        lesson
    }

    fn step(&self, kind: StepKind) -> Step {
        let (title, says) = sentences::of(self, kind);
        let (brief, number) = brief::of(self, kind);
        let first = match kind {
            StepKind::Megashingles => curve::FIRST,
            StepKind::Hash => self.first_shared(|_| true),
            StepKind::Modulo => {
                let is_kept = |shingle: &ExplainedShingle| self.sample.rest(shingle).1;
                self.first_shared(is_kept)
            }
            _ => 0,
        };
        Step { kind, title, says, brief, number, first }
    }

    /// The place of the first shingle of A that B has, too, if possible one of these. 0 if they share none.
    fn first_shared(&self, wanted: impl Fn(&ExplainedShingle) -> bool) -> usize {
        let place = |wanted: &dyn Fn(&ExplainedShingle) -> bool| {
            let shingles = &self.sides[0].shingles;
            shingles.iter().position(|shingle| shingle.in_other && wanted(shingle))
        };
        place(&wanted).or_else(|| place(&|_| true)).unwrap_or(0)
    }
}
