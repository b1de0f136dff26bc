//! Draws the two texts of the open pair, and around them: names, score, all measures, active passage.
//!
//! ```text
//! ── essay-a.md ↔ essay-b.md ────────────────────────────────────────────────────────────── 3 passages ──
//!  64% of B's shingles are in A
//!  …
//! ```

use std::ops::Range;

use ratatui::{
    crossterm::event::MouseButton, crossterm::event::MouseEventKind, layout::Position,
    layout::Rect, style::Modifier, style::Style,
};

use shingle::pipeline::{
    Block, Highlight, PairView, Params, Passage, ReasonIgnored, UncountedWord,
};
use shingle::{
    base::numbers::format_count, base::numbers::format_with_commas, base::span::Span,
    base::span::find_touching_elements, base::visible::make_visible, compare::Measure,
    pipeline::document::info::describe_unified_letters,
    pipeline::document::info::names_of_different_languages, pipeline::parameters::StopWords,
    text::PosRemoval,
};

use crate::tui::actions::{Action, KeyName, Motion, NOTCH, Place, StepDirection};
use crate::tui::drawing::{
    Canvas, Glyph, GlyphKind, JoinedLines, PassageLook, Pen, Theme, WrappedRows, ignored_modifier,
    iter_glyphs, join_fitting_facts, rule_heading_width, truncate, width_in_columns,
    without_side_columns,
};
use crate::tui::layout::{PairAreas, PaneAreas, PaneSide};
use crate::tui::model::{
    CurrentPair, Focus, Model, OpenPair, PairState, Search, describe_earlier_mark,
};
use crate::tui::words::{
    describe_document, describe_moved_passage, describe_passage_place, describe_score,
    format_percent,
};
use crate::tui::{
    model::decisions::present_documents, model::list::describe_position, model::pair::map_marks,
    update::decisions::describe_mark_on_documents, update::pair::NO_PAIR, views::Handled,
    words::names::ShortName,
};

pub(crate) fn draw_pair(model: &Model, canvas: &mut Canvas<'_>, areas: &PairAreas) {
    let Some(current) = &model.pair else { return };
    let theme = canvas.theme;
    let (a, b) = &current.names;
    let mut remarks = Vec::new();
    let is_selected = model.list.names.as_ref() == Some(&current.names);
    if model.zoomed && is_selected && model.visited.current().is_ranked() && areas.title.width >= 80
    {
        let (place, rows) = (model.list.row_of_selection(), model.list.order.len());
        remarks.push(describe_position(place, rows, areas.title.width));
        let decided = model.decisions.decided.as_ref().filter(|_| areas.title.width >= 100);
        let decided = decided.map(|counts| counts.now).filter(|decided| *decided > 0);
        remarks.extend(decided.map(|decided| format!("{} decided", format_with_commas(decided))));
    }
    if let PairState::Open(pair) = &current.answer {
        remarks.push(format_count(pair.view.passages.len(), "passage"));
    }
    if let Some(decided) = describe_mark_on_pair(model, current) {
        let room = (areas.title.width / 2).saturating_sub(width_in_columns(&remarks.join(" · ")));
        remarks.insert(0, truncate(&decided, room));
    }
    let remark = remarks.join(" · ");
    let room = rule_heading_width(areas.title.width, &remark).saturating_sub(3);
    let paths = [a, b].map(|path| model.names.whole_name(path));
    let [left, right] = if paths.iter().map(|path| width_in_columns(path)).sum::<u16>() <= room {
        paths
    } else {
        [a, b].map(|path| model.names.short_name(path).fit_name(room / 2))
    };
    let heading = format!("{left} ↔ {right}");
    canvas.draw_rule(areas.title, &heading, model.focus != Focus::List, &remark);
    match &current.answer {
        PairState::Awaited => {
            canvas.pen_in(areas.facts).skip_columns(1).put("opening …", theme.quiet);
        }
        PairState::Refused(reason) => {
            let mut pen = canvas.pen_in(areas.title.union(areas.status));
            pen.move_down()
                .skip_columns(1)
                .put_paragraph(&format!("Cannot be opened: {reason}"), theme.alarm);
            for gone in
                [a, b].into_iter().filter_map(|path| model.activities.describe_gone_document(path))
            {
                pen.skip_columns(1).put_paragraph(&format!("{gone}."), theme.strong);
            }
        }
        PairState::Open(pair) => {
            draw_facts(model, current, pair, &mut canvas.pen_in(areas.facts));
            // The map of A beside the divider already separates the texts.
            let is_beside = areas.panes[0].is_some_and(|a| a.map.right() == areas.divider.x);
            let divided = if is_beside { 0 } else { areas.divider.height };
            canvas.draw_divider(Rect { height: divided, ..areas.divider });
            draw_passage_list(pair, canvas, areas.passages);
            draw_legend(&pair.view.params, canvas, areas.legend);
            draw_status(model, pair, canvas, areas.status);
        }
    }
}

