//! What the watcher's last changes did to the rows: new, changed, gone. It compares two snapshots and nothing else.

use hashbrown::HashMap;

use crate::base::ids::DocId;
use crate::base::path::DocPath;

use super::snapshot::{Mark, Pair, Row, Snapshot};

/// At most this many rows that are gone are shown once more.
const GONE_SHOWN: usize = 1000;

/// Marks the rows of `next` against `before`, which had the same parameters, and appends the rows that are gone.
pub fn mark(before: &Snapshot, next: &mut Snapshot) {
    let names = |snapshot: &Snapshot, row: &Row| {
        let (a, b) = snapshot.names(row);
        (a.clone(), b.clone())
    };
    let mut old: HashMap<(DocPath, DocPath), &Row> = before
        .rows
        .iter()
        .filter(|row| row.mark() != Mark::Gone)
        .map(|row| (names(before, row), row))
        .collect();
    let marks: Vec<Mark> = next
        .rows
        .iter()
        .map(|row| match old.remove(&names(next, row)) {
            None => Mark::New,
            Some(previous)
                if previous.pair().overlap == row.pair().overlap
                    && copies(previous) == copies(row) =>
            {
                Mark::None
            }
            Some(_) => Mark::Changed,
        })
        .collect();
    let mut gone: Vec<&Row> = if next.cut { Vec::new() } else { old.into_values().collect() };
    gone.sort_unstable_by(|left, right| super::ranking::rank(left.pair(), right.pair()));
    gone.truncate(GONE_SHOWN);

    for (row, found) in next.rows.iter_mut().zip(marks) {
        match row {
            Row::Pair { mark, .. } | Row::Copies { mark, .. } => *mark = found,
        }
    }
    for row in gone {
        let carried = carry(before, row, next);
        next.rows.push(carried);
    }
}

const fn copies(row: &Row) -> usize {
    match row {
        Row::Pair { more, .. } => (more.0 + more.1) as usize,
        Row::Copies { members, .. } => members.len(),
    }
}

/// The row with its documents appended to those of `next`.
fn carry(before: &Snapshot, row: &Row, next: &mut Snapshot) -> Row {
    let mut take = |id: DocId| {
        next.docs.push(before.doc(id).clone());
        DocId(next.docs.len() as u32 - 1)
    };
    let pair = *row.pair();
    match row {
        Row::Pair { more, .. } => Row::Pair {
            pair: Pair { a: take(pair.a), b: take(pair.b), ..pair },
            more: *more,
            mark: Mark::Gone,
        },
        Row::Copies { members, .. } => {
            let carried: Vec<DocId> = members.iter().map(|id| take(*id)).collect();
            let of = |old: DocId| {
                members.iter().position(|id| *id == old).map_or(carried[0], |at| carried[at])
            };
            let pair = Pair { a: of(pair.a), b: of(pair.b), ..pair };
            Row::Copies { pair, members: carried, mark: Mark::Gone }
        }
    }
}
