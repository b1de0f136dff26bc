//! The keys of the word that is explained.

use crate::tui::event_loop::wish::{CursorWish, Wish};
use crate::tui::keys::binding::{Binding, DESK, Section, key};
use crate::tui::keys::names::KeyName;

/// What explains a word.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('x', Wish::Cursor(CursorWish::Explain))],
    shown: "x",
    places: DESK,
    section: Section::Pair,
    name: KeyName::Explain,
    help: "Explain a word: its form, its shingles, their hashes, and where else they are; again to stop.",
}];
