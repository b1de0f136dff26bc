//! The key of the problems.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('!', Action::List(ListAction::Go(Room::Problems)))],
    shown: "!",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Problems),
    help: "Show what happened in the folder, which files could not be used and why, and what the watcher does.",
}];
