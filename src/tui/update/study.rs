//! The study of the laboratory: requests, cancellation and answers.

use std::sync::Arc;

use shingle::{engine::Question, lab::Study};

use crate::tui::model::{Model, StudyStep, laboratory::LabAnswer, regions::list_height};
use crate::tui::{actions::Room, messages::Command};

/// Requests a study, unless the last study has these parameters.
pub(crate) fn enter_room(model: &mut Model) -> Option<Command> {
    let is_fresh = model.lab.study().is_some_and(|study| *study.params == model.params);
    (!is_fresh).then(|| request_study(model))
}

pub(crate) fn request_study(model: &mut Model) -> Command {
    let lab = &mut model.lab;
    lab.number += 1;
    (lab.awaited, lab.step) = (Some(model.params.clone()), None);
    Command::Ask(lab.number, Question::Study(true))
}

/// Cancels the study. The last answer stays.
pub(crate) fn cancel_study(model: &mut Model) -> Option<Command> {
    model.lab.step = None;
    model.lab.awaited.take().map(|_| Command::Ask(0, Question::Study(false)))
}

/// After a change of parameters, requests a study of the new parameters while the laboratory is open.
pub(crate) fn restart_study(model: &mut Model) -> Option<Command> {
    let studied = model.lab.awaited.as_ref().or(model.lab.study().map(|study| &*study.params));
    let is_new = model.rooms.current() == Room::Lab && studied != Some(&model.params);
    is_new.then(|| request_study(model))
}

pub(crate) fn handle_progress(model: &mut Model, number: u64, step: StudyStep) {
    if model.lab.number == number && model.lab.awaited.is_some() {
        model.lab.step = Some(step);
    }
}

pub(crate) fn handle_study(model: &mut Model, number: u64, answer: Result<Arc<Study>, String>) {
    if model.lab.number != number || model.lab.awaited.take().is_none() {
        return;
    }
    model.lab.step = None;
    let is_first = model.lab.study().is_none();
    let sketch = model.lab.sketch();
    model.lab.answer = Some(answer.map(LabAnswer::new));
    model.lay_out();
    let height = list_height(model);
    if is_first {
        model.lab.home(height);
    } else {
        // The tried sketches depend on the current sketch, so the selected sketch may be on another line now.
        let line = sketch.and_then(|sketch| model.lab.line_of(sketch));
        let line = line.unwrap_or(model.lab.cursor.selected);
        model.lab.cursor.select(line, model.lab.lines(), height);
    }
}
