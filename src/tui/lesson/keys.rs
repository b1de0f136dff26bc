//! The keys of the lesson.

use crate::tui::event_loop::action::{Action, LessonAction};
use crate::tui::keys::binding::{Binding, Place, Section, ctrl, key};
use crate::tui::keys::names::KeyName;

/// Where the lesson is opened or left.
const OPEN_OR_LEAVE: &[Place] = &[
    Place::List,
    Place::Pair,
    Place::Dots,
    Place::Words,
    Place::Lesson,
    Place::Bar,
    Place::Sandbox,
];

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[OPEN, TERMS];

const OPEN: Binding = Binding {
    keys: &[
        key('L', Action::Lesson(LessonAction::Open)),
        ctrl('g', Action::Lesson(LessonAction::Open)),
    ],
    shown: "L Ctrl-G",
    places: OPEN_OR_LEAVE,
    section: Section::Lesson,
    name: KeyName::Lesson,
    help: "On the open or the selected pair, or with Ctrl on the texts of the sandbox: show step by step what the program does with the two texts; L or Esc leads back. There ←/→ go from step to step and a number to its step. ↓/↑ move the point of the picture: the window, the function, the point on the curve. Where it has none they scroll. PgDn and PgUp scroll in every step, down to all that is said. Parameters do not leave the lesson.",
};

const TERMS: Binding = Binding {
    keys: &[key('I', Action::Lesson(LessonAction::Terms))],
    shown: "I",
    places: &[Place::Lesson],
    section: Section::Lesson,
    name: KeyName::Terms,
    help: "In the lesson: the index of terms, the names that articles and other programs use; again back to the step.",
};
