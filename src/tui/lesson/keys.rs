//! The keys of the lesson.

use crate::tui::event_loop::action::{Action, LessonAction};
use crate::tui::keys::binding::{Binding, Place, Section, ctrl, key};
use crate::tui::keys::names::KeyName;

/// Where the lesson is opened or left.
const OPEN_OR_LEAVE: &[Place] =
    &[Place::Pair, Place::Dots, Place::Words, Place::Lesson, Place::Bar, Place::Sandbox];

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[Binding {
    keys: &[
        key('L', Action::Lesson(LessonAction::Open)),
        ctrl('g', Action::Lesson(LessonAction::Open)),
    ],
    shown: "L Ctrl-G",
    places: OPEN_OR_LEAVE,
    section: Section::Lesson,
    name: KeyName::Lesson,
    help: "On the open pair, or with Ctrl on the texts of the sandbox: show step by step what the program does with the two texts; L or Esc leads back. There ←/→ go from step to step, ↓/↑ slide or scroll within one, a number goes to its step; parameters do not leave it.",
}];
