//! Readers of the formats that are no plain text: from the bytes of a file to its text, where its sections begin, and what
//! it says of itself. Every reader is a pure function; it reads no other file.

pub mod extracted;
mod flow;
pub mod front_matter;
pub mod gzip;
pub mod latex;
pub mod limits;
pub mod mail;
mod moment;
pub mod office;
mod one_line;
pub mod page;
pub mod pdf;
pub mod rtf;
pub mod work;
