//! The query: the beginning of its text in a box, and all similar documents below.
//!
//! ```text
//! ── Your text: 22 words · 20 shingles · English ──────────────────────────────────────── row 1 of 3 ──
//! ▌ The harbour was quiet that winter, and few people came down to the quay before noon.
//! ── 3 matches · at least 20% … ───────────────────────────────────────────────────────────────────────
//!    #  score             shared  document
//! ▸  1    64% ██████▍          9  essays/harbour.md
//! ```

use std::{collections::HashMap, sync::Arc};

use ratatui::{
    crossterm::event::KeyCode, crossterm::event::KeyEvent, crossterm::event::KeyModifiers,
    layout::Position, layout::Rect, style::Style,
};

use shingle::{
    base::ids::DocId, base::numbers::format_count, base::numbers::format_with_commas,
    base::path::DocPath, compare::Measure, engine::Question, pipeline::Hit, pipeline::Parameter,
    pipeline::QueryResult, visits::PairNames,
};

use crate::tui::drawing::{Canvas, WrappedRows, rule_heading_width, width_in_columns};
use crate::tui::model::list::{cursor_of, describe_position, draw_bar, draw_rows};
use crate::tui::model::{Command, CurrentPair, Cursor, Focus, List, Model, Search};
use crate::tui::update::pair::{refresh_list_and_pair, resize_pair, zoom_pair};
use crate::tui::words::{
    describe_demand_of_text, describe_document, format_percent, format_score, format_share,
};
use crate::tui::{
    actions::KeyName, actions::ViewName, keys::label_of_typed_command, layout::ListAreas,
    layout::PaneSide, layout::rows_of_preview, model::input::Draft, model::pair::QUERY_NAME,
    update::lists, views::open_pair,
};

/// Rows of the box with the text of the query.
const BOX: u16 = 6;
/// Maximum length of the text in bytes: 8 MiB.
const LONGEST: usize = 8 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MatchLine {
    pub(crate) doc: DocId,
    pub(crate) hit: Option<usize>,
    /// Number of places where the document contains the whole text word for word. 0 for a long text.
    pub(crate) times: u32,
}

