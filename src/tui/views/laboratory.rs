//! The laboratory: a page for each question about parameters, with the answers of a study of the folder.
//!
//! ```text
//! ── Laboratory: which width? ───────────────────────────────── ←/→[widths] sketches  pairs  thresholds ─
//!  Take width 3: …
//!
//!   width       pairs   chance       gap  shingles  modulo
//! ▸     3         154     0.0%         –        62       1  set, recommended
//! ```

use std::sync::Arc;

use ratatui::{layout::Rect, style::Style};

use shingle::lab::{Column, Row, Study, Subject, Table};
use shingle::{
    base::path::DocPath, engine::Question, pipeline::Parameter, pipeline::Params, pipeline::Task,
    visits::PairNames,
};

use crate::tui::drawing::{Canvas, Pen, without_side_columns};
use crate::tui::model::list::cursor_of;
use crate::tui::model::{Command, Cursor, Focus, List, Model};
use crate::tui::{
    actions::KeyName, actions::StepDirection, layout::ListAreas, model::list::draw_bar,
    model::list::draw_rows, update::pair::open_pair_zoomed, update::parameters,
    words::describe_changed_parameters,
};

/// Minimum width of a screen that shows all columns.
const WIDE: u16 = 100;

/// The pages: title, question, advice about a line, and the columns reserved after the cells of a line.
pub(crate) const PAGES: [(&str, &str, &str, u16); 4] = [
    ("widths", "which width?", "Enter takes a width.", 11),
    ("sketches", "which sketch?", "Enter takes a sketch.", 3),
    ("pairs", "which pairs?", "Enter opens a pair.", 16),
    ("thresholds", "which threshold?", "Enter takes a threshold.", 10),
];
/// The page of the best pairs, with the score that each sketch estimates.
pub(crate) const PAIRS: usize = 2;

#[derive(Debug, Default)]
pub(crate) struct Lab {
    number: u64,
    pub(crate) awaited: Option<Params>,
    /// Description of the study's current step, while the study runs.
    pub(crate) step: Option<String>,
    pub(crate) study: Option<Arc<Study>>,
    tables: Vec<Table>,
    refused: Option<String>,
    /// Index of the page in [`PAGES`].
    pub(crate) page: usize,
    pub(crate) cursor: Cursor,
}

impl Lab {
    fn current_table(&self) -> Option<&Table> {
        self.tables.get(self.page)
    }

    pub(crate) fn current_rows(&self) -> &[Row] {
        self.current_table().map_or(&[], |table| &table.rows)
    }

    /// Selects the line of the value in use, or the first line.
    fn select_row_in_use(&mut self) {
        let line = self.current_rows().iter().position(|row| row.is_set).unwrap_or(0);
        self.cursor = Cursor { selected: line, top: 0 };
    }

    pub(crate) fn selected_subject(&self) -> Option<&Subject> {
        self.current_rows().get(self.cursor.selected).map(|row| &row.subject)
    }

    /// Returns the columns that fit on a screen of this width, with their indices among the cells of a row.
    pub(crate) fn columns_that_fit(&self, room: u16) -> Vec<(usize, &Column)> {
        let Some(table) = self.current_table() else { return Vec::new() };
        let fits = |(_, column): &(usize, &Column)| room >= WIDE || !column.is_wide;
        // If the line is too narrow, it lacks the last columns.
        let mut free = room.saturating_sub(2 + PAGES[self.page].3);
        let columns = table.columns.iter().enumerate().filter(fits);
        columns
            .take_while(|(_, column)| {
                let has_room = column.width + 2 <= free;
                free = free.saturating_sub(column.width + 2);
                has_room
            })
            .collect()
    }

    /// Returns the paragraphs above the page. They explain the columns that fit on a screen of this width.
    fn wrap_paragraphs(&self, width: u16) -> Vec<String> {
        let Some((table, study)) = self.current_table().zip(self.study.as_ref()) else {
            return Vec::new();
        };
        let mut paragraphs = table.advice.clone();
        let columns = self.columns_that_fit(width);
        let notes = columns.iter().map(|(_, column)| &*column.note);
        let notes: Vec<&str> =
            notes.chain([PAGES[self.page].2]).filter(|note| !note.is_empty()).collect();
        paragraphs.push(notes.join(" "));
        let unused = Parameter::ALL.iter().copied().filter(|one| !one.is_used(Task::Lab));
        let unused = describe_changed_parameters(&unused.collect::<Vec<_>>(), &study.params);
        if !unused.is_empty() {
            paragraphs.push(format!("Not used in the laboratory: {unused}."));
        }
        paragraphs
    }
}

