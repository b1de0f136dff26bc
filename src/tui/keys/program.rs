//! The keys of the program itself.

use crate::tui::event_loop::wish::{ProgramWish, Wish};
use crate::tui::keys::names::KeyName;

use super::binding::{Binding, CLASS, DESK, EVERYWHERE, Section, ctrl, key};

/// In the order in which help shows them.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[key('?', Wish::Program(ProgramWish::Help))],
        shown: "?",
        places: CLASS,
        section: Section::Program,
        name: KeyName::AllKeys,
        help: "Show or hide help; type there to filter it, Enter does what is chosen.",
    },
    Binding {
        keys: &[
            key(':', Wish::Program(ProgramWish::Palette)),
            ctrl('p', Wish::Program(ProgramWish::Palette)),
        ],
        shown: ": Ctrl-P",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Commands,
        help: "Do anything by a few letters of its name, or set a value: w 5, threshold 35%, measure dice, theme light.",
    },
    Binding {
        keys: &[key('&', Wish::Program(ProgramWish::Mouse))],
        shown: "&",
        places: CLASS,
        section: Section::Program,
        name: KeyName::Mouse,
        help: "Give the mouse to the terminal, to select text with it, or take it back; with Shift held, most terminals select anyway.",
    },
    Binding {
        keys: &[ctrl('t', Wish::Program(ProgramWish::Theme))],
        shown: "Ctrl-T",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Colours,
        help: "Change the colours: as the terminal tells, for a dark page, for a light page, the terminal's sixteen, none. --theme sets them.",
    },
    Binding {
        keys: &[ctrl('o', Wish::Program(ProgramWish::Projector))],
        shown: "Ctrl-O",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Projector,
        help: "Projector mode, for a lecture: few strong tints, the score and the last key large, the folder frozen; again for everyday use.",
    },
    Binding {
        keys: &[key('$', Wish::Program(ProgramWish::Edit))],
        shown: "$",
        places: DESK,
        section: Section::Pair,
        name: KeyName::Editor,
        help: "Open the text that has the focus, or A, in your editor ($VISUAL or $EDITOR) at the active passage.",
    },
    Binding {
        keys: &[key('y', Wish::Program(ProgramWish::CopyPassage))],
        shown: "y",
        places: DESK,
        section: Section::Pair,
        name: KeyName::Copy,
        help: "Copy the active passage as both texts word it, by the terminal's clipboard (OSC 52).",
    },
    Binding {
        keys: &[key('Y', Wish::Program(ProgramWish::CopyPair))],
        shown: "Y",
        places: DESK,
        section: Section::Pair,
        name: KeyName::CopyAll,
        help: "Copy a report of the open pair: names, score, every passage as both texts word it.",
    },
    Binding {
        keys: &[key('r', Wish::Program(ProgramWish::Rescan))],
        shown: "r",
        places: DESK,
        section: Section::Program,
        name: KeyName::Rescan,
        help: "List the folder again, as if everything might have changed.",
    },
    Binding {
        keys: &[
            key('q', Wish::Program(ProgramWish::Quit)),
            ctrl('c', Wish::Program(ProgramWish::Quit)),
        ],
        shown: "q",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Quit,
        help: "Quit; so does Ctrl-C.",
    },
    Binding {
        keys: &[ctrl('z', Wish::Program(ProgramWish::Suspend))],
        shown: "Ctrl-Z",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Suspend,
        help: "Give the shell its terminal back; `fg` returns here.",
    },
    Binding {
        keys: &[ctrl('l', Wish::Program(ProgramWish::Redraw))],
        shown: "Ctrl-L",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Redraw,
        help: "Draw the screen anew.",
    },
];
