//! The engine: questions in, reports out, and the corpus on a thread of its own. For the commands, the same stages run
//! once, without a thread.

pub mod batch;
pub mod converters;
pub mod error;
pub mod handle;
pub mod journal;
pub mod open_sketch_files;
pub mod passages;
pub mod question;
pub mod reader;
mod record_files;
pub mod report;
pub mod saved_result;
pub mod side_by_side;
pub mod sources;
pub mod templates;
mod viewer;
mod worker;
