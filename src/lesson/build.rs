//! Makes the lesson on two texts: takes both through the stages of the plain way, counts what they share, and writes
//! the sentences of each step.

use std::sync::Arc;

use hashbrown::HashSet;

use crate::pipeline::corpus::boilerplate::template_keys;
use crate::pipeline::document::left_out::LeftOut;
use crate::pipeline::document::pair::PairView;
use crate::pipeline::document::spoken;
use crate::pipeline::document::surroundings::Surroundings;
use crate::pipeline::parameters::Params;

use super::contents::Lesson;
use super::formula::Formula;
use super::minhash::LessonMinima;
use super::pitfalls::pitfall::Pitfall;
use super::sentences;
use super::sets::Sets;
use super::side::LessonSide;
use super::step::{Step, StepKind};
use super::subject::Subject;

impl Lesson {
    /// Takes two texts through every stage. Long texts are taught by excerpts. The `pitfalls` follow the stages.
    pub fn of(subject: &Subject, params: &Arc<Params>, pitfalls: &Arc<[Pitfall]>) -> Self {
        let left_out = left_out(subject, params);
        let languages = match &subject.languages {
            Some(languages) => Arc::clone(languages),
            None => spoken(&subject.texts, params),
        };
        let surroundings = Surroundings { left_out, languages };
        let [mut a, mut b] = [0, 1].map(|which| {
            let text = (&subject.texts[which], subject.around[which]);
            LessonSide::read(&subject.names[which], text, params, &surroundings)
        });
        let [in_a, in_b] = [&a, &b].map(|side| side.document.kept_keys().collect::<HashSet<u64>>());
        a.record_shingles(params, &in_b);
        b.record_shingles(params, &in_a);
        let (sets, all) = (Sets::of(&a, &b, true), Sets::of(&a, &b, false));
        let minima = LessonMinima::of(&sets, params);
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
        let stages = StepKind::STAGES.map(|kind| lesson.step(kind));
        let behind = pitfalls.iter().enumerate().map(|(index, pitfall)| Step {
            kind: StepKind::Pitfall(index),
            title: pitfall.title.clone(),
            says: pitfall.says.clone(),
            positions: 1,
        });
        lesson.steps = stages.into_iter().chain(behind).collect();
        lesson
    }

    fn step(&self, kind: StepKind) -> Step {
        let (title, says) = sentences::of(self, kind);
        let longest = self.sides.iter().map(|side| side.shingles.len()).max().unwrap_or(0);
        let positions = match kind {
            StepKind::Window | StepKind::Hash | StepKind::Modulo => longest.max(1),
            StepKind::Minima => self.minima.functions,
            _ => 1,
        };
        Step { kind, title, says, positions }
    }
}

/// The shingles that are left out of both texts: as in their folder or, without one, those of the templates.
fn left_out(subject: &Subject, params: &Params) -> Arc<LeftOut> {
    match &subject.left_out {
        _ if !params.leaves_out() => Arc::default(),
        Some(left_out) => Arc::clone(left_out),
        None => Arc::new(LeftOut::new(&template_keys(params), &[], 2)),
    }
}
