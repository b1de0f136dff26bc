//! A reader of formats that asks the cache first.

use crate::formats::extracted::Unreadable;
use crate::formats::limits::Limits;
use crate::formats::work::{FormatOutcome, FormatReader, FormatWork};

use super::text_cache::TextCache;

/// A reader behind a cache: what the cache has is not read again.
pub struct CachedReader<'a> {
    /// The reader of everything else.
    pub reader: &'a dyn FormatReader,
    /// The limits that it reads with.
    pub limits: Limits,
    /// The cache.
    pub cache: &'a TextCache,
}

impl FormatReader for CachedReader<'_> {
    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable> {
        let Some(key) = self.cache.key(work, &self.limits, bytes) else {
            return self.reader.read(work, bytes);
        };
        if let Some(outcome) = self.cache.look_up(key) {
            return outcome;
        }
        let outcome = self.reader.read(work, bytes);
        self.cache.keep(key, &outcome);
        outcome
    }
}
