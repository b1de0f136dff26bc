//! The keys of the lists.

use crate::tui::event_loop::action::{Action, ListAction};
use crate::tui::keys::binding::{BACK, Binding, NEXT, OUTSIDE_LESSON, Section, key};
use crate::tui::keys::names::KeyName;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[key('/', Action::List(ListAction::Filter))],
        shown: "/",
        places: OUTSIDE_LESSON,
        section: Section::List,
        name: KeyName::Filter,
        help: "Search and filter the rows: letters of a name, >60 or <30 for the score, lang:ru, is:open, is:decided, is:rewrite, is:earlier (marked before its text changed), is:lost, copies, new, changed, gone. All terms must match; \
         -term must not. Clusters go by their documents, languages and problems by letters of the line. In a text of the open pair: find words in both texts; n and N go from match to match, Esc ends it.",
    },
    Binding {
        keys: &[
            key('>', Action::List(ListAction::Sort(NEXT))),
            key('<', Action::List(ListAction::Sort(BACK))),
            key('R', Action::List(ListAction::Reverse)),
        ],
        shown: "> < R",
        places: OUTSIDE_LESSON,
        section: Section::List,
        name: KeyName::Sort,
        help: "Sort by the next column, or the one before, the list of passages by length or place; R sorts the other way round.",
    },
];
