//! Readers of the formats that are no plain text: from the bytes of a file to its text, where its parts begin, and what it
//! says of itself. Every reader is a pure function; it reads no other file.

pub mod extracted;
pub mod limits;
pub mod work;
