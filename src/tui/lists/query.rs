//! The query: the first lines of its text in a box, and all that resembles it below.
//!
//! ```text
//! ── Your text: 22 words · 20 shingles · English ──────────────────────────────────────── row 1 of 3 ──
//! ▌ The harbour was quiet that winter, and few people came down to the quay before noon.
//! ── 3 matches · at least 20% … ───────────────────────────────────────────────────────────────────────
//!    #  score             shared  document
//! ▸  1    64% ██████▍          9  essays/harbour.md
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::{buffer::Buffer, style::Style};

use shingle::base::numbers::{format_count, thousands};
use shingle::pipeline::{Hit, Parameter, QueryResult};
use shingle::{base::path::DocPath, compare::Measure};

use crate::tui::actions::{KeyName, Motion, StepDirection};
use crate::tui::drawing::pen::{draw_rule, rule_heading_width};
use crate::tui::drawing::{Pen, Theme, WrappedRows};
use crate::tui::keys::key_map::{key_back, typed_command};
use crate::tui::layout::{ListAreas, preview_rows};
use crate::tui::lists::{ListRoom, Opened};
use crate::tui::model::{Cursor, Focus, MatchLine, Model, RoomList};
use crate::tui::view::pairs::{bar, empty, line_of};
use crate::tui::words::score::{demand_briefly, demand_of_text};
use crate::tui::words::shares::{percent, scored, share};
use crate::tui::{drawing::glyphs::columns, messages::Command, model::query::YOUR_TEXT};
use crate::tui::{update::query, view::lists::rows, view::pair, words::facts::facts};

/// The rows of the box with the text.
const BOX: u16 = 6;

/// The query.
pub(crate) struct QueryRoom;

impl RoomList for QueryRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.query.cursor, model.query.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.query.cursor)
    }

    fn rows_above(&self, _model: &Model) -> u16 {
        BOX
    }

    fn rows_below(&self, model: &Model) -> u16 {
        let has_preview = model.query.len() > 0 && !model.has_matches();
        if has_preview { preview_rows(model.size.1) } else { 0 }
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.query.name.clone()
    }

    fn selected_pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        Some((DocPath::new(YOUR_TEXT), model.query.name.clone()?))
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.query.writing {
            &[KeyName::Open, KeyName::Back, KeyName::Commands]
        } else {
            key_names! { Open Back Move Parameter(Width) Parameter(Threshold) TypeAValue }
        })
    }
}

impl ListRoom for QueryRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        model.query.writing = true;
        query::ask(model)
    }

    fn drop_content(&self, model: &mut Model) -> Vec<Command> {
        query::forget(model).into_iter().collect()
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.query.is_behind()
    }

    fn open_line(&self, model: &mut Model) -> Opened {
        Opened::Done(query::open(model))
    }

    fn open_neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        let before = model.query.cursor.selected;
        self.step(model, motion);
        if model.query.cursor.selected == before {
            model.note = Some(format!("this is the {end} match"));
            return Vec::new();
        }
        query::open(model)
    }

    fn move_focus(&self, model: &mut Model, direction: StepDirection) -> bool {
        let is_there = model.query.writing == (direction == StepDirection::Next);
        model.query.writing ^= is_there;
        is_there
    }

    fn regain_focus(&self, model: &mut Model, direction: StepDirection) {
        model.query.writing = direction == StepDirection::Next;
    }

    fn has_focusable_top(&self) -> bool {
        true
    }

    fn click_above(&self, model: &mut Model) {
        model.query.writing = true;
    }

    fn click(&self, model: &mut Model, at: Position, areas: &ListAreas) -> Vec<Command> {
        if areas.rows.contains(at) {
            model.query.writing = false;
        }
        self.click_line(model, at, areas)
    }

    fn handle_selection(&self, model: &mut Model) {
        model.query.follow_cursor();
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        let query = &model.query;
        let writes = query.writing && model.focus == Focus::List;
        let width = areas.title.width;
        let way = match width {
            _ if !writes => "",
            0..60 => "",
            60..100 => "Tab goes to the matches",
            _ => "Enter opens the selected match, Tab goes to them",
        };
        let room = rule_heading_width(width, way).saturating_sub(columns("Your text …"));
        let said = match query.found.as_ref().map(|found| (&found.text, found)) {
            Some((Ok(text), found)) => facts(text, &found.params, room),
            Some((Err(reason), _)) => format!(": {reason}"),
            None => String::new(),
        };
        let ellipsis = if query.is_behind() { " …" } else { "" };
        let style = theme.heading_style(writes);
        let heading = format!("Your text{said}{ellipsis}");
        draw_rule(buffer, areas.title, (&heading, style), (way, theme.quiet), theme.line);
        // The last row of the box separates it from the matches.
        let parted = u16::from(areas.above.height >= 2);
        let text = Rect { height: areas.above.height - parted, ..areas.above };
        written(&query.text, writes, theme, buffer, text);
        let line = Rect { y: text.bottom(), height: parted, ..areas.above };
        // Arrows and Enter act on the matches even while the text is written.
        let has_keys = model.focus == Focus::List;
        let style = theme.heading_style(has_keys && !writes);
        let place = line_of(query.cursor.selected, query.len(), width);
        draw_rule(buffer, line, (&matches(model, width), style), (&place, theme.quiet), theme.line);
        render_best_match(model, theme, buffer, areas.below);
        match &query.found {
            Some(found) if query.len() > 0 => {
                hits(model, found, has_keys, theme, buffer, areas);
            }
            Some(found) => {
                let share = share(found.params.threshold, &found.params);
                // Of a long text, little stands in any one document.
                let other = match found.params.measure {
                    Measure::Containment => format!(
                        ", and {} finds documents that are in your text",
                        typed_command("measure overlap")
                    ),
                    _ => String::new(),
                };
                let lowers = key_back(KeyName::Parameter(Parameter::Threshold));
                let best = found
                    .below
                    .as_ref()
                    .map_or_else(String::new, |hit| best_below(model, found, hit));
                let sentence = format!(
                    "Nothing in the folder reaches {share} with your text, and nothing has its words one after the other{best}: Tab leaves \
                 the box, then {lowers} lowers the threshold{other}."
                );
                empty(buffer, areas.rows, &sentence, theme.quiet);
            }
            None if query.text.is_empty() => {
                let sentence = "Documents that resemble your text appear here.";
                empty(buffer, areas.rows, sentence, theme.quiet);
            }
            None => empty(buffer, areas.rows, "Comparing …", theme.quiet),
        }
    }
}

