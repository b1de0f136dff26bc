//! Texts that were expensive to read, kept from one visit to the next. It is the only code here that writes, into a directory
//! of its own, never into a folder that is read. Whatever is wrong with the directory, the files are read as if there were
//! none.

mod cached_reader;
mod disk;
mod entry;
mod notice;
mod text_cache;
mod writer;

pub use cached_reader::CachedReader;
pub use disk::{CacheSize, clear, size};
pub use notice::CacheNotice;
pub use text_cache::{CachePlace, TextCache};
