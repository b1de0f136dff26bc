//! The key that leads to the laboratory.

use crate::tui::event_loop::wish::{ListWish, Wish};
use crate::tui::keys::binding::{Binding, DESK, Section, key};
use crate::tui::keys::names::KeyName;
use crate::tui::rooms::room::Room;

/// As help shows it.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('X', Wish::List(ListWish::Go(Room::Lab)))],
    shown: "X",
    places: DESK,
    section: Section::List,
    name: KeyName::Room(Room::Lab),
    help: "Laboratory: which width, sketch and threshold suit this folder; ←/→ turns the page, Enter takes what is selected, or opens a pair.",
}];
