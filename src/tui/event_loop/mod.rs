//! What happens outside comes in as events, what is to be done outside goes out as commands. Nothing is computed or drawn here.

pub(crate) mod command;
pub(crate) mod event;
pub(crate) mod execute;
pub(crate) mod message;
pub(crate) mod reports;
pub(crate) mod run;
pub(crate) mod services;
pub(crate) mod wish;
