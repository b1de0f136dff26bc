//! Which rows of a result are decided, or were before a document of theirs changed. It keeps nothing.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::decisions::{Decided, Decision, Subject};
use shingle::engine::Activity;
use shingle::pipeline::{CopyGroups, Mark, Row, Snapshot};

use crate::tui::model::problems::activity::{became, former_names};

/// Of more rows than this it is not counted how many are decided: all of them would have to be made.
const COUNTED: usize = 100_000;

/// What tells the decisions on rows, and on earlier versions of their documents.
#[derive(Debug, Clone, Default)]
pub(crate) struct DecisionLookup {
    /// All decisions.
    pub(crate) all: Arc<Decided>,
    /// The folder, as decisions name it.
    pub(crate) folder: Arc<str>,
    /// What happened in the folder, newest first: it knows former names.
    pub(crate) happened: Arc<Vec<Activity>>,
}

impl DecisionLookup {
    /// What was decided about an earlier version of a row that is undecided. The lookup is made once for many rows.
    pub(crate) fn earlier_versions<'s>(
        &'s self,
        snapshot: &'s Snapshot,
    ) -> impl Fn(&Row) -> Option<&'s Decision> + 's {
        let renamed: HashSet<&DocPath> = self.happened.iter().filter_map(became).collect();
        let former = move |path: &DocPath| {
            if renamed.contains(path) { former_names(&self.happened, path) } else { Vec::new() }
        };
        move |row| earlier_of_row(&self.all, &self.folder, snapshot, row, &former)
    }
}

/// Decisions on pairs of copies, and on pairs that were saved again, by the pairs of rows of which nothing was said.
pub(crate) type OfCopies = HashMap<Subject, Decision>;

/// What was decided about pairs that rows stand for and do not name: another copy may have come first by path since. Also
/// about pairs whose files have other bytes since, and the same texts.
pub(crate) fn of_copies(all: &Decided, folder: &str, snapshot: &Snapshot) -> OfCopies {
    if all.is_empty() {
        return OfCopies::default();
    }
    let groups = CopyGroups::new(snapshot);
    let rows = snapshot.rows.iter().filter(|row| row.mark() != Mark::Gone);
    let decided = rows.filter_map(|row| {
        let subject = subject_of(snapshot, row);
        if all.last(subject).is_some() {
            return None;
        }
        let of_copy = CopyGroups::stands_for_more(row).then(|| groups.contents(row));
        let of_copy = of_copy.and_then(|[left, right]| all.between(&left, &right)).cloned();
        let (a, b) = snapshot.names(row);
        let (contents, texts) = (snapshot.contents(row), snapshot.texts(row));
        let saved = || all.saved_again(folder, (&a.name(), &b.name()), contents, texts);
        Some((subject, of_copy.or_else(saved)?))
    });
    decided.collect()
}

/// What was decided about a row of a result, or else about a pair of copies that it stands for.
pub(crate) fn of_row<'d>(
    (all, copies): (&'d Decided, &'d OfCopies),
    snapshot: &Snapshot,
    row: &Row,
) -> Option<&'d Decision> {
    if all.is_empty() {
        return None;
    }
    let subject = subject_of(snapshot, row);
    // What was taken back is not decided by a copy.
    all.last(subject)
        .map_or_else(|| copies.get(&subject), |last| Some(last).filter(|one| one.says_something()))
}

/// What was decided about an earlier version of an undecided row; also about one with the `former` names of its documents.
pub(crate) fn earlier_of_row<'d>(
    all: &'d Decided,
    folder: &str,
    snapshot: &Snapshot,
    row: &Row,
    former: impl Fn(&DocPath) -> Vec<DocPath>,
) -> Option<&'d Decision> {
    // Most folders have no decision, and rows are many.
    if all.is_empty() {
        return None;
    }
    let [a, b] = snapshot.contents(row);
    earlier(all, folder, snapshot.names(row), (a, b), former)
}

/// What was decided about an earlier version of two documents that have these names and contents; also about one with their
/// `former` names. The newest of these.
pub(crate) fn earlier<'d>(
    all: &'d Decided,
    folder: &str,
    (a, b): (&DocPath, &DocPath),
    contents: (u128, u128),
    former: impl Fn(&DocPath) -> Vec<DocPath>,
) -> Option<&'d Decision> {
    // A pair whose mark was taken back is not asked about earlier ones.
    if all.last(Subject::pair(contents.0, contents.1)).is_some() {
        return None;
    }
    let names = |now: &DocPath| [vec![now.clone()], former(now)].concat();
    let (of_a, of_b) = (names(a), names(b));
    let pairs = of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a.name(), b.name())));
    let earlier = pairs.filter_map(|(a, b)| all.earlier(folder, (&a, &b), contents));
    earlier.max_by(|one, other| one.at.cmp(&other.at))
}

fn subject_of(snapshot: &Snapshot, row: &Row) -> Subject {
    let [a, b] = snapshot.contents(row);
    Subject::pair(a, b)
}

/// How many rows of a result are decided.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DecidedCounts {
    /// As they are.
    pub(crate) now: usize,
    /// Marked or noted on an earlier version of one of their documents.
    pub(crate) earlier: usize,
}

/// How many rows of a result that are not gone have a verdict, as the filters `is:decided` and `is:earlier` list them, and what was decided about
/// copies that they stand for. `None` and nothing if they are too many to be counted.
pub(crate) fn count(
    lookup: &DecisionLookup,
    snapshot: &Snapshot,
) -> (Option<DecidedCounts>, OfCopies) {
    if snapshot.rows.len() > COUNTED {
        return (None, OfCopies::default());
    }
    let copies = of_copies(&lookup.all, &lookup.folder, snapshot);
    let on_earlier = lookup.earlier_versions(snapshot);
    let mut counts = DecidedCounts::default();
    // A report counts so too: nothing is left to be decided about what is gone.
    for row in snapshot.rows.iter().filter(|row| row.mark() != Mark::Gone) {
        match of_row((&lookup.all, &copies), snapshot, row) {
            Some(decision) => counts.now += usize::from(!decision.is_undecided()),
            None => counts.earlier += usize::from(on_earlier(row).is_some()),
        }
    }
    (Some(counts), copies)
}
