//! The keys of the sandbox.

use super::super::binding::{Binding, CLASS, Place, Section, ctrl, key};
use super::super::wish::{LessonWish, Wish};
use super::binding;

/// Where the texts of the sandbox are, and its parameters.
const SANDBOX: &[Place] = &[Place::Sandbox, Place::Bar];

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    binding!(
        Lesson,
        CLASS,
        "Z",
        [key('Z', Wish::Sandbox)],
        "sandbox",
        "Write two texts, or change the active passage: score, tints and formula follow every key. Tab leads to the parameters, Esc back."
    ),
    binding!(
        Lesson,
        SANDBOX,
        "Ctrl-G",
        [ctrl('g', Wish::Lesson(LessonWish::Open))],
        "step by step",
        "In the sandbox: the lesson on its two texts; Esc leads back to them."
    ),
];
