//! The keys of the lists.

use ratatui::crossterm::event::KeyCode;

use super::super::binding::{BACK, Binding, DESK, LIST, NEXT, Section, key, special};
use super::super::wish::{ListWish, Wish};
use super::{binding, both};

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    binding!(
        List,
        DESK,
        "/",
        [key('/', Wish::List(ListWish::Filter))],
        "filter",
        "Filter the rows: letters of a name, >60 or <30 for the score, lang:ru, copies, new, changed, gone. All terms must match; \
         -term must not."
    ),
    binding!(
        List,
        DESK,
        "> <",
        both!('>' '<', Wish::List, ListWish::Sort),
        "sort",
        "Sort by the next column, or the one before."
    ),
    binding!(
        List,
        DESK,
        "R",
        [key('R', Wish::List(ListWish::Reverse))],
        "reverse",
        "Sort the other way round."
    ),
    binding!(
        List,
        LIST,
        "→/←",
        [
            special(KeyCode::Right, Wish::List(ListWish::Unfold)),
            special(KeyCode::Left, Wish::List(ListWish::Fold)),
        ],
        "unfold",
        "Unfold or fold a group of copies, a cluster, or the files of a problem."
    ),
    binding!(
        List,
        DESK,
        "D",
        [key('D', Wish::List(ListWish::Documents))],
        "documents",
        "List all documents; there Enter, or D again, shows one and all that resembles it."
    ),
    binding!(
        List,
        DESK,
        "K",
        [key('K', Wish::List(ListWish::Clusters))],
        "clusters",
        "Show clusters of documents; there Enter goes to the pairs of one and opens them, K again shows a heat map."
    ),
    binding!(
        List,
        DESK,
        "Q",
        [key('Q', Wish::List(ListWish::Query))],
        "your text",
        "Query: type or paste a text and see what in the folder resembles it; Ctrl-U empties it."
    ),
    binding!(
        List,
        DESK,
        "X",
        [key('X', Wish::List(ListWish::Lab))],
        "laboratory",
        "Laboratory: which width, sketch and threshold suit this folder; ←/→ turns the page, Enter takes what is selected, or opens a pair."
    ),
    binding!(
        List,
        DESK,
        "!",
        [key('!', Wish::List(ListWish::Problems))],
        "problems",
        "Show what happened in the folder, which files could not be used and why, and what the watcher does."
    ),
];
