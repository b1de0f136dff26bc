//! The keys of the explained word.

use crate::tui::event_loop::action::{Action, CursorAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;

/// The key that explains a word.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('x', Action::Cursor(CursorAction::Explain))],
    shown: "x",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::Explain,
    help: "Explain a word: its form, its shingles, their hashes, and where else they are; again to stop.",
}];
