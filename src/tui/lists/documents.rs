//! The list of documents: one row for each, drawn only as far as it is visible.
//!
//! ```text
//! ── 34 documents ──────────────────────────────────────────────────────────────────────── row 1 of 34 ──
//!   document▴                                words  lang   best      pairs  best match of
//! ▸ essays/harbour.md                          412  en      64%       3 +1            2
//! ```

use std::sync::Arc;

use ratatui::{buffer::Buffer, layout::Rect};

use shingle::base::numbers::{format_count, thousands, verb};
use shingle::pipeline::parameters::skip_older::JudgedDate;
use shingle::{base::ids::DocId, base::path::DocPath, engine::LONG_PASSAGE, pipeline::Snapshot};

use crate::tui::actions::{KeyName, Room, StepDirection};
use crate::tui::drawing::pen::{draw_rule, inset};
use crate::tui::drawing::{Pen, Theme};
use crate::tui::layout::{ListAreas, preview_rows};
use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::regions::list_width;
use crate::tui::model::{
    Cursor, DocLine, Filter, FilterTarget, Focus, Model, RoomList, Slot, Table,
};
use crate::tui::view::lists::{headings, rows};
use crate::tui::view::pairs::{empty, line_of, sorted};
use crate::tui::{keys::key_map::key_of, messages::Command, update::arrange, view::pair};

/// The list of documents.
pub(crate) struct DocumentsRoom;

impl RoomList for DocumentsRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.documents.cursor, model.documents.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.documents.cursor)
    }

    fn rows_below(&self, model: &Model) -> u16 {
        let preview = if model.documents.has_matches { preview_rows(model.size.1) } else { 0 };
        u16::from(model.documents.has_facts) + preview
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.documents.name.clone()
    }

    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(key_names! { Open Back Filter Sort Move Room(Sources) })
    }
}

impl ListRoom for DocumentsRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, subject: Option<DocPath>) -> Vec<Command> {
        let Some(snapshot) = model.of_all_documents().cloned() else { return Vec::new() };
        model.documents.name = subject.or_else(|| model.documents.name.take());
        model.documents.key_waits = true;
        vec![arrange::request_documents(model, &snapshot)]
    }

    fn press_view_key(&self, _model: &mut Model) -> PressedAgain {
        PressedAgain::Open
    }

    fn drop_content(&self, model: &mut Model) -> Vec<Command> {
        model.jobs.cancel(Slot::Documents);
        model.documents.arranged = None;
        model.documents.key_waits = false;
        Vec::new()
    }

    fn handle_result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) -> Option<Command> {
        Some(arrange::request_documents(model, snapshot))
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.documents.key_waits
    }

    fn replaces_pair(&self) -> bool {
        true
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.documents.filter, FilterTarget::Documents))
    }

    fn apply_filter(&self, model: &mut Model) -> Vec<Command> {
        let snapshot = model.of_all_documents().cloned();
        model.documents.key_waits = snapshot.is_some();
        let command = snapshot.map(|snapshot| arrange::request_documents(model, &snapshot));
        command.into_iter().collect()
    }

    fn sort(&self, model: &mut Model, direction: Option<StepDirection>) -> Vec<Command> {
        let table = Table::of_documents(list_width(model), &model.documents);
        let is_shown = |column| table.cell(column).is_some();
        model.documents.sort = model.documents.sort.stepped(direction, is_shown);
        self.sorted(model)
    }

    fn click_heading(&self, model: &mut Model, x: u16, width: u16) -> Vec<Command> {
        let column = Table::of_documents(width, &model.documents).column_at(x);
        let Some(column) = column else { return Vec::new() };
        model.documents.sort = model.documents.sort.toggled(column);
        self.sorted(model)
    }

    fn open_line(&self, model: &mut Model) -> Opened {
        match model.documents.name.clone() {
            Some(name) if model.documents.len() > 0 => Opened::Resembling(name),
            _ => Opened::Done(Vec::new()),
        }
    }

    fn handle_selection(&self, model: &mut Model) {
        model.documents.follow_cursor();
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        let documents = &model.documents;
        let has_keys = model.focus == Focus::List;
        let style = theme.heading_style(has_keys);
        let Some((snapshot, lines)) = &documents.arranged else {
            draw_rule(buffer, areas.title, ("Documents", style), ("", theme.quiet), theme.line);
            empty(buffer, areas.rows, "Counting similar documents …", theme.quiet);
            return;
        };
        let (heading, style) = match &documents.filter.unknown {
            Some(unknown) => (format!("not understood: {unknown}"), style),
            None => (heading(model, snapshot, lines.len()), style),
        };
        let width = areas.title.width;
        let line = line_of(documents.cursor.selected, lines.len(), width);
        let place = sorted(documents.sort, line, width);
        draw_rule(buffer, areas.title, (&heading, style), (&place, theme.quiet), theme.line);
        if lines.is_empty() {
            let sentence = if documents.filter.is_empty() {
                "The folder is empty of documents.".to_string()
            } else {
                let text = &documents.filter.text;
                let changes = key_of(KeyName::Filter);
                format!(
                    "No document passes “{text}”: Esc takes the filter away, {changes} changes it."
                )
            };
            empty(buffer, areas.rows, &sentence, theme.strong);
            return;
        }
        let table = Table::of_documents(areas.rows.width, documents);
        headings(&table, documents.sort, theme, buffer, areas.columns);
        rows((documents.cursor, lines.len()), has_keys, theme, buffer, areas.rows, |line, pen| {
            let Some(line) = lines.get(line) else { return };
            let first = line.source.and_then(|(_, source)| {
                let docs = [line.doc, source].map(|id| snapshot.doc(id));
                model.decisions.source_index(docs, &model.batch_dates)
            });
            for cell in &table.cells {
                let docs = (&**snapshot, &*model.names);
                let (text, style) = cell.column.cell(docs, line, first, cell.width, theme);
                pen.move_to(cell.x).put_cell(&text, cell.width, cell.right, style);
            }
        });
        if let Some(line) = lines.get(documents.cursor.selected) {
            let facts_row = Rect { height: u16::from(documents.has_facts), ..areas.below };
            facts(snapshot, line, theme, buffer, facts_row.intersection(areas.below));
            let height = areas.below.height.saturating_sub(facts_row.height);
            let below = Rect { y: areas.below.bottom() - height, height, ..areas.below };
            best(model, theme, buffer, below);
        }
    }
}

