//! Positions of all parts for a given screen size, independent of their content.

use ratatui::layout::Constraint::{Length, Max, Min};
use ratatui::layout::{Layout, Margin, Rect};

use shingle::{base::span::Span, pipeline::Passage};

use crate::tui::drawing::large::ROWS;

/// The smallest supported screen, in columns and rows. A smaller screen only shows a sentence.
pub(crate) const SMALLEST: (u16, u16) = (40, 12);
/// Minimum rows to show list and pair together.
pub(crate) const SPLIT_ROWS: u16 = 30;
/// Rows of the list beside a pair if there is room: title, columns and twelve pairs.
const LIST_ROWS: u16 = 14;
/// Minimum rows of a screen with a preview below a list.
const LOW: u16 = 20;
/// Rows of the preview below a list, including its title.
const PREVIEW_ROWS: u16 = 8;
/// Rows of the preview on a low screen.
const LOW_PREVIEW_ROWS: u16 = 4;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
    pub(crate) dots: Option<DotsAreas>,
    /// Everything between parameters and footer, for overlays.
    pub(crate) body: Rect,
    /// The large text. Empty except in projector mode.
    pub(crate) band: Rect,
    pub(crate) footer: Rect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListAreas {
    pub(crate) title: Rect,
    /// Information above the list.
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
    /// The score. While ignored words are shown, also the counts behind the score, with all measures in a second row.
    pub(crate) facts: Rect,
    /// Both documents. `None` for a document that is not shown.
    pub(crate) panes: [Option<PaneAreas>; 2],
    /// The line between the documents, if they are side by side.
    pub(crate) divider: Rect,
    /// The list of passages. Empty if hidden.
    pub(crate) passages: Rect,
    /// The legend of ignored words. Empty if these words are hidden.
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

/// Returns the rows of a list above its pair. `needed` are the rows of a filtered list, which may be fewer.
pub(crate) fn rows_of_list_above_pair(height: u16, needed: Option<u16>) -> u16 {
    let third = (height / 3).max(LIST_ROWS.min(height / 2));
    needed.map_or(third, |needed| needed.max(6).min(third))
}

/// Returns the rows of the histogram and its scale.
pub(crate) const fn histogram_rows((width, height): (u16, u16), zoomed: bool) -> u16 {
    if zoomed || width < 78 || height < 24 { 0 } else { 2 }
}

pub(crate) const fn rows_of_preview(height: u16) -> u16 {
    match height {
        0..LOW => 0,
        LOW..SPLIT_ROWS => LOW_PREVIEW_ROWS,
        _ => PREVIEW_ROWS,
    }
}

/// Divides the area of a list, with `above` rows under its title and `below` rows under its lines.
pub(crate) fn divide_list(area: Rect, (above, below): (u16, u16)) -> ListAreas {
    let (title, rest) = split_first_rows(area, 1);
    // At least a third of the rows remain for the list.
    let below_rows = below.min(rest.height / 4);
    let above_rows = above.min(rest.height * 2 / 3 - below_rows);
    let (above, rest) = split_first_rows(rest, above_rows);
    let (rest, below) = split_last_rows(rest, below_rows);
    let (columns, rows) = split_first_rows(rest, u16::from(rest.height >= 5));
    ListAreas { title, above, columns, rows, below }
}

impl PairAreas {
    /// Returns the size of both texts, in columns and rows. If only one text is shown, both get its size.
    pub(crate) fn pane_sizes(&self) -> PaneSizes {
        let [a, b] = self.panes.map(|pane| Some(pane?.text.as_size().into()));
        [a.or(b), b.or(a)].map(|size| size.unwrap_or((1, 1)))
    }

    /// Returns the documents on the screen.
    pub(crate) fn shown_panes(&self) -> impl Iterator<Item = (PaneSide, PaneAreas)> + use<> {
        PaneSide::BOTH.into_iter().zip(self.panes).filter_map(|(which, pane)| Some((which, pane?)))
    }
}

/// Splits an area into at most `rows` first rows and the rest.
pub(crate) fn split_first_rows(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let first = Rect { height: rows, ..area };
    (first, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

/// Splits an area into the rows above its last `rows` rows, and these last rows.
pub(crate) fn split_last_rows(area: Rect, rows: u16) -> (Rect, Rect) {
    split_first_rows(area, area.height.saturating_sub(rows))
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

/// Divides the area of a pair, with `passages` passages listed below its texts. If only one document fits, shows the
/// document `which`.
pub(crate) fn divide_pair(
    area: Rect,
    reading: ReadingState,
    which: PaneSide,
    passages: Option<u16>,
) -> PairAreas {
    let none = Rect { height: 0, ..area };
    let height = area.height;
    let (title, rest) = split_first_rows(area, height.min(1));
    // The measures take a row, and the paths of both documents two.
    let counted = match height {
        _ if !reading.dropped => 1,
        0..12 => 1,
        12..16 => 2,
        _ => 4,
    };
    let (facts, rest) = split_first_rows(rest, counted.min(height));
    let (rest, status) = split_last_rows(rest, u16::from(height >= 9));
    let (rest, legend) = split_last_rows(rest, u16::from(reading.dropped && rest.height >= 5));
    let (panes, passages) = match passages {
        Some(count) => {
            let most = (area.height / 2).max(4).min(rest.height.saturating_sub(3));
            split_last_rows(rest, count.saturating_add(1).min(most))
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
    let chosen = reading.shape.filter(|shape| offered[*shape as usize]);
    let shape = chosen.unwrap_or(by_size);
    let (panes, divider) = match shape {
        PaneShape::Split => {
            // Both columns have the same width. An odd column stays free at the right.
            let half = (panes.width - 1) / 2;
            let left = Rect { width: half, ..panes };
            let divider = Rect { x: left.right(), width: 1, ..panes };
            let right = Rect { x: divider.right(), width: half, ..panes };
            ([left, right].map(|area| Some(divide_pane(area))), divider)
        }
        PaneShape::Stacked => {
            let both: [Rect; 2] = split_first_rows(panes, panes.height / 2).into();
            (both.map(|area| Some(divide_pane(area))), none)
        }
        PaneShape::Single => {
            let one = Some(divide_pane(panes));
            (which.select([one, None], [None, one]), none)
        }
    };
    PairAreas { title, facts, panes, divider, passages, legend, status, shape, offered }
}

fn divide_pane(area: Rect) -> PaneAreas {
    let (title, rest) = split_first_rows(area, 1);
    let gutter = Rect { width: GUTTER.min(rest.width), ..rest };
    // The column between a text and its map stays free, which also separates the texts.
    let width = (rest.width - gutter.width).saturating_sub(2).min(MEASURE);
    let text = Rect { x: gutter.right(), width, ..rest };
    let map = Rect { x: text.right() + 1, width: 1, ..rest }.intersection(rest);
    PaneAreas { title, gutter, text, map }
}

// Presentation of two texts: their layout, the ignored words, and the text with the focus.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaneShape {
    Split,
    Stacked,
    /// Show one text at a time.
    Single,
}

impl PaneShape {
    /// All layouts, in the order in which the layout key steps through them.
    pub(crate) const ALL: [Self; 3] = [Self::Split, Self::Stacked, Self::Single];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Split => "the texts are side by side",
            Self::Stacked => "the texts are one above the other",
            Self::Single => "one text at a time: Tab shows the other",
        }
    }
}

/// The choices that apply to every pair.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ReadingState {
    /// The chosen layout. `None` leaves the layout to the size of the screen.
    pub(crate) shape: Option<PaneShape>,
    /// True if the texts mark the ignored words.
    pub(crate) dropped: bool,
    /// The text that had the focus last.
    pub(crate) last: PaneSide,
}

/// Columns and rows of both texts.
pub(crate) type PaneSizes = [(u16, u16); 2];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum PaneSide {
    #[default]
    A,
    B,
}

impl PaneSide {
    pub(crate) const BOTH: [Self; 2] = [Self::A, Self::B];

    pub(crate) fn select<T>(self, a: T, b: T) -> T {
        match self {
            Self::A => a,
            Self::B => b,
        }
    }

    pub(crate) const fn other_side(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    pub(crate) fn column_letter(self) -> &'static str {
        self.select("A", "B")
    }

    pub(crate) fn span_of_passage(self, passage: &Passage) -> Span {
        self.select(passage.a, passage.b)
    }
}

// Regions of the views: dot plot, sources and lesson.

// The dot plot, and the two texts beside it if there is room.

/// Minimum columns of a screen with texts beside the plot.
const DOTS_BESIDE: u16 = 120;
/// Minimum rows of a screen with texts beside the plot: in fewer rows a text would not seem to move.
const BESIDE_ROWS: u16 = 12;
/// The columns left of the plot: the number of a word, and a line.
const NUMBERS: u16 = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DotsAreas {
    pub(crate) title: Rect,
    /// The sentences that explain the plot. Empty if rows are scarce.
    pub(crate) how: Rect,
    pub(crate) axes: Rect,
    /// The word numbers of b, and the line beside them.
    pub(crate) left: Rect,
    pub(crate) plot: Rect,
    /// The line below, and the word numbers of a. Empty if rows are scarce.
    pub(crate) below: Rect,
    /// Description of the position of the cross-hair.
    pub(crate) status: Rect,
    /// True if the texts are shown, in the panes of the pair.
    pub(crate) texts: bool,
}

impl Areas {
    /// Adds the dot plot. Hidden texts retain their sizes, so that closing the plot
    /// causes no resize. Texts beside the plot retain their widths if possible.
    pub(crate) fn with_dot_plot(mut self) -> Self {
        let (title, rest) = split_first_rows(self.body, 1);
        let rows = match self.body.height {
            0..10 => 0,
            10..14 => 1,
            _ => 2,
        };
        let (how, rest) = split_first_rows(rest, rows);
        let (rest, status) = split_last_rows(rest, u16::from(rest.height > 3));
        let half = (rest.width.saturating_sub(1)) / 2;
        let texts = rest.width >= DOTS_BESIDE && rest.height >= BESIDE_ROWS;
        let mine = Rect { width: if texts { half } else { rest.width }, ..rest };
        let (axes, grid) = split_first_rows(mine, u16::from(mine.height > 2));
        let below_rows = if self.body.height < 12 { 0 } else { 2 };
        let (grid, below) = split_last_rows(grid, below_rows);
        let left = Rect { width: NUMBERS.min(grid.width), ..grid };
        // The rightmost column stays free for the line at the end of the plot.
        let width = grid.width.saturating_sub(NUMBERS + 1);
        let plot = Rect { x: left.right(), width, ..grid };
        if let Some(pair) = self.pair.as_mut().filter(|_| texts) {
            let right = Rect { x: mine.right() + 1, width: half, ..rest };
            let (top, bottom) = split_first_rows(right, right.height / 2);
            let width = pair.shown_panes().next().map_or(0, |(_, pane)| pane.text.width);
            pair.panes = [top, bottom].map(|area| {
                let mut pane = divide_pane(area);
                pane.text.width = pane.text.width.min(width);
                pane.map.x = pane.text.right() + 1;
                Some(pane)
            });
        }
        self.dots = Some(DotsAreas { title, how, axes, left, plot, below, status, texts });
        self.list = None;
        self
    }
}

// The sources of a document, and its text beside or below them.

/// Minimum columns for the text beside the list.
const SOURCES_BESIDE: u16 = 100;
/// Maximum rows about the selected source: beside the text, and above it.
const ABOUT: (u16, u16) = (10, 2);

pub(crate) struct SourceAreas {
    /// The names of the columns of the list. Empty if rows are scarce.
    pub(crate) columns: Rect,
    pub(crate) rows: Rect,
    /// Rows about the words that no listed source contains.
    pub(crate) rest: Rect,
    pub(crate) about: Rect,
    /// The line between list and text, if they are side by side.
    pub(crate) divider: Rect,
    /// The name of the document, and facts about it.
    pub(crate) title: Rect,
    /// The source numbers of each row of the text.
    pub(crate) gutter: Rect,
    pub(crate) text: Rect,
    pub(crate) status: Rect,
}

impl ListAreas {
    /// Divides the area of the list for `sources` sources, with `rest` rows about words of no listed source.
    pub(crate) fn divide_sources(&self, sources: usize, rest: u16) -> SourceAreas {
        let whole = self.columns.union(self.rows).union(self.below);
        let (whole, status) = split_last_rows(whole, u16::from(whole.height >= 7));
        let wide = whole.width >= SOURCES_BESIDE;
        let sources = sources.min(usize::from(u16::MAX)) as u16;
        let (list, divider, document) = if wide {
            let side = (whole.width * 2 / 5).clamp(44, 72);
            let columns = Layout::horizontal([Min(0), Length(1), Length(side)]);
            let [document, divider, list] = columns.areas(whole);
            (list, divider, document)
        } else {
            // At least half of the rows remain for the text.
            let needs = sources.saturating_add(1 + rest + ABOUT.1);
            let (list, document) = split_first_rows(whole, needs.min(whole.height / 2));
            (list, Rect { height: 0, ..whole }, document)
        };
        let (columns, list) = split_first_rows(list, u16::from(list.height >= 5));
        let kept = if wide { ABOUT.0.min(list.height / 2) } else { ABOUT.1.min(list.height / 3) };
        let most = list.height.saturating_sub(rest + kept).max(1);
        let (rows, below) = split_first_rows(list, sources.max(1).min(most));
        let (rest, about) = split_first_rows(below, rest);
        let (title, document) = split_first_rows(document, 1);
        // The rightmost column stays free.
        let parts = Layout::horizontal([Length(GUTTER), Max(MEASURE), Min(1)]);
        let [gutter, text, _] = parts.areas(document);
        SourceAreas { columns, rows, rest, about, divider, title, gutter, text, status }
    }
}

// The parts of a step of the lesson.

/// Minimum rows of the lesson to show the number of the step large for an audience.
const PROJECTED: u16 = 16;
/// Minimum rows of the lesson to add the names of all steps below the large number.
const PROJECTED_STRIP: u16 = 26;

pub(crate) struct LessonAreas {
    pub(crate) title: Rect,
    /// The names of all steps. Empty if rows are scarce.
    pub(crate) strip: Rect,
    /// The large number of the step, with its brief sentences. Empty except in projector mode.
    pub(crate) large: Rect,
    pub(crate) effect: Rect,
    pub(crate) page: Rect,
}

/// Divides the body into the regions of a step. In projector mode, the step's large number is below the title.
pub(crate) fn divide_lesson(body: Rect, is_projected: bool) -> LessonAreas {
    let is_projected = is_projected && body.height >= PROJECTED;
    let least = if is_projected { PROJECTED_STRIP } else { 10 };
    let strip = u16::from(body.height >= least);
    // The effect is beside the large number, in its last row.
    let rows = if is_projected { [1, strip, ROWS as u16, 1] } else { [1, strip, 0, 1] };
    let [title, strip, large, effect, page] =
        Layout::vertical(rows.map(Length).into_iter().chain([Min(0)])).areas(body);
    let [large, page] = [large, page].map(|area| area.inner(Margin::new(1, 0)));
    let beside = Rect { y: large.bottom().saturating_sub(1), height: 1, ..large };
    let effect = if is_projected { beside } else { effect };
    LessonAreas { title, strip, large, effect, page }
}
