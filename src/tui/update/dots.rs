//! The dot plot: opening it, moving its cross-hair, going back. Both texts follow.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::tui::actions::{Motion, StepDirection};
use crate::tui::model::{
    CurrentPair, Dots, Focus, Model, OpenPair, PairState, ScrollBefore, ScrollPlace,
};
use crate::tui::update::pair::{self, bring, settle};
use crate::tui::{layout::PaneSide, messages::Command};

/// How many cells a large step moves.
const FAR: i32 = 10;
/// How many cells one notch of the wheel moves.
const NOTCH: i32 = 3;

/// Opens the plot, or goes back.
pub(crate) fn toggle(model: &mut Model) -> Vec<Command> {
    if model.dots.is_some() { leave(model) } else { open(model) }
}

/// Moves the cross-hair sideways, by one step or a large one.
pub(crate) fn sideways(model: &mut Model, direction: StepDirection, far: bool) {
    go(model, towards(direction, if far { FAR } else { 1 }), 0);
}

const fn towards(direction: StepDirection, cells: i32) -> i32 {
    match direction {
        StepDirection::Next => cells,
        StepDirection::Back => -cells,
    }
}

/// Opens the plot. The texts stay where they are until the cross-hair moves.
fn open(model: &mut Model) -> Vec<Command> {
    model.lists_passages = false;
    let now = before(model);
    let Some(mut commands) = bring(model) else {
        model.note = Some("no pair to plot".into());
        return Vec::new();
    };
    let before = match model.explain.take() {
        Some(explain) => explain.plot.map_or(explain.before, |plot| plot.before),
        None => now,
    };
    model.dots = Some(Dots::new(before));
    if !matches!(model.focus, Focus::Pane(_)) {
        model.focus = Focus::Pane(PaneSide::A);
    }
    commands.extend(settle(model));
    commands
}

/// What is shown now, to come back to it.
pub(crate) fn before(model: &Model) -> ScrollBefore {
    let place = model.open().map(|pair| {
        let (a, b) = pair.view.names();
        ((a.clone(), b.clone()), ScrollPlace::new(pair))
    });
    ScrollBefore { focus: model.focus, zoomed: model.zoomed, place }
}

/// Leaves the plot for what was there before.
pub(crate) fn leave(model: &mut Model) -> Vec<Command> {
    let Some(dots) = model.dots.take() else { return Vec::new() };
    go_back(model, dots.before)
}

/// Restores focus, screen and scroll positions.
pub(crate) fn go_back(model: &mut Model, before: ScrollBefore) -> Vec<Command> {
    let ScrollBefore { focus, zoomed, place } = before;
    (model.focus, model.zoomed) = (focus, zoomed);
    let commands = settle(model);
    if let Some(((a, b), place)) = place
        && let Some(pair) = model.open_mut()
        && pair.view.names() == (&a, &b)
    {
        place.restore(pair);
    }
    commands
}

/// Goes to the texts, at the cross-hair.
pub(crate) fn enter(model: &mut Model) -> Vec<Command> {
    leave_plot(model).1
}

/// Goes to the texts, at the cross-hair. Returns the plot, to come back to it by [`again`].
pub(crate) fn leave_plot(model: &mut Model) -> (Option<Dots>, Vec<Command>) {
    let Some(mut dots) = model.dots.take() else { return (None, Vec::new()) };
    let commands = settle(model);
    if let Some(pair) = model.open_mut() {
        dots.stay(pair);
    }
    (Some(dots), commands)
}

/// Returns to a plot that was left, with its cross-hair where it was.
pub(crate) fn again(model: &mut Model, plot: Dots) -> Vec<Command> {
    model.dots = Some(plot);
    let commands = settle(model);
    with(model, Dots::stay);
    commands
}

/// Moves the cross-hair up or down.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    match motion {
        Motion::Down => go(model, 0, 1),
        Motion::Up => go(model, 0, -1),
        Motion::PageDown => go(model, 0, FAR),
        Motion::PageUp => go(model, 0, -FAR),
        Motion::HalfDown => go(model, 0, FAR / 2),
        Motion::HalfUp => go(model, 0, -FAR / 2),
        Motion::First => go(model, i32::MIN, i32::MIN),
        Motion::Last => go(model, i32::MAX, i32::MAX),
    }
}

/// Moves the cross-hair to the left or right edge.
pub(crate) fn edge(model: &mut Model, direction: StepDirection) {
    match direction {
        StepDirection::Next => go(model, i32::MAX, 0),
        StepDirection::Back => go(model, i32::MIN, 0),
    }
}

fn go(model: &mut Model, columns: i32, rows: i32) {
    with(model, |dots, pair| dots.step(pair, columns, rows));
}

/// Takes a message of the mouse: on the plot it moves the cross-hair, on a text it scrolls. `false` if it is about
/// something else.
pub(crate) fn mouse(model: &mut Model, kind: MouseEventKind, at: Position) -> bool {
    let Some(areas) = model.areas().filter(|areas| areas.body.contains(at)) else { return false };
    let (Some(dots), Some(panes)) = (areas.dots, areas.pair) else { return false };
    let plot: Rect = dots.plot;
    let text = [(PaneSide::A, panes.a), (PaneSide::B, panes.b)]
        .into_iter()
        .filter_map(|(which, pane)| Some((which, pane.filter(|_| dots.texts)?)))
        .find(|(_, pane)| pane.gutter.union(pane.text).contains(at));
    let on_plot = plot.contains(at);
    match (kind, text) {
        (MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left), _)
            if on_plot =>
        {
            with(model, |dots, pair| dots.jump(pair, at.x - plot.x, at.y - plot.y));
        }
        (MouseEventKind::ScrollDown, None) => go(model, 0, NOTCH),
        (MouseEventKind::ScrollUp, None) => go(model, 0, -NOTCH),
        (MouseEventKind::ScrollDown, Some((which, _))) => scroll(model, which, Motion::Down),
        (MouseEventKind::ScrollUp, Some((which, _))) => scroll(model, which, Motion::Up),
        (MouseEventKind::Down(MouseButton::Left), Some((which, pane))) => {
            model.focus = Focus::Pane(which);
            let line = usize::from(at.y.saturating_sub(pane.text.y));
            with(model, |dots, pair| {
                let pane = pair.pane(which);
                let row = (pane.top + line).saturating_sub(pane.pad);
                let byte = pane.rows.start(row);
                dots.jump_in(pair, which, byte);
            });
        }
        _ => {}
    }
    true
}

fn scroll(model: &mut Model, which: PaneSide, motion: Motion) {
    for _ in 0..NOTCH {
        pair::step(model, which, motion);
    }
}

/// Keeps plot, cross-hair and texts in agreement.
pub(crate) fn keep(model: &mut Model) {
    if model.dots.is_none() {
        return;
    }
    if model.pair.is_none() {
        // The pair is gone, and the list says why.
        model.dots = None;
        return;
    }
    if let Some(areas) = model.areas().and_then(|areas| areas.dots) {
        let size = (areas.plot.width, areas.plot.height);
        with(model, |dots, pair| dots.keep(pair, size));
    }
}

/// Calls `act` with the plot and the open pair.
fn with(model: &mut Model, act: impl FnOnce(&mut Dots, &mut OpenPair)) {
    let current = model.pair.as_mut();
    if let (Some(dots), Some(CurrentPair { answer: PairState::Open(pair), .. })) =
        (&mut model.dots, current)
    {
        act(dots, pair);
    }
}
