#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod into;
mod names;
mod read;
mod walk;
mod watch;
