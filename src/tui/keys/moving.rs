//! The keys that move about: rows, screens, regions.

use ratatui::crossterm::event::KeyCode;

use crate::tui::event_loop::wish::{Motion, Wish};
use crate::tui::keys::names::KeyName;

use super::binding::{BACK, Binding, CLASS, EVERYWHERE, NEXT, REGIONS, Section, key, special};

/// In the order in which help shows them.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[
            key('j', Wish::Move(Motion::Down)),
            key('k', Wish::Move(Motion::Up)),
            special(KeyCode::Down, Wish::Move(Motion::Down)),
            special(KeyCode::Up, Wish::Move(Motion::Up)),
        ],
        shown: "j/k ↓/↑",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Move,
        help: "One row down or up: through the list, or through the text that has the focus.",
    },
    Binding {
        keys: &[
            special(KeyCode::PageDown, Wish::Move(Motion::PageDown)),
            special(KeyCode::PageUp, Wish::Move(Motion::PageUp)),
            special(KeyCode::Char(' '), Wish::Move(Motion::PageDown)),
        ],
        shown: "PgDn/PgUp",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Page,
        help: "One screen down or up; Space goes down too.",
    },
    Binding {
        keys: &[key('g', Wish::Move(Motion::First)), key('G', Wish::Move(Motion::Last))],
        shown: "g/G",
        places: CLASS,
        section: Section::Moving,
        name: KeyName::Ends,
        help: "To the first or the last row.",
    },
    Binding {
        keys: &[special(KeyCode::Home, Wish::Edge(BACK)), special(KeyCode::End, Wish::Edge(NEXT))],
        shown: "Home/End",
        places: CLASS,
        section: Section::Moving,
        name: KeyName::Edges,
        help: "To the first or the last row; in the dot plot, in a row of words and in the lesson, to its ends.",
    },
    Binding {
        keys: &[special(KeyCode::Enter, Wish::Enter)],
        shown: "Enter",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Open,
        help: "Open the selected pair on the whole screen; on a parameter, type its value.",
    },
    Binding {
        keys: &[special(KeyCode::Esc, Wish::Leave)],
        shown: "Esc",
        places: EVERYWHERE,
        section: Section::Moving,
        name: KeyName::Back,
        help: "One level back.",
    },
    Binding {
        keys: &[
            special(KeyCode::Tab, Wish::Focus(NEXT)),
            special(KeyCode::BackTab, Wish::Focus(BACK)),
        ],
        shown: "Tab",
        places: REGIONS,
        section: Section::Moving,
        name: KeyName::NextRegion,
        help: "Move the focus to the next region: list, texts, parameters. The other text follows the one that has it.",
    },
];
