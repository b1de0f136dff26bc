//! The engine as the outside sees it: requests in, reports out, the corpus on a thread of its own.

pub mod handle;
pub mod report;
