//! The command line: what was typed, and what it resolves to. It runs nothing.

pub(crate) mod args;
pub(crate) mod asked;
pub(crate) mod config;
pub(crate) mod error;
mod refuse_idle;
pub(crate) mod settings;
