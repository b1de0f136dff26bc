//! The reader processes of a run: started when they are first needed, as many as threads ask at once.

use std::ffi::OsString;

use crate::extracted::Unreadable;
use crate::limits::Limits;
use crate::work::{FormatOutcome, FormatQueue, FormatReader, FormatWork};

use super::frames::{FormatAnswer, FormatQuestion};
use super::process::{NoAnswer, too_slow};
use super::queue::ReaderQueue;
use super::readers::SharedReaders;

/// A process that has read a file larger than this is ended, which gives its memory back: 16 MiB.
const LARGE: usize = 16 << 20;

/// Reads formats in child processes of a program.
pub struct ReaderProcesses {
    readers: SharedReaders,
}

impl ReaderProcesses {
    /// Of this program, which [`super::child::ARGUMENT`] makes a reader process.
    pub fn new(program: OsString, limits: Limits) -> Self {
        Self { readers: SharedReaders::new(program, limits) }
    }

    fn ask(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatAnswer, Unreadable> {
        let limits = self.readers.limits;
        let question = FormatQuestion { work, limits, length: bytes.len() as u64 };
        loop {
            let started = self.readers.idle();
            let mut process = started.map_err(|error| Unreadable::Unstarted(error.to_string()))?;
            let is_fresh = process.answered == 0;
            match process.ask(&question, bytes) {
                Ok(answer) => {
                    if bytes.len() <= LARGE {
                        self.readers.give_back(process);
                    }
                    return Ok(answer);
                }
                // What earlier files left in its memory may be at fault.
                Err(NoAnswer::Ended(_)) if !is_fresh => {}
                Err(NoAnswer::Ended(how)) => return Err(Unreadable::Died(how)),
                Err(NoAnswer::TooSlow) => return Err(Unreadable::Died(too_slow(limits.time))),
            }
        }
    }
}

impl FormatReader for ReaderProcesses {
    fn limits(&self) -> &Limits {
        &self.readers.limits
    }

    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable> {
        if let Some(known) = self.readers.known(work, bytes) {
            return Err(known);
        }
        let answer = self.ask(work, bytes).and_then(|answer| answer);
        if let Err(died @ Unreadable::Died(_)) = &answer {
            self.readers.remember(work, bytes, died.clone());
        }
        answer
    }

    fn queue(&self) -> Box<dyn FormatQueue + '_> {
        Box::new(ReaderQueue::new(&self.readers))
    }
}
