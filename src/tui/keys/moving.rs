//! The keys that move by rows, by screens and between regions.

use ratatui::crossterm::event::KeyCode;

use crate::tui::event_loop::action::{Action, Motion};
use crate::tui::keys::names::KeyName;

use super::binding::{
    BACK, Binding, EVERYWHERE, LETTER_KEYS, NEXT, REGIONS, Section, key, special,
};

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
            special(KeyCode::PageDown, Action::Move(Motion::PageDown)),
            special(KeyCode::PageUp, Action::Move(Motion::PageUp)),
        ],
        shown: "PgDn/PgUp",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Page,
        help: "One screen down or up.",
    },
    Binding {
        keys: &[key('g', Action::Move(Motion::First)), key('G', Action::Move(Motion::Last))],
        shown: "g/G",
        places: LETTER_KEYS,
        section: Section::Moving,
        name: KeyName::Ends,
        help: "To the first or the last row.",
    },
    Binding {
        keys: &[
            special(KeyCode::Home, Action::Edge(BACK)),
            special(KeyCode::End, Action::Edge(NEXT)),
        ],
        shown: "Home/End",
        places: LETTER_KEYS,
        section: Section::Moving,
        name: KeyName::Edges,
        help: "To the first or the last row; in the dot plot, in a row of words and in the lesson, to its ends.",
    },
    Binding {
        keys: &[special(KeyCode::Enter, Action::Enter)],
        shown: "Enter",
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
