//! The keys of the program itself.

use super::super::binding::{Binding, CLASS, DESK, EVERYWHERE, Section, ctrl, key};
use super::super::wish::{ProgramWish, Wish};
use super::binding;

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    binding!(
        Program,
        CLASS,
        "?",
        [key('?', Wish::Program(ProgramWish::Help))],
        "all keys",
        "Show or hide help; type there to filter it, Enter does what is chosen."
    ),
    binding!(
        Program,
        EVERYWHERE,
        ": Ctrl-P",
        [
            key(':', Wish::Program(ProgramWish::Palette)),
            ctrl('p', Wish::Program(ProgramWish::Palette))
        ],
        "commands",
        "Do anything by a few letters of its name, or set a value: w 5, threshold 35%, measure dice, theme light."
    ),
    binding!(
        Program,
        CLASS,
        "&",
        [key('&', Wish::Program(ProgramWish::Mouse))],
        "mouse",
        "Give the mouse to the terminal, to select text with it, or take it back; with Shift held, most terminals select anyway."
    ),
    binding!(
        Program,
        EVERYWHERE,
        "Ctrl-T",
        [ctrl('t', Wish::Program(ProgramWish::Theme))],
        "colours",
        "Change the colours: as the terminal tells, for a dark page, for a light page, the terminal's sixteen, none. --theme sets them."
    ),
    binding!(
        Program,
        EVERYWHERE,
        "Ctrl-O",
        [ctrl('o', Wish::Program(ProgramWish::Projector))],
        "projector",
        "Projector mode, for a lecture: few strong tints, the score and the last key large, the folder frozen; again for everyday use."
    ),
    binding!(
        Pair,
        DESK,
        "$",
        [key('$', Wish::Program(ProgramWish::Edit))],
        "editor",
        "Open the text that has the focus, or A, in your editor ($VISUAL or $EDITOR) at the active passage."
    ),
    binding!(
        Pair,
        DESK,
        "y",
        [key('y', Wish::Program(ProgramWish::CopyPassage))],
        "copy",
        "Copy the active passage as both texts word it, by the terminal's clipboard (OSC 52)."
    ),
    binding!(
        Pair,
        DESK,
        "Y",
        [key('Y', Wish::Program(ProgramWish::CopyPair))],
        "copy all",
        "Copy a report of the open pair: names, score, every passage as both texts word it."
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
