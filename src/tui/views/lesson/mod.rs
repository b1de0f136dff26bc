//! The lesson: the score of two texts step by step. Changed parameters request another lesson.

pub(crate) mod draw;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::{ops::Range, time::Duration};

use ratatui::layout::Position;

use shingle::base::{cancel::Cancel, guard::guarded, path::DocPath, ratio::Ratio};
use shingle::compare::Direction;
use shingle::engine::{Question, ShingleCounts};
use shingle::lesson::page::{figure, positions};
use shingle::lesson::step::StepKind;
use shingle::lesson::subject::FolderLists;
use shingle::lesson::{Exercise, FigureRow, Flow, Ink, Lesson, Step, Subject};
use shingle::lesson::{contents::effect, pitfalls};
use shingle::pipeline::{Params, document::pair::tints};

use crate::tui::actions::{Action, Motion, Place, StepDirection};
use crate::tui::layout::{LessonAreas, parts::lesson_areas};
use crate::tui::model::{Command, Layer, Model, Slot, effect::describe_change, pair::YOUR_TEXT};
use crate::tui::update::pair;
use crate::tui::views::{Handled, sandbox::Sandbox};

/// Digits within this time form one number.
const TOGETHER: Duration = Duration::from_millis(800);

#[derive(Debug)]
pub(crate) struct OpenLesson {
    pub(crate) subject: Arc<Subject>,
    /// Set for a lesson without a folder.
    pub(crate) alone: bool,
    /// `None` until the first answer.
    pub(crate) lesson: Option<Arc<Lesson>>,
    pub(crate) refused: Option<String>,
    pub(crate) step: usize,
    /// Position of the point of the figure. `None` until the user moves the point.
    pub(crate) place: Option<usize>,
    pub(crate) top: usize,
    /// The step to return to from the terms.
    before_terms: Option<usize>,
    pub(crate) blank: bool,
    /// Index of the asked exercise of the step, and `true` while the step is hidden.
    asked: Option<(usize, bool)>,
    effect: Option<String>,
    tints: Vec<u8>,
    request: Option<Arc<Params>>,
    /// Set until the ranking with the common shingles arrives.
    waits: bool,
    digits: Option<(Duration, usize)>,
}

impl Layer for OpenLesson {
    fn place(&self) -> Place {
        Place::Lesson
    }

    fn has_question(&self) -> bool {
        !self.exercises().is_empty()
    }

    fn awaits(&self) -> bool {
        let Some(params) = &self.request else { return self.waits };
        let is_there = self.lesson.as_ref().is_some_and(|lesson| lesson.params == *params);
        self.waits || self.refused.is_none() && !is_there
    }

    fn score(&self) -> Option<(Ratio, &Params)> {
        self.lesson.as_ref().map(|lesson| (lesson.score(), &*lesson.params))
    }

