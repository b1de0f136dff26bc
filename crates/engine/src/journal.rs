//! The journal of the watched folder: new, changed and removed documents, newest first.

use std::collections::{BTreeMap, VecDeque};

use hashbrown::{HashMap, HashSet};

use base::path::DocPath;
use shingle_core::pipeline::{Corpus, Snapshot, Stage};

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
    events: BTreeMap<u64, Activity>,
    /// Number of the last event of each document.
    last: HashMap<DocPath, u64>,
    next: u64,
    /// True after a change that no report has.
    is_changed: bool,
    reported: u64,
}

impl Journal {
    /// Adds the changes of documents between two results, unless other parameters made other texts.
    pub(super) fn add_changes(&mut self, before: &Snapshot, next: &Snapshot, corpus: &Corpus) {
        if before.params.first_changed_stage(&next.params) == Some(Stage::Read) {
            return;
        }
        let is_there = |path: &DocPath| corpus.has_document_or_problem(path);
        // A record that moves within its file is not a renamed document.
        let moves = |path: &DocPath| path.line().is_none();
        let mut all = differences_between(texts_of_documents(before), next, is_there, moves);
        all.retain(|(path, what)| {
            // A file that becomes readable is not new.
            let was_unread = |path: &DocPath| {
                path.line().is_none()
                    && before.problems.binary_search_by(|problem| problem.path.cmp(path)).is_ok()
            };
            *what != DocumentEvent::New || self.is_missing(path) || !was_unread(path)
        });
        let unreadable =
            self.events.values().filter(|event| event.what == DocumentEvent::Unreadable);
        let gone = unreadable.filter(|event| !is_there(&event.path));
        all.extend(gone.map(|event| (event.path.clone(), DocumentEvent::Gone)));
        self.add_differences(all, false);
    }

    /// Adds differences, gone documents last. They are from before this visit if `before` is true.
    pub(super) fn add_differences(&mut self, mut all: Vec<DocumentDifference>, before: bool) {
        all.sort_by_key(|(_, what)| match what {
            DocumentEvent::New => 0,
            DocumentEvent::Changed(_) => 1,
            DocumentEvent::Renamed(_) => 2,
            _ => 3,
        });
        for (path, what) in all {
            self.add_event(path, what, before);
        }
    }

    fn is_missing(&self, path: &DocPath) -> bool {
        let last = self.last.get(path).and_then(|number| self.events.get(number));
        last.is_some_and(|event| {
            matches!(event.what, DocumentEvent::Gone | DocumentEvent::Unreadable)
        })
    }

    fn add_event(&mut self, path: DocPath, mut what: DocumentEvent, before: bool) {
        self.is_changed = true;
        let last = self.last.get(&path).and_then(|number| self.events.get_mut(number));
        if let Some(last) = last {
            match (&last.what, &what) {
                (DocumentEvent::Gone | DocumentEvent::Unreadable, DocumentEvent::New) => {
                    // The document came back in this visit, so its loss in an earlier visit no longer counts.
                    (last.what, last.before) = (DocumentEvent::Back, false);
                    return;
                }
                (DocumentEvent::Changed(times), DocumentEvent::Changed(_)) => {
                    what = DocumentEvent::Changed(times.saturating_add(1));
                    let number = last.number;
                    self.events.remove(&number);
                }
                _ => {}
            }
        }
        self.next += 1;
        self.last.insert(path.clone(), self.next);
        self.events.insert(self.next, Activity { number: self.next, path, what, before });
    }

    pub(super) const fn needs_report(&self) -> bool {
        self.is_changed
    }

    /// Returns all events for a report, newest first.
    pub(super) fn report_events(&mut self) -> Vec<Activity> {
        while self.events.len() > REMEMBERED
            && let Some(oldest) = self.events.first_entry()
            && *oldest.key() <= self.reported
        {
            let Activity { path, number, .. } = oldest.remove();
            if self.last.get(&path) == Some(&number) {
                self.last.remove(&path);
            }
        }
        (self.is_changed, self.reported) = (false, self.next);
        self.events.values().rev().cloned().collect()
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SinceLastVisit {
    pub new: u64,
    pub changed: u64,
    /// Number of documents that were read then, and cannot be read now.
    pub unreadable: u64,
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

    pub(super) fn count_differences(differences: &[DocumentDifference]) -> Self {
        let mut counted = Self::default();
        for (_, what) in differences {
            *match what {
                DocumentEvent::New => &mut counted.new,
                DocumentEvent::Changed(_) => &mut counted.changed,
                DocumentEvent::Unreadable => &mut counted.unreadable,
                DocumentEvent::Renamed(_) => &mut counted.renamed,
                _ => &mut counted.gone,
            } += 1;
        }
        counted
    }
}

/// A document with its change.
pub(super) type DocumentDifference = (DocPath, DocumentEvent);

/// Returns the documents of a result in path order, each with the hash of its text.
fn texts_of_documents(snapshot: &Snapshot) -> impl Iterator<Item = (&DocPath, u128)> {
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    docs.iter().map(|doc| (&doc.path, doc.file.text))
}

/// Compares earlier documents in path order, each with the hash of its text, with those of a result. A document that
/// `is_there` without text is unreadable. Only a document that `moves` may be renamed.
pub(super) fn differences_between<'a>(
    before: impl Iterator<Item = (&'a DocPath, u128)>,
    next: &Snapshot,
    is_there: impl Fn(&DocPath) -> bool,
    moves: impl Fn(&DocPath) -> bool,
) -> Vec<DocumentDifference> {
    let (mut all, mut new, mut gone) = (Vec::new(), Vec::new(), Vec::new());
    let mut now = texts_of_documents(next).peekable();
    for (path, text) in before {
        // Equal paths mostly share their memory, so comparing them is fast.
        new.extend(std::iter::from_fn(|| now.next_if(|(name, _)| *name != path && *name < path)));
        match now.next_if(|(name, _)| *name == path) {
            Some((_, other)) if other == text => {}
            Some(_) => all.push((path.clone(), DocumentEvent::Changed(1))),
            None if is_there(path) => all.push((path.clone(), DocumentEvent::Unreadable)),
            None => gone.push((path, text)),
        }
    }
    new.extend(now);
    let mut by_text: HashMap<u128, VecDeque<&DocPath>> = HashMap::new();
    for (path, text) in new.iter().filter(|(path, _)| moves(path)) {
        by_text.entry(*text).or_default().push_back(path);
    }
    let mut renamed = HashSet::new();
    for (path, text) in gone {
        let alike = by_text.get_mut(&text).filter(|_| moves(path));
        let to = alike.and_then(VecDeque::pop_front);
        renamed.extend(to);
        let what = to.map_or(DocumentEvent::Gone, |to| DocumentEvent::Renamed(to.clone()));
        all.push((path.clone(), what));
    }
    let new = new.into_iter().map(|(path, _)| path).filter(|path| !renamed.contains(path));
    all.extend(new.map(|path| (path.clone(), DocumentEvent::New)));
    all
}
