//! What happened in the watched folder, newest first, and of documents that are gone where their content went. It looks at
//! no file: the words of what is gone are remembered as numbers.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::base::path::DocPath;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::corpus::whereabouts::{AT_ONCE, Whereabouts, whereabouts};
use crate::pipeline::parameters::{Params, Stage};
use crate::pipeline::texts::record::Record;

/// So many events are remembered.
const REMEMBERED: usize = 1000;
/// So many words of documents that are gone, four bytes each: 64 MB.
const WORDS: usize = 16 << 20;
/// After every change so many of the documents that went last are looked for again; what was found of the others stays.
const LOOKED_FOR: usize = 64;

/// Something that happened to a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// Tells it from others; the later the larger.
    pub number: u64,
    /// The document.
    pub path: DocPath,
    /// What happened.
    pub what: DocumentEvent,
}

/// What can happen to a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentEvent {
    /// It came.
    New,
    /// Its bytes are others than before; this many times without anything else happening to it.
    Changed(u32),
    /// It is gone, and its content is where this says; `None` where nobody knows what that was.
    Gone(Option<Arc<Whereabouts>>),
    /// It was gone, and is there again.
    Back,
}

/// What happened lately.
#[derive(Debug, Default)]
pub(super) struct Journal {
    /// The oldest first.
    entries: VecDeque<JournalEntry>,
    /// The number of the next one.
    next: u64,
    /// The words of all that is gone.
    words: usize,
    /// There is something to be looked for or told.
    open: bool,
    /// What was told last.
    sent: Vec<Activity>,
}

#[derive(Debug)]
struct JournalEntry {
    activity: Activity,
    /// What is gone, while it is remembered, and what it was read with.
    lost: Option<(Record, Arc<Params>)>,
    /// It is still to be looked for.
    sought: bool,
}

impl Journal {
    /// A document came.
    pub(super) fn came(&mut self, path: &DocPath) {
        let is_it = |entry: &JournalEntry| {
            entry.activity.path == *path && matches!(entry.activity.what, DocumentEvent::Gone(_))
        };
        let Some(place) = self.entries.iter().rposition(is_it) else {
            return self.add(path, DocumentEvent::New, None);
        };
        self.forget(place);
        let gone = &mut self.entries[place];
        if self.sent.iter().any(|sent| sent.number == gone.activity.number) {
            gone.activity.what = DocumentEvent::Back;
        } else {
            // It was gone for a moment only, as where a program writes a file anew.
            self.entries.remove(place);
            self.changed(path);
        }
    }

    /// The bytes of a document are others than before.
    pub(super) fn changed(&mut self, path: &DocPath) {
        let last = self.entries.iter().rposition(|entry| entry.activity.path == *path);
        let before = last.and_then(|place| match self.entries[place].activity.what {
            DocumentEvent::Changed(times) => self.entries.remove(place).map(|_| times),
            _ => None,
        });
        self.add(path, DocumentEvent::Changed(before.unwrap_or(0).saturating_add(1)), None);
    }

    /// A document is gone that was read with these parameters; `None` where its words are not known.
    pub(super) fn went(&mut self, path: &DocPath, record: Option<&Record>, params: &Arc<Params>) {
        let lost = record.map(|record| (record.apart(), Arc::clone(params)));
        self.words += record.map_or(0, |record| record.words().len());
        self.add(path, DocumentEvent::Gone(None), lost);
        let mut oldest = 0;
        while self.words > WORDS && oldest < self.entries.len() {
            self.forget(oldest);
            oldest += 1;
        }
    }

    /// Forgets the words of what is gone.
    fn forget(&mut self, place: usize) {
        if let Some((record, _)) = self.entries.get_mut(place).and_then(|entry| entry.lost.take()) {
            self.words -= record.words().len();
        }
    }

    fn add(&mut self, path: &DocPath, what: DocumentEvent, lost: Option<(Record, Arc<Params>)>) {
        self.next += 1;
        let activity = Activity { number: self.next, path: path.clone(), what };
        self.entries.push_back(JournalEntry { activity, sought: lost.is_some(), lost });
        if self.entries.len() > REMEMBERED {
            self.forget(0);
            self.entries.pop_front();
        }
    }

    /// The corpus is another one.
    pub(super) fn reopen(&mut self) {
        let lost = self.entries.iter_mut().rev().filter(|entry| entry.lost.is_some());
        lost.take(LOOKED_FOR).for_each(|entry| entry.sought = true);
        self.open = !self.entries.is_empty();
    }

    /// Whether there is something to be looked for or told.
    pub(super) const fn is_open(&self) -> bool {
        self.open
    }

    /// Looks for some of what is gone in a refreshed corpus; when nothing is left to be looked for, what is to be told,
    /// newest first, unless it was told already. `None` also when cancelled.
    pub(super) fn settle(&mut self, corpus: &mut Corpus, cancel: &Cancel) -> Option<Vec<Activity>> {
        let now = Arc::clone(corpus.params());
        let mut sought = Vec::new();
        for (place, entry) in self.entries.iter_mut().enumerate().rev() {
            if !std::mem::take(&mut entry.sought) {
                continue;
            }
            // What was read as other words cannot be looked for among these: what was found then stays.
            let fits = |(record, params): &(Record, Arc<Params>)| {
                params.first_difference(&now) != Some(Stage::Read) && !record.about.lacks(&now)
            };
            if entry.lost.as_ref().is_some_and(fits) {
                sought.push(place);
            }
            if sought.len() == AT_ONCE {
                break;
            }
        }
        let records: Vec<&Record> = sought
            .iter()
            .filter_map(|place| self.entries.get(*place)?.lost.as_ref())
            .map(|(record, _)| record)
            .collect();
        let found = if records.is_empty() {
            Some(Vec::new())
        } else {
            whereabouts(corpus, &records, cancel)
        };
        let Some(found) = found else {
            for place in sought {
                self.entries[place].sought = true;
            }
            return None;
        };
        for (place, found) in sought.into_iter().zip(found) {
            self.entries[place].activity.what = DocumentEvent::Gone(Some(Arc::new(found)));
        }
        if self.entries.iter().any(|entry| entry.sought) {
            return None;
        }
        self.open = false;
        let all: Vec<Activity> =
            self.entries.iter().rev().map(|entry| entry.activity.clone()).collect();
        if all == self.sent {
            return None;
        }
        self.sent.clone_from(&all);
        Some(all)
    }
}