// Drawing.

/// With fewer shingles, one that is shared by chance is a large share of a text.
const FEW: u32 = 4;

/// The best document below the threshold, by how much of the smaller text stands in the larger.
fn best_below(model: &Model, found: &QueryResult, hit: &Hit) -> String {
    let Some(doc) = found.docs.get(hit.doc.index()) else { return String::new() };
    let (name, share, overlap) = (model.names.of(&doc.path), percent(hit.score), hit.overlap);
    let sentence = if overlap.containment_b() > overlap.containment_a() {
        format!("your text has {share} of this document")
    } else {
        format!("which has {share} of your text")
    };
    let shingles = format_count(u64::from(overlap.a_shingles.min(overlap.b_shingles)), "shingle");
    format!(". Best: {name}, {sentence} ({} of {shingles})", thousands(overlap.shared))
}

fn matches(model: &Model, width: u16) -> String {
    let Some(found) = &model.query.found else { return "Matches".into() };
    let stale = if *found.params == model.params { "" } else { "stale · " };
    let demand =
        if width < 90 { demand_briefly(&found.params) } else { demand_of_text(&found.params) };
    let count = found.hits.len() as u64;
    let noun = if count == 1 { "match" } else { "matches" };
    let mentions = found.mentions.len() as u64;
    let sentence = match mentions {
        0 => String::new(),
        _ if width < 90 => format!(" · the words in {}", thousands(mentions)),
        _ => format!(" · word for word in {}", format_count(mentions, "document")),
    };
    let is_short = found.text.as_ref().is_ok_and(|text| text.shingles < FEW && count > 0);
    let few = if is_short { " · so few shingles say little" } else { "" };
    format!("{stale}{} {noun} · {demand}{sentence}{few}", thousands(count))
}

/// The first rows of the text and, if more follow, the last one with the caret.
fn written(text: &str, writes: bool, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let sign = if writes { "▌ " } else { "  " };
    for y in area.top()..area.bottom() {
        Pen::at(buffer, Rect { y, height: 1, ..area }).put(sign, theme.strong);
    }
    let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..area };
    let mut pen = Pen::at(buffer, inner);
    if text.is_empty() {
        if writes {
            pen.put(" ", theme.pending).skip(1);
        }
        pen.put_paragraph(
            "Type or paste a text: matches follow at once. Enter opens the selected one.",
            theme.quiet,
        );
        return;
    }
    let lines = excerpt(text, inner.width, usize::from(inner.height));
    let last = lines.len().saturating_sub(1);
    for (place, row) in lines.iter().enumerate() {
        let room = pen.free_width();
        pen.put(row, Style::new());
        if place == last && writes {
            if pen.free_width() == 0 {
                pen.move_to(room.saturating_sub(1));
            }
            pen.put(" ", theme.pending);
        }
        pen.move_down();
    }
}