fn lines_of_result(found: &QueryResult) -> Vec<MatchLine> {
    let mut times: HashMap<DocId, u32> =
        found.mentions.iter().map(|one| (one.doc, one.times)).collect();
    let hits = found.hits.iter().enumerate().map(|(place, hit)| MatchLine {
        doc: hit.doc,
        hit: Some(place),
        times: times.remove(&hit.doc).unwrap_or(0),
    });
    let mut lines: Vec<MatchLine> = hits.collect();
    let others = found.mentions.iter().filter(|one| times.contains_key(&one.doc));
    lines.extend(others.map(|one| MatchLine { doc: one.doc, hit: None, times: one.times }));
    lines
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Query {
    /// The text of the query. The caret is always at its end.
    pub(crate) text: Draft,
    /// True if the matches receive the keys. Otherwise letters go into the text.
    on_matches: bool,
    cursor: Cursor,
    /// The name of the selected match. The selection follows this name.
    name: Option<DocPath>,
    pub(crate) number: u64,
    /// The number of the last answered request.
    answered: u64,
    pub(crate) found: Option<Arc<QueryResult>>,
    /// The lines of the list: similar documents, then other documents that contain the text word for word.
    pub(crate) lines: Vec<MatchLine>,
}

impl Query {
    /// Returns true until the newest text is answered.
    fn is_answer_outdated(&self) -> bool {
        !self.text.text().is_empty() && (self.found.is_none() || self.answered != self.number)
    }

    /// Stores the answer to the newest text. The selection stays on the document with the same name.
    fn store_answer(&mut self, found: Arc<QueryResult>) {
        self.answered = self.number;
        let lines = lines_of_result(&found);
        let place = self.name.as_ref().and_then(|name| {
            lines.iter().position(|line| found.docs[line.doc.index()].path == *name)
        });
        (self.found, self.lines) = (Some(found), lines);
        self.cursor.select_at_same_height(place.unwrap_or(0), self.lines.len());
        self.name = self.selected_document();
    }

    fn selected_line(&self) -> Option<&MatchLine> {
        self.lines.get(self.cursor.selected)
    }

    fn selected_document(&self) -> Option<DocPath> {
        let found = self.found.as_ref()?;
        Some(found.docs.get(self.selected_line()?.doc.index())?.path.clone())
    }
}

pub(crate) struct QueryListView;

impl List for QueryListView {
    cursor_of!(Query, |query| query.lines.len());

    fn documents_mut<'m>(&self, model: &'m mut Model) -> Vec<&'m mut DocPath> {
        model.states.get_mut::<Query>().name.iter_mut().collect()
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.states.get::<Query>().is_answer_outdated()
    }

    fn takes_typed_text(&self, model: &Model) -> bool {
        !model.states.get::<Query>().on_matches
    }

    fn rows_above(&self, _model: &Model) -> u16 {
        BOX
    }

    fn rows_below(&self, model: &Model) -> u16 {
        let has_matches = !model.states.get::<Query>().lines.is_empty();
        if has_matches { rows_of_preview(model.size.1) } else { 0 }
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.states.get::<Query>().name.clone()
    }

    fn selected_pair(&self, model: &Model) -> Option<PairNames> {
        Some((DocPath::new(QUERY_NAME), self.selected_document(model)?))
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if self.takes_typed_text(model) {
            &[KeyName::Open, KeyName::Back, KeyName::Commands]
        } else {
            key_names! { Open Back Move Parameter(Width) Parameter(Threshold) TypeAValue }
        })
    }

    fn enter_list(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) {
        model.states.get_mut::<Query>().on_matches = false;
        request_matches(model);
    }

    fn press_view_key(&self, model: &mut Model) -> bool {
        lists::enter_view(model, ViewName::Query);
        true
    }

    fn drop_content(&self, model: &mut Model) {
        let query: &mut Query = model.states.get_mut();
        let was_there = query.found.take().is_some() || query.is_answer_outdated();
        query.lines.clear();
        query.number += u64::from(was_there);
        if was_there {
            model.commands.push(Command::Ask(query.number, Question::Query(None)));
        }
    }

    fn open_line(&self, model: &mut Model) {
        let query: &Query = model.states.get();
        let only_words = query.selected_line().is_some_and(|line| line.hit.is_none());
        let pattern = query.text.text().trim().to_string();
        if query.name.is_none() {
            let why = if query.is_answer_outdated() {
                "it is still compared with the folder"
            } else {
                "no document resembles the query or has its words"
            };
            return model.show_note(why);
        }
        zoom_pair(model);
        show_selected_pair(model);
        if only_words {
            // The document shares only these words with the text, so the search shows them.
            model.focus = Focus::Pane(PaneSide::B);
            let from = (PaneSide::B, 0);
            model.search = Some(Search { pattern, from, ..Search::default() });
        }
        resize_pair(model);
    }

    fn noun_of_pair_line(&self) -> Option<&'static str> {
        Some("match")
    }

    fn second_part_focus<'m>(&self, model: &'m mut Model) -> Option<&'m mut bool> {
        Some(&mut model.states.get_mut::<Query>().on_matches)
    }

    fn show_preview(&self, model: &mut Model) {
        show_selected_pair(model);
    }

    fn click_list(&self, model: &mut Model, at: Position, areas: &ListAreas) -> bool {
        if !areas.columns.contains(at) {
            model.states.get_mut::<Query>().on_matches = areas.rows.contains(at);
        }
        self.click_line(model, at, areas)
    }

    fn handle_selection(&self, model: &mut Model) {
        let query: &mut Query = model.states.get_mut();
        query.name = query.selected_document();
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let theme = canvas.theme;
        let query: &Query = model.states.get();
        // Arrows and Enter act on the matches even while the user types the text.
        let has_keys = model.focus == Focus::List;
        let writes = !query.on_matches && has_keys;
        let width = areas.title.width;
        let way = if writes && width >= 60 { "Tab goes to the matches" } else { "" };
        let room = rule_heading_width(width, way).saturating_sub(width_in_columns("Your text …"));
        let said = match query.found.as_ref().map(|found| (&found.text, found)) {
            Some((Ok(text), found)) => describe_document(text, None, &found.params, room),
            Some((Err(reason), _)) => format!(": {reason}"),
            None => String::new(),
        };
        let ellipsis = if query.is_answer_outdated() { " …" } else { "" };
        let heading = format!("Your text{said}{ellipsis}");
        canvas.draw_rule(areas.title, &heading, writes, way);
        // The last row of the box is a line that separates text and matches.
        let parted = u16::from(areas.above.height >= 2);
        let text = Rect { height: areas.above.height - parted, ..areas.above };
        draw_typed_text(query.text.text(), writes, canvas, text);
        let line = Rect { y: text.bottom(), height: parted, ..areas.above };
        let place = describe_position(query.cursor.selected, query.lines.len(), width);
        canvas.draw_rule(line, &describe_matches(model), has_keys && !writes, &place);
        draw_best_match(model, canvas, areas.below);
        match &query.found {
            Some(found) if !query.lines.is_empty() => draw_hits(model, found, canvas, areas),
            Some(found) => {
                let share = format_share(found.params.threshold, &found.params);
                // A single document seldom contains much of a long text.
                let other = match found.params.measure {
                    Measure::Containment => format!(
                        ", and {} finds documents that are in your text",
                        label_of_typed_command("measure overlap")
                    ),
                    _ => String::new(),
                };
                let lowers = KeyName::Parameter(Parameter::Threshold).backward_label();
                let best = found
                    .below
                    .as_ref()
                    .map_or_else(String::new, |hit| describe_best_below(model, found, hit));
                let sentence = format!(
                    "Nothing in the folder reaches {share} with your text, and nothing has its words one after the other{best}: Tab leaves \
                 the box, then {lowers} lowers the threshold{other}."
                );
                canvas.draw_notice(areas.rows, &sentence, theme.quiet);
            }
            None if query.text.text().is_empty() => {
                let sentence = "Documents that resemble your text appear here.";
                canvas.draw_notice(areas.rows, sentence, theme.quiet);
            }
            None => canvas.draw_notice(areas.rows, "Comparing …", theme.quiet),
        }
    }
}

