//! Moving, opening, leaving: what they mean depends on where one is.

use super::super::command::Command;
use super::super::keymap::help;
use super::super::message::{Motion, Turn};
use super::super::model::pane::Which;
use super::super::model::prompt::{Prompt, Purpose};
use super::super::model::state::{Focus, Model, Overlay};
use super::pair::{resize_pair, settle};
use super::{list, pair, passages, reading, tuning};

/// One level back.
pub(super) fn leave(model: &mut Model) -> Vec<Command> {
    let prompt = model.prompt.take();
    model.tune.refused = None;
    if model.overlay.take().is_some() || prompt.is_some() {
        resize_pair(model);
        return Vec::new();
    }
    if model.focus == Focus::Bar && (model.zoomed || model.reading.alone) {
        model.focus = Focus::Pane(model.reading.last);
        return Vec::new();
    }
    if model.reading.alone {
        return reading::alone(model);
    }
    if model.zoomed {
        model.zoomed = false;
        model.focus = Focus::List;
        return settle(model);
    }
    model.focus = Focus::List;
    Vec::new()
}

/// Opens what is selected.
pub(super) fn enter(model: &mut Model) -> Vec<Command> {
    if let Some(Purpose::Value(dial)) = model.prompt.as_ref().map(|prompt| prompt.purpose) {
        return tuning::typed(model, dial);
    }
    if model.focus == Focus::Bar && model.overlay.is_none() && model.prompt.is_none() {
        tuning::ask(model, None);
        return Vec::new();
    }
    let prompt = model.prompt.take();
    let overlay = model.overlay.take();
    resize_pair(model);
    if overlay.is_some() || prompt.is_some() || model.zoomed || model.list.names.is_none() {
        return Vec::new();
    }
    model.zoomed = true;
    if model.focus == Focus::List {
        model.focus = Focus::Pane(Which::A);
    }
    settle(model)
}

/// Gives the focus to the next region, or to the one before.
pub(super) fn focus(model: &mut Model, turn: Turn) {
    let areas = model.areas();
    let mut ring = Vec::new();
    if areas.is_some_and(|areas| areas.list.is_some()) {
        ring.push(Focus::List);
    }
    if areas.is_some_and(|areas| areas.pair.is_some()) {
        ring.extend([Focus::Pane(Which::A), Focus::Pane(Which::B)]);
    }
    if areas.is_some() {
        ring.push(Focus::Bar);
    }
    let place = ring.iter().position(|focus| *focus == model.focus).unwrap_or(0);
    let next = match turn {
        Turn::Next => place + 1,
        Turn::Back => place + ring.len().saturating_sub(1),
    };
    model.focus = ring.get(next % ring.len().max(1)).copied().unwrap_or(Focus::List);
    resize_pair(model);
}

/// Moves in whatever has the focus.
pub(super) fn step(model: &mut Model, motion: Motion) -> Vec<Command> {
    if model.overlay == Some(Overlay::Passages) {
        passages::step(model, motion);
        return Vec::new();
    }
    if let Some(overlay) = model.overlay {
        model.overlay = Some(scroll_overlay(model, overlay, motion));
        return Vec::new();
    }
    if matches!(model.prompt.as_ref().map(|prompt| prompt.purpose), Some(Purpose::Value(_))) {
        return Vec::new();
    }
    match model.focus {
        Focus::List => list::step(model, motion),
        Focus::Pane(which) => {
            pair::step(model, which, motion);
            Vec::new()
        }
        Focus::Bar => tuning::step(model, motion),
    }
}

fn scroll_overlay(model: &Model, overlay: Overlay, motion: Motion) -> Overlay {
    let page = usize::from(model.size.1 / 2).max(1);
    let scrolled = |top: usize, lines: usize| {
        match motion {
            Motion::Down => top.saturating_add(1),
            Motion::Up => top.saturating_sub(1),
            Motion::PageDown => top.saturating_add(page),
            Motion::PageUp => top.saturating_sub(page),
            Motion::First => 0,
            Motion::Last => lines,
        }
        .min(lines.saturating_sub(1))
    };
    match overlay {
        Overlay::Help(top) => {
            Overlay::Help(scrolled(top, help(model.prompt.as_ref().map_or("", Prompt::text)).len()))
        }
        Overlay::Problems(top) => {
            let problems = model.snapshot.as_ref().map_or(0, |snapshot| snapshot.problems.len());
            Overlay::Problems(scrolled(top, problems))
        }
        Overlay::Passages => overlay,
    }
}
