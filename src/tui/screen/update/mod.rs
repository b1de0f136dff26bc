//! Turns a message and the state into the next state and commands, divided by what the message is about. Nothing here acts
//! outside or waits.

pub(crate) mod freeze;
pub(crate) mod look;
pub(crate) mod mouse;
pub(crate) mod moving;
pub(crate) mod program;
pub(crate) mod prompt;
pub(crate) mod report;
pub(crate) mod typed_ahead;

use std::sync::Arc;
use std::time::Duration;

use shingle::pipeline::parameters::Params;

use crate::tui::decisions;
use crate::tui::event_loop::action::{
    Action, CursorAction, ListAction, PairAction, ParameterAction, ProgramAction, StepDirection,
};
use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;
use crate::tui::keys::binding::Place;
use crate::tui::keys::names::KeyName;
use crate::tui::keys::naming::key_of;
use crate::tui::lesson;
use crate::tui::pair;
use crate::tui::pair::dots;
use crate::tui::pair::explain;
use crate::tui::pair::search;
use crate::tui::pair::shown::Shown;
use crate::tui::pair::update::passages;
use crate::tui::pair::update::reading;
use crate::tui::parameters;
use crate::tui::parameters::effect::change::change;
use crate::tui::parameters::history::{Past, SelectedNames};
use crate::tui::parameters::update::pin;
use crate::tui::phrases;
use crate::tui::reporting;
use crate::tui::rooms;
use crate::tui::rooms::all;
use crate::tui::rooms::arrange;
use crate::tui::rooms::filter::{Filter, Over};
use crate::tui::rooms::update::lists;
use crate::tui::sandbox;

use super::focus::{Focus, Overlay};
use super::last_visit::LastVisit;
use super::model::Model;

/// Takes a message.
pub(crate) fn update(model: &mut Model, message: Message) -> Vec<Command> {
    let mut commands = consistently(model, |model| take(model, message));
    // The message may have brought what keys wait for.
    while let Some(key) = typed_ahead::next(model) {
        commands.extend(consistently(model, |model| typed_ahead::act(model, key)));
    }
    commands
}

/// Begins as the last visit ended, so long ago: undoing leads to the `usual` parameters, `pair` is selected when the list has
/// it, and the list shows what passes `filter`.
pub(crate) fn come_back(
    model: &mut Model,
    ended: Duration,
    usual: Params,
    (pair, filter): (Option<SelectedNames>, &str),
) {
    let differs = usual != model.params;
    let restored = differs.then(|| change(&usual, &model.params, false));
    if differs {
        let before = Past { params: usual, selected: None };
        model.parameter_state.history.record(before, None, model.now);
    }
    let filter = Filter::parse(filter, Over::Pairs);
    let left = (!filter.is_empty()).then(|| filter.text.clone());
    model.list.filter = Arc::new(filter);
    let last = LastVisit { ended, restored, filter: left, since: None };
    model.note = last.note();
    model.last_visit = Some(last);
    model.parameter_state.wanted = pair;
}

/// Begins with a pair on the whole screen. It is asked for when its ranking is there.
pub(crate) fn begin_with(model: &mut Model, names: SelectedNames) {
    model.shown = Some(Shown::asked(names, None));
    pair::update::zoom(model);
}

/// Does something, and keeps the parts of the state consistent.
fn consistently(model: &mut Model, act: impl FnOnce(&mut Model) -> Vec<Command>) -> Vec<Command> {
    let all_parameters = model.values().chosen.is_some();
    let mut commands = act(model);
    if model.values().chosen.is_some() != all_parameters {
        // The bar has other rows now.
        pair::update::resize_pair(model);
    }
    if let Focus::Pane(which) = model.focus {
        model.reading.last = which;
    }
    dots::update::keep(model);
    commands.extend(explain::update::keep(model));
    commands.extend(search::update::keep(model));
    commands.extend(lesson::update::keep(model));
    commands.extend(sandbox::update::keep(model));
    commands
}

