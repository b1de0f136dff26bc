//! The sandbox: opening it, writing in it, and asking for a comparison after every key.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use shingle::lesson::subject::LONGEST;

use crate::tui::actions::{Motion, StepDirection};
use crate::tui::model::{
    Compared, DraftAreas, Focus, Model, PairState, ReturnPoint, Sandbox, SandboxAreas,
};
use crate::tui::update::parameters::{self, pointer};
use crate::tui::update::{dots, lesson, pair};
use crate::tui::{drawing::WrappedRows, layout::PaneSide, messages::Command};

/// Opens the sandbox, or leaves it.
pub(crate) fn toggle(model: &mut Model) -> Vec<Command> {
    match &model.lesson {
        Some(open_lesson) if open_lesson.alone => {
            model.note = Some("the sandbox without a folder: shingle teach --sandbox".into());
            return Vec::new();
        }
        Some(_) if model.sandbox.is_some() => return lesson::leave(model),
        _ if model.sandbox.is_some() => return leave(model),
        _ => {}
    }
    let lesson = model.lesson.take();
    model.focus = text_focus(model);
    let before = dots::before(model);
    let brought = pair::bring(model);
    let names =
        model.pair.as_ref().filter(|_| brought.is_some()).map(|current| current.names.clone());
    let is_of_it =
        |closed: &mut Sandbox| closed.return_to.as_ref().is_some_and(|one| one.names == names);
    let mut sandbox = model.kept_sandbox.take_if(is_of_it).unwrap_or_else(|| match names {
        Some(_) => Sandbox::to_come(),
        None => Sandbox::begin(None),
    });
    sandbox.return_to = Some(ReturnPoint { before, lesson, names });
    model.sandbox = Some(sandbox);
    model.close_overlays();
    let mut commands = brought.unwrap_or_default();
    commands.extend(pair::settle(model));
    commands
}

/// Leaves the sandbox for what was there before. A text that was changed is kept.
pub(crate) fn leave(model: &mut Model) -> Vec<Command> {
    let Some(mut sandbox) = model.sandbox.take() else { return Vec::new() };
    let Some(return_to) = &mut sandbox.return_to else {
        model.note = Some("the sandbox is the only view; Ctrl-C quits".into());
        model.sandbox = Some(sandbox);
        return Vec::new();
    };
    model.lesson = return_to.lesson.take();
    let before = return_to.before.clone();
    if sandbox.edited {
        model.kept_sandbox = Some(sandbox);
    }
    dots::go_back(model, before)
}

/// The focus behind the sandbox, but never the parameters.
const fn text_focus(model: &Model) -> Focus {
    match model.focus {
        Focus::Bar if model.zoomed || model.reading.alone => Focus::Pane(model.reading.last),
        Focus::Bar => Focus::List,
        other => other,
    }
}

/// Esc: from the parameters to the texts, from the texts back to what was there before.
pub(crate) fn back(model: &mut Model) -> Vec<Command> {
    if model.focus == Focus::Bar {
        model.focus = text_focus(model);
        return Vec::new();
    }
    leave(model)
}

/// Tab: from text to text, then to the parameters, and round again.
pub(crate) fn focus(model: &mut Model, direction: StepDirection) {
    let Some(sandbox) = &mut model.sandbox else { return };
    let place =
        if model.focus == Focus::Bar { 2 } else { usize::from(sandbox.which == PaneSide::B) };
    let next = match direction {
        StepDirection::Next => (place + 1) % 3,
        StepDirection::Back => (place + 2) % 3,
    };
    match next {
        0 => sandbox.which = PaneSide::A,
        1 => sandbox.which = PaneSide::B,
        _ => {}
    }
    model.focus = if next == 2 { Focus::Bar } else { text_focus(model) };
}

