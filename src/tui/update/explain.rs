//! The explained word: choosing one by keys or by the mouse, and asking the engine about it.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::Position;

use shingle::engine::Question;

use crate::tui::actions::{Motion, StepDirection};
use crate::tui::model::explain::{byte_at, word_at};
use crate::tui::model::{CurrentPair, Explain, Focus, Model, OpenPair, PairState};
use crate::tui::update::pair::{bring, settle};
use crate::tui::{layout::PaneSide, messages::Command, update::dots};

/// Starts or stops explaining a word.
pub(crate) fn toggle(model: &mut Model) -> Vec<Command> {
    if model.explain.is_some() {
        return leave(model);
    }
    model.lists_passages = false;
    let which = match model.focus {
        Focus::Pane(PaneSide::B) => PaneSide::B,
        _ => PaneSide::A,
    };
    // From the dot plot it goes to the word at the cross-hair.
    let word = model.cursor(which).filter(|_| model.dots.is_some());
    let (plot, mut commands) = dots::leave_plot(model);
    let before = dots::before(model);
    let Some(brought) = bring(model).filter(|_| has_text(model)) else {
        model.note = Some("no text to choose a word from".into());
        return commands;
    };
    commands.extend(brought);
    let mut explain = Explain::new(before, which, word);
    explain.plot = plot;
    model.explain = Some(explain);
    model.focus = Focus::Pane(which);
    commands.extend(settle(model));
    commands
}

/// Leaves the explanation for what was there before.
pub(crate) fn leave(model: &mut Model) -> Vec<Command> {
    let Some(Explain { before, plot, .. }) = model.explain.take() else { return Vec::new() };
    match plot {
        Some(plot) => dots::again(model, plot),
        None => dots::go_back(model, before),
    }
}

/// Moves to the next or previous word.
pub(crate) fn sideways(model: &mut Model, direction: StepDirection) {
    with(model, |explain, pair| explain.sideways(pair, direction == StepDirection::Next));
}

/// Moves to another row, or scrolls the explanation.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    match motion {
        Motion::Down | Motion::Up => {
            with(model, |explain, pair| explain.vertically(pair, motion == Motion::Down));
        }
        Motion::First | Motion::Last => {
            with(model, |explain, pair| explain.text_end(pair, motion == Motion::Last));
        }
        Motion::PageDown | Motion::HalfDown => scroll(model, true),
        Motion::PageUp | Motion::HalfUp => scroll(model, false),
    }
}

/// Moves to the first or the last word of the row.
pub(crate) fn row_end(model: &mut Model, direction: StepDirection) {
    with(model, |explain, pair| explain.row_end(pair, direction == StepDirection::Next));
}

/// Moves to the same place in the other text.
pub(crate) fn across(model: &mut Model) {
    with(model, Explain::across);
    if let Some(explain) = &model.explain {
        model.focus = Focus::Pane(explain.which);
    }
}

/// Scrolls the explanation by about a third of its visible rows.
fn scroll(model: &mut Model, down: bool) {
    let rows = model.areas().map_or(0, |areas| areas.panel.height);
    if let Some(explain) = &mut model.explain {
        explain.scroll(usize::from(rows / 4).max(1), down);
    }
}

/// Takes a message of the mouse on a text or on the explanation. `false` if it is about something else.
pub(crate) fn mouse(model: &mut Model, kind: MouseEventKind, at: Position) -> bool {
    let Some(areas) = model.areas().filter(|_| model.explain.is_some()) else { return false };
    if areas.panel.contains(at) {
        match kind {
            MouseEventKind::ScrollDown => scroll(model, true),
            MouseEventKind::ScrollUp => scroll(model, false),
            _ => {}
        }
        return true;
    }
    let Some(pair) = areas.pair.filter(|_| kind == MouseEventKind::Down(MouseButton::Left)) else {
        return false;
    };
    let panes = [(PaneSide::A, pair.a), (PaneSide::B, pair.b)];
    let hit = panes.into_iter().find_map(|(which, pane)| {
        let text = pane?.text;
        text.contains(at).then(|| (which, at.x - text.x, usize::from(at.y - text.y)))
    });
    let Some((which, column, line)) = hit else { return false };
    with(model, |explain, pair| {
        let pane = pair.pane(which);
        let row = (pane.top + line).saturating_sub(pane.pad).min(pane.rows.count() - 1);
        let side = pair.side(which);
        let word = word_at(side, byte_at(side, pane, row, column));
        explain.go(pair, which, word);
    });
    model.focus = Focus::Pane(which);
    true
}

/// Whether a pair with texts is there, or may be soon.
fn has_text(model: &Model) -> bool {
    model.pair.as_ref().is_some_and(|current| !matches!(current.answer, PairState::Refused(_)))
}

/// Keeps the cursor on a word of the open pair, and asks about it.
pub(crate) fn keep(model: &mut Model) -> Vec<Command> {
    if model.explain.is_some() && !has_text(model) {
        // The pair is gone or cannot be opened. What is shown instead says why.
        model.explain = None;
    }
    let mut question = None;
    with(model, |explain, pair| question = explain.keep(pair));
    question.map(|word| Command::Ask(0, Question::Word(word))).into_iter().collect()
}

/// Calls `act` with the cursor and the open pair.
fn with(model: &mut Model, act: impl FnOnce(&mut Explain, &mut OpenPair)) {
    let (current, free) = (model.pair.as_mut(), model.reading.free);
    if let (Some(explain), Some(CurrentPair { answer: PairState::Open(pair), .. })) =
        (&mut model.explain, current)
    {
        explain.free = free;
        act(explain, pair);
    }
}
