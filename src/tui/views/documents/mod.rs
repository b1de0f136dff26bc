//! The list of documents: one row for each, drawn only as far as it is visible.
//!
//! ```text
//! ── 34 documents ──────────────────────────────────────────────────────────────────────── row 1 of 34 ──
//!   document▴                                words  lang   best      pairs  best match of
//! ▸ essays/harbour.md                          412  en      64%       3 +1            2
//! ```

pub(crate) mod columns;
pub(crate) mod lines;

use std::sync::Arc;

use ratatui::layout::Rect;

use shingle::base::numbers::{format_count, thousands, verb};
use shingle::base::{cancel::Cancel, ids::DocId, path::DocPath, ratio::Ratio};
use shingle::engine::LONG_PASSAGE;
use shingle::pipeline::{Snapshot, parameters::skip_older::JudgedDate};

use self::columns::{DocColumn, DocLine};
use crate::tui::actions::{KeyName, StepDirection, ViewName};
use crate::tui::drawing::{Canvas, pen::inset};
use crate::tui::layout::{ListAreas, preview_rows};
use crate::tui::model::regions::list_width;
use crate::tui::model::{
    Cursor, Filter, FilterTarget, Focus, List, Model, Slot, Sort, Table, VisibleLines,
};
use crate::tui::update::{lists, pair::refresh_list_and_pair, pair::request_pair};
use crate::tui::view::pair;
use crate::tui::views::list::{ListView, headings, line_of, rows, sorted};

#[derive(Debug, Clone, Default)]
pub(crate) struct DocumentList {
    pub(crate) cursor: Cursor,
    /// The name of the selected document, which identifies it.
    pub(crate) name: Option<DocPath>,
    pub(crate) sort: Sort<DocColumn>,
    pub(crate) filter: Arc<Filter>,
    pub(crate) arranged: Option<(Arc<Snapshot>, Arc<Vec<DocLine>>)>,
    pub(crate) longest: u16,
    /// Whether any of these files says who wrote it, or when, or is judged by its date.
    pub(crate) has_facts: bool,
    /// Whether any of these documents has a match or shares a passage.
    pub(crate) has_matches: bool,
    /// The largest share of any of these documents that stands in others, once it is counted.
    pub(crate) largest_share: Option<Ratio>,
    /// Of how many others any of these documents has most; 0 where none has of any.
    pub(crate) largest_source_of: u32,
    /// Whether a key asked for another list than the one shown.
    pub(crate) key_waits: bool,
}

impl DocumentList {
    fn len(&self) -> usize {
        self.arranged.as_ref().map_or(0, |(_, lines)| lines.len())
    }

    /// Shows another arrangement. The selection follows its document by name.
    fn show(&mut self, snapshot: Arc<Snapshot>, lines: Arc<Vec<DocLine>>, visible: VisibleLines) {
        let place = self.name.as_ref().and_then(|name| {
            let docs = snapshot.docs.get(..snapshot.present)?;
            let id = docs.binary_search_by(|doc| doc.path.cmp(name)).ok()?;
            lines.iter().position(|line| line.doc.index() == id)
        });
        let is_judged = snapshot.params.skip_older.day().is_some() && snapshot.rules.is_some();
        let has_facts = lines.iter().any(|line| {
            snapshot.doc(line.doc).file.facts.as_ref().is_some_and(|facts| facts.is_worth_listing())
        });
        self.has_facts = has_facts || is_judged;
        self.has_matches = lines.iter().any(|line| line.with.is_some());
        self.largest_share = lines.iter().filter_map(|line| line.elsewhere).max();
        self.largest_source_of = lines.iter().map(|line| line.source_of).max().unwrap_or(0);
        let first = self.arranged.replace((snapshot, lines)).is_none();
        let place = place.unwrap_or(self.cursor.selected);
        if first {
            // It opens at its beginning, unless the selected document is further down.
            self.cursor = Cursor { selected: place, top: 0 };
        }
        self.cursor.select_in_place(place, self.len(), visible);
        self.name = self.named(self.cursor.selected).or_else(|| self.name.take());
    }

