//! The program in a pseudo-terminal, as users run it: start, keys, sizes, signals, panics, hostile folders. Other tests
//! check the results.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used)]

mod coming_back;
mod deciding;
mod folder;
mod hostile;
mod inputs;
mod keys;
mod leaving;
mod limits;
mod log;
mod mouse;
mod oracle;
mod page_colour;
mod progress;
mod restoring;
mod sharing;
mod sizes;
mod start;
mod storm;
mod terminal;
mod watching;
