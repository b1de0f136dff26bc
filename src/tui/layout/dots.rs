//! Where the dot plot is, and the two texts beside it if there is room. It knows no passage.

use ratatui::layout::Rect;

use super::texts::pane;
use super::{Areas, cut, cut_below};

/// With at least this many columns, the texts are beside the plot,
const BESIDE: u16 = 120;
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
        let texts = rest.width >= BESIDE && rest.height >= BESIDE_ROWS;
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
