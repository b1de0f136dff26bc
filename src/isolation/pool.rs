//! The reader processes of a run: started when they are first needed, as many as threads ask at once.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use xxhash_rust::xxh3::xxh3_128;

use crate::formats::extracted::Unreadable;
use crate::formats::limits::Limits;
use crate::formats::work::{FormatOutcome, FormatQueue, FormatReader, FormatWork};

use super::frames::{FormatAnswer, FormatQuestion};
use super::process::{NoAnswer, ReaderProcess, too_slow};
use super::queue::ReaderQueue;

/// A process that has read a file larger than this is ended, which gives its memory back: 16 MiB.
const LARGE: usize = 16 << 20;

/// Reads formats in child processes of a program.
pub struct ReaderProcesses {
    program: OsString,
    pub(super) limits: Limits,
    idle: Mutex<Vec<ReaderProcess>>,
    /// Files that ended their reader, by the hash of their bytes.
    deadly: Mutex<HashMap<(u128, FormatWork), Unreadable>>,
}

impl ReaderProcesses {
    /// Of this program, which [`super::child::ARGUMENT`] makes a reader process.
    pub fn new(program: OsString, limits: Limits) -> Self {
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

    fn ask(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatAnswer, Unreadable> {
        let question = FormatQuestion { work, limits: self.limits, length: bytes.len() as u64 };
        loop {
            let started = self.idle();
            let mut process = started.map_err(|error| Unreadable::Unstarted(error.to_string()))?;
            let is_fresh = process.answered == 0;
            match process.ask(&question, bytes) {
                Ok(answer) => {
                    if bytes.len() <= LARGE {
                        self.give_back(process);
                    }
                    return Ok(answer);
                }
                // What earlier files left in its memory may be at fault.
                Err(NoAnswer::Ended(_)) if !is_fresh => {}
                Err(NoAnswer::Ended(how)) => return Err(Unreadable::Died(how)),
                Err(NoAnswer::TooSlow) => {
                    return Err(Unreadable::Died(too_slow(self.limits.time)));
                }
            }
        }
    }
}

impl FormatReader for ReaderProcesses {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable> {
        if let Some(known) = self.known(work, bytes) {
            return Err(known);
        }
        let answer = self.ask(work, bytes).and_then(|answer| answer);
        if let Err(died @ Unreadable::Died(_)) = &answer {
            locked(&self.deadly).insert((xxh3_128(bytes), work), died.clone());
        }
        answer
    }

    fn queue(&self) -> Box<dyn FormatQueue + '_> {
        Box::new(ReaderQueue::new(self))
    }
}

/// What a mutex holds. A thread that panicked left it whole: nothing here panics half way.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
