//! The keys of the sandbox.

use crate::tui::event_loop::action::Action;
use crate::tui::keys::binding::{Binding, LETTER_KEYS, Section, key};
use crate::tui::keys::names::KeyName;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('Z', Action::Sandbox)],
    shown: "Z",
    places: LETTER_KEYS,
    section: Section::Lesson,
    name: KeyName::Sandbox,
    help: "Write two texts, or change the active passage: score, tints and formula follow every key. Tab leads to the parameters, Esc back.",
}];
