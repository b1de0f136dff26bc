//! The list of documents: one row for each, drawn only as far as it is visible.
//!
//! ```text
//! ── 34 documents ──────────────────────────────────────────────────────────────────────── row 1 of 34 ──
//!   document▴                                words  shingles  lang   best  matches
//! ▸ essays/harbour.md                          412       380  en      64%        3
//! ```

use ratatui::{buffer::Buffer, layout::Rect};

use shingle::base::ids::DocId;
use shingle::base::numbers::{counted, thousands, verb};
use shingle::pipeline::{Snapshot, parameters::skip_older::JudgedDate};

use crate::tui::drawing::pen::{inset, rule};
use crate::tui::drawing::{Pen, RowLook, Theme};
use crate::tui::model::{DocColumn, DocLine, Focus, Model, Table};
use crate::tui::view::pairs::{empty, line_of, sorted};
use crate::tui::{actions::KeyName, keys::key_map::key_of};
use crate::tui::{layout::ListAreas, view::lists::headings, view::pair};

/// Draws title, column names and rows.
pub(crate) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
    let documents = &model.documents;
    let has_keys = model.focus == Focus::List;
    let style = theme.heading(has_keys);
    let Some((snapshot, lines)) = &documents.arranged else {
        rule(buffer, areas.title, ("Documents", style), ("", theme.quiet), theme.line);
        empty(buffer, areas.rows, "Counting what each document resembles …", theme.quiet);
        return;
    };
    let (heading, style) = match &documents.filter.unknown {
        Some(unknown) => (format!("not understood: {unknown}"), theme.alarm),
        None => (heading(model, snapshot, lines.len()), style),
    };
    let width = areas.title.width;
    let line = line_of(documents.cursor.selected, lines.len(), width);
    let place = sorted(documents.sort, line, width);
    rule(buffer, areas.title, (&heading, style), (&place, theme.quiet), theme.line);
    if lines.is_empty() {
        let sentence = if documents.filter.is_empty() {
            "There are no documents in the folder.".to_string()
        } else {
            let text = &documents.filter.text;
            let changes = key_of(KeyName::Filter);
            format!("No document passes “{text}”: Esc takes the filter away, {changes} changes it.")
        };
        empty(buffer, areas.rows, &sentence, theme.strong);
        return;
    }
    let table = Table::of_documents(areas.rows.width, documents.longest);
    headings(&table, documents.sort, theme, buffer, areas.columns);
    let on_screen = lines.iter().enumerate().skip(documents.cursor.top);
    for (place, (index, line)) in on_screen.take(usize::from(areas.rows.height)).enumerate() {
        let area = Rect { y: areas.rows.y + place as u16, height: 1, ..areas.rows };
        let selected = (index == documents.cursor.selected).then(|| theme.selection(has_keys));
        row(snapshot, line, &table, selected, theme, buffer, area);
    }
    if let Some(line) = lines.get(documents.cursor.selected) {
        let facts_row = Rect { height: u16::from(documents.has_facts), ..areas.below };
        facts(snapshot, line.doc, theme, buffer, facts_row.intersection(areas.below));
        let height = areas.below.height.saturating_sub(facts_row.height);
        let below = Rect { y: areas.below.bottom() - height, height, ..areas.below };
        best(model, theme, buffer, below);
    }
}

/// The longest passages that the selected document shares with its best match.
fn best(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    if let Some(names) = model.documents.pair() {
        let is_it = model.pair.as_ref().is_some_and(|current| current.names == names);
        let open = model.open().filter(|_| is_it);
        let nothing = "Their words are alike, but no passage of them is.";
        pair::render_longest_passages(open, &names.1, nothing, theme, buffer, area);
    }
}

/// What the selected file says of itself, and the date by which rules judge it.
fn facts(snapshot: &Snapshot, id: DocId, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let doc = snapshot.doc(id);
    let judged = judged(snapshot, id);
    let known = doc.facts.as_ref().map(|facts| facts.described()).unwrap_or_default();
    let all: Vec<String> = judged.into_iter().chain(known).collect();
    let mut pen = Pen::at(buffer, inset(area));
    let room = pen.room();
    pen.put_begun(&all.join(" · "), room, theme.quiet);
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
    } else if snapshot.params.has_rules() && snapshot.rules.is_none() {
        // A written result has its rows, which name the first copies that rules let pass and count the others.
        " · matches at most, because rules may leave out some copies".to_string()
    } else {
        String::new()
    };
    let all = counted(snapshot.present as u64, "document");
    let filter = &model.documents.filter;
    if filter.is_empty() {
        format!("{stale}{all}{best}")
    } else {
        let (left, pass) = (thousands(left), verb(left as u64, "passes", "pass"));
        format!("{stale}{left} of {all} {pass} “{}”{best}", filter.text)
    }
}

fn row(
    snapshot: &Snapshot,
    line: &DocLine,
    table: &Table<DocColumn>,
    selected: Option<RowLook>,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let mut pen = Pen::at(buffer, area);
    pen.put(if selected.is_some() { "▸ " } else { "  " }, theme.strong);
    for cell in &table.cells {
        let (text, style) = cell.column.cell(snapshot, line, cell.width, theme);
        pen.go(cell.x).put_cell(&text, cell.width, cell.right, style);
    }
    if let Some(look) = selected {
        pen.select_row(look);
    }
}
