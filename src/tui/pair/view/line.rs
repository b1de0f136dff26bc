//! The text of a row: tinted passages, words that read differently and, on request, why words are not counted.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use shingle::base::span::Span;
use shingle::pipeline::document::dropped::{Dropped, Why};
use shingle::pipeline::document::pair::Lit;

use crate::tui::drawing::glyphs::{Glyph, GlyphKind, glyphs};
use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::reflow::JoinedLines;
use crate::tui::drawing::theme::{PassageLook, Theme, dropped};
use crate::tui::pair::search::model::Search;

use super::row::{TextRow, touching};

/// Finds the element of a list at each glyph of a row. The glyphs come from left to right.
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

/// Where a glyph is in the block of a passage.
enum InBlock {
    /// In a word that is counted.
    Counted(u32),
    /// Between two of them.
    Between(u32),
    /// In no passage.
    No,
}

/// Finds the passage around each glyph of a row. The glyphs come from left to right.
struct Blocks<'l> {
    /// The tinted words of the text.
    lit: &'l [Lit],
    /// The first of them that does not end before the glyph.
    next: usize,
}

/// The first tinted word that ends behind a byte.
fn first_from(lit: &[Lit], byte: usize) -> usize {
    lit.partition_point(|one| one.span.end as usize <= byte)
}

impl Blocks<'_> {
    fn at(&mut self, glyph: &Glyph<'_>) -> InBlock {
        while self.lit.get(self.next).is_some_and(|one| one.span.end as usize <= glyph.start) {
            self.next += 1;
        }
        let Some(next) = self.lit.get(self.next) else { return InBlock::No };
        if (next.span.start as usize) < glyph.end {
            return InBlock::Counted(next.passage);
        }
        let before = self.next.checked_sub(1).and_then(|at| self.lit.get(at));
        match before {
            Some(before) if before.passage == next.passage => InBlock::Between(next.passage),
            _ => InBlock::No,
        }
    }
}

/// The look of a word under the cursor: reversed, or not reversed within reversed text.
fn chosen(around: Style, theme: &Theme) -> Style {
    let marked = Modifier::BOLD | Modifier::UNDERLINED;
    if around.add_modifier.contains(Modifier::REVERSED) {
        around.remove_modifier(Modifier::REVERSED).add_modifier(marked)
    } else {
        theme.pending.add_modifier(marked)
    }
}

/// The look of a match: reversed, or not reversed within reversed text, and underlined. The one that is looked at is bold.
fn matching(around: Style, is_current: bool) -> Style {
    let style = if around.add_modifier.contains(Modifier::REVERSED) {
        around.remove_modifier(Modifier::REVERSED)
    } else {
        around.add_modifier(Modifier::REVERSED)
    };
    let style = style.add_modifier(Modifier::UNDERLINED);
    if is_current {
        style.add_modifier(Modifier::BOLD)
    } else {
        style.remove_modifier(Modifier::BOLD)
    }
}

/// A part of a text and what must be shown in it.
pub(crate) struct TextPart<'l> {
    /// The text.
    pub(crate) text: &'l str,
    /// Its bytes in this row.
    pub(crate) range: Range<usize>,
    /// The tinted words of the text.
    pub(crate) lit: &'l [Lit],
    /// Words that stand out, and how.
    pub(crate) marked: (&'l [Span], Style),
    pub(crate) dropped: &'l [Dropped],
    /// Whether to show why each word is not counted. Else only words that are left out with their passage are shown.
    pub(crate) reasons: bool,
    /// The word under the cursor.
    pub(crate) cursor: Option<Span>,
    /// What was sought and found. While it is shown, nothing else is underlined.
    pub(crate) found: &'l [Span],
    /// The match that is looked at.
    pub(crate) current: Option<Span>,
    /// Columns of a row.
    pub(crate) width: u16,
}

/// Draws the text of a row. With `reasons` it shows why words are not counted, instead of which read differently. The word
/// under the cursor stands out.
pub(crate) fn render(
    row: &TextRow<'_>,
    (reasons, cursor): (bool, Option<Span>),
    search: Option<&Search>,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let side = row.pair.side(row.which);
    let part = TextPart {
        text: &side.text,
        range: row.range.clone(),
        lit: &side.lit,
        marked: (if reasons || search.is_some() { &[] } else { &side.changed }, theme.differs),
        dropped: &side.dropped,
        reasons,
        cursor,
        found: search.map_or(&[], |search| search.matches(&row.pair.view, row.which)),
        current: search
            .and_then(Search::current)
            .filter(|(which, _)| *which == row.which)
            .map(|(_, span)| span),
        width: row.pane.rows.width(),
    };
    let mut pen = Pen::at(buffer, area);
    draw(&part, |passage| row.look(theme, passage), theme, &mut pen);
}

/// Draws a part of a text, each passage in its `look`. Returns the column after it.
pub(crate) fn draw(
    part: &TextPart<'_>,
    look: impl Fn(u32) -> PassageLook,
    theme: &Theme,
    pen: &mut Pen<'_>,
) -> u16 {
    let TextPart { text, range, cursor, width, marked: (marked, mark), .. } = part;
    let mut blocks = Blocks { lit: part.lit, next: first_from(part.lit, range.start) };
    let of_span = |span: &Span| *span;
    let mut marked = Under { rest: touching(marked, range, of_span), span: of_span };
    let of_dropped = |one: &Dropped| one.span;
    let mut why = Under { rest: touching(part.dropped, range, of_dropped), span: of_dropped };
    let mut found = Under { rest: touching(part.found, range, of_span), span: of_span };
    let mut walk = glyphs(text, range.start);
    let mut column = 0;
    let mut lines = JoinedLines::default();
    while let Some(mut glyph) = walk.next_at(column) {
        // A newline within the row joins two lines.
        let is_joined = glyph.kind == GlyphKind::Newline && glyph.end < range.end;
        lines.show(&mut glyph, is_joined);
        let full = column > 0 && column + glyph.width > *width;
        if glyph.start >= range.end || glyph.kind == GlyphKind::Newline || full {
            break;
        }
        let mut style = match blocks.at(&glyph) {
            InBlock::Counted(passage) => look(passage).counted,
            InBlock::Between(passage) => look(passage).between,
            InBlock::No => Style::new(),
        };
        if marked.at(&glyph).is_some() {
            style = style.patch(*mark);
        }
        match why.at(&glyph) {
            Some(one) if part.reasons => style = style.add_modifier(dropped(one.why)),
            // What was left out must never look like what was compared.
            Some(one) if matches!(one.why, Why::Common | Why::Template | Why::Phrase) => {
                style = style.add_modifier(Modifier::DIM);
            }
            Some(_) | None => {}
        }
        if let Some(here) = found.at(&glyph) {
            style = matching(style, part.current == Some(*here));
        }
        // A blank at the end of a row separates nothing visible.
        if glyph.kind == GlyphKind::Blank && glyph.end >= range.end {
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
    column
}
