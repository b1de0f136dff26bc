//! Draws the sandbox: two texts, their shared words tinted, and the numbers behind their score.
//!
//! ```text
//! ── Sandbox: write or paste, the score follows ─────────────────────────────── Tab other text, parameters ──
//!  64% of B stands in A: 9 of 14 distinct shingles
//!  jaccard 33%  dice 50%  overlap 64%  A in B 41%  B in A 64%
//!  A has 22 shingles, B has 14, both have 9
//!  containment = in both / in B
//!              = 9 / 14 = 64.29%
//! ▸A text A · 12 of 14 words counted            B text B · 11 of 12 words counted
//!   The old ferry left▌                          At dawn the old ferry left
//!   ignored, stop words: The, at, and            ignored, stop words: the ×2
//! ```

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use shingle::base::span::{Span, touching};
use shingle::base::{numbers::thousands, visible::visible};
use shingle::lesson::{Trial, numbers::percent, trial::UncountedWord};
use shingle::pipeline::document::info::FileInfo;
use shingle::pipeline::{DocInfo, Highlight, OmittedWord, Side, Why};

use crate::tui::drawing::{Canvas, Pen, WrappedRows, glyphs::columns, theme::ignored_modifier};
use crate::tui::model::{Focus, Layer as _, Model};
use crate::tui::view::pair::pane::{TextPart, draw};
use crate::tui::views::sandbox::{Draft, Sandbox};
use crate::tui::words::facts::{dropped_words, facts};
use crate::tui::{layout::PaneSide, view::pair::measured};

/// Fewest columns for both texts side by side.
const BESIDE: u16 = 90;
/// Fewest rows for counts in separate rows.
const TALL: u16 = 14;

#[derive(Debug, Clone, Copy)]
pub(super) struct SandboxAreas {
    title: Rect,
    /// The score in words, then all measures if they fit.
    facts: Rect,
    formula: Rect,
    pub(super) panes: [DraftAreas; 2],
}

#[derive(Debug, Clone, Copy)]
pub(super) struct DraftAreas {
    pub(super) title: Rect,
    pub(super) text: Rect,
    uncounted: Rect,
}

impl SandboxAreas {
    pub(super) fn new(body: Rect) -> Self {
        let mut rest = body;
        let mut take = |rows: u16| {
            let rows = rows.min(rest.height);
            let first = Rect { height: rows, ..rest };
            rest = Rect { y: rest.y + rows, height: rest.height - rows, ..rest };
            first
        };
        let tall = u16::from(body.height >= TALL);
        let (title, facts) = (take(1), take(1 + tall));
        let formula = take(1 + 2 * tall);
        let (a, b) = if body.width >= BESIDE {
            let half = rest.width / 2;
            (
                Rect { width: half, ..rest },
                Rect { x: rest.x + half, width: rest.width - half, ..rest },
            )
        } else {
            let half = rest.height.div_ceil(2);
            let below = Rect { y: rest.y + half, height: rest.height - half, ..rest };
            (Rect { height: half, ..rest }, below)
        };
        Self { title, facts, formula, panes: [a, b].map(DraftAreas::new) }
    }
}

impl DraftAreas {
    fn new(area: Rect) -> Self {
        let left = match area.height {
            0..4 => 0,
            4..8 => 1,
            8..16 => 2,
            _ => 3,
        };
        let title = Rect { height: area.height.min(1), ..area };
        let text = Rect {
            x: area.x + 2,
            y: area.y + title.height,
            width: area.width.saturating_sub(4),
            height: area.height - title.height - left,
        };
        let left = Rect { y: text.bottom(), height: left, ..text };
        Self { title, text, uncounted: left }
    }

    /// Columns of a row of the text. The caret needs one column after the row.
    pub(super) const fn columns(&self) -> u16 {
        self.text.width.saturating_sub(1)
    }
}

pub(crate) fn header(sandbox: &Sandbox, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut pen = canvas.pen(area);
    pen.put(" shingle ", theme.brand).skip(1).put("sandbox", theme.strong);
    if sandbox.awaits() {
        let doing = "comparing";
        pen.move_to(area.width.saturating_sub(columns(doing) + 1)).put(doing, theme.pending);
    }
}

