//! Draws one document of the pair: name, facts, gutter with numbers and brackets, tinted text, map.
//!
//! ```text
//! ▸A essay-a.md · 1,240 words, 620 counted · 22 shingles · English · UTF-8
//!        … the harbour was quiet      ▐
//!    2┌ the old ferry left at         █
//!     └ dawn and the crew said        ▐
//! ⇄  1[ every stone was wet           ▌
//! ```

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use shingle::base::span::{Span, touching};
use shingle::base::visible::visible;
use shingle::pipeline::{Block, Highlight, OmittedWord, Passage, Why};

use crate::tui::drawing::glyphs::{columns, glyphs};
use crate::tui::drawing::{Canvas, Glyph, GlyphKind, JoinedLines, PassageLook, Pen, Theme};
use crate::tui::layout::{PaneAreas, PaneSide};
use crate::tui::model::{Focus, MapMark, Model, OpenPair, Pane, Search, pair::pane::map_marks};
use crate::tui::words::names::ShortName;
use crate::tui::{drawing::theme::ignored_modifier, words::facts::facts};

pub(crate) fn render(
    model: &Model,
    pair: &OpenPair,
    which: PaneSide,
    canvas: &mut Canvas<'_>,
    areas: &PaneAreas,
) {
    title(model, pair, which, canvas, areas);
    let pane = pair.pane(which);
    for y in 0..areas.text.height {
        let Some(row) = (pane.top + usize::from(y)).checked_sub(pane.pad) else {
            continue;
        };
        let Some(row) = TextRow::new(pair, which, row) else {
            break;
        };
        let at = |area: Rect| Rect { y: area.y + y, height: 1, ..area };
        render_gutter(&row, canvas, at(areas.gutter));
        let marks = (model.reading.dropped, model.cursor(which));
        render_line(&row, marks, model.search.as_ref(), canvas, at(areas.text));
    }
    render_minimap(pair, which, canvas, areas.map);
}

fn title(
    model: &Model,
    pair: &OpenPair,
    which: PaneSide,
    canvas: &mut Canvas<'_>,
    areas: &PaneAreas,
) {
    let theme = canvas.theme;
    let area = areas.title;
    let focused = model.focus == Focus::Pane(which);
    let (sign, style) =
        if focused { ("▸", theme.focused.underlined()) } else { (" ", theme.strong) };
    let mut pen = canvas.pen(Rect { width: area.width.saturating_sub(1), ..area });
    pen.put(sign, theme.focused).put(which.letter(), theme.key).put(" ", theme.key);
    let (own, room) = (model.names.of(&pair.side(which).doc.path), pen.free_width());
    let (section, left) = self::section(pair, which, &own, room);
    let dropped = Some(pair.stop_words(which));
    let facts = facts(&pair.side(which).doc, dropped, &pair.view.params, left);
    let after = columns(&section) + columns(&facts);
    pen.put(&own.fit(room.saturating_sub(after)), style);
    pen.put(&section, theme.strong).put(&facts, theme.quiet);
}

/// Returns the section at the top of the screen, such as page 3, and the columns left for facts. The name takes
/// precedence over both.
fn section(pair: &OpenPair, which: PaneSide, name: &ShortName, room: u16) -> (String, u16) {
    let (side, pane) = (pair.side(which), pair.pane(which));
    let name = columns(&name.to_string());
    let left = room.saturating_sub(name.min((room / 2).max(16)));
    let section = side.section_at(pane.rows.row_start(pane.top));
    let section = section.map_or_else(String::new, |section| format!(" · {}", visible(&section)));
    let section = if columns(&section) <= left { section } else { String::new() };
    let left = left - columns(&section);
    (section, left)
}

// One row of a document and its passages, for the gutter and the text.

pub(crate) struct TextRow<'a> {
    pub(crate) pair: &'a OpenPair,
    pub(crate) which: PaneSide,
    pub(crate) pane: &'a Pane,
    /// Index of the row, from the beginning of the text.
    pub(crate) line: usize,
    pub(crate) range: Range<usize>,
    pub(crate) blocks: &'a [Block],
}

