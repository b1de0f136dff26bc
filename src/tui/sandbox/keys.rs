//! The keys of the sandbox.

use crate::tui::event_loop::action::{Action, LessonAction};
use crate::tui::keys::binding::{Binding, LETTER_KEYS, Place, Section, ctrl, key};
use crate::tui::keys::names::KeyName;

/// The texts of the sandbox, and its parameters.
const SANDBOX: &[Place] = &[Place::Sandbox, Place::Bar];

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[key('Z', Action::Sandbox)],
        shown: "Z",
        places: LETTER_KEYS,
        section: Section::Lesson,
        name: KeyName::Sandbox,
        help: "Write two texts, or change the active passage: score, tints and formula follow every key. Tab leads to the parameters, Esc back.",
    },
    Binding {
        keys: &[ctrl('g', Action::Lesson(LessonAction::Open))],
        shown: "Ctrl-G",
        places: SANDBOX,
        section: Section::Lesson,
        name: KeyName::StepByStep,
        help: "In the sandbox: the lesson on its two texts; Esc leads back to them.",
    },
];
