//! What all threads share of the reader processes: those that have nothing to do, and the files that ended one.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::sync::Mutex;

use xxhash_rust::xxh3::xxh3_128;

use crate::extracted::Unreadable;
use crate::limits::Limits;
use crate::work::FormatWork;
use base::lock::locked;

use super::process::ReaderProcess;

/// Idle processes of a program, and what is known of files.
pub(super) struct SharedReaders {
    program: OsString,
    pub(super) limits: Limits,
    idle: Mutex<Vec<ReaderProcess>>,
    /// Files that ended their reader, by the hash of their bytes.
    deadly: Mutex<HashMap<(u128, FormatWork), Unreadable>>,
}

impl SharedReaders {
    /// Of this program, which [`super::child::ARGUMENT`] makes a reader process.
    pub(super) fn new(program: OsString, limits: Limits) -> Self {
        Self { program, limits, idle: Mutex::default(), deadly: Mutex::default() }
    }

    /// A process that has nothing to do, or a new one.
    pub(super) fn idle(&self) -> io::Result<ReaderProcess> {
        let process = locked(&self.idle).pop();
        process.map_or_else(|| ReaderProcess::start(&self.program, self.limits), Ok)
    }

    /// Takes back a process that has nothing to do.
    pub(super) fn give_back(&self, process: ReaderProcess) {
        locked(&self.idle).push(process);
    }

    /// What is known of a file that ended its reader.
    pub(super) fn known(&self, work: FormatWork, bytes: &[u8]) -> Option<Unreadable> {
        let is_any = !locked(&self.deadly).is_empty();
        is_any.then(|| locked(&self.deadly).get(&(xxh3_128(bytes), work)).cloned()).flatten()
    }

    /// Remembers how a file ended its reader.
    pub(super) fn remember(&self, work: FormatWork, bytes: &[u8], died: Unreadable) {
        locked(&self.deadly).insert((xxh3_128(bytes), work), died);
    }
}