pub(crate) fn render(model: &Model, sandbox: &Sandbox, canvas: &mut Canvas<'_>, body: Rect) {
    let theme = canvas.theme;
    let areas = SandboxAreas::new(body);
    let heading = "Sandbox: write or paste";
    let remark = if body.width < 70 { "" } else { "Tab: other text, then parameters" };
    canvas.rule(areas.title, (heading, theme.focused), remark);
    if let Some(reason) = &sandbox.refused {
        canvas.pen(areas.facts).skip(1).put_paragraph(reason, theme.alarm);
    } else if let Some(trial) = &sandbox.trial {
        let mut pen = canvas.pen(areas.facts);
        pen.skip(1);
        measured(&trial.view, sandbox.wording, theme, &mut pen);
        formula(trial, canvas, areas.formula);
    }
    for (which, area) in [PaneSide::A, PaneSide::B].into_iter().zip(areas.panes) {
        pane(model, sandbox, which, canvas, &area);
    }
}

/// Draws the counts of shingles, and the formula of the measure in words and numbers. A single row shows only the
/// numbers.
fn formula(trial: &Trial, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let (overlap, formula) = (trial.view.overlap, &trial.formula);
    let number = |count: u32| thousands(u64::from(count));
    let mut pen = canvas.pen(area);
    pen.skip(1);
    let name = trial.view.params.measure.to_string();
    let filled = format!("{} = {}", formula.numbers, percent(formula.result));
    let counts =
        [("|A|", overlap.a_shingles), ("|B|", overlap.b_shingles), ("in both", overlap.shared)];
    if area.height < 3 {
        let room = pen.free_width();
        pen.put_truncated(&format!("{name} = {filled} = {}", formula.words), room, theme.strong);
        return;
    }
    for (what, count) in counts {
        pen.put(what, theme.quiet).skip(1).put(&number(count), theme.strong).skip(3);
    }
    if trial.view.params.modulo > 1 {
        pen.put("distinct kept shingles", theme.quiet);
    } else {
        pen.put("distinct shingles", theme.quiet);
    }
    pen.move_down().skip(1).put(&format!("{name} = {}", formula.words), Style::new());
    pen.move_down().skip(1 + columns(&name)).put(" = ", Style::new()).put(&filled, theme.strong);
}

fn pane(
    model: &Model,
    sandbox: &Sandbox,
    which: PaneSide,
    canvas: &mut Canvas<'_>,
    areas: &DraftAreas,
) {
    let theme = canvas.theme;
    let index = usize::from(which == PaneSide::B);
    let writes = sandbox.which == which && model.focus != Focus::Bar;
    let (sign, style) =
        if writes { ("▸", theme.focused.underlined()) } else { (" ", theme.strong) };
    let side = sandbox.trial.as_ref().map(|trial| which.of(&trial.view.a, &trial.view.b));
    let mut pen = canvas.pen(areas.title);
    pen.put(sign, theme.focused).put("text ", style).put(which.letter(), style);
    if let Some((trial, side)) = sandbox.trial.as_ref().zip(side) {
        let room = pen.free_width().saturating_sub(1);
        let params = &trial.view.params;
        // A draft was not decoded from bytes.
        let file = FileInfo { encoding: "", ..side.doc.file.clone() };
        let doc = DocInfo { file, ..side.doc.clone() };
        let facts = facts(&doc, Some(dropped_words(side, params)), params, room);
        pen.put(&facts, theme.quiet);
    }
    let draft = &sandbox.drafts[index];
    text(sandbox, draft, (side, index), writes, canvas, areas);
    if let Some(trial) = &sandbox.trial {
        uncounted_words(&trial.uncounted[index], trial, canvas, areas.uncounted);
    }
}

