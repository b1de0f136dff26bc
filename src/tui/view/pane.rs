//! One document of the pair: name, facts, gutter with numbers and brackets, text with tinted passages.
//!
//! ```text
//! ▸A essay-a.md · 1,240 words · 22 shingles · English · UTF-8
//!      │ … the harbour was quiet
//!    2┌ the old ferry left at
//!     └ dawn and the crew said
//! ⇄  1[ every stone was wet
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use shingle::base::span::Span;
use shingle::pipeline::pair::Lit;

use super::super::layout::PaneAreas;
use super::super::model::glyphs::{Kind, columns, glyphs};
use super::super::model::pair::OpenPair;
use super::super::model::pane::{Pane, Which};
use super::super::model::state::{Focus, Model};
use super::super::theme::Theme;
use super::super::words::facts;
use super::pen::Pen;

/// Draws one document.
pub(super) fn render(
    model: &Model,
    pair: &OpenPair,
    which: Which,
    theme: &Theme,
    buffer: &mut Buffer,
    areas: &PaneAreas,
) {
    let (side, pane) = match which {
        Which::A => (&pair.view.a, &pair.a),
        Which::B => (&pair.view.b, &pair.b),
    };
    title(model, pair, which, theme, buffer, areas.title);
    for line in 0..areas.text.height {
        let Some(row) = (pane.top + usize::from(line)).checked_sub(pane.pad) else {
            continue;
        };
        let Some(range) = pane.rows.range(row, side.text.len()) else {
            break;
        };
        let lit = lit_between(&side.lit, &range);
        let at = |area: Rect| Rect { y: area.y + line, height: 1, ..area };
        let drawn = Drawn { pair, which, pane, row, lit, cursor: model.cursor(which) };
        drawn.gutter(theme, buffer, at(areas.gutter));
        drawn.text(&side.text, range, theme, buffer, at(areas.text));
    }
}

fn title(
    model: &Model,
    pair: &OpenPair,
    which: Which,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let focused = model.focus == Focus::Pane(which);
    let (sign, style) =
        if focused { ("▸", theme.focused.underlined()) } else { (" ", theme.strong) };
    let (letter, side) = match which {
        Which::A => ("A ", &pair.view.a),
        Which::B => ("B ", &pair.view.b),
    };
    let mut pen = Pen::at(buffer, Rect { width: area.width.saturating_sub(1), ..area });
    pen.put(sign, theme.focused).put(letter, theme.key);
    let name = side.doc.path.to_string();
    let room = pen.room();
    // The names stand in full above; here the facts matter more.
    let facts = facts(&side.doc, &pair.view.params, room.saturating_sub(columns(&name).min(16)));
    pen.put_elided(&name, room.saturating_sub(columns(&facts)), style).put(&facts, theme.quiet);
}

/// The part of `lit` that touches a range of bytes.
fn lit_between<'l>(lit: &'l [Lit], range: &std::ops::Range<usize>) -> &'l [Lit] {
    let from = lit.partition_point(|lit| lit.span.end as usize <= range.start);
    let to = lit.partition_point(|lit| (lit.span.start as usize) < range.end);
    lit.get(from..to).unwrap_or_default()
}

/// One row of one document.
struct Drawn<'a> {
    pair: &'a OpenPair,
    which: Which,
    pane: &'a Pane,
    row: usize,
    /// What is lit in the row.
    lit: &'a [Lit],
    /// The word under a cursor.
    cursor: Option<Span>,
}

