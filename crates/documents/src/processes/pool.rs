//! The pool of reader processes, shared by all threads and started on demand.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{collections::HashMap, ffi::OsString, io};

use xxhash_rust::xxh3::xxh3_128;

use crate::work::{FormatOutcome, FormatReader, FormatWork, ReaderNotice};
use crate::{extracted::Unreadable, limits::Limits};
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
/// After this many slow files, each further file gets less time.
const SEVERAL: u32 = 5;

pub struct ReaderProcesses {
    program: OsString,
    limits: Limits,
    idle: Mutex<Vec<ReaderProcess>>,
    /// Errors of files that ended their reader, by hash of their bytes.
    deadly: Mutex<HashMap<(u128, FormatWork), Unreadable>>,
    /// Locked while a process has all memory.
    whole_memory: Mutex<()>,
    slow: AtomicU32,
    /// Notices to report, and notices that were reported.
    notices: Mutex<(Vec<ReaderNotice>, Vec<ReaderNotice>)>,
}

impl ReaderProcesses {
    /// Creates the pool. [`super::child::ARGUMENT`] starts `program` as a reader process.
    pub fn new(program: OsString, limits: Limits) -> Self {
        let (idle, deadly, notices) = (Mutex::default(), Mutex::default(), Mutex::default());
        let (whole_memory, slow) = (Mutex::new(()), AtomicU32::new(0));
        Self { program, limits, idle, deadly, whole_memory, slow, notices }
    }

    fn usual_memory(&self) -> u64 {
        (self.limits.memory / SHARE).max(LEAST_MEMORY).min(self.limits.memory)
    }

    fn limits_for_length(&self, length: usize) -> Limits {
        let limits = self.limits.for_file_size(length);
        let time = if self.were_many_files_slow() { (limits.time / 4).max(1) } else { limits.time };
        Limits { time, ..limits }
    }

    fn were_many_files_slow(&self) -> bool {
        self.slow.load(Ordering::Relaxed) >= SEVERAL
    }

    fn timeout_error(&self, limits: &Limits, length: usize) -> Unreadable {
        if self.slow.fetch_add(1, Ordering::Relaxed) + 1 >= SEVERAL {
            self.add_notice(ReaderNotice::LessTime);
        }
        let time = format_count(limits.time, "second");
        if limits.time < self.limits.for_file_size(length).time {
            // The failure is not stored, because the file alone may be fast enough.
            return Unreadable::Died(format!("takes longer than {time}, after others that did"));
        }
        let what = format!("its reader takes longer than {time}");
        Unreadable::over_limit_error("time", &what, "save it as plain text")
    }

    fn add_notice(&self, notice: ReaderNotice) {
        let (new, told) = &mut *lock_mutex(&self.notices);
        if !new.contains(&notice) && !told.contains(&notice) {
            new.push(notice);
        }
    }

    fn take_idle_process(&self) -> io::Result<ReaderProcess> {
        let process = lock_mutex(&self.idle).pop();
        let memory = self.usual_memory();
        process.map_or_else(|| ReaderProcess::start(&self.program, self.limits, memory), Ok)
    }

    fn ask_process(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatAnswer, Unreadable> {
        let limits = self.limits_for_length(bytes.len());
        let question = FormatQuestion { work, limits, length: bytes.len() as u64 };
        let mut is_whole = self.usual_memory() == self.limits.memory;
        let mut alone = None;
        loop {
            let started = if alone.is_some() {
                ReaderProcess::start(&self.program, self.limits, self.limits.memory)
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
                        self.add_notice(ReaderNotice::Unconfined);
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
                Err(NoAnswer::OverTime) => return Err(self.timeout_error(&limits, bytes.len())),
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

    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable> {
        let is_any_deadly = !lock_mutex(&self.deadly).is_empty();
        if is_any_deadly && let Some(known) = lock_mutex(&self.deadly).get(&(xxh3_128(bytes), work))
        {
            return Err(known.clone());
        }
        let answer = self.ask_process(work, bytes).and_then(|answer| answer);
        if let Err(died) = &answer
            && is_fatal_to_process(died)
        {
            lock_mutex(&self.deadly).insert((xxh3_128(bytes), work), died.clone());
        }
        answer
    }

    fn notices(&self) -> Vec<ReaderNotice> {
        let (new, told) = &mut *lock_mutex(&self.notices);
        told.extend(new.iter());
        std::mem::take(new)
    }
}
