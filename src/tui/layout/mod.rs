//! Positions of all parts for a given screen size, independent of their content.

pub(crate) mod parts;

pub(crate) use self::parts::{DotsAreas, LessonAreas, SourceAreas, TitledList};

use ratatui::layout::Rect;

use shingle::{base::span::Span, pipeline::Passage};

/// The smallest supported screen, in columns and rows. A smaller screen only shows a sentence.
pub(crate) const SMALLEST: (u16, u16) = (40, 12);
/// Minimum rows to show list and pair together.
const SPLIT_ROWS: u16 = 30;
/// Rows of the list beside a pair if there is room: title, columns and twelve pairs.
const LIST_ROWS: u16 = 14;
/// Minimum rows for a preview below a list.
const LOW: u16 = 20;
/// Rows of the preview below a list, with its title …
const PREVIEW_ROWS: u16 = 8;
/// … and on a low screen.
const LOW_PREVIEW_ROWS: u16 = 4;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RowNeeds {
    pub(crate) zoomed: bool,
    pub(crate) params: u16,
    /// Rows of the histogram of scores, from [`strip_rows`], or 0.
    pub(crate) strip: u16,
    /// Rows above the footer for the large text of projector mode.
    pub(crate) band: u16,
    /// Rows of the open line of input above the last row.
    pub(crate) prompt: u16,
    pub(crate) rows: bool,
    /// The number of lines that match a filter. The pair gets the rows that the lines do not need.
    pub(crate) filtered_lines: Option<u16>,
    /// Rows above the list, under its title.
    pub(crate) above: u16,
    pub(crate) below: u16,
    /// True if the second document is shown when only one fits.
    pub(crate) second: bool,
    /// Rows for an explanation below the texts, limited to half of the screen.
    pub(crate) panel: u16,
    pub(crate) reading: Reading,
    /// Number of passages to list below the texts.
    pub(crate) passages: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Areas {
    pub(crate) header: Rect,
    pub(crate) params: Rect,
    /// The histogram of scores, if there is room.
    pub(crate) strip: Option<Rect>,
    /// The ranked list, unless the pair has the whole screen.
    pub(crate) list: Option<ListAreas>,
    pub(crate) pair: Option<PairAreas>,
    /// The explanation of a word, below everything else. Empty without an explanation.
    pub(crate) panel: Rect,
    pub(crate) dots: Option<parts::DotsAreas>,
    /// Everything between parameters and footer, for overlays.
    pub(crate) body: Rect,
    /// The large text. Empty except in projector mode.
    pub(crate) band: Rect,
    pub(crate) footer: Rect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListAreas {
    pub(crate) title: Rect,
    /// Information before the list itself.
    pub(crate) above: Rect,
    /// The names of the columns. Empty if rows are scarce.
    pub(crate) columns: Rect,
    pub(crate) rows: Rect,
    /// Information about the selected row.
    pub(crate) below: Rect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PairAreas {
    pub(crate) title: Rect,
    /// The score; while dropped words are shown, also its calculation, with all measures in a second row.
    pub(crate) facts: Rect,
    /// The numbers of all passages. Empty if rows are scarce.
    pub(crate) strip: Rect,
    /// The first document. `None` if the second takes its room.
    pub(crate) a: Option<PaneAreas>,
    /// The second document. `None` if the first takes its room.
    pub(crate) b: Option<PaneAreas>,
    /// The line between the documents, if they are side by side.
    pub(crate) divider: Rect,
    /// The list of passages. Empty if hidden.
    pub(crate) passages: Rect,
    /// The legend of dropped words. Empty if the words are hidden.
    pub(crate) legend: Rect,
    pub(crate) status: Rect,
    pub(crate) shape: PaneShape,
    pub(crate) offered: [bool; PaneShape::ALL.len()],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PaneAreas {
    pub(crate) title: Rect,
    pub(crate) gutter: Rect,
    pub(crate) text: Rect,
    pub(crate) map: Rect,
}

/// Calculates the regions for a screen of this size. `None` if the screen is too small.
pub(crate) fn areas(width: u16, height: u16, needs: RowNeeds) -> Option<Areas> {
    if width < SMALLEST.0 || height < SMALLEST.1 {
        return None;
    }
    let whole = Rect::new(0, 0, width, height);
    let (header, rest) = split_top(whole, 1);
    let (params, rest) = split_top(rest, needs.params);
    let body = Rect { height: rest.height.saturating_sub(1), ..rest };
    let footer = Rect { y: height - 1, height: 1, ..rest };
    let (body, _) = cut_below(body, needs.prompt.min(body.height / 3));
    let (body, band) = cut_below(body, needs.band.min(body.height / 2));
    let (body, panel) = cut_below(body, needs.panel.min(body.height / 2));
    let split = height - needs.band.min(height) >= SPLIT_ROWS && needs.rows;
    let (strip, below) = split_top(body, needs.strip);
    let (list, pair) = if needs.zoomed || needs.reading.alone {
        (None, Some(pair_areas(body, needs)))
    } else if split {
        let third = (below.height / 3).max(LIST_ROWS.min(below.height / 2));
        let needed = |lines: u16| (lines.saturating_add(2 + needs.above + needs.below)).max(6);
        let (top, bottom) =
            split_top(below, needs.filtered_lines.map_or(third, |left| needed(left).min(third)));
        (Some(list_areas(top, needs)), Some(pair_areas(bottom, needs)))
    } else {
        (Some(list_areas(below, needs)), None)
    };
    let strip = (needs.strip > 0).then_some(strip);
    Some(Areas { header, params, strip, list, pair, panel, dots: None, body, band, footer })
}

/// Returns the rows of the histogram and its scale, plus a row for the description if it does not fit beside them.
pub(crate) const fn strip_rows((width, height): (u16, u16), zoomed: bool) -> u16 {
    match height {
        _ if zoomed || width < 60 => 0,
        0..24 => 0,
        24..34 => 2 + (width < 78) as u16,
        34..48 => 3 + (width < 78) as u16,
        _ => 5 + (width < 78) as u16,
    }
}

pub(crate) const fn preview_rows(height: u16) -> u16 {
    match height {
        0..LOW => 0,
        LOW..SPLIT_ROWS => LOW_PREVIEW_ROWS,
        _ => PREVIEW_ROWS,
    }
}

fn list_areas(area: Rect, needs: RowNeeds) -> ListAreas {
    let (title, rest) = split_top(area, 1);
    // At least a third of the rows remain for the list.
    let below_rows = needs.below.min(rest.height / 4);
    let above_rows = needs.above.min(rest.height * 2 / 3 - below_rows);
    let (above, rest) = split_top(rest, above_rows);
    let (rest, below) = cut_below(rest, below_rows);
    let (columns, rows) = split_top(rest, u16::from(rest.height >= 5));
    ListAreas { title, above, columns, rows, below }
}

impl PairAreas {
    /// Returns the columns and rows of both texts. If only one has room, both get its size.
    pub(crate) fn sizes(&self, lines: LineBreaks) -> PaneSizes {
        let size = |pane: Option<PaneAreas>| pane.map(|pane| (pane.text.width, pane.text.height));
        let (a, b) = (size(self.a), size(self.b));
        let some = a.or(b).unwrap_or((1, 1));
        let reflows = lines == LineBreaks::Joined;
        PaneSizes { a: a.unwrap_or(some), b: b.unwrap_or(some), reflows }
    }
}

/// Splits an area into at most `rows` first rows and the rest.
fn split_top(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let first = Rect { height: rows, ..area };
    (first, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

/// Splits an area into all but its last `rows` rows, and these rows.
fn cut_below(area: Rect, rows: u16) -> (Rect, Rect) {
    split_top(area, area.height.saturating_sub(rows))
}

// The two texts of a pair, and the parts around them.

/// Minimum columns for documents side by side as the default layout.
const SIDE_COLUMNS: u16 = 100;
/// Minimum columns for documents side by side as a chosen layout.
const SIDE_LEAST: u16 = 56;
/// Minimum rows of the pair for stacked documents as the default layout. Smaller pairs show one document at a time.
const STACK_ROWS: u16 = 13;
/// Minimum rows of both texts for stacked documents as a chosen layout.
const STACK_LEAST: u16 = 6;
/// Columns left of a document's text: sign, number, bracket.
const GUTTER: u16 = 7;
/// Maximum columns of a text, on any screen.
const MEASURE: u16 = 100;

pub(crate) fn pair_areas(area: Rect, needs: RowNeeds) -> PairAreas {
    let none = Rect { height: 0, ..area };
    let height = if needs.reading.alone { 0 } else { area.height };
    let (title, rest) = split_top(area, height.min(1));
    // The measures take a row, and the paths of both documents two.
    let counted = match height {
        _ if !needs.reading.dropped => 1,
        0..12 => 1,
        12..16 => 2,
        _ => 4,
    };
    let (facts, rest) = split_top(rest, counted.min(height));
    let (strip, rest) = split_top(rest, u16::from(height >= 11));
    let (rest, status) = cut_below(rest, u16::from(height >= 9));
    let (rest, legend) = cut_below(rest, u16::from(needs.reading.dropped && rest.height >= 5));
    let (panes, passages) = match needs.passages {
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
    let shape = match needs.reading.shape.filter(is_offered).unwrap_or(by_size) {
        _ if needs.reading.alone => PaneShape::Single,
        shape => shape,
    };
    let (a, b, divider) = match shape {
        PaneShape::Split => {
            // Both columns have the same width. An odd column stays free at the right.
            let half = (panes.width - 1) / 2;
            let left = Rect { width: half, ..panes };
            let divider = Rect { x: left.right(), width: 1, ..panes };
            let right = Rect { x: divider.right(), width: half, ..panes };
            (Some(pane_areas(left)), Some(pane_areas(right)), divider)
        }
        PaneShape::Stacked => {
            let (top, bottom) = split_top(panes, panes.height / 2);
            (Some(pane_areas(top)), Some(pane_areas(bottom)), none)
        }
        PaneShape::Single => {
            let one = Some(pane_areas(panes));
            let (a, b) = if needs.second { (None, one) } else { (one, None) };
            (a, b, none)
        }
    };
    PairAreas { title, facts, strip, a, b, divider, passages, legend, status, shape, offered }
}

pub(crate) fn pane_areas(area: Rect) -> PaneAreas {
    let (title, rest) = split_top(area, 1);
    let gutter = Rect { width: GUTTER.min(rest.width), ..rest };
    // The column between a text and its map stays free, which also separates the texts.
    let width = (rest.width - gutter.width).saturating_sub(2).min(MEASURE);
    let text = Rect { x: gutter.right(), width, ..rest };
    let map = Rect { x: text.right() + 1, width: 1, ..rest }.intersection(rest);
    PaneAreas { title, gutter, text, map }
}

// Presentation of two texts: side by side or not, joined or free, with or without dropped words.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaneShape {
    Split,
    Stacked,
    /// One at a time.
    Single,
}

impl PaneShape {
    /// All layouts, in the order of the key.
    pub(crate) const ALL: [Self; 3] = [Self::Split, Self::Stacked, Self::Single];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Split => "the texts are side by side",
            Self::Stacked => "the texts are one above the other",
            Self::Single => "one text at a time: Tab shows the other",
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum PassageOrder {
    /// The longest first.
    #[default]
    Length,
    /// By their places in the first text.
    Place,
}

impl PassageOrder {
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Place => Self::Length,
            Self::Length => Self::Place,
        }
    }
}

/// Line breaks of a text whose lines were broken by hand for a wider page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum LineBreaks {
    /// Lines are joined, so that rows are filled.
    #[default]
    Joined,
    /// Lines stay as they were written.
    AsWritten,
}

impl LineBreaks {
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Joined => Self::AsWritten,
            Self::AsWritten => Self::Joined,
        }
    }
}

/// The choices that apply to every pair.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The chosen layout. `None` leaves the layout to the size of the screen.
    pub(crate) shape: Option<PaneShape>,
    /// True if the text with the focus fills everything between parameters and footer.
    pub(crate) alone: bool,
    /// True if each text scrolls separately.
    pub(crate) free: bool,
    pub(crate) lines: LineBreaks,
    /// True if the texts mark ignored words.
    pub(crate) dropped: bool,
    pub(crate) order: PassageOrder,
    /// The text that had the focus last.
    pub(crate) last: PaneSide,
    /// The text whose map the user drags with the mouse.
    pub(crate) dragged_map: Option<PaneSide>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PaneSizes {
    pub(crate) a: (u16, u16),
    pub(crate) b: (u16, u16),
    /// True if the layout joins lines that were broken by hand for a wider page.
    pub(crate) reflows: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum PaneSide {
    #[default]
    A,
    B,
}

impl PaneSide {
    pub(crate) fn of<T>(self, a: T, b: T) -> T {
        match self {
            Self::A => a,
            Self::B => b,
        }
    }

    pub(crate) const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    pub(crate) fn letter(self) -> &'static str {
        self.of("A", "B")
    }

    pub(crate) fn span(self, passage: &Passage) -> Span {
        self.of(passage.a, passage.b)
    }
}
