//! The journal of the watched folder: new, changed and removed documents, newest first.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hashbrown::HashMap;

use crate::visits::DocumentBefore;
use base::path::DocPath;
use shingle_core::pipeline::Corpus;

const REMEMBERED: usize = 1000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// Position in the journal. Later events have larger numbers.
    pub number: u64,
    pub path: DocPath,
    pub what: DocumentEvent,
    /// True if the change happened between the last visit and this visit.
    pub before: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentEvent {
    New,
    Changed(u32),
    Gone,
    Unreadable,
    /// The document exists again after it was gone or unreadable.
    Back,
    /// The document is gone, and a new document of this name has the same text.
    Renamed(DocPath),
}

#[derive(Debug, Default)]
pub(super) struct Journal {
    entries: BTreeMap<u64, JournalEntry>,
    of: HashMap<DocPath, BTreeSet<u64>>,
    next: u64,
    /// True if a report is due.
    open: bool,
    /// True after a change that no report has.
    is_changed: bool,
    reported: u64,
}

#[derive(Debug)]
struct JournalEntry {
    activity: Activity,
    /// Hash of the text, for a document that is gone and was read; else `None`.
    text: Option<u128>,
}

impl Journal {
    pub(super) fn note_new_document(&mut self, path: &DocPath) {
        if !self.is_missing(path) {
            return self.add_event(path, DocumentEvent::New, None);
        }
        let Some(number) = self.last_event(path) else { return };
        if number > self.reported {
            // The file was only missing for a moment, as when a program replaces it.
            self.remove_event(number);
            self.note_changed_document(path);
        } else if let Some(JournalEntry { activity, .. }) = self.entries.get_mut(&number) {
            activity.what = DocumentEvent::Back;
            self.is_changed = true;
            // The document came back in this visit, so its loss in an earlier visit no longer counts.
            activity.before = false;
        }
    }

    pub(super) fn is_missing(&self, path: &DocPath) -> bool {
        let last = self.last_event(path).and_then(|number| self.entries.get(&number));
        last.is_some_and(|entry| {
            matches!(entry.activity.what, DocumentEvent::Gone | DocumentEvent::Unreadable)
        })
    }

    fn last_event(&self, path: &DocPath) -> Option<u64> {
        self.of.get(path)?.last().copied()
    }

    fn remove_event(&mut self, number: u64) {
        self.is_changed = true;
        let Some(JournalEntry { activity, .. }) = self.entries.remove(&number) else { return };
        if let Some(numbers) = self.of.get_mut(&activity.path) {
            numbers.remove(&number);
            if numbers.is_empty() {
                self.of.remove(&activity.path);
            }
        }
    }

    pub(super) fn note_changed_document(&mut self, path: &DocPath) {
        let mut times: u32 = 1;
        if let Some(number) = self.last_event(path)
            && let Some(DocumentEvent::Changed(before)) =
                self.entries.get(&number).map(|entry| &entry.activity.what)
        {
            times = before.saturating_add(1);
            self.remove_event(number);
        }
        self.add_event(path, DocumentEvent::Changed(times), None);
    }

    pub(super) fn note_unreadable_document(&mut self, path: &DocPath) {
        self.add_event(path, DocumentEvent::Unreadable, None);
    }

    /// Records that a document is gone. `text` is the hash of its text, `None` if it was never read.
    pub(super) fn note_gone_document(&mut self, path: &DocPath, text: Option<u128>) {
        self.add_event(path, DocumentEvent::Gone, text);
    }

    /// Replaces a gone and a new document with the same text by one renamed document, if neither was reported yet.
    /// Documents with equal texts are matched in path order.
    fn merge_renamed(&mut self, corpus: &Corpus) {
        let mut gone: BTreeMap<u128, BTreeMap<DocPath, u64>> = BTreeMap::new();
        let mut new: BTreeMap<DocPath, u64> = BTreeMap::new();
        let untold = self.entries.range(self.reported + 1..);
        for (_, JournalEntry { activity, text }) in untold {
            // A record that moved within its file is not a renamed document.
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
            self.remove_event(arrival);
            if let Some(entry) = self.entries.get_mut(&loss) {
                entry.activity.what = DocumentEvent::Renamed(to);
            }
        }
    }