fn take(model: &mut Model, message: Message) -> Vec<Command> {
    if is_unseen(model, &message) {
        return Vec::new();
    }
    match message {
        Message::Clock(now) => {
            model.now = now;
            Vec::new()
        }
        Message::Resized(width, height) => {
            model.size = (width, height);
            pair::update::settle(model)
        }
        Message::Report(report) => report::take_report(model, report),
        Message::Opened(prepared) => {
            report::take_pair(model, *prepared);
            Vec::new()
        }
        Message::Sources(number, answer) => {
            rooms::sources::update::found(model, number, *answer);
            Vec::new()
        }
        Message::Pinned(pin) => {
            pin::take_pin(model, pin);
            Vec::new()
        }
        Message::LessonReady(taught) => {
            lesson::update::taught(model, *taught).into_iter().collect()
        }
        Message::Compared(compared) => {
            sandbox::update::compared(model, *compared);
            Vec::new()
        }
        Message::Searched(answer) => {
            search::update::found(model, *answer);
            Vec::new()
        }
        Message::Template(read) => parameters::update::take_template(model, read),
        Message::Arranged(arranged) => {
            let (request, found) = *arranged;
            arrange::update::arranged(model, request, found)
        }
        Message::Decided(kept) => decisions::update::kept(model, kept),
        Message::Copied(said) => {
            model.note = Some(said);
            Vec::new()
        }
        Message::Reported(report) => {
            let (wanted, answer) = *report;
            reporting::update::take(model, wanted, answer);
            Vec::new()
        }
        Message::Phrases(kept) => phrases::update::kept(model, kept),
        Message::Mouse(mouse) => mouse::take(model, mouse),
        Message::Key(key) => typed_ahead::key(model, key),
        Message::Typed(key) => prompt::type_key(model, key),
        Message::Pasted(text) => prompt::pasted(model, &text),
        Message::Action(action) => {
            model.note = None;
            model.parameter_state.effect.clear();
            model.news.clear();
            // Rows that a filter is about to show have not been seen yet.
            let filters = action == Action::List(ListAction::Filter);
            let seen = if filters { None } else { report::see(model) };
            let mut commands = perform(model, action);
            commands.extend(seen);
            commands
        }
    }
}

/// Whether somebody would act on what a screen that is too small does not show.
fn is_unseen(model: &Model, message: &Message) -> bool {
    let is_asked = match message {
        Message::Action(Action::Program(program)) => {
            !matches!(program, ProgramAction::Quit | ProgramAction::Suspend | ProgramAction::Redraw)
        }
        Message::Action(_) | Message::Typed(_) | Message::Pasted(_) | Message::Mouse(_) => true,
        _ => false,
    };
    is_asked && model.areas().is_none()
}

/// Carries out an action.
pub(crate) fn perform(model: &mut Model, action: Action) -> Vec<Command> {
    // An action of the palette on something behind the lesson closes the lesson.
    let behind = matches!(
        action,
        Action::List(_)
            | Action::Decide
            | Action::LeaveOut
            | Action::OwnPhrase
            | Action::Pair(_)
            | Action::Cursor(_)
            | Action::Focus(_)
    );
    if behind && model.lesson.is_some() && model.overlay.is_none() {
        let mut commands = lesson::update::leave(model);
        if model.lesson.is_none() {
            commands.extend(perform(model, action));
        }
        return commands;
    }
    let behind = behind
        || matches!(
            action,
            Action::Program(
                ProgramAction::Edit
                    | ProgramAction::CopyPassage
                    | ProgramAction::CopyPair
                    | ProgramAction::Rescan
            )
        );
    if behind && model.sandbox.is_some() && model.overlay.is_none() {
        if let Action::Focus(direction) = action {
            sandbox::update::focus(model, direction);
            return Vec::new();
        }
        let mut commands = sandbox::update::leave(model);
        if model.sandbox.is_none() {
            commands.extend(perform(model, action));
        }
        return commands;
    }
    match action {
        Action::Decide => {
            decisions::update::ask(model);
            Vec::new()
        }
        Action::LeaveOut => phrases::update::take(model),
        Action::OwnPhrase => {
            phrases::update::ask(model);
            Vec::new()
        }
        Action::Move(motion) => moving::step(model, motion),
        Action::Enter => moving::enter(model),
        Action::Leave => moving::leave(model),
        Action::Focus(_) if model.explain.is_some() && model.overlay.is_none() => {
            explain::update::across(model);
            Vec::new()
        }
        Action::Focus(direction) => {
            moving::focus(model, direction);
            Vec::new()
        }
        Action::Edge(direction) => moving::edge(model, direction),
        Action::Side(direction) => sideways(model, direction, false),
        Action::Far(direction) => sideways(model, direction, true),
        Action::Digit(digit) => number(model, digit),
        Action::Cursor(action) => cursor(model, action),
        Action::List(ListAction::Filter) if search::update::is_here(model) => {
            search::update::open(model)
        }
        Action::List(ListAction::Sort(_) | ListAction::Reverse)
            if model.overlay == Some(Overlay::Passages) =>
        {
            passages::sort(model);
            Vec::new()
        }
        Action::List(action) => lists::take(model, action),
        Action::Pair(action) => of_pair(model, action),
        Action::Lesson(action) => lesson::update::take(model, action),
        Action::Sandbox => sandbox::update::toggle(model),
        Action::Parameter(ParameterAction::Change(parameter, direction))
            if model.place() == Place::List =>
        {
            let here = all::here(model).change(model, parameter, direction);
            here.unwrap_or_else(|| parameters::update::change_by_step(model, parameter, direction))
        }
        Action::Parameter(action) => parameters::update::take(model, action),
        Action::Program(action) => program::take(model, action),
    }
}

