//! Tools for drawing: a pen that escapes text for the terminal, colours and their roles, glyphs and wrapping.
//!
//! **Colours.** `tui::drawing::colours` defines them, tested for contrast and colour blindness. `tui::drawing::theme`
//! assigns them to roles. A style with a background sets the colour of its text too.
//!
//! **Tints of passages** are a `PassageLook`: one tint for counted words, one for the text between counted words. Maps
//! and plots use the first tint (`Theme::ink`).

pub(crate) mod colours;
pub(crate) mod glyphs;
pub(crate) mod large;
pub(crate) mod theme;
pub(crate) mod wrap;

pub(crate) use self::colours::Colour;
pub(crate) use self::glyphs::{
    Glyph, GlyphKind, elide_middle, iter_glyphs, join_fitting_facts, truncate, width_in_columns,
};
pub(crate) use self::theme::{
    Depth, Ground, Look, PassageLook, TerminalColours, Theme, ignored_modifier,
};
pub(crate) use self::wrap::{JoinedLines, WrappedRows};

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use shingle::base::visible::make_visible;

// Writes text into a region, clipped and escaped for the terminal.

pub(crate) struct Canvas<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) theme: &'a Theme,
}

impl Canvas<'_> {
    /// Returns a pen at the first cell of a region. Parts of the region outside the buffer are never changed.
    pub(crate) fn pen_in(&mut self, area: Rect) -> Pen<'_> {
        let area = area.intersection(self.buffer.area);
        Pen { buffer: self.buffer, theme: self.theme, area, x: area.x, y: area.y }
    }

    /// Returns a pen for row `row` of a region, counted from its top. The row may be below the region.
    pub(crate) fn pen_in_row(&mut self, area: Rect, row: u16) -> Pen<'_> {
        self.pen_in(Rect { y: area.y + row, height: 1, ..area })
    }

    /// Draws a line across a region with a heading at its left, calm unless its part has the keys, and a remark at its
    /// right.
    pub(crate) fn draw_rule(&mut self, area: Rect, heading: &str, has_keys: bool, remark: &str) {
        let (quiet, remark_width) = (self.theme.quiet, width_of_remark(remark));
        let style = if has_keys { self.theme.focused } else { quiet };
        let mut pen = self.pen_in(area);
        pen.put("─ ", quiet);
        let room = rule_heading_width(pen.free_width() + 2, remark);
        pen.put_elided(heading, room, style).skip_columns(1);
        if remark_width > 0 && pen.free_width() > remark_width {
            let width = pen.free_width() - remark_width;
            pen.put(&"─".repeat(usize::from(width)), quiet)
                .skip_columns(1)
                .put(remark, quiet)
                .skip_columns(1);
        }
        pen.fill_row("─", quiet);
    }

    /// Writes the current work at the right end of the first row. Nothing for an empty text.
    pub(crate) fn draw_work(&mut self, area: Rect, doing: &str) {
        let pending = self.theme.pending;
        let width = if doing.is_empty() { 0 } else { width_in_columns(doing) + 1 };
        self.pen_in(area).move_to(area.width.saturating_sub(width)).put(doing, pending);
    }

    /// Draws a vertical line at the left edge of a region.
    pub(crate) fn draw_divider(&mut self, area: Rect) {
        let quiet = self.theme.quiet;
        for row in 0..area.height {
            self.pen_in_row(area, row).put("│", quiet);
        }
    }

    /// Draws a sentence in a region without other content.
    pub(crate) fn draw_notice(&mut self, area: Rect, sentence: &str, style: Style) {
        let indent = if area.width >= 60 { 4 } else { 1 };
        let area = Rect {
            x: area.x + indent,
            y: area.y + area.height / 4,
            width: area.width.saturating_sub(2 * indent).min(90),
            height: area.height - area.height / 4,
        };
        self.pen_in(area).put_paragraph(sentence, style);
    }
}

const BLOCKS: [&str; 8] = ["█", "▉", "▊", "▋", "▌", "▍", "▎", "▏"];

/// A position in a region. Writing moves from left to right and row by row.
pub(crate) struct Pen<'a> {
    buffer: &'a mut Buffer,
    pub(crate) theme: &'a Theme,
    area: Rect,
    x: u16,
    y: u16,
}

