use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::{fmt, path::PathBuf};

use crate::{limits::Limits, work::FormatWork};
use base::{lock::lock_mutex, numbers::format_count};

use super::entry::{EntryKey, ReadOutcome, decode_entry, encode_entry, is_repeatable};
use super::{disk::CacheDirectory, notice::CacheNotice, writer::EntryWriter};

#[derive(Debug, Clone)]
pub struct CachePlace {
    /// Directory of the cache, or `None` if the environment names no cache directory.
    pub directory: Option<PathBuf>,
    /// The scanned folder, which must not contain the cache.
    pub read: Option<PathBuf>,
    pub limit: u64,
}

/// The cached texts; the first request opens or creates the directory.
pub struct TextCache {
    place: CachePlace,
    open: OnceLock<Option<OpenCache>>,
    notices: Mutex<Vec<CacheNotice>>,
    damaged: AtomicU64,
}

struct OpenCache {
    directory: Arc<CacheDirectory>,
    writer: EntryWriter,
}

impl fmt::Debug for TextCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TextCache").field(&self.place).finish()
    }
}

impl TextCache {
    pub fn new(place: CachePlace) -> Self {
        Self {
            place,
            open: OnceLock::new(),
            notices: Mutex::default(),
            damaged: AtomicU64::default(),
        }
    }

    fn open_if_usable(&self) -> Option<&OpenCache> {
        let open = || {
            let CachePlace { directory, read, limit } = &self.place;
            let opened = directory
                .as_deref()
                .ok_or(CacheNotice::NoPlace)
                .and_then(|place| CacheDirectory::open(place, read.as_deref()));
            let directory = match opened {
                Ok(directory) => Arc::new(directory),
                Err(notice) => {
                    lock_mutex(&self.notices).push(notice);
                    return None;
                }
            };
            let writer = EntryWriter::new(Arc::clone(&directory), *limit);
            Some(OpenCache { directory, writer })
        };
        self.open.get_or_init(open).as_ref()
    }

    /// Returns `None` if the cache does not store outcomes of this work.
    pub(super) fn entry_key(
        &self,
        work: FormatWork,
        limits: &Limits,
        bytes: &[u8],
    ) -> Option<EntryKey> {
        (is_worth_caching(work) && self.open_if_usable().is_some())
            .then(|| EntryKey::new(work, limits, bytes))
    }

    pub(super) fn look_up_outcome(&self, key: EntryKey) -> Option<ReadOutcome> {
        let entry = self.open_if_usable()?.directory.read_entry(&key.file_name())?;
        let outcome = decode_entry(key, &entry);
        if outcome.is_none() {
            self.damaged.fetch_add(1, Ordering::Relaxed);
        }
        outcome
    }

    pub(super) fn save_outcome(&self, key: EntryKey, outcome: &ReadOutcome) {
        if let Some(OpenCache { writer, .. }) = self.open_if_usable()
            && is_repeatable(outcome)
            && let Some(entry) = encode_entry(key, outcome)
            && writer.accepts_size(entry.len())
        {
            writer.queue_entry(key.file_name(), entry);
        }
    }

    pub fn wait_for_writes(&self) {
        if let Some(Some(open)) = self.open.get() {
            open.writer.wait_for_writes();
        }
    }

    /// Returns the problems that occurred since the last call.
    pub fn notices(&self) -> Vec<CacheNotice> {
        let mut notices = std::mem::take(&mut *lock_mutex(&self.notices));
        let Some(Some(open)) = self.open.get() else { return notices };
        let place = || open.directory.place.clone();
        if let Some(reason) = open.writer.take_error() {
            notices.push(CacheNotice::Unwritable { place: place(), reason });
        }
        let damaged = self.damaged.swap(0, Ordering::Relaxed);
        if damaged > 0 {
            let count = format_count(damaged, "text");
            notices.push(CacheNotice::Damaged { place: place(), count });
        }
        notices
    }
}

/// Returns true if reading takes much longer than a lookup in the cache.
const fn is_worth_caching(work: FormatWork) -> bool {
    match work {
        FormatWork::Latex
        | FormatWork::FlatOdt
        | FormatWork::Message
        | FormatWork::Mailbox
        | FormatWork::Rtf
        | FormatWork::Pdf
        | FormatWork::Container => true,
        FormatWork::Unpack | FormatWork::UnpackRecords => false,
    }
}

#[cfg(test)]
mod tests;
