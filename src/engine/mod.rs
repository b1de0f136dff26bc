//! The engine as the outside sees it: requests in, reports out, the corpus on a thread of its own; and the same stages
//! run once, without a thread, for the commands.

pub mod batch;
mod clustering;
mod counting;
pub mod handle;
pub mod journal;
pub mod known_files;
mod laboratory;
pub mod open_sketch_files;
mod pace;
mod question;
pub mod read_document;
pub mod report;
pub mod side_by_side;
pub mod templates;
mod worker;
