//! Questions that one thread sends to a reader process before it needs the answers.

use crate::extracted::Unreadable;
use crate::work::{FormatOutcome, FormatQueue, FormatWork, QueueTicket};

use super::frames::FormatQuestion;
use super::process::{ReaderProcess, patience};
use super::readers::SharedReaders;

/// Larger files wait for their turn: 256 KiB.
const LARGEST_AHEAD: usize = 256 << 10;

/// A reader process of its own, asked ahead. A file that ends it takes the questions behind it along. All of them are lost,
/// and the caller reads them one by one, so that only the file at fault is refused.
pub(super) struct ReaderQueue<'a> {
    readers: &'a SharedReaders,
    process: Option<ReaderProcess>,
    /// The number of the process. The tickets of those before are lost.
    number: u64,
}

impl<'a> ReaderQueue<'a> {
    /// It takes its process from `readers` when it is first asked, and gives it back at the end.
    pub(super) const fn new(readers: &'a SharedReaders) -> Self {
        Self { readers, process: None, number: 0 }
    }

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
        let limits = self.readers.limits;
        let question = FormatQuestion { work, limits, length: bytes.len() as u64 };
        if !process.has_room(bytes.len()) {
            return None;
        }
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
        match self.process.as_mut()?.receive(until) {
            // Reading it once more notes what is deadly.
            Ok(Err(Unreadable::Died(_))) => None,
            Ok(answer) => Some(answer),
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
