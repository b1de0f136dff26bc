//! Writes entries on a separate thread, so that readers do not wait for the disk.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use base::lock::lock_mutex;

use super::disk::CacheDirectory;

/// Largest number of bytes that wait to be written (64 MiB). Above this limit, the calling thread writes them itself.
const MOST_WAITING: u64 = 64 << 20;

struct EntryToWrite {
    name: String,
    bytes: Vec<u8>,
}

struct WriterState {
    directory: Arc<CacheDirectory>,
    limit: u64,
    waiting: AtomicU64,
    /// Size of the directory in bytes, or `None` before the first write.
    size: Mutex<Option<u64>>,
    /// True after a write error. Later entries are dropped.
    has_stopped: AtomicBool,
    trouble: Mutex<Option<io::Error>>,
}

pub(super) struct EntryWriter {
    shared: Arc<WriterState>,
    thread: Mutex<Option<(Sender<EntryToWrite>, JoinHandle<()>)>>,
}

impl EntryWriter {
    pub(super) fn new(directory: Arc<CacheDirectory>, limit: u64) -> Self {
        let shared = WriterState {
            directory,
            limit,
            waiting: AtomicU64::default(),
            size: Mutex::default(),
            has_stopped: AtomicBool::default(),
            trouble: Mutex::default(),
        };
        Self { shared: Arc::new(shared), thread: Mutex::default() }
    }

    pub(super) fn accepts_size(&self, bytes: usize) -> bool {
        // Rejects large texts, because one text must not displace all others.
        bytes as u64 <= self.shared.limit / 8 && !self.shared.has_stopped.load(Ordering::Relaxed)
    }

    pub(super) fn queue_entry(&self, name: String, bytes: Vec<u8>) {
        let length = bytes.len() as u64;
        let entry = EntryToWrite { name, bytes };
        if self.shared.waiting.fetch_add(length, Ordering::Relaxed) > MOST_WAITING {
            self.shared.write_and_record_error(&entry);
            return;
        }
        let mut thread = lock_mutex(&self.thread);
        if thread.is_none() {
            let (sender, entries) = channel();
            let shared = Arc::clone(&self.shared);
            let builder = thread::Builder::new().name("cache".to_string());
            *thread = builder
                .spawn(move || shared.write_queued_entries(&entries))
                .ok()
                .map(|handle| (sender, handle));
        }
        match &*thread {
            Some((sender, _)) => {
                let _ = sender.send(entry);
            }
            None => self.shared.write_and_record_error(&entry),
        }
    }

    pub(super) fn wait_for_writes(&self) {
        let begun = lock_mutex(&self.thread).take();
        if let Some((sender, thread)) = begun {
            drop(sender);
            let _ = thread.join();
        }
    }

    /// Returns the error that stopped writing; `None` at later calls.
    pub(super) fn take_error(&self) -> Option<io::Error> {
        lock_mutex(&self.shared.trouble).take()
    }
}

impl WriterState {
    fn write_queued_entries(&self, entries: &Receiver<EntryToWrite>) {
        for entry in entries {
            self.write_and_record_error(&entry);
        }
    }

    fn write_and_record_error(&self, entry: &EntryToWrite) {
        if !self.has_stopped.load(Ordering::Relaxed)
            && let Err(error) = self.write_entry(entry)
        {
            self.has_stopped.store(true, Ordering::Relaxed);
            *lock_mutex(&self.trouble) = Some(error);
        }
        self.waiting.fetch_sub(entry.bytes.len() as u64, Ordering::Relaxed);
    }

    fn write_entry(&self, entry: &EntryToWrite) -> io::Result<()> {
        let mut size = lock_mutex(&self.size);
        let before = if let Some(size) = *size {
            size
        } else {
            self.directory.write_tag();
            self.directory.trim_to_size(self.limit)?
        };
        let now = before + self.directory.write_entry(&entry.name, &entry.bytes)?;
        *size = Some(if now > self.limit { self.directory.trim_to_size(self.limit)? } else { now });
        Ok(())
    }
}
