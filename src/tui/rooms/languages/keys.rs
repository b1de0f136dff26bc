//! The key of the languages.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('I', Action::List(ListAction::Go(Room::Languages)))],
    shown: "I",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Languages),
    help: "Show the languages of the folder, and how many documents and words are in each; there Enter lists the documents of one, and l sets it for all.",
}];