    fn take_counts(&mut self, counted: &ShingleCounts) {
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
}

impl OpenLesson {
    pub(crate) fn new(subject: Subject, alone: bool) -> Self {
        Self {
            subject: Arc::new(subject),
            alone,
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

    /// Returns the shingles of A and their parameters if their frequencies in the folder are missing. `None` without a
    /// folder.
    fn uncounted(&self) -> Option<(Vec<u64>, Arc<Params>)> {
        let subject = &self.subject;
        let is_of_folder = subject.is_of_folder && subject.names[0] != DocPath::new(YOUR_TEXT);
        let lesson = self.lesson.as_ref().filter(|_| is_of_folder && subject.folder.is_none())?;
        let mut keys: Vec<u64> =
            lesson.sets.both_sets()[0].iter().map(|shingle| shingle.key).collect();
        keys.sort_unstable();
        Some((keys, Arc::clone(&lesson.params)))
    }

    pub(crate) fn now(&self) -> Option<(&Lesson, &Step)> {
        let lesson = self.lesson.as_deref()?;
        Some((lesson, lesson.steps.get(self.step)?))
    }

    fn go(&mut self, step: usize) {
        // Keys do not wait for the lesson, which has the number of steps.
        let last = self.lesson.as_deref().map_or(usize::MAX, last_step);
        self.step = step.min(last);
        (self.place, self.top, self.effect, self.asked) = (None, 0, None, None);
    }

    fn go_beside(&mut self, direction: StepDirection) {
        self.go(match direction {
            StepDirection::Next => self.step + 1,
            StepDirection::Back => self.step.saturating_sub(1),
        });
    }

    /// Shows a hidden step with the answer, or hides the step and asks the next exercise. Returns false without exercises.
    fn ask(&mut self) -> bool {
        let count = self.exercises().len();
        if count > 0 && !self.reveal() {
            self.asked = Some((self.asked.map_or(0, |(at, _)| (at + 1) % count), true));
            self.top = 0;
        }
        count > 0
    }

    /// Shows a hidden step with the answer. Returns true if the step was hidden.
    fn reveal(&mut self) -> bool {
        let was_hidden = self.is_hidden();
        self.asked = self.asked.map(|(at, _)| (at, false));
        was_hidden
    }

    fn is_hidden(&self) -> bool {
        self.asked.is_some_and(|(_, is_hidden)| is_hidden)
    }

    fn exercises(&self) -> &[Exercise] {
        self.now().map_or(&[], |(_, step)| &step.exercises)
    }

    /// Returns the asked exercise, with the answer if the step is not hidden.
    fn asked_rows(&self, width: usize) -> Vec<FigureRow> {
        let Some((at, is_hidden)) = self.asked else { return Vec::new() };
        let Some(one) = self.exercises().get(at) else { return Vec::new() };
        let question = format!("{}.{} {}", self.step + 1, at + 1, one.question);
        let mut flow = Flow::new(width);
        let way = "? or Enter shows the answer.";
        let (said, ink) = if is_hidden { (way, Ink::Quiet) } else { (&*one.answer, Ink::Now) };
        flow.say(&question, Ink::Strong).end().say(said, ink).end().blank();
        flow.finish()
    }

    /// Adds a digit to a number, and goes to the step of the number.
    fn digit(&mut self, digit: u8, now: Duration) {
        let digits = self.digits.filter(|(then, _)| now.saturating_sub(*then) <= TOGETHER);
        let number = digits.map_or(0, |(_, number)| number * 10) + usize::from(digit);
        let steps = self.lesson.as_ref().map_or(usize::MAX, |lesson| lesson.steps.len());
        let number = if number > steps { usize::from(digit) } else { number };
        self.digits = Some((now, number));
        if number > 0 {
            self.go(number - 1);
        }
    }

    fn terms(&mut self) {
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
}

fn last_step(lesson: &Lesson) -> usize {
    lesson.steps.len().saturating_sub(1)
}

/// Closes the lesson, or opens a lesson on the texts of the sandbox or on the open or selected pair.
pub(crate) fn toggle(model: &mut Model) {
    if model.layers.has(Place::Lesson) {
        return leave(model);
    }
    if let Some(sandbox) = model.layers.get::<Sandbox>() {
        begin(model, sandbox.subject());
        return;
    }
    if begin_on_pair(model) {
        return;
    }
    if !pair::open_selected_zoomed(model) {
        return model.show_note("the lesson is on two texts: select a pair first");
    }
    // The pair may be open already.
    if !begin_on_pair(model)
        && let Some(current) = &mut model.pair
    {
        current.teaches = true;
    }
}

/// Begins on a pair that the lesson opened, if the pair still fills the screen.
pub(crate) fn opened(model: &mut Model) {
    if model.zoomed && !model.is_covered() {
        begin_on_pair(model);
    }
}

/// Begins on the pair on the screen. Returns `false` without a pair.
fn begin_on_pair(model: &mut Model) -> bool {
    let subject = model
        .visible_pair()
        .map(|pair| Subject::from_pair(&pair.view, pair.active, Direction::Larger));
    subject.map(|subject| begin(model, subject)).is_some()
}

fn begin(model: &mut Model, subject: Subject) {
    model.layers.push(Box::new(OpenLesson::new(subject, false)));
    model.close_overlays();
}

pub(crate) fn leave(model: &mut Model) {
    if model.layers.get::<OpenLesson>().is_some_and(|open_lesson| open_lesson.alone) {
        return model.show_note("the lesson is the only view; q quits");
    }
    model.layers.pop(Place::Lesson);
    pair::refresh_list_and_pair(model);
}

pub(crate) fn act(model: &mut Model, action: Action) -> Handled {
    let now = model.now;
    let Some(open_lesson) = model.layers.get_mut::<OpenLesson>() else { return Err(action) };
    // Any key ends a blank screen.
    if std::mem::take(&mut open_lesson.blank) && action != Action::Quit {
        return Ok(());
    }
    match action {
        Action::Move(motion) => step(model, motion),
        Action::Decide => step(model, Motion::PageDown),
        Action::Edge(StepDirection::Next) => open_lesson.go(usize::MAX),
        Action::Edge(StepDirection::Back) => open_lesson.go(0),
        Action::Side(direction) | Action::Far(direction) => open_lesson.go_beside(direction),
        Action::Digit(digit) => open_lesson.digit(digit, now),
        Action::Enter => {
            if !open_lesson.reveal() {
                open_lesson.go_beside(StepDirection::Next);
            }
        }
        Action::Ask => {
            let note = "no exercise for this step; F1 is help";
            model.note = (!open_lesson.ask()).then(|| note.into());
        }
        Action::Terms => open_lesson.terms(),
        Action::Blank => open_lesson.blank = true,
        Action::Leave => leave(model),
        _ => return Err(action),
    }
    Ok(())
}

/// Moves the point of the figure, or scrolls. A page at an end of the step continues in the step beside.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    let Some(areas) = areas(model) else { return };
    let Some(lesson) = model.layers.get_mut::<OpenLesson>() else { return };
    let page = lesson.page(&areas);
    let is_last = lesson.lesson.as_deref().is_some_and(|all| lesson.step >= last_step(all));
    let by_rows = matches!(motion, Motion::Down | Motion::Up | Motion::First | Motion::Last);
    match motion {
        Motion::PageDown if lesson.reveal() => {}
        Motion::PageDown if page.top >= page.last() && !is_last => {
            lesson.go_beside(StepDirection::Next);
        }
        Motion::PageUp if page.top == 0 && lesson.step > 0 => {
            lesson.go_beside(StepDirection::Back);
        }
        _ if lesson.has_point() && by_rows => {
            lesson.place = Some(motion.target_row(page.at, page.points.saturating_sub(1), 1));
            lesson.top = page.top_of_figure();
        }
        _ => {
            let screen = page.height.saturating_sub(1).max(1);
            lesson.top = motion.target_row(lesson.top.min(page.last()), page.last(), screen);
        }
    }
}

fn areas(model: &Model) -> Option<LessonAreas> {
    model.areas.map(|areas| lesson_areas(areas.body, model.projector.is_some()))
}

/// Requests a lesson for changed parameters. Waits for the ranking if the lesson ignores shingles of the ranking.
pub(crate) fn keep(model: &mut Model) {
    let Some(lesson) = model.layers.get_mut::<OpenLesson>() else { return };
    let params = &model.params;
    let of_folder = !lesson.alone && params.leaves_out();
    let ranking = model.snapshot.as_ref();
    let ranking = ranking.filter(|one| one.is_whole() && *one.params == *params);
    lesson.waits = of_folder && ranking.is_none();
    if lesson.waits {
        return;
    }
    let left_out = ranking.filter(|_| of_folder).map(|one| Arc::clone(&one.surroundings.left_out));
    let is_asked = lesson.request.as_ref().is_some_and(|asked| **asked == *params);
    if lesson.request.is_some() && !is_asked && lesson.subject.folder.is_some() {
        lesson.subject = Arc::new(Subject { folder: None, ..(*lesson.subject).clone() });
    }
    let is_same = match (&lesson.subject.left_out, &left_out) {
        (Some(before), Some(now)) => Arc::ptr_eq(before, now),
        (None, None) => true,
        _ => false,
    };
    if is_same && is_asked {
        return;
    }
    if !is_same {
        lesson.subject = Arc::new(Subject { left_out, ..(*lesson.subject).clone() });
    }
    let (params, subject) = (Arc::new(params.clone()), Arc::clone(&lesson.subject));
    lesson.request = Some(Arc::clone(&params));
    let wanted = Arc::clone(&params);
    let work = move |_: &Cancel| Some(prepare(&subject, &wanted));
    model.run(Slot::Lesson, work, move |model, lesson| show(model, &params, lesson));
}

type Prepared = Result<Arc<Lesson>, String>;

fn prepare(subject: &Subject, params: &Arc<Params>) -> Prepared {
    static PITFALLS: LazyLock<Arc<[Step]>> =
        LazyLock::new(|| guarded(pitfalls::all).unwrap_or_default());
    let lesson = guarded(|| Arc::new(Lesson::new(subject, params, &PITFALLS)));
    lesson.map_err(|panic| format!("these texts cannot be taught ({panic}); please report them"))
}

/// Shows the newest lesson and the effect of changed parameters. Asks for the counts of the folder.
fn show(model: &mut Model, params: &Arc<Params>, answer: Prepared) {
    let Some(open) = model.layers.get_mut::<OpenLesson>() else { return };
    match answer {
        _ if open.request.as_ref().is_none_or(|newest| !Arc::ptr_eq(newest, params)) => {}
        Ok(lesson) => {
            open.tints = tints(&lesson.whole.passages);
            open.refused = None;
            open.step = open.step.min(last_step(&lesson));
            if let Some(before) = open.lesson.replace(Arc::clone(&lesson)) {
                let changed = describe_change(&before.params, &lesson.params);
                if !changed.is_empty() {
                    open.effect = Some(format!("{changed}: {}", effect(&before, &lesson)));
                }
            }
        }
        Err(reason) => open.refused = Some(reason),
    }
    if let Some((keys, params)) = open.uncounted() {
        model.send(Command::Ask(0, Question::Shingles { keys, params }));
    }
}

pub(crate) fn click(model: &mut Model, place: Position) {
    let strip = areas(model).map(|areas| areas.strip);
    if let (Some(strip), Some(open_lesson)) = (strip, model.layers.get_mut::<OpenLesson>())
        && strip.contains(place)
        && let Some(step) = draw::name_at(open_lesson, strip.width, place.x - strip.x)
    {
        open_lesson.go(step);
    }
}

// The rows of a step: sentences, figure, and the part of both on the screen.

/// Most screens of a figure above the sentences, which must be near.
const SCREENS: usize = 2;

#[derive(Debug, Default)]
pub(crate) struct LessonPage {
    pub(crate) rows: Vec<FigureRow>,
    pub(crate) height: usize,
    /// Number of rows scrolled away.
    pub(crate) top: usize,
    pub(crate) figure: Range<usize>,
    /// Number of positions of the figure's point, and the present position. 1 without a point.
    pub(crate) points: usize,
    pub(crate) at: usize,
}

impl LessonPage {
    /// Returns the largest `top`.
    pub(crate) fn last(&self) -> usize {
        self.rows.len().saturating_sub(self.height)
    }

    /// Returns true if not all rows fit. A row then names the key to see more.
    pub(crate) fn is_cut(&self) -> bool {
        self.last() > 0
    }

    /// Returns the `top` nearest to the present one that shows the figure, or the beginning of a long figure.
    pub(crate) fn top_of_figure(&self) -> usize {
        let Range { start, end } = self.figure;
        self.top.max(end.saturating_sub(self.height)).min(start).min(self.last())
    }
}

impl OpenLesson {
    /// Returns the rows of the step: sentences, then the figure. If not all rows fit, the figure is above the sentences and
    /// below a brief version, which an audience has beside the large number.
    pub(crate) fn page(&self, areas: &LessonAreas) -> LessonPage {
        let (width, height) = (usize::from(areas.page.width), usize::from(areas.page.height));
        let mut rows = self.asked_rows(width);
        let Some((lesson, step)) = self.now().filter(|_| !self.is_hidden()) else {
            return LessonPage { rows, height, points: 1, ..LessonPage::default() };
        };
        let points = positions(lesson, step.kind);
        let at = self.place.unwrap_or(step.first).min(points - 1);
        let drawn = figure(lesson, step, width, Some(at));
        let is_projected = areas.large.height > 0;
        // The last row names the key to see more.
        let cut_height = if is_projected { height } else { height.saturating_sub(1).max(1) };
        let mut above = sentence_rows(&step.paragraphs, width);
        let mut below = Vec::new();
        let taken = rows.len() + drawn.len();
        if is_projected || taken + above.len() > height {
            let brief = std::slice::from_ref(&step.brief);
            let brief = if is_projected { Vec::new() } else { sentence_rows(brief, width) };
            if drawn.len() <= SCREENS * cut_height {
                below = std::mem::replace(&mut above, brief);
                // The empty row goes before the sentences.
                let empty = below.pop().unwrap_or_default();
                below.insert(0, empty);
            }
        }
        rows.append(&mut above);
        let figure = rows.len()..rows.len() + drawn.len();
        rows.extend(drawn);
        rows.append(&mut below);
        let height = if rows.len() > height { cut_height } else { height };
        let page = LessonPage { rows, height, top: 0, figure, points, at };
        LessonPage { top: self.top.min(page.last()), ..page }
    }

    pub(crate) fn has_point(&self) -> bool {
        self.now().is_some_and(|(_, step)| step.kind.moves().is_some())
    }
}

/// Wraps sentences, with an empty row after them.
fn sentence_rows(sentences: &[String], width: usize) -> Vec<FigureRow> {
    let mut flow = Flow::new(width);
    for sentence in sentences {
        flow.say(sentence, Ink::Plain).end();
    }
    flow.blank();
    flow.finish()
}