pub(crate) struct LaboratoryListView;

impl List for LaboratoryListView {
    cursor_of!(Lab, |lab| lab.current_rows().len());

    fn rows_above(&self, model: &Model) -> u16 {
        model.count_rows_with_gap(&model.states.get::<Lab>().wrap_paragraphs(model.size.0))
    }

    fn selected_pair(&self, model: &Model) -> Option<PairNames> {
        match model.states.get::<Lab>().selected_subject()? {
            Subject::Pair(a, b, _) => Some((a.clone(), b.clone())),
            _ => None,
        }
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.states.get::<Lab>().current_rows().is_empty() {
            key_names! { Sideways Back Parameter(Width) Parameter(Threshold) TypeAValue Undo }
        } else {
            key_names! { Open Sideways Back Move Parameter(Width) Parameter(Threshold) Undo }
        })
    }

    fn enter_list(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) {
        let study = model.states.get::<Lab>().study.as_ref();
        let is_fresh = study.is_some_and(|study| *study.params == model.params);
        if !(is_fresh) {
            request_study(model);
        }
    }

    fn press_view_key(&self, model: &mut Model) -> bool {
        request_study(model);
        true
    }

    fn handle_params(&self, model: &mut Model) {
        let lab: &Lab = model.states.get();
        let studied = lab.awaited.as_ref().or(lab.study.as_ref().map(|study| &*study.params));
        if studied != Some(&model.params) {
            request_study(model);
        }
    }

    /// Cancels the study that is awaited. The last completed study stays.
    fn drop_content(&self, model: &mut Model) {
        let lab: &mut Lab = model.states.get_mut();
        lab.step = None;
        if lab.awaited.take().is_some() {
            model.send_command(Command::Ask(0, Question::Study(false)));
        }
    }

    /// Goes to the next or previous page.
    fn fold_selected(&self, model: &mut Model, direction: StepDirection) -> bool {
        let lab: &mut Lab = model.states.get_mut();
        (lab.page, _) = direction.step_cyclically(lab.page, PAGES.len());
        lab.select_row_in_use();
        true
    }

    fn open_line(&self, model: &mut Model) {
        let (params, lab) = (&model.params, model.states.get::<Lab>());
        let params = match lab.selected_subject() {
            Some(Subject::Width(width)) => {
                let step = params.step.min(*width);
                Params { width: *width, step, ..params.clone() }
            }
            Some(Subject::Sketch(sketch)) => sketch.apply_to(params),
            Some(Subject::Threshold(threshold)) => {
                Params { threshold: *threshold, ..params.clone() }
            }
            Some(Subject::Pair(a, b, _)) => {
                return open_pair_zoomed(model, (a.clone(), b.clone()));
            }
            Some(Subject::Nothing) | None => {
                model.note = Some(match lab.page {
                    _ if lab.study.is_none() => "no result yet".into(),
                    PAIRS => "no pair to open".into(),
                    _ => "nothing to select on this page: ←/→ change the page".into(),
                });
                return;
            }
        };
        if params == model.params {
            return model.show_note("already set");
        }
        parameters::change_params(model, params);
    }

    fn noun_of_pair_line(&self) -> Option<&'static str> {
        Some("pair of the list")
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let theme = canvas.theme;
        let lab: &Lab = model.states.get();
        let has_keys = model.focus == Focus::List;
        canvas.draw_rule(areas.title, &describe_heading(model), has_keys, &page_titles(lab.page));
        let Some(table) = lab.current_table().filter(|_| lab.study.is_some()) else {
            let sentence = match (&lab.refused, &lab.step) {
                (Some(reason), _) => format!("The laboratory failed: {reason}."),
                _ => "Trying widths, sketches and thresholds on this folder … Esc ends it."
                    .to_string(),
            };
            canvas.draw_notice(areas.rows, &sentence, theme.quiet);
            return;
        };
        let mut pen = canvas.pen_in(without_side_columns(areas.above));
        let paragraphs = lab.wrap_paragraphs(areas.rows.width);
        for paragraph in &paragraphs {
            pen.put_paragraph(paragraph, Style::new());
        }
        // The counted rows include an empty row after the paragraphs.
        if model.count_rows_with_gap(&paragraphs) > areas.above.height + 1 && areas.above.height > 0
        {
            let inner = without_side_columns(areas.above);
            let end = Rect { y: inner.bottom() - 1, height: 1, ..inner };
            canvas.pen_in(end).move_to(end.width.saturating_sub(2)).put(" …", theme.quiet);
        }
        let columns = lab.columns_that_fit(areas.rows.width);
        let mut pen = canvas.pen_in(areas.columns);
        pen.skip_columns(2);
        for (_, column) in &columns {
            pen.put_cell(&column.heading, column.width, true, theme.quiet).skip_columns(2);
        }
        pen.put_rest(table.last.first().copied().unwrap_or_default(), theme.quiet);
        let rows = lab.current_rows();
        if rows.is_empty() {
            let sentence = "No pair scores high enough. T lowers the threshold.";
            canvas.draw_notice(areas.rows, sentence, theme.quiet);
        }
        draw_rows((lab.cursor, rows.len()), has_keys, canvas, areas.rows, |line, pen| {
            let Some(row) = rows.get(line) else { return };
            for (at, column) in &columns {
                let text = row.cells.get(*at).map_or("", |cell| &*cell.text);
                let style = if *at == 0 { theme.strong } else { Style::new() };
                pen.put_cell(text, column.width, true, style).skip_columns(2);
            }
            draw_row_end(model, row, pen);
        });
    }
}

