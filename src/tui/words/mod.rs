//! Texts for the screen: numbers, scores, parameters and names.

pub(crate) mod facts;
pub(crate) mod names;
pub(crate) mod score;
pub(crate) mod shares;
pub(crate) mod wording;
