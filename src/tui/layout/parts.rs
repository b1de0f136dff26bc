//! Where the tree of clusters is, and the list beside it. It draws nothing.

use ratatui::layout::Rect;

use crate::tui::drawing::large::ROWS;
use crate::tui::layout::{Areas, ListAreas, cut, cut_below, pane};

/// With at least this many columns, both are shown together.
const BOTH: u16 = 72;
/// The least and the greatest number of columns of the tree beside something.
const TREE: (u16, u16) = (36, 64);

/// A list with its title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TitledList {
    /// The title.
    pub(crate) title: Rect,
    /// The names of its columns. Empty if rows are scarce.
    pub(crate) columns: Rect,
    /// Its rows.
    pub(crate) rows: Rect,
}

/// The regions of the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClusterAreas {
    /// The tree, unless only the list beside it has room.
    pub(crate) tree: Option<TitledList>,
    /// The list beside it, unless only the tree has room.
    pub(crate) side: Option<TitledList>,
}

impl ListAreas {
    /// Divides the area between both. If only one has room, that is the one that has the keys.
    pub(crate) fn clusters(&self, on_side: bool) -> ClusterAreas {
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

// Where the dot plot is, and the two texts beside it if there is room.

/// With at least this many columns, the texts are beside the plot,
const DOTS_BESIDE: u16 = 120;
/// if there are also this many rows. In fewer rows a text would not seem to move.
const BESIDE_ROWS: u16 = 12;
/// The columns left of the plot: the number of a word, and a line.
const NUMBERS: u16 = 8;
/// The columns of a passage in the legend, at least.
const NAME: u16 = 40;
/// The rows that a legend leaves to the plot.
const PLOT: u16 = 12;

/// The regions of the dot plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DotsAreas {
    /// The names of both documents.
    pub(crate) title: Rect,
    /// How to read it. Empty if rows are scarce.
    pub(crate) how: Rect,
    /// Which text is on which axis.
    pub(crate) axes: Rect,
    /// The numbers of the words of b, and the line beside them.
    pub(crate) left: Rect,
    /// The cells themselves.
    pub(crate) plot: Rect,
    /// The line below, and the numbers of the words of a. Empty if rows are scarce.
    pub(crate) below: Rect,
    /// The longest passages in words, in columns. Empty if rows are scarce.
    pub(crate) legend: Rect,
    /// Where the cross-hair is, in words.
    pub(crate) status: Rect,
    /// Whether the texts are shown, in the panes of the pair.
    pub(crate) texts: bool,
}

impl Areas {
    /// The same screen with the dot plot, with a legend for so many passages. Texts that are not beside it keep their sizes, so that going back to them is no
    /// resize. Texts beside it keep their widths if possible.
    pub(crate) fn with_dots(mut self, named: u16) -> Self {
        let (title, rest) = cut(self.body, 1);
        let rows = match self.body.height {
            0..10 => 0,
            10..14 => 1,
            _ => 2,
        };
        let (how, rest) = cut(rest, rows);
        let (rest, status) = cut_below(rest, u16::from(rest.height > 3));
        // The axes take three rows.
        let spare = rest.height.saturating_sub(PLOT + 3);
        let (rest, legend) = cut_below(rest, named.div_ceil(names_in(rest.width)).min(spare));
        let half = (rest.width.saturating_sub(1)) / 2;
        let texts = rest.width >= DOTS_BESIDE && rest.height >= BESIDE_ROWS;
        let mine = Rect { width: if texts { half } else { rest.width }, ..rest };
        let (axes, grid) = cut(mine, u16::from(mine.height > 2));
        let below_rows = match self.body.height {
            0..12 => 0,
            _ => 2,
        };
        let (grid, below) = cut_below(grid, below_rows);
        let left = Rect { width: NUMBERS.min(grid.width), ..grid };
        // The rightmost column stays free, for the line that ends the plot.
        let width = grid.width.saturating_sub(NUMBERS + 1);
        let plot = Rect { x: left.right(), width, ..grid };
        if let Some(pair) = self.pair.as_mut().filter(|_| texts) {
            let right = Rect { x: mine.right() + 1, width: half, ..rest };
            let (top, bottom) = cut(right, right.height / 2);
            let width = pair.a.or(pair.b).map_or(0, |pane| pane.text.width);
            let narrowed = |area| {
                let mut pane = pane(area);
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

/// How many passages stand beside each other in the legend.
pub(crate) const fn names_in(width: u16) -> u16 {
    if width < 2 * NAME { 1 } else { width / NAME }
}

// Where the sources of a document are, and its text beside or below them.

/// With at least this many columns, the text is beside the list.
const SOURCES_BESIDE: u16 = 100;
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
        let wide = whole.width >= SOURCES_BESIDE;
        let (list, divider, document) = if wide {
            let side = (whole.width * 2 / 5).clamp(44, 72);
            let (document, list) = cut_right(whole, side);
            let (document, divider) = cut_right(document, 1);
            (list, divider, document)
        } else {
            // Half of the rows at least remain for the text.
            let needs =
                (sources.min(usize::from(u16::MAX)) as u16).saturating_add(1 + rest + ABOUT.1);
            let (list, document) = cut(whole, needs.min(whole.height / 2));
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

// Where the parts of a step are on the screen.

/// With at least this many rows, an audience gets the number of the step large …
const PROJECTED: u16 = 16;
/// … and with this many the names of all steps, too.
const PROJECTED_STRIP: u16 = 26;

/// The regions of a step in the body of the screen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LessonAreas {
    /// The title.
    pub(crate) title: Rect,
    /// The names of all steps. Empty where rows are scarce.
    pub(crate) strip: Rect,
    /// The number of the step, large, with its brief sentences. Empty but for an audience.
    pub(crate) large: Rect,
    /// One row for what the last change did.
    pub(crate) effect: Rect,
    /// Sentences and figure.
    pub(crate) page: Rect,
}

/// Where everything of a step is. For an audience, its number takes the rows below the title.
pub(crate) fn cut_lesson(body: Rect, is_projected: bool) -> LessonAreas {
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
