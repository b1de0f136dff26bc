//! The keys of the lists.

use ratatui::crossterm::event::KeyCode;

use crate::tui::event_loop::wish::{ListWish, Wish};
use crate::tui::keys::binding::{BACK, Binding, DESK, LIST, NEXT, Section, key, special};
use crate::tui::keys::names::KeyName;

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
];
