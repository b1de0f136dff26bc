//! The map beside a text: blocks where passages are, and a heavy bar along the part on the screen. All else is dots and
//! half blocks, so it is readable without colour and does not look like a divider.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::Theme;
use crate::tui::pair::minimap::{MapMark, marks};
use crate::tui::pair::model::OpenPair;
use crate::tui::pair::pane::Which;

/// Draws the map.
pub(crate) fn render(
    pair: &OpenPair,
    which: Which,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let mut pen = Pen::at(buffer, area);
    for MapMark { passage, seen } in marks(pair, which, area.height) {
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