impl Drawn<'_> {
    fn style(&self, theme: &Theme, passage: u32) -> Style {
        let tint = self.pair.tints.get(passage as usize).copied().unwrap_or(0);
        theme.tint(tint, self.pair.active == Some(passage as usize))
    }

    /// The number of the passage that begins here, and the bracket of the one that the row belongs to.
    fn gutter(&self, theme: &Theme, buffer: &mut Buffer, area: Rect) {
        let active = self.pair.active.map(|active| active as u32);
        let owner = self.lit.iter().find(|lit| Some(lit.passage) == active).or(self.lit.first());
        let Some(owner) = owner else {
            return;
        };
        let (first, last) = self.extent(owner.passage);
        let bracket = match (self.row == first, self.row == last) {
            (true, true) => "[",
            (true, false) => "┌",
            (false, true) => "└",
            (false, false) => "│",
        };
        let mut beginning: Vec<u32> = Vec::new();
        for lit in self.lit {
            if self.extent(lit.passage).0 == self.row && !beginning.contains(&lit.passage) {
                beginning.push(lit.passage);
            }
        }
        if let Some(place) =
            active.and_then(|active| beginning.iter().position(|one| *one == active))
        {
            beginning.swap(0, place);
        }
        let passage = |index: u32| self.pair.view.passages.get(index as usize);
        let ids: Vec<String> = beginning
            .iter()
            .filter_map(|index| passage(*index))
            .map(shingle::pipeline::pair::Passage::id)
            .collect();
        let room = usize::from(area.width.saturating_sub(3));
        let mut number = ids.join(",");
        if number.len() > room {
            number = ids.first().cloned().unwrap_or_default();
            if ids.len() > 1 && number.len() < room {
                number.push('+');
            }
        }
        let moved =
            beginning.first().and_then(|index| passage(*index)).is_some_and(|one| one.moved);
        let is_active = Some(owner.passage) == active;
        let strength = if is_active { theme.strong } else { theme.line };
        let mut pen = Pen::at(buffer, area);
        pen.put(if moved { "⇄" } else { " " }, theme.strong);
        let number_style = match beginning.first() {
            Some(index) => self.style(theme, *index).remove_modifier(Modifier::UNDERLINED),
            None => theme.line,
        };
        pen.skip((room - number.len().min(room)) as u16)
            .put(&number, number_style)
            .put(bracket, strength);
    }

    /// First and last row of a passage in this document.
    fn extent(&self, passage: u32) -> (usize, usize) {
        self.pair.view.passages.get(passage as usize).map_or((0, 0), |passage| {
            let span = self.which.span(passage);
            let last = span.end.saturating_sub(1).max(span.start);
            (self.pane.rows.row_of(span.start), self.pane.rows.row_of(last))
        })
    }

    fn text(
        &self,
        text: &str,
        range: std::ops::Range<usize>,
        theme: &Theme,
        buffer: &mut Buffer,
        area: Rect,
    ) {
        let mut pen = Pen::at(buffer, area);
        let mut lit = self.lit.iter().peekable();
        let mut walk = glyphs(text, range.start);
        let mut column = 0;
        while let Some(glyph) = walk.next_at(column) {
            let full = column > 0 && column + glyph.width > pane_width(self.pane);
            if glyph.start >= range.end || glyph.kind == Kind::Newline || full {
                break;
            }
            while lit.peek().is_some_and(|lit| lit.span.end as usize <= glyph.start) {
                lit.next();
            }
            let style = match lit.peek() {
                // A blank at the end of a row separates nothing that is seen.
                Some(_) if glyph.kind == Kind::Blank && glyph.end >= range.end => Style::new(),
                Some(lit) if (lit.span.start as usize) < glyph.end => {
                    self.style(theme, lit.passage)
                }
                _ => Style::new(),
            };
            let is_chosen = self.cursor.is_some_and(|word| {
                (word.start as usize) < glyph.end && glyph.start < word.end as usize
            });
            let style = if is_chosen { chosen(style, theme) } else { style };
            pen.quote(&glyph.shown, style);
            column += glyph.width;
            pen.go(column);
        }
    }
}

/// The look of a word under a cursor: reversed, or not where all around it is.
fn chosen(around: Style, theme: &Theme) -> Style {
    let marked = Modifier::BOLD | Modifier::UNDERLINED;
    if around.add_modifier.contains(Modifier::REVERSED) {
        around.remove_modifier(Modifier::REVERSED).add_modifier(marked)
    } else {
        theme.pending.add_modifier(marked)
    }
}

const fn pane_width(pane: &Pane) -> u16 {
    pane.rows.width()
}