impl Pen<'_> {
    pub(crate) fn free_width(&self) -> u16 {
        if self.y < self.area.bottom() { self.area.right().saturating_sub(self.x) } else { 0 }
    }

    pub(crate) fn width(&self) -> u16 {
        self.area.width
    }

    /// Returns the number of rows below the pen's position, including the row of the position.
    pub(crate) fn free_rows(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    pub(crate) fn put(&mut self, text: &str, style: Style) -> &mut Self {
        let room = self.free_width();
        self.put_within(text, room, style)
    }

    /// Writes text into at most `width` columns. A longer text loses its middle, so that its end is visible.
    pub(crate) fn put_elided(&mut self, text: &str, width: u16, style: Style) -> &mut Self {
        let width = width.min(self.free_width());
        let text = elide_middle(&make_visible(text), width);
        self.put_within(&text, width, style)
    }

    /// Writes a sentence into at most `width` columns. A longer sentence ends in an ellipsis.
    pub(crate) fn put_truncated(&mut self, text: &str, width: u16, style: Style) -> &mut Self {
        let width = width.min(self.free_width());
        let text = truncate(&make_visible(text), width);
        self.put_within(&text, width, style)
    }

    /// Writes a sentence into the rest of the row. A longer sentence ends in an ellipsis.
    pub(crate) fn put_rest(&mut self, text: &str, style: Style) -> &mut Self {
        self.put_truncated(text, u16::MAX, style)
    }

    /// Writes text into exactly `width` columns, aligned to the left or to the right.
    pub(crate) fn put_cell(
        &mut self,
        text: &str,
        width: u16,
        right: bool,
        style: Style,
    ) -> &mut Self {
        let width = width.min(self.free_width());
        let end = self.x + width;
        let text = elide_middle(&make_visible(text), width);
        if right {
            self.x += width.saturating_sub(width_in_columns(&text));
        }
        self.put_within(&text, width, style);
        self.x = end;
        self
    }

    pub(crate) fn skip_columns(&mut self, width: u16) -> &mut Self {
        self.x = self.x.saturating_add(width).min(self.area.right());
        self
    }

    /// Moves to a column, counted from the left edge of the region.
    pub(crate) fn move_to(&mut self, column: u16) -> &mut Self {
        self.x = self.area.x.saturating_add(column).min(self.area.right());
        self
    }

    pub(crate) fn move_down(&mut self) -> &mut Self {
        self.y = self.y.saturating_add(1);
        self.x = self.area.x;
        self
    }

    /// Writes text over as many rows as needed, from the current column on. Moves to the row after the text.
    pub(crate) fn put_paragraph(&mut self, text: &str, style: Style) -> &mut Self {
        let indent = self.x.saturating_sub(self.area.x);
        let text = make_visible(text);
        for row in WrappedRows::new(&text, self.free_width()).iter_rows(&text) {
            if self.free_rows() == 0 {
                break;
            }
            self.put(row.trim_end(), style);
            self.move_down().skip_columns(indent);
        }
        self.x = self.area.x;
        self
    }

    /// Fills the rest of the row with one character of one column.
    pub(crate) fn fill_row(&mut self, with: &str, style: Style) -> &mut Self {
        let text = with.repeat(usize::from(self.free_width()));
        self.put(&text, style)
    }

    pub(crate) fn highlight_row(&mut self, (row, bar): (Style, Style)) -> &mut Self {
        if self.free_rows() > 0 {
            self.buffer.set_style(Rect { y: self.y, height: 1, ..self.area }, row);
            for x in self.area.left()..self.area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, self.y))
                    && BLOCKS.contains(&cell.symbol())
                {
                    cell.set_style(bar);
                }
            }
        }
        self
    }

    pub(crate) fn set_cells_style(&mut self, width: u16, style: Style) -> &mut Self {
        let width = width.min(self.free_width());
        if self.free_rows() > 0 && width > 0 {
            self.buffer.set_style(Rect { x: self.x, y: self.y, width, height: 1 }, style);
        }
        self
    }

    fn put_within(&mut self, text: &str, width: u16, style: Style) -> &mut Self {
        let width = width.min(self.free_width());
        if width > 0 {
            let text = make_visible(text);
            let (x, _) = self.buffer.set_stringn(self.x, self.y, text, usize::from(width), style);
            self.x = x;
        }
        self
    }
}

/// Returns a region without its first and last column.
pub(crate) fn without_side_columns(area: Rect) -> Rect {
    Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area }
}

fn width_of_remark(remark: &str) -> u16 {
    if remark.is_empty() { 0 } else { width_in_columns(&make_visible(remark)) + 4 }
}

/// Returns the width left for the heading of a rule of `width` columns with this remark.
pub(crate) fn rule_heading_width(width: u16, remark: &str) -> u16 {
    width.saturating_sub(width_of_remark(remark) + 4)
}
