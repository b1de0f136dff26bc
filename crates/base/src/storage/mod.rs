//! Directories of the program's own, outside of every folder that is read. What is written there is written whole or not at
//! all, and only its user can read it. The demo folder alone is written here and then read.

pub mod directory;
pub mod log;
pub mod scratch;
