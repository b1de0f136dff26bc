//! The lesson: its texts, the step, the position within it, and the rows that fit. It draws nothing and prepares no lesson.

mod page;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use shingle::base::path::DocPath;
use shingle::engine::report::Counted;
use shingle::lesson::contents::Lesson;
use shingle::lesson::step::{Step, StepKind};
use shingle::lesson::subject::{FolderLists, Subject};
use shingle::pipeline::document::tints::tints;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::event_loop::action::Motion;
use crate::tui::rooms::query::model::YOUR_TEXT;

use super::areas::LessonAreas;

/// Digits within this time form one number.
const TOGETHER: Duration = Duration::from_millis(800);

/// A request for a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LessonRequest {
    /// Its number, which the answer carries.
    pub(crate) number: u64,
    /// The texts.
    pub(crate) subject: Arc<Subject>,
    /// The parameters to explain them with.
    pub(crate) params: Arc<Params>,
}

/// The answer to a request.
#[derive(Debug, Clone)]
pub(crate) struct LessonAnswer {
    /// The number of its request.
    pub(crate) number: u64,
    /// The lesson, or one line that says why there is none.
    pub(crate) lesson: Result<Arc<Lesson>, String>,
}

/// The lesson on the screen and the position in it.
#[derive(Debug)]
pub(crate) struct OpenLesson {
    /// The texts.
    pub(crate) subject: Arc<Subject>,
    /// Whether there is nothing behind it to go back to.
    pub(crate) alone: bool,
    /// The lesson. `None` until the first one is ready.
    pub(crate) lesson: Option<Arc<Lesson>>,
    /// Why there is none for the parameters asked for.
    pub(crate) refused: Option<String>,
    /// The step, counted from 0.
    pub(crate) step: usize,
    /// The position of the point of a step's figure. `None` until it was moved: where the step begins.
    pub(crate) place: Option<usize>,
    /// How many rows further the page is.
    pub(crate) top: usize,
    /// The step before the terms, to go back to.
    before_terms: Option<usize>,
    /// What the last change of parameters did.
    pub(crate) effect: Option<String>,
    /// The tint of each passage.
    pub(crate) tints: Vec<u8>,
    asked: Option<(u64, Arc<Params>)>,
    /// Whether it waits for a ranking, because only that says what is left out.
    waits: bool,
    digits: Option<(Duration, usize)>,
}

impl OpenLesson {
    /// A lesson on these texts, at its first step.
    pub(crate) fn new(subject: Subject) -> Self {
        Self {
            subject: Arc::new(subject),
            alone: false,
            lesson: None,
            refused: None,
            step: 0,
            place: None,
            top: 0,
            before_terms: None,
            effect: None,
            tints: Vec::new(),
            asked: None,
            waits: false,
            digits: None,
        }
    }

    /// The same without anything behind it.
    pub(crate) fn alone(subject: Subject) -> Self {
        Self { alone: true, ..Self::new(subject) }
    }

