//! The line of the phrases.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, keyless};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[keyless(Action::List(ListAction::Go(Room::Phrases)))],
    shown: ":phrases",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Phrases),
    help: "Show the phrases that are never counted in this folder, the newest first; there \\ takes one back.",
}];
