//! The keys of the ranked list.

use super::super::message::{ListWish, Wish};
use super::{Binding, DESK, binding, key};

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[binding!(
    List,
    DESK,
    "!",
    [key('!', Wish::List(ListWish::Problems))],
    "problems",
    "Show or hide the files that could not be used, and why."
)];
