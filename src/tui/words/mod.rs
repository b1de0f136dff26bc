//! Numbers, parameters and texts in words. It draws nothing.

pub(crate) mod facts;
pub(crate) mod names;
pub(crate) mod score;
pub(crate) mod shares;
pub(crate) mod wording;
