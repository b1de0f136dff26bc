//! The keys of the open pair.

use super::super::message::{PairWish, Wish};
use super::{BACK, Binding, DESK, NEXT, binding, key};

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    binding!(
        Pair,
        DESK,
        "n/N",
        [
            key('n', Wish::Pair(PairWish::Passage(NEXT))),
            key('N', Wish::Pair(PairWish::Passage(BACK)))
        ],
        "passage",
        "Next or previous shared passage, in both texts at once."
    ),
    binding!(
        Pair,
        DESK,
        "]/[",
        [
            key(']', Wish::Pair(PairWish::Neighbour(NEXT))),
            key('[', Wish::Pair(PairWish::Neighbour(BACK)))
        ],
        "pair",
        "Next or previous pair of the list, without leaving the texts."
    ),
];
