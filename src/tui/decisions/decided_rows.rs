//! Which rows of a result are decided. It keeps nothing.

use shingle::base::ids::DocId;
use shingle::decisions::decided::Decided;
use shingle::decisions::decision::{Decision, Subject};
use shingle::pipeline::ranking::row::Row;
use shingle::pipeline::results::snapshot::Snapshot;

/// Of more rows than this it is not counted how many are decided: all of them would have to be made.
const COUNTED: usize = 100_000;

/// What was decided about a row of a result.
pub(crate) fn of_row<'d>(all: &'d Decided, snapshot: &Snapshot, row: &Row) -> Option<&'d Decision> {
    if all.is_empty() {
        return None;
    }
    let content = |id: DocId| snapshot.doc(id).content;
    let pair = row.pair();
    all.of(Subject::pair(content(pair.a), content(pair.b)))
}

/// How many rows of a result have a verdict; `None` if they are too many to be counted.
pub(crate) fn count(all: &Decided, snapshot: &Snapshot) -> Option<usize> {
    let is_decided = |row: &&Row| of_row(all, snapshot, row).is_some_and(|one| !one.is_open());
    (snapshot.rows.len() <= COUNTED).then(|| snapshot.rows.iter().filter(is_decided).count())
}
