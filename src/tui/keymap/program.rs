//! The keys of the program itself.

use super::super::message::{ProgramWish, Wish};
use super::{Binding, DESK, EVERYWHERE, binding, ctrl, key};

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    binding!(
        Program,
        DESK,
        "?",
        [key('?', Wish::Program(ProgramWish::Help))],
        "all keys",
        "Show or hide this help."
    ),
    binding!(
        Program,
        DESK,
        "r",
        [key('r', Wish::Program(ProgramWish::Rescan))],
        "rescan",
        "List the folder again, as if everything might have changed."
    ),
    binding!(
        Program,
        EVERYWHERE,
        "q",
        [key('q', Wish::Program(ProgramWish::Quit)), ctrl('c', Wish::Program(ProgramWish::Quit))],
        "quit",
        "Quit; so does Ctrl-C."
    ),
    binding!(
        Program,
        EVERYWHERE,
        "Ctrl-Z",
        [ctrl('z', Wish::Program(ProgramWish::Suspend))],
        "suspend",
        "Give the shell its terminal back; `fg` returns here."
    ),
    binding!(
        Program,
        EVERYWHERE,
        "Ctrl-L",
        [ctrl('l', Wish::Program(ProgramWish::Redraw))],
        "redraw",
        "Draw the screen anew."
    ),
];
