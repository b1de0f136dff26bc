//! The keys that move about: rows, screens, regions.

use ratatui::crossterm::event::KeyCode;

use super::super::binding::{
    BACK, Binding, CLASS, EVERYWHERE, NEXT, REGIONS, Section, key, special,
};
use super::super::wish::{Motion, Wish};
use super::binding;

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    binding!(
        Moving,
        EVERYWHERE,
        "j/k ↓/↑",
        [
            key('j', Wish::Move(Motion::Down)),
            key('k', Wish::Move(Motion::Up)),
            special(KeyCode::Down, Wish::Move(Motion::Down)),
            special(KeyCode::Up, Wish::Move(Motion::Up)),
        ],
        "move",
        "One row down or up: through the list, or through the text that has the focus."
    ),
    binding!(
        Moving,
        EVERYWHERE,
        "PgDn/PgUp",
        [
            special(KeyCode::PageDown, Wish::Move(Motion::PageDown)),
            special(KeyCode::PageUp, Wish::Move(Motion::PageUp)),
            special(KeyCode::Char(' '), Wish::Move(Motion::PageDown)),
        ],
        "page",
        "One screen down or up; Space goes down too."
    ),
    binding!(
        Moving,
        CLASS,
        "g/G",
        [key('g', Wish::Move(Motion::First)), key('G', Wish::Move(Motion::Last))],
        "ends",
        "To the first or the last row."
    ),
    binding!(
        Moving,
        CLASS,
        "Home/End",
        [special(KeyCode::Home, Wish::Edge(BACK)), special(KeyCode::End, Wish::Edge(NEXT))],
        "edges",
        "To the first or the last row; in the dot plot, in a row of words and in the lesson, to its ends."
    ),
    binding!(
        Moving,
        EVERYWHERE,
        "Enter",
        [special(KeyCode::Enter, Wish::Enter)],
        "open",
        "Open the selected pair on the whole screen; on a parameter, type its value."
    ),
    binding!(
        Moving,
        EVERYWHERE,
        "Esc",
        [special(KeyCode::Esc, Wish::Leave)],
        "back",
        "One level back."
    ),
    binding!(
        Moving,
        REGIONS,
        "Tab",
        [special(KeyCode::Tab, Wish::Focus(NEXT)), special(KeyCode::BackTab, Wish::Focus(BACK))],
        "next region",
        "Move the focus to the next region: list, texts, parameters. The other text follows the one that has it."
    ),
];
