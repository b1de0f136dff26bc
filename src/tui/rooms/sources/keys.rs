//! The key of the sources of a document.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('"', Action::List(ListAction::Go(Room::Sources)))],
    shown: "\"",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Sources),
    help: "Where a document comes from: its words by the documents that have them too, and these ranked by the shingles that each adds; hints at the original. \
     Up and down choose one, n goes through its places, Enter opens it there. Again for the other document of the pair.",
}];
