//! The list of all passages of the open pair, below its texts. Both texts follow the selected passage.
//!
//! ```text
//! ── 7 passages ────────────────────────────────────────────── Enter or Esc closes ──
//!    1      9 words     and nobody knew who had built it
//! ▸  2     11 words  ⇄  the old ferry left at dawn and the crew
//! ```

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use shingle::base::numbers::{format_count, thousands};

use crate::tui::actions::{Action, Motion, NOTCH, Place, StepDirection};
use crate::tui::drawing::{Canvas, Pen, Theme, glyphs::columns, glyphs::join_fitting};
use crate::tui::layout::PassageOrder;
use crate::tui::model::{Model, OpenPair};
use crate::tui::update::pair::NO_PAIR;
use crate::tui::view::pair::passages::{beginning, style};
use crate::tui::views::Handled;

pub(crate) fn toggle(model: &mut Model) {
    match model.visible_pair().map(|pair| pair.view.passages.len()) {
        None => model.show_note(NO_PAIR),
        Some(0) => model.show_note("these two share no passage"),
        Some(_) => model.layers.open_overlay(Place::Passages),
    }
}

pub(crate) fn act(model: &mut Model, action: Action) -> Handled {
    match action {
        Action::Move(motion) => step(model, motion),
        Action::Enter | Action::Passages => model.close_overlays(),
        Action::Sort(_) | Action::Reverse => model.reading.order = model.reading.order.other(),
        _ => return Err(action),
    }
    Ok(())
}

/// Handles the mouse on the list. Returns false for other places.
pub(crate) fn mouse(model: &mut Model, kind: MouseEventKind, at: Position) -> bool {
    let area = model.pair_areas().map(|pair| pair.passages).filter(|area| area.contains(at));
    let Some(area) = area else { return false };
    let (rows, order) = (list_rows(model), model.reading.order);
    match (Motion::of_wheel(kind), model.open_mut()) {
        (Some(motion), _) => (0..NOTCH).for_each(|_| step(model, motion)),
        (None, Some(pair)) if kind == MouseEventKind::Down(MouseButton::Left) => {
            let line = usize::from(at.y - area.y).checked_sub(1);
            let place = line.map(|line| pair.page_of_active(rows, order).start + line);
            if let Some(index) = place.and_then(|place| pair.passage_on_line(place, order)) {
                pair.activate(index);
            }
        }
        // A map that the user drags follows the mouse.
        _ => return false,
    }
    true
}

/// Returns the rows of the list on the screen, without its heading.
fn list_rows(model: &Model) -> usize {
    let height = model.pair_areas().map(|pair| pair.passages.height);
    usize::from(height.unwrap_or(0).saturating_sub(1)).max(1)
}

fn step(model: &mut Model, motion: Motion) {
    let (page, order) = (list_rows(model), model.reading.order);
    let Some(pair) = model.open_mut() else { return };
    let last = pair.view.passages.len().saturating_sub(1);
    let next = match (motion.rows(page), pair.active_line(order)) {
        (Some((StepDirection::Next, _)), None) => 0,
        (Some((StepDirection::Back, _)), None) => last,
        (_, active) => motion.target_row(active.unwrap_or(0), last, page),
    };
    if let Some(index) = pair.passage_on_line(next, order) {
        pair.activate(index);
    }
}

pub(crate) fn render(pair: &OpenPair, order: PassageOrder, canvas: &mut Canvas<'_>, area: Rect) {
    if area.height == 0 {
        return;
    }
    let theme = canvas.theme;
    let count = format_count(pair.view.passages.len() as u64, "passage");
    let sorts = match order {
        PassageOrder::Place => "> sorts by length",
        PassageOrder::Length => "> sorts by place",
    };
    let room = area.width.saturating_sub(columns(&count) + 10);
    let remark = join_fitting(&["Esc closes", sorts, "j/k choose"], room);
    canvas.rule(area, (&count, theme.focused), &remark);
    let page = pair.page_of_active(usize::from(area.height - 1), order);
    let ends = page.end == pair.view.passages.len();
    let mut row = 0;
    for index in page.filter_map(|line| pair.passage_on_line(line, order)) {
        row += 1;
        draw_line(pair, index, theme, &mut canvas.row(area, row));
    }
    if let Some(single) = pair.single_runs.filter(|_| ends && row + 1 < area.height) {
        let text = format!("{single}: tinted, in no passage");
        canvas.row(area, row + 1).skip(2).put(&text, theme.quiet);
    }
}

fn draw_line(pair: &OpenPair, index: usize, theme: &Theme, pen: &mut Pen<'_>) {
    let Some(passage) = pair.view.passages.get(index) else { return };
    let is_active = pair.active == Some(index);
    pen.put(if is_active { "▸" } else { " " }, theme.focused);
    pen.put_cell(&format!(" {} ", passage.id()), 6, true, style(pair, theme, index));
    let words = u64::from(passage.words);
    if pen.width() < 70 {
        pen.put_cell(&thousands(words), 6, true, theme.quiet).skip(1);
    } else {
        pen.put_cell(&format_count(words, "word"), 13, true, theme.quiet).skip(2);
    }
    pen.put(if passage.moved { "⇄ " } else { "  " }, theme.strong);
    beginning(pair, passage, if is_active { theme.strong } else { Style::new() }, pen);
}
