//! Readers of formats in child processes: a file that crashes its reader, hangs it or fills its memory costs itself alone.

pub mod child;
mod confine;
mod frames;
#[cfg(unix)]
pub mod pool;
#[cfg(unix)]
mod process;
