//! The mouse. Its effect depends on the part under the mouse.

use std::time::Duration;

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::tui::actions::{KeyName, Motion, Place};
use crate::tui::keys::key_map::key_of;
use crate::tui::layout::{ListAreas, PairAreas, PaneAreas, PaneSide};
use crate::tui::model::pair::{pane::row_at, passages::number_strip};
use crate::tui::model::{Focus, Hints, Model};
use crate::tui::parameters::bar::BarShows;
use crate::tui::update::pair::{self, passages::list_rows};
use crate::tui::update::parameters::{self, pointer};
use crate::tui::update::{moving, perform};
use crate::tui::views::{current_list, dots, explain, help, lesson, palette, sandbox};

/// Rows per notch of the wheel.
const NOTCH: usize = 3;
/// Maximum time between the clicks of a double click.
const DOUBLE: Duration = Duration::from_millis(400);

pub(crate) fn take(model: &mut Model, mouse: MouseEvent) {
    let at = Position::new(mouse.column, mouse.row);
    let footer = model.areas.map(|areas| areas.footer).filter(|footer| footer.contains(at));
    if let Some(footer) = footer
        && mouse.kind == MouseEventKind::Down(MouseButton::Left)
    {
        return hint(model, at, footer.width);
    }
    if model.is_covered() && !model.has_overlay() {
        return cover(model, mouse.kind, at);
    }
    let is_taken = pointer::drag_threshold(model, mouse)
        || !model.has_overlay()
            && (dots::mouse(model, mouse.kind, at) || explain::mouse(model, mouse.kind, at));
    if is_taken {
        return;
    }
    match mouse.kind {
        MouseEventKind::ScrollDown => wheel(model, at, Motion::Down),
        MouseEventKind::ScrollUp => wheel(model, at, Motion::Up),
        MouseEventKind::Down(MouseButton::Left) if press_on_pair(model, at) => {}
        MouseEventKind::Down(MouseButton::Left) => {
            let before = model.clicked.replace((model.now, at));
            let again = before.is_some_and(|(then, place)| {
                place == at && model.now.saturating_sub(then) <= DOUBLE
            });
            press(model, at, again);
        }
        // Dragging over a text usually means selecting text.
        MouseEventKind::Drag(MouseButton::Left)
            if !drag(model, at)
                && !model.has_overlay()
                && matches!(part_at(model, at), Some(Focus::Pane(_))) =>
        {
            model.note = Some(format!(
                "to select text hold Shift, or {} gives the mouse to the terminal",
                key_of(KeyName::Mouse)
            ));
        }
        MouseEventKind::Up(MouseButton::Left) => release(model),
        _ => {}
    }
}

/// Handles the mouse on the lesson or the sandbox, which cover list and pair.
fn cover(model: &mut Model, kind: MouseEventKind, at: Position) {
    let is_lesson = model.layers.has(Place::Lesson);
    let motion = match kind {
        MouseEventKind::ScrollDown => Motion::Down,
        MouseEventKind::ScrollUp => Motion::Up,
        MouseEventKind::Down(MouseButton::Left) => {
            if is_lesson {
                lesson::click(model, at);
            } else {
                sandbox::click(model, at);
            }
            return;
        }
        _ => return,
    };
    if let Some(parameter) = pointer::parameter_at(model, at) {
        return pointer::wheel_on_parameter(model, parameter, motion);
    }
    if is_lesson {
        lesson::step(model, motion);
    } else {
        (0..NOTCH).for_each(|_| sandbox::step(model, motion));
    }
}

/// Handles a click on a key of the last row like the key.
fn hint(model: &mut Model, at: Position, width: u16) {
    if model.prompt.is_some() {
        return;
    }
    if let Some(action) = Hints::new(model, width).action_at(at.x) {
        model.note = None;
        perform(model, action);
    }
}

/// Handles a press of the left button. `again` if the button was pressed at this position a moment ago.
fn press(model: &mut Model, at: Position, again: bool) {
    if model.areas.is_none() {
        return;
    }
    let handled = match model.place() {
        Place::Help => help::click(model, at),
        Place::Palette => palette::click(model, at),
        _ => {
            click(model, at);
            let list = model.list_areas();
            let selected = list
                .filter(|list| list.rows.contains(at))
                .is_some_and(|list| current_list(model).is_selected(model, at, &list));
            if again && selected {
                moving::enter(model);
            }
            return;
        }
    };
    if let Err(action) = handled {
        perform(model, action);
    }
}

/// Returns the part at a position of the screen.
fn part_at(model: &Model, at: Position) -> Option<Focus> {
    let areas = model.areas?;
    let is_in = |area: Rect| area.contains(at);
    let in_list = |list: ListAreas| [list.above, list.columns, list.rows].into_iter().any(is_in);
    if areas.list.is_some_and(in_list) {
        return Some(Focus::List);
    }
    let pair = areas.pair?;
    let whole = |pane: PaneAreas| pane.gutter.union(pane.text).union(pane.map).union(pane.title);
    let a = pair.a.filter(|pane| is_in(whole(*pane))).map(|_| Focus::Pane(PaneSide::A));
    a.or_else(|| pair.b.filter(|pane| is_in(whole(*pane))).map(|_| Focus::Pane(PaneSide::B)))
}

