//! The lesson: opening it on the open pair, its steps, and asking for a new one when parameters change.

use ratatui::layout::Position;

use shingle::lesson::{Subject, contents::effect};
use shingle::{compare::Direction, engine::Question};

use crate::tui::actions::{Action, Motion, StepDirection};
use crate::tui::layout::{LessonAreas, parts::cut_lesson};
use crate::tui::model::{LessonAnswer, Model, OpenLesson, effect::change, lesson::names::name_at};
use crate::tui::{messages::Command, update::pair, update::perform};

/// Carries out an action on the lesson.
pub(crate) fn take(model: &mut Model, action: Action) -> Vec<Command> {
    match (&mut model.lesson, action) {
        (Some(_), Action::Lesson) => return leave(model),
        (None, Action::Lesson) => return open(model),
        (None, Action::Ask) => return perform(model, Action::Help),
        (Some(open_lesson), Action::Ask) => {
            let note = "no exercise for this step; F1 is help";
            model.note = (!open_lesson.ask()).then(|| note.into());
        }
        (Some(open_lesson), Action::Terms) => open_lesson.terms(),
        (Some(open_lesson), Action::Blank) => open_lesson.blank = true,
        _ => {}
    }
    Vec::new()
}

/// Ends a blank screen. Returns whether it was blank.
pub(crate) fn show_again(model: &mut Model) -> bool {
    model.lesson.as_mut().is_some_and(|open_lesson| std::mem::take(&mut open_lesson.blank))
}

/// Goes to the step whose number begins with this digit or goes on with it.
pub(crate) fn digit(model: &mut Model, digit: u8) {
    let now = model.now;
    if let Some(open_lesson) = &mut model.lesson {
        open_lesson.digit(digit, now);
    }
}

/// Opens it on the texts of the sandbox, or on the open pair. If none is open, the selected one is opened first.
fn open(model: &mut Model) -> Vec<Command> {
    if let Some(sandbox) = &model.sandbox {
        begin(model, sandbox.subject());
        return Vec::new();
    }
    if begin_on_pair(model) {
        return Vec::new();
    }
    let Some(commands) = pair::bring(model) else {
        model.note = Some("the lesson is on two texts: select a pair first".into());
        return Vec::new();
    };
    // It may have been opened before.
    if !begin_on_pair(model)
        && let Some(current) = &mut model.pair
    {
        current.teaches = true;
    }
    commands
}

/// Begins on the pair that was opened for it, if that is still on the whole screen.
pub(crate) fn opened(model: &mut Model) {
    if model.zoomed && model.lesson.is_none() && model.sandbox.is_none() {
        begin_on_pair(model);
    }
}

/// Begins on the pair on the screen. Returns whether there is one.
fn begin_on_pair(model: &mut Model) -> bool {
    let subject = model
        .visible_pair()
        .map(|pair| Subject::from_pair(&pair.view, pair.active, Direction::Larger));
    subject.map(|subject| begin(model, subject)).is_some()
}

fn begin(model: &mut Model, subject: Subject) {
    model.lesson = Some(OpenLesson::new(subject));
    model.close_overlays();
}

/// Leaves the lesson for what was there before.
pub(crate) fn leave(model: &mut Model) -> Vec<Command> {
    if model.lesson.as_ref().is_some_and(|open_lesson| open_lesson.alone) {
        model.note = Some("the lesson is the only view; q quits".into());
        return Vec::new();
    }
    model.lesson = None;
    pair::settle(model)
}

/// Goes to the next or previous step.
pub(crate) fn step_on(open_lesson: &mut OpenLesson, direction: StepDirection) {
    let step = open_lesson.step;
    open_lesson.go(match direction {
        StepDirection::Next => step + 1,
        StepDirection::Back => step.saturating_sub(1),
    });
}

/// Enter: goes to the next step.
pub(crate) fn enter(model: &mut Model) {
    if let Some(open_lesson) = &mut model.lesson
        && !open_lesson.reveal()
    {
        step_on(open_lesson, StepDirection::Next);
    }
}

/// Slides the window or scrolls within the step. By screens it goes on to the next step, or back, where one ends.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    let Some(areas) = areas(model) else { return };
    let Some(open_lesson) = &mut model.lesson else { return };
    let page = open_lesson.page(&areas);
    let is_last = open_lesson.is_last();
    match motion {
        Motion::PageDown if open_lesson.reveal() => {}
        Motion::PageDown if page.top >= page.last() && !is_last => {
            step_on(open_lesson, StepDirection::Next);
        }
        Motion::PageUp if page.top == 0 && open_lesson.step > 0 => {
            step_on(open_lesson, StepDirection::Back);
        }
        _ => open_lesson.step(motion, &areas),
    }
}

/// Goes to the first step or the last.
pub(crate) fn edge(model: &mut Model, direction: StepDirection) {
    if let Some(open_lesson) = &mut model.lesson {
        open_lesson.go(if direction == StepDirection::Next { usize::MAX } else { 0 });
    }
}

fn areas(model: &Model) -> Option<LessonAreas> {
    model.areas().map(|areas| cut_lesson(areas.body, model.projector.is_some()))
}

/// Asks for a lesson if there is none for these parameters.
pub(crate) fn keep(model: &mut Model) -> Option<Command> {
    let open_lesson = model.lesson.as_mut()?;
    let request =
        open_lesson.keep(&model.params, model.snapshot.as_deref(), model.last_request + 1)?;
    model.last_request += 1;
    Some(Command::PrepareLesson(request))
}

/// Takes a lesson and says what the change of parameters did. Returns what the lesson asks of the folder.
pub(crate) fn taught(model: &mut Model, taught: LessonAnswer) -> Option<Command> {
    let open_lesson = model.lesson.as_mut()?;
    let before = open_lesson.take(taught);
    let after = open_lesson.lesson.as_ref()?;
    if let Some(before) = before {
        let changed = change(&before.params, &after.params, false);
        if !changed.is_empty() {
            open_lesson.effect = Some(format!("{changed}: {}", effect(&before, after)));
        }
    }
    let (keys, params) = open_lesson.uncounted()?;
    Some(Command::Ask(0, Question::Shingles { keys, params }))
}

/// A click on the row of all steps goes to the step at that place.
pub(crate) fn click(model: &mut Model, place: Position) {
    let strip = areas(model).map(|areas| areas.strip);
    if let (Some(strip), Some(open_lesson)) = (strip, &mut model.lesson)
        && strip.contains(place)
        && let Some(step) = name_at(open_lesson, strip.width, place.x - strip.x)
    {
        open_lesson.go(step);
    }
}
