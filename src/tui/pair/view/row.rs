//! One row of one document, with its part of the passages: what its gutter and its text are drawn from.

use std::ops::Range;

use shingle::base::span::Span;
use shingle::pipeline::document::pair::Lit;

use crate::tui::drawing::theme::{PassageLook, Theme};
use crate::tui::pair::model::OpenPair;
use crate::tui::pair::pane::{Pane, Which};

/// One row.
pub(crate) struct TextRow<'a> {
    /// The pair.
    pub(crate) pair: &'a OpenPair,
    /// Which of the two documents.
    pub(crate) which: Which,
    pub(crate) pane: &'a Pane,
    /// The row, counted from the beginning of the text.
    pub(crate) line: usize,
    /// Its bytes.
    pub(crate) range: Range<usize>,
    /// Its tinted words.
    pub(crate) lit: &'a [Lit],
}

impl<'a> TextRow<'a> {
    /// A row of a document; `None` after its last.
    pub(crate) fn of(pair: &'a OpenPair, which: Which, line: usize) -> Option<Self> {
        let (side, pane) = (pair.side(which), pair.pane(which));
        let range = pane.rows.range(line, side.text.len())?;
        let lit = touching(&side.lit, &range, |lit| lit.span);
        Some(Self { pair, which, pane, line, range, lit })
    }

    /// How the text of a passage is tinted.
    pub(crate) fn look(&self, theme: &Theme, passage: u32) -> PassageLook {
        let passage = passage as usize;
        theme.text(&self.pair.tints, passage, self.pair.active == Some(passage))
    }

    /// First and last row of a passage in this document.
    pub(crate) fn extent(&self, passage: u32) -> (usize, usize) {
        self.pair.view.passages.get(passage as usize).map_or((0, 0), |passage| {
            let span = self.which.span(passage);
            let last = span.end.saturating_sub(1).max(span.start);
            (self.pane.rows.row_of(span.start), self.pane.rows.row_of(last))
        })
    }
}

/// The elements of a list, in reading order and without overlaps, that touch a range of bytes.
pub(crate) fn touching<'l, T>(
    list: &'l [T],
    range: &Range<usize>,
    span: impl Fn(&T) -> Span,
) -> &'l [T] {
    let from = list.partition_point(|one| span(one).end as usize <= range.start);
    let to = list.partition_point(|one| (span(one).start as usize) < range.end);
    list.get(from..to).unwrap_or_default()
}
