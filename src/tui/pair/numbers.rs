//! The numbers of all passages in one row, scrolled so that the active one is visible. It costs the width of the row,
//! however many passages there are, and draws nothing.

use crate::tui::drawing::glyphs::columns;

use super::model::OpenPair;

/// The label before the first number in a row of this width.
pub(crate) const fn label(width: u16) -> &'static str {
    if width < 60 { " " } else { " passages " }
}

/// One number of the strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NumberCell {
    /// Index of the passage.
    pub(crate) index: usize,
    /// Its first column.
    pub(crate) column: u16,
    /// The text: the number between blanks, or between brackets if active. `⇄` precedes it if the passage moved.
    pub(crate) text: String,
}

impl NumberCell {
    /// The column after it.
    pub(crate) fn end(&self) -> u16 {
        self.column + columns(&self.text)
    }
}

/// The numbers that fit into a row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Strip {
    /// The numbers, from left to right.
    pub(crate) cells: Vec<NumberCell>,
    /// Whether there are passages before the first of them.
    pub(crate) more_before: bool,
    /// Whether there are passages after the last of them.
    pub(crate) more_after: bool,
}

/// The text for a passage.
fn text(pair: &OpenPair, index: usize) -> Option<String> {
    let passage = pair.view.passages.get(index)?;
    let (id, sign) = (passage.id(), if passage.moved { "⇄" } else { "" });
    let is_active = pair.active == Some(index);
    Some(if is_active { format!("[{sign}{id}]") } else { format!(" {sign}{id} ") })
}

/// The numbers that fit into a row of this width after its label. A column stays free on either side for the signs that
/// there are more.
pub(crate) fn strip(pair: &OpenPair, width: u16) -> Strip {
    let from = columns(label(width));
    let room = width.saturating_sub(from).saturating_sub(2);
    let taken = |index: usize| text(pair, index).map_or(0, |text| columns(&text));
    let count = pair.view.passages.len();
    let active = pair.active.unwrap_or(0);
    let (mut first, mut next) = (active.min(count), active.min(count));
    let mut used = 0;
    if next < count && taken(next) <= room {
        used = taken(next);
        next += 1;
    }
    let back = |first: &mut usize, used: &mut u16, room: u16| {
        while *first > 0 && *used + taken(*first - 1) <= room {
            *first -= 1;
            *used += taken(*first);
        }
    };
    // About as many before the active one as after it.
    let half = used + room.saturating_sub(used) / 2;
    back(&mut first, &mut used, half);
    while next < count && used + taken(next) <= room {
        used += taken(next);
        next += 1;
    }
    back(&mut first, &mut used, room);
    let mut column = from + 1;
    let mut cells = Vec::new();
    for index in first..next {
        let Some(text) = text(pair, index) else { break };
        let cell = NumberCell { index, column, text };
        column = cell.end();
        cells.push(cell);
    }
    Strip { cells, more_before: first > 0, more_after: next < count }
}