    /// The selected document and its best match, or the one that shares the longest passage with it.
    pub(crate) fn pair(&self) -> Option<(DocPath, DocPath)> {
        let (snapshot, lines) = self.arranged.as_ref()?;
        let line = lines.get(self.cursor.selected)?;
        let name = |doc| snapshot.doc(doc).path.clone();
        Some((name(line.doc), name(line.with?)))
    }

    fn named(&self, line: usize) -> Option<DocPath> {
        let (snapshot, lines) = self.arranged.as_ref()?;
        Some(snapshot.doc(lines.get(line)?.doc).path.clone())
    }
}

pub(crate) struct DocumentsListView;

impl List for DocumentsListView {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        let documents: &DocumentList = model.states.get();
        Some((documents.cursor, documents.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.states.get_mut::<DocumentList>().cursor)
    }

    fn documents_mut<'m>(&self, model: &'m mut Model) -> Vec<&'m mut DocPath> {
        model.states.get_mut::<DocumentList>().name.iter_mut().collect()
    }

    fn rows_below(&self, model: &Model) -> u16 {
        let documents: &DocumentList = model.states.get();
        let preview = if documents.has_matches { preview_rows(model.size.1) } else { 0 };
        u16::from(documents.has_facts) + preview
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.states.get::<DocumentList>().name.clone()
    }

    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(key_names! { Open Back Filter Sort Move ViewName(Sources) })
    }
}

impl ListView for DocumentsListView {
    fn enter(&self, model: &mut Model, _is_new: bool, subject: Option<DocPath>) {
        let Some(snapshot) = model.of_all_documents().cloned() else { return };
        let documents: &mut DocumentList = model.states.get_mut();
        documents.name = subject.or_else(|| documents.name.take());
        documents.key_waits = true;
        request_documents(model, &snapshot);
    }

    fn press_view_key(&self, model: &mut Model) {
        self.open_line(model);
    }

    fn drop_content(&self, model: &mut Model) {
        model.jobs.cancel(Slot::Documents);
        let documents: &mut DocumentList = model.states.get_mut();
        (documents.arranged, documents.key_waits) = (None, false);
    }

    fn handle_result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) {
        request_documents(model, snapshot);
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.states.get::<DocumentList>().key_waits
    }

    fn replaces_pair(&self) -> bool {
        true
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.states.get_mut::<DocumentList>().filter, FilterTarget::Documents))
    }

    fn apply_filter(&self, model: &mut Model) {
        let snapshot = model.of_all_documents().cloned();
        model.states.get_mut::<DocumentList>().key_waits = snapshot.is_some();
        if let Some(snapshot) = snapshot {
            request_documents(model, &snapshot);
        }
    }

    fn sort(&self, model: &mut Model, direction: Option<StepDirection>) {
        let width = list_width(model);
        let documents: &mut DocumentList = model.states.get_mut();
        let table = Table::of_documents(width, documents);
        documents.sort = documents.sort.stepped(direction, |column| table.cell(column).is_some());
        self.sorted(model);
    }

    fn click_heading(&self, model: &mut Model, x: u16, width: u16) {
        let documents: &mut DocumentList = model.states.get_mut();
        let column = Table::of_documents(width, documents).column_at(x);
        let Some(column) = column else { return };
        documents.sort = documents.sort.toggled(column);
        self.sorted(model);
    }

    fn open_line(&self, model: &mut Model) {
        let documents: &DocumentList = model.states.get();
        if let Some(name) = documents.name.clone().filter(|_| documents.len() > 0) {
            lists::show_similar_documents(model, name);
        }
    }

    fn handle_selection(&self, model: &mut Model) {
        let documents: &mut DocumentList = model.states.get_mut();
        documents.name = documents.named(documents.cursor.selected);
    }

    fn show_preview(&self, model: &mut Model) {
        if let Some(names) = model.states.get::<DocumentList>().pair() {
            request_pair(model, Some(names));
        }
    }

    fn render(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let theme = canvas.theme;
        let documents: &DocumentList = model.states.get();
        let has_keys = model.focus == Focus::List;
        let style = theme.heading_style(has_keys);
        let Some((snapshot, lines)) = &documents.arranged else {
            canvas.rule(areas.title, ("Documents", style), "");
            canvas.put_notice(areas.rows, "Counting similar documents …", theme.quiet);
            return;
        };
        let (heading, style) = match &documents.filter.unknown {
            Some(unknown) => (format!("not understood: {unknown}"), style),
            None => (heading(model, snapshot, lines.len()), style),
        };
        let width = areas.title.width;
        let line = line_of(documents.cursor.selected, lines.len(), width);
        let place = sorted(documents.sort, line, width);
        canvas.rule(areas.title, (&heading, style), &place);
        if lines.is_empty() {
            let none = || "The folder is empty of documents.".into();
            let sentence = documents.filter.explain_empty("document").unwrap_or_else(none);
            canvas.put_notice(areas.rows, &sentence, theme.strong);
            return;
        }
        let table = Table::of_documents(areas.rows.width, documents);
        headings(&table, documents.sort, canvas, areas.columns);
        rows((documents.cursor, lines.len()), has_keys, canvas, areas.rows, |line, pen| {
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
            facts(snapshot, line, canvas, facts_row.intersection(areas.below));
            let height = areas.below.height.saturating_sub(facts_row.height);
            let below = Rect { y: areas.below.bottom() - height, height, ..areas.below };
            best(model, canvas, below);
        }
    }
}

