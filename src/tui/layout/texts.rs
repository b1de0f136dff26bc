//! Where the two texts of a pair are, and what is around them. It knows no content.

use ratatui::layout::Rect;

use crate::tui::pair::reading::PaneShape;

use super::{PairAreas, PaneAreas, Wanted, cut, cut_below};

/// With at least this many columns, the documents are side by side unless another layout was chosen.
const SIDE_COLUMNS: u16 = 100;
/// With fewer columns they are never side by side.
const SIDE_LEAST: u16 = 56;
/// If they are not side by side and the pair has fewer rows than this, one document is shown at a time unless another
/// layout was chosen.
const STACK_ROWS: u16 = 13;
/// With fewer rows for both texts they are never one above the other.
const STACK_LEAST: u16 = 6;
/// Columns left of a document's text: sign, number, bracket.
const GUTTER: u16 = 7;
/// No text is wider than this, however wide the screen.
const MEASURE: u16 = 100;

/// The regions of a pair in an area.
pub(crate) fn pair(area: Rect, wanted: Wanted) -> PairAreas {
    let none = Rect { height: 0, ..area };
    let height = if wanted.reading.alone { 0 } else { area.height };
    let (title, rest) = cut(area, height.min(1));
    // How it was counted takes a row more, what the number says another one, and how many words are tinted a last one.
    let counted = match height {
        _ if !wanted.reading.dropped => 1,
        0..12 => 1,
        12..16 => 2,
        16..20 => 3,
        _ => 4,
    };
    let (facts, rest) = cut(rest, counted.min(height));
    let (strip, rest) = cut(rest, u16::from(height >= 11));
    let (rest, status) = cut_below(rest, u16::from(height >= 9));
    let (rest, legend) = cut_below(rest, u16::from(wanted.reading.dropped && rest.height >= 5));
    let (panes, passages) = match wanted.passages {
        Some(count) => {
            let most = (area.height / 2).max(4).min(rest.height.saturating_sub(3));
            cut_below(rest, count.saturating_add(1).min(most))
        }
        None => (rest, none),
    };
    let offered = [area.width >= SIDE_LEAST, panes.height >= STACK_LEAST, true];
    let by_size = if area.width >= SIDE_COLUMNS {
        PaneShape::Split
    } else if area.height >= STACK_ROWS && offered[1] {
        PaneShape::Stacked
    } else {
        PaneShape::Single
    };
    let is_offered = |shape: &PaneShape| {
        PaneShape::ALL.iter().zip(offered).any(|(one, offered)| one == shape && offered)
    };
    let shape = match wanted.reading.shape.filter(is_offered).unwrap_or(by_size) {
        _ if wanted.reading.alone => PaneShape::Single,
        shape => shape,
    };
    let (a, b, divider) = match shape {
        PaneShape::Split => {
            // Both columns have the same width. An odd column stays free at the right.
            let half = (panes.width - 1) / 2;
            let left = Rect { width: half, ..panes };
            let divider = Rect { x: left.right(), width: 1, ..panes };
            let right = Rect { x: divider.right(), width: half, ..panes };
            (Some(pane(left)), Some(pane(right)), divider)
        }
        PaneShape::Stacked => {
            let (top, bottom) = cut(panes, panes.height / 2);
            (Some(pane(top)), Some(pane(bottom)), none)
        }
        PaneShape::Single => {
            let one = Some(pane(panes));
            let (a, b) = if wanted.second { (None, one) } else { (one, None) };
            (a, b, none)
        }
    };
    PairAreas { title, facts, strip, a, b, divider, passages, legend, status, shape, offered }
}

/// The regions of one text in an area.
pub(crate) fn pane(area: Rect) -> PaneAreas {
    let (title, rest) = cut(area, 1);
    let gutter = Rect { width: GUTTER.min(rest.width), ..rest };
    // The column between a text and its map stays free, which also separates the texts.
    let width = (rest.width - gutter.width).saturating_sub(2).min(MEASURE);
    let text = Rect { x: gutter.right(), width, ..rest };
    let map = Rect { x: text.right() + 1, width: 1, ..rest }.intersection(rest);
    PaneAreas { title, gutter, text, map }
}
