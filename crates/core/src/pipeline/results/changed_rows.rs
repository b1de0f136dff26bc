//! Marks the rows that are new, changed or gone after a change of the folder, by comparing two snapshots.

use std::sync::Arc;

use hashbrown::HashMap;

use super::snapshot::{RowChanges, Snapshot};
use crate::pipeline::ranking::row::{Rows, compare_pairs};
use crate::pipeline::{Mark, Pair, Row};
use base::{ids::DocId, path::DocPath};

const GONE_SHOWN: usize = 1000;

/// Marks new and changed rows of `next` compared with `before`, which has the same parameters. Appends gone rows, and
/// counts all three. With `keep`, unchanged rows retain their marks, because the user has not seen them.
///
/// Both rankings have the same order and share most rows, so they are merged, and only moved rows are looked up by
/// name.
pub fn mark_changed_rows(before: &Snapshot, next: &mut Snapshot, keep: bool) {
    let now_called = map_document_numbers(before, next);
    let mut recounted = 0;
    let mut new_and_old_mark = |previous: &Row, row: &Row| {
        let mark =
            if is_same_row((before, previous), (next, row)) { Mark::None } else { Mark::Changed };
        let counts = |row: &Row| (row.pair().overlap, row.pair().passage);
        recounted += u64::from(mark == Mark::None && counts(previous) != counts(row));
        (mark, previous.mark())
    };
    let then: Vec<&Row> = before.rows.iter().filter(|row| row.mark() != Mark::Gone).collect();
    let mut left = UnmatchedRows::default();
    let mut marks = vec![(Mark::New, Mark::None); next.rows.len()];
    let mut unmatched = Vec::new();
    let mut old = then.iter().map(|row| (*row, translate_pair(row.pair(), &now_called))).peekable();
    for (place, row) in next.rows.iter().enumerate() {
        // These old rows rank before the current row, so they moved or are gone.
        while let Some((row, _)) = old
            .next_if(|(_, pair)| pair.is_none_or(|pair| compare_pairs(&pair, row.pair()).is_lt()))
        {
            left.add_row(before, row);
        }
        match old
            .next_if(|(_, pair)| pair.is_some_and(|pair| compare_pairs(&pair, row.pair()).is_eq()))
        {
            Some((previous, _)) => marks[place] = new_and_old_mark(previous, row),
            None => unmatched.push(place),
        }
    }
    for (row, _) in old {
        left.add_row(before, row);
    }
    unmatched.retain(|place| {
        let row = &next.rows[*place];
        let previous = left.by_names.remove(&row_names(next, row));
        if let Some(previous) = previous {
            marks[*place] = new_and_old_mark(previous, row);
        }
        previous.is_none()
    });
    let gone_then = before.rows.iter().rev().take_while(|row| row.mark() == Mark::Gone);
    let mut were_gone: HashMap<PairNames, &Row> =
        gone_then.map(|row| (row_names(before, row), row)).collect();
    for place in unmatched {
        let row = &next.rows[place];
        // A document with the same content was only renamed.
        if let Some(previous) = left
            .by_contents
            .get(&content_hashes(next, row))
            .and_then(|names| left.by_names.remove(names))
        {
            let is_same = previous.members().len() == row.members().len();
            let mark = if is_same { Mark::None } else { Mark::Changed };
            marks[place] = (mark, previous.mark());
            continue;
        }
        // A group of copies is named by its first members, which may have changed.
        let previous =
            row_members(next, row).find_map(|path| left.by_names.remove(left.groups.get(path)?));
        if let Some(previous) = previous {
            marks[place] = new_and_old_mark(previous, row);
        } else if let Some(previous) = were_gone.remove(&row_names(next, row)) {
            // The documents of this gone row exist again.
            marks[place] = (new_and_old_mark(previous, row).0, Mark::None);
        }
    }
    let mut gone: Vec<&Row> =
        if next.cut { Vec::new() } else { left.by_names.into_values().collect() };
    next.news = RowChanges { recounted, ..count_marks(&next.rows, &marks, &gone) };
    gone.sort_unstable_by(|one, other| compare_pairs(one.pair(), other.pair()));
    if keep && !next.cut {
        gone.extend(rows_missing_in_next(were_gone, next, &marks));
    }
    gone.truncate(GONE_SHOWN);
    gone.sort_by(|one, other| compare_pairs(one.pair(), other.pair()));
    let marks: Vec<Mark> = marks
        .into_iter()
        .map(|(now, then)| if keep && now == Mark::None { then } else { now })
        .collect();
    next.news.marked = marks.iter().filter(|mark| **mark != Mark::None).count() as u64;

    let carried: Vec<Row> = gone.into_iter().map(|row| carry_gone_row(before, row, next)).collect();
    if carried.is_empty() && marks.iter().all(|mark| *mark == Mark::None) {
        return;
    }
    next.rows.change_rows(|rows| {
        for (row, found) in rows.iter_mut().zip(marks) {
            match row {
                Row::Pair { mark, .. } | Row::Copies { mark, .. } => *mark = found,
            }
        }
        rows.extend(carried);
    });
}

