//! The column beside a text, which is the whole text: blocks where passages are, and a heavy bar along what is on the
//! screen, where all else is dots and half blocks. So it reads without colour too, and looks like no divider.

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
            (None, true) => ("▐", theme.strong),
            (None, false) => ("·", theme.line),
        };
        pen.put(sign, style).down();
    }
}
