//! The screen's tests: made-up results in, pictures and states out. No engine and no terminal.

mod dots;
mod explain;
pub(crate) mod fake;
mod keeping;
mod keys;
mod passages;
mod readme;
mod screens;
mod selection;
mod sizes;
mod stage;
mod svg;
mod tuning;
