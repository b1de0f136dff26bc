//! Where the sources of a document are, and its text beside or below them. It draws nothing.

use ratatui::layout::Rect;

use super::{ListAreas, cut, cut_below};

/// With at least this many columns, the text is beside the list.
const BESIDE: u16 = 100;
/// Columns left of the text: the numbers of sources, and a bracket.
const GUTTER: u16 = 7;
/// No text is wider than this, however wide the screen.
const MEASURE: u16 = 100;
/// The most rows about the selected source beside the text, and above it.
const ABOUT: (u16, u16) = (10, 2);

/// The regions of the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceAreas {
    /// The names of the columns of the list. Empty if rows are scarce.
    pub(crate) columns: Rect,
    /// The sources.
    pub(crate) rows: Rect,
    /// What is in no listed source.
    pub(crate) rest: Rect,
    /// What is known about the selected source, right below.
    pub(crate) about: Rect,
    /// The line between list and text, if they are side by side.
    pub(crate) divider: Rect,
    /// The name of the document, and facts about it.
    pub(crate) title: Rect,
    /// The numbers of the sources of each row of the text.
    pub(crate) gutter: Rect,
    /// The text.
    pub(crate) text: Rect,
    /// The active place in words.
    pub(crate) status: Rect,
}

impl ListAreas {
    /// Divides the area of the list, for so many sources and rows for the rest.
    pub(crate) fn sources(&self, sources: usize, rest: u16) -> SourceAreas {
        let whole = self.columns.union(self.rows).union(self.below);
        let wide = whole.width >= BESIDE;
        let (list, divider, document) = if wide {
            let side = (whole.width * 2 / 5).clamp(44, 72);
            let (document, list) = cut_right(whole, side);
            let (document, divider) = cut_right(document, 1);
            (list, divider, document)
        } else {
            // Half of the rows at least remain for the text.
            let wanted =
                (sources.min(usize::from(u16::MAX)) as u16).saturating_add(1 + rest + ABOUT.1);
            let (list, document) = cut(whole, wanted.min(whole.height / 2));
            (list, Rect { height: 0, ..whole }, document)
        };
        let (columns, list) = cut(list, u16::from(list.height >= 5));
        let kept = if wide { ABOUT.0.min(list.height / 2) } else { ABOUT.1.min(list.height / 3) };
        let needed = (sources.min(usize::from(u16::MAX)) as u16).max(1);
        let (rows, below) = cut(list, needed.min(list.height.saturating_sub(rest + kept).max(1)));
        let (rest, about) = cut(below, rest);
        let (title, document) = cut(document, document.height.min(1));
        let (document, status) = cut_below(document, u16::from(document.height >= 3));
        let gutter = Rect { width: GUTTER.min(document.width), ..document };
        let text = Rect {
            x: gutter.right(),
            width: document.width.saturating_sub(GUTTER + 1).min(MEASURE),
            ..document
        };
        SourceAreas { columns, rows, rest, about, divider, title, gutter, text, status }
    }
}

/// An area without its last columns, and those.
fn cut_right(area: Rect, columns: u16) -> (Rect, Rect) {
    let columns = columns.min(area.width);
    let width = area.width - columns;
    (Rect { width, ..area }, Rect { x: area.x + width, width: columns, ..area })
}
