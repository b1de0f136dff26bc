use std::{collections::VecDeque, sync::Arc};

use crate::work::{
    FormatOutcome, FormatQueue, FormatReader, FormatWork, QueueTicket, ReaderNotice,
};
use crate::{extracted::Unreadable, limits::Limits};

use super::{entry::EntryKey, text_cache::TextCache};

pub struct CachedReader {
    pub reader: Arc<dyn FormatReader>,
    pub cache: Arc<TextCache>,
}

impl CachedReader {
    fn entry_key(&self, work: FormatWork, bytes: &[u8]) -> Option<EntryKey> {
        self.cache.entry_key(work, self.reader.reader_limits(), bytes)
    }
}

impl FormatReader for CachedReader {
    fn reader_limits(&self) -> &Limits {
        self.reader.reader_limits()
    }

    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable> {
        let Some(key) = self.entry_key(work, bytes) else {
            return self.reader.read(work, bytes);
        };
        if let Some(outcome) = self.cache.look_up_outcome(key) {
            return outcome;
        }
        let outcome = self.reader.read(work, bytes);
        self.cache.save_outcome(key, &outcome);
        outcome
    }

    fn notices(&self) -> Vec<ReaderNotice> {
        self.reader.notices()
    }

    fn new_queue(&self) -> Box<dyn FormatQueue + '_> {
        let queue = self.reader.new_queue();
        Box::new(CachedQueue { reader: self, queue, questions: VecDeque::new() })
    }
}

struct CachedQueue<'a> {
    reader: &'a CachedReader,
    queue: Box<dyn FormatQueue + 'a>,
    /// Cache key of each pending question, oldest first, or `None` if the outcome is not cached.
    questions: VecDeque<Option<EntryKey>>,
}

impl FormatQueue for CachedQueue<'_> {
    fn accepts_length(&self, length: usize) -> bool {
        self.queue.accepts_length(length)
    }

    fn queue_work(&mut self, work: FormatWork, bytes: &[u8]) -> Option<QueueTicket> {
        let key = self.reader.entry_key(work, bytes);
        if key.is_some_and(|key| self.reader.cache.has_entry(key)) {
            return None;
        }
        let ticket = self.queue.queue_work(work, bytes)?;
        self.questions.push_back(key);
        Some(ticket)
    }

    fn take_outcome(&mut self, ticket: QueueTicket) -> Option<Result<FormatOutcome, Unreadable>> {
        let key = self.questions.pop_front().flatten();
        let outcome = self.queue.take_outcome(ticket)?;
        if let Some(key) = key {
            self.reader.cache.save_outcome(key, &outcome);
        }
        Some(outcome)
    }

    fn return_process_to_reader(&mut self) {
        self.queue.return_process_to_reader();
    }
}
