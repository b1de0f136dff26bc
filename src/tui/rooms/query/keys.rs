//! The key of the query.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('Q', Action::List(ListAction::Go(Room::Query)))],
    shown: "Q",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Query),
    help: "Query: type or paste a text and see what in the folder resembles it. Look up a few words too: which documents have them one after the other. From an open pair it takes the words that / seeks or the word that x explains. Enter opens the selected match; line breaks come with what is pasted. Ctrl-U empties it.",
}];
