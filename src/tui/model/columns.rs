//! The columns of the lists: for drawing them and for the mouse. It draws nothing.

use shingle::{base::numbers::thousands, compare::Measure};

use crate::tui::drawing::glyphs::columns;
use crate::tui::model::{ClusterColumn, Column, DocColumn, Model, Sort};

/// A column on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell<C> {
    pub(crate) column: C,
    /// Its distance from the left edge of the list, in columns of the screen.
    pub(crate) x: u16,
    /// Its width.
    pub(crate) width: u16,
    /// Whether it is aligned to the right.
    pub(crate) right: bool,
    /// Its heading.
    pub(crate) heading: &'static str,
}

/// The columns that fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table<C> {
    /// From left to right.
    pub(crate) cells: Vec<Cell<C>>,
    /// The start and the width of the bar of the score.
    pub(crate) bar: (u16, u16),
    /// The start and the width of the column that says how a row moved since a ranking was pinned.
    pub(crate) pinned: (u16, u16),
}

impl<C: Copy + Eq> Table<C> {
    /// The cell of a column. `None` if it does not fit.
    pub(crate) fn cell(&self, column: C) -> Option<Cell<C>> {
        self.cells.iter().copied().find(|cell| cell.column == column)
    }

    /// The column whose heading is at `x`. The mark after it and the gap before it belong to it.
    pub(crate) fn at(&self, x: u16) -> Option<C> {
        let under = |cell: &&Cell<C>| {
            (cell.x.saturating_sub(1)..=cell.x + cell.width).contains(&x) && cell.width > 0
        };
        self.cells.iter().find(under).map(|cell| cell.column)
    }
}

/// Puts cells one after the other.
struct Ruler<C> {
    cells: Vec<Cell<C>>,
    x: u16,
}

impl<C> Ruler<C> {
    fn put(&mut self, column: C, width: u16, right: bool, gap: u16, heading: &'static str) {
        self.cells.push(Cell { column, x: self.x, width, right, heading });
        self.x += width + gap;
    }
}

/// What is shown beside the scores.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BesideScores {
    /// Whether rows say how they moved since a ranking was pinned.
    pub(crate) pinned: bool,
    /// The heading of the counted measure, if scores are estimates.
    pub(crate) measured: Option<&'static str>,
}

impl Table<Column> {
    /// The columns of the ranked list in this width, for this many rows. The column that it is sorted by is shown if it can
    /// fit.
    pub(crate) fn of_pairs(width: u16, rows: usize, sort: Sort<Column>, of: BesideScores) -> Self {
        let BesideScores { pinned, measured } = of;
        let mut ruler = Ruler { cells: Vec::new(), x: 4 };
        if width >= 48 {
            let digits = columns(&thousands(rows as u64)).max(2);
            ruler.put(Column::Rank, digits, true, 1, "#");
        }
        ruler.put(Column::Score, 5, true, 1, "score");
        // In few columns both directions of a pair, and how much it shares, say more than bars.
        let bar_width = match width {
            0..104 => 0,
            104..120 => 4,
            _ => 10,
        };
        let bar = (ruler.x, bar_width);
        ruler.x += if bar_width > 0 { bar_width + 1 } else { 0 };
        let pinned = match width {
            _ if !pinned => (ruler.x, 0),
            0..72 => (ruler.x, 6),
            _ => (ruler.x, 12),
        };
        ruler.x += if pinned.1 > 0 { pinned.1 + 1 } else { 0 };
        if let Some(measure) = measured.filter(|_| width >= 60) {
            ruler.put(Column::Measured, 9, true, 2, measure);
        }
        if width >= 72 + if measured.is_some() { 12 } else { 0 } {
            // How much is shared distinguishes a phrase from a chapter. It has precedence over the second share.
            let both = width >= 100 || measured.is_none() && pinned.1 == 0;
            let gap = if width < 100 { 1 } else { 2 };
            if both || sort.column != Column::BInA {
                ruler.put(Column::AInB, 6, true, gap, "A in B");
            }
            if both || sort.column == Column::BInA {
                ruler.put(Column::BInA, 6, true, 2, "B in A");
            }
        }
        let from = match (measured, pinned.1) {
            (None, _) => 72,
            (Some(_), 0) => 84,
            (Some(_), _) => 100,
        };
        if width >= from
            || width >= 72 && sort.column == Column::Shared
            || width >= 60 && measured.is_none() && sort.column == Column::Shared
        {
            ruler.put(Column::Shared, 7, true, 2, "shared");
        }
        let mark = if width >= 100 { 11 } else { 0 };
        // The rightmost column stays free.
        let half = width.saturating_sub(ruler.x + 3 + mark.max(1)) / 2;
        ruler.put(Column::NameA, half, false, 3, "A");
        ruler.put(Column::NameB, half, false, 0, "B");
        if mark > 0 {
            ruler.x = width - mark + 1;
            ruler.put(Column::Mark, mark - 2, false, 0, "mark");
        }
        Self { cells: ruler.cells, bar, pinned }
    }
}

