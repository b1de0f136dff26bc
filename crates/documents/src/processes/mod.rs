//! Runs format readers in child processes, so that a crash, a hang or exhausted memory costs only one file. Only on
//! Unix; other systems read in the main process.

mod child;
mod confine;
mod converter;
mod frames;
mod pool;
mod process;

pub use child::{ARGUMENT as READER_ARGUMENT, SANDBOX_ARGUMENT};
pub use child::{describe_sandbox, query_sandbox, serve_questions};
pub use converter::{ARGUMENT as CONVERTER_ARGUMENT, convert, run_command};
pub use pool::ReaderProcesses;
