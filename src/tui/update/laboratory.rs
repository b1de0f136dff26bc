//! The laboratory: asking for a study and taking its answer, its pages, and setting the parameters that it found. It draws
//! nothing.

use std::sync::Arc;

use ratatui::layout::Position;
use shingle::engine::question::Question;
use shingle::lab::{Study, Subject};
use shingle::pipeline::parameters::Params;

use crate::tui::actions::room::Room;
use crate::tui::actions::{Motion, ScreenParameter, StepDirection};
use crate::tui::messages::Command;
use crate::tui::model::laboratory::LabAnswer;
use crate::tui::model::regions::list_height;
use crate::tui::model::{Focus, LabPage, LabTitle, Model, StudyStep};
use crate::tui::update::pair::open_whole;
use crate::tui::update::parameters;

/// Asks for a study, unless the last one has these parameters.
pub(crate) fn enter_room(model: &mut Model) -> Option<Command> {
    let is_fresh = model.lab.study().is_some_and(|study| *study.params == model.params);
    (!is_fresh).then(|| request(model))
}

/// Asks for a study.
pub(crate) fn request(model: &mut Model) -> Command {
    let lab = &mut model.lab;
    lab.number += 1;
    (lab.asked, lab.step) = (Some(model.params.clone()), None);
    Command::Ask(lab.number, Question::Study(true))
}

/// Stops the study. The last answer stays.
pub(crate) fn stop(model: &mut Model) -> Option<Command> {
    model.lab.step = None;
    model.lab.asked.take().map(|_| Command::Ask(0, Question::Study(false)))
}

/// Parameters were changed. While the laboratory is open, it studies the new ones.
pub(crate) fn follow(model: &mut Model) -> Option<Command> {
    let studied = model.lab.asked.as_ref().or(model.lab.study().map(|study| &*study.params));
    let is_new = model.rooms.here() == Room::Lab && studied != Some(&model.params);
    is_new.then(|| request(model))
}

/// Takes the progress of a study.
pub(crate) fn progress(model: &mut Model, number: u64, step: StudyStep) {
    if model.lab.number == number && model.lab.asked.is_some() {
        model.lab.step = Some(step);
    }
}

/// Takes an answer.
pub(crate) fn answer(model: &mut Model, number: u64, answer: Result<Arc<Study>, String>) {
    if model.lab.number != number || model.lab.asked.take().is_none() {
        return;
    }
    model.lab.step = None;
    let is_first = model.lab.study().is_none();
    let sketch = model.lab.sketch();
    model.lab.shown = Some(answer.map(LabAnswer::new));
    let height = list_height(model);
    if is_first {
        model.lab.home(height);
    } else {
        // Which sketches are tried depends on the current one, so the selected sketch may be on another line now.
        let line = sketch.and_then(|sketch| model.lab.line_of(sketch));
        let line = line.unwrap_or(model.lab.cursor.selected);
        model.lab.cursor.select(line, model.lab.lines(), height);
    }
}

/// Goes to the next or previous page.
pub(crate) fn change_page(model: &mut Model, direction: StepDirection) {
    open_page(model, model.lab.page.stepped(direction));
}

/// A click on the title of a page. Returns whether there is one at this position.
pub(crate) fn click(model: &mut Model, at: Position) -> bool {
    let title = model.areas().and_then(|areas| areas.list).map(|list| list.title);
    let Some(area) = title.filter(|area| area.contains(at)) else { return false };
    let page = LabTitle::new(model, area.width).at(at.x - area.x);
    if let Some(page) = page {
        model.focus = Focus::List;
        open_page(model, page);
    }
    page.is_some()
}

fn open_page(model: &mut Model, page: LabPage) {
    model.lab.open(page, list_height(model));
    // The page may have more text, and so fewer rows.
    let (height, lines) = (list_height(model), model.lab.lines());
    model.lab.cursor.settle(lines, height);
}

/// Moves through the page.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    let (height, lines) = (list_height(model), model.lab.lines());
    model.lab.cursor.step(motion, lines, height);
}

/// Sets the selected width, sketch or threshold, or opens the selected pair.
pub(crate) fn enter(model: &mut Model) -> Vec<Command> {
    let params = &model.params;
    let (params, parameter) = match model.lab.subject() {
        Some(Subject::Width(width)) => {
            let step = params.step.min(*width);
            (Params { width: *width, step, ..params.clone() }, Some(ScreenParameter::Width))
        }
        Some(Subject::Sketch(sketch)) => (sketch.apply(params), None),
        Some(Subject::Threshold(threshold)) => {
            let threshold = *threshold;
            (Params { threshold, ..params.clone() }, Some(ScreenParameter::Threshold))
        }
        Some(Subject::Pair(a, b, _)) => {
            let names = (a.clone(), b.clone());
            return open_whole(model, names);
        }
        Some(Subject::Nothing) | None => {
            model.note = Some(match model.lab.page {
                _ if model.lab.study().is_none() => "there is nothing to be taken yet".into(),
                LabPage::Pairs => "there is no pair to be opened".into(),
                _ => "this page has no line to take: press ←/→ for another page".into(),
            });
            return Vec::new();
        }
    };
    if params == model.params {
        model.note = Some("that is so already".into());
        return Vec::new();
    }
    parameters::change_to(model, params, parameter)
}

/// Opens the next or previous pair of the page. `None` if there is none.
pub(crate) fn neighbour(model: &mut Model, motion: Motion) -> Option<Vec<Command>> {
    let before = model.lab.cursor.selected;
    step(model, motion);
    (model.lab.cursor.selected != before).then(|| enter(model))
}
