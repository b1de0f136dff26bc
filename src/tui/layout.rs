//! Where everything stands on a screen of a given size. It draws nothing and knows no content but what it is given.

pub(crate) mod clusters;
pub(crate) mod dots;
pub(crate) mod texts;

use ratatui::layout::Rect;

use super::pair::model::PaneSizes;
use super::pair::reading::{PaneShape, Reading};

/// The smallest screen that anything but one sentence is drawn on, in columns and rows.
pub(crate) const SMALLEST: (u16, u16) = (40, 12);
/// From this many rows on, list and pair are on the screen together.
const SPLIT_ROWS: u16 = 30;
/// Rows of the command palette, its rule included.
const PALETTE_ROWS: u16 = 12;

/// What the layout depends on besides the size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The pair has the whole screen.
    pub(crate) zoomed: bool,
    /// Rows of the parameters.
    pub(crate) params: u16,
    /// Rows of the histogram of scores, from [`strip_rows`], or none.
    pub(crate) strip: u16,
    /// Rows above the last one for what is shown large.
    pub(crate) band: u16,
    /// There are rows to choose from.
    pub(crate) rows: bool,
    /// So many lines are all that a filter left: more room than these need is the pair's.
    pub(crate) left: Option<u16>,
    /// Rows above the list, under its title.
    pub(crate) above: u16,
    /// Rows below the list.
    pub(crate) below: u16,
    /// The second document is shown where only one has room.
    pub(crate) second: bool,
    /// Rows below the texts that an explanation would like to have; it gets half of the screen at most.
    pub(crate) panel: u16,
    /// How the texts are to be read.
    pub(crate) reading: Reading,
    /// So many passages are to be listed below the texts.
    pub(crate) passages: Option<u16>,
}

/// The regions of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Areas {
    /// Program, folder, counts, watcher, progress.
    pub(crate) header: Rect,
    /// The parameters.
    pub(crate) params: Rect,
    /// The histogram of scores, where there is room.
    pub(crate) strip: Option<Rect>,
    /// The ranked list, unless the pair has the whole screen.
    pub(crate) list: Option<ListAreas>,
    /// The open pair, where there is room.
    pub(crate) pair: Option<PairAreas>,
    /// The explanation of a word, below everything else; empty while there is none.
    pub(crate) panel: Rect,
    /// The dot plot, while it is open.
    pub(crate) dots: Option<dots::DotsAreas>,
    /// Everything between parameters and footer, for what lies on top.
    pub(crate) body: Rect,
    /// What is shown large; empty but in projector mode.
    pub(crate) band: Rect,
    /// Hints and notes.
    pub(crate) footer: Rect,
}

/// The regions of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListAreas {
    /// What the list is, in words.
    pub(crate) title: Rect,
    /// What stands before the list itself.
    pub(crate) above: Rect,
    /// The names of the columns; empty where rows are scarce.
    pub(crate) columns: Rect,
    /// The rows.
    pub(crate) rows: Rect,
    /// What is said of the selected row.
    pub(crate) below: Rect,
}

/// The regions of the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PairAreas {
    /// Names.
    pub(crate) title: Rect,
    /// The score in words, then all measures; one row or two.
    pub(crate) facts: Rect,
    /// All passages as numbers; empty where rows are scarce.
    pub(crate) strip: Rect,
    /// The first document, unless only the second has room.
    pub(crate) a: Option<PaneAreas>,
    /// The second document, unless only the first has room.
    pub(crate) b: Option<PaneAreas>,
    /// The line between them, where they stand side by side.
    pub(crate) divider: Rect,
    /// The list of passages; empty unless it is asked for.
    pub(crate) passages: Rect,
    /// What the looks of dropped words mean; empty unless they are shown.
    pub(crate) legend: Rect,
    /// The active passage in words.
    pub(crate) status: Rect,
    /// How the texts stand.
    pub(crate) shape: PaneShape,
    /// The ways in which they could stand.
    pub(crate) offered: [bool; PaneShape::ALL.len()],
}