/// Describes the user's mark and note on the pair.
fn describe_mark_on_pair(model: &Model, current: &CurrentPair) -> Option<String> {
    let docs = present_documents(model.snapshot.as_ref()?, &current.names)?;
    let mark = model.decisions.mark_of_documents(docs[0], docs[1])?;
    Some(describe_mark_on_documents(model, mark, docs))
}

/// Describes the user's mark and note on an earlier version of an unmarked pair.
fn describe_mark_on_earlier_version(model: &Model, current: &CurrentPair) -> Option<String> {
    let docs = present_documents(model.snapshot.as_ref()?, &current.names)?;
    if model.decisions.mark_of_documents(docs[0], docs[1]).is_some() {
        return None;
    }
    let (lookup, (a, b)) = (model.mark_lookup(), &current.names);
    let contents = docs.map(|doc| doc.file.content);
    Some(describe_earlier_mark(lookup.earlier_mark_of_pair((a, b), contents)?, docs))
}

fn draw_facts(model: &Model, current: &CurrentPair, pair: &OpenPair, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    pen.skip_columns(1);
    if model.is_pair_stale(&pair.view) {
        pen.put("stale", theme.pending).skip_columns(1);
    }
    let PairView { a, b, params, .. } = &*pair.view;
    if let Some([left, right]) =
        names_of_different_languages(&a.doc.languages, &b.doc.languages, params)
    {
        pen.put(&format!("{left} ≠ {right}"), theme.pending).skip_columns(1);
    }
    let is_counted = model.reading.dropped;
    let by_passage = pair.longest_passage().filter(|_| params.passage.is_some() && !is_counted);
    let unified =
        describe_unified_letters([&a.doc, &b.doc], params).map(|unified| format!(" · {unified}"));
    let unified = unified.unwrap_or_default();
    let mut earlier = describe_mark_on_earlier_version(model, current);
    // Four rows: the score, the measures, the mark, and both paths.
    let marked_row = if is_counted && pen.free_rows() >= 4 {
        earlier.take().or_else(|| describe_mark_on_pair(model, current))
    } else {
        None
    };
    let earlier = earlier.map_or(String::new(), |mark| format!(" · {mark}"));
    let beside = width_in_columns(&unified) + width_in_columns(&earlier);
    let room = pen.free_width().saturating_sub(beside).max(pen.free_width() / 3);
    let head = match by_passage {
        Some(passage) => format!("longest passage {}", passage.describe_likeness()),
        None => join_fitting_facts(&describe_score(&pair.view), room),
    };
    pen.put_truncated(&head, room, theme.strong);
    pen.put(&unified, theme.alarm).put_truncated(&earlier, u16::MAX, theme.quiet);
    if is_counted {
        draw_measures(&pair.view, pen);
        pen.move_down();
        let mut room = u16::MAX;
        if let Some(mark) = &marked_row {
            // The mark takes a row of a path, so both paths share a row.
            pen.skip_columns(1).put_rest(mark, theme.quiet).move_down();
            room = (pen.width() / 2).saturating_sub(4);
        }
        for (letter, side) in [("A", a), ("B", b)] {
            pen.skip_columns(1).put(letter, theme.key).skip_columns(1);
            pen.put_elided(&side.doc.path.to_string(), room, theme.quiet);
            if marked_row.is_none() {
                pen.move_down();
            }
        }
    }
}

