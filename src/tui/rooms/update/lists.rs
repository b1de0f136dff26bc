//! Actions on the current list, whichever it is.

use std::sync::Arc;

use crate::tui::event_loop::action::{ListAction, Motion, StepDirection};
use crate::tui::event_loop::command::Command;
use crate::tui::pair::update::settle;
use crate::tui::rooms::all;
use crate::tui::rooms::filter::Filter;
use crate::tui::rooms::list_room::{Opened, PressedAgain};
use crate::tui::rooms::query;
use crate::tui::rooms::room::Room;
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;
use crate::tui::screen::prompt::{Prompt, Purpose};

use super::{enter, enter_filtered, leave, resembling};

/// Carries out an action on the lists.
pub(crate) fn take(model: &mut Model, action: ListAction) -> Vec<Command> {
    match action {
        ListAction::Go(room) if model.is_in(room) => again(model, room),
        ListAction::Go(room) => {
            if room == Room::Query {
                query::update::look_up(model);
            }
            enter(model, room)
        }
        ListAction::Filter if model.zoomed => nothing_to_filter(model, "the list is behind this"),
        ListAction::Sort(_) | ListAction::Reverse if model.zoomed => {
            model.note = Some("the list is behind this: Esc goes back to it".into());
            Vec::new()
        }
        ListAction::Sort(direction) => all::here(model).sort(model, Some(direction)),
        ListAction::Reverse => all::here(model).sort(model, None),
        ListAction::Filter => {
            let here = all::here(model).filter(model);
            let Some((text, over)) = here.map(|(filter, over)| (filter.text.clone(), over)) else {
                return nothing_to_filter(model, "there is nothing to filter here");
            };
            (model.overlay, model.focus) = (None, Focus::List);
            model.prompt = Some(Prompt::new(Purpose::Filter(over), &text));
            settle(model)
        }
    }
}

/// Says why there is no filter. A line of input takes what is typed, which would act as keys otherwise.
fn nothing_to_filter(model: &mut Model, why: &'static str) -> Vec<Command> {
    model.overlay = None;
    model.prompt = Some(Prompt::new(Purpose::Nothing(why), ""));
    settle(model)
}

/// The key of a room is pressed within that room.
fn again(model: &mut Model, room: Room) -> Vec<Command> {
    match all::of(room).again(model) {
        PressedAgain::Done(commands) => commands,
        PressedAgain::Open => open(model),
        PressedAgain::Leave => leave(model).unwrap_or_default(),
        PressedAgain::Enter => enter(model, room),
    }
}

/// Filters the current list.
pub(crate) fn filter(model: &mut Model, text: &str) -> Vec<Command> {
    let room = all::here(model);
    let Some((filter, over)) = room.filter(model) else { return Vec::new() };
    let next = Filter::parse(text, over);
    if **filter == next {
        return Vec::new();
    }
    let same_rows = filter.terms == next.terms;
    *filter = Arc::new(next);
    if same_rows { Vec::new() } else { room.filtered(model) }
}

/// Removes the filter. Returns the commands, if there was one. A filter that another room lent goes with the way back.
pub(crate) fn unfilter(model: &mut Model) -> Option<Vec<Command>> {
    if all::here(model).has_lent_filter(model) {
        return None;
    }
    all::here(model).filter(model).filter(|(filter, _)| !filter.text.is_empty())?;
    Some(filter(model, ""))
}

/// Opens what is selected in a list other than the ranked one.
pub(crate) fn open(model: &mut Model) -> Vec<Command> {
    match all::here(model).open(model) {
        Opened::Done(commands) => commands,
        Opened::Resembling(name) => resembling(model, name),
        Opened::Filtered(room, text) => enter_filtered(model, room, &text),
    }
}

/// Moves the selection. The pair below follows.
pub(crate) fn step(model: &mut Model, motion: Motion) -> Vec<Command> {
    all::here(model).step(model, motion);
    settle(model)
}

/// Goes to the next or previous pair of the list, wherever the focus is.
pub(crate) fn neighbour(model: &mut Model, direction: StepDirection) -> Vec<Command> {
    let (motion, end) = match direction {
        StepDirection::Next => (Motion::Down, "last"),
        StepDirection::Back => (Motion::Up, "first"),
    };
    all::here(model).neighbour(model, motion, end)
}
