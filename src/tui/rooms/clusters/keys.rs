//! The key of the clusters.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('K', Action::List(ListAction::Go(Room::Clusters)))],
    shown: "K",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Room(Room::Clusters),
    help: "Show clusters of documents; there Enter goes to the pairs of one and opens them, K again shows a heat map.",
}];
