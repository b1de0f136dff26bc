//! The search within the open pair: what is typed, where both texts have it, and going from one match to the next.

pub(crate) mod find;
pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