/// Writes all measures in the next row.
pub(crate) fn draw_measures(view: &PairView, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    pen.move_down().skip_columns(1);
    let overlap = view.overlap;
    let measures = [
        ("jaccard", overlap.jaccard()),
        ("dice", overlap.dice()),
        ("overlap", overlap.overlap_coefficient()),
        ("A in B", overlap.containment_a()),
        ("B in A", overlap.containment_b()),
    ];
    let per_word = [
        ("per word A", overlap.shared_shingles_per_word_of_a()),
        ("B", overlap.swap_sides().shared_shingles_per_word_of_a()),
    ];
    let per_word = per_word.into_iter().filter(|_| view.params.measure == Measure::PerWord);
    // The score above is an estimate. The open texts have exact counts.
    if view.params.is_estimate() {
        pen.put("counted:", theme.quiet).skip_columns(1);
    }
    let gap = if pen.free_width() < 90 { 1 } else { 2 };
    for (name, share) in measures.into_iter().chain(per_word) {
        let value = format_percent(share);
        // A truncated number would look like another number.
        if width_in_columns(name) + 1 + width_in_columns(&value) > pen.free_width() {
            break;
        }
        pen.put(name, theme.quiet).skip_columns(1).put(&value, theme.strong).skip_columns(gap);
    }
}

// Draws the legend of ignored words. Each kind has the style that it has in the texts.
//
//  ignored: stop word  modulo 8

pub(crate) fn draw_legend(params: &Params, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut pen = canvas.pen_in(area);
    pen.skip_columns(1);
    let leaves_out = params.ignores_shingles();
    let stops = params.stop_words != StopWords::Off || params.stop_words_add.is_some();
    let modulo = format!("modulo {}", format_with_commas(params.modulo));
    let parts = [
        (stops, "stop word", ReasonIgnored::StopWord),
        (params.pos_removal == PosRemoval::On, "part of speech", ReasonIgnored::PartOfSpeech),
        (params.modulo > 1, &*modulo, ReasonIgnored::SampledOut),
        (params.common.is_some() && leaves_out, "common", ReasonIgnored::Common),
        (!params.template.is_empty() && leaves_out, "template", ReasonIgnored::Template),
        (!params.phrases.is_empty() && leaves_out, "phrase", ReasonIgnored::Phrase),
    ];
    let mut used = parts.into_iter().filter(|(is_used, ..)| *is_used).peekable();
    if used.peek().is_some() {
        pen.put("ignored: ", theme.quiet);
    }
    for (_, name, why) in used {
        pen.put(name, Style::new().add_modifier(ignored_modifier(why))).skip_columns(2);
    }
}

// Draws the longest passages of an open pair in a few rows below a list.
//
// ── Longest of 3 passages: 9 words · in essays/harbour.md ────────────────────────────────────────────
//  the old ferry left at dawn and the crew said little about the storm

const BYTES: usize = 8;

/// Draws the longest passages in the wording of the second document, `name`. Without a pair, draws only the heading. If
/// the documents share no passage, draws the advice `nothing`.
pub(crate) fn draw_longest_passages(
    open: Option<&OpenPair>,
    name: &ShortName,
    nothing: &str,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    if area.height < 2 {
        return;
    }
    let title = Rect { height: 1, ..area };

    let order = open.map_or(&[][..], |open| &open.by_length);
    let words = |open: &OpenPair| {
        format_count(open.longest_passage().map_or(0, |passage| u64::from(passage.words)), "word")
    };
    let sentence = match (open, order.len()) {
        (None, _) => "The longest passage …".into(),
        (Some(_), 0) => "No shared passage".into(),
        (Some(open), 1) => format!("The passage: {}", words(open)),
        (Some(open), many) => {
            format!("Longest of {} passages: {}", format_with_commas(many), words(open))
        }
    };
    let room = title.width.saturating_sub(width_in_columns(&sentence) + 10);
    let heading = format!("{sentence} · in {}", name.fit_name(room));
    canvas.draw_rule(title, &heading, false, "");
    let mut pen = canvas.pen_in(without_side_columns(area));
    pen.move_down();
    let Some(open) = open else { return };
    if order.is_empty() {
        pen.put_paragraph(nothing, theme.quiet);
    }
    let mut left = usize::from(pen.free_rows());
    for index in order {
        let drawn = draw_passage(open, *index, left, &mut pen);
        // A blank row separates the passages.
        left = left.saturating_sub(drawn + 1);
        if left == 0 {
            return;
        }
        pen.move_down();
    }
}