// The text of the query, and the answers of the engine.

pub(crate) fn type_key(model: &mut Model, key: KeyEvent) {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    model.note = None;
    let query: &mut Query = model.states.get_mut();
    let changed = match key.code {
        // The caret stays at the end.
        KeyCode::Char('u' | 'w') if control => query.text.apply_key(key),
        KeyCode::Backspace => query.text.apply_key(key),
        KeyCode::Char(letter) if !control && !key.modifiers.contains(KeyModifiers::ALT) => {
            return paste_text(model, letter.encode_utf8(&mut [0; 4]));
        }
        _ => false,
    };
    if changed {
        request_matches(model);
    }
}

pub(crate) fn paste_text(model: &mut Model, text: &str) {
    if !model.states.get_mut::<Query>().text.insert_within_limit(text, LONGEST) {
        let most = LONGEST >> 20;
        model.show_note(format!("a query has at most {most} MiB: the rest is cut"));
    }
    request_matches(model);
}

fn request_matches(model: &mut Model) {
    let query: &mut Query = model.states.get_mut();
    query.number += 1;
    if query.text.text().is_empty() {
        (query.found, query.name, query.cursor) = (None, None, Cursor::default());
        query.lines.clear();
    }
    let text = (!query.text.text().is_empty()).then(|| query.text.text().into());
    model.commands.push(Command::Ask(query.number, Question::Query(text)));
}

