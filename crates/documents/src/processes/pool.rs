//! The pool of reader processes, shared by all threads and started on demand.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{collections::HashMap, ffi::OsString, io};

use xxhash_rust::xxh3::xxh3_128;

use crate::extracted::{Extracted, Unreadable};
use crate::limits::Limits;
use crate::{file_format::Format, work::FormatReader};
use base::{lock::lock_mutex, numbers::format_count};

use super::frames::{FormatAnswer, FormatQuestion};
use super::process::{NoAnswer, ReaderProcess, describe_timeout};

/// A process ends after reading a file larger than this (16 MiB), to free its memory.
const LARGE: usize = 16 << 20;
/// Divisor of the memory limit for a usual process, which gets at least [`LEAST_MEMORY`]. Only one process at a time
/// has all memory, and reads the files that need more. So all processes together stay far below the limit times their
/// number.
const SHARE: u64 = 4;
const LEAST_MEMORY: u64 = 256 << 20;
const UNCONFINED: &str = "this system lacks seccomp or forbids it, so a file that takes over its reader could open other \
                          files and connections; read only files that you trust";

#[derive(Default)]
pub struct ReaderProcesses {
    program: OsString,
    limits: Limits,
    idle: Mutex<Vec<ReaderProcess>>,
    /// Errors of files that ended their reader, by hash of their bytes.
    deadly: Mutex<HashMap<(u128, Format), Unreadable>>,
    /// Locked while a process has all memory.
    whole_memory: Mutex<()>,
    is_unconfined: AtomicBool,
    is_told: AtomicBool,
}

impl ReaderProcesses {
    /// Creates the pool. [`super::child::ARGUMENT`] starts `program` as a reader process.
    pub fn new(program: OsString, limits: Limits) -> Self {
        Self { program, limits, ..Self::default() }
    }

    /// Returns the memory limit in bytes of a process that shares the memory with others.
    fn usual_memory(&self) -> u64 {
        (self.limits.memory / SHARE).max(LEAST_MEMORY).min(self.limits.memory)
    }

    fn take_idle_process(&self) -> io::Result<ReaderProcess> {
        let process = lock_mutex(&self.idle).pop();
        let memory = self.usual_memory();
        process.map_or_else(|| ReaderProcess::start(&self.program, memory), Ok)
    }

    fn ask_process(&self, format: Format, bytes: &[u8]) -> Result<FormatAnswer, Unreadable> {
        let limits = self.limits.for_file_size(bytes.len());
        let question = FormatQuestion { format, limits, length: bytes.len() as u64 };
        let mut is_whole = self.usual_memory() == self.limits.memory;
        let mut alone = None;
        loop {
            let started = if alone.is_some() {
                ReaderProcess::start(&self.program, self.limits.memory)
            } else {
                self.take_idle_process()
            };
            let mut process = started.map_err(|error| Unreadable::Unstarted(error.to_string()))?;
            let is_fresh = process.answered == 0;
            let answer = process.ask_and_wait_for_answer(&question, bytes);
            if let Err(no_answer) = &answer {
                log::warn!("a reader process did not answer: {no_answer:?}");
            }
            match answer {
                Ok(answer) => {
                    if process.is_unconfined {
                        self.is_unconfined.store(true, Ordering::Relaxed);
                    }
                    if bytes.len() <= LARGE && alone.is_none() {
                        lock_mutex(&self.idle).push(process);
                    }
                    return Ok(answer);
                }
                Err(NoAnswer::OverMemory(_)) if !is_whole => {
                    is_whole = true;
                    alone = Some(lock_mutex(&self.whole_memory));
                }
                // Tries again with a fresh process, because memory used by earlier files may be the cause.
                Err(NoAnswer::Ended(_) | NoAnswer::OverMemory(_)) if !is_fresh => {}
                Err(NoAnswer::Ended(how) | NoAnswer::OverMemory(how)) => {
                    return Err(Unreadable::Died(how));
                }
                Err(NoAnswer::TooSlow) => {
                    return Err(Unreadable::Died(describe_timeout(limits.time)));
                }
                Err(NoAnswer::OverTime) => {
                    let time = format_count(limits.time, "second");
                    let what = format!("its reader takes longer than {time}");
                    return Err(Unreadable::over_limit_error(
                        "time",
                        &what,
                        "save it as plain text",
                    ));
                }
            }
        }
    }
}

fn is_fatal_to_process(refusal: &Unreadable) -> bool {
    match refusal {
        Unreadable::Died(_) => true,
        Unreadable::Limit { limit, .. } => limit == "time",
        _ => false,
    }
}

impl FormatReader for ReaderProcesses {
    fn reader_limits(&self) -> &Limits {
        &self.limits
    }

    fn read(&self, format: Format, bytes: &[u8]) -> Result<Extracted, Unreadable> {
        let is_any_deadly = !lock_mutex(&self.deadly).is_empty();
        if is_any_deadly
            && let Some(known) = lock_mutex(&self.deadly).get(&(xxh3_128(bytes), format))
        {
            return Err(known.clone());
        }
        let answer = self.ask_process(format, bytes).and_then(|answer| answer);
        if let Err(died) = &answer
            && is_fatal_to_process(died)
        {
            lock_mutex(&self.deadly).insert((xxh3_128(bytes), format), died.clone());
        }
        answer
    }

    fn note(&self) -> Option<&'static str> {
        let is_new = self.is_unconfined.load(Ordering::Relaxed)
            && !self.is_told.swap(true, Ordering::Relaxed);
        is_new.then_some(UNCONFINED)
    }
}
