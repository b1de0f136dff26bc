use shingle::{base::span::touching, pipeline::Side};

use crate::tui::{drawing::WrappedRows, layout::PaneSide, model::pair::OpenPair};

/// `reflows` joins lines that were broken by hand for a wider page.
pub(crate) fn lay_out_rows(side: &Side, width: u16, reflows: bool) -> WrappedRows {
    if reflows {
        WrappedRows::reflowed(&side.text, width)
    } else {
        WrappedRows::new(&side.text, width)
    }
}

/// A document's rows and the first row on the screen.
#[derive(Debug, Clone)]
pub(crate) struct Pane {
    pub(crate) rows: WrappedRows,
    pub(crate) top: usize,
    /// Empty rows above the text. They move a passage near its beginning beside a passage farther from the beginning of
    /// the other text. 0 unless `top` is 0.
    pub(crate) pad: usize,
    pub(crate) height: usize,
}

impl Pane {
    /// [`Self::resize`] sets the height.
    pub(crate) const fn new(rows: WrappedRows) -> Self {
        Self { rows, top: 0, pad: 0, height: 1 }
    }

    /// Changes the size and retains the byte at the top.
    pub(crate) fn resize(&mut self, side: &Side, (width, height): (u16, u16), reflows: bool) {
        let byte = self.rows.row_start(self.top);
        if (self.rows.width(), self.rows.reflows()) != (width.max(1), reflows) {
            self.rows = lay_out_rows(side, width, reflows);
        }
        self.height = usize::from(height);
        self.scroll_to(self.rows.row_of(byte));
    }

    /// Scrolls until `row` is at the top, or the last row.
    pub(crate) fn scroll_to(&mut self, row: usize) {
        self.top = row.min(self.rows.count().saturating_sub(1));
        self.pad = 0;
    }

    /// Scrolls until `row` is `offset` rows below the top.
    pub(crate) fn align(&mut self, row: usize, offset: usize) {
        self.scroll_to(row.saturating_sub(offset));
        self.pad = offset.saturating_sub(row);
    }

    pub(crate) fn scroll_down(&mut self, rows: usize) {
        let empty = rows.min(self.pad);
        let pad = self.pad - empty;
        self.scroll_to(self.top + rows - empty);
        self.pad = pad;
    }

    /// Scrolls back by some rows. With `beyond`, scrolls into empty rows above the text, at most a third of the screen.
    pub(crate) fn scroll_up(&mut self, rows: usize, beyond: bool) {
        let text = rows.min(self.top);
        self.top -= text;
        if beyond {
            self.pad = (self.pad + rows - text).min(self.height / 3);
        }
    }

    /// Returns the last scroll position by hand: the last row at the bottom.
    pub(crate) fn last_top(&self) -> usize {
        self.rows.count().saturating_sub(self.height.max(1))
    }

    /// Returns the rows above the row that is aligned with the other pane: a third of the screen, or less at the
    /// beginning.
    pub(crate) fn anchor_offset(&self) -> usize {
        (self.height / 3).min(self.top)
    }

    /// Returns the distance of a row from the top of the screen. `None` if the row is not on the screen.
    pub(crate) fn offset_of(&self, row: usize) -> Option<usize> {
        self.shows(row, row).then(|| (row + self.pad).saturating_sub(self.top))
    }

    pub(crate) fn shows(&self, first: usize, last: usize) -> bool {
        last >= self.top && first + self.pad < self.top + self.height
    }
}

// Finds a place again after the text changed.

/// Maximum number of lines of the earlier text to search in the new text.
const LINES_SOUGHT: usize = 64;

/// Returns the byte of a new text for the words after `byte` of the earlier text. If these words are gone, returns the
/// place of the next words that exist.
pub(crate) fn follow_byte(before: &str, now: &str, byte: u32) -> u32 {
    let byte = byte as usize;
    let start = before.bytes().zip(now.bytes()).take_while(|(one, other)| one == other).count();
    let ends = before.bytes().rev().zip(now.bytes().rev());
    let end = ends.take_while(|(one, other)| one == other).count();
    let Some(rest) = before.get(byte..) else { return byte as u32 };
    let line = rest.find('\n').map_or(before.len(), |end| byte + end);
    if line <= start {
        return byte as u32;
    }
    if byte >= before.len() - end {
        return (now.len() - rest.len()) as u32;
    }
    let lines = rest.split_inclusive('\n').filter(|line| !line.trim().is_empty());
    let found = lines.take(LINES_SOUGHT).find_map(|line| {
        let places = now.match_indices(line.trim_end()).map(|(place, _)| place);
        places.min_by_key(|place| place.abs_diff(byte))
    });
    found.unwrap_or(byte.min(now.len())) as u32
}

// The map of a whole text in one column, with its passages and the visible part.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MapMark {
    /// Index of a passage in these rows: the active passage, else the first.
    pub(crate) passage: Option<u32>,
    /// True if some of these rows are on the screen.
    pub(crate) visible: bool,
}

/// Returns the number of cells of a column of this height. A text with fewer rows has a cell for each row.
fn cell_count(pane: &Pane, height: u16) -> usize {
    usize::from(height).min(pane.rows.count()).max(1)
}

pub(crate) fn map_marks(pair: &OpenPair, which: PaneSide, height: u16) -> Vec<MapMark> {
    let (pane, side) = (pair.pane(which), pair.side(which));
    let (cells, rows) = (cell_count(pane, height), pane.rows.count());
    let bottom = (pane.top + pane.height).saturating_sub(pane.pad);
    let active = pair.active.map(|active| active as u32);
    (0..cells)
        .map(|cell| {
            let (first, next) = (cell * rows / cells, (cell + 1) * rows / cells);
            let start = pane.rows.row_start(first);
            let end = if next < rows { pane.rows.row_start(next) } else { u32::MAX };
            let here = touching(&side.blocks, &(start as usize..end as usize), |one| one.span);
            let span = active.and_then(|active| pair.view.passages.get(active as usize));
            let is_here = span.map(|passage| which.span(passage));
            let active =
                active.filter(|_| is_here.is_some_and(|span| span.start < end && start < span.end));
            let passage = active.or_else(|| here.first().map(|block| block.passage));
            MapMark { passage, visible: first < bottom && next > pane.top }
        })
        .collect()
}

/// Returns the row for the middle of the screen after a click on this cell.
pub(crate) fn row_at(pane: &Pane, height: u16, cell: u16) -> usize {
    let cells = cell_count(pane, height);
    let cell = usize::from(cell).min(cells - 1);
    (cell * 2 + 1) * pane.rows.count() / (cells * 2)
}
