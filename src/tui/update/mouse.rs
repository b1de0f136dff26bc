//! The mouse. Its effect depends on the part under the mouse.

use std::time::Duration;

use ratatui::{
    crossterm::event::MouseButton, crossterm::event::MouseEvent, crossterm::event::MouseEventKind,
    layout::Position, layout::Rect,
};

use crate::tui::actions::{Motion, NOTCH, Place, StepDirection, StepSize};
use crate::tui::layout::{ListAreas, PaneAreas};
use crate::tui::{
    model::Focus, model::Hints, model::Model, model::pair::row_of_map_cell, update, update::pair,
    update::parameters, update::perform_action, views,
};

/// Maximum time between the clicks of a double click.
const DOUBLE: Duration = Duration::from_millis(400);

pub(crate) fn handle_mouse(model: &mut Model, mouse: MouseEvent) {
    let at = Position::new(mouse.column, mouse.row);
    let footer = model.areas.footer;
    if footer.contains(at) && mouse.kind == MouseEventKind::Down(MouseButton::Left) {
        return click_hint(model, at, footer.width);
    }
    if mouse.kind != MouseEventKind::Moved && model.prompt.is_none() {
        model.decisions.just_marked = None;
    }
    let motion = Motion::from_wheel(mouse.kind);
    let is_seen = !matches!(model.current_place(), Place::Help | Place::Palette);
    if let (Some(motion), Some(parameter)) = (motion, parameters::parameter_at(model, at))
        && is_seen
    {
        model.note = None;
        let is_up = motion == Motion::Up;
        let direction = if is_up { StepDirection::Next } else { StepDirection::Back };
        return parameters::step_parameter(model, parameter, (direction, StepSize::Fine));
    }
    if let Some(handled) = views::handle_mouse(model, mouse.kind, at) {
        if let Err(action) = handled {
            perform_action(model, action);
        }
        return;
    }
    if let Some(motion) = motion {
        return handle_wheel(model, at, motion);
    }
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) if press_in_pair(model, at) => {}
        MouseEventKind::Down(MouseButton::Left) => {
            let before = model.clicked.replace((model.now, at));
            let again = before.is_some_and(|(then, place)| {
                place == at && model.now.saturating_sub(then) <= DOUBLE
            });
            if handle_single_click(model, at) && again {
                update::handle_enter_key(model);
            }
        }
        // Dragging over a text usually means selecting text.
        MouseEventKind::Drag(MouseButton::Left)
            if !model.has_overlay() && matches!(pane_at(model, at), Some(Focus::Pane(_))) =>
        {
            model.show_note(
                "to select text hold Shift; --mouse off leaves the mouse to the terminal",
            );
        }
        _ => {}
    }
}

fn click_hint(model: &mut Model, at: Position, width: u16) {
    if model.prompt.is_some() {
        return;
    }
    if let Some(action) = Hints::new(model, width).action_at(at.x) {
        model.note = None;
        perform_action(model, action);
    }
}

fn pane_at(model: &Model, at: Position) -> Option<Focus> {
    let areas = model.areas;
    let is_in = |area: Rect| area.contains(at);
    let in_list = |list: ListAreas| [list.above, list.columns, list.rows].into_iter().any(is_in);
    if areas.list.is_some_and(in_list) {
        return Some(Focus::List);
    }
    let whole = |pane: PaneAreas| pane.gutter.union(pane.text).union(pane.map).union(pane.title);
    let mut panes = areas.pair?.shown_panes();
    panes.find(|(_, pane)| is_in(whole(*pane))).map(|(which, _)| Focus::Pane(which))
}

/// Scrolls the part under the mouse. The focus stays.
fn handle_wheel(model: &mut Model, at: Position, motion: Motion) {
    match pane_at(model, at) {
        Some(Focus::Pane(which)) => {
            for _ in 0..NOTCH {
                pair::scroll_text(model, which, motion);
            }
        }
        // A list moves by one row, so that the part below it follows visibly.
        Some(Focus::List) => {
            model.current_list().scroll_wheel(model, at, motion);
            pair::refresh_list_and_pair(model);
        }
        Some(Focus::Bar) | None => {}
    }
}

/// Handles a click. Returns true if it selected a line of a list.
fn handle_single_click(model: &mut Model, at: Position) -> bool {
    if let Some(cell) = parameters::bar_cell_at(model, at) {
        let parameter = cell.shows.unwrap_or(model.parameter_state.chosen);
        parameters::focus_parameter(model, parameter);
        return false;
    }
    let Some(focus) = pane_at(model, at) else { return false };
    model.focus = focus;
    let Some(areas) = model.areas.list.filter(|_| focus == Focus::List) else { return false };
    let is_on_line = model.current_list().click_list(model, at, &areas);
    pair::refresh_list_and_pair(model);
    is_on_line
}

// The mouse on the open pair: the numbers and the maps beside the texts.

/// Handles a press of the button. Returns true if the press acts on the pair.
fn press_in_pair(model: &mut Model, at: Position) -> bool {
    let areas = model.areas.pair.filter(|_| !model.is_view_of_pair_at(Place::Dots));
    let Some(areas) = areas else { return false };
    let Some(pair) = model.open_pair_mut() else { return false };
    let hit = |part: fn(&PaneAreas) -> Rect| {
        areas.shown_panes().find(|(_, pane)| part(pane).contains(at))
    };
    let in_gutter = hit(|pane| pane.gutter).and_then(|(which, area)| {
        let pane = pair.pane(which);
        let row = (pane.top + usize::from(at.y - area.gutter.y)).checked_sub(pane.pad)?;
        Some((which, pair.passage_on_row(which, row)?))
    });
    let on_map = hit(|pane| pane.map);
    if let Some((which, index)) = in_gutter {
        pair.activate_passage(index);
        model.focus = Focus::Pane(which);
    } else if let Some((which, pane)) = on_map {
        let cell = at.y.saturating_sub(pane.map.y);
        let row = row_of_map_cell(pair.pane(which), pane.map.height, cell);
        pair.scroll_row_to_middle(which, row);
        model.focus = Focus::Pane(which);
    }
    in_gutter.is_some() || on_map.is_some()
}
