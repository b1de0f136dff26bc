//! The dot plot of the open pair: the places of the passages in both texts, and a cross-hair that both texts follow.

pub(crate) mod draw;
pub(crate) mod plot;
pub(crate) mod raster;

use std::sync::Arc;

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect};

use shingle::base::span::Span;

use self::plot::{Plot, segments};
use crate::tui::actions::{Action, Motion, Place, StepDirection};
use crate::tui::layout::PaneSide;
use crate::tui::model::{
    CurrentPair, Focus, Layer, Model, OpenPair, PairState, Pane, ScrollBefore, ScrollPlace,
};
use crate::tui::update::pair::{self, open_selected_zoomed, refresh_list_and_pair};
use crate::tui::views::Handled;

/// Cells of a large step.
const FAR: i32 = 10;
/// Cells of one notch of the wheel.
const NOTCH: i32 = 3;

#[derive(Debug)]
pub(crate) struct Dots {
    pub(crate) before: ScrollBefore,
    /// Start of the word at the cross-hair in each text. `None` until the pair arrives.
    pub(crate) at: Option<(u32, u32)>,
    pub(crate) plot: Option<Plot>,
    /// Scroll positions and activations of the pair at the last sync of texts and cross-hair.
    last_scroll: Option<(ScrollPlace, u64)>,
}

impl Layer for Dots {
    fn place(&self) -> Place {
        Place::Dots
    }

    fn cursor(&self, pair: Option<&OpenPair>, which: PaneSide) -> Option<Span> {
        let (a, b) = self.at?;
        let side = pair?.side(which);
        side.words.get(side.words_before(which.of(a, b))).copied()
    }

    fn before(&self) -> Option<&ScrollBefore> {
        Some(&self.before)
    }
}

impl Dots {
    /// Adapts plot, cross-hair and texts to the size, the pair, the passage and the scroll positions.
    fn follow(&mut self, pair: &mut OpenPair, size: (u16, u16)) {
        let is_of = |plot: &Plot| Arc::ptr_eq(&plot.view, &pair.view);
        let fits = |plot: &Plot| is_of(plot) && (plot.x.cells, plot.y.cells) == size;
        let is_current = self.plot.as_ref().is_some_and(fits);
        let moved = self.last_scroll != Some(scroll_place(pair));
        if self.plot.as_ref().is_some_and(|plot| plot.view.names() != pair.view.names()) {
            self.at = None;
        }
        if !is_current {
            let same = self.plot.take().filter(is_of);
            let segments = same.map_or_else(|| segments(&pair.view), |plot| plot.segments);
            self.plot = Some(Plot::new(pair, segments, size));
        }
        match self.at {
            None => self.go(pair, visible_start(pair)),
            Some(at) if !is_current => self.go(pair, at),
            Some(_) if moved => {
                let jumped = self.last_scroll.is_none_or(|(place, activations)| {
                    (place.active, activations) != (pair.active, pair.activations)
                });
                let target = active(pair)
                    .filter(|at| jumped || is_aligned(pair, *at))
                    .unwrap_or_else(|| (at_anchor(&pair.a), at_anchor(&pair.b)));
                self.at = Some(self.snapped(target));
                self.last_scroll = Some(scroll_place(pair));
            }
            Some(_) => {}
        }
    }

    fn step(&mut self, pair: &mut OpenPair, columns: i32, rows: i32) {
        let (Some(plot), Some(at)) = (&self.plot, self.at) else { return };
        let (a, b) = plot.words(at);
        let to = plot.bytes((plot.x.stepped(a, columns), plot.y.stepped(b, rows)));
        self.go(pair, to);
    }

    fn jump(&mut self, pair: &mut OpenPair, column: u16, row: u16) {
        let Some(plot) = &self.plot else { return };
        let to = plot.bytes((plot.x.word(column), plot.y.word(row)));
        self.go(pair, to);
    }

    /// Scrolls both texts to the cross-hair after a change of their panes.
    fn stay(&mut self, pair: &mut OpenPair) {
        // The plot of another view has other passages. `follow` makes another plot.
        let is_current = self.plot.as_ref().is_some_and(|plot| Arc::ptr_eq(&plot.view, &pair.view));
        if let Some(at) = self.at.filter(|_| is_current) {
            self.go(pair, at);
        }
    }

    fn snapped(&self, at: (u32, u32)) -> (u32, u32) {
        self.plot.as_ref().map_or(at, |plot| plot.bytes(plot.words(at)))
    }

    fn go(&mut self, pair: &mut OpenPair, to: (u32, u32)) {
        let at = self.snapped(to);
        self.at = Some(at);
        pair.active = self.plot.as_ref().and_then(|plot| plot.passage(at)).or(pair.active);
        let rows = (pair.a.rows.row_of(at.0), pair.b.rows.row_of(at.1));
        let third = third(pair, rows);
        pair.a.align(rows.0, third);
        pair.b.align(rows.1, third);
        self.last_scroll = Some(scroll_place(pair));
    }
}

fn scroll_place(pair: &OpenPair) -> (ScrollPlace, u64) {
    (ScrollPlace::new(pair), pair.activations)
}

/// Returns the start of the active passage if visible, else of the aligned rows.
fn visible_start(pair: &OpenPair) -> (u32, u32) {
    let visible = active(pair).filter(|at| {
        let row = pair.a.rows.row_of(at.0);
        pair.a.shows(row, row)
    });
    visible.unwrap_or_else(|| (at_anchor(&pair.a), at_anchor(&pair.b)))
}