impl Model {
    /// The columns of the ranked list in this width of the screen.
    pub(crate) fn table(&self, width: u16) -> Table<Column> {
        let rows = self.snapshot.as_ref().map_or(0, |snapshot| snapshot.rows.len());
        let params = self.current_params();
        let measured = params.verifies().then(|| match params.measure {
            Measure::Containment => "contained",
            measure => measure.name(),
        });
        let of = BesideScores { pinned: self.parameter_state.pin.pin().is_some(), measured };
        Table::of_pairs(width, rows, self.list.sort, of)
    }
}

impl Table<DocColumn> {
    /// The columns of the list of documents in this width, if the longest name takes at most `longest`. The numbers are
    /// beside the names, however wide the screen.
    pub(crate) fn of_documents(width: u16, longest: u16) -> Self {
        let widths = [
            (width >= 56, DocColumn::Words, 9, "counted"),
            (width >= 76, DocColumn::Shingles, 9, "shingles"),
            (width >= 56, DocColumn::Language, if width >= 100 { 16 } else { 4 }, "lang"),
            (true, DocColumn::Best, 5, "best"),
            (true, DocColumn::Matches, 8, "matches"),
        ];
        let used: u16 =
            widths.iter().filter(|(fits, ..)| *fits).map(|(_, _, cell, _)| cell + 2).sum();
        let mut ruler = Ruler { cells: Vec::new(), x: 2 };
        // The rightmost column stays free.
        let name = width.saturating_sub(ruler.x + used + 1).min(longest.clamp(24, 90));
        ruler.put(DocColumn::Name, name, false, 2, "document");
        for (_, column, cell, heading) in widths.into_iter().filter(|(fits, ..)| *fits) {
            let is_text = column == DocColumn::Language;
            ruler.put(column, cell, !is_text, 2, heading);
        }
        Self { cells: ruler.cells, bar: (0, 0), pinned: (0, 0) }
    }
}

impl Table<ClusterColumn> {
    /// The columns of the tree of clusters in this width. The name is the last, after the sign that folds.
    pub(crate) fn of_clusters(width: u16) -> Self {
        let mut ruler = Ruler { cells: Vec::new(), x: 4 };
        ruler.put(ClusterColumn::Documents, 6, true, 1, "docs");
        if width >= 46 {
            ruler.put(ClusterColumn::Cohesion, 8, true, 1, "cohesion");
            ruler.put(ClusterColumn::Weakest, 7, true, 2, "weakest");
        } else {
            ruler.put(ClusterColumn::Cohesion, 5, true, 1, "coh.");
            ruler.put(ClusterColumn::Weakest, 5, true, 2, "weak");
        }
        let name = width.saturating_sub(ruler.x);
        ruler.put(ClusterColumn::Name, name, false, 0, "most central");
        Self { cells: ruler.cells, bar: (0, 0), pinned: (0, 0) }
    }
}

#[cfg(test)]
mod tests {
    use super::{BesideScores, Cell, Table};
    use crate::tui::model::{ClusterColumn, Column, Columns as _, DocColumn, Sort};

    fn check<C: Copy + Eq + std::fmt::Debug>(table: &Table<C>, width: u16) {
        let mut end = 0;
        for Cell { column, x, width: cell, .. } in &table.cells {
            assert!(*x > end || end == 0, "{column:?} at {width}");
            end = x + cell;
            assert!(end <= width, "{column:?} ends at {end} of {width}");
            assert_eq!(table.at(*x), Some(*column), "at {width}");
            assert_eq!(table.at(end - 1), Some(*column), "at {width}");
        }
    }

    #[test]
    fn columns_never_touch_and_are_found_where_they_stand() {
        for width in 40..300 {
            for column in Column::ALL {
                for pinned in [false, true] {
                    for measured in [None, Some("jaccard")] {
                        let of = BesideScores { pinned, measured };
                        let table = Table::of_pairs(width, 1_000_000, Sort::by(*column), of);
                        check(&table, width);
                    }
                }
            }
            for longest in [0, 30, 500] {
                check(&Table::<DocColumn>::of_documents(width, longest), width);
            }
            check(&Table::<ClusterColumn>::of_clusters(width), width);
        }
    }
    #[test]
    fn how_much_is_shared_has_precedence_over_bars() {
        for width in 72..300 {
            for pinned in [false, true] {
                for measured in [None, Some("jaccard")] {
                    let of = BesideScores { pinned, measured };
                    let table = Table::of_pairs(width, 100, Sort::default(), of);
                    let shared = table.cell(Column::Shared).is_some();
                    assert!(shared || width < 100 && measured.is_some(), "at {width}");
                    assert!(shared || table.bar.1 == 0, "at {width}");
                }
            }
        }
        let names = |width| {
            let table = Table::of_pairs(width, 100, Sort::default(), BesideScores::default());
            table.cell(Column::NameB).map(|cell| cell.width)
        };
        assert!((80..300).all(|width| names(width) >= Some(19)));
    }
}
