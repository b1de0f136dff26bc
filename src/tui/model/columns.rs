//! The common parts of all lists: the layout of their columns, and sorting by a column. The `columns` module of each
//! list has its columns, for example `views/documents/columns.rs`.

use shingle::{base::ratio::Ratio, pipeline::DocInfo};

use crate::tui::actions::StepDirection;

pub(crate) trait Columns: Copy + Default + Eq + 'static {
    const ALL: &'static [Self];

    fn info(self) -> ColumnInfo;
}

pub(crate) struct ColumnInfo {
    pub(crate) heading: &'static str,
    /// The name in the note after sorting.
    pub(crate) short: &'static str,
    /// True for alignment to the right.
    pub(crate) right: bool,
    /// True if the largest value comes first, unless reversed.
    pub(crate) falls: bool,
}

impl ColumnInfo {
    pub(crate) const fn number(heading: &'static str) -> Self {
        Self { heading, short: heading, right: true, falls: true }
    }

    pub(crate) const fn text(heading: &'static str) -> Self {
        Self { heading, short: heading, right: false, falls: false }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell<C> {
    pub(crate) column: C,
    /// Distance from the left edge of the list, in columns of the screen.
    pub(crate) x: u16,
    pub(crate) width: u16,
    pub(crate) right: bool,
    pub(crate) heading: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table<C> {
    pub(crate) cells: Vec<Cell<C>>,
    /// Start and width of the bar of the score.
    pub(crate) bar: (u16, u16),
    /// Start and width of the column that compares rows with the pinned ranking.
    pub(crate) pinned: (u16, u16),
    /// Start of the next cell.
    pub(crate) end: u16,
}

impl<C: Columns> Table<C> {
    /// Returns a table without columns, whose first column starts at `x`.
    pub(crate) const fn from(x: u16) -> Self {
        Self { cells: Vec::new(), bar: (0, 0), pinned: (0, 0), end: x }
    }

    pub(crate) fn put(&mut self, column: C, width: u16, gap: u16) {
        self.put_headed(column, column.info().heading, width, gap);
    }

    pub(crate) fn put_headed(&mut self, column: C, heading: &'static str, width: u16, gap: u16) {
        let right = column.info().right;
        self.cells.push(Cell { column, x: self.end, width, right, heading });
        self.end += width + gap;
    }

    /// Returns the cell of a column. `None` if the column does not fit.
    pub(crate) fn cell(&self, column: C) -> Option<Cell<C>> {
        self.cells.iter().copied().find(|cell| cell.column == column)
    }

    /// Returns the column whose heading is at `x`, including the mark behind the heading and the gap before.
    pub(crate) fn column_at(&self, x: u16) -> Option<C> {
        let under = |cell: &&Cell<C>| {
            (cell.x.saturating_sub(1)..=cell.x + cell.width).contains(&x) && cell.width > 0
        };
        self.cells.iter().find(under).map(|cell| cell.column)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sort<C> {
    pub(crate) column: C,
    /// True if the column's own direction is reversed.
    pub(crate) reversed: bool,
}

impl<C: Columns> Sort<C> {
    pub(crate) const fn by(column: C) -> Self {
        Self { column, reversed: false }
    }

    /// Sorts by the next or previous column that `is_shown`, or by the column of the list's own order, cyclically.
    /// `None` reverses the order.
    pub(crate) fn stepped(
        self,
        direction: Option<StepDirection>,
        is_shown: impl Fn(C) -> bool,
    ) -> Self {
        let Some(direction) = direction else { return self.reversed() };
        let all = C::ALL.iter().copied();
        let shown: Vec<C> = all
            .filter(|one| *one == self.column || *one == C::default() || is_shown(*one))
            .collect();
        Self::by(direction.neighbour(&shown, &self.column).copied().unwrap_or(self.column))
    }

    pub(crate) const fn reversed(self) -> Self {
        Self { column: self.column, reversed: !self.reversed }
    }

    /// Sorts by this column. Reverses the order if the list is sorted by this column already.
    pub(crate) fn toggled(self, column: C) -> Self {
        if self.column == column { self.reversed() } else { Self::by(column) }
    }

    /// Returns true if the largest value comes first.
    pub(crate) fn is_descending(self) -> bool {
        self.column.info().falls != self.reversed
    }

    /// Returns the mark beside the heading of the sorted column.
    pub(crate) fn sign(self) -> &'static str {
        if self.is_descending() { "▾" } else { "▴" }
    }

    pub(crate) fn sentence(self) -> String {
        format!("sorted by {}", self.short_text())
    }

    pub(crate) fn short_text(self) -> String {
        format!("{} {}", self.column.info().short, self.sign())
    }

    /// Encodes the order for the next visit: the name of the column, with a minus before the name for the reverse
    /// order.
    pub(crate) fn to_saved(self) -> String {
        format!("{}{}", if self.reversed { "-" } else { "" }, self.column.info().short)
    }

    /// Parses a [saved](Self::to_saved) order; returns the list's own order for an unknown column.
    pub(crate) fn from_saved(text: &str) -> Self {
        let (reversed, name) = text.strip_prefix('-').map_or((false, text), |name| (true, name));
        let column = C::ALL.iter().find(|column| column.info().short == name);
        column.map_or_else(Self::default, |column| Self { column: *column, reversed })
    }

    /// Returns a sort key: smaller keys come first.
    pub(crate) fn directed_key(self, key: u64) -> u64 {
        if self.is_descending() { !key } else { key }
    }
}

/// Maps shares to integers in the same order. No text has 2^26 words, so different shares differ by more than 2^-52.
/// Doubles up to 1 are closer together than this. The bits of non-negative doubles have the order of the doubles.
pub(crate) fn share_key(share: Ratio) -> u64 {
    share.to_f64().to_bits()
}

/// Returns, for each document, its position in the order of names. Removed documents come last.
pub(crate) fn name_ranks(docs: &[DocInfo], present: usize) -> Vec<u32> {
    let mut ids: Vec<u32> = (0..docs.len() as u32).collect();
    if present < docs.len() {
        // Merges the two sorted parts.
        ids.sort_by(|left, right| docs[*left as usize].path.cmp(&docs[*right as usize].path));
    }
    let mut places = vec![0; ids.len()];
    for (place, id) in ids.into_iter().enumerate() {
        places[id as usize] = place as u32;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::{Cell, Columns, Sort, Table};
    use crate::tui::model::PairColumn;
    use crate::tui::model::pairs::columns::BesideScores;
    use crate::tui::views::clusters::tree::ClusterColumn;
    use crate::tui::views::documents::{DocumentList, columns::DocColumn};

    fn check<C: Columns + std::fmt::Debug>(table: &Table<C>, width: u16) {
        let mut end = 0;
        for Cell { column, x, width: cell, .. } in &table.cells {
            assert!(*x > end || end == 0, "{column:?} at {width}");
            end = x + cell;
            assert!(end <= width, "{column:?} ends at {end} of {width}");
            assert_eq!(table.column_at(*x), Some(*column), "at {width}");
            assert_eq!(table.column_at(end - 1), Some(*column), "at {width}");
        }
    }

    #[test]
    fn an_order_comes_back_as_it_was_saved() {
        for column in PairColumn::ALL {
            for sort in [Sort::by(*column), Sort::by(*column).reversed()] {
                assert_eq!(Sort::from_saved(&sort.to_saved()), sort);
            }
        }
        assert_eq!(Sort::<PairColumn>::from_saved("gone"), Sort::default());
    }

    #[test]
    fn columns_never_touch_and_are_found_where_they_stand() {
        for width in 40..300 {
            for column in PairColumn::ALL {
                for pinned in [false, true] {
                    for measured in [None, Some("jaccard")] {
                        for passage in [false, true] {
                            let of = BesideScores { pinned, measured, passage };
                            let table = Table::of_pairs(width, 1_000_000, Sort::by(*column), of);
                            check(&table, width);
                        }
                    }
                }
            }
            for longest in [0, 30, 500] {
                for largest_source_of in [0, 30] {
                    let list =
                        DocumentList { longest, largest_source_of, ..DocumentList::default() };
                    check(&Table::<DocColumn>::of_documents(width, &list), width);
                }
            }
            check(&Table::<ClusterColumn>::of_clusters(width), width);
        }
    }
}