/// Returns true if both texts have the place in one row: a third from the top, or higher near the beginning.
fn is_aligned(pair: &OpenPair, at: (u32, u32)) -> bool {
    let rows = (pair.a.rows.row_of(at.0), pair.b.rows.row_of(at.1));
    let third = third(pair, rows);
    (rows.0 + pair.a.pad, rows.1 + pair.b.pad) == (pair.a.top + third, pair.b.top + third)
}

fn third(pair: &OpenPair, rows: (usize, usize)) -> usize {
    (pair.a.height.min(pair.b.height) / 3).min(rows.0.max(rows.1))
}

fn active(pair: &OpenPair) -> Option<(u32, u32)> {
    let passage = pair.active_passage()?;
    Some((passage.a.start, passage.b.start))
}

fn at_anchor(pane: &Pane) -> u32 {
    pane.rows.row_start(pane.top + pane.anchor_offset())
}

/// Closes the plot, or opens the plot. The texts keep their scroll positions until the cross-hair moves.
pub(crate) fn toggle(model: &mut Model) {
    if model.pair_shows(Place::Dots) {
        return leave(model);
    }
    model.layers.close_overlays();
    let now = pair::screen_before(model);
    if !open_selected_zoomed(model) {
        return model.show_note("no pair to plot");
    }
    let before = model.layers.close_of_pair().unwrap_or(now);
    model.layers.push(Box::new(Dots { before, at: None, plot: None, last_scroll: None }));
    if !matches!(model.focus, Focus::Pane(_)) {
        model.focus = Focus::Pane(PaneSide::A);
    }
    refresh_list_and_pair(model);
}

pub(crate) fn leave(model: &mut Model) {
    let Some(Dots { before, .. }) = model.layers.pop_as() else { return };
    pair::return_to(model, before);
}

/// Shows the texts at the cross-hair. Returns the closed plot.
pub(crate) fn leave_plot(model: &mut Model) -> Option<Dots> {
    let mut dots = model.layers.pop_as::<Dots>()?;
    refresh_list_and_pair(model);
    if let Some(pair) = model.open_mut() {
        dots.stay(pair);
    }
    Some(dots)
}

/// Shows a plot again after the explanation above the plot closed.
pub(crate) fn show_again(model: &mut Model) {
    refresh_list_and_pair(model);
    with(model, Dots::stay);
}

pub(crate) fn act(model: &mut Model, action: Action) -> Handled {
    let (columns, rows) = match action {
        Action::Move(Motion::First) => (i32::MIN, i32::MIN),
        Action::Move(Motion::Last) => (i32::MAX, i32::MAX),
        Action::Move(Motion::Down) => (0, 1),
        Action::Move(Motion::Up) => (0, -1),
        Action::Move(Motion::PageDown) => (0, FAR),
        Action::Move(Motion::PageUp) => (0, -FAR),
        Action::Move(Motion::HalfDown) => (0, FAR / 2),
        Action::Move(Motion::HalfUp) => (0, -FAR / 2),
        Action::Side(direction) => (towards(direction, 1), 0),
        Action::Far(direction) => (towards(direction, FAR), 0),
        Action::Edge(direction) => (towards(direction, i32::MAX), 0),
        // The texts show the words at the cross-hair.
        Action::Enter => {
            leave_plot(model);
            return Ok(());
        }
        Action::Leave => {
            leave(model);
            return Ok(());
        }
        _ => return Err(action),
    };
    go(model, columns, rows);
    Ok(())
}

const fn towards(direction: StepDirection, cells: i32) -> i32 {
    match direction {
        StepDirection::Next => cells,
        StepDirection::Back => -cells,
    }
}

fn go(model: &mut Model, columns: i32, rows: i32) {
    with(model, |dots, pair| dots.step(pair, columns, rows));
}

/// Moves the cross-hair by a mouse event on the plot, or scrolls a text. Returns `false` for other places.
pub(crate) fn mouse(model: &mut Model, kind: MouseEventKind, at: Position) -> bool {
    let Some(areas) = model.areas.filter(|areas| areas.body.contains(at)) else { return false };
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
                let (byte, Some(at)) = (pane.rows.row_start(row), dots.at) else { return };
                dots.go(pair, which.of((byte, at.1), (at.0, byte)));
            });
        }
        _ => {}
    }
    true
}

fn scroll(model: &mut Model, which: PaneSide, motion: Motion) {
    for _ in 0..NOTCH {
        pair::scroll_text(model, which, motion);
    }
}

pub(crate) fn keep(model: &mut Model) {
    if !model.pair_shows(Place::Dots) {
        return;
    }
    if model.pair.is_none() {
        // The pair is gone. The list shows the reason.
        model.layers.close_of_pair();
        return;
    }
    if let Some(areas) = model.areas.and_then(|areas| areas.dots) {
        let size = (areas.plot.width, areas.plot.height);
        with(model, |dots, pair| dots.follow(pair, size));
    }
}

fn with(model: &mut Model, act: impl FnOnce(&mut Dots, &mut OpenPair)) {
    let current = model.pair.as_mut();
    if let (Some(dots), Some(CurrentPair { answer: PairState::Open(pair), .. })) =
        (model.layers.get_mut(), current)
    {
        act(dots, pair);
    }
}
