//! The reader processes of a run, which all threads share: started when they are first needed, as many as threads ask at
//! once; and questions that one thread sends before it needs the answers.

use std::{collections::HashMap, ffi::OsString, io, sync::Mutex};

use xxhash_rust::xxh3::xxh3_128;

use crate::work::{
    FormatOutcome, FormatQueue, FormatReader, FormatWork, QueueTicket, ReaderNotice,
};
use crate::{extracted::Unreadable, limits::Limits};
use base::{lock::locked, numbers::counted};

use super::frames::{FormatAnswer, FormatQuestion};
use super::process::{NoAnswer, ReaderProcess, patience, too_slow};

/// A process that has read a file larger than this is ended, which gives its memory back: 16 MiB.
const LARGE: usize = 16 << 20;
/// Larger files are not asked about ahead: 256 KiB.
const LARGEST_AHEAD: usize = 256 << 10;

/// Reads formats in child processes of a program.
pub struct ReaderProcesses {
    program: OsString,
    limits: Limits,
    /// Processes that have nothing to do.
    idle: Mutex<Vec<ReaderProcess>>,
    /// Files that ended their reader, by the hash of their bytes.
    deadly: Mutex<HashMap<(u128, FormatWork), Unreadable>>,
    /// What was not told yet, and what was.
    notices: Mutex<(Vec<ReaderNotice>, Vec<ReaderNotice>)>,
}

impl ReaderProcesses {
    /// Of this program, which [`super::child::ARGUMENT`] makes a reader process.
    pub fn new(program: OsString, limits: Limits) -> Self {
        let (idle, deadly, notices) = (Mutex::default(), Mutex::default(), Mutex::default());
        Self { program, limits, idle, deadly, notices }
    }

    /// Notes what a process said of itself.
    fn note(&self, process: &ReaderProcess) {
        if process.is_unconfined {
            self.tell(ReaderNotice::Unconfined);
        }
    }

    /// Has a notice told, unless it was.
    fn tell(&self, notice: ReaderNotice) {
        let (new, told) = &mut *locked(&self.notices);
        if !new.contains(&notice) && !told.contains(&notice) {
            new.push(notice);
        }
    }

    /// A process that has nothing to do, or a new one.
    fn idle(&self) -> io::Result<ReaderProcess> {
        let process = locked(&self.idle).pop();
        process.map_or_else(|| ReaderProcess::start(&self.program, self.limits), Ok)
    }

    /// Takes back a process that has nothing to do.
    fn give_back(&self, process: ReaderProcess) {
        locked(&self.idle).push(process);
    }

    /// What is known of a file that ended its reader.
    fn known(&self, work: FormatWork, bytes: &[u8]) -> Option<Unreadable> {
        let is_any = !locked(&self.deadly).is_empty();
        is_any.then(|| locked(&self.deadly).get(&(xxh3_128(bytes), work)).cloned()).flatten()
    }

    fn ask(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatAnswer, Unreadable> {
        let limits = self.limits.of_file(bytes.len());
        let question = FormatQuestion { work, limits, length: bytes.len() as u64 };
        loop {
            let started = self.idle();
            let mut process = started.map_err(|error| Unreadable::Unstarted(error.to_string()))?;
            let is_fresh = process.answered == 0;
            match process.ask(&question, bytes) {
                Ok(answer) => {
                    self.note(&process);
                    if bytes.len() <= LARGE {
                        self.give_back(process);
                    }
                    return Ok(answer);
                }
                // What earlier files left in its memory may be at fault.
                Err(NoAnswer::Ended(_)) if !is_fresh => {}
                Err(NoAnswer::Ended(how)) => return Err(Unreadable::Died(how)),
                Err(NoAnswer::TooSlow) => return Err(Unreadable::Died(too_slow(limits.time))),
                Err(NoAnswer::OverTime) => {
                    let what =
                        format!("its reader takes longer than {}", counted(limits.time, "second"));
                    return Err(Unreadable::limit("time", &what, "save it as plain text"));
                }
            }
        }
    }
}

/// Whether a file ended its reader.
fn is_deadly(refusal: &Unreadable) -> bool {
    match refusal {
        Unreadable::Died(_) => true,
        Unreadable::Limit { limit, .. } => limit == "time",
        _ => false,
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
        if let Err(died) = &answer
            && is_deadly(died)
        {
            locked(&self.deadly).insert((xxh3_128(bytes), work), died.clone());
        }
        answer
    }

    fn notices(&self) -> Vec<ReaderNotice> {
        let (new, told) = &mut *locked(&self.notices);
        told.extend(new.iter());
        std::mem::take(new)
    }

    fn queue(&self) -> Box<dyn FormatQueue + '_> {
        Box::new(ReaderQueue { readers: self, process: None, number: 0 })
    }
}

/// A reader process of its own, asked ahead. A file that ends it takes the questions behind it along. All of them are lost,
/// and the caller reads them one by one, so that only the file at fault is refused.
struct ReaderQueue<'a> {
    readers: &'a ReaderProcesses,
    /// Taken when it is first asked, and given back at the end.
    process: Option<ReaderProcess>,
    /// The number of the process. The tickets of those before are lost.
    number: u64,
}

impl ReaderQueue<'_> {
    fn lose(&mut self) {
        self.process = None;
        self.number += 1;
    }
}

impl FormatQueue for ReaderQueue<'_> {
    fn asks_about(&self, length: usize) -> bool {
        length <= LARGEST_AHEAD
    }

    fn ask(&mut self, work: FormatWork, bytes: &[u8]) -> Option<QueueTicket> {
        if !self.asks_about(bytes.len()) || self.readers.known(work, bytes).is_some() {
            return None;
        }
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(self.readers.idle().ok()?),
        };
        if !process.has_room(bytes.len()) {
            return None;
        }
        let limits = self.readers.limits.of_file(bytes.len());
        let question = FormatQuestion { work, limits, length: bytes.len() as u64 };
        if process.send(&question, bytes, patience(limits.time)).is_err() {
            self.lose();
            return None;
        }
        Some(QueueTicket(self.number))
    }

    fn take(&mut self, ticket: QueueTicket) -> Option<Result<FormatOutcome, Unreadable>> {
        if ticket.0 != self.number {
            return None;
        }
        let until = patience(self.readers.limits.time);
        let process = self.process.as_mut()?;
        match process.receive(until) {
            // Reading it once more notes what is deadly.
            Ok(Err(Unreadable::Died(_))) => None,
            Ok(answer) => {
                self.readers.note(process);
                Some(answer)
            }
            Err(_) => {
                self.lose();
                None
            }
        }
    }

    fn rest(&mut self) {
        if let Some(process) = self.process.take_if(|process| process.is_idle()) {
            self.readers.give_back(process);
        }
    }
}

impl Drop for ReaderQueue<'_> {
    fn drop(&mut self) {
        self.rest();
    }
}
