//! Finds the marked rows of a result, and rows that were marked before one of their documents changed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::decisions::{Decided, Subject, UserMark};
use shingle::engine::Activity;
use shingle::pipeline::{CopyGroups, Mark, Row, Snapshot};

use crate::tui::model::{Model, activity::former_names, activity::renamed_to};

/// Maximum number of rows for counting marks, because counting builds all rows.
const COUNTED: usize = 100_000;

/// Data that identifies the marks of rows, and the marks of earlier versions of their documents.
#[derive(Debug, Clone, Default)]
pub(crate) struct DecisionLookup {
    pub(crate) all: Arc<Decided>,
    pub(crate) folder: Arc<str>,
    /// Activities in the folder, newest first, which contain former names.
    happened: Arc<Vec<Activity>>,
    renamed: HashSet<DocPath>,
}

impl Model {
    pub(crate) fn mark_lookup(&self) -> DecisionLookup {
        DecisionLookup {
            all: Arc::clone(&self.decisions.all),
            folder: self.folder_name.as_str().into(),
            happened: Arc::clone(&self.activities.all),
            renamed: self.activities.all.iter().filter_map(renamed_to).cloned().collect(),
        }
    }
}

impl DecisionLookup {
    pub(crate) fn earlier_mark_of_row(&self, snapshot: &Snapshot, row: &Row) -> Option<&UserMark> {
        // Most folders have no marks but many rows.
        if self.all.is_empty() {
            return None;
        }
        self.earlier_mark(snapshot.names(row), snapshot.contents(row))
    }

    /// Returns the newest mark of an earlier version of two documents with these names and contents, also under their
    /// former names.
    pub(crate) fn earlier_mark(
        &self,
        (a, b): (&DocPath, &DocPath),
        [one, other]: [u128; 2],
    ) -> Option<&UserMark> {
        // A pair with an undone mark ignores earlier marks.
        if self.all.last_mark(Subject::pair(one, other)).is_some() {
            return None;
        }
        let names = |now: &DocPath| {
            let is_renamed = self.renamed.contains(now);
            let former = is_renamed.then(|| former_names(&self.happened, now));
            [vec![now.clone()], former.unwrap_or_default()].concat()
        };
        let (of_a, of_b) = (names(a), names(b));
        let pairs = of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a.name(), b.name())));
        let earlier = pairs.filter_map(|(a, b)| {
            self.all.mark_on_earlier_version(&self.folder, (&a, &b), (one, other))
        });
        earlier.max_by(|one, other| one.at.cmp(&other.at))
    }
}

/// Marks of pairs of copies, and of pairs with files saved again, by the pairs of unmarked rows.
pub(crate) type OfCopies = HashMap<Subject, UserMark>;

/// Finds the marks of pairs that rows represent under other names, because another copy may have come first by path
/// since. Includes pairs whose files have other bytes since, but the same contents.
pub(crate) fn marks_of_copies(all: &Decided, folder: &str, snapshot: &Snapshot) -> OfCopies {
    if all.is_empty() {
        return OfCopies::default();
    }
    let groups = CopyGroups::new(snapshot);
    let rows = snapshot.rows.iter().filter(|row| row.mark() != Mark::Gone);
    let decided = rows.filter_map(|row| {
        let subject = subject_of(snapshot, row);
        if all.last_mark(subject).is_some() {
            return None;
        }
        let of_copy = CopyGroups::stands_for_more(row).then(|| groups.contents(row));
        let of_copy = of_copy.and_then(|[left, right]| all.newest_between(&left, &right)).cloned();
        let (a, b) = snapshot.names(row);
        let (contents, texts) = (snapshot.contents(row), snapshot.texts(row));
        let saved = || all.mark_before_saving(folder, (&a.name(), &b.name()), contents, texts);
        Some((subject, of_copy.or_else(saved)?))
    });
    decided.collect()
}

/// Returns the mark of a row of a result, else the mark of a pair of copies that the row represents.
pub(crate) fn mark_of_row<'d>(
    (all, copies): (&'d Decided, &'d OfCopies),
    snapshot: &Snapshot,
    row: &Row,
) -> Option<&'d UserMark> {
    if all.is_empty() {
        return None;
    }
    let subject = subject_of(snapshot, row);
    // A mark of a copy does not replace an undone mark.
    all.last_mark(subject)
        .map_or_else(|| copies.get(&subject), |last| Some(last).filter(|one| one.says_something()))
}

fn subject_of(snapshot: &Snapshot, row: &Row) -> Subject {
    let [a, b] = snapshot.contents(row);
    Subject::pair(a, b)
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DecidedCounts {
    /// Rows with a mark on the current version.
    pub(crate) now: usize,
    /// Rows with a mark or note on an earlier version of one of their documents.
    pub(crate) earlier: usize,
}

/// Counts the marked rows of a result, without removed rows, like the filters `is:decided` and `is:earlier`. Also
/// returns the marks of copies that the rows represent. `None` and no marks if there are too many rows.
pub(crate) fn count_marked(
    lookup: &DecisionLookup,
    snapshot: &Snapshot,
) -> (Option<DecidedCounts>, OfCopies) {
    if snapshot.rows.len() > COUNTED {
        return (None, OfCopies::default());
    }
    let copies = marks_of_copies(&lookup.all, &lookup.folder, snapshot);
    let mut counts = DecidedCounts::default();
    // Rows of removed documents need no mark. A report counts the same rows.
    for row in snapshot.rows.iter().filter(|row| row.mark() != Mark::Gone) {
        match mark_of_row((&lookup.all, &copies), snapshot, row) {
            Some(decision) => counts.now += usize::from(!decision.is_undecided()),
            None => {
                counts.earlier += usize::from(lookup.earlier_mark_of_row(snapshot, row).is_some());
            }
        }
    }
    (Some(counts), copies)
}
