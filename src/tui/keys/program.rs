//! The keys of the program itself.

use ratatui::crossterm::event::KeyCode;

use crate::tui::actions::binding::{
    BACK, CTRL, EVERYWHERE, LETTER_KEYS, NEXT, OUTSIDE_LESSON, REGIONS, ctrl, key, keyless, special,
};
use crate::tui::actions::{
    Action, Binding, KeyName, LessonAction, Motion, Place, ProgramAction, Section,
};

/// In the order of help.
pub(crate) static PROGRAM_KEYS: &[Binding] = &[
    Binding {
        keys: &[
            special(KeyCode::F(1), Action::Program(ProgramAction::Help)),
            key('?', Action::Lesson(LessonAction::Ask)),
        ],
        label: "? F1",
        places: LETTER_KEYS,
        section: Section::Program,
        name: KeyName::AllKeys,
        help: "Show or hide help for the current view; Tab goes to the next section. Type to filter help, Enter runs the selected entry. In the lesson, ? asks an exercise and ? or Enter shows the answer; help is F1 there.",
    },
    Binding {
        keys: &[
            key(':', Action::Program(ProgramAction::Palette)),
            ctrl('p', Action::Program(ProgramAction::Palette)),
        ],
        label: ": Ctrl-P",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Commands,
        help: "Do anything by a few letters of its name, or set a value: w 5, threshold 35%, measure dice, theme light.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Mouse))],
        label: ":mouse",
        places: LETTER_KEYS,
        section: Section::Program,
        name: KeyName::Mouse,
        help: "Give the mouse to the terminal, to select text with it, or take it back; with Shift held, most terminals select anyway.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Theme))],
        label: ":colours",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Colours,
        help: "Change the colours: chosen by the terminal, for a dark page, for a light page, the terminal's sixteen, none. --theme sets them.",
    },
    Binding {
        keys: &[
            ctrl('o', Action::Program(ProgramAction::Projector)),
            special(KeyCode::F(5), Action::Program(ProgramAction::Projector)),
        ],
        label: "Ctrl-O F5",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Projector,
        help: "Projector mode, for a lecture: few strong tints, the score and the last key large, the folder frozen; again for everyday use.",
    },
    Binding {
        keys: &[ctrl('e', Action::Program(ProgramAction::Edit))],
        label: "Ctrl-E",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Editor,
        help: "Open the text that has the focus, or A, in your editor ($VISUAL or $EDITOR) at the active passage.",
    },
    Binding {
        keys: &[key('y', Action::Program(ProgramAction::CopyPassage))],
        label: "y",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Copy,
        help: "Copy the active passage as both texts word it, by OSC 52 or as --clipboard says.",
    },
    Binding {
        keys: &[key('Y', Action::Program(ProgramAction::CopyPair))],
        label: "Y",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::CopyAll,
        help: "Copy a report of the open pair, to save or export it: names, score, every passage as both texts word it.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Rescan))],
        label: ":rescan",
        places: OUTSIDE_LESSON,
        section: Section::Program,
        name: KeyName::Rescan,
        help: "List the folder again, as if everything might have changed.",
    },
    Binding {
        keys: &[
            ctrl('c', Action::Program(ProgramAction::Quit)),
            key('q', Action::Program(ProgramAction::Close)),
        ],
        label: "q Ctrl-C",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Quit,
        help: "Quit; from elsewhere than a list, q goes one level back.",
    },
    Binding {
        keys: &[
            ctrl('z', Action::Program(ProgramAction::Suspend)),
            ctrl('l', Action::Program(ProgramAction::Redraw)),
        ],
        label: "Ctrl-Z Ctrl-L",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Suspend,
        help: "Suspend the program (`fg` continues); draw the screen again.",
    },
];

// The keys that move by rows, by screens and between regions.

/// Where keys move sideways.
const SIDEWAYS: &[Place] = &[Place::List, Place::Bar, Place::Dots, Place::Words, Place::Lesson];

/// In the order of help.
pub(crate) static MOVING_KEYS: &[Binding] = &[
    Binding {
        keys: &[
            key('j', Action::Move(Motion::Down)),
            key('k', Action::Move(Motion::Up)),
            special(KeyCode::Down, Action::Move(Motion::Down)),
            special(KeyCode::Up, Action::Move(Motion::Up)),
        ],
        label: "j/k ↓/↑",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Move,
        help: "One row down or up: through the list, or through the text that has the focus.",
    },
    Binding {
        keys: &[
            key('l', Action::Side(NEXT)),
            key('h', Action::Side(BACK)),
            special(KeyCode::Right, Action::Side(NEXT)),
            special(KeyCode::Left, Action::Side(BACK)),
            (CTRL, KeyCode::Right, Action::Far(NEXT)),
            (CTRL, KeyCode::Left, Action::Far(BACK)),
        ],
        label: "h/l ←/→",
        places: SIDEWAYS,
        section: Section::Moving,
        name: KeyName::Sideways,
        help: "In a list: unfold or fold a group of copies, a cluster, or the files of a problem. In the dot plot: move the cross-hair through A, \
         with Ctrl ten columns at once. Elsewhere the word, the parameter, the step of the lesson or the page before or after.",
    },
    Binding {
        keys: &[
            special(KeyCode::PageDown, Action::Move(Motion::PageDown)),
            special(KeyCode::PageUp, Action::Move(Motion::PageUp)),
            ctrl('f', Action::Move(Motion::PageDown)),
            ctrl('b', Action::Move(Motion::PageUp)),
            ctrl('d', Action::Move(Motion::HalfDown)),
            ctrl('u', Action::Move(Motion::HalfUp)),
        ],
        label: "PgDn/PgUp Ctrl-F/B",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Page,
        help: "Scroll one screen down or up; Ctrl-D and Ctrl-U half a screen. In a line of input, keys with Ctrl edit the line.",
    },
    Binding {
        keys: &[
            key('g', Action::Move(Motion::First)),
            key('G', Action::Move(Motion::Last)),
            special(KeyCode::Home, Action::Edge(BACK)),
            special(KeyCode::End, Action::Edge(NEXT)),
        ],
        label: "g/G Home/End",
        places: LETTER_KEYS,
        section: Section::Moving,
        name: KeyName::Ends,
        help: "To the first or the last row. Home and End: in the dot plot, in a row of words and in the lesson, to its ends.",
    },
    Binding {
        keys: &[special(KeyCode::Enter, Action::Enter), key('o', Action::Enter)],
        label: "Enter o",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Open,
        help: "Open the selected pair on the whole screen; on a parameter, type its value.",
    },
    Binding {
        keys: &[special(KeyCode::Esc, Action::Leave), special(KeyCode::Backspace, Action::Leave)],
        label: "Esc Backspace",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Back,
        help: "One level back.",
    },
    Binding {
        keys: &[
            special(KeyCode::Tab, Action::Focus(NEXT)),
            special(KeyCode::BackTab, Action::Focus(BACK)),
        ],
        label: "Tab",
        places: REGIONS,
        section: Section::Moving,
        name: KeyName::NextRegion,
        help: "Move the focus to the next region: list, texts, parameters. The texts scroll in parallel.",
    },
];
