#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod names;
mod read;
mod walk;
mod watch;
