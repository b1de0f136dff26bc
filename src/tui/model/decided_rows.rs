//! Finds the marked rows of a result, and rows that were marked before one of their documents changed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::decisions::{Decided, Subject, UserMark};
use shingle::engine::Activity;
use shingle::pipeline::{CopyGroups, Mark, Row, Snapshot};

use crate::tui::model::activity::{former_names, renamed_to};

/// Maximum number of rows for counting marks, because counting builds all rows.
const COUNTED: usize = 100_000;

/// Data that identifies the marks of rows, and the marks of earlier versions of their documents.
#[derive(Debug, Clone, Default)]
pub(crate) struct DecisionLookup {
    pub(crate) all: Arc<Decided>,
    /// The folder's name in the marks.
    pub(crate) folder: Arc<str>,
    /// Activities in the folder, newest first, which contain former names.
    pub(crate) happened: Arc<Vec<Activity>>,
}

impl DecisionLookup {
    /// Returns a function that finds the mark on an earlier version of an unmarked row. Its index is built once for
    /// many rows.
    pub(crate) fn earlier_versions<'s>(
        &'s self,
        snapshot: &'s Snapshot,
    ) -> impl Fn(&Row) -> Option<&'s UserMark> + 's {
        let renamed: HashSet<&DocPath> = self.happened.iter().filter_map(renamed_to).collect();
        let former = move |path: &DocPath| {
            if renamed.contains(path) { former_names(&self.happened, path) } else { Vec::new() }
        };
        move |row| earlier_mark_of_row(&self.all, &self.folder, snapshot, row, &former)
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

/// Returns the mark of an earlier version of an unmarked row, also under the `former` names of its documents.
pub(crate) fn earlier_mark_of_row<'d>(
    all: &'d Decided,
    folder: &str,
    snapshot: &Snapshot,
    row: &Row,
    former: impl Fn(&DocPath) -> Vec<DocPath>,
) -> Option<&'d UserMark> {
    // Most folders have no marks but many rows.
    if all.is_empty() {
        return None;
    }
    let [a, b] = snapshot.contents(row);
    earlier_mark(all, folder, snapshot.names(row), (a, b), former)
}

/// Returns the newest mark of an earlier version of two documents with these names and contents, also under their
/// `former` names.
pub(crate) fn earlier_mark<'d>(
    all: &'d Decided,
    folder: &str,
    (a, b): (&DocPath, &DocPath),
    contents: (u128, u128),
    former: impl Fn(&DocPath) -> Vec<DocPath>,
) -> Option<&'d UserMark> {
    // A pair with an undone mark ignores earlier marks.
    if all.last_mark(Subject::pair(contents.0, contents.1)).is_some() {
        return None;
    }
    let names = |now: &DocPath| [vec![now.clone()], former(now)].concat();
    let (of_a, of_b) = (names(a), names(b));
    let pairs = of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a.name(), b.name())));
    let earlier =
        pairs.filter_map(|(a, b)| all.mark_on_earlier_version(folder, (&a, &b), contents));
    earlier.max_by(|one, other| one.at.cmp(&other.at))
}

fn subject_of(snapshot: &Snapshot, row: &Row) -> Subject {
    let [a, b] = snapshot.contents(row);
    Subject::pair(a, b)
}

/// Numbers of marked rows of a result.
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
    let on_earlier = lookup.earlier_versions(snapshot);
    let mut counts = DecidedCounts::default();
    // Rows of removed documents need no mark. A report counts the same rows.
    for row in snapshot.rows.iter().filter(|row| row.mark() != Mark::Gone) {
        match mark_of_row((&lookup.all, &copies), snapshot, row) {
            Some(decision) => counts.now += usize::from(!decision.is_undecided()),
            None => counts.earlier += usize::from(on_earlier(row).is_some()),
        }
    }
    (Some(counts), copies)
}
