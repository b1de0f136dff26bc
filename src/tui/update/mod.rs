//! Turns a message and the state into the next state and commands. Effects outside the model only occur as commands,
//! and no function here blocks.
//!
//! **Keys typed ahead.** A key may need a list or a pair that an earlier key asked for. This key waits
//! (`tui::update::typed_ahead`), and later keys wait behind it. The result is therefore independent of the speed of
//! typing; a test checks this for any keys. Other keys act at once. No key waits longer than a second, and Esc
//! drops waiting keys.
//!
//! **Changing parameters.** The screen reports the effect of a change (`tui::model::effect`) when the ranking, and the
//! open pair if there is one, have the newest parameters. The comparison starts from the screen at the beginning of the
//! change or of the series of changes. A thread sorts the rows of a pinned ranking by documents , so each row on the screen costs one look-up. Freezing belongs to the screen, which delays new
//! results with unchanged parameters. Every new ranking includes the counts of the histogram
//! (`pipeline::ranking::histogram`), over all joined pairs and all copies, so a step of the threshold counts nothing.

pub(crate) mod decisions;
pub(crate) mod history;
pub(crate) mod lists;
pub(crate) mod look;
pub(crate) mod mouse;
pub(crate) mod moving;
pub(crate) mod pair;
pub(crate) mod pairs;
pub(crate) mod parameters;
pub(crate) mod prompt;
pub(crate) mod report;
pub(crate) mod reports;
pub(crate) mod search;
pub(crate) mod typed_ahead;

use std::{sync::Arc, time::Duration};

use shingle::engine::Question;
use shingle::pipeline::{Parameter, Params};

use self::pair::{passages, share};
use crate::tui::actions::{Action, KeyName, Motion, Place, StepDirection, ViewName};
use crate::tui::messages::Message;
use crate::tui::model::{
    Change, Command, CurrentPair, Done, Filter, FilterTarget, Focus, LastVisit, Layer, Model, Past,
    RestoredParameters, SelectedNames,
};
use crate::tui::views::{
    self, dots, explain, help, lesson, palette, passage_list, phrases, query, sandbox,
};
use crate::tui::{
    keys::key_map::key_of, model::effect::describe_change, parameters::values::differences,
};

pub(crate) fn update(model: &mut Model, message: Message) -> Vec<Command> {
    run_consistently(model, |model| handle_message(model, message));
    // The message may have brought the results for which keys wait.
    while let Some(key) = typed_ahead::next(model) {
        run_consistently(model, |model| typed_ahead::run_key(model, key));
    }
    std::mem::take(&mut model.commands)
}

/// Restores the state of the last visit, which ended `ended` ago. Undo returns to the `usual` parameters step by step.
/// Selects `pair` when the list has it, and shows the rows that match `filter`.
pub(crate) fn come_back(
    model: &mut Model,
    ended: Duration,
    usual: Params,
    (pair, filter): (Option<SelectedNames>, &str),
) {
    let differs = usual != model.params;
    let text = describe_change(&usual, &model.params);
    let (mut before, mut steps) = (usual, 0);
    while let Some(next) = step_towards(&before, &model.params) {
        model.history.record(Change::Parameters(Past { params: before, selected: None }));
        (before, steps) = (next, steps + 1);
    }
    let restored = differs.then_some(RestoredParameters { text, steps });
    let filter = Filter::parse(filter, FilterTarget::Pairs);
    let left = (!filter.is_empty()).then(|| filter.text.clone());
    model.list.filter = Arc::new(filter);
    let last = LastVisit { ended, restored, filter: left, since: None };
    model.note = last.note();
    model.last_visit = Some(last);
    model.parameter_state.reselect = pair;
}

/// Returns `before` with one more value of `after`. Returns `after` if a preset or a sketch differs, because these set
/// other values too. `None` if the parameters are equal.
fn step_towards(before: &Params, after: &Params) -> Option<Params> {
    let differing = differences(before, after);
    let first = *differing.first()?;
    if differing.iter().any(|one| matches!(one, Parameter::Preset | Parameter::Sketch)) {
        return Some(after.clone());
    }
    let mut params = before.clone();
    first.copy(&mut params, after);
    Some(params)
}

