//! The keys of the sandbox.

use crate::tui::event_loop::wish::{LessonWish, Wish};
use crate::tui::keys::binding::{Binding, CLASS, Place, Section, ctrl, key};

/// Where the texts of the sandbox are, and its parameters.
const SANDBOX: &[Place] = &[Place::Sandbox, Place::Bar];

/// In the order in which help shows them.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[key('Z', Wish::Sandbox)],
        shown: "Z",
        places: CLASS,
        section: Section::Lesson,
        name: "sandbox",
        help: "Write two texts, or change the active passage: score, tints and formula follow every key. Tab leads to the parameters, Esc back.",
    },
    Binding {
        keys: &[ctrl('g', Wish::Lesson(LessonWish::Open))],
        shown: "Ctrl-G",
        places: SANDBOX,
        section: Section::Lesson,
        name: "step by step",
        help: "In the sandbox: the lesson on its two texts; Esc leads back to them.",
    },
];
