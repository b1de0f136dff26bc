//! Receives events from outside, and runs the resulting commands.

pub(crate) mod display;
pub(crate) mod keeper;
pub(crate) mod run;
pub(crate) mod services;
pub(crate) mod states;