/// At most this many rows of a text: all, or the first ones with an ellipsis, then the last. It takes the same time however
/// long the text is.
fn excerpt(text: &str, width: u16, rows: usize) -> Vec<String> {
    let most = usize::from(width.max(1)) * 4 * rows.max(1);
    let laid_out = |part: &str| -> Vec<String> {
        let all = WrappedRows::new(part, width);
        (0..all.count())
            .filter_map(|row| part.get(all.range(row, part.len())?))
            .map(|row| row.trim_end_matches('\n').to_string())
            .collect()
    };
    if text.len() <= most {
        let all = laid_out(text);
        if all.len() <= rows {
            return all;
        }
    }
    let head = (0..=most.min(text.len())).rev().find_map(|end| text.get(..end));
    let tail = (text.len().saturating_sub(most)..=text.len()).find_map(|start| text.get(start..));
    let (head, tail) = (laid_out(head.unwrap_or_default()), laid_out(tail.unwrap_or_default()));
    let mut lines: Vec<String> = head.into_iter().take(rows.saturating_sub(2)).collect();
    if rows >= 2 {
        lines.push("…".into());
    }
    lines.extend(tail.into_iter().next_back());
    lines
}

fn hits(
    model: &Model,
    found: &QueryResult,
    has_keys: bool,
    theme: &Theme,
    buffer: &mut Buffer,
    areas: &ListAreas,
) {
    let width = areas.rows.width;
    let mut pen = Pen::at(buffer, areas.columns);
    pen.skip(2).put_cell("#", 6, true, theme.quiet).skip(1);
    pen.put_cell("score", 5, true, theme.quiet).skip(1);
    if width >= 60 {
        pen.skip(11).put_cell("shared", 7, true, theme.quiet);
        if !found.mentions.is_empty() {
            pen.put_cell("words", 8, true, theme.quiet);
        }
    }
    pen.skip(2).put("document", theme.quiet);
    let query = &model.query;
    rows((query.cursor, query.lines.len()), has_keys, theme, buffer, areas.rows, |index, pen| {
        if let Some(line) = query.lines.get(index) {
            row(model, found, (index, *line), theme, pen);
        }
    });
}

fn row(
    model: &Model,
    found: &QueryResult,
    (index, line): (usize, MatchLine),
    theme: &Theme,
    pen: &mut Pen<'_>,
) {
    pen.put_cell(&thousands(index as u64 + 1), 6, true, theme.quiet).skip(1);
    let hit = line.hit.and_then(|place| found.hits.get(place));
    let score = hit.map_or_else(|| "–".into(), |hit| scored(hit.score, &found.params));
    pen.put_cell(&score, 5, true, theme.strong).skip(1);
    if pen.width() >= 60 {
        bar(pen, hit.map_or(0.0, |hit| hit.score.to_f64()), 10, theme);
        pen.skip(1);
        let shared = hit.filter(|_| found.params.counts());
        let shared = shared.map_or_else(|| "–".into(), |hit| thousands(hit.overlap.shared));
        pen.put_cell(&shared, 7, true, Style::new());
        if !found.mentions.is_empty() {
            let times =
                if line.times > 0 { format!("{}×", thousands(line.times)) } else { "–".into() };
            pen.put_cell(&times, 8, true, Style::new());
        }
    }
    pen.skip(2);
    let copy = if hit.is_some_and(|hit| hit.overlap.exact_copy) { "= " } else { "" };
    let Some(doc) = found.docs.get(line.doc.index()) else { return };
    let room = pen.free_width().saturating_sub(columns(copy));
    pen.put(&format!("{copy}{}", model.names.of(&doc.path).fit(room)), Style::new());
}

// The longest passages that the text shares with the selected match, below the matches.

/// Draws them, or says why there are none.
pub(crate) fn render_best_match(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let Some(name) = model.query.name.as_ref() else { return };
    let current = model.pair.as_ref().filter(|current| {
        current.names.0.to_string() == YOUR_TEXT
            && current.names.1 == *name
            && current.text.as_deref() == Some(&model.query.text)
    });
    let open = current.and_then(|_| model.open());
    let nothing = "Enter opens it, where it has the words of your text.";
    let name = model.names.of(name);
    pair::render_longest_passages(open, &name, nothing, theme, buffer, area);
}
