//! The map of a whole text in one column: where its passages are and which part is on the screen. Each cell is looked up by
//! itself, so a long text costs no more than the height of the column. It draws nothing.

use super::model::OpenPair;
use super::pane::{Pane, Which};

/// One cell of the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MapMark {
    /// Index of a passage in these rows: the active one, else the first.
    pub(crate) passage: Option<u32>,
    /// Whether some of these rows are on the screen.
    pub(crate) seen: bool,
}

/// How many cells a column of this height uses. A text with fewer rows has one cell for each.
fn cells(pane: &Pane, height: u16) -> usize {
    usize::from(height).min(pane.rows.count()).max(1)
}

/// The cells of the column, from the beginning of the text to its end.
pub(crate) fn marks(pair: &OpenPair, which: Which, height: u16) -> Vec<MapMark> {
    let (pane, side) = (pair.pane(which), pair.side(which));
    let (cells, rows) = (cells(pane, height), pane.rows.count());
    let bottom = pane.bottom();
    let active = pair.active.map(|active| active as u32);
    (0..cells)
        .map(|cell| {
            let (first, next) = (cell * rows / cells, (cell + 1) * rows / cells);
            let start = pane.rows.start(first);
            let end = if next < rows { pane.rows.start(next) } else { u32::MAX };
            let from = side.lit.partition_point(|lit| lit.span.end <= start);
            let to = side.lit.partition_point(|lit| lit.span.start < end);
            let lit = side.lit.get(from..to).unwrap_or_default();
            let span = active.and_then(|active| pair.view.passages.get(active as usize));
            let is_here = span.map(|passage| which.span(passage));
            let active = active.filter(|_| {
                is_here.is_some_and(|span| span.start < end && start < span.end) && !lit.is_empty()
            });
            let passage = active.or_else(|| lit.first().map(|lit| lit.passage));
            MapMark { passage, seen: first < bottom && next > pane.top }
        })
        .collect()
}

/// The row to put in the middle of the screen if this cell is clicked.
pub(crate) fn row_at(pane: &Pane, height: u16, cell: u16) -> usize {
    let cells = cells(pane, height);
    let cell = usize::from(cell).min(cells - 1);
    (cell * 2 + 1) * pane.rows.count() / (cells * 2)
}
