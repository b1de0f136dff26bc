//! The keys of the dot plot, and the keys that move sideways in it and from word to word.

use ratatui::crossterm::event::KeyCode;

use crate::tui::event_loop::action::{Action, CursorAction};
use crate::tui::keys::binding::{
    BACK, Binding, CTRL, NEXT, OUTSIDE_LESSON, Place, Section, key, special,
};
use crate::tui::keys::names::KeyName;

/// Where keys move sideways.
const SIDEWAYS: &[Place] = &[Place::Dots, Place::Words];
/// Where the cross-hair is.
const PLOT: &[Place] = &[Place::Dots];

/// The key that opens it.
pub(crate) static OPENING: &[Binding] = &[Binding {
    keys: &[key('d', Action::Cursor(CursorAction::Dots))],
    shown: "d",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::DotPlot,
    help: "Show or leave the dot plot: where in both texts the shared passages stand.",
}];

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[
            special(KeyCode::Left, Action::Cursor(CursorAction::Side(BACK))),
            special(KeyCode::Right, Action::Cursor(CursorAction::Side(NEXT))),
        ],
        shown: "←/→",
        places: SIDEWAYS,
        section: Section::Pair,
        name: KeyName::Sideways,
        help: "In the dot plot, move the cross-hair through A, with ↑/↓ through B; elsewhere, go to the previous or next word.",
    },
    Binding {
        keys: &[
            (CTRL, KeyCode::Left, Action::Cursor(CursorAction::Far(BACK))),
            (CTRL, KeyCode::Right, Action::Cursor(CursorAction::Far(NEXT))),
        ],
        shown: "Ctrl-←/→",
        places: PLOT,
        section: Section::Pair,
        name: KeyName::Far,
        help: "In the dot plot: ten columns at once; PgUp and PgDn move ten rows.",
    },
];
