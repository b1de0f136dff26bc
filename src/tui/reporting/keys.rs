//! The line of the report, which has no key until the user gives it one.

use crate::tui::event_loop::action::{Action, ProgramAction};
use crate::tui::keys::binding::{Binding, OUTSIDE_LESSON, Section, keyless};
use crate::tui::keys::names::KeyName;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[keyless(Action::Program(ProgramAction::Report))],
    shown: ":report",
    places: OUTSIDE_LESSON,
    section: Section::List,
    name: KeyName::Report,
    help: "Write a report of what the list shows, to hand it on: save, export, print or mail it. A page for a browser, or Markdown or SARIF by the ending of its name.",
}];
