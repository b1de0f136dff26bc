//! The key that decides.

use ratatui::crossterm::event::KeyCode;

use crate::tui::event_loop::action::Action;
use crate::tui::keys::binding::{Binding, Place, Section, special};
use crate::tui::keys::names::KeyName;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[special(KeyCode::Char(' '), Action::Decide)],
    shown: "Space",
    places: &[Place::List, Place::Pair, Place::Dots],
    section: Section::List,
    name: KeyName::Mark,
    help: "Mark the pair or the cluster, give it a verdict: r rewrite or copy, q quotation, c common text, u unrelated, m mine, o open again, n to write a note, Space as \
     the last one, ? to read what they mean; it goes on to the next open one. Space 3 r marks three rows, Space a r all rows shown. Press u to take it back.",
}];
