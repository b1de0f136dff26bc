//! The key of the list of documents.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('D', Action::List(ListAction::Go(Room::Documents)))],
    shown: "D",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Documents),
    help: "List all documents; there Enter, or D again, shows one and all that resembles it.",
}];