// Requests and answers.

fn request_study(model: &mut Model) {
    let params = model.params.clone();
    let lab: &mut Lab = model.states.get_mut();
    lab.number += 1;
    (lab.awaited, lab.step) = (Some(params), None);
    model.commands.push(Command::Ask(lab.number, Question::Study(true)));
}

pub(crate) fn handle_progress(model: &mut Model, number: u64, step: String) {
    let lab: &mut Lab = model.states.get_mut();
    if lab.number == number && lab.awaited.is_some() {
        lab.step = Some(step);
    }
}

pub(crate) fn handle_study(model: &mut Model, number: u64, answer: Result<Arc<Study>, String>) {
    let lab: &mut Lab = model.states.get_mut();
    if lab.number != number || lab.awaited.take().is_none() {
        return;
    }
    let (is_first, before) = (lab.study.is_none(), lab.selected_subject().cloned());
    (lab.step, lab.refused) = (None, answer.as_ref().err().cloned());
    lab.study = answer.ok();
    lab.tables = lab.study.iter().flat_map(|study| study.tables()).collect();
    if is_first {
        return lab.select_row_in_use();
    }
    // Other sketches may be tried now, so the selected sketch may be on another line.
    let before = before.filter(|subject| matches!(subject, Subject::Sketch(_)));
    let is_it = |row: &Row| Some(&row.subject) == before.as_ref();
    let line = lab.current_rows().iter().position(is_it).unwrap_or(lab.cursor.selected);
    lab.cursor.select(line, lab.current_rows().len());
}

// The line above a page: its question, and the titles of all pages. If room is scarce, the question is cut.

/// The keys that change the page, before the titles.
const KEYS: &str = "←/→";

/// Returns the keys and the titles of all pages, the current title in brackets.
fn page_titles(page: usize) -> String {
    let title = |at: usize| match PAGES[at].0 {
        title if at == page => format!("[{title}]"),
        title => format!(" {title} "),
    };
    let blank = if page == 0 { " " } else { "" };
    format!("{KEYS}{blank}{}", (0..PAGES.len()).map(title).collect::<String>())
}

fn describe_heading(model: &Model) -> String {
    let lab: &Lab = model.states.get();
    let is_stale = lab.study.as_ref().is_some_and(|study| *study.params != model.params);
    match (&lab.step, &lab.awaited) {
        (Some(step), _) => format!("Lab: {step}"),
        (None, Some(_)) => "Lab: waiting for the folder".into(),
        (None, None) => {
            let stale = if is_stale { "stale · " } else { "" };
            format!("{stale}Lab: {}", PAGES[lab.page].1)
        }
    }
}

// Drawing.

/// Draws the part of a row after its cells.
fn draw_row_end(model: &Model, row: &Row, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let room = pen.free_width();
    if let Subject::Pair(a, b, _) = &row.subject {
        let half = room.saturating_sub(3) / 2;
        pen.put(&model.names.short_name(a).fit_name(half), Style::new()).put(" ↔ ", theme.quiet);
        pen.put(&model.names.short_name(b).fit_name(half), Style::new());
    }
    if let Some(share) = row.bar {
        draw_bar(pen, share, room.saturating_sub(9).min(40));
    }
    let mark = match (row.is_set, row.is_recommended) {
        (true, true) => "current, recommended",
        (true, false) => "current",
        (false, true) => "recommended",
        (false, false) => "",
    };
    pen.skip_columns(u16::from(row.bar.is_some())).put_rest(mark, theme.key);
}
