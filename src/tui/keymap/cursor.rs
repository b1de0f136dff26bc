//! The keys of the dot plot and of the word that is explained.

use ratatui::crossterm::event::KeyCode;

use super::super::binding::{BACK, Binding, CTRL, DESK, NEXT, Place, Section, key, special};
use super::super::wish::{CursorWish, Wish};
use super::binding;

/// Where something goes sideways.
const SIDEWAYS: &[Place] = &[Place::Dots, Place::Words];
/// Where the cross-hair is.
const PLOT: &[Place] = &[Place::Dots];

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    binding!(
        Pair,
        DESK,
        "d",
        [key('d', Wish::Cursor(CursorWish::Dots))],
        "dot plot",
        "Show or leave the dot plot: where in both texts the shared passages stand."
    ),
    binding!(
        Pair,
        DESK,
        "x",
        [key('x', Wish::Cursor(CursorWish::Explain))],
        "explain",
        "Explain a word: its form, its shingles, their hashes, and where else they are; again to stop."
    ),
    binding!(
        Pair,
        SIDEWAYS,
        "←/→",
        [
            special(KeyCode::Left, Wish::Cursor(CursorWish::Side(BACK))),
            special(KeyCode::Right, Wish::Cursor(CursorWish::Side(NEXT))),
        ],
        "sideways",
        "In the dot plot, move the cross-hair through A, with ↑/↓ through B; elsewhere, go to the previous or next word."
    ),
    binding!(
        Pair,
        PLOT,
        "Ctrl-←/→",
        [
            (CTRL, KeyCode::Left, Wish::Cursor(CursorWish::Far(BACK))),
            (CTRL, KeyCode::Right, Wish::Cursor(CursorWish::Far(NEXT))),
        ],
        "far",
        "In the dot plot: ten columns at once; PgUp and PgDn move ten rows."
    ),
];
