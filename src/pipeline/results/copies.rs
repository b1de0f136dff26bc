//! Which documents stand for each other in a result: a row names the first of each group of copies. It compares nothing.

use hashbrown::HashMap;

use crate::base::ids::DocId;
use crate::pipeline::ranking::row::{Mark, Row};

use super::snapshot::Snapshot;

/// The groups of copies of a result.
#[derive(Debug, Clone)]
pub struct CopyGroups<'s> {
    snapshot: &'s Snapshot,
    /// For each document with copies, all of its group, in path order.
    of: HashMap<DocId, &'s [DocId]>,
}

impl<'s> CopyGroups<'s> {
    /// Those of a result. Linear in the documents that have copies.
    pub fn of(snapshot: &'s Snapshot) -> Self {
        let rows = snapshot.rows.groups().map(|(_, row)| row);
        let groups = rows.filter(|row| row.mark() != Mark::Gone).map(Row::members);
        let of = groups.flat_map(|group| group.iter().map(move |id| (*id, group))).collect();
        Self { snapshot, of }
    }

    /// Whether a row stands for more pairs than the one that it names.
    pub fn stands_for_more(row: &Row) -> bool {
        match row {
            Row::Pair { more, .. } => *more != (0, 0),
            Row::Copies { members, .. } => members.len() > 2,
        }
    }

    /// The contents of the documents that a row stands for, on either side of its pairs: hashes, as in
    /// [`DocInfo::content`](crate::pipeline::document::info::DocInfo::content). Of copies, both sides are the same.
    pub fn contents(&self, row: &Row) -> [Vec<u128>; 2] {
        let pair = row.pair();
        let content = |id: &DocId| self.snapshot.doc(*id).content;
        let side = |id: DocId| match self.of.get(&id) {
            Some(group) => group.iter().map(content).collect(),
            None => vec![content(&id)],
        };
        [side(pair.a), side(pair.b)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ratio::Ratio;
    use crate::compare::measure::Overlap;
    use crate::pipeline::ranking::row::Pair;

    fn row(a: u32, b: u32, more: (u32, u32)) -> Row {
        let overlap = Overlap {
            shared: 1,
            a_shingles: 1,
            b_shingles: 1,
            a_words: 1,
            b_words: 1,
            one_in: 1,
            exact_copy: false,
        };
        Row::Pair {
            pair: Pair { a: DocId(a), b: DocId(b), overlap, score: Ratio::ONE },
            more,
            mark: Mark::None,
        }
    }

    #[test]
    fn a_row_with_copies_behind_its_names_stands_for_more_pairs() {
        assert!(!CopyGroups::stands_for_more(&row(0, 1, (0, 0))));
        assert!(CopyGroups::stands_for_more(&row(0, 1, (0, 2))));
        let pair = *row(0, 1, (0, 0)).pair();
        let copies = |members: u32| Row::Copies {
            pair,
            members: (0..members).map(DocId).collect(),
            mark: Mark::None,
        };
        assert!(
            !CopyGroups::stands_for_more(&copies(2)) && CopyGroups::stands_for_more(&copies(3))
        );
    }
}
