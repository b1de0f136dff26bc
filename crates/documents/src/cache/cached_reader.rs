use std::sync::Arc;

use crate::extracted::{Extracted, Unreadable};
use crate::limits::Limits;
use crate::{file_format::Format, work::FormatReader};

use super::text_cache::TextCache;

pub struct CachedReader {
    pub reader: Arc<dyn FormatReader>,
    pub cache: Arc<TextCache>,
}

impl FormatReader for CachedReader {
    fn reader_limits(&self) -> &Limits {
        self.reader.reader_limits()
    }

    fn read(&self, format: Format, bytes: &[u8]) -> Result<Extracted, Unreadable> {
        let Some(key) = self.cache.entry_key(format, self.reader_limits(), bytes) else {
            return self.reader.read(format, bytes);
        };
        if let Some(outcome) = self.cache.look_up_outcome(key) {
            return outcome;
        }
        let outcome = self.reader.read(format, bytes);
        self.cache.save_outcome(key, &outcome);
        outcome
    }

    fn note(&self) -> Option<&'static str> {
        self.reader.note()
    }
}
