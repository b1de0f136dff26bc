//! Texts that were expensive to read, cached between visits in a directory of its own. If the directory is unusable,
//! files are read as if no cache existed.

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
