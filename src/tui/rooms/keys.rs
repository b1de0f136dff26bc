//! The keys of the lists.

use ratatui::crossterm::event::KeyCode;

use crate::tui::event_loop::wish::{ListWish, Wish};
use crate::tui::keys::binding::{BACK, Binding, DESK, LIST, NEXT, Section, key, special};
use crate::tui::keys::names::KeyName;

use super::room::Room;

/// In the order in which help shows them.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[key('/', Wish::List(ListWish::Filter))],
        shown: "/",
        places: DESK,
        section: Section::List,
        name: KeyName::Filter,
        help: "Filter the rows: letters of a name, >60 or <30 for the score, lang:ru, copies, new, changed, gone. All terms must match; \
         -term must not.",
    },
    Binding {
        keys: &[
            key('>', Wish::List(ListWish::Sort(NEXT))),
            key('<', Wish::List(ListWish::Sort(BACK))),
        ],
        shown: "> <",
        places: DESK,
        section: Section::List,
        name: KeyName::Sort,
        help: "Sort by the next column, or the one before.",
    },
    Binding {
        keys: &[key('R', Wish::List(ListWish::Reverse))],
        shown: "R",
        places: DESK,
        section: Section::List,
        name: KeyName::Reverse,
        help: "Sort the other way round.",
    },
    Binding {
        keys: &[
            special(KeyCode::Right, Wish::List(ListWish::Unfold)),
            special(KeyCode::Left, Wish::List(ListWish::Fold)),
        ],
        shown: "→/←",
        places: LIST,
        section: Section::List,
        name: KeyName::Unfold,
        help: "Unfold or fold a group of copies, a cluster, or the files of a problem.",
    },
    Binding {
        keys: &[key('D', Wish::List(ListWish::Go(Room::Documents)))],
        shown: "D",
        places: DESK,
        section: Section::List,
        name: KeyName::Documents,
        help: "List all documents; there Enter, or D again, shows one and all that resembles it.",
    },
    Binding {
        keys: &[key('K', Wish::List(ListWish::Go(Room::Clusters)))],
        shown: "K",
        places: DESK,
        section: Section::List,
        name: KeyName::Clusters,
        help: "Show clusters of documents; there Enter goes to the pairs of one and opens them, K again shows a heat map.",
    },
    Binding {
        keys: &[key('Q', Wish::List(ListWish::Go(Room::Query)))],
        shown: "Q",
        places: DESK,
        section: Section::List,
        name: KeyName::YourText,
        help: "Query: type or paste a text and see what in the folder resembles it; Ctrl-U empties it.",
    },
    Binding {
        keys: &[key('X', Wish::List(ListWish::Go(Room::Lab)))],
        shown: "X",
        places: DESK,
        section: Section::List,
        name: KeyName::Laboratory,
        help: "Laboratory: which width, sketch and threshold suit this folder; ←/→ turns the page, Enter takes what is selected, or opens a pair.",
    },
    Binding {
        keys: &[key('!', Wish::List(ListWish::Go(Room::Problems)))],
        shown: "!",
        places: DESK,
        section: Section::List,
        name: KeyName::Problems,
        help: "Show what happened in the folder, which files could not be used and why, and what the watcher does.",
    },
];
