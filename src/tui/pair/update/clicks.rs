//! The mouse on the open pair: the numbers of the passages, their list, and the maps of the texts.

use ratatui::layout::Position;

use crate::tui::layout::PairAreas;
use crate::tui::pair::minimap::row_at;
use crate::tui::pair::numbers::strip;
use crate::tui::pair::pane::Which;
use crate::tui::screen::focus::{Focus, Overlay};
use crate::tui::screen::model::Model;

use super::passages::list_rows;

fn pair_areas(model: &Model) -> Option<PairAreas> {
    model.areas().and_then(|areas| areas.pair).filter(|_| is_seen(model))
}

/// Whether the texts are visible: nothing is on top of them but the list of passages.
pub(crate) fn is_seen(model: &Model) -> bool {
    model.dots.is_none() && matches!(model.overlay, None | Some(Overlay::Passages))
}

/// Whether a position is in the list of passages.
pub(crate) fn is_list(model: &Model, at: Position) -> bool {
    pair_areas(model).is_some_and(|areas| areas.passages.contains(at))
}

/// The button was pressed. Returns whether that acts on something of the pair.
pub(crate) fn press(model: &mut Model, at: Position) -> bool {
    if let Some(index) = passage_at(model, at) {
        if let Some(pair) = model.open_mut() {
            pair.activate(index);
        }
        return true;
    }
    let Some(areas) = pair_areas(model) else {
        return false;
    };
    if let Some((which, index)) = begun_at(model, at) {
        model.focus = Focus::Pane(which);
        if let Some(pair) = model.open_mut() {
            pair.activate(index);
        }
        return true;
    }
    for (which, pane) in [(Which::A, areas.a), (Which::B, areas.b)] {
        if pane.is_some_and(|pane| pane.map.contains(at)) && model.open().is_some() {
            model.focus = Focus::Pane(which);
            model.reading.held = Some(which);
            drag(model, at);
            return true;
        }
    }
    areas.passages.contains(at)
}

/// The passage whose number or line is at a position.
fn passage_at(model: &Model, at: Position) -> Option<usize> {
    let areas = pair_areas(model)?;
    let pair = model.open()?;
    if areas.strip.contains(at) {
        let strip = strip(pair, areas.strip.width);
        let column = at.x - areas.strip.x;
        let cell = strip.cells.iter().find(|cell| (cell.column..cell.end()).contains(&column));
        return cell.map(|cell| cell.index);
    }
    if areas.passages.contains(at) {
        let line = usize::from(at.y - areas.passages.y).checked_sub(1)?;
        let order = model.reading.order;
        let place = pair.page(list_rows(model), order).start + line;
        return pair.listed(place, order);
    }
    None
}

/// The text whose gutter is at a position, and the passage of that row.
fn begun_at(model: &Model, at: Position) -> Option<(Which, usize)> {
    let areas = pair_areas(model)?;
    let pair = model.open()?;
    let (which, area) = [(Which::A, areas.a), (Which::B, areas.b)]
        .into_iter()
        .find_map(|(which, pane)| Some((which, pane.filter(|pane| pane.gutter.contains(at))?)))?;
    let pane = pair.pane(which);
    let row = (pane.top + usize::from(at.y - area.gutter.y)).checked_sub(pane.pad)?;
    Some((which, pair.passage_on(which, row)?))
}

/// The mouse moves with the button pressed: the text whose map it drags follows. Returns whether it drags one.
pub(crate) fn drag(model: &mut Model, at: Position) -> bool {
    let Some(which) = model.reading.held else {
        return false;
    };
    let areas = pair_areas(model);
    let pane = areas.and_then(|areas| match which {
        Which::A => areas.a,
        Which::B => areas.b,
    });
    let free = model.reading.free;
    if let (Some(pane), Some(pair)) = (pane, model.open_mut()) {
        let cell = at.y.saturating_sub(pane.map.y);
        let row = row_at(pair.pane(which), pane.map.height, cell);
        pair.show(which, row, free);
    }
    true
}

/// The button was released.
pub(crate) const fn release(model: &mut Model) {
    model.reading.held = None;
}
