//! One document of the open pair: its rows and how far it is scrolled. It does not know the other document.

use shingle::base::span::Span;
use shingle::pipeline::document::pair::{Passage, Side};

use crate::tui::drawing::wrap::WrappedRows;

/// The first or left document, or the second or right one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Which {
    /// The first document.
    #[default]
    A,
    /// The second document.
    B,
}

impl Which {
    /// The other document.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Its name.
    pub(crate) const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }

    /// The passage's bytes in this document.
    pub(crate) const fn span(self, passage: &Passage) -> Span {
        match self {
            Self::A => passage.a,
            Self::B => passage.b,
        }
    }
}

/// The rows of a document. With `reflows`, lines are joined that were broken by hand for a wider page.
pub(crate) fn laid_out(side: &Side, width: u16, reflows: bool) -> WrappedRows {
    if reflows {
        WrappedRows::reflowed(&side.text, width)
    } else {
        WrappedRows::new(&side.text, width)
    }
}

/// A document's rows and the first one drawn.
#[derive(Debug, Clone)]
pub(crate) struct Pane {
    pub(crate) rows: WrappedRows,
    /// The first row drawn.
    pub(crate) top: usize,
    /// Empty rows above the text, so that a passage near its beginning can be beside one that is farther from the beginning
    /// of the other. Not 0 only if `top` is 0.
    pub(crate) pad: usize,
    /// Rows on the screen.
    pub(crate) height: usize,
}

impl Pane {
    /// A pane at the beginning of its text. [`Self::resize`] sets its height.
    pub(crate) const fn new(rows: WrappedRows) -> Self {
        Self { rows, top: 0, pad: 0, height: 1 }
    }

    /// Takes another size and keeps the byte at the top.
    pub(crate) fn resize(&mut self, side: &Side, (width, height): (u16, u16), reflows: bool) {
        let byte = self.rows.start(self.top);
        if (self.rows.width(), self.rows.reflows()) != (width.max(1), reflows) {
            self.rows = laid_out(side, width, reflows);
        }
        self.height = usize::from(height);
        self.scroll_to(self.rows.row_of(byte));
    }

    /// Scrolls until `row` is at the top, or the last row.
    pub(crate) fn scroll_to(&mut self, row: usize) {
        self.top = row.min(self.rows.count().saturating_sub(1));
        self.pad = 0;
    }

    /// Scrolls until `row` is this many rows below the top.
    pub(crate) fn align(&mut self, row: usize, offset: usize) {
        self.scroll_to(row.saturating_sub(offset));
        self.pad = offset.saturating_sub(row);
    }

    /// Scrolls forward by some rows.
    pub(crate) fn forward(&mut self, rows: usize) {
        let empty = rows.min(self.pad);
        let pad = self.pad - empty;
        self.scroll_to(self.top + rows - empty);
        self.pad = pad;
    }

    /// Scrolls back by some rows. With `beyond` it scrolls into empty rows above the text, at most a third of the screen.
    pub(crate) fn back(&mut self, rows: usize, beyond: bool) {
        let text = rows.min(self.top);
        self.top -= text;
        if beyond {
            self.pad = (self.pad + rows - text).min(self.height / 3);
        }
    }

    /// The farthest position when scrolling by hand: the last row at the bottom.
    pub(crate) fn furthest(&self) -> usize {
        self.rows.count().saturating_sub(self.height.max(1))
    }

    /// How many rows are above the row that is aligned with the other pane: a third of the screen, or less at the
    /// beginning.
    pub(crate) fn anchor(&self) -> usize {
        (self.height / 3).min(self.top)
    }

    /// The row after the last one on the screen.
    pub(crate) fn bottom(&self) -> usize {
        (self.top + self.height).saturating_sub(self.pad).min(self.rows.count())
    }

    /// How far a row is below the top of the screen. `None` if it is not on the screen.
    pub(crate) fn offset(&self, row: usize) -> Option<usize> {
        self.shows(row, row).then(|| (row + self.pad).saturating_sub(self.top))
    }

    /// Whether any of the rows `first..=last` is on the screen.
    pub(crate) fn shows(&self, first: usize, last: usize) -> bool {
        last >= self.top && first + self.pad < self.top + self.height
    }
}
