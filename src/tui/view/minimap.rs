//! The column beside a text: the left half of a cell says that a passage is there, the right half that it is on the screen.
//! So it reads without colour too.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::model::minimap::{Mark, marks};
use super::super::model::pair::OpenPair;
use super::super::model::pane::Which;
use super::super::theme::Theme;
use super::pen::Pen;

/// Draws the column.
pub(super) fn render(
    pair: &OpenPair,
    which: Which,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let mut pen = Pen::at(buffer, area);
    for Mark { passage, seen } in marks(pair, which, area.height) {
        let tint = passage.and_then(|passage| pair.tints.get(passage as usize)).copied();
        let (sign, style) = match (tint, seen) {
            (Some(tint), true) => ("█", theme.ink(tint)),
            (Some(tint), false) => ("▌", theme.ink(tint)),
            (None, true) => ("▐", theme.line),
            (None, false) => ("│", theme.line),
        };
        pen.put(sign, style).down();
    }
}
