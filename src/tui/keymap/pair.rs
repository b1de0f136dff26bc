//! The keys of the open pair.

use super::super::binding::{BACK, Binding, DESK, NEXT, Place, Section, key};
use super::super::wish::{PairWish, Wish};
use super::{binding, both};

/// Where the texts can be seen.
const TEXTS: &[Place] = &[Place::List, Place::Pair, Place::Bar, Place::Words, Place::Top];
/// Where digits are no value of a parameter.
const NUMBERS: &[Place] = &[Place::List, Place::Pair, Place::Dots, Place::Words, Place::Top];

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    binding!(
        Pair,
        DESK,
        "n/N",
        both!('n' 'N', Wish::Pair, PairWish::Passage),
        "passage",
        "Next or previous shared passage, in both texts at once."
    ),
    binding!(
        Pair,
        NUMBERS,
        "1-9",
        [
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
        "number",
        "To the passage of this number; of more than nine, type the whole number."
    ),
    binding!(
        Pair,
        DESK,
        "./,",
        both!('.' ',', Wish::Pair, PairWish::Repetition),
        "again",
        "To where the passage occurs again: from 3a to 3b and back."
    ),
    binding!(
        Pair,
        TEXTS,
        ";",
        [key(';', Wish::Pair(PairWish::Passages))],
        "passages",
        "Show or hide the list of all passages; choosing one moves both texts."
    ),
    binding!(
        Pair,
        DESK,
        "]/[",
        both!(']' '[', Wish::Pair, PairWish::Neighbour),
        "pair",
        "Next or previous pair of the list, without leaving the texts."
    ),
    binding!(
        Pair,
        TEXTS,
        "J",
        [key('J', Wish::Pair(PairWish::Join))],
        "join",
        "Let each text scroll by itself, or join them again so that one follows the other."
    ),
    binding!(
        Pair,
        TEXTS,
        "v/V",
        both!('v' 'V', Wish::Pair, PairWish::Shape),
        "layout",
        "The texts side by side, one above the other, or one at a time."
    ),
    binding!(
        Pair,
        TEXTS,
        "z",
        [key('z', Wish::Pair(PairWish::Alone))],
        "zoom",
        "Give the text that has the focus all the room; again, or Esc, brings the rest back."
    ),
    binding!(
        Pair,
        TEXTS,
        "i",
        [key('i', Wish::Pair(PairWish::Dropped))],
        "ignored",
        "Show which words were not counted: stop words, words that modulo left out, words of two passages."
    ),
];
