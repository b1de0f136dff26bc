//! The laboratory: a page for each of its questions.
//!
//! ```text
//! ── Laboratory: which width? ───────────────────────────────── ←/→[widths] sketches  pairs  curve  … ──
//!  Take width 3: …
//!
//!   width       pairs   chance       gap  shingles  modulo
//! ▸     3         154     0.0%         –        62       1  set, recommended
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::{buffer::Buffer, style::Style};

use shingle::lab::{Row, Subject};
use shingle::pipeline::{Parameter, Params};
use shingle::{base::path::DocPath, lab::truth::Curve, shingle::near_duplicate};

use crate::tui::actions::{KeyName, Motion, StepDirection};
use crate::tui::drawing::pen::{draw_rule, inset};
use crate::tui::drawing::{Pen, Theme};
use crate::tui::model::{Cursor, Focus, KeyHint, LabPage, LabTitle, List, Model};
use crate::tui::update::{pair::open_zoomed, parameters, study};
use crate::tui::view::pairs::{bar, empty};
use crate::tui::views::list::ListView;
use crate::tui::{drawing::glyphs::columns as columns_of, layout::ListAreas, messages::Command};
use crate::tui::{model::laboratory::MANY, model::regions::list_height, view::lists::rows};

/// The laboratory.
pub(crate) struct LaboratoryRoom;

impl List for LaboratoryRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.lab.cursor, model.lab.lines()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.lab.cursor)
    }

    fn rows_above(&self, model: &Model) -> u16 {
        model.rows_of(&model.lab.paragraphs(model.size.0))
    }

    fn selected_pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        model.lab.pair()
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.lab.lines() == 0 {
            key_names! { Sideways Back Parameter(Width) Parameter(Threshold) TypeAValue Undo }
        } else {
            key_names! { Open Sideways Back Move Parameter(Width) Parameter(Threshold) Undo }
        })
    }

    fn key_hint(&self, model: &Model, name: KeyName) -> Option<KeyHint> {
        match name {
            KeyName::Open if model.lab.page != LabPage::Pairs => Some((None, "take")),
            KeyName::Sideways => Some((None, "page")),
            _ => None,
        }
    }
}

impl ListView for LaboratoryRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        study::enter_room(model).into_iter().collect()
    }

    fn press_view_key(&self, model: &mut Model) -> Vec<Command> {
        vec![study::request_study(model)]
    }

    fn drop_content(&self, model: &mut Model) -> Vec<Command> {
        study::cancel_study(model).into_iter().collect()
    }

    /// Goes to the next or previous page.
    fn fold_selected(&self, model: &mut Model, unfold: bool) -> Vec<Command> {
        let direction = if unfold { StepDirection::Next } else { StepDirection::Back };
        open_page(model, model.lab.page.stepped(direction));
        Vec::new()
    }

    fn open_line(&self, model: &mut Model) -> Vec<Command> {
        take(model)
    }

    fn open_neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        let before = model.lab.cursor.selected;
        self.step(model, motion);
        if model.lab.cursor.selected == before {
            model.note = Some(format!("{end} pair of the list"));
            return Vec::new();
        }
        take(model)
    }

    fn click_title(&self, model: &mut Model, at: Position) -> bool {
        let title = model.list_areas().map(|list| list.title);
        let Some(area) = title.filter(|area| area.contains(at)) else { return false };
        let page = LabTitle::new(model, area.width).at(at.x - area.x);
        if let Some(page) = page {
            model.focus = Focus::List;
            open_page(model, page);
        }
        page.is_some()
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        let lab = &model.lab;
        let has_keys = model.focus == Focus::List;
        let style = theme.heading_style(has_keys);
        let title = LabTitle::new(model, areas.title.width);
        let LabTitle { heading, remark, .. } = &title;
        draw_rule(buffer, areas.title, (heading, style), (remark, theme.quiet), theme.line);
        let Some((study, table)) = lab.study().zip(lab.table()) else {
            let sentence = match (&lab.answer, &lab.step) {
                (Some(Err(reason)), _) => format!("The laboratory failed: {reason}."),
                _ => "Trying widths, sketches and thresholds on this folder … Esc ends it."
                    .to_string(),
            };
            empty(buffer, areas.rows, &sentence, theme.quiet);
            return;
        };
        let mut pen = Pen::at(buffer, inset(areas.above));
        let paragraphs = lab.paragraphs(areas.rows.width);
        for paragraph in &paragraphs {
            pen.put_paragraph(paragraph, Style::new());
        }
        // The rows include an empty one after the sentences.
        if model.rows_of(&paragraphs) > areas.above.height + 1 && areas.above.height > 0 {
            let inner = inset(areas.above);
            let end = Rect { y: inner.bottom() - 1, height: 1, ..inner };
            Pen::at(buffer, end).move_to(end.width.saturating_sub(2)).put(" …", theme.quiet);
        }
        if lab.page == LabPage::Curve {
            curve(&study.sketches.curve, theme, buffer, areas.columns.union(areas.rows));
            return;
        }
        let columns = lab.columns(areas.rows.width);
        let mut pen = Pen::at(buffer, areas.columns);
        pen.skip(2);
        for (_, column) in &columns {
            pen.put_cell(&column.heading, column.width, true, theme.quiet).skip(2);
        }
        let room = pen.free_width();
        let heading = table.last.iter().find(|heading| columns_of(heading) <= room);
        pen.put(heading.copied().unwrap_or_default(), theme.quiet);
        if lab.lines() == 0 {
            empty(
                buffer,
                areas.rows,
                "No pair scores high enough. T lowers the threshold.",
                theme.quiet,
            );
        }
        rows((lab.cursor, lab.rows().len()), has_keys, theme, buffer, areas.rows, |line, pen| {
            let Some(row) = lab.rows().get(line) else { return };
            for (at, column) in &columns {
                let text = row.cells.get(*at).map_or("", |cell| &*cell.text);
                let style = if *at == 0 { theme.strong } else { Style::new() };
                pen.put_cell(text, column.width, true, style).skip(2);
            }
            end(model, row, theme, pen);
        });
    }
}

