//! Events come in from outside, commands go out. Nothing is computed or drawn here.

pub(crate) mod action;
pub(crate) mod command;
pub(crate) mod event;
pub(crate) mod execute;
pub(crate) mod message;
pub(crate) mod reports;
pub(crate) mod rest_state;
pub(crate) mod run;
pub(crate) mod services;
pub(crate) mod visit_state;