/// Carries out an action on the cross-hair or the explained word.
fn cursor(model: &mut Model, action: CursorAction) -> Vec<Command> {
    match action {
        CursorAction::Dots => dots::update::toggle(model),
        CursorAction::Explain => explain::update::toggle(model),
    }
}

/// One step to the left or right, or a large one, in what has the focus.
fn sideways(model: &mut Model, direction: StepDirection, far: bool) -> Vec<Command> {
    match model.place() {
        Place::List => return all::here(model).fold(model, direction == StepDirection::Next),
        Place::Bar => parameters::update::choose_beside(model, direction),
        Place::Dots => dots::update::sideways(model, direction, far),
        Place::Words => explain::update::sideways(model, direction),
        Place::Lesson => {
            if let Some(open_lesson) = &mut model.lesson {
                lesson::update::step_on(open_lesson, direction);
            }
        }
        _ => {}
    }
    Vec::new()
}

/// A digit: of a value, of the number of a step, or of that of a passage.
fn number(model: &mut Model, digit: u8) -> Vec<Command> {
    match model.place() {
        Place::Bar => {
            parameters::update::ask(model, char::from_digit(u32::from(digit), 10));
        }
        Place::Lesson => lesson::update::digit(model, digit),
        _ if model.areas().is_none_or(|areas| areas.pair.is_none()) => {
            model.note = Some(pair::update::NO_PAIR.into());
        }
        _ => passages::digit(model, digit),
    }
    Vec::new()
}

/// Carries out an action on the open pair.
fn of_pair(model: &mut Model, action: PairAction) -> Vec<Command> {
    let on_texts = matches!(
        action,
        PairAction::Passages | PairAction::Join | PairAction::Shape(_) | PairAction::Dropped
    );
    if on_texts && model.dots.is_some() {
        let dots = key_of(KeyName::DotPlot);
        model.note = Some(format!("that is seen in the texts: {dots} leaves the plot"));
        return Vec::new();
    }
    if let PairAction::Passage(direction) = action
        && model.focus == Focus::List
        && !model.zoomed
        && model.overlay.is_none()
        && all::here(model).passage(model, direction)
    {
        return Vec::new();
    }
    let on_pair =
        matches!(action, PairAction::Passage(_) | PairAction::Repetition(_) | PairAction::Alone);
    if on_pair && model.areas().is_none_or(|areas| areas.pair.is_none()) {
        model.note = Some(pair::update::NO_PAIR.into());
        return Vec::new();
    }
    match action {
        PairAction::Passage(direction) if search::update::is_on(model) => {
            search::update::next(model, direction);
        }
        PairAction::Passage(direction) => passages::next(model, direction),
        PairAction::Neighbour(direction) => return lists::neighbour(model, direction),
        PairAction::Repetition(direction) => passages::repeat(model, direction),
        PairAction::Passages => passages::toggle(model),
        PairAction::Join => reading::join(model),
        PairAction::Shape(direction) => reading::shape(model, direction),
        PairAction::Alone => return reading::alone(model),
        PairAction::Reflow => reading::reflow(model),
        PairAction::Dropped => return reading::dropped(model),
    }
    Vec::new()
}
