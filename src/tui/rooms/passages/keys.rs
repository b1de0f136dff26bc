//! The line of the passages of the folder.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, keyless};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[keyless(Action::List(ListAction::Go(Room::Passages)))],
    shown: ":passages of",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Passages),
    help: "Show the longest runs of words that documents of the folder share: those first that repeat most words (words times further documents), which is mostly boilerplate; there Enter opens two documents that have one, and \\ leaves it out.",
}];