fn open_page(model: &mut Model, page: LabPage) {
    model.lab.open(page, list_height(model));
    model.lay_out();
    // The page may have more text, and so fewer rows.
    let (height, lines) = (list_height(model), model.lab.lines());
    model.lab.cursor.scroll_to_selected(lines, height);
}

/// Sets the selected width, sketch or threshold, or opens the selected pair.
fn take(model: &mut Model) -> Vec<Command> {
    let params = &model.params;
    let params = match model.lab.subject() {
        Some(Subject::Width(width)) => {
            let step = params.step.min(*width);
            Params { width: *width, step, ..params.clone() }
        }
        Some(Subject::Sketch(sketch)) => sketch.apply(params),
        Some(Subject::Threshold(threshold)) => Params { threshold: *threshold, ..params.clone() },
        Some(Subject::Pair(a, b, _)) => {
            let names = (a.clone(), b.clone());
            return open_zoomed(model, names);
        }
        Some(Subject::Nothing) | None => {
            model.note = Some(match model.lab.page {
                _ if model.lab.study().is_none() => "no result yet".into(),
                LabPage::Pairs => "no pair to open".into(),
                _ => "nothing to select on this page: ←/→ change the page".into(),
            });
            return Vec::new();
        }
    };
    if params == model.params {
        model.note = Some("already set".into());
        return Vec::new();
    }
    parameters::change_to(model, params)
}

// Drawing.

/// Columns of the labels beside the curve.
const LABELS: u16 = 6;

/// Draws what follows the cells of a row.
fn end(model: &Model, row: &Row, theme: &Theme, pen: &mut Pen<'_>) {
    let room = pen.free_width();
    if let Subject::Pair(a, b, _) = &row.subject {
        let half = room.saturating_sub(3) / 2;
        pen.put(&model.names.of(a).fit(half), Style::new()).put(" ↔ ", theme.quiet);
        pen.put(&model.names.of(b).fit(half), Style::new());
    }
    if let Some(share) = row.bar {
        bar(pen, share, room.saturating_sub(5).min(40), theme);
    }
    let marks: &[&str] = match (row.is_set, row.is_recommended) {
        (true, true) => &["current, recommended", "current", "now"],
        (true, false) if row.bar.is_some() => &[" current", " now"],
        (true, false) => &["current", "now"],
        (false, true) => &["recommended"],
        (false, false) => &[],
    };
    let room = pen.free_width();
    let mark = marks.iter().find(|mark| columns_of(mark) <= room);
    pen.put(mark.copied().unwrap_or_default(), theme.key);
}

/// Draws the curve, as far as there is room, with the folder's own pairs on it.
fn curve(curve: &Curve, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    if area.width < LABELS + 10 || area.height < 4 {
        return;
    }
    let (columns, rows) = ((area.width - LABELS - 1).min(101), area.height - 1);
    let row_of = |share: f64| {
        let below = (0..rows - 1).find(|row| share * f64::from(rows - 1) <= f64::from(*row) + 0.5);
        rows - 1 - below.unwrap_or(rows - 1)
    };
    let column_of = |share: f64| {
        let reaches = |column: &u16| share * f64::from(columns - 1) <= f64::from(*column) + 0.5;
        (0..columns - 1).find(reaches).unwrap_or(columns - 1)
    };
    let mut put = |column: u16, row: u16, text: &str, style: Style| {
        let at =
            Rect { x: area.x + column, y: area.y + row, width: area.width - column, height: 1 };
        Pen::at(buffer, at).put(text, style);
    };
    for (row, label) in [(0, "100%"), ((rows - 1) / 2, " 50%"), (rows - 1, "  0%")] {
        put(1, row, label, theme.quiet);
    }
    for (column, label) in [(0, "0%"), (columns / 2, "50%"), (columns.saturating_sub(4), "100%")] {
        put(LABELS + column, rows, label, theme.quiet);
    }
    for column in 0..columns {
        let share = near_duplicate(f64::from(column) / f64::from(columns - 1));
        put(LABELS + column, row_of(share), "·", theme.quiet);
    }
    for point in curve.points {
        if let Some((resemblance, share)) = point.resemblance().zip(point.share()) {
            let dot = if point.pairs >= MANY { "●" } else { "○" };
            put(LABELS + column_of(resemblance), row_of(share), dot, theme.key);
        }
    }
}
