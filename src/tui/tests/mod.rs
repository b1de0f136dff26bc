//! The screen's tests: made-up results in, pictures and states out. No engine and no terminal.

mod fake;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod passages;
#[cfg(test)]
mod screens;
#[cfg(test)]
mod selection;
#[cfg(test)]
mod sizes;
#[cfg(test)]
mod stage;
