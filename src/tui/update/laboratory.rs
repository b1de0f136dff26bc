//! The laboratory: its pages, and setting the parameters that it found. It draws nothing and starts no study.

pub(crate) mod study;

use ratatui::layout::Position;
use shingle::base::ratio::Ratio;
use shingle::pipeline::parameters::Params;

use crate::tui::actions::{Motion, ScreenParameter, StepDirection};
use crate::tui::messages::Command;
use crate::tui::model::laboratory::with_sketch;
use crate::tui::model::regions::list_height;
use crate::tui::model::{Focus, LabPage, LabTitle, Model};
use crate::tui::update::pair::open_whole;
use crate::tui::update::parameters;

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
    let Some(study) = model.lab.study().cloned() else {
        model.note = Some("there is nothing to be taken yet".into());
        return Vec::new();
    };
    let line = model.lab.cursor.selected;
    let chosen = match model.lab.page {
        LabPage::Widths => study.widths.rows.get(line).map(|row| {
            let step = model.params.step.min(row.width);
            (
                Params { width: row.width, step, ..model.params.clone() },
                Some(ScreenParameter::Width),
            )
        }),
        LabPage::Sketches => {
            model.lab.sketch().map(|sketch| (with_sketch(&model.params, sketch), None))
        }
        LabPage::Thresholds => study.thresholds.rows.get(line).map(|row| {
            let threshold = Ratio::new(row.hundredths as u64, 100);
            (Params { threshold, ..model.params.clone() }, Some(ScreenParameter::Threshold))
        }),
        LabPage::Pairs | LabPage::Border => return open(model),
        LabPage::Curve | LabPage::Variants => {
            model.note = Some("this page has no line to take: press ←/→ for another page".into());
            None
        }
    };
    match chosen {
        None => Vec::new(),
        Some((params, _)) if params == model.params => {
            model.note = Some("that is so already".into());
            Vec::new()
        }
        Some((params, parameter)) => parameters::change_to(model, params, parameter),
    }
}

/// Opens the selected pair on the whole screen.
fn open(model: &mut Model) -> Vec<Command> {
    let Some(names) = model.lab.pair() else {
        model.note = Some("there is no pair to be opened".into());
        return Vec::new();
    };
    open_whole(model, names)
}

/// Opens the next or previous pair of the page. `None` if there is none.
pub(crate) fn neighbour(model: &mut Model, motion: Motion) -> Option<Vec<Command>> {
    let before = model.lab.cursor.selected;
    step(model, motion);
    (model.lab.cursor.selected != before).then(|| open(model))
}
