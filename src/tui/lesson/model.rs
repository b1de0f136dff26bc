//! The lesson: its texts, the step, the position within it, and the rows that fit. It draws nothing and prepares no lesson.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use shingle::base::path::DocPath;
use shingle::engine::report::Counted;
use shingle::lesson::contents::Lesson;
use shingle::lesson::page::flow::Flow;
use shingle::lesson::page::{FigureRoom, enough, figure};
use shingle::lesson::step::{FigureRow, Ink, Step, StepKind};
use shingle::lesson::subject::{FolderLists, Subject};
use shingle::pipeline::document::tints::tints;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::event_loop::action::Motion;
use crate::tui::rooms::query::model::YOUR_TEXT;

use super::areas::LessonAreas;

/// With at least this many rows for the figure, sentences stay on the screen above it.
const FIGURE: usize = 7;
/// How many positions a page moves a window by.
const PAGE: usize = 10;
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
    /// The position within a step that slides. `None` until it was moved: where the step begins.
    pub(crate) place: Option<usize>,
    /// How many rows are scrolled away.
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

/// The rows of a step that are shown.
#[derive(Debug, Default)]
pub(crate) struct LessonPage {
    /// Rows that stay: the sentences, if they and a figure fit.
    pub(crate) fixed: Vec<FigureRow>,
    /// Rows that scroll.
    pub(crate) rows: Vec<FigureRow>,
    /// How many of them fit.
    pub(crate) height: usize,
    /// The figure among the rows that scroll.
    pub(crate) figure: Range<usize>,
    /// The positions of the figure, and the one that it is at.
    positions: usize,
    at: usize,
}

impl LessonPage {
    /// The greatest number of rows that can be scrolled away.
    pub(crate) fn last(&self) -> usize {
        self.rows.len().saturating_sub(self.height)
    }

    /// Whether there is more to see than at the top and at this position.
    pub(crate) const fn has_more(&self, top: usize) -> bool {
        top + self.height < self.rows.len() || self.at + 1 < self.positions
    }
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
        let is_whole = |one: &&Snapshot| one.complete_from.is_none() && *one.params == *params;
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

    /// The rows of the step for its regions. The figure is whole: sentences that leave it no room stand below it. For an
    /// audience, it stands alone.
    pub(crate) fn page(&self, areas: &LessonAreas) -> LessonPage {
        let Some((lesson, step)) = self.now() else { return LessonPage::default() };
        let (width, height) = (usize::from(areas.page.width), usize::from(areas.page.height));
        let at = self.place.unwrap_or(step.first);
        let drawn = |height: usize| {
            let room = FigureRoom { width, height: Some(height), position: at };
            let laid = figure(lesson, step, room);
            if at < laid.positions {
                return (laid, at);
            }
            let at = laid.positions - 1;
            (figure(lesson, step, FigureRoom { position: at, ..room }), at)
        };
        let page = |fixed: Vec<FigureRow>, seen: usize| {
            let (laid, at) = drawn(seen);
            let (rows, positions) = (laid.rows, laid.positions);
            LessonPage { fixed, height: seen, figure: 0..rows.len(), rows, positions, at }
        };
        if areas.large.height > 0 {
            return page(Vec::new(), height);
        }
        let wanted = enough(lesson, step, width);
        let whole = |says: &[String]| {
            let rows = said(says, width);
            (rows.len() + wanted <= height).then_some(rows)
        };
        // As many paragraphs above the figure as leave it whole, the others below it.
        let begun = (1..=step.says.len()).rev().find_map(|count| {
            let (first, rest) = step.says.split_at(count);
            whole(first).map(|rows| (rows, rest))
        });
        let brief = || said(std::slice::from_ref(&step.brief), width);
        let (above, rest) = begun.unwrap_or_else(|| (brief(), &step.says));
        if height < above.len() + FIGURE {
            let all = said(&step.says, width);
            let (laid, at) = drawn(height.max(FIGURE - 1));
            let (figure, positions) = (all.len()..all.len() + laid.rows.len(), laid.positions);
            let rows = all.into_iter().chain(laid.rows).collect();
            return LessonPage { fixed: Vec::new(), rows, height, figure, positions, at };
        }
        let left = height - above.len();
        let mut page = page(above, left);
        if !rest.is_empty() {
            page.rows.resize(page.height.max(page.rows.len()), FigureRow::new());
            page.rows.extend(said(rest, width));
        }
        page
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

    /// Slides the figure, or scrolls where sentences and figure do not fit.
    pub(crate) fn step(&mut self, motion: Motion, areas: &LessonAreas) {
        let page = self.page(areas);
        let (place, last_place) = (page.at, page.positions.saturating_sub(1));
        let has_rows = page.last() > 0;
        let by_page = matches!(motion, Motion::PageDown | Motion::PageUp);
        let scrolls = has_rows && (by_page || last_place == 0);
        let by = match motion {
            Motion::PageDown | Motion::PageUp if scrolls => page.height.saturating_sub(1).max(1),
            Motion::PageDown | Motion::PageUp => PAGE,
            _ => 1,
        };
        let (at, last) = if scrolls { (self.top, page.last()) } else { (place, last_place) };
        let at = at.min(last);
        let to = match motion {
            Motion::Down | Motion::PageDown => (at + by).min(last),
            Motion::Up | Motion::PageUp => at.saturating_sub(by),
            Motion::First => 0,
            Motion::Last => last,
        };
        if scrolls {
            self.top = to;
        } else {
            self.place = Some(to);
            self.top = page.figure.start.min(page.last());
        }
    }
}

/// Sentences in rows of this width, and an empty row behind them.
fn said(says: &[String], width: usize) -> Vec<FigureRow> {
    let mut flow = Flow::new(width);
    for said in says {
        flow.say(said, Ink::Plain).end();
    }
    flow.blank();
    flow.finish()
}

/// The number of a lesson's last step.
fn last_step(lesson: &Lesson) -> usize {
    lesson.steps.len().saturating_sub(1)
}