/// Draws the beginning of the passage, tinted as in the open pair. Returns the rows used.
fn draw_passage(open: &OpenPair, index: usize, rows: usize, pen: &mut Pen<'_>) -> usize {
    let theme = pen.theme;
    let Some(passage) = open.view.passages.get(index) else { return 0 };
    let (side, width) = (&open.view.b, pen.free_width());
    let start = passage.b.start as usize;
    let most = start + usize::from(width) * rows * BYTES;
    let end = side.text.floor_char_boundary(most.min(passage.b.end as usize));
    let Some(part) = side.text.get(start..end) else { return 0 };
    let laid_out = WrappedRows::new(part, width);
    let count = rows.min(laid_out.count_rows());
    for row in 0..count {
        let Some(range) = laid_out.byte_range_of_row(row, part.len()) else { return row };
        let text = TextPart {
            text: &side.text,
            highlights: &side.highlights,
            blocks: &side.blocks,
            marked: (&side.changed, theme.differs),
            dropped: &side.dropped,
            width,
            range: start + range.start..start + range.end,
            ..TextPart::default()
        };
        let look = |one: Option<u32>| theme.passage_look(&open.tints, one, Some(index));
        text.draw_text(look, pen);
        pen.move_down();
    }
    count
}

// Draws one document of the pair: name, facts, gutter with numbers and brackets, tinted text, map.
//
// ```text
// ▸A essay-a.md · 1,240 words, 620 counted · 22 shingles · English · UTF-8
//        … the harbour was quiet      ▐
//    2┌ the old ferry left at         █
//     └ dawn and the crew said        ▐
// ⇄  1[ every stone was wet           ▌
// ```

pub(crate) fn draw_pane(
    model: &Model,
    which: PaneSide,
    canvas: &mut Canvas<'_>,
    areas: &PaneAreas,
) {
    let Some(pair) = model.open_pair() else { return };
    let title = Rect { width: areas.title.width.saturating_sub(1), ..areas.title };
    draw_title(model, pair, which, &mut canvas.pen_in(title));
    let (pane, side, theme) = (pair.pane(which), pair.side(which), canvas.theme);
    let (reasons, search) = (model.reading.dropped, model.search.as_ref());
    let current = search.and_then(Search::current_match).filter(|(side, _)| *side == which);
    let differs =
        if search.is_some() { theme.differing_style_without_underline() } else { theme.differs };
    let look = |passage: Option<u32>| theme.passage_look(&pair.tints, passage, pair.active);
    for y in 0..areas.text.height {
        let Some(row) = (pane.top + usize::from(y)).checked_sub(pane.pad) else {
            continue;
        };
        let Some(range) = pane.rows.byte_range_of_row(row, side.text.len()) else { break };
        let blocks = find_touching_elements(&side.blocks, &range, |block| block.span);
        draw_gutter(pair, which, row, blocks, &mut canvas.pen_in_row(areas.gutter, y));
        let part = TextPart {
            text: &side.text,
            range,
            highlights: &side.highlights,
            blocks: &side.blocks,
            // While ignored words are shown, no word is marked as different.
            marked: (if reasons { &[] } else { &side.changed }, differs),
            dropped: &side.dropped,
            reasons,
            cursor: model.word_at_cursor(which),
            found: search.map_or(&[], |search| search.matches_in(&pair.view, which)),
            current: current.map(|(_, span)| span),
            width: pane.rows.width(),
        };
        part.draw_text(look, &mut canvas.pen_in_row(areas.text, y));
    }
    draw_minimap(pair, which, canvas, areas.map);
}

fn draw_title(model: &Model, pair: &OpenPair, which: PaneSide, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let focused = model.focus == Focus::Pane(which);
    let (sign, style) =
        if focused { ("▸", theme.focused.underlined()) } else { (" ", theme.strong) };
    pen.put(sign, theme.focused).put(which.column_letter(), theme.key).put(" ", theme.key);
    let (side, pane, room) = (pair.side(which), pair.pane(which), pen.free_width());
    let own = model.names.short_name(&side.doc.path);
    // The name takes precedence over the section at the top of the screen, such as page 3, and over facts.
    let name = width_in_columns(&own.to_string());
    let left = room.saturating_sub(name.min((room / 2).max(16)));
    let section = side.section_at(pane.rows.row_start(pane.top));
    let section = section.map(|section| format!(" · {}", make_visible(&section)));
    let fitting = section.filter(|section| width_in_columns(section) <= left);
    let section = fitting.unwrap_or_default();
    let left = left - width_in_columns(&section);
    let dropped = Some(pair.count_stop_words(which));
    let facts = describe_document(&side.doc, dropped, &pair.view.params, left);
    let after = width_in_columns(&section) + width_in_columns(&facts);
    pen.put(&own.fit_name(room.saturating_sub(after)), style);
    pen.put(&section, theme.strong).put(&facts, theme.quiet);
}

