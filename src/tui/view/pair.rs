//! Draws the frame of the two texts: names, score, all measures, active passage.
//!
//! ```text
//! ── essay-a.md ↔ essay-b.md ────────────────────────────────────────────────────────────── 3 passages ──
//!  64% of B's shingles are in A
//!  passages   1 [2] ⇄3  4
//!  …
//! ```

pub(crate) mod pane;
pub(crate) mod passages;

use ratatui::{layout::Rect, style::Style};

use shingle::base::numbers::{format_count, thousands};
use shingle::pipeline::document::info::{different_languages, unified};
use shingle::pipeline::{PairView, Params, Why};
use shingle::{base::ratio::Ratio, decisions::Subject, text::PosRemoval};

use self::pane::{TextPart, draw};
use crate::tui::drawing::glyphs::{columns, join_fitting, truncate};
use crate::tui::drawing::pen::rule_heading_width;
use crate::tui::drawing::{Canvas, Pen, Theme, WrappedRows};
use crate::tui::model::decisions::{contents, copies_named, describe_direction, describe_mark};
use crate::tui::model::{CurrentPair, Focus, Model, OpenPair, PairState};
use crate::tui::views::{list::line_of, passage_list};
use crate::tui::words::{names::ShortName, score::score, shares::percent, wording::Wording};
use crate::tui::{drawing::theme::ignored_modifier, layout::PairAreas};

pub(crate) fn render(
    model: &Model,
    current: &CurrentPair,
    canvas: &mut Canvas<'_>,
    areas: &PairAreas,
) {
    let theme = canvas.theme;
    let style = if model.focus == Focus::List { theme.quiet } else { theme.focused };
    let (a, b) = &current.names;
    let mut remark = match &current.answer {
        PairState::Open(pair) => format_count(pair.view.passages.len() as u64, "passage"),
        _ => String::new(),
    };
    let is_selected = model.list.names.as_ref() == Some(&current.names);
    if model.zoomed && is_selected && model.visited.current().is_ranked() && areas.title.width >= 80
    {
        let dot = if remark.is_empty() { "" } else { " · " };
        let row = line_of(model.list.selected_place(), model.list.order.len(), areas.title.width);
        let decided = model.decisions.decided.filter(|_| areas.title.width >= 100);
        let decided = decided.map_or(0, |counts| counts.now);
        let decided = match decided {
            0 => String::new(),
            decided => format!(" · {} decided", thousands(decided as u64)),
        };
        remark = format!("{row}{decided}{dot}{remark}");
    }
    if let Some(decided) = decided(model, current) {
        let dot = if remark.is_empty() { "" } else { " · " };
        let room = areas.title.width / 2 - columns(&remark).min(areas.title.width / 2);
        remark = format!("{}{dot}{remark}", truncate(&decided, room));
    }
    let room = rule_heading_width(areas.title.width, &remark).saturating_sub(3);
    let paths = [a, b].map(ToString::to_string);
    let [left, right] = if paths.iter().map(|path| columns(path)).sum::<u16>() <= room {
        paths
    } else {
        [a, b].map(|path| model.names.of(path).fit(room / 2))
    };
    let heading = format!("{left} ↔ {right}");
    canvas.rule(areas.title, (&heading, style), &remark);
    match &current.answer {
        PairState::Awaited => {
            canvas.pen(areas.facts).skip(1).put("opening …", theme.quiet);
        }
        PairState::Refused(reason) => {
            let mut pen = canvas.pen(areas.title.union(areas.status));
            pen.move_down()
                .skip(1)
                .put_paragraph(&format!("Cannot be opened: {reason}"), theme.alarm);
            for gone in [a, b].into_iter().filter_map(|path| model.activities.of_gone(path)) {
                pen.skip(1).put_paragraph(&format!("{gone}."), theme.strong);
            }
        }
        PairState::Open(pair) => {
            facts(model, pair, canvas, areas);
            // The map of A beside the divider already separates the texts.
            let is_beside = areas.a.is_some_and(|a| a.map.right() == areas.divider.x);
            let divided = if is_beside { 0 } else { areas.divider.height };
            canvas.divider(Rect { height: divided, ..areas.divider });
            passages::strip(pair, canvas, areas.strip);
            passage_list::render(pair, model.reading.order, canvas, areas.passages);
            render_legend(&pair.view.params, canvas, areas.legend);
            passages::render_status(model, pair, canvas, areas.status);
        }
    }
}