/// Starts with a pair on the whole screen. The pair is requested when its ranking arrives.
pub(crate) fn begin_with(model: &mut Model, names: SelectedNames) {
    model.pair = Some(CurrentPair::new(names, None));
    pair::zoom(model);
}

/// Runs `act`, and keeps the parts of the state consistent.
fn run_consistently(model: &mut Model, act: impl FnOnce(&mut Model)) {
    let (before, was_read) = (model.areas, pair::stays_open(model));
    act(model);
    model.lay_out();
    if model.areas != before {
        model.settle_list();
        pair::resize_pair(model);
    }
    if was_read && !pair::stays_open(model) {
        // The list has the focus again, so show the pair of its row.
        pair::refresh_list_and_pair(model);
    }
    if let Focus::Pane(which) = model.focus {
        model.reading.last = which;
    }
    dots::keep(model);
    model.lay_out();
    explain::keep(model);
    search::continue_search(model);
    lesson::keep(model);
    sandbox::keep(model);
    model.lay_out();
}

fn handle_message(model: &mut Model, message: Message) {
    if is_unseen(model, &message) {
        return;
    }
    match message {
        Message::Clock(now) => model.now = now,
        Message::Resized(width, height) => {
            model.size = (width, height);
            pair::refresh_list_and_pair(model);
        }
        Message::Report(report) => reports::handle_report(model, report),
        Message::Done(Done { slot, generation, apply }) => {
            if model.jobs.finish(slot, generation) {
                apply(model);
            }
        }
        Message::Mouse(mouse) => mouse::take(model, mouse),
        Message::Key(key) => typed_ahead::handle_key(model, key),
        Message::Typed(key) => prompt::type_key(model, key),
        Message::Pasted(text) => prompt::paste_text(model, &text),
        Message::Action(action) => {
            model.note = None;
            model.parameter_state.effect.facts.clear();
            model.news.clear();
            // Rows that a filter is about to show have not been seen yet.
            let marks_read =
                if action == Action::Filter { None } else { reports::record_viewed_rows(model) };
            perform(model, action);
            model.commands.extend(marks_read);
        }
    }
}

/// Returns true if the user would act on content that a too small screen hides.
fn is_unseen(model: &Model, message: &Message) -> bool {
    let is_asked = match message {
        Message::Action(action) => {
            !matches!(action, Action::Quit | Action::Close | Action::Suspend | Action::Redraw)
        }
        Message::Typed(_) | Message::Pasted(_) | Message::Mouse(_) => true,
        _ => false,
    };
    is_asked && model.areas.is_none()
}

/// Performs an action, on the part of the screen that lesson and sandbox leave visible.
pub(crate) fn perform(model: &mut Model, action: Action) {
    if action != Action::Decide && model.prompt.is_none() {
        model.decisions.just_marked = None;
    }
    let place = model.place();
    let action = match views::act(model, action) {
        Ok(()) => return,
        // A view closed, and its choice is performed below the view.
        Err(chosen) if model.place() != place => return perform(model, chosen),
        Err(action) => action,
    };
    if acts_below_cover(model, action) {
        let cover = |model: &Model| model.layers.cover().map(Layer::place);
        let before = cover(model);
        if before.is_some_and(|cover| views::act_in(model, cover, Action::Leave).is_ok())
            && cover(model) != before
        {
            perform(model, action);
        }
    } else {
        perform_uncovered(model, action);
    }
}

/// Returns true if an action concerns content below the lesson or the sandbox, so that the action closes this cover
/// first.
fn acts_below_cover(model: &Model, action: Action) -> bool {
    let is_below = match action {
        Action::Edit | Action::CopyPassage | Action::CopyPair | Action::Rescan => {
            !model.layers.has(Place::Lesson)
        }
        Action::Decide | Action::LeaveOut | Action::OwnPhrase | Action::Focus(_) => true,
        _ => action.is_on_list() || action.is_on_pair(),
    };
    is_below && model.is_covered() && !model.has_overlay()
}

