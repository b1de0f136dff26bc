//! The reader processes of a run: started when they are first needed, as many as threads ask at once.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

use xxhash_rust::xxh3::xxh3_128;

use crate::formats::extracted::Unreadable;
use crate::formats::limits::Limits;
use crate::formats::work::{FormatOutcome, FormatReader, FormatWork};

use super::frames::{FormatAnswer, FormatQuestion};
use super::process::{NoAnswer, ReaderProcess};

/// A process that has read a file larger than this is ended, which gives its memory back: 16 MiB.
const LARGE: usize = 16 << 20;

/// Reads formats in child processes of a program.
pub struct ReaderProcesses {
    program: OsString,
    /// What one file may become.
    pub limits: Limits,
    idle: Mutex<Vec<ReaderProcess>>,
    /// Files that ended their reader, by the hash of their bytes.
    deadly: Mutex<HashMap<(u128, FormatWork), Unreadable>>,
}

impl ReaderProcesses {
    /// Of this program, which [`super::child::ARGUMENT`] makes a reader process.
    pub fn new(program: OsString, limits: Limits) -> Self {
        Self { program, limits, idle: Mutex::default(), deadly: Mutex::default() }
    }

    fn ask(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatAnswer, Unreadable> {
        let question = FormatQuestion { work, limits: self.limits, length: bytes.len() as u64 };
        loop {
            let process = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut process = match process {
                Some(process) => process,
                None => ReaderProcess::start(&self.program)
                    .map_err(|error| Unreadable::Unstarted(error.to_string()))?,
            };
            let is_fresh = process.answered == 0;
            match process.ask(&question, bytes) {
                Ok(answer) => {
                    if bytes.len() <= LARGE {
                        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
                    }
                    return Ok(answer);
                }
                // What earlier files left in its memory may be at fault.
                Err(NoAnswer::Ended(_)) if !is_fresh => {}
                Err(NoAnswer::Ended(how)) => return Err(Unreadable::Died(how)),
                Err(NoAnswer::TooSlow) => {
                    return Err(Unreadable::Died("does not answer".to_string()));
                }
            }
        }
    }
}

impl FormatReader for ReaderProcesses {
    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable> {
        let deadly = || self.deadly.lock().unwrap_or_else(PoisonError::into_inner);
        let is_any = !deadly().is_empty();
        if is_any && let Some(known) = deadly().get(&(xxh3_128(bytes), work)) {
            return Err(known.clone());
        }
        let answer = self.ask(work, bytes).and_then(|answer| answer);
        if let Err(died @ Unreadable::Died(_)) = &answer {
            deadly().insert((xxh3_128(bytes), work), died.clone());
        }
        answer
    }
}
