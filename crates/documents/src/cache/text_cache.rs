use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use crate::{file_format::Format, limits::Limits, work::FormatReader};
use base::{lock::lock_mutex, numbers::format_count};

use super::entry::{EntryKey, ReadOutcome, decode_entry, encode_entry, is_repeatable};
use super::{disk::CacheDirectory, notice::CacheNotice};

#[derive(Debug, Clone, Default)]
pub struct CachePlace {
    /// Directory of the cache, or `None` if the environment names no cache directory.
    pub directory: Option<PathBuf>,
    /// The scanned folder, which must not contain the cache.
    pub read: Option<PathBuf>,
    pub limit: u64,
}

/// The cached texts; the first request opens or creates the directory.
#[derive(Debug, Default)]
pub struct TextCache {
    place: CachePlace,
    open: OnceLock<Option<CacheDirectory>>,
    /// True after a write error. Later entries are dropped.
    is_read_only: AtomicBool,
    notices: Mutex<Vec<CacheNotice>>,
    damaged: AtomicU64,
}

impl TextCache {
    pub fn new(place: CachePlace) -> Self {
        Self { place, ..Self::default() }
    }

    /// Opens the directory at the first call. Returns `None` if the directory is unusable.
    fn open_if_usable(&self) -> Option<&CacheDirectory> {
        let open = || {
            let CachePlace { directory, read, .. } = &self.place;
            let opened = directory
                .as_deref()
                .ok_or(CacheNotice::NoPlace)
                .and_then(|place| CacheDirectory::open(place, read.as_deref()));
            let add_notice = |notice| lock_mutex(&self.notices).push(notice);
            opened.map_err(add_notice).ok()
        };
        self.open.get_or_init(open).as_ref()
    }

    fn save_outcome(&self, open: &CacheDirectory, key: EntryKey, outcome: &ReadOutcome) {
        let limit = self.place.limit;
        if !self.is_read_only.load(Ordering::Relaxed)
            && is_repeatable(outcome)
            && let Some(entry) = encode_entry(key, outcome)
            // A single large text must not displace all others.
            && entry.len() as u64 <= limit / 8
            && let Err(reason) = open.write_entry(&key.file_name(), &entry, limit)
            && !self.is_read_only.swap(true, Ordering::Relaxed)
        {
            let place = open.place.clone();
            lock_mutex(&self.notices).push(CacheNotice::Unwritable { place, reason });
        }
    }

    /// Returns the problems that occurred since the last call.
    pub fn notices(&self) -> Vec<CacheNotice> {
        let mut notices = std::mem::take(&mut *lock_mutex(&self.notices));
        let Some(Some(open)) = self.open.get() else { return notices };
        let damaged = self.damaged.swap(0, Ordering::Relaxed);
        if damaged > 0 {
            let count = format_count(damaged, "text");
            let place = open.place.clone();
            notices.push(CacheNotice::Damaged { place, count });
        }
        notices
    }
}

pub struct CachedReader {
    pub reader: Arc<dyn FormatReader>,
    pub cache: Arc<TextCache>,
}

impl FormatReader for CachedReader {
    fn reader_limits(&self) -> &Limits {
        self.reader.reader_limits()
    }

    fn read(&self, format: Format, bytes: &[u8]) -> ReadOutcome {
        let Some(open) = self.cache.open_if_usable() else {
            return self.reader.read(format, bytes);
        };
        let key = EntryKey::new(format, self.reader_limits(), bytes);
        if let Some(entry) = open.read_entry(&key.file_name()) {
            if let Some(outcome) = decode_entry(key, &entry) {
                return outcome;
            }
            self.cache.damaged.fetch_add(1, Ordering::Relaxed);
        }
        let outcome = self.reader.read(format, bytes);
        self.cache.save_outcome(open, key, &outcome);
        outcome
    }

    fn note(&self) -> Option<&'static str> {
        self.reader.note()
    }
}

#[cfg(test)]
mod tests;
