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
        help: "Show or hide help for the current view.",
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
        help: "Type any command, or a value such as \"w 5\".",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Mouse))],
        label: ":mouse",
        places: LETTER_KEYS,
        section: Section::Program,
        name: KeyName::Mouse,
        help: "Give the mouse to the terminal, or take it back.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Theme))],
        label: ":colours",
        places: EVERYWHERE,
        section: Section::Program,
        name: KeyName::Colours,
        help: "Change the colours: auto, dark, light, 16 or none.",
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
        help: "Start or end projector mode: strong colours and large score.",
    },
    Binding {
        keys: &[ctrl('e', Action::Program(ProgramAction::Edit))],
        label: "Ctrl-E",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Editor,
        help: "Open the focused text in your editor, at the active passage.",
    },
    Binding {
        keys: &[key('y', Action::Program(ProgramAction::CopyPassage))],
        label: "y",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Copy,
        help: "Copy the active passage of both texts.",
    },
    Binding {
        keys: &[key('Y', Action::Program(ProgramAction::CopyPair))],
        label: "Y",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::CopyAll,
        help: "Copy a summary of the open pair with every passage, to save.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Rescan))],
        label: ":rescan",
        places: OUTSIDE_LESSON,
        section: Section::Program,
        name: KeyName::Rescan,
        help: "List the whole folder again.",
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
        help: "Quit; outside the lists, go back one level.",
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
        help: "Suspend the program (`fg` continues), or draw the screen again.",
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
        help: "Go or scroll one row down or up.",
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
        help: "Fold or unfold a row; elsewhere go left or right.",
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
        help: "Scroll one screen, or half a screen, down or up.",
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
        help: "Go to the first or the last row.",
    },
    Binding {
        keys: &[special(KeyCode::Enter, Action::Enter), key('o', Action::Enter)],
        label: "Enter o",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Open,
        help: "Open the selected pair; on a parameter, type its value.",
    },
    Binding {
        keys: &[special(KeyCode::Esc, Action::Leave), special(KeyCode::Backspace, Action::Leave)],
        label: "Esc Backspace",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Back,
        help: "Go back one level.",
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
        help: "Move the focus to the next region: list, texts, parameters.",
    },
];
