//! Runs format readers in child processes. A crash, a hang or exhausted memory then affects only one file. Only on
//! Unix; on other systems the main process reads.

mod child;
mod confine;
mod converter;
mod frames;
mod pool;
mod process;

pub use child::{ARGUMENT as READER_ARGUMENT, SANDBOX_ARGUMENT};
pub use child::{answer_questions, describe_sandbox, query_sandbox};
pub use converter::{ARGUMENT as CONVERTER_ARGUMENT, run_command, run_converter};
pub use pool::ReaderProcesses;
