//! A result beside an earlier one: which of its rows came since, and the rows that fell out. It takes as long as indexing a
//! ranking, so it must not run on the screen's thread.

use std::collections::HashMap;
use std::sync::Arc;

use shingle::base::ids::DocId;
use shingle::pipeline::ranking::row::{Mark, Pair, Row};
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::parameters::pin::Pin;

use super::filter::Standing;

/// A result with the rows that an earlier one had and it has not.
#[derive(Debug)]
pub(crate) struct RowsSince {
    /// The result, with those rows behind its own. They have their earlier scores, and count as gone.
    pub(crate) snapshot: Arc<Snapshot>,
    /// How many rows are its own.
    own: usize,
    /// For each of its own rows, whether it came since.
    gained: Vec<bool>,
}

impl RowsSince {
    /// Compares `now` with `before`. The rows that fell out are appended where they are wanted. `None` if stopped.
    pub(crate) fn of(
        now: &Arc<Snapshot>,
        before: &Arc<Snapshot>,
        with_lost: bool,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (then, index) = (Pin::new(Arc::clone(before)), Pin::new(Arc::clone(now)));
        let is_new = |row: &Row| row.mark() != Mark::Gone && !then.has(&index, row);
        let gained = now.rows.iter().map(is_new).collect();
        if stop() {
            return None;
        }
        let snapshot = if with_lost { with_rows_lost(&index, &then) } else { Arc::clone(now) };
        Some(Self { snapshot, own: now.rows.len(), gained })
    }

    /// How the row at a place of the snapshot stands.
    pub(crate) fn standing(&self, place: usize) -> Standing {
        if place >= self.own {
            return Standing::Lost;
        }
        if self.gained.get(place) == Some(&true) { Standing::Gained } else { Standing::Stayed }
    }
}

/// A result with the rows of an earlier one that it has not.
fn with_rows_lost(now: &Pin, then: &Pin) -> Arc<Snapshot> {
    let before = &then.snapshot;
    let is_lost = |row: &&Row| row.mark() != Mark::Gone && !now.has(then, row);
    let lost: Vec<&Row> = before.rows.iter().filter(is_lost).collect();
    if lost.is_empty() {
        return Arc::clone(&now.snapshot);
    }
    let mut whole = Snapshot::clone(&now.snapshot);
    let mut known: HashMap<DocId, DocId> = HashMap::new();
    let mut take = |id: DocId| {
        *known.entry(id).or_insert_with(|| {
            let doc = before.doc(id);
            now.document(&doc.path).unwrap_or_else(|| {
                let docs = Arc::make_mut(&mut whole.docs);
                docs.push(doc.clone());
                DocId(docs.len() as u32 - 1)
            })
        })
    };
    let rows: Vec<Row> = lost
        .into_iter()
        .map(|row| {
            let pair = row.pair();
            let pair = Pair { a: take(pair.a), b: take(pair.b), ..*pair };
            match row {
                Row::Pair { more, .. } => Row::Pair { pair, more: *more, mark: Mark::Gone },
                Row::Copies { members, .. } => {
                    let members = members.iter().map(|id| take(*id)).collect();
                    Row::Copies { pair, members, mark: Mark::Gone }
                }
            }
        })
        .collect();
    whole.rows.change(|all| all.extend(rows));
    Arc::new(whole)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use shingle::pipeline::parameters::Params;
    use shingle::pipeline::ranking::row::{Mark, Row};
    use shingle::pipeline::results::snapshot::Snapshot;

    use super::{RowsSince, Standing};
    use crate::tui::tests::fake;

    fn ranking(names: &[&str], rows: &[(u32, u32, u32)]) -> Arc<Snapshot> {
        let rows: Vec<_> =
            rows.iter().map(|(a, b, n)| (*a, *b, *n, 100, 100, Mark::None)).collect();
        Arc::new(fake::ranking(1, &Params::defaults(), names, &rows))
    }

    /// The rows with their standing: `+a-b` came, `-a-b` fell out.
    fn said(now: &Arc<Snapshot>, before: &Arc<Snapshot>) -> Vec<String> {
        let since = RowsSince::of(now, before, true, &|| false).unwrap();
        let rows = since.snapshot.rows.iter().enumerate();
        rows.map(|(place, row)| {
            let sign = match since.standing(place) {
                Standing::Lost => "-",
                Standing::Gained => "+",
                Standing::Stayed => "",
            };
            let (a, b) = since.snapshot.names(row);
            format!("{sign}{a}{b}")
        })
        .collect()
    }

    #[test]
    fn rows_come_and_fall_out_by_the_names_of_their_documents() {
        // Between the two, c came and a went, so numbers mean other documents.
        let before = ranking(&["a", "b", "d", "e"], &[(0, 1, 90), (1, 2, 80), (2, 3, 70)]);
        let now = ranking(&["b", "c", "d", "e"], &[(0, 1, 95), (2, 3, 60)]);
        assert_eq!(said(&now, &before), ["+bc", "de", "-ab", "-bd"]);
        assert_eq!(said(&now, &now), ["bc", "de"]);
        // A lost row keeps its score, and a document that is there its number.
        let since = RowsSince::of(&now, &before, true, &|| false).unwrap();
        let lost = since.snapshot.rows.get(3).unwrap().pair();
        assert_eq!((lost.a.0, lost.b.0, lost.overlap.shared), (0, 2, 80));
        assert_eq!(since.snapshot.docs.len(), 5, "only a is carried over");
        assert!(RowsSince::of(&now, &before, true, &|| true).is_none());
        assert_eq!(RowsSince::of(&now, &before, false, &|| false).unwrap().snapshot.rows.len(), 2);
    }

    #[test]
    fn a_pair_of_copies_stays_though_another_copy_stands_for_them() {
        let mut before = Snapshot::clone(&ranking(&["a", "b", "z"], &[(0, 1, 100), (0, 2, 50)]));
        before.rows.change(|rows| {
            let pair = *rows[0].pair();
            rows[0] = Row::Copies { pair, members: vec![pair.a, pair.b], mark: Mark::None };
        });
        // a is gone, so b stands for the copies.
        let now = ranking(&["b", "z"], &[(0, 1, 50)]);
        assert_eq!(said(&now, &Arc::new(before.clone())), ["bz", "-ab"]);
        assert_eq!(said(&Arc::new(before), &now), ["+ab", "az"]);
    }
}