impl<'a> TextRow<'a> {
    /// Returns a row of a document. `None` after its last row.
    pub(crate) fn new(pair: &'a OpenPair, which: PaneSide, line: usize) -> Option<Self> {
        let (side, pane) = (pair.side(which), pair.pane(which));
        let range = pane.rows.range(line, side.text.len())?;
        let blocks = touching(&side.blocks, &range, |block| block.span);
        Some(Self { pair, which, pane, line, range, blocks })
    }

    /// Returns the tint of a passage, or of words outside all passages.
    pub(crate) fn look(&self, theme: &Theme, passage: Option<u32>) -> PassageLook {
        let passage = passage.map(|passage| passage as usize);
        theme.passage_look(
            &self.pair.tints,
            passage,
            passage.is_some() && self.pair.active == passage,
        )
    }

    pub(crate) fn extent(&self, passage: u32) -> (usize, usize) {
        self.pair.view.passages.get(passage as usize).map_or((0, 0), |passage| {
            let span = self.which.span(passage);
            let last = span.end.saturating_sub(1).max(span.start);
            (self.pane.rows.row_of(span.start), self.pane.rows.row_of(last))
        })
    }
}

// Draws the columns left of a text: the sign of a moved passage, numbers of passages, and a bracket.
//
//      2┌      the passage begins
//       │
//       └
//  ⇄   4[      a passage of one row, which moved
//      5┏      the active passage

pub(crate) fn render_gutter(row: &TextRow<'_>, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut pen = canvas.pen(area);
    let active = row.pair.active.map(|active| active as u32);
    let is_here = |passage: &u32| {
        let (first, last) = row.extent(*passage);
        first <= row.line && row.line <= last
    };
    let owner = active.filter(is_here).or(row.blocks.first().map(|block| block.passage));
    let Some(owner) = owner else { return };
    let begins = |passage: &u32| row.extent(*passage).0 == row.line;
    let others = row.blocks.iter().map(|block| block.passage).filter(|one| Some(*one) != active);
    let beginning: Vec<u32> =
        active.filter(is_here).into_iter().chain(others).filter(begins).collect();
    let passage = |index: u32| row.pair.view.passages.get(index as usize);
    let first = beginning.first().copied();
    let moved = first.and_then(passage).is_some_and(|one| one.moved);
    pen.put(if moved { "⇄" } else { " " }, theme.strong);
    let room = usize::from(area.width.saturating_sub(3));
    let ids: Vec<String> =
        beginning.iter().filter_map(|index| passage(*index)).map(Passage::id).collect();
    let mut number = ids.join(",");
    // Several numbers leave a free column after the sign before them.
    if number.len() > room || ids.len() > 1 && number.len() == room {
        number = ids.first().cloned().unwrap_or_default();
        if ids.len() > 1 && number.len() < room {
            number.push('+');
        }
    }
    let number_style = first.map_or(theme.quiet, |index| {
        theme.passage_style(&row.pair.tints, index as usize, Some(index) == active)
    });
    pen.skip((room - number.len().min(room)) as u16).put(&number, number_style);
    let is_active = Some(owner) == active;
    let strength = if is_active { theme.strong } else { theme.quiet };
    pen.move_to(area.width.saturating_sub(2)).put(bracket(row, owner, is_active), strength);
}