/// Marks rows with documents that are new or changed since the last visit, or with their copies. An existing mark
/// stays, unless a document of the row is new. Returns the number of such rows.
pub fn mark_rows_since_visit(next: &mut Snapshot, since: &HashMap<DocPath, Mark>) -> u64 {
    let mut marks: Vec<Mark> =
        next.docs.iter().map(|doc| since.get(&doc.path).copied().unwrap_or(Mark::None)).collect();
    let strongest = |marks: &[Mark], ids: &[DocId]| {
        let all = [Mark::New, Mark::Changed];
        let is_any = |mark: &Mark| ids.iter().any(|id| marks[id.index()] == *mark);
        all.into_iter().find(is_any).unwrap_or(Mark::None)
    };
    for (_, group) in next.rows.groups_of_copies() {
        let mark = strongest(&marks, group.members());
        group.members().iter().for_each(|id| marks[id.index()] = mark);
    }
    if marks.iter().all(|mark| *mark == Mark::None) {
        return 0;
    }
    let (mut since, mut marked) = (0, 0);
    next.rows.change_rows(|rows| {
        for row in rows {
            let found = strongest(&marks, &[row.pair().a, row.pair().b]);
            let (Row::Pair { mark, .. } | Row::Copies { mark, .. }) = row;
            if *mark != Mark::Gone && found != Mark::None {
                since += 1;
                if found == Mark::New || *mark == Mark::None {
                    *mark = found;
                }
            }
            marked += u64::from(matches!(mark, Mark::New | Mark::Changed));
        }
    });
    next.news.marked = marked;
    since
}

/// Counts the rows by kind of change, given the new and the old mark of each.
fn count_marks(rows: &Rows, marks: &[(Mark, Mark)], gone: &[&Row]) -> RowChanges {
    let mut news = RowChanges { gone: gone.len() as u64, ..RowChanges::default() };
    for (row, (mark, _)) in rows.iter().zip(marks).filter(|(_, (mark, _))| *mark != Mark::None) {
        match mark {
            Mark::New => news.new += 1,
            _ => news.changed += 1,
        }
        news.grouped |= row.count_pairs() > 1;
    }
    news.grouped |= gone.iter().any(|row| row.count_pairs() > 1);
    news
}

/// Returns the rows of `gone` that the next result does not have either, best first.
fn rows_missing_in_next<'a>(
    mut gone: HashMap<PairNames, &'a Row>,
    next: &Snapshot,
    marks: &[(Mark, Mark)],
) -> impl Iterator<Item = &'a Row> {
    if !gone.is_empty() {
        // Also checks unchanged groups of copies, because their first members may differ.
        let other = |row: &Row, mark: Mark| mark != Mark::None || matches!(row, Row::Copies { .. });
        for (row, _) in next.rows.iter().zip(marks).filter(|(row, (mark, _))| other(row, *mark)) {
            gone.remove(&row_names(next, row));
        }
    }
    let mut gone: Vec<&Row> = gone.into_values().collect();
    gone.sort_unstable_by(|one, other| compare_pairs(one.pair(), other.pair()));
    gone.into_iter()
}