fn perform_uncovered(model: &mut Model, action: Action) {
    let here = views::current_list(model);
    let on_list = model.place() == Place::List;
    match action {
        Action::Move(motion) => moving::step(model, motion),
        Action::Enter => moving::enter(model),
        Action::Leave => moving::leave(model),
        Action::Side(direction) | Action::Far(direction) => moving::sideways(model, direction),
        Action::Edge(StepDirection::Next) => moving::step(model, Motion::Last),
        Action::Edge(StepDirection::Back) => moving::step(model, Motion::First),
        Action::Digit(digit) => moving::number(model, digit),
        Action::Focus(direction) => moving::focus(model, direction),
        Action::Filter if search::is_text_focused(model) => search::open_search_prompt(model),
        Action::Filter => lists::open_filter_prompt(model),
        Action::Sort(direction) => lists::sort_list(model, Some(direction)),
        Action::Reverse => lists::sort_list(model, None),
        Action::Go(view) => {
            if view == ViewName::Query && !model.is_in(view) {
                query::look_up(model);
            }
            if model.is_in(view) {
                return here.press_view_key(model);
            }
            lists::enter(model, view);
        }
        Action::Decide => decisions::open_mark_prompt(model),
        Action::LeaveOut => phrases::toggle_phrase(model),
        Action::OwnPhrase => phrases::open_phrase_prompt(model),
        Action::Passages | Action::Join | Action::Shape(_) | Action::Dropped
            if model.pair_shows(Place::Dots) =>
        {
            let dots = key_of(KeyName::DotPlot);
            model.show_note(format!("that works in the texts: {dots} leaves the plot"));
        }
        Action::Passage(direction) if on_list && here.select_passage(model, direction) => {}
        Action::Passage(_) | Action::Repetition(_) | Action::Alone
            if model.pair_areas().is_none() =>
        {
            model.show_note(pair::NO_PAIR);
        }
        Action::Passage(direction) if search::is_searching(model) => search::next(model, direction),
        Action::Passage(direction) => passages::next(model, direction),
        Action::Neighbour(direction) => lists::select_neighbour(model, direction),
        Action::Repetition(direction) => passages::go_to_repetition(model, direction),
        Action::Passages => passage_list::toggle(model),
        Action::Join => pair::toggle_joint_scrolling(model),
        Action::Shape(direction) => pair::switch_layout(model, direction),
        Action::Alone => pair::toggle_alone(model),
        Action::Reflow => pair::toggle_line_breaks(model),
        Action::Dropped => pair::toggle_ignored_words(model),
        Action::Dots => dots::toggle(model),
        Action::Explain => explain::toggle(model),
        Action::Lesson => lesson::toggle(model),
        Action::Sandbox => sandbox::toggle(model),
        Action::Change(parameter, direction, size) => {
            parameters::change_by_step(model, parameter, (direction, size));
        }
        Action::TypeValue => parameters::open_value_prompt(model, None),
        Action::Undo => history::undo(model),
        Action::Redo => history::redo(model),
        Action::Pin => parameters::toggle_pin(model),
        _ => control_program(model, action),
    }
}

fn control_program(model: &mut Model, action: Action) {
    match action {
        Action::Close => {
            let is_first =
                model.layers.get::<lesson::OpenLesson>().is_some_and(|lesson| lesson.alone);
            if is_first || model.place() == Place::List || model.areas.is_none() {
                model.send(Command::Quit);
            } else {
                perform(model, Action::Leave);
            }
        }
        Action::Suspend => model.send(Command::Suspend),
        Action::Redraw => model.send(Command::Redraw),
        Action::Rescan => {
            model.show_note("listing the folder again");
            model.send(Command::Ask(0, Question::Rescan));
        }
        Action::Freeze => reports::toggle_freeze(model),
        Action::Help | Action::Ask => help::toggle(model),
        Action::Palette => palette::toggle(model),
        Action::Theme => look::set_theme(model, model.look.theme.next()),
        Action::Projector => look::toggle_projector(model),
        Action::Mouse => look::set_mouse(model, !model.look.mouse),
        Action::Edit => share::edit_file(model),
        Action::CopyPassage => share::copy_passage(model),
        Action::CopyPair => share::copy_report(model),
        Action::Report => report::open_report_prompt(model),
        Action::Quit => model.send(Command::Quit),
        _ => {}
    }
}
