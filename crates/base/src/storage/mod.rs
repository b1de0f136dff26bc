//! Private directories outside of the scanned folder. Writes are atomic, and only the user can read the files. The demo
//! folder is the only folder both written here and scanned.

pub mod directory;
pub mod log;
pub mod scratch;
