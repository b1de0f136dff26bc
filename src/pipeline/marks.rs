//! What the watcher's last changes did to the rows: new, changed, gone. It compares two snapshots and nothing else.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::base::ids::DocId;
use crate::base::path::DocPath;

use super::snapshot::{Mark, Pair, Row, Snapshot};

/// At most this many rows that are gone are shown once more.
const GONE_SHOWN: usize = 1000;

/// Marks the rows of `next` against `before`, which had the same parameters, and appends the rows that are gone.
pub fn mark(before: &Snapshot, next: &mut Snapshot) {
    let mut old: HashMap<Names, &Row> = before
        .rows
        .iter()
        .filter(|row| row.mark() != Mark::Gone)
        .map(|row| (names(before, row), row))
        .collect();
    // A group of copies that grew or shrank may be opened by other names than before.
    let groups: HashMap<DocPath, Names> = old
        .iter()
        .flat_map(|(names, row)| members(before, row).map(|path| (path.clone(), names.clone())))
        .collect();
    let marks: Vec<Mark> = next
        .rows
        .iter()
        .map(|row| {
            let same_names = old.remove(&names(next, row));
            let previous = same_names
                .or_else(|| members(next, row).find_map(|path| old.remove(groups.get(path)?)));
            match previous {
                None => Mark::New,
                Some(previous) if is_same((before, previous), (next, row)) => Mark::None,
                Some(_) => Mark::Changed,
            }
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

type Names = (DocPath, DocPath);

fn names(snapshot: &Snapshot, row: &Row) -> Names {
    let (a, b) = snapshot.names(row);
    (a.clone(), b.clone())
}

/// The documents of a group of copies; none for two documents that are no copies.
fn members<'a>(snapshot: &'a Snapshot, row: &'a Row) -> impl Iterator<Item = &'a DocPath> {
    let members = match row {
        Row::Pair { .. } => &[][..],
        Row::Copies { members, .. } => members,
    };
    members.iter().map(|id| &snapshot.doc(*id).path)
}

fn is_same(previous: (&Snapshot, &Row), now: (&Snapshot, &Row)) -> bool {
    let same_rows = match (previous.1, now.1) {
        (Row::Pair { more: then, .. }, Row::Pair { more: now, .. }) => then == now,
        (Row::Copies { .. }, Row::Copies { .. }) => {
            members(previous.0, previous.1).eq(members(now.0, now.1))
        }
        _ => false,
    };
    same_rows && previous.1.pair().overlap == now.1.pair().overlap
}

/// The row with its documents appended to those of `next`.
fn carry(before: &Snapshot, row: &Row, next: &mut Snapshot) -> Row {
    let mut take = |id: DocId| {
        let docs = Arc::make_mut(&mut next.docs);
        docs.push(before.doc(id).clone());
        DocId(docs.len() as u32 - 1)
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