    /// Adds the differences from the last visit, gone documents last.
    pub(super) fn add_differences(&mut self, mut differences: Vec<VisitDifference>) {
        differences.sort_by_key(|(_, what)| match what {
            DocumentEvent::New => 0,
            DocumentEvent::Changed(_) => 1,
            DocumentEvent::Renamed(_) => 2,
            _ => 3,
        });
        for (path, what) in differences {
            self.add_event(&path, what, None);
            if let Some(mut entry) = self.entries.last_entry() {
                entry.get_mut().activity.before = true;
            }
        }
    }

    fn add_event(&mut self, path: &DocPath, what: DocumentEvent, text: Option<u128>) {
        self.is_changed = true;
        self.next += 1;
        let activity = Activity { number: self.next, path: path.clone(), what, before: false };
        self.entries.insert(self.next, JournalEntry { activity, text });
        self.of.entry(path.clone()).or_default().insert(self.next);
    }

    pub(super) const fn request_report(&mut self) {
        self.open = self.is_changed;
    }

    pub(super) const fn needs_report(&self) -> bool {
        self.open
    }

    /// Returns all events for the due report, newest first.
    pub(super) fn report_events(&mut self, corpus: &Corpus) -> Vec<Activity> {
        self.merge_renamed(corpus);
        let surplus = self.entries.len().saturating_sub(REMEMBERED);
        let oldest = self.entries.keys().take(surplus).take_while(|one| **one <= self.reported);
        for number in oldest.copied().collect::<Vec<_>>() {
            self.remove_event(number);
        }
        (self.open, self.is_changed, self.reported) = (false, false, self.next);
        self.entries.values().rev().map(|entry| entry.activity.clone()).collect()
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SinceLastVisit {
    pub new: u64,
    pub changed: u64,
    /// Number of documents that are gone, and whose texts are gone too.
    pub gone: u64,
    /// Number of documents that are gone, while a new document has their text.
    pub renamed: u64,
    pub rows: u64,
}

impl SinceLastVisit {
    pub fn has_no_changes(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn count_differences(differences: &[VisitDifference]) -> Self {
        let mut counted = Self::default();
        for (_, what) in differences {
            *match what {
                DocumentEvent::New => &mut counted.new,
                DocumentEvent::Changed(_) => &mut counted.changed,
                DocumentEvent::Renamed(_) => &mut counted.renamed,
                _ => &mut counted.gone,
            } += 1;
        }
        counted
    }
}

/// A document that is new, changed, renamed or gone since the last visit.
pub(super) type VisitDifference = (DocPath, DocumentEvent);

/// Compares the documents of the last visit with the present documents; both in path order. Files that exist but are
/// unreadable do not count as gone.
pub(super) fn differences_since(
    before: &[DocumentBefore],
    corpus: &Corpus,
) -> Vec<VisitDifference> {
    let was_there = |path: &DocPath| before.binary_search_by(|one| one.path.cmp(path)).is_ok();
    let new = corpus.entries().iter().filter(|(path, _)| !was_there(path));
    let mut new: BTreeMap<&DocPath, u128> =
        new.map(|(path, entry)| (path, entry.record.info.file.text)).collect();
    let mut by_text: HashMap<u128, VecDeque<&DocPath>> = HashMap::new();
    for (path, text) in &new {
        by_text.entry(*text).or_default().push_back(path);
    }
    let mut differences = Vec::new();
    for DocumentBefore { path, text } in before {
        match corpus.text_hash(path) {
            Some(now) if now == *text => {}
            Some(_) => differences.push((path.clone(), DocumentEvent::Changed(1))),
            None if corpus.has_document_or_problem(path) => {}
            None => {
                let to = by_text.get_mut(text).and_then(VecDeque::pop_front);
                let what = to.map_or(DocumentEvent::Gone, |to| {
                    new.remove(to);
                    DocumentEvent::Renamed(to.clone())
                });
                differences.push((path.clone(), what));
            }
        }
    }
    differences.extend(new.into_keys().map(|path| (path.clone(), DocumentEvent::New)));
    differences
}
