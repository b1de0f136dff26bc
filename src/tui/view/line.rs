//! The text of a row: passages in their tints, words that read differently, and on request why words are not counted.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use shingle::base::span::Span;
use shingle::pipeline::dropped::Why;

use super::super::model::glyphs::{Glyph, Kind, glyphs};
use super::super::theme::{CHANGED, Theme, dropped};
use super::pen::Pen;
use super::row::{Row, touching};

/// What of a list lies under the glyphs of a row, which are asked from left to right.
struct Under<'l, T, F> {
    rest: &'l [T],
    span: F,
}

impl<'l, T, F: Fn(&T) -> Span> Under<'l, T, F> {
    fn at(&mut self, glyph: &Glyph<'_>) -> Option<&'l T> {
        while let Some((first, rest)) = self.rest.split_first() {
            let span = (self.span)(first);
            if span.end as usize > glyph.start {
                return ((span.start as usize) < glyph.end).then_some(first);
            }
            self.rest = rest;
        }
        None
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

/// Draws the text of a row; with `reasons`, why words are not counted instead of which read differently; the word under a
/// cursor stands out.
pub(super) fn render(
    row: &Row<'_>,
    (reasons, cursor): (bool, Option<Span>),
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let side = row.pair.side(row.which);
    let mut lit = Under { rest: row.lit, span: |lit: &shingle::pipeline::pair::Lit| lit.span };
    let changed = if reasons { &[][..] } else { &side.changed };
    let mut changed =
        Under { rest: touching(changed, &row.range, |span| *span), span: |span: &Span| *span };
    let span = |one: &shingle::pipeline::dropped::Dropped| one.span;
    let mut why = Under { rest: touching(&side.dropped, &row.range, span), span };
    let width = row.pane.rows.width();
    let mut pen = Pen::at(buffer, area);
    let mut walk = glyphs(&side.text, row.range.start);
    let mut column = 0;
    while let Some(glyph) = walk.next_at(column) {
        let full = column > 0 && column + glyph.width > width;
        if glyph.start >= row.range.end || glyph.kind == Kind::Newline || full {
            break;
        }
        let mut style = match lit.at(&glyph) {
            Some(lit) => row.style(theme, lit.passage),
            None => Style::new(),
        };
        if changed.at(&glyph).is_some() {
            style = style.add_modifier(CHANGED);
        }
        match why.at(&glyph) {
            Some(one) if reasons => style = style.add_modifier(dropped(one.why)),
            // What is left out is never to be mistaken for what was compared.
            Some(one) if matches!(one.why, Why::Common | Why::Template) => {
                style = style.add_modifier(Modifier::DIM);
            }
            Some(_) | None => {}
        }
        // A blank at the end of a row separates nothing that is seen.
        if glyph.kind == Kind::Blank && glyph.end >= row.range.end {
            style = Style::new();
        }
        let is_chosen = cursor.is_some_and(|word| {
            (word.start as usize) < glyph.end && glyph.start < word.end as usize
        });
        if is_chosen {
            style = chosen(style, theme);
        }
        pen.quote(&glyph.shown, style);
        column += glyph.width;
        pen.go(column);
    }
}