pub(crate) fn handle_answer(model: &mut Model, number: u64, found: QueryResult) {
    let query: &mut Query = model.states.get_mut();
    if number != query.number {
        return;
    }
    query.store_answer(Arc::new(found));
    refresh_list_and_pair(model);
}

/// Shows the current text of the query beside the selected match.
fn show_selected_pair(model: &mut Model) {
    let query: &Query = model.states.get();
    let Some((found, name)) = query.found.as_ref().zip(query.name.clone()) else { return };
    let names = (DocPath::new(QUERY_NAME), name);
    let is_it = |current: &&mut CurrentPair| current.names == names;
    let text = || Some(Arc::from(query.text.text()));
    let current = match model.pair.as_mut().filter(is_it) {
        Some(current) if current.text.as_deref() == Some(query.text.text()) => return,
        // The tints of the last answer stay until the next answer.
        Some(current) => {
            current.text = text();
            current
        }
        None => model.pair.insert(CurrentPair::new(names, text())),
    };
    let params = Arc::clone(&found.params);
    model.commands.push(current.build_question(params, &found.ignored));
}

// Drawing.

/// Number of shingles below which chance affects a score: one shared shingle is then a large share of the text.
const FEW: u32 = 4;

/// Describes the best document below the threshold, with the share of the smaller text that the larger contains.
fn describe_best_below(model: &Model, found: &QueryResult, hit: &Hit) -> String {
    let Some(doc) = found.docs.get(hit.doc.index()) else { return String::new() };
    let (name, share, overlap) =
        (model.names.short_name(&doc.path), format_percent(hit.score), hit.overlap);
    let sentence = if overlap.containment_b() > overlap.containment_a() {
        format!("your text has {share} of this document")
    } else {
        format!("which has {share} of your text")
    };
    let shingles = format_count(overlap.a_shingles.min(overlap.b_shingles), "shingle");
    format!(". Best: {name}, {sentence} ({} of {shingles})", format_with_commas(overlap.shared))
}

fn describe_matches(model: &Model) -> String {
    let Some(found) = &model.states.get::<Query>().found else { return "Matches".into() };
    let stale = if *found.params == model.params { "" } else { "stale · " };
    let demand = describe_demand_of_text(&found.params);
    let count = found.hits.len() as u64;
    let noun = if count == 1 { "match" } else { "matches" };
    let mentions = found.mentions.len() as u64;
    let sentence = match mentions {
        0 => String::new(),
        _ => format!(" · word for word in {}", format_count(mentions, "document")),
    };
    let is_short = found.text.as_ref().is_ok_and(|text| text.shingles < FEW && count > 0);
    let few = if is_short { " · so few shingles say little" } else { "" };
    format!("{stale}{} {noun} · {demand}{sentence}{few}", format_with_commas(count))
}

/// Draws the first rows of the text, and its last row with the caret.
fn draw_typed_text(text: &str, writes: bool, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let sign = if writes { "▌ " } else { "  " };
    for y in area.top()..area.bottom() {
        canvas.pen_in(Rect { y, height: 1, ..area }).put(sign, theme.strong);
    }
    let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..area };
    let mut pen = canvas.pen_in(inner);
    if text.is_empty() {
        if writes {
            pen.put(" ", theme.pending).skip_columns(1);
        }
        pen.put_paragraph(
            "Type or paste a text: matches follow at once. Enter opens the selected one.",
            theme.quiet,
        );
        return;
    }
    let lines = text_rows_at_end(text, inner.width, usize::from(inner.height));
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

