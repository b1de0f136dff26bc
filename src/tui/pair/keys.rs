//! The keys of the open pair.

use crate::tui::event_loop::action::{Action, PairAction};
use crate::tui::keys::binding::{
    BACK, Binding, LETTER_KEYS, NEXT, OUTSIDE_LESSON, Place, Section, key, keyless,
};
use crate::tui::keys::names::KeyName;

/// Where the texts are visible.
const TEXTS: &[Place] = &[Place::List, Place::Pair, Place::Bar, Place::Words, Place::Top];

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[
            key('n', Action::Pair(PairAction::Passage(NEXT))),
            key('N', Action::Pair(PairAction::Passage(BACK))),
        ],
        shown: "n/N",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Passage,
        help: "Next or previous shared passage, in both texts at once; while something is sought by /, the next or previous match.",
    },
    Binding {
        keys: &[
            key('1', Action::Digit(1)),
            key('2', Action::Digit(2)),
            key('3', Action::Digit(3)),
            key('4', Action::Digit(4)),
            key('5', Action::Digit(5)),
            key('6', Action::Digit(6)),
            key('7', Action::Digit(7)),
            key('8', Action::Digit(8)),
            key('9', Action::Digit(9)),
            key('0', Action::Digit(0)),
        ],
        shown: "0-9",
        places: LETTER_KEYS,
        section: Section::Pair,
        name: KeyName::Number,
        help: "To the passage of this number, in the lesson to the step; of more than nine, type the whole number. Among the parameters: type the value of the chosen one.",
    },
    Binding {
        keys: &[
            key('.', Action::Pair(PairAction::Repetition(NEXT))),
            key(',', Action::Pair(PairAction::Repetition(BACK))),
        ],
        shown: "./,",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Again,
        help: "To where the passage occurs again: from 3a to 3b and back.",
    },
    Binding {
        keys: &[key(';', Action::Pair(PairAction::Passages))],
        shown: ";",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Passages,
        help: "Show or hide the list of all passages; choosing one moves both texts.",
    },
    Binding {
        keys: &[
            key(']', Action::Pair(PairAction::Neighbour(NEXT))),
            key('[', Action::Pair(PairAction::Neighbour(BACK))),
        ],
        shown: "]/[",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Pair,
        help: "Next or previous pair of the list, without leaving the texts.",
    },
    Binding {
        keys: &[keyless(Action::Pair(PairAction::Join))],
        shown: ":join",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Join,
        help: "Let each text scroll by itself, or join them again so that one follows the other.",
    },
    Binding {
        keys: &[
            key('v', Action::Pair(PairAction::Shape(NEXT))),
            key('V', Action::Pair(PairAction::Shape(BACK))),
        ],
        shown: "v/V",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Layout,
        help: "The texts side by side, one above the other, or one at a time.",
    },
    Binding {
        keys: &[keyless(Action::Pair(PairAction::Alone))],
        shown: ":zoom",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Zoom,
        help: "Give the text that has the focus all the room; again, or Esc, brings the rest back.",
    },
    Binding {
        keys: &[keyless(Action::Pair(PairAction::Reflow))],
        shown: ":reflow",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Reflow,
        help: "Show lines as they were written. At first, those are joined that were broken by hand for a page wider than the text has here.",
    },
    Binding {
        keys: &[key('i', Action::Pair(PairAction::Dropped))],
        shown: "i",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Ignored,
        help: "Show how the pair was counted: all measures, and which words were not counted: stop words, words that modulo left out, words of two passages. In a list without texts it opens the selected pair to show them.",
    },
];
