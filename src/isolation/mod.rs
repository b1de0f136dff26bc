//! Readers of formats in child processes: a file that crashes its reader, hangs it or fills its memory costs itself alone.
//! Only Unix has it: elsewhere the program reads in its own process.

pub mod child;
mod confine;
pub mod converter;
mod frames;
pub mod pool;
mod process;
mod queue;
mod readers;