fn bracket(row: &TextRow<'_>, passage: u32, heavy: bool) -> &'static str {
    let (first, last) = row.extent(passage);
    match (row.line == first, row.line == last, heavy) {
        (true, true, _) => "[",
        (true, false, false) => "┌",
        (true, false, true) => "┏",
        (false, true, false) => "└",
        (false, true, true) => "┗",
        (false, false, false) => "│",
        (false, false, true) => "┃",
    }
}

// Draws the map beside a text: blocks for passages, and a heavy bar along the visible part.

pub(crate) fn render_minimap(
    pair: &OpenPair,
    which: PaneSide,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let mut pen = canvas.pen(area);
    for MapMark { passage, visible: seen } in map_marks(pair, which, area.height) {
        let tint = passage.and_then(|passage| pair.tints.get(passage as usize)).copied();
        let (sign, style) = match (tint, seen) {
            (Some(tint), true) => ("█", theme.tint_foreground(tint)),
            (Some(tint), false) => ("▌", theme.tint_foreground(tint)),
            (None, true) => ("▐", theme.strong),
            (None, false) => ("·", theme.quiet),
        };
        pen.put(sign, style).move_down();
    }
}

// Draws the text of a row: tinted passages, differing words and, on request, the reasons for uncounted words.

/// Finds the list element at each glyph of a row. Glyphs come from left to right.
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

/// Position of a glyph relative to passages. The index is that of its passage, or `None` for shared words outside all
/// passages.
enum InPassage {
    /// In a word that is counted and shared.
    Counted(Option<u32>),
    /// Beside or between such words.
    Between(Option<u32>),
    No,
}

/// Finds the passage around each glyph of a row. Glyphs come from left to right.
struct Passages<'l> {
    highlights: &'l [Highlight],
    /// Index of the first highlight that does not end before the glyph.
    next: usize,
    blocks: Under<'l, Block, fn(&Block) -> Span>,
}

impl<'l> Passages<'l> {
    fn new(part: &TextPart<'l>) -> Self {
        let of_block: fn(&Block) -> Span = |block| block.span;
        let blocks = Under { rest: touching(part.blocks, &part.range, of_block), span: of_block };
        let next = part.highlights.partition_point(|one| one.span.end as usize <= part.range.start);
        Self { highlights: part.highlights, next, blocks }
    }

    fn at(&mut self, glyph: &Glyph<'_>) -> InPassage {
        while self.highlights.get(self.next).is_some_and(|one| one.span.end as usize <= glyph.start)
        {
            self.next += 1;
        }
        let block = self.blocks.at(glyph).map(|block| Some(block.passage));
        let next = self.highlights.get(self.next);
        if let Some(next) = next.filter(|next| (next.span.start as usize) < glyph.end) {
            return InPassage::Counted(block.unwrap_or(next.passage));
        }
        let before = self.next.checked_sub(1).and_then(|at| self.highlights.get(at));
        let in_run = before
            .zip(next)
            .filter(|(before, next)| (before.run, before.passage) == (next.run, next.passage));
        let within = block.or(in_run.map(|(before, _)| before.passage));
        within.map_or(InPassage::No, InPassage::Between)
    }
}

/// Returns the style of the word under the cursor: reversed, or not reversed within reversed text.
fn chosen(base: Style, theme: &Theme) -> Style {
    let marked = Modifier::BOLD | Modifier::UNDERLINED;
    if base.add_modifier.contains(Modifier::REVERSED) {
        base.remove_modifier(Modifier::REVERSED).add_modifier(marked)
    } else {
        theme.pending.add_modifier(marked)
    }
}

/// Returns the style of a match: underlined, and reversed, or not reversed within reversed text. The current match is
/// bold.
fn matching(base: Style, is_current: bool) -> Style {
    let style = if base.add_modifier.contains(Modifier::REVERSED) {
        base.remove_modifier(Modifier::REVERSED)
    } else {
        base.add_modifier(Modifier::REVERSED)
    };
    let style = style.add_modifier(Modifier::UNDERLINED);
    if is_current {
        style.add_modifier(Modifier::BOLD)
    } else {
        style.remove_modifier(Modifier::BOLD)
    }
}

#[derive(Default)]
pub(crate) struct TextPart<'l> {
    pub(crate) text: &'l str,
    pub(crate) range: Range<usize>,
    pub(crate) highlights: &'l [Highlight],
    pub(crate) blocks: &'l [Block],
    /// Words that stand out, and their style.
    pub(crate) marked: (&'l [Span], Style),
    pub(crate) dropped: &'l [OmittedWord],
    /// True to show the reason for each uncounted word. Otherwise only words ignored together with their passage are
    /// marked.
    pub(crate) reasons: bool,
    pub(crate) cursor: Option<Span>,
    /// Matches of the search. While they are shown, no other word is underlined.
    pub(crate) found: &'l [Span],
    pub(crate) current: Option<Span>,
    pub(crate) width: u16,
}

