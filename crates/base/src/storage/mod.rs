//! Private directories outside of the scanned folder. Writes are atomic, and only the user can read the files.

pub mod directory;
pub mod log;
pub mod scratch;
