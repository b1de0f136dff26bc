//! Regions of the views: clusters, dot plot, sources and lesson.

use ratatui::layout::Rect;

use crate::tui::drawing::large::ROWS;
use crate::tui::layout::{Areas, ListAreas, cut_below, pane_areas, split_top};

/// Minimum columns to show tree and list together.
const BOTH: u16 = 72;
/// Minimum and maximum columns of the tree beside the list.
const TREE: (u16, u16) = (36, 64);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TitledList {
    pub(crate) title: Rect,
    /// The names of the columns. Empty if rows are scarce.
    pub(crate) columns: Rect,
    pub(crate) rows: Rect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClusterAreas {
    /// The tree, unless only the list has room.
    pub(crate) tree: Option<TitledList>,
    /// The list beside the tree, unless only the tree has room.
    pub(crate) side: Option<TitledList>,
}

impl ListAreas {
    /// Divides the area between tree and list. If there is room for one only, the part with the focus gets the area.
    pub(crate) fn cluster_areas(&self, on_side: bool) -> ClusterAreas {
        let width = self.title.width;
        let part = |x: u16, width: u16| {
            let cut = |area: Rect| Rect { x: area.x + x, width, ..area };
            TitledList { title: cut(self.title), columns: cut(self.columns), rows: cut(self.rows) }
        };
        if width < BOTH {
            let whole = Some(part(0, width));
            return if on_side {
                ClusterAreas { tree: None, side: whole }
            } else {
                ClusterAreas { tree: whole, side: None }
            };
        }
        let tree = (width * 2 / 5).clamp(TREE.0, TREE.1);
        ClusterAreas { tree: Some(part(0, tree)), side: Some(part(tree + 1, width - tree - 1)) }
    }
}

// The dot plot, and the two texts beside it if there is room.

/// Minimum columns for the texts beside the plot,
const DOTS_BESIDE: u16 = 120;
/// and minimum rows: in fewer rows a text would not seem to move.
const BESIDE_ROWS: u16 = 12;
/// The columns left of the plot: the number of a word, and a line.
const NUMBERS: u16 = 8;
/// Minimum columns of a passage in the legend.
const NAME: u16 = 40;
/// Minimum rows of the plot above a legend.
const PLOT: u16 = 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DotsAreas {
    pub(crate) title: Rect,
    /// How to read the plot. Empty if rows are scarce.
    pub(crate) how: Rect,
    pub(crate) axes: Rect,
    /// The word numbers of b, and the line beside them.
    pub(crate) left: Rect,
    pub(crate) plot: Rect,
    /// The line below, and the word numbers of a. Empty if rows are scarce.
    pub(crate) below: Rect,
    /// The longest passages as text, in columns. Empty if rows are scarce.
    pub(crate) legend: Rect,
    /// Description of the position of the cross-hair.
    pub(crate) status: Rect,
    /// True if the texts are shown, in the panes of the pair.
    pub(crate) texts: bool,
}

impl Areas {
    /// Adds the dot plot, with a legend for `named` passages. Hidden texts retain their sizes, so that closing the plot
    /// causes no resize. Texts beside the plot retain their widths if possible.
    pub(crate) fn with_dots(mut self, named: u16) -> Self {
        let (title, rest) = split_top(self.body, 1);
        let rows = match self.body.height {
            0..10 => 0,
            10..14 => 1,
            _ => 2,
        };
        let (how, rest) = split_top(rest, rows);
        let (rest, status) = cut_below(rest, u16::from(rest.height > 3));
        // The axes take three rows.
        let spare = rest.height.saturating_sub(PLOT + 3);
        let (rest, legend) = cut_below(rest, named.div_ceil(legend_columns(rest.width)).min(spare));
        let half = (rest.width.saturating_sub(1)) / 2;
        let texts = rest.width >= DOTS_BESIDE && rest.height >= BESIDE_ROWS;
        let mine = Rect { width: if texts { half } else { rest.width }, ..rest };
        let (axes, grid) = split_top(mine, u16::from(mine.height > 2));
        let below_rows = match self.body.height {
            0..12 => 0,
            _ => 2,
        };
        let (grid, below) = cut_below(grid, below_rows);
        let left = Rect { width: NUMBERS.min(grid.width), ..grid };
        // The rightmost column stays free for the line at the end of the plot.
        let width = grid.width.saturating_sub(NUMBERS + 1);
        let plot = Rect { x: left.right(), width, ..grid };
        if let Some(pair) = self.pair.as_mut().filter(|_| texts) {
            let right = Rect { x: mine.right() + 1, width: half, ..rest };
            let (top, bottom) = split_top(right, right.height / 2);
            let width = pair.a.or(pair.b).map_or(0, |pane| pane.text.width);
            let narrowed = |area| {
                let mut pane = pane_areas(area);
                pane.text.width = pane.text.width.min(width);
                pane.map.x = pane.text.right() + 1;
                pane
            };
            (pair.a, pair.b) = (Some(narrowed(top)), Some(narrowed(bottom)));
        }
        self.dots = Some(DotsAreas { title, how, axes, left, plot, below, legend, status, texts });
        self.list = None;
        self
    }
}

/// Returns the number of passages beside each other in the legend.
pub(crate) const fn legend_columns(width: u16) -> u16 {
    if width < 2 * NAME { 1 } else { width / NAME }
}

// The sources of a document, and its text beside or below them.

/// Minimum columns for the text beside the list.
const SOURCES_BESIDE: u16 = 100;
/// Columns left of the text: the numbers of sources, and a bracket.
const GUTTER: u16 = 7;
/// Maximum columns of a text, on any screen.
const MEASURE: u16 = 100;
/// Maximum rows about the selected source: beside the text, and above it.
const ABOUT: (u16, u16) = (10, 2);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceAreas {
    /// The names of the columns of the list. Empty if rows are scarce.
    pub(crate) columns: Rect,
    pub(crate) rows: Rect,
    /// Words that no listed source contains.
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
    /// Divides the area of the list for `sources` sources and `rest` rows about the remaining words.
    pub(crate) fn source_areas(&self, sources: usize, rest: u16) -> SourceAreas {
        let whole = self.columns.union(self.rows).union(self.below);
        let wide = whole.width >= SOURCES_BESIDE;
        let (list, divider, document) = if wide {
            let side = (whole.width * 2 / 5).clamp(44, 72);
            let (document, list) = split_right(whole, side);
            let (document, divider) = split_right(document, 1);
            (list, divider, document)
        } else {
            // At least half of the rows remain for the text.
            let needs =
                (sources.min(usize::from(u16::MAX)) as u16).saturating_add(1 + rest + ABOUT.1);
            let (list, document) = split_top(whole, needs.min(whole.height / 2));
            (list, Rect { height: 0, ..whole }, document)
        };
        let (columns, list) = split_top(list, u16::from(list.height >= 5));
        let kept = if wide { ABOUT.0.min(list.height / 2) } else { ABOUT.1.min(list.height / 3) };
        let needed = (sources.min(usize::from(u16::MAX)) as u16).max(1);
        let (rows, below) =
            split_top(list, needed.min(list.height.saturating_sub(rest + kept).max(1)));
        let (rest, about) = split_top(below, rest);
        let (title, document) = split_top(document, document.height.min(1));
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

/// Splits an area into all but its last `columns` columns, and these columns.
fn split_right(area: Rect, columns: u16) -> (Rect, Rect) {
    let columns = columns.min(area.width);
    let width = area.width - columns;
    (Rect { width, ..area }, Rect { x: area.x + width, width: columns, ..area })
}

// The parts of a step of the lesson.

/// Minimum rows to show the number of the step large for an audience …
const PROJECTED: u16 = 16;
/// … and minimum rows to add the names of all steps.
const PROJECTED_STRIP: u16 = 26;

#[derive(Debug, Clone, Copy)]
pub(crate) struct LessonAreas {
    pub(crate) title: Rect,
    /// The names of all steps. Empty if rows are scarce.
    pub(crate) strip: Rect,
    /// The large number of the step, with its brief sentences. Empty except in projector mode.
    pub(crate) large: Rect,
    pub(crate) effect: Rect,
    pub(crate) page: Rect,
}

/// Divides the body into the regions of a step. In projector mode, the number takes the rows below the title.
pub(crate) fn lesson_areas(body: Rect, is_projected: bool) -> LessonAreas {
    let row = |y: u16, rows: u16| Rect {
        y: body.y + y.min(body.height),
        height: rows.min(body.height.saturating_sub(y)),
        ..body
    };
    let page = |top: u16| {
        let page = row(top, body.height);
        Rect { x: page.x + 1, width: page.width.saturating_sub(2), ..page }
    };
    let none = Rect { height: 0, ..body };
    if is_projected && body.height >= PROJECTED {
        let high = ROWS as u16;
        let strip = u16::from(body.height >= PROJECTED_STRIP);
        let large =
            Rect { x: body.x + 1, width: body.width.saturating_sub(2), ..row(1 + strip, high) };
        let effect = Rect { y: large.bottom() - 1, height: 1, ..large };
        return LessonAreas {
            title: row(0, 1),
            strip: row(1, strip),
            large,
            effect,
            page: page(2 + strip + high),
        };
    }
    let top = if body.height >= 10 { 3 } else { 2 };
    let strip = if top == 3 { row(1, 1) } else { none };
    LessonAreas { title: row(0, 1), strip, large: none, effect: row(top - 1, 1), page: page(top) }
}
