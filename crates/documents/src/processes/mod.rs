//! Readers of formats in child processes: a file that crashes its reader, hangs it or fills its memory costs itself alone.
//! Only Unix has it: elsewhere the program reads in its own process.

mod child;
mod confine;
mod converter;
mod frames;
mod pool;
mod process;

pub use child::{ARGUMENT as READER_ARGUMENT, SANDBOX_ARGUMENT};
pub use child::{describe_sandbox, sandbox, serve};
pub use converter::{ARGUMENT as CONVERTER_ARGUMENT, convert, run_command};
pub use pool::ReaderProcesses;