/// Draws the text. Tints of the last comparison are shown up to the first change since then.
fn text(
    sandbox: &Sandbox,
    draft: &Draft,
    (side, index): (Option<&Side>, usize),
    writes: bool,
    canvas: &mut Canvas<'_>,
    areas: &DraftAreas,
) {
    let theme = canvas.theme;
    let width = areas.columns();
    let rows = WrappedRows::new(&draft.text, width);
    let unchanged = sandbox.unchanged(index);
    let holds = |span: Span| span.end as usize <= unchanged;
    let lit = side.map_or(&[][..], |side| &side.highlights);
    let lit: &[Highlight] =
        lit.get(..lit.partition_point(|one| holds(one.span))).unwrap_or_default();
    let blocks = side.map_or(&[][..], |side| &side.blocks);
    let blocks = blocks.get(..blocks.partition_point(|one| holds(one.span))).unwrap_or_default();
    let changed = side.map_or(&[][..], |side| &side.changed);
    let changed = changed.get(..changed.partition_point(|one| holds(*one))).unwrap_or_default();
    let out = side.map_or(&[][..], |side| &side.dropped);
    let out: &[OmittedWord] =
        out.get(..out.partition_point(|one| holds(one.span))).unwrap_or_default();
    let caret_row = rows.row_of(draft.at as u32);
    for y in 0..areas.text.height {
        let row = draft.top + usize::from(y);
        let Some(range) = rows.range(row, draft.text.len()) else { break };
        let mut pen = canvas.row(areas.text, y);
        let part = TextPart {
            text: &draft.text,
            highlights: lit,
            blocks,
            marked: (changed, theme.differs_without_line()),
            dropped: touching(out, &range, |one| one.span),
            reasons: true,
            width,
            range: range.clone(),
            ..TextPart::default()
        };
        let tint = |passage: Option<u32>| {
            theme.passage_look(&sandbox.tints, passage.map(|one| one as usize), false)
        };
        draw(&part, tint, theme, &mut pen);
        if writes && row == caret_row {
            let column = areas.text.x + draft.column(range.start).min(width);
            let Some(cell) = canvas.buffer.cell_mut((column, areas.text.y + y)) else { continue };
            // A tint has its own background, so the caret on a tint is underlined and bold instead of reversed.
            cell.set_style(if cell.modifier.contains(Modifier::REVERSED) {
                Style::new().remove_modifier(Modifier::REVERSED).underlined().bold()
            } else {
                theme.pending
            });
        }
    }
    if draft.text.is_empty() {
        let mut pen = canvas.pen(areas.text);
        pen.skip(2).put_truncated("write or paste a text here", width, theme.quiet);
    }
}

fn uncounted_words(left: &[UncountedWord], trial: &Trial, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    if area.height == 0 || left.is_empty() {
        return;
    }
    let modulo = trial.view.params.modulo;
    let mut pen = canvas.pen(area);
    let mut started = false;
    for (why, named) in [
        (Why::StopWord, "stop words".to_string()),
        (Why::PartOfSpeech, "by part of speech".to_string()),
        (Why::SampledOut, format!("only in shingles that modulo {} drops", thousands(modulo))),
        (Why::Template, "in a template".to_string()),
        (Why::Phrase, "in an ignored phrase".to_string()),
    ] {
        let mut words = left.iter().filter(|one| one.why == why).peekable();
        if words.peek().is_none() {
            continue;
        }
        let label = if started { format!("; {named}: ") } else { format!("ignored, {named}: ") };
        started = true;
        flow(&mut pen, ("", Style::new()), &label, theme.quiet);
        while let Some(one) = words.next() {
            let times = if one.times > 1 { format!(" ×{}", one.times) } else { String::new() };
            let comma = if words.peek().is_some() { ", " } else { "" };
            let word = (one.word.as_str(), Style::new().add_modifier(ignored_modifier(why)));
            flow(&mut pen, word, &format!("{times}{comma}"), theme.quiet);
        }
    }
}

/// Writes a word and the text after it, in the next row if this row is full. At the end of the last row it writes an
/// ellipsis.
fn flow(pen: &mut Pen<'_>, word: (&str, Style), after: &str, quiet: Style) {
    let last = pen.rows() <= 1;
    if columns(&visible(word.0)) + columns(after.trim_end()) + u16::from(last) > pen.free_width() {
        if last {
            pen.put("…", quiet).fill_row(" ", Style::new());
            return;
        }
        pen.move_down();
    }
    pen.put(word.0, word.1).put(after, quiet);
}
