//! The key that leaves a passage out.

use crate::tui::event_loop::action::Action;
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Place, Section, key, keyless};
use crate::tui::keys::names::KeyName;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[LEAVE_OUT, OWN_PHRASE];

const LEAVE_OUT: Binding = Binding {
    keys: &[key('\\', Action::LeaveOut)],
    shown: "\\",
    places: &[Place::List, Place::Pair, Place::Dots, Place::Words, Place::Top],
    section: Section::Pair,
    name: KeyName::LeaveOut,
    help: "Never count this passage again, in any document of the folder: its words go to the list of phrases (:phrases shows it). There, the key takes a phrase back.",
};

const OWN_PHRASE: Binding = Binding {
    keys: &[keyless(Action::OwnPhrase)],
    shown: ":own phrase",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::OwnPhrase,
    help: "Type or paste words of your own that are never counted again, in any document of the folder. :leave out and the words do the same; so does Enter in the list of phrases.",
};
