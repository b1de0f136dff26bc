//! The journal of the watched folder: what came, changed and went, newest first. It reads no file.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hashbrown::HashMap;

use crate::pipeline::{Corpus, Mark};
use crate::{base::path::DocPath, visits::DocumentBefore};

/// The most events that are remembered after they were reported.
const REMEMBERED: usize = 1000;

/// Something that happened to a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// Identifies it; later ones have larger numbers.
    pub number: u64,
    /// The document.
    pub path: DocPath,
    /// What happened.
    pub what: DocumentEvent,
    /// Whether it happened between the last visit and this one.
    pub before: bool,
}

/// What can happen to a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentEvent {
    /// It is new.
    New,
    /// Its text changed, so many times in a row.
    Changed(u32),
    /// It is gone.
    Gone,
    /// It is there and cannot be read any more.
    Unreadable,
    /// It is back after it was gone or could not be read.
    Back,
    /// It is gone, and a new document of this name has its text.
    Renamed(DocPath),
}

/// The recent events.
#[derive(Debug, Default)]
pub(super) struct Journal {
    /// The events by number.
    entries: BTreeMap<u64, JournalEntry>,
    /// The numbers of those of each document.
    of: HashMap<DocPath, BTreeSet<u64>>,
    /// The number of the last event.
    next: u64,
    /// Whether there may be something to report.
    open: bool,
    /// The last report.
    sent: Vec<Activity>,
    /// The number of the last event when it was made.
    reported: u64,
}

#[derive(Debug)]
struct JournalEntry {
    activity: Activity,
    /// The hash of the text of a document that is gone, if it was read.
    text: Option<u128>,
}

impl Journal {
    /// Notes that a document came.
    pub(super) fn note_new(&mut self, path: &DocPath) {
        if !self.is_away(path) {
            return self.add(path, DocumentEvent::New, None);
        }
        let Some(number) = self.last(path) else { return };
        if number > self.reported {
            // It was gone only for a moment, as when a program replaces a file.
            self.remove(number);
            self.note_changed(path);
        } else if let Some(JournalEntry { activity, .. }) = self.entries.get_mut(&number) {
            activity.what = DocumentEvent::Back;
            // Whenever it went, it came back in this visit.
            activity.before = false;
        }
    }

    /// Whether a document is gone or cannot be read, by the last that is known of it.
    pub(super) fn is_away(&self, path: &DocPath) -> bool {
        let last = self.last(path).and_then(|number| self.entries.get(&number));
        last.is_some_and(|entry| {
            matches!(entry.activity.what, DocumentEvent::Gone | DocumentEvent::Unreadable)
        })
    }

    /// The number of the last event of a document.
    fn last(&self, path: &DocPath) -> Option<u64> {
        self.of.get(path)?.last().copied()
    }

    fn remove(&mut self, number: u64) {
        let Some(JournalEntry { activity, .. }) = self.entries.remove(&number) else { return };
        if let Some(numbers) = self.of.get_mut(&activity.path) {
            numbers.remove(&number);
            if numbers.is_empty() {
                self.of.remove(&activity.path);
            }
        }
    }

    /// Notes that the text of a document changed.
    pub(super) fn note_changed(&mut self, path: &DocPath) {
        let mut times: u32 = 1;
        if let Some(number) = self.last(path)
            && let Some(DocumentEvent::Changed(before)) =
                self.entries.get(&number).map(|entry| &entry.activity.what)
        {
            times = before.saturating_add(1);
            self.remove(number);
        }
        self.add(path, DocumentEvent::Changed(times), None);
    }

    /// Notes that a document cannot be read any more.
    pub(super) fn note_unreadable(&mut self, path: &DocPath) {
        self.add(path, DocumentEvent::Unreadable, None);
    }

    /// Notes that a document is gone. `text` is the hash of its text, if it was read.
    pub(super) fn note_gone(&mut self, path: &DocPath, text: Option<u128>) {
        self.add(path, DocumentEvent::Gone, text);
    }

    /// Makes one renamed document of one that is gone and a new one with its text, if neither was reported. Of several with the
    /// same text, the first by path comes first.
    fn find_renamed(&mut self, corpus: &Corpus) {
        let mut gone: BTreeMap<u128, BTreeMap<DocPath, u64>> = BTreeMap::new();
        let mut new: BTreeMap<DocPath, u64> = BTreeMap::new();
        let untold = self.entries.range(self.reported + 1..);
        for (_, JournalEntry { activity, text }) in untold {
            // A record that moved within its file is no renamed document.
            if activity.before || activity.path.line().is_some() {
                continue;
            }
            match (&activity.what, text) {
                (DocumentEvent::New, _) => {
                    new.insert(activity.path.clone(), activity.number);
                }
                (DocumentEvent::Gone, Some(text)) => {
                    let alike = gone.entry(*text).or_default();
                    alike.insert(activity.path.clone(), activity.number);
                }
                _ => {}
            }
        }
        for (to, arrival) in new {
            let alike = corpus.text_hash(&to).and_then(|text| gone.get_mut(&text));
            let Some((_, loss)) = alike.and_then(BTreeMap::pop_first) else { continue };
            self.remove(arrival);
            if let Some(entry) = self.entries.get_mut(&loss) {
                entry.activity.what = DocumentEvent::Renamed(to);
            }
        }
    }