impl DocumentsListView {
    fn sorted(&self, model: &mut Model) {
        model.show_note(model.states.get::<DocumentList>().sort.sentence());
        self.apply_filter(model);
    }
}

fn request_documents(model: &mut Model, snapshot: &Arc<Snapshot>) {
    let list: &DocumentList = model.states.get();
    let (sort, filter) = (list.sort, Arc::clone(&list.filter));
    let (below, elsewhere) = (Arc::clone(&model.passages_below), Arc::clone(&model.elsewhere));
    let (shown, snapshot) = (Arc::clone(snapshot), Arc::clone(snapshot));
    let work = move |cancel: &Cancel| {
        let counted = (&*below, &*elsewhere);
        lines::documents(&snapshot, sort, &filter, counted, &|| cancel.is_cancelled())
    };
    model.run(Slot::Documents, work, move |model, lines| {
        let visible = model.visible_lines(ViewName::Documents);
        let list: &mut DocumentList = model.states.get_mut();
        list.key_waits = false;
        list.longest = u16::try_from(model.names.longest).unwrap_or(u16::MAX);
        list.show(Arc::clone(&shown), lines.into(), visible);
        refresh_list_and_pair(model);
    });
}

pub(crate) fn refresh(model: &mut Model, snapshot: &Arc<Snapshot>) {
    if model.states.get::<DocumentList>().arranged.is_some() {
        request_documents(model, snapshot);
    }
}

// Drawing.

fn best(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    if let Some(names) = model.states.get::<DocumentList>().pair() {
        let is_it = model.pair.as_ref().is_some_and(|current| current.names == names);
        let open = model.open().filter(|_| is_it);
        let nothing = "The words are alike, but the documents share no passage.";
        let name = model.names.of(&names.1);
        pair::render_longest_passages(open, &name, nothing, canvas, area);
    }
}

/// Draws the author and the dates of the selected document, the date that rules use, and the date of the best match.
fn facts(snapshot: &Snapshot, line: &DocLine, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let doc = snapshot.doc(line.doc);
    let author = doc.file.facts.as_ref().map(|facts| facts.author.clone());
    let source =
        line.source.and_then(|(_, source)| snapshot.doc(source).dates().into_iter().next());
    let source = source.map(|date| format!("best match {date}"));
    let known = doc.dates().into_iter().chain(author.filter(|author| !author.is_empty()));
    let all: Vec<String> =
        judged(snapshot, line.doc).into_iter().chain(known).chain(source).collect();
    let mut pen = canvas.pen(inset(area));
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
    let filter = &model.states.get::<DocumentList>().filter;
    if filter.is_empty() {
        format!("{stale}{all}{best}{below}")
    } else {
        let (left, pass) = (thousands(left), verb(left as u64, "passes", "pass"));
        format!("{stale}{left} of {all} {pass} “{}”{best}{below}", filter.text)
    }
}
