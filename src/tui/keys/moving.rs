//! The keys that move by rows, by screens and between regions.

use ratatui::crossterm::event::KeyCode;

use crate::tui::event_loop::action::{Action, Motion};
use crate::tui::keys::names::KeyName;

use super::binding::{
    BACK, Binding, CTRL, EVERYWHERE, LETTER_KEYS, NEXT, Place, REGIONS, Section, ctrl, key, special,
};

/// Where keys move sideways.
const SIDEWAYS: &[Place] = &[Place::List, Place::Bar, Place::Dots, Place::Words, Place::Lesson];

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[
            key('j', Action::Move(Motion::Down)),
            key('k', Action::Move(Motion::Up)),
            special(KeyCode::Down, Action::Move(Motion::Down)),
            special(KeyCode::Up, Action::Move(Motion::Up)),
        ],
        shown: "j/k ↓/↑",
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
        shown: "h/l ←/→",
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
        shown: "PgDn/PgUp Ctrl-F/B",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Page,
        help: "One screen down or up; Ctrl-D and Ctrl-U half a screen. In a line of input the keys with Ctrl edit it.",
    },
    Binding {
        keys: &[
            key('g', Action::Move(Motion::First)),
            key('G', Action::Move(Motion::Last)),
            special(KeyCode::Home, Action::Edge(BACK)),
            special(KeyCode::End, Action::Edge(NEXT)),
        ],
        shown: "g/G Home/End",
        places: LETTER_KEYS,
        section: Section::Moving,
        name: KeyName::Ends,
        help: "To the first or the last row. Home and End: in the dot plot, in a row of words and in the lesson, to its ends.",
    },
    Binding {
        keys: &[special(KeyCode::Enter, Action::Enter), key('o', Action::Enter)],
        shown: "Enter o",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Open,
        help: "Open the selected pair on the whole screen; on a parameter, type its value.",
    },
    Binding {
        keys: &[special(KeyCode::Esc, Action::Leave)],
        shown: "Esc",
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
        shown: "Tab",
        places: REGIONS,
        section: Section::Moving,
        name: KeyName::NextRegion,
        help: "Move the focus to the next region: list, texts, parameters. The other text follows the one that has it.",
    },
];
