//! Help: a few sentences about the screen, and all keys of the key table.
//!
//! ```text
//! ── Help and keys ─────────────────────────────────────────────────────────────── ↓↑ scroll · Esc closes ──
//!   A shingle is a run of words …
//!
//!   Moving
//!   j/k ↓/↑       Go or scroll one row down or up.
//! ```

use ratatui::{layout::Position, layout::Rect, style::Style};

use crate::tui::actions::{Action, Binding, Motion, Place, Section};
use crate::tui::drawing::{Canvas, WrappedRows, join_fitting_facts, width_in_columns};
use crate::tui::{
    keys::current_bindings, model::Model, model::Prompt, model::Purpose, views::Handled,
};

const LONGEST: u16 = 100;
/// Paragraphs about the screen. After an empty line follow sentences about the numbers in lists and pairs.
const TEXT: &str = include_str!("help.txt");

/// The number of rows above the screen.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Help(pub(crate) usize);

pub(crate) fn toggle_help(model: &mut Model) {
    let place = model.current_place();
    model.close_overlays();
    if place == Place::Help {
        return;
    }
    model.layers.open_overlay(Place::Help);
    model.prompt = Some(Prompt::new(Purpose::Help, ""));
    model.compute_areas();
    let section = match place {
        Place::Pair | Place::Dots | Place::Words => Some(Section::Pair),
        Place::Bar => Some(Section::Parameters),
        Place::Lesson | Place::Sandbox => Some(Section::Lesson),
        _ => None,
    };
    let title = Section::ALL.iter().find(|(one, _)| Some(*one) == section);
    let (_, rows) = area_and_rows_of_help(model);
    let top = rows.iter().position(|row| title.is_some_and(|(_, title)| row.text == *title));
    model.states.set(Help(top.unwrap_or(0)));
}

pub(crate) fn perform_action(model: &mut Model, action: Action) -> Handled {
    match action {
        Action::Move(motion) => scroll_help(model, motion),
        Action::Enter => model.close_overlays(),
        _ => return Err(action),
    }
    Ok(())
}

pub(crate) fn scroll_help(model: &mut Model, motion: Motion) {
    let (area, rows) = area_and_rows_of_help(model);
    let height = usize::from(area.height);
    let (last, page) = (rows.len().saturating_sub(height), height.saturating_sub(2).max(1));
    let Help(top) = *model.states.get();
    model.states.set(Help(motion.target_row(top.min(last), last, page)));
}

/// Closes help if its title was clicked.
pub(crate) fn handle_click(model: &mut Model, at: Position) -> Handled {
    if at.y < area_and_rows_of_help(model).0.y { Err(Action::Leave) } else { Ok(()) }
}

struct HelpRow {
    key: &'static str,
    text: &'static str,
    /// The column of the text.
    column: u16,
    is_heading: bool,
}

/// Returns the region of the rows, and all rows that pass the filter.
fn area_and_rows_of_help(model: &Model) -> (Rect, Vec<HelpRow>) {
    let body = model.areas.body;
    let width = body.width.saturating_sub(3).min(LONGEST);
    let area = Rect { x: body.x + 2, y: body.y + 1, width, height: body.height.saturating_sub(1) };
    let key_column =
        current_bindings().map(|line| width_in_columns(line.label) + 2).max().unwrap_or(0);
    let mut rows = Vec::new();
    let mut add = |key: &'static str, text: &'static str, is_heading| {
        let column = if key.is_empty() { 0 } else { key_column };
        let wrapped = WrappedRows::new(text, width.saturating_sub(column));
        for (row, part) in wrapped.iter_rows(text).enumerate() {
            let (key, text) = (if row == 0 { key } else { "" }, part.trim_end());
            rows.push(HelpRow { key, text, column, is_heading });
        }
    };
    let filter = model.typed_text().to_lowercase();
    let fits = |text: &str| {
        let text = text.to_lowercase();
        filter.split_whitespace().all(|word| text.contains(word))
    };
    let helped =
        |line: &Binding| [line.label, line.text, &line.synonyms.join(" "), line.help].join(" ");
    let (about, numbers) = TEXT.split_once("\n\n").unwrap_or((TEXT, ""));
    for paragraph in about.lines().filter(|_| filter.trim().is_empty()) {
        add("", paragraph, false);
        add("", "", false);
    }
    let numbers = numbers.lines().filter(|line| fits(line)).map(|line| ("", line));
    let sections = Section::ALL.into_iter().map(|(section, title)| {
        let lines =
            current_bindings().filter(|line| line.section == section && fits(&helped(line)));
        (title, lines.map(|line| (line.label, line.help)).collect())
    });
    let groups = std::iter::once(("The numbers", numbers.collect())).chain(sections);
    for (title, group) in groups.filter(|(_, group): &(_, Vec<_>)| !group.is_empty()) {
        add("", title, true);
        for (key, text) in group {
            add(key, text, false);
        }
        add("", "", false);
    }
    (area, rows)
}

pub(crate) fn draw_help(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let way_out = join_fitting_facts(&["Esc closes", "↓↑ scroll"], area.width.saturating_sub(26));
    canvas.draw_rule(area, "Help and keys", true, &way_out);
    let (region, rows) = area_and_rows_of_help(model);
    let mut pen = canvas.pen_in(region);
    if rows.is_empty() {
        pen.put_paragraph("No key does that: delete some letters.", theme.strong);
    }
    let Help(top) = *model.states.get();
    for row in rows.iter().skip(top).take(usize::from(region.height)) {
        let style = if row.is_heading { theme.strong } else { Style::new() };
        pen.put(row.key, theme.key).move_to(row.column).put(row.text, style).move_down();
    }
}
