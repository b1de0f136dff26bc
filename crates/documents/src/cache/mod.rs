//! Caches texts that took long to read, in a directory that later runs use. Without a usable directory, files are read
//! without the cache.

mod disk;
mod entry;
mod notice;
mod text_cache;

pub use disk::{CacheSize, measure_size, remove_cache};
pub use notice::CacheNotice;
pub use text_cache::{CachePlace, CachedReader, TextCache};
