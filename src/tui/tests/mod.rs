//! The screen's tests: made-up results in, pictures and states out. No engine and no terminal.

mod fake;
mod keeping;
mod keys;
mod passages;
mod positions;
mod readme;
mod rewritten;
mod screens;
mod selection;
mod sides;
mod sides_pictures;
mod sizes;
mod stage;
mod svg;
mod tuning;