/// The regions of one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PaneAreas {
    /// Name and facts.
    pub(crate) title: Rect,
    /// Numbers and brackets.
    pub(crate) gutter: Rect,
    /// The text.
    pub(crate) text: Rect,
    /// The whole text in one column.
    pub(crate) map: Rect,
}

/// The regions for a screen of this size, `None` when it is too small.
pub(crate) fn areas(width: u16, height: u16, wanted: Wanted) -> Option<Areas> {
    if width < SMALLEST.0 || height < SMALLEST.1 {
        return None;
    }
    let whole = Rect::new(0, 0, width, height);
    let (header, rest) = cut(whole, 1);
    let (params, rest) = cut(rest, wanted.params);
    let body = Rect { height: rest.height.saturating_sub(1), ..rest };
    let footer = Rect { y: height - 1, height: 1, ..rest };
    let (body, band) = cut_below(body, wanted.band.min(body.height / 2));
    let (body, panel) = cut_below(body, wanted.panel.min(body.height / 2));
    let split = height - wanted.band.min(height) >= SPLIT_ROWS && wanted.rows;
    let (strip, below) = cut(body, wanted.strip);
    let (list, pair) = if wanted.zoomed || wanted.reading.alone {
        (None, Some(texts::pair(body, wanted)))
    } else if split {
        let third = (below.height / 3).max(6);
        let needed = |lines: u16| (lines.saturating_add(2 + wanted.above + wanted.below)).max(6);
        let (top, bottom) = cut(below, wanted.left.map_or(third, |left| needed(left).min(third)));
        (Some(list_areas(top, wanted)), Some(texts::pair(bottom, wanted)))
    } else {
        (Some(list_areas(below, wanted)), None)
    };
    let strip = (wanted.strip > 0).then_some(strip);
    Some(Areas { header, params, strip, list, pair, panel, dots: None, body, band, footer })
}

/// Rows of the histogram, with one for words where they have no room beside it. Where list and pair barely have room, it has
/// one row alone.
pub(crate) const fn strip_rows((width, height): (u16, u16), zoomed: bool) -> u16 {
    match height {
        _ if zoomed || width < 60 => 0,
        0..24 => 0,
        24..34 => 1,
        34..48 => 3 + (width < 78) as u16,
        _ => 5 + (width < 78) as u16,
    }
}

fn list_areas(area: Rect, wanted: Wanted) -> ListAreas {
    let (title, rest) = cut(area, 1);
    // Half of what there is remains for the rows.
    let most = rest.height / 4;
    let (above, rest) = cut(rest, wanted.above.min(most));
    let (rest, below) = cut_below(rest, wanted.below.min(most));
    let (columns, rows) = cut(rest, u16::from(rest.height >= 5));
    ListAreas { title, above, columns, rows, below }
}

impl PairAreas {
    /// Columns and rows of both texts; where only one has room, the other takes its size.
    pub(crate) fn sizes(&self) -> PaneSizes {
        let size = |pane: Option<PaneAreas>| pane.map(|pane| (pane.text.width, pane.text.height));
        let (a, b) = (size(self.a), size(self.b));
        let some = a.or(b).unwrap_or((1, 1));
        PaneSizes { a: a.unwrap_or(some), b: b.unwrap_or(some) }
    }
}

/// Where the command palette stands: at the foot of the body, a rule above its lines.
pub(crate) fn palette_area(body: Rect) -> Rect {
    let height = PALETTE_ROWS.min(body.height);
    Rect { y: body.bottom() - height, height, ..body }
}

/// Its lines.
pub(crate) fn palette_rows(body: Rect) -> Rect {
    cut(palette_area(body), 1).1
}

/// The first `rows` rows of an area, or all, and the rest.
fn cut(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let first = Rect { height: rows, ..area };
    (first, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

/// All but the last `rows` rows of an area, or none, and those.
fn cut_below(area: Rect, rows: u16) -> (Rect, Rect) {
    cut(area, area.height.saturating_sub(rows))
}