impl DocumentsRoom {
    fn sorted(&self, model: &mut Model) -> Vec<Command> {
        model.note = Some(model.documents.sort.sentence());
        self.apply_filter(model)
    }
}

// Drawing.

/// The longest passages that the selected document shares with its best match.
fn best(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    if let Some(names) = model.documents.pair() {
        let is_it = model.pair.as_ref().is_some_and(|current| current.names == names);
        let open = model.open().filter(|_| is_it);
        let nothing = "The words are alike, but the documents share no passage.";
        let name = model.names.of(&names.1);
        pair::render_longest_passages(open, &name, nothing, theme, buffer, area);
    }
}

/// The dates of the selected document and its author, the date by which rules judge it, and the date of its best source.
fn facts(snapshot: &Snapshot, line: &DocLine, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let doc = snapshot.doc(line.doc);
    let author = doc.file.facts.as_ref().map(|facts| facts.author.clone());
    let source =
        line.source.and_then(|(_, source)| snapshot.doc(source).dates().into_iter().next());
    let source = source.map(|date| format!("best source {date}"));
    let known = doc.dates().into_iter().chain(author.filter(|author| !author.is_empty()));
    let all: Vec<String> =
        judged(snapshot, line.doc).into_iter().chain(known).chain(source).collect();
    let mut pen = Pen::at(buffer, inset(area));
    let room = pen.free_width();
    pen.put_truncated(&all.join(" · "), room, theme.quiet);
}

/// By which date `--skip-older` judges a document; `None` without that rule.
fn judged(snapshot: &Snapshot, id: DocId) -> Option<String> {
    let rule = snapshot.params.skip_older.day()?;
    let date = snapshot.rules.as_ref()?.date(id);
    Some(date.map_or_else(
        || format!("without a date, so not older than {rule}"),
        |JudgedDate { day, is_stated }| {
            let of =
                if is_stated { "as the file states" } else { "when the file was changed last" };
            let is = if day < rule { "older than" } else { "not older than" };
            format!("{day}, {of}: {is} {rule}")
        },
    ))
}

fn heading(model: &Model, snapshot: &Snapshot, left: usize) -> String {
    let stale = if *snapshot.params == model.params { "" } else { "stale · " };
    let best = if snapshot.cut {
        format!(" · matches among the best {} rows", thousands(snapshot.rows.len() as u64))
    } else {
        String::new()
    };
    let all = format_count(snapshot.present as u64, "document");
    let below = if model.passages_below.pairs > 0 {
        format!(" · pairs +1: one more document shares {LONG_PASSAGE} words in a row")
    } else {
        String::new()
    };
    let filter = &model.documents.filter;
    if filter.is_empty() {
        format!("{stale}{all}{best}{below}")
    } else {
        let (left, pass) = (thousands(left), verb(left as u64, "passes", "pass"));
        format!("{stale}{left} of {all} {pass} “{}”{best}{below}", filter.text)
    }
}
