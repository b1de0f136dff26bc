//! The line of the languages.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, keyless};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[keyless(Action::List(ListAction::Go(Room::Languages)))],
    shown: ":languages",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Languages),
    help: "Show the languages of the folder, and how many documents and words are in each; there Enter lists the documents of one, and =language sets one for all.",
}];