    /// The request for these parameters. `None` if it was sent before, or if the ranking that says what is left out is not
    /// there yet.
    pub(crate) fn keep(
        &mut self,
        params: &Params,
        ranking: Option<&Snapshot>,
        number: u64,
    ) -> Option<LessonRequest> {
        let of_folder = !self.alone && params.leaves_out();
        let is_whole = |one: &&Snapshot| one.is_whole() && *one.params == *params;
        let ranking = ranking.filter(is_whole);
        self.waits = of_folder && ranking.is_none();
        if self.waits {
            return None;
        }
        let left_out =
            ranking.filter(|_| of_folder).map(|one| Arc::clone(&one.surroundings.left_out));
        if self.asked.as_ref().is_some_and(|(_, asked)| **asked != *params) {
            self.forget_counts();
        }
        let is_kept = match (&self.subject.left_out, &left_out) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (None, None) => true,
            _ => false,
        };
        if is_kept && self.asked.as_ref().is_some_and(|(_, asked)| **asked == *params) {
            return None;
        }
        if !is_kept {
            self.subject = Arc::new(Subject { left_out, ..(*self.subject).clone() });
        }
        let params = Arc::new(params.clone());
        self.asked = Some((number, Arc::clone(&params)));
        Some(LessonRequest { number, subject: Arc::clone(&self.subject), params })
    }

    /// Takes a lesson, unless another one was asked for since. Returns the lesson before it.
    pub(crate) fn take(&mut self, taught: LessonAnswer) -> Option<Arc<Lesson>> {
        if self.asked.as_ref().is_none_or(|(number, _)| *number != taught.number) {
            return None;
        }
        match taught.lesson {
            Ok(lesson) => {
                self.tints = tints(&lesson.view.passages);
                self.refused = None;
                self.step = self.step.min(last_step(&lesson));
                self.lesson.replace(lesson)
            }
            Err(reason) => {
                self.refused = Some(reason);
                None
            }
        }
    }

    /// The shingles of A whose lists in the folder are not known, with the parameters that made them. `None` if they are
    /// known, or if there is no folder.
    pub(crate) fn uncounted(&self) -> Option<(Vec<u64>, Arc<Params>)> {
        let subject = &self.subject;
        let is_of_folder =
            subject.languages.is_some() && subject.names[0] != DocPath::new(YOUR_TEXT);
        let lesson = self.lesson.as_ref().filter(|_| is_of_folder && subject.folder.is_none())?;
        let mut keys: Vec<u64> = lesson.sets.each()[0].iter().map(|shingle| shingle.key).collect();
        keys.sort_unstable();
        Some((keys, Arc::clone(&lesson.params)))
    }

    /// Takes in how many documents of the folder the shingles of A are. Then the lesson is prepared anew.
    pub(crate) fn take_counts(&mut self, counted: &Counted) {
        let Some((keys, params)) = self.uncounted() else { return };
        let counts: HashMap<u64, u32> = counted.counts.iter().copied().collect();
        let of = |key: &u64| counts.get(key).map(|count| u64::from(count.saturating_sub(1)));
        let entries: Option<u64> = keys.iter().map(of).sum();
        let Some(entries) = entries.filter(|_| *params == *counted.params) else { return };
        let documents = counted.documents as u32;
        let folder = FolderLists { documents, shingles: keys.len() as u32, entries };
        self.subject = Arc::new(Subject { folder: Some(folder), ..(*self.subject).clone() });
        self.asked = None;
    }

    fn forget_counts(&mut self) {
        if self.subject.folder.is_some() {
            self.subject = Arc::new(Subject { folder: None, ..(*self.subject).clone() });
        }
    }

    /// Whether an answer is awaited.
    pub(crate) fn awaits(&self) -> bool {
        let Some((_, asked)) = &self.asked else { return self.waits };
        let is_there = self.lesson.as_ref().is_some_and(|lesson| lesson.params == *asked);
        self.waits || self.refused.is_none() && !is_there
    }

    /// The current step.
    pub(crate) fn now(&self) -> Option<(&Lesson, &Step)> {
        let lesson = self.lesson.as_deref()?;
        Some((lesson, lesson.steps.get(self.step)?))
    }

    /// Goes to a step.
    pub(crate) fn go(&mut self, step: usize) {
        // The number of steps is known only with the lesson, and keys do not wait for it.
        let last = self.lesson.as_deref().map_or(usize::MAX, last_step);
        self.step = step.min(last);
        (self.place, self.top, self.effect) = (None, 0, None);
    }

    /// Goes to the step whose number a digit begins or continues.
    pub(crate) fn digit(&mut self, digit: u8, now: Duration) {
        let begun = self.digits.filter(|(then, _)| now.saturating_sub(*then) <= TOGETHER);
        let number = begun.map_or(0, |(_, number)| number * 10) + usize::from(digit);
        let steps = self.lesson.as_ref().map_or(usize::MAX, |lesson| lesson.steps.len());
        let number = if number > steps { usize::from(digit) } else { number };
        self.digits = Some((now, number));
        if number > 0 {
            self.go(number - 1);
        }
    }

    /// Goes to the terms, or back to the step before them.
    pub(crate) fn terms(&mut self) {
        let Some(lesson) = &self.lesson else { return };
        let terms = lesson.steps.iter().position(|step| step.kind == StepKind::Glossary);
        let Some(terms) = terms else { return };
        if self.step == terms {
            let before = self.before_terms.unwrap_or(0);
            self.go(before);
        } else {
            let step = self.step;
            self.go(terms);
            self.before_terms = Some(step);
        }
    }

    /// Moves the point of the figure, or goes on by a row where it has none. Pages go on in every step.
    pub(crate) fn step(&mut self, motion: Motion, areas: &LessonAreas) {
        let page = self.page(areas);
        let by_rows = matches!(motion, Motion::Down | Motion::Up | Motion::First | Motion::Last);
        if self.has_point() && by_rows {
            let last = page.points.saturating_sub(1);
            self.place = Some(motion.row_from(page.at, last, 1));
            self.top = page.figure.start.min(page.last());
            return;
        }
        let screen = page.height.saturating_sub(1).max(1);
        self.top = motion.row_from(self.top.min(page.last()), page.last(), screen);
    }
}

/// The number of a lesson's last step.
fn last_step(lesson: &Lesson) -> usize {
    lesson.steps.len().saturating_sub(1)
}