// Draws the gutter left of a text: the sign of a moved passage, the numbers of passages, and a bracket.
//
//      2┌      the passage begins
//       │
//       └
//  ⇄   4[      a passage of one row, which moved
//      5┏      the active passage

fn draw_gutter(pair: &OpenPair, which: PaneSide, row: usize, blocks: &[Block], pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let active = pair.active.map(|active| active as u32);
    let passage = |index: u32| pair.view.passages.get(index as usize);
    let rows_of = |index: u32| {
        let span = passage(index).map(|passage| which.span_of_passage(passage));
        pair.pane(which).rows.rows_of_span(span.unwrap_or(Span::new(0, 0)))
    };
    let is_here = |index: &u32| {
        let (first, last) = rows_of(*index);
        (first..=last).contains(&row)
    };
    let owner = active.filter(is_here).or(blocks.first().map(|block| block.passage));
    let Some(owner) = owner else { return };
    let others = blocks.iter().map(|block| block.passage).filter(|one| Some(*one) != active);
    let near = active.filter(is_here).into_iter().chain(others);
    let beginning: Vec<u32> = near.filter(|index| rows_of(*index).0 == row).collect();
    let first = beginning.first().copied();
    let moved = first.and_then(passage).is_some_and(|one| one.moved);
    pen.put(if moved { "⇄" } else { " " }, theme.strong);
    let room = usize::from(pen.width().saturating_sub(3));
    let ids: Vec<String> =
        beginning.iter().filter_map(|index| passage(*index)).map(Passage::id).collect();
    let mut number = ids.join(",");
    // Several numbers leave a blank after the sign.
    if number.len() > room || ids.len() > 1 && number.len() == room {
        number = ids.first().cloned().unwrap_or_default();
        if ids.len() > 1 && number.len() < room {
            number.push('+');
        }
    }
    let number_style = first.map_or(theme.quiet, |index| {
        theme.passage_number_style(&pair.tints, index as usize, Some(index) == active)
    });
    pen.skip_columns((room - number.len().min(room)) as u16).put(&number, number_style);
    let is_active = Some(owner) == active;
    let strength = if is_active { theme.strong } else { theme.quiet };
    let bracket = bracket_of_row(row, rows_of(owner), is_active);
    pen.move_to(pen.width().saturating_sub(2)).put(bracket, strength);
}

