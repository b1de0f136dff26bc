//! The key of the dot plot.

use crate::tui::event_loop::action::{Action, CursorAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[key('d', Action::Cursor(CursorAction::Dots))],
    shown: "d",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::DotPlot,
    help: "Show or leave the dot plot: where in both texts the shared passages stand. The arrows move its cross-hair.",
}];
