//! The key of the laboratory.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('X', Action::List(ListAction::Go(Room::Lab)))],
    shown: "X",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Lab),
    help: "Laboratory: which width, sketch and threshold suit this folder; ←/→ changes the page, Enter takes what is selected, or opens a pair.",
}];
