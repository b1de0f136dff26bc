//! The distinct texts of a folder as numbers: from bytes or documents to words, sketches and nodes. It compares nothing.

pub mod canon;
pub mod copies;
pub mod members;
pub mod nodes;
pub mod passing;
pub mod record;
pub mod sketches;
