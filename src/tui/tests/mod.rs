//! The screen's tests: made-up results in, pictures and states out. No engine and no terminal.

mod ascii;
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
mod positions;
mod readme;
mod rewritten;
mod screens;
mod selection;
mod share;
mod sides;
mod sides_pictures;
mod sizes;
mod stage;
mod svg;
mod themes;
mod tuning;
