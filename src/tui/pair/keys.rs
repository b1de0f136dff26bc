//! The keys of the open pair.

use crate::tui::event_loop::wish::{PairWish, Wish};
use crate::tui::keys::binding::{BACK, Binding, DESK, NEXT, Place, Section, key};
use crate::tui::keys::names::KeyName;

/// Where the texts can be seen.
const TEXTS: &[Place] = &[Place::List, Place::Pair, Place::Bar, Place::Words, Place::Top];
/// Where digits are no value of a parameter.
const NUMBERS: &[Place] = &[Place::List, Place::Pair, Place::Dots, Place::Words, Place::Top];

/// In the order in which help shows them.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[
            key('n', Wish::Pair(PairWish::Passage(NEXT))),
            key('N', Wish::Pair(PairWish::Passage(BACK))),
        ],
        shown: "n/N",
        places: DESK,
        section: Section::Pair,
        name: KeyName::Passage,
        help: "Next or previous shared passage, in both texts at once.",
    },
    Binding {
        keys: &[
            key('1', Wish::Pair(PairWish::Digit(1))),
            key('2', Wish::Pair(PairWish::Digit(2))),
            key('3', Wish::Pair(PairWish::Digit(3))),
            key('4', Wish::Pair(PairWish::Digit(4))),
            key('5', Wish::Pair(PairWish::Digit(5))),
            key('6', Wish::Pair(PairWish::Digit(6))),
            key('7', Wish::Pair(PairWish::Digit(7))),
            key('8', Wish::Pair(PairWish::Digit(8))),
            key('9', Wish::Pair(PairWish::Digit(9))),
        ],
        shown: "1-9",
        places: NUMBERS,
        section: Section::Pair,
        name: KeyName::Number,
        help: "To the passage of this number; of more than nine, type the whole number.",
    },
    Binding {
        keys: &[
            key('.', Wish::Pair(PairWish::Repetition(NEXT))),
            key(',', Wish::Pair(PairWish::Repetition(BACK))),
        ],
        shown: "./,",
        places: DESK,
        section: Section::Pair,
        name: KeyName::Again,
        help: "To where the passage occurs again: from 3a to 3b and back.",
    },
    Binding {
        keys: &[key(';', Wish::Pair(PairWish::Passages))],
        shown: ";",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Passages,
        help: "Show or hide the list of all passages; choosing one moves both texts.",
    },
    Binding {
        keys: &[
            key(']', Wish::Pair(PairWish::Neighbour(NEXT))),
            key('[', Wish::Pair(PairWish::Neighbour(BACK))),
        ],
        shown: "]/[",
        places: DESK,
        section: Section::Pair,
        name: KeyName::Pair,
        help: "Next or previous pair of the list, without leaving the texts.",
    },
    Binding {
        keys: &[key('J', Wish::Pair(PairWish::Join))],
        shown: "J",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Join,
        help: "Let each text scroll by itself, or join them again so that one follows the other.",
    },
    Binding {
        keys: &[
            key('v', Wish::Pair(PairWish::Shape(NEXT))),
            key('V', Wish::Pair(PairWish::Shape(BACK))),
        ],
        shown: "v/V",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Layout,
        help: "The texts side by side, one above the other, or one at a time.",
    },
    Binding {
        keys: &[key('z', Wish::Pair(PairWish::Alone))],
        shown: "z",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Zoom,
        help: "Give the text that has the focus all the room; again, or Esc, brings the rest back.",
    },
    Binding {
        keys: &[key('i', Wish::Pair(PairWish::Dropped))],
        shown: "i",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Ignored,
        help: "Show which words were not counted: stop words, words that modulo left out, words of two passages.",
    },
];