/// Takes a key: inserts its character or moves the caret.
pub(crate) fn type_key(model: &mut Model, key: KeyEvent) {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let Some(sandbox) = &mut model.sandbox else { return };
    model.note = None;
    let draft = sandbox.draft();
    let changed = match key.code {
        KeyCode::Char('u') if control => draft.clear(),
        KeyCode::Char('w') | KeyCode::Backspace if control => draft.erase_word(),
        KeyCode::Char(letter) if !control && !key.modifiers.contains(KeyModifiers::ALT) => {
            write(model, letter.encode_utf8(&mut [0; 4]));
            return;
        }
        KeyCode::Backspace => draft.erase(),
        KeyCode::Delete => draft.delete(),
        KeyCode::Left | KeyCode::Right | KeyCode::Home | KeyCode::End => {
            match key.code {
                KeyCode::Left if control => draft.word_left(),
                KeyCode::Left => draft.caret_left(),
                KeyCode::Right if control => draft.word_right(),
                KeyCode::Right => draft.caret_right(),
                code => draft.line_end(code == KeyCode::End),
            }
            false
        }
        _ => false,
    };
    sandbox.edited |= changed;
}

/// Inserts a text at the caret: a letter, a line end, a paste.
pub(crate) fn write(model: &mut Model, text: &str) {
    let Some(sandbox) = &mut model.sandbox else { return };
    (sandbox.edited, sandbox.awaits_pair) = (true, false);
    if !sandbox.draft().write(text) {
        let note = format!("a text here has at most {LONGEST} bytes: the rest is cut");
        model.note = Some(note);
    }
}

/// Moves the caret by rows.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    let Some(areas) = areas(model) else { return };
    let Some(sandbox) = &mut model.sandbox else { return };
    let area = areas.panes[usize::from(sandbox.which == PaneSide::B)];
    let (width, page) = (area.columns(), usize::from(area.text.height).saturating_sub(1).max(1));
    let draft = sandbox.draft();
    match motion.rows(page) {
        Some((direction, rows)) => draft.rows(direction == StepDirection::Next, rows, width),
        None => draft.go(if motion == Motion::First { 0 } else { usize::MAX }),
    }
}

fn areas(model: &Model) -> Option<SandboxAreas> {
    model.areas().map(|areas| SandboxAreas::new(areas.body))
}

/// Takes the texts of its pair, once they are there.
fn fill(model: &mut Model) {
    let Some(sandbox) = model.sandbox.as_mut().filter(|sandbox| sandbox.awaits_pair) else {
        return;
    };
    match model.pair.as_ref().map(|current| &current.answer) {
        Some(PairState::Open(pair)) => sandbox.fill(&pair.view, pair.active),
        Some(PairState::Awaited) => {}
        Some(PairState::Refused(reason)) => {
            model.note = Some(reason.clone());
            sandbox.awaits_pair = false;
        }
        None => sandbox.awaits_pair = false,
    }
}

/// Asks for a comparison if there is none for these texts and parameters, and keeps both carets visible.
pub(crate) fn keep(model: &mut Model) -> Option<Command> {
    fill(model);
    let areas = areas(model);
    let sandbox = model.sandbox.as_mut()?;
    if let Some(areas) = areas {
        for (draft, area) in sandbox.drafts.iter_mut().zip(areas.panes) {
            draft.scroll(area.columns(), usize::from(area.text.height));
        }
    }
    let request = sandbox.keep(&model.params, model.last_request + 1)?;
    model.last_request += 1;
    Some(Command::Compare(request))
}

/// Takes a comparison.
pub(crate) fn compared(model: &mut Model, compared: Compared) {
    if let Some(sandbox) = &mut model.sandbox {
        sandbox.take(compared);
    }
}

/// A click moves the caret or chooses a parameter.
pub(crate) fn click(model: &mut Model, place: Position) {
    if let Some(parameter) = pointer::parameter(model, place) {
        parameters::choose(model, parameter);
        return;
    }
    let Some(areas) = areas(model) else { return };
    let is_in = |area: &DraftAreas| area.title.union(area.text).contains(place);
    let Some(index) = areas.panes.iter().position(is_in) else { return };
    let (focus, area) = (text_focus(model), areas.panes[index].text);
    let Some(sandbox) = &mut model.sandbox else { return };
    sandbox.which = if index == 0 { PaneSide::A } else { PaneSide::B };
    model.focus = focus;
    if area.contains(place) {
        let draft = sandbox.draft();
        let rows = WrappedRows::new(&draft.text, areas.panes[index].columns());
        let row = draft.top + usize::from(place.y - area.y);
        draft.place(&rows, row, place.x - area.x);
    }
}
