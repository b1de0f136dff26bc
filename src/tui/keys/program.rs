//! The keys of the program itself.

use crate::tui::event_loop::action::{Action, ProgramAction};
use crate::tui::keys::names::KeyName;

use super::binding::{
    Binding, EVERYWHERE, LETTER_KEYS, OUTSIDE_LESSON, Section, ctrl, key, keyless,
};

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[key('?', Action::Program(ProgramAction::Help))],
        shown: "?",
        places: LETTER_KEYS,
        section: Section::Program,
        name: KeyName::AllKeys,
        help: "Show or hide help, at the section of where you are; Tab goes to the next section. Type there to filter it, Enter does what is chosen.",
    },
    Binding {
        keys: &[
            key(':', Action::Program(ProgramAction::Palette)),
            ctrl('p', Action::Program(ProgramAction::Palette)),
        ],
        shown: ": Ctrl-P",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Commands,
        help: "Do anything by a few letters of its name, or set a value: w 5, threshold 35%, measure dice, theme light.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Mouse))],
        shown: ":mouse",
        places: LETTER_KEYS,
        section: Section::Program,
        name: KeyName::Mouse,
        help: "Give the mouse to the terminal, to select text with it, or take it back; with Shift held, most terminals select anyway.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Theme))],
        shown: ":colours",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Colours,
        help: "Change the colours: as the terminal tells, for a dark page, for a light page, the terminal's sixteen, none. --theme sets them.",
    },
    Binding {
        keys: &[ctrl('o', Action::Program(ProgramAction::Projector))],
        shown: "Ctrl-O",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Projector,
        help: "Projector mode, for a lecture: few strong tints, the score and the last key large, the folder frozen; again for everyday use.",
    },
    Binding {
        keys: &[key('e', Action::Program(ProgramAction::Edit))],
        shown: "e",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Editor,
        help: "Open the text that has the focus, or A, in your editor ($VISUAL or $EDITOR) at the active passage.",
    },
    Binding {
        keys: &[key('y', Action::Program(ProgramAction::CopyPassage))],
        shown: "y",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Copy,
        help: "Copy the active passage as both texts word it, by OSC 52 or as --clipboard says.",
    },
    Binding {
        keys: &[key('Y', Action::Program(ProgramAction::CopyPair))],
        shown: "Y",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::CopyAll,
        help: "Copy a report of the open pair, to save or export it: names, score, every passage as both texts word it.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Rescan))],
        shown: ":rescan",
        places: OUTSIDE_LESSON,
        section: Section::Program,
        name: KeyName::Rescan,
        help: "List the folder again, as if everything might have changed.",
    },
    Binding {
        keys: &[
            key('q', Action::Program(ProgramAction::Quit)),
            ctrl('c', Action::Program(ProgramAction::Quit)),
        ],
        shown: "q",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Quit,
        help: "Quit; so does Ctrl-C.",
    },
    Binding {
        keys: &[
            ctrl('z', Action::Program(ProgramAction::Suspend)),
            ctrl('l', Action::Program(ProgramAction::Redraw)),
        ],
        shown: "Ctrl-Z Ctrl-L",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Suspend,
        help: "Give the shell its terminal back (`fg` returns here); draw the screen anew.",
    },
];