/// Returns the bracket beside a row of a passage, which has rows `first` to `last`.
pub(super) fn bracket_of_row(
    row: usize,
    (first, last): (usize, usize),
    heavy: bool,
) -> &'static str {
    match (row == first, row == last, heavy) {
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

fn draw_minimap(pair: &OpenPair, which: PaneSide, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut pen = canvas.pen_in(area);
    for (passage, seen) in map_marks(pair, which, area.height) {
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

/// Returns the element at a glyph.
fn item_under<'l, T>(all: &'l [T], glyph: &Glyph<'_>, span: impl Fn(&T) -> Span) -> Option<&'l T> {
    let first = all.get(all.partition_point(|one| span(one).end as usize <= glyph.start))?;
    ((span(first).start as usize) < glyph.end).then_some(first)
}

/// Relation of a glyph to the passages. The index is that of its passage, or `None` for shared words outside all
/// passages.
enum InPassage {
    /// The glyph is in a word that is counted and shared.
    Counted(Option<u32>),
    /// The glyph is not in a shared word, but beside or between shared words of a passage or run.
    Between(Option<u32>),
    No,
}

fn passage_under(part: &TextPart<'_>, glyph: &Glyph<'_>) -> InPassage {
    let highlights = part.highlights;
    let next = highlights.partition_point(|one| one.span.end as usize <= glyph.start);
    let before = next.checked_sub(1).and_then(|at| highlights.get(at));
    let next = highlights.get(next);
    let block = item_under(part.blocks, glyph, |block| block.span).map(|block| Some(block.passage));
    if let Some(next) = next.filter(|next| (next.span.start as usize) < glyph.end) {
        return InPassage::Counted(block.unwrap_or(next.passage));
    }
    let in_run = before
        .zip(next)
        .filter(|(before, next)| (before.run, before.passage) == (next.run, next.passage));
    let within = block.or(in_run.map(|(before, _)| before.passage));
    within.map_or(InPassage::No, InPassage::Between)
}

/// Returns the style of the word under the cursor: reversed text, or unreversed text if the row is reversed.
fn style_of_cursor(base: Style, theme: &Theme) -> Style {
    let marked = Modifier::BOLD | Modifier::UNDERLINED;
    if base.add_modifier.contains(Modifier::REVERSED) {
        base.remove_modifier(Modifier::REVERSED).add_modifier(marked)
    } else {
        theme.pending.add_modifier(marked)
    }
}

/// Returns the style of a match: underlined and reversed, or unreversed if the text is reversed. The current match is
/// bold.
fn style_of_match(base: Style, is_current: bool) -> Style {
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
    /// Spans of words to mark, and the style that marks them.
    pub(crate) marked: (&'l [Span], Style),
    pub(crate) dropped: &'l [UncountedWord],
    /// True to show the reason for each uncounted word instead of marking differing words. Otherwise only words ignored
    /// because of their shingles are
    /// marked.
    pub(crate) reasons: bool,
    pub(crate) cursor: Option<Span>,
    /// Matches of the search. While they are shown, no other word is underlined.
    pub(crate) found: &'l [Span],
    pub(crate) current: Option<Span>,
    pub(crate) width: u16,
}

impl TextPart<'_> {
    /// Draws a part of a text. `look` returns the styles of a passage.
    pub(crate) fn draw_text(&self, look: impl Fn(Option<u32>) -> PassageLook, pen: &mut Pen<'_>) {
        let theme = pen.theme;
        let TextPart { text, range, cursor, width, marked: (marked, mark), .. } = self;
        let marked = find_touching_elements(marked, range, |span| *span);
        let mut walk = iter_glyphs(text, range.start);
        let mut column = 0;
        let mut lines = JoinedLines::default();
        let mut was_marked = false;
        while let Some(mut glyph) = walk.next_glyph(column) {
            let is_joined = glyph.kind == GlyphKind::Newline && glyph.end < range.end;
            lines.show_glyph(&mut glyph, is_joined);
            let full = column > 0 && column + glyph.width > *width;
            if glyph.start >= range.end || glyph.kind == GlyphKind::Newline || full {
                break;
            }
            let is_marked = item_under(marked, &glyph, |span| *span).is_some();
            let is_gap = glyph.kind == GlyphKind::Blank
                && was_marked
                && !is_marked
                && marked.iter().any(|next| next.start as usize == glyph.end);
            was_marked = is_marked;
            let mut style = match passage_under(self, &glyph) {
                InPassage::Counted(passage) => look(passage).counted,
                // A tinted blank between two differing words looks like a block.
                InPassage::Between(_) if is_gap => Style::new(),
                InPassage::Between(passage) => look(passage).between,
                InPassage::No => Style::new(),
            };
            if is_marked {
                style = style.patch(*mark);
            }
            match item_under(self.dropped, &glyph, |one| one.span) {
                Some(one) if self.reasons => style = style.add_modifier(ignored_modifier(one.why)),
                // Words ignored because of their shingles must not look like compared words.
                Some(UncountedWord {
                    why: ReasonIgnored::Common | ReasonIgnored::Template | ReasonIgnored::Phrase,
                    ..
                }) => style = style.add_modifier(Modifier::DIM),
                Some(_) | None => {}
            }
            if let Some(here) = item_under(self.found, &glyph, |span| *span) {
                style = style_of_match(style, self.current == Some(*here));
            }
            // A blank at the end of a row separates no visible words.
            if glyph.kind == GlyphKind::Blank && glyph.end >= range.end {
                style = Style::new();
            }
            let is_chosen = cursor.is_some_and(|word| {
                (word.start as usize) < glyph.end && glyph.start < word.end as usize
            });
            if is_chosen {
                style = style_of_cursor(style, theme);
            }
            pen.put(&glyph.visible, style);
            column += glyph.width;
            pen.move_to(column);
        }
    }
}

/// Most bytes of a passage that the list reads.
const SNIPPET: usize = 600;

pub(crate) fn beginning_of_passage(pair: &OpenPair, passage: &Passage) -> String {
    let (text, start) = (&pair.view.a.text, passage.a.start as usize);
    let end = text.floor_char_boundary((start + SNIPPET).min(passage.a.end as usize));
    let words = text.get(start..end).unwrap_or_default().split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}

// Describes the active passage.
//
//  2  passage 2 of 3 · 11 words: 9 unchanged · ⇄ moved: 2nd in A, 3rd in B

pub(crate) fn draw_status(model: &Model, pair: &OpenPair, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut pen = canvas.pen_in(area);
    pen.skip_columns(1);
    let count = pair.view.passages.len();
    let active = pair.active.zip(pair.active_passage());
    if let Some(search) = &model.search {
        draw_search(search, model.prompt.is_some(), &mut pen);
    } else if count == 0 {
        let none = match pair.single_runs {
            Some(single) => format!("No shared passage, {single}."),
            None if pair.view.overlap.shared > 0 => "No shared passage.".into(),
            None => "No shared passage: not one shingle is in both.".into(),
        };
        pen.put(&none, theme.quiet);
    } else if let Some((index, passage)) = active {
        let tint = theme.passage_number_style(&pair.tints, index, true);
        pen.put(&format!(" {} ", passage.id()), tint).skip_columns(1);
        let which = model.side_with_focus();
        let place = |which| pair.place_of_active_passage(which).unwrap_or(1);
        let placed = describe_passage_place(passage, place(which), count, which.column_letter());
        let mut facts = vec![placed, passage.describe_likeness()];
        if passage.moved {
            facts.push(describe_moved_passage(place(PaneSide::A), place(PaneSide::B)));
        }
        // Ignored words leave gaps in the tint, so a hint explains them.
        if pair.count_stop_words(which) > 0 && !model.reading.dropped {
            facts.push(format!("faint words are ignored: {} shows why", KeyName::Ignored.label()));
        }
        pen.put(&join_fitting_facts(&facts, pen.free_width()), theme.quiet);
    } else {
        pen.put(&format_count(count, "passage"), theme.quiet)
            .put(&format!(" · {} goes to the next", KeyName::Passage.label()), theme.quiet);
    }
}

// Describes the search in the open pair: the current match, and the number of matches in each text.
//
//  3 of 17 · "old ferry": 12 in A, 5 in B · n: next match · Esc ends the search

/// Most columns of the search pattern.
const PATTERN: u16 = 30;

/// Describes the position of the current match among all matches: `3 of 17`.
pub(crate) fn describe_match_position(search: &Search) -> String {
    let all: usize = search.count_matches().iter().sum();
    match all {
        _ if search.pattern.is_empty() => String::new(),
        _ if search.found.is_none() => "searching …".into(),
        0 => "in neither text".into(),
        all => {
            format!("{} of {}", format_with_commas(search.at as u64 + 1), format_with_commas(all))
        }
    }
}

/// Draws the search in one row. While the user types the pattern, keys are letters, so Enter precedes the next key.
fn draw_search(search: &Search, is_typed: bool, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    pen.put(&describe_match_position(search), theme.strong);
    let pattern = truncate(&make_visible(&search.pattern), PATTERN);
    let [a, b] = search.count_matches().map(format_with_commas);
    let found = search.found.is_some() && search.count_matches() != [0, 0];
    let places = if found { format!(": {a} in A, {b} in B") } else { String::new() };
    let next = found.then(|| {
        let enter = if is_typed { "Enter, then " } else { "" };
        format!("{enter}{}: next match", KeyName::Passage.label())
    });
    let facts = [Some(format!("“{pattern}”{places}")), next, Some("Esc ends the search".into())];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let room = pen.free_width().saturating_sub(3);
    pen.put(" · ", theme.quiet).put(&join_fitting_facts(&facts, room), theme.quiet);
}

// The list of all passages of the open pair, below its texts. Both texts follow the selected passage.
//
// ```text
// ── 7 passages ────────────────────────────────────────────── Enter or Esc closes ──
//    1      9 words     and nobody knew who had built it
// ▸  2     11 words  ⇄  the old ferry left at dawn and the crew
// ```

pub(crate) fn open_passage_list(model: &mut Model) {
    match model.visible_pair().map(|pair| pair.view.passages.len()) {
        None => model.show_note(NO_PAIR),
        Some(0) => model.show_note("these two share no passage"),
        Some(_) => model.layers.open_overlay(Place::Passages),
    }
}

pub(crate) fn perform_action(model: &mut Model, action: Action) -> Handled {
    match action {
        Action::Move(motion) => step_passage_list(model, motion),
        Action::Enter | Action::Passages => model.close_overlays(),
        _ => return Err(action),
    }
    Ok(())
}

/// Handles the mouse on the list of passages. Returns false for other positions.
pub(crate) fn handle_mouse(model: &mut Model, kind: MouseEventKind, at: Position) -> bool {
    let area = model.areas.pair.map(|pair| pair.passages).filter(|area| area.contains(at));
    let Some(area) = area else { return false };
    let rows = rows_of_passage_list(model);
    match (Motion::from_wheel(kind), model.open_pair_mut()) {
        (Some(motion), _) => (0..NOTCH).for_each(|_| step_passage_list(model, motion)),
        (None, Some(pair)) if kind == MouseEventKind::Down(MouseButton::Left) => {
            let line = usize::from(at.y - area.y).checked_sub(1);
            let place = line.map(|line| pair.page_with_active_passage(rows).start + line);
            if let Some(index) = place.and_then(|place| pair.by_length.get(place).copied()) {
                pair.activate_passage(index);
            }
        }
        // While the user drags a map, the drag belongs to the map.
        _ => return false,
    }
    true
}

/// Returns the number of list rows on the screen, without the heading.
fn rows_of_passage_list(model: &Model) -> usize {
    let height = model.areas.pair.map(|pair| pair.passages.height);
    usize::from(height.unwrap_or(0).saturating_sub(1)).max(1)
}

fn step_passage_list(model: &mut Model, motion: Motion) {
    let page = rows_of_passage_list(model);
    let Some(pair) = model.open_pair_mut() else { return };
    let last = pair.view.passages.len().saturating_sub(1);
    let next = match (motion.rows_to_move(page), pair.line_of_active_passage()) {
        (Some((StepDirection::Next, _)), None) => 0,
        (Some((StepDirection::Back, _)), None) => last,
        (_, active) => motion.target_row(active.unwrap_or(0), last, page),
    };
    if let Some(index) = pair.by_length.get(next).copied() {
        pair.activate_passage(index);
    }
}

fn draw_passage_list(pair: &OpenPair, canvas: &mut Canvas<'_>, area: Rect) {
    if area.height == 0 {
        return;
    }
    let theme = canvas.theme;
    let count = format_count(pair.view.passages.len(), "passage");
    let room = area.width.saturating_sub(width_in_columns(&count) + 10);
    let remark = join_fitting_facts(&["Esc closes", "j/k choose"], room);
    canvas.draw_rule(area, &count, true, &remark);
    let page = pair.page_with_active_passage(usize::from(area.height - 1));
    let ends = page.end == pair.view.passages.len();
    let mut row = 0;
    for index in page.filter_map(|line| pair.by_length.get(line).copied()) {
        row += 1;
        let Some(passage) = pair.view.passages.get(index) else { continue };
        let mut pen = canvas.pen_in_row(area, row);
        let is_active = pair.active == Some(index);
        let number = theme.passage_number_style(&pair.tints, index, is_active);
        pen.put(if is_active { "▸" } else { " " }, theme.focused);
        pen.put_cell(&format!(" {} ", passage.id()), 6, true, number);
        let words = u64::from(passage.words);
        if pen.width() < 70 {
            pen.put_cell(&format_with_commas(words), 6, true, theme.quiet).skip_columns(1);
        } else {
            pen.put_cell(&format_count(words, "word"), 13, true, theme.quiet).skip_columns(2);
        }
        pen.put(if passage.moved { "⇄ " } else { "  " }, theme.strong);
        let style = if is_active { theme.strong } else { Style::new() };
        pen.put_rest(&beginning_of_passage(pair, passage), style);
    }
    if let Some(single) = pair.single_runs.filter(|_| ends && row + 1 < area.height) {
        let text = format!("{single}: tinted, in no passage");
        canvas.pen_in_row(area, row + 1).skip_columns(2).put(&text, theme.quiet);
    }
}
