//! The lesson: its texts, the step, the position within it, and the rows that fit. It draws nothing and prepares no lesson.

pub(crate) mod names;

use std::{collections::HashMap, ops::Range, sync::Arc, time::Duration};

use shingle::lesson::exercises::{Exercise, exercises};
use shingle::lesson::page::{enough, figure, parts::LaidFigure};
use shingle::lesson::subject::FolderLists;
use shingle::lesson::{FigureRoom, FigureRow, Flow, Ink, Lesson, Step, Subject};
use shingle::pipeline::{Params, Snapshot, document::pair::tints};
use shingle::{base::path::DocPath, engine::ShingleCounts, lesson::step::StepKind};

use crate::tui::model::query::YOUR_TEXT;
use crate::tui::{actions::Motion, layout::LessonAreas};

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
    /// Whether the screen is blank.
    pub(crate) blank: bool,
    /// The exercise of the step that was asked, counted from 0, and whether the step is hidden until its answer.
    asked: Option<(usize, bool)>,
    /// What the last change of parameters did.
    pub(crate) effect: Option<String>,
    /// The tint of each passage.
    pub(crate) tints: Vec<u8>,
    request: Option<(u64, Arc<Params>)>,
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
            blank: false,
            asked: None,
            effect: None,
            tints: Vec::new(),
            request: None,
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
        if self.request.as_ref().is_some_and(|(_, request)| **request != *params) {
            self.forget_counts();
        }
        let is_kept = match (&self.subject.left_out, &left_out) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (None, None) => true,
            _ => false,
        };
        if is_kept && self.request.as_ref().is_some_and(|(_, request)| **request == *params) {
            return None;
        }
        if !is_kept {
            self.subject = Arc::new(Subject { left_out, ..(*self.subject).clone() });
        }
        let params = Arc::new(params.clone());
        self.request = Some((number, Arc::clone(&params)));
        Some(LessonRequest { number, subject: Arc::clone(&self.subject), params })
    }

    /// Takes a lesson, unless another one was asked for since. Returns the lesson before it.
    pub(crate) fn take(&mut self, taught: LessonAnswer) -> Option<Arc<Lesson>> {
        if self.request.as_ref().is_none_or(|(number, _)| *number != taught.number) {
            return None;
        }
        match taught.lesson {
            Ok(lesson) => {
                self.tints = tints(&lesson.whole.passages);
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
        let is_of_folder = subject.is_of_folder && subject.names[0] != DocPath::new(YOUR_TEXT);
        let lesson = self.lesson.as_ref().filter(|_| is_of_folder && subject.folder.is_none())?;
        let mut keys: Vec<u64> = lesson.sets.each()[0].iter().map(|shingle| shingle.key).collect();
        keys.sort_unstable();
        Some((keys, Arc::clone(&lesson.params)))
    }

    /// Takes in how many documents of the folder the shingles of A are. Then the lesson is prepared anew.
    pub(crate) fn take_counts(&mut self, counted: &ShingleCounts) {
        let Some((keys, params)) = self.uncounted() else { return };
        let counts: HashMap<u64, u32> = counted.counts.iter().copied().collect();
        let of = |key: &u64| counts.get(key).map(|count| u64::from(count.saturating_sub(1)));
        let entries: Option<u64> = keys.iter().map(of).sum();
        let Some(entries) = entries.filter(|_| *params == *counted.params) else { return };
        let documents = counted.documents as u32;
        let folder = FolderLists { documents, shingles: keys.len() as u32, entries };
        self.subject = Arc::new(Subject { folder: Some(folder), ..(*self.subject).clone() });
        self.request = None;
    }

    fn forget_counts(&mut self) {
        if self.subject.folder.is_some() {
            self.subject = Arc::new(Subject { folder: None, ..(*self.subject).clone() });
        }
    }

    /// Whether an answer is awaited.
    pub(crate) fn awaits(&self) -> bool {
        let Some((_, params)) = &self.request else { return self.waits };
        let is_there = self.lesson.as_ref().is_some_and(|lesson| lesson.params == *params);
        self.waits || self.refused.is_none() && !is_there
    }

    /// The current step.
    pub(crate) fn now(&self) -> Option<(&Lesson, &Step)> {
        let lesson = self.lesson.as_deref()?;
        Some((lesson, lesson.steps.get(self.step)?))
    }

    /// Whether it is at its last step.
    pub(crate) fn is_last(&self) -> bool {
        self.lesson.as_deref().is_some_and(|lesson| self.step >= last_step(lesson))
    }

    /// Goes to a step.
    pub(crate) fn go(&mut self, step: usize) {
        // The number of steps is known only with the lesson, and keys do not wait for it.
        let last = self.lesson.as_deref().map_or(usize::MAX, last_step);
        self.step = step.min(last);
        (self.place, self.top, self.effect, self.asked) = (None, 0, None, None);
    }

    /// Shows a hidden step with its answer, or else hides it and asks its first exercise or the next. Returns whether there is one.
    pub(crate) fn ask(&mut self) -> bool {
        let count = self.exercises().len();
        if count > 0 && !self.reveal() {
            self.asked = Some((self.asked.map_or(0, |(at, _)| (at + 1) % count), true));
            self.top = 0;
        }
        count > 0
    }

    /// Shows a hidden step with its answer. Returns whether it was hidden.
    pub(crate) fn reveal(&mut self) -> bool {
        let was_hidden = self.is_hidden();
        self.asked = self.asked.map(|(at, _)| (at, false));
        was_hidden
    }

    /// Whether the step is hidden until its question is answered.
    pub(crate) fn is_hidden(&self) -> bool {
        self.asked.is_some_and(|(_, is_hidden)| is_hidden)
    }

    /// The exercises of the step.
    fn exercises(&self) -> Vec<Exercise> {
        let all = self.lesson.as_deref().map(exercises).unwrap_or_default();
        all.into_iter().filter(|one| one.step == self.step + 1).collect()
    }

    /// The exercise that was asked, with its answer once the step is shown again.
    fn asked_rows(&self, width: usize) -> Vec<FigureRow> {
        let asked = self
            .asked
            .and_then(|(at, hidden)| Some((self.exercises().into_iter().nth(at)?, hidden)));
        let Some((one, is_hidden)) = asked else { return Vec::new() };
        let mut flow = Flow::new(width);
        let way = "? or Enter shows the answer.";
        let (said, ink) = if is_hidden { (way, Ink::Quiet) } else { (&*one.answer, Ink::Now) };
        flow.say(&one.question, Ink::Strong).end().say(said, ink).end().blank();
        flow.finish()
    }

    /// Goes to the step whose number a digit begins or continues.
    pub(crate) fn digit(&mut self, digit: u8, now: Duration) {
        let digits = self.digits.filter(|(then, _)| now.saturating_sub(*then) <= TOGETHER);
        let number = digits.map_or(0, |(_, number)| number * 10) + usize::from(digit);
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

// The rows of a step: its sentences, its figure, and what of both is on the screen.

/// With at least this many rows for the figure, or all that it needs, sentences stay on the screen above it.
const FIGURE: usize = 7;

/// The rows of a step that are shown.
#[derive(Debug, Default)]
pub(crate) struct LessonPage {
    /// Rows that stay: the sentences, if they and a figure fit.
    pub(crate) fixed: Vec<FigureRow>,
    /// Rows that scroll.
    pub(crate) rows: Vec<FigureRow>,
    /// How many of them fit.
    pub(crate) height: usize,
    /// How many of them are scrolled away.
    pub(crate) top: usize,
    /// The figure among the rows that scroll.
    pub(crate) figure: Range<usize>,
    /// The positions of the figure's point, and the one that it is at. 1 without a point.
    pub(crate) points: usize,
    pub(crate) at: usize,
}

impl LessonPage {
    /// How many rows it goes on at most.
    pub(crate) fn last(&self) -> usize {
        self.rows.len().saturating_sub(self.height)
    }

    /// Whether some of it is out of sight. A row then says how to get there.
    pub(crate) fn is_cut(&self) -> bool {
        self.last() > 0
    }
}

impl OpenLesson {
    /// The rows of the step for its regions. The figure is whole or, if it is long, a screenful: sentences that leave it no
    /// room stand below it, and the rest of the figure below these. For an audience, all sentences do, those that have room on the
    /// same screen.
    pub(crate) fn page(&self, areas: &LessonAreas) -> LessonPage {
        let (width, height) = (usize::from(areas.page.width), usize::from(areas.page.height));
        let mut asked = self.asked_rows(width);
        if self.is_hidden() {
            return LessonPage { rows: asked, height, points: 1, ..LessonPage::default() };
        }
        let mut page = self.step_page(areas, (width, height.saturating_sub(asked.len())));
        asked.append(&mut page.fixed);
        LessonPage { fixed: asked, ..page }
    }

    /// The same without a question.
    fn step_page(&self, areas: &LessonAreas, (width, height): (usize, usize)) -> LessonPage {
        let Some((lesson, step)) = self.now() else { return LessonPage::default() };
        if areas.large.height > 0 {
            let wanted = self.wanted(width, height);
            let has_room = |count: &usize| {
                step.paragraphs
                    .get(..*count)
                    .is_some_and(|first| wanted + below(first, width).len() <= height)
            };
            let count = (0..=step.paragraphs.len()).rev().find(has_room).unwrap_or(0);
            return self.laid_out(Vec::new(), (width, height), step.paragraphs.split_at(count));
        }
        let wanted = enough(lesson, step, width);
        // As many paragraphs above the figure as leave it whole, the others below it.
        let opening = (1..=step.paragraphs.len()).rev().find_map(|count| {
            let (first, rest) = step.paragraphs.split_at(count);
            let rows = sentence_rows(first, width);
            let is_whole = |cut: bool| rows.len() + wanted + usize::from(cut) <= height;
            let is_cut = || !self.figure(width, height - rows.len()).more.is_empty();
            let fits = is_whole(!rest.is_empty()) && (is_whole(true) || !is_cut());
            fits.then_some((rows, rest))
        });
        let brief = || sentence_rows(std::slice::from_ref(&step.brief), width);
        let (above, rest) = opening.unwrap_or_else(|| (brief(), &step.paragraphs));
        if height < above.len() + FIGURE.min(wanted) {
            return self.scrolled(width, height);
        }
        let left = height - above.len();
        self.laid_out(above, (width, left), (&[], rest))
    }

    /// The rows of the figure that sentences leave it for an audience: all if they have room, unless it slides.
    fn wanted(&self, width: usize, height: usize) -> usize {
        let laid = self.figure(width, height);
        match self.now() {
            Some((lesson, step)) if self.has_point() || !laid.more.is_empty() => {
                enough(lesson, step, width)
            }
            _ => laid.rows.len(),
        }
    }

    /// The figure at the position of its point.
    fn figure(&self, width: usize, height: usize) -> LaidFigure {
        let Some((lesson, step)) = self.now() else { return LaidFigure::default() };
        let position = self.place.unwrap_or(step.first);
        let room = FigureRoom { width, height: Some(height), position };
        let laid = figure(lesson, step, room);
        if position < laid.positions {
            return laid;
        }
        figure(lesson, step, FigureRoom { position: laid.positions.saturating_sub(1), ..room })
    }

    /// The figure below the rows that stay, the sentences that are seen below it, the others, and then what of the figure had
    /// no room.
    fn laid_out(
        &self,
        fixed: Vec<FigureRow>,
        (width, height): (usize, usize),
        (seen, rest): (&[String], &[String]),
    ) -> LessonPage {
        let mut visible = height;
        let seen = below(seen, width);
        let mut laid = self.figure(width, visible.saturating_sub(seen.len()));
        let is_cut = !rest.is_empty() || !laid.more.is_empty();
        // For an audience nothing stays, and the way on is beside the large number.
        if is_cut && !fixed.is_empty() {
            visible = height.saturating_sub(1).max(1);
            laid = self.figure(width, visible);
        }
        let (figure, mut rows) = (0..laid.rows.len(), laid.rows);
        rows.extend(seen);
        if fixed.is_empty() && rows.len() < height {
            // Nor does the beginning of a sentence stand below the picture.
            rows.resize(height, FigureRow::new());
        }
        if !rest.is_empty() {
            rows.extend(below(rest, width));
            if !laid.more.is_empty() {
                rows.push(FigureRow::new());
            }
        }
        let is_double =
            rows.last().is_some_and(Vec::is_empty) && laid.more.first().is_some_and(Vec::is_empty);
        rows.extend(laid.more.into_iter().skip(usize::from(is_double)));
        let points = if self.has_point() { laid.positions } else { 1 };
        self.at(LessonPage {
            fixed,
            rows,
            height: visible,
            figure,
            points,
            ..LessonPage::default()
        })
    }

    /// Where sentences and a figure have no room together: all of both, one below the other.
    fn scrolled(&self, width: usize, height: usize) -> LessonPage {
        let Some((_, step)) = self.now() else { return LessonPage::default() };
        let mut rows = sentence_rows(&step.paragraphs, width);
        let has_point = self.has_point();
        let laid = self.figure(width, if has_point { height.max(FIGURE - 1) } else { usize::MAX });
        let figure = rows.len()..rows.len() + laid.rows.len();
        rows.extend(laid.rows);
        let height = if rows.len() > height { height.saturating_sub(1).max(1) } else { height };
        let points = if has_point { laid.positions } else { 1 };
        self.at(LessonPage { rows, height, figure, points, ..LessonPage::default() })
    }

    /// The page at the position of its point, as far on as it is.
    fn at(&self, page: LessonPage) -> LessonPage {
        let first = self.now().map_or(0, |(_, step)| step.first);
        let at = self.place.unwrap_or(first).min(page.points.saturating_sub(1));
        let top = self.top.min(page.last());
        LessonPage { top, at, ..page }
    }

    /// Whether the figure of the step has a point, which ↓ and ↑ move.
    pub(crate) fn has_point(&self) -> bool {
        self.now().is_some_and(|(_, step)| step.kind.moves().is_some())
    }
}

/// Sentences in rows of this width, and an empty row behind them.
fn sentence_rows(sentences: &[String], width: usize) -> Vec<FigureRow> {
    let mut flow = Flow::new(width);
    for sentence in sentences {
        flow.say(sentence, Ink::Plain).end();
    }
    flow.blank();
    flow.finish()
}

/// The same with an empty row before them instead of behind. None without sentences.
fn below(sentences: &[String], width: usize) -> Vec<FigureRow> {
    let mut rows = sentence_rows(sentences, width);
    if let Some(blank) = rows.pop() {
        rows.insert(0, blank);
    }
    rows
}
