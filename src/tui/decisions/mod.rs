//! Verdicts and notes on the pairs of the list: typed, kept, taken back, counted.

pub(crate) mod decided_rows;
pub(crate) mod keeper;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod update;