fn map_document_numbers(before: &Snapshot, next: &Snapshot) -> Vec<Option<DocId>> {
    let docs = next.docs.get(..next.present).unwrap_or_default();
    let mut at = 0;
    let then = before.docs.get(..before.present).unwrap_or_default();
    then.iter()
        .map(|doc| {
            // Equal paths mostly share their memory, so comparing them is fast.
            while docs.get(at).is_some_and(|other| other.path != doc.path && other.path < doc.path)
            {
                at += 1;
            }
            let found = docs.get(at).is_some_and(|other| other.path == doc.path);
            at += usize::from(found);
            found.then(|| DocId(at as u32 - 1))
        })
        .collect()
}

/// Returns the pair with the document numbers of the next snapshot. The order of rows stays, because numbers are in
/// path order.
fn translate_pair(pair: &Pair, now_called: &[Option<DocId>]) -> Option<Pair> {
    let now = |id: DocId| now_called.get(id.index()).copied().flatten();
    Some(Pair { a: now(pair.a)?, b: now(pair.b)?, ..*pair })
}

/// Old rows that are not at the same place in the new ranking.
#[derive(Default)]
struct UnmatchedRows<'a> {
    by_names: HashMap<PairNames, &'a Row>,
    by_contents: HashMap<(u128, u128), PairNames>,
    groups: HashMap<DocPath, PairNames>,
}

impl<'a> UnmatchedRows<'a> {
    fn add_row(&mut self, before: &'a Snapshot, row: &'a Row) {
        let names = row_names(before, row);
        for path in row_members(before, row) {
            self.groups.insert(path.clone(), names.clone());
        }
        self.by_contents.insert(content_hashes(before, row), names.clone());
        self.by_names.insert(names, row);
    }
}

/// Returns the content hashes of a row's documents, the smaller one first, so that names do not matter.
fn content_hashes(snapshot: &Snapshot, row: &Row) -> (u128, u128) {
    let [a, b] = snapshot.content_hashes(row);
    (a.min(b), a.max(b))
}

type PairNames = (DocPath, DocPath);

fn row_names(snapshot: &Snapshot, row: &Row) -> PairNames {
    let (a, b) = snapshot.names(row);
    (a.clone(), b.clone())
}

fn row_members<'a>(snapshot: &'a Snapshot, row: &'a Row) -> impl Iterator<Item = &'a DocPath> {
    row.members().iter().map(|id| &snapshot.doc(*id).path)
}

fn is_same_row(previous: (&Snapshot, &Row), now: (&Snapshot, &Row)) -> bool {
    let same_rows = match (previous.1, now.1) {
        (Row::Pair { more: then, .. }, Row::Pair { more: now, .. }) => then == now,
        (Row::Copies { .. }, Row::Copies { .. }) => {
            row_members(previous.0, previous.1).eq(row_members(now.0, now.1))
        }
        _ => false,
    };
    let [then, next] = [previous, now].map(|(snapshot, row)| snapshot.content_hashes(row));
    let [first, second] = then;
    let are_exchanged = first != second && next == [second, first];
    // Another document may change the counts too, by shingles that become common.
    let has_same_counts = previous.1.pair().overlap == now.1.pair().overlap || then == next;
    same_rows && has_same_counts && !are_exchanged
}

/// Returns `row` as a gone row of `next`, and appends its documents to the documents of `next`.
fn carry_gone_row(before: &Snapshot, row: &Row, next: &mut Snapshot) -> Row {
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

#[cfg(test)]
mod tests;
