//! The key that leaves a passage out.

use crate::tui::event_loop::action::Action;
use crate::tui::keys::binding::{Binding, Place, Section, key};
use crate::tui::keys::names::KeyName;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('\\', Action::LeaveOut)],
    shown: "\\",
    places: &[Place::List, Place::Pair, Place::Dots, Place::Words, Place::Top],
    section: Section::Pair,
    name: KeyName::LeaveOut,
    help: "Never count this passage again, in any document of the folder: its words go to the list of phrases (:phrases shows it). There, the key takes a phrase back.",
}];
