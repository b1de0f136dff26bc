//! The laboratory: its pages, and setting the parameters that it found. It draws nothing and starts no study.

use ratatui::layout::Position;

use shingle::lab::Subject;
use shingle::pipeline::{Parameter, Params};

use crate::tui::model::{Focus, LabPage, LabTitle, Model, regions::list_height};
use crate::tui::update::{pair::open_whole, parameters};
use crate::tui::{actions::StepDirection, messages::Command};

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

/// Sets the selected width, sketch or threshold, or opens the selected pair.
pub(crate) fn enter(model: &mut Model) -> Vec<Command> {
    let params = &model.params;
    let (params, parameter) = match model.lab.subject() {
        Some(Subject::Width(width)) => {
            let step = params.step.min(*width);
            (Params { width: *width, step, ..params.clone() }, Some(Parameter::Width))
        }
        Some(Subject::Sketch(sketch)) => (sketch.apply(params), None),
        Some(Subject::Threshold(threshold)) => {
            let threshold = *threshold;
            (Params { threshold, ..params.clone() }, Some(Parameter::Threshold))
        }
        Some(Subject::Pair(a, b, _)) => {
            let names = (a.clone(), b.clone());
            return open_whole(model, names);
        }
        Some(Subject::Nothing) | None => {
            model.note = Some(match model.lab.page {
                _ if model.lab.study().is_none() => "there is nothing to take yet".into(),
                LabPage::Pairs => "there is no pair to open".into(),
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