/// Draws the text of a row. With `reasons`, reasons for uncounted words replace the marks of differing words. The word
/// under the cursor stands out.
pub(crate) fn render_line(
    row: &TextRow<'_>,
    (reasons, cursor): (bool, Option<Span>),
    search: Option<&Search>,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let side = row.pair.side(row.which);
    let part = TextPart {
        text: &side.text,
        range: row.range.clone(),
        highlights: &side.highlights,
        blocks: &side.blocks,
        marked: (
            if reasons { &[] } else { &side.changed },
            if search.is_some() { theme.differs_without_line() } else { theme.differs },
        ),
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
    let mut pen = canvas.pen(area);
    draw(&part, |passage| row.look(theme, passage), theme, &mut pen);
}

/// Draws a part of a text, each passage in its `look`. Returns the column after the part.
pub(crate) fn draw(
    part: &TextPart<'_>,
    look: impl Fn(Option<u32>) -> PassageLook,
    theme: &Theme,
    pen: &mut Pen<'_>,
) -> u16 {
    let TextPart { text, range, cursor, width, marked: (marked, mark), .. } = part;
    let mut passages = Passages::new(part);
    let of_span = |span: &Span| *span;
    let mut marked = Under { rest: touching(marked, range, of_span), span: of_span };
    let of_dropped = |one: &OmittedWord| one.span;
    let mut why = Under { rest: touching(part.dropped, range, of_dropped), span: of_dropped };
    let mut found = Under { rest: touching(part.found, range, of_span), span: of_span };
    let mut walk = glyphs(text, range.start);
    let mut column = 0;
    let mut lines = JoinedLines::default();
    let mut was_marked = false;
    while let Some(mut glyph) = walk.next_at(column) {
        let is_joined = glyph.kind == GlyphKind::Newline && glyph.end < range.end;
        lines.show_glyph(&mut glyph, is_joined);
        let full = column > 0 && column + glyph.width > *width;
        if glyph.start >= range.end || glyph.kind == GlyphKind::Newline || full {
            break;
        }
        let is_marked = marked.at(&glyph).is_some();
        let next = marked.rest.first();
        let is_gap = glyph.kind == GlyphKind::Blank
            && was_marked
            && !is_marked
            && next.is_some_and(|next| next.start as usize <= glyph.end);
        was_marked = is_marked;
        let mut style = match passages.at(&glyph) {
            InPassage::Counted(passage) => look(passage).counted,
            // A tinted blank between two differing words looks like a block.
            InPassage::Between(_) if is_gap => Style::new(),
            InPassage::Between(passage) => look(passage).between,
            InPassage::No => Style::new(),
        };
        if is_marked {
            style = style.patch(*mark);
        }
        match why.at(&glyph) {
            Some(one) if part.reasons => style = style.add_modifier(ignored_modifier(one.why)),
            // Ignored words must never look like compared words.
            Some(one) if matches!(one.why, Why::Common | Why::Template | Why::Phrase) => {
                style = style.add_modifier(Modifier::DIM);
            }
            Some(_) | None => {}
        }
        if let Some(here) = found.at(&glyph) {
            style = matching(style, part.current == Some(*here));
        }
        // A blank at the end of a row separates no visible words.
        if glyph.kind == GlyphKind::Blank && glyph.end >= range.end {
            style = Style::new();
        }
        let is_chosen = cursor.is_some_and(|word| {
            (word.start as usize) < glyph.end && glyph.start < word.end as usize
        });
        if is_chosen {
            style = chosen(style, theme);
        }
        pen.put(&glyph.visible, style);
        column += glyph.width;
        pen.move_to(column);
    }
    column
}
