//! Texts that were expensive to read, kept from one visit to the next. It is the only code that writes between runs. It
//! writes only into a directory of its own, never into a folder that is read. Whatever is wrong with the directory, the
//! files are read as if there were none.

pub mod cached_reader;
pub mod disk;
mod entry;
pub mod notice;
pub mod text_cache;
mod writer;
