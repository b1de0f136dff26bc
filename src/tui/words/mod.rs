//! Numbers, parameters and texts in words. It draws nothing.

pub(crate) mod demand;
pub(crate) mod facts;
pub(crate) mod places;
pub(crate) mod score;
pub(crate) mod shares;
pub(crate) mod time;
pub(crate) mod wording;