    /// Notes what differs from the last visit, what is gone last.
    pub(super) fn since_last_visit(&mut self, mut differences: Vec<VisitDifference>) {
        // The newest are kept, and are shown first.
        differences.sort_by_key(|one| match one {
            VisitDifference::New(_) => 0,
            VisitDifference::Changed(_) => 1,
            VisitDifference::Renamed(..) => 2,
            VisitDifference::Gone(_) => 3,
        });
        for difference in differences {
            let (path, what) = match difference {
                VisitDifference::New(path) => (path, DocumentEvent::New),
                VisitDifference::Changed(path) => (path, DocumentEvent::Changed(1)),
                VisitDifference::Renamed(path, to) => (path, DocumentEvent::Renamed(to)),
                VisitDifference::Gone(path) => (path, DocumentEvent::Gone),
            };
            self.add(&path, what, None);
            if let Some(mut entry) = self.entries.last_entry() {
                entry.get_mut().activity.before = true;
            }
        }
    }

    fn add(&mut self, path: &DocPath, what: DocumentEvent, text: Option<u128>) {
        self.next += 1;
        let activity = Activity { number: self.next, path: path.clone(), what, before: false };
        self.entries.insert(self.next, JournalEntry { activity, text });
        self.of.entry(path.clone()).or_default().insert(self.next);
    }

    /// Notes that the corpus changed.
    pub(super) fn reopen(&mut self) {
        self.open = !self.entries.is_empty();
    }

    /// Whether there may be something to report.
    pub(super) const fn is_open(&self) -> bool {
        self.open
    }

    /// Returns all events, newest first, if they differ from the last report.
    pub(super) fn settle(&mut self, corpus: &Corpus) -> Option<Vec<Activity>> {
        self.find_renamed(corpus);
        let surplus = self.entries.len().saturating_sub(REMEMBERED);
        let oldest = self.entries.keys().take(surplus).take_while(|one| **one <= self.reported);
        for number in oldest.copied().collect::<Vec<_>>() {
            self.remove(number);
        }
        (self.open, self.reported) = (false, self.next);
        let all: Vec<Activity> =
            self.entries.values().rev().map(|entry| entry.activity.clone()).collect();
        if all == self.sent {
            return None;
        }
        self.sent.clone_from(&all);
        Some(all)
    }
}

/// How many documents differ from those of the last visit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SinceLastVisit {
    /// Documents that were not there, and are no renamed ones.
    pub new: u64,
    /// Documents with another text.
    pub changed: u64,
    /// Documents that are gone, with their text.
    pub gone: u64,
    /// Documents that are gone while a new one has their text.
    pub renamed: u64,
    /// Rows of documents that are new or changed.
    pub rows: u64,
}

impl SinceLastVisit {
    /// Whether nothing differs.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Counts what differs.
    pub(super) fn count(differences: &[VisitDifference]) -> Self {
        let mut counted = Self::default();
        for difference in differences {
            *match difference {
                VisitDifference::New(_) => &mut counted.new,
                VisitDifference::Changed(_) => &mut counted.changed,
                VisitDifference::Gone(_) => &mut counted.gone,
                VisitDifference::Renamed(..) => &mut counted.renamed,
            } += 1;
        }
        counted
    }
}

/// A document that differs.
pub(super) enum VisitDifference {
    New(DocPath),
    Changed(DocPath),
    Gone(DocPath),
    /// The first name is gone; the document has the second one now.
    Renamed(DocPath, DocPath),
}

impl VisitDifference {
    /// A document that is there, and how its rows are marked.
    pub(super) fn mark(&self) -> Option<(DocPath, Mark)> {
        match self {
            Self::New(path) => Some((path.clone(), Mark::New)),
            Self::Changed(path) => Some((path.clone(), Mark::Changed)),
            Self::Gone(_) | Self::Renamed(..) => None,
        }
    }
}

/// Compares the documents of the last visit, in path order, with those that are there. A document that is there and cannot be
/// read now is left out.
pub(super) fn differences_since(
    before: &[DocumentBefore],
    corpus: &Corpus,
) -> Vec<VisitDifference> {
    let was_there = |path: &DocPath| before.binary_search_by(|one| one.path.cmp(path)).is_ok();
    let new = corpus.entries().iter().filter(|(path, _)| !was_there(path));
    let mut new: BTreeMap<&DocPath, u128> =
        new.map(|(path, entry)| (path, entry.record.info.file.text)).collect();
    // Of several with the same text, the first by path comes first.
    let mut by_text: HashMap<u128, VecDeque<&DocPath>> = HashMap::new();
    for (path, text) in &new {
        by_text.entry(*text).or_default().push_back(path);
    }
    let mut differences = Vec::new();
    for DocumentBefore { path, text } in before {
        match corpus.text_hash(path) {
            Some(now) if now == *text => {}
            Some(_) => differences.push(VisitDifference::Changed(path.clone())),
            None if corpus.has(path) => {}
            None => {
                let to = by_text.get_mut(text).and_then(VecDeque::pop_front);
                differences.push(if let Some(to) = to {
                    new.remove(to);
                    VisitDifference::Renamed(path.clone(), to.clone())
                } else {
                    VisitDifference::Gone(path.clone())
                });
            }
        }
    }
    differences.extend(new.into_keys().cloned().map(VisitDifference::New));
    differences
}