/// Returns the user's mark and note on the pair, or on its earlier version. `None` without a mark.
fn decided(model: &Model, current: &CurrentPair) -> Option<String> {
    let (snapshot, names) = (model.snapshot.as_ref()?, (&current.names.0, &current.names.1));
    let score = match &current.answer {
        PairState::Open(pair) => pair.view.score,
        _ => Ratio::ZERO,
    };
    let (both, lookup) = (contents(snapshot, names)?, model.mark_lookup());
    let now = model.decisions.of_subject(Subject::pair(both[0], both[1]));
    let decision = now.or_else(|| lookup.earlier_mark(names, both))?;
    let detail = match copies_named(decision, names) {
        _ if now.is_none() => " (earlier version)".to_string(),
        Some(copies) => format!(" of {copies}, a copy"),
        None => describe_direction(decision, both, ["A", "B"]),
    };
    Some(describe_mark(decision, score, &detail))
}

fn facts(model: &Model, pair: &OpenPair, canvas: &mut Canvas<'_>, areas: &PairAreas) {
    let theme = canvas.theme;
    let mut pen = canvas.pen(areas.facts);
    pen.skip(1);
    if model.pair_is_stale(&pair.view) {
        pen.put("stale", theme.pending).skip(1);
    }
    let PairView { a, b, params, .. } = &*pair.view;
    if let Some([left, right]) = different_languages(&a.doc.languages, &b.doc.languages, params) {
        pen.put(&format!("{left} ≠ {right}"), theme.pending).skip(1);
    }
    if model.reading.dropped {
        measured(&pair.view, pair.wording, theme, &mut pen);
        for (letter, side) in [("A", &pair.view.a), ("B", &pair.view.b)] {
            pen.move_down().skip(1).put(letter, theme.key).skip(1);
            let room = pen.free_width();
            pen.put_elided(&side.doc.path.to_string(), room, theme.quiet);
        }
    } else {
        let by_passage = pair.longest().filter(|_| params.passage.is_some());
        let unified = unified([&a.doc, &b.doc], params).map(|unified| format!(" · {unified}"));
        let unified = unified.unwrap_or_default();
        let room = pen.free_width().saturating_sub(columns(&unified));
        let head = match by_passage {
            Some(passage) => format!("longest passage {}", passage.likeness()),
            None => {
                join_fitting(&score(pair.view.overlap, pair.view.score, params, pair.wording), room)
            }
        };
        pen.put_truncated(&head, room, theme.strong);
        pen.put(&unified, theme.alarm);
    }
}

/// Writes the score with its counts, and all measures in the next row.
pub(crate) fn measured(view: &PairView, wording: Wording, theme: &Theme, pen: &mut Pen<'_>) {
    let facts = score(view.overlap, view.score, &view.params, wording);
    pen.put(&join_fitting(&facts, pen.free_width()), theme.strong).move_down().skip(1);
    let overlap = view.overlap;
    let measures = [
        ("jaccard", overlap.jaccard()),
        ("dice", overlap.dice()),
        ("overlap", overlap.overlap()),
        ("A in B", overlap.containment_a()),
        ("B in A", overlap.containment_b()),
        ("per word A", overlap.per_word_a()),
        ("B", overlap.swapped().per_word_a()),
    ];
    // The score above is an estimate, but these numbers are counted in the open texts.
    if view.params.estimates() {
        pen.put("counted:", theme.quiet).skip(1);
    }
    let room = pen.free_width();
    let gap = if room < 90 { 1 } else { 2 };
    let width = |name: &str, value: &str| columns(name) + 1 + columns(value) + gap;
    let line: u16 = measures.iter().map(|(name, share)| width(name, &percent(*share))).sum();
    for (name, share) in measures {
        let name = if line > room + gap { name.trim_start_matches("per ") } else { name };
        let value = percent(share);
        // A truncated number would look like another number.
        if width(name, &value) > pen.free_width() + gap {
            break;
        }
        pen.put(name, theme.quiet).skip(1).put(&value, theme.strong).skip(gap);
    }
}

// Draws the legend of ignored words, each in its own style.
//
//  stop word: ignored  modulo 8: ignored