/// Returns at most `rows` rows of a text. Returns all rows if they fit, else the first rows, an ellipsis and the last
/// row. Takes the same time for a text of any length.
fn text_rows_at_end(text: &str, width: u16, rows: usize) -> Vec<String> {
    let most = usize::from(width.max(1)) * 4 * rows.max(1);
    let laid_out = |part: &str| -> Vec<String> {
        let all = WrappedRows::new(part, width);
        all.iter_rows(part).map(|row| row.trim_end_matches('\n').to_string()).collect()
    };
    if text.len() <= most {
        let all = laid_out(text);
        if all.len() <= rows {
            return all;
        }
    }
    let head = text.get(..text.floor_char_boundary(most)).unwrap_or_default();
    let tail = text.get(text.ceil_char_boundary(text.len().saturating_sub(most))..);
    let (head, tail) = (laid_out(head), laid_out(tail.unwrap_or_default()));
    let mut lines: Vec<String> = head.into_iter().take(rows.saturating_sub(2)).collect();
    if rows >= 2 {
        lines.push("…".into());
    }
    lines.extend(tail.into_iter().next_back());
    lines
}

fn draw_hits(model: &Model, found: &QueryResult, canvas: &mut Canvas<'_>, areas: &ListAreas) {
    let theme = canvas.theme;
    let width = areas.rows.width;
    let mut pen = canvas.pen_in(areas.columns);
    pen.skip_columns(2).put_cell("#", 6, true, theme.quiet).skip_columns(1);
    pen.put_cell("score", 5, true, theme.quiet).skip_columns(1);
    if width >= 60 {
        pen.skip_columns(11).put_cell("shared", 7, true, theme.quiet);
        if !found.mentions.is_empty() {
            pen.put_cell("words", 8, true, theme.quiet);
        }
    }
    pen.skip_columns(2).put("document", theme.quiet);
    let query: &Query = model.states.get();
    let has_keys = model.focus == Focus::List;
    draw_rows((query.cursor, query.lines.len()), has_keys, canvas, areas.rows, |index, pen| {
        let Some(line) = query.lines.get(index) else { return };
        pen.put_cell(&format_with_commas(index + 1), 6, true, theme.quiet).skip_columns(1);
        let hit = line.hit.and_then(|place| found.hits.get(place));
        let dash = || "–".to_string();
        let score = hit.map_or_else(dash, |hit| format_score(hit.score, &found.params));
        pen.put_cell(&score, 5, true, theme.strong).skip_columns(1);
        if width >= 60 {
            draw_bar(pen, hit.map_or(0.0, |hit| hit.score.to_f64()), 10);
            let shared = hit.filter(|_| found.params.counts_shared_shingles());
            let shared = shared.map_or_else(dash, |hit| format_with_commas(hit.overlap.shared));
            pen.skip_columns(1).put_cell(&shared, 7, true, Style::new());
            if !found.mentions.is_empty() {
                let times =
                    (line.times > 0).then(|| format!("{}×", format_with_commas(line.times)));
                pen.put_cell(&times.unwrap_or_else(dash), 8, true, Style::new());
            }
        }
        pen.skip_columns(2);
        let copy = if hit.is_some_and(|hit| hit.overlap.exact_copy) { "= " } else { "" };
        let Some(doc) = found.docs.get(line.doc.index()) else { return };
        let room = pen.free_width().saturating_sub(width_in_columns(copy));
        let name = model.names.short_name(&doc.path).fit_name(room);
        pen.put(copy, Style::new()).put(&name, Style::new());
    });
}

// Draws the longest passages that the text shares with the selected match.

fn draw_best_match(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let query: &Query = model.states.get();
    let Some(name) = query.name.as_ref() else { return };
    let current = model.pair.as_ref().filter(|current| {
        current.names.0.to_string() == QUERY_NAME
            && current.names.1 == *name
            && current.text.as_deref() == Some(query.text.text())
    });
    let open = current.and_then(|_| model.open_pair());
    let nothing = "Enter opens it, where it has the words of your text.";
    let name = model.names.short_name(name);
    open_pair::draw_longest_passages(open, &name, nothing, canvas, area);
}
