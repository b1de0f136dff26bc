//! The stages in order, and the results that they keep. It touches no disk and starts no thread of its own.

pub mod corpus;
pub mod document;
pub mod pairs;
pub mod parameters;
pub mod ranking;
pub mod results;
pub mod saved_result;
pub mod sketch_files;
pub mod source;
pub mod texts;
