//! The engine: requests in, reports out, and the corpus on a thread of its own. For the commands, the same stages run
//! once, without a thread.

pub mod batch;
mod clustering;
pub mod converters;
mod counting;
pub mod handle;
pub mod journal;
pub mod known_files;
mod laboratory;
pub mod last_visit;
pub mod open_sketch_files;
mod pace;
pub mod passages;
mod question;
mod read_ahead;
pub mod read_document;
mod record_files;
pub mod report;
pub mod saved_result;
pub mod side_by_side;
pub mod sources;
pub mod sourcing;
pub mod templates;
mod viewer;
mod worker;
