//! Events come in from outside, commands go out. Nothing is computed or drawn here.

pub(crate) mod display;
pub(crate) mod execute;
pub(crate) mod keeper;
pub(crate) mod run;
pub(crate) mod services;
pub(crate) mod states;