pub(crate) fn render_legend(params: &Params, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut pen = canvas.pen(area);
    pen.skip(1);
    let plain = Style::new();
    let mut parts = vec![("stop word".to_string(), ": ignored", plain, Why::StopWord)];
    if params.pos_removal == PosRemoval::On {
        parts.push(("part of speech".into(), ": ignored", plain, Why::PartOfSpeech));
    }
    if params.modulo > 1 {
        let name = format!("modulo {}", thousands(u64::from(params.modulo)));
        parts.push((name, ": ignored", plain, Why::SampledOut));
    }
    if params.common.is_some() && params.leaves_out() {
        parts.push(("common".into(), ": ignored", plain, Why::Common));
    }
    if !params.template.is_empty() && params.leaves_out() {
        parts.push(("template".into(), ": ignored", plain, Why::Template));
    }
    if !params.phrases.is_empty() && params.leaves_out() {
        parts.push(("phrase".into(), ": ignored", plain, Why::Phrase));
    }
    // Meanings are added in order while they fit.
    let width = |entries: usize| {
        let entries = parts.iter().take(entries).map(|part| columns(part.1));
        let names = parts.iter().map(|part| columns(&part.0) + 2);
        names.chain(entries).sum::<u16>()
    };
    let entries =
        (0..=parts.len()).rev().find(|entries| width(*entries) <= pen.free_width()).unwrap_or(0);
    for (index, (name, meaning, style, why)) in parts.iter().enumerate() {
        pen.put(name, style.add_modifier(ignored_modifier(*why)));
        if index < entries {
            pen.put(meaning, theme.quiet);
        }
        pen.skip(2);
    }
}

// Draws the longest passages of an open pair in a few rows below a list.
//
// ── Longest of 3 passages: 9 words · in essays/harbour.md ────────────────────────────────────────────
//  the old ferry left at dawn and the crew said little about the storm

const BYTES: usize = 8;

/// Draws the passages as in the second document, `name`. Without a pair, draws only the heading. If the documents share
/// no passage, `nothing` is the advice to show.
pub(crate) fn render_longest_passages(
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
    let inner = Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height - 1,
    };
    let order = open.map(|open| by_length(&open.view)).unwrap_or_default();
    let words = |open: &OpenPair| {
        let longest = order.first().and_then(|index| open.view.passages.get(*index));
        format_count(longest.map_or(0, |passage| u64::from(passage.words)), "word")
    };
    let sentence = match (open, order.len()) {
        (None, _) => "The longest passage …".into(),
        (Some(_), 0) => "No shared passage".into(),
        (Some(open), 1) => format!("The passage: {}", words(open)),
        (Some(open), many) => {
            format!("Longest of {} passages: {}", thousands(many as u64), words(open))
        }
    };
    let room = title.width.saturating_sub(columns(&sentence) + 10);
    let heading = format!("{sentence} · in {}", name.fit(room));
    canvas.rule(title, (&heading, theme.quiet), "");
    let mut pen = canvas.pen(inner);
    let Some(open) = open else { return };
    if order.is_empty() {
        pen.put_paragraph(nothing, theme.quiet);
    }
    let mut left = usize::from(inner.height);
    for index in order {
        let drawn = passage(open, index, left, theme, &mut pen);
        // A blank row separates the passages.
        left = left.saturating_sub(drawn + 1);
        if left == 0 {
            return;
        }
        pen.move_down();
    }
}

fn by_length(view: &PairView) -> Vec<usize> {
    let mut order: Vec<usize> = (0..view.passages.len()).collect();
    let words = |index: &usize| view.passages.get(*index).map_or(0, |passage| passage.words);
    order.sort_by_key(|index| std::cmp::Reverse(words(index)));
    order
}

/// Draws the beginning of the passage, tinted as in the open pair. Returns the rows used.
fn passage(open: &OpenPair, index: usize, rows: usize, theme: &Theme, pen: &mut Pen<'_>) -> usize {
    let Some(passage) = open.view.passages.get(index) else { return 0 };
    let (side, width) = (&open.view.b, pen.free_width());
    let start = passage.b.start as usize;
    let most = start + usize::from(width) * rows * BYTES;
    let most = most.min(passage.b.end as usize).min(side.text.len());
    let end = (start..=most).rev().find(|end| side.text.is_char_boundary(*end));
    let Some(part) = end.and_then(|end| side.text.get(start..end)) else { return 0 };
    let laid_out = WrappedRows::new(part, width);
    let count = rows.min(laid_out.count());
    for row in 0..count {
        let Some(range) = laid_out.range(row, part.len()) else { return row };
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
        let look = |one: Option<u32>| {
            let one = one.map(|one| one as usize);
            theme.passage_look(&open.tints, one, one == Some(index))
        };
        draw(&text, look, theme, pen);
        pen.move_down();
    }
    count
}
