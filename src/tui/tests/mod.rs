//! The screen's tests: made-up results in, pictures and states out. No engine and no terminal.

mod ascii;
mod demo;
mod dots;
mod explain;
pub(crate) mod fake;
mod help;
mod keeping;
mod keys;
mod mouse;
mod palette;
mod passages;
mod pictures;
mod places;
mod readme;
mod screens;
mod selection;
mod share;
mod sizes;
mod stage;
mod svg;
mod themes;
mod tuning;