/// Scrolls the part under the mouse. The focus stays.
fn wheel(model: &mut Model, at: Position, motion: Motion) {
    if model.has_overlay() && (is_list(model, at) || !is_seen(model)) {
        return (0..NOTCH).for_each(|_| moving::step(model, motion));
    }
    if let Some(parameter) = pointer::parameter_at(model, at) {
        return pointer::wheel_on_parameter(model, parameter, motion);
    }
    match part_at(model, at) {
        Some(Focus::Pane(which)) => {
            for _ in 0..NOTCH {
                pair::scroll_text(model, which, motion);
            }
        }
        // A list moves by one row, so that the user sees the part below change.
        Some(Focus::List) => current_list(model).scroll_wheel(model, at, motion),
        Some(Focus::Bar) | None => {}
    }
}

fn click(model: &mut Model, at: Position) {
    match pointer::bar_cell_at(model, at) {
        Some(BarShows::Parameter(parameter)) => {
            parameters::focus_parameter(model, parameter);
            return;
        }
        Some(BarShows::More) => {
            model.focus = Focus::Bar;
            return;
        }
        None => {}
    }
    if current_list(model).click_title(model, at) {
        return;
    }
    let Some(focus) = part_at(model, at) else {
        return;
    };
    model.focus = focus;
    if focus != Focus::List {
        return;
    }
    if let Some(areas) = model.list_areas() {
        current_list(model).click(model, at, &areas);
    }
}

// The mouse on the open pair: the numbers of the passages, their list, and the maps of the texts.

fn pair_areas(model: &Model) -> Option<PairAreas> {
    model.pair_areas().filter(|_| is_seen(model))
}

/// Returns true if the texts are visible: only the list of passages may cover them.
pub(crate) fn is_seen(model: &Model) -> bool {
    !model.pair_shows(Place::Dots) && !matches!(model.place(), Place::Help | Place::Palette)
}

pub(crate) fn is_list(model: &Model, at: Position) -> bool {
    pair_areas(model).is_some_and(|areas| areas.passages.contains(at))
}

/// Handles a press of the button. Returns true if the press acts on the pair.
pub(crate) fn press_on_pair(model: &mut Model, at: Position) -> bool {
    if let Some(index) = passage_at(model, at) {
        if let Some(pair) = model.open_mut() {
            pair.activate(index);
        }
        return true;
    }
    let Some(areas) = pair_areas(model) else {
        return false;
    };
    if let Some((which, index)) = passage_in_gutter(model, at) {
        model.focus = Focus::Pane(which);
        if let Some(pair) = model.open_mut() {
            pair.activate(index);
        }
        return true;
    }
    for (which, pane) in [(PaneSide::A, areas.a), (PaneSide::B, areas.b)] {
        if pane.is_some_and(|pane| pane.map.contains(at)) && model.open().is_some() {
            model.focus = Focus::Pane(which);
            model.reading.dragged_map = Some(which);
            drag(model, at);
            return true;
        }
    }
    areas.passages.contains(at)
}

/// Returns the passage whose number or line is at a position.
fn passage_at(model: &Model, at: Position) -> Option<usize> {
    let areas = pair_areas(model)?;
    let pair = model.open()?;
    if areas.strip.contains(at) {
        let strip = number_strip(pair, areas.strip.width);
        let column = at.x - areas.strip.x;
        let cell =
            strip.cells.iter().find(|cell| (cell.column..cell.end_column()).contains(&column));
        return cell.map(|cell| cell.index);
    }
    if areas.passages.contains(at) {
        let line = usize::from(at.y - areas.passages.y).checked_sub(1)?;
        let order = model.reading.order;
        let place = pair.page_of_active(list_rows(model), order).start + line;
        return pair.passage_on_line(place, order);
    }
    None
}

/// Returns the text whose gutter is at a position, and the passage of that row.
fn passage_in_gutter(model: &Model, at: Position) -> Option<(PaneSide, usize)> {
    let areas = pair_areas(model)?;
    let pair = model.open()?;
    let (which, area) = [(PaneSide::A, areas.a), (PaneSide::B, areas.b)]
        .into_iter()
        .find_map(|(which, pane)| Some((which, pane.filter(|pane| pane.gutter.contains(at))?)))?;
    let pane = pair.pane(which);
    let row = (pane.top + usize::from(at.y - area.gutter.y)).checked_sub(pane.pad)?;
    Some((which, pair.passage_on(which, row)?))
}

/// Scrolls the text whose map the user drags. Returns true if the user drags a map.
pub(crate) fn drag(model: &mut Model, at: Position) -> bool {
    let Some(which) = model.reading.dragged_map else {
        return false;
    };
    let areas = pair_areas(model);
    let pane = areas.and_then(|areas| which.of(areas.a, areas.b));
    let free = model.reading.free;
    if let (Some(pane), Some(pair)) = (pane, model.open_mut()) {
        let cell = at.y.saturating_sub(pane.map.y);
        let row = row_at(pair.pane(which), pane.map.height, cell);
        pair.center_row(which, row, free);
    }
    true
}

pub(crate) const fn release(model: &mut Model) {
    model.reading.dragged_map = None;
}
