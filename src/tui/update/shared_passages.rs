//! The view of the folder's passages: requests passages, and opens two documents at a passage.

use std::sync::Arc;

use shingle::engine::{PassagesError, PassagesQuestion, Question};
use shingle::pipeline::{FolderPassages, PassageOrder};

use crate::tui::actions::{KeyName, Room, StepDirection};
use crate::tui::model::{Model, SharedPassages};
use crate::tui::{keys::key_map::key_of, messages::Command, update::pair::open_zoomed_at};

/// Requests the passages, for the first time or after a change of the folder, the parameters or the order.
pub(crate) fn request_passages(model: &mut Model) -> Command {
    model.passages.number += 1;
    let question = PassagesQuestion { order: model.passages.order, ..PassagesQuestion::USUAL };
    Command::Ask(model.passages.number, Question::Passages(Some(question)))
}

/// Cancels the awaited answer, because the view of the passages was left.
pub(crate) fn cancel_request(model: &mut Model) -> Option<Command> {
    let was_behind = model.passages.is_behind();
    let (number, order) = (model.passages.number + 1, model.passages.order);
    model.passages =
        SharedPassages { number, answered: number, order, ..SharedPassages::default() };
    was_behind.then_some(Command::Ask(number, Question::Passages(None)))
}

pub(crate) fn handle_passages(
    model: &mut Model,
    number: u64,
    answer: Result<Arc<FolderPassages>, PassagesError>,
) {
    if number != model.passages.number || !model.rooms.has(Room::Passages) {
        return;
    }
    model.passages.answered = number;
    match answer {
        Ok(found) => {
            let visible = model.visible_lines(Room::Passages);
            model.passages.store_answer(found, visible);
        }
        Err(error) => {
            let SharedPassages { order, filter, .. } = std::mem::take(&mut model.passages);
            let refused = Some(error.to_string());
            model.passages = SharedPassages {
                number,
                answered: number,
                order,
                refused,
                filter,
                ..SharedPassages::default()
            };
        }
    }
}

/// Ranks the passages in the next or previous order.
pub(crate) fn sort_passages(model: &mut Model, turn: Option<StepDirection>) -> Vec<Command> {
    let all = PassageOrder::ALL;
    let Some(place) = all.iter().position(|(_, order)| *order == model.passages.order) else {
        return Vec::new();
    };
    let next = match turn {
        None => {
            let sorts = key_of(KeyName::Sort);
            model.note = Some(format!(
                "the best come first here: {sorts} ranks them by words or by documents"
            ));
            return Vec::new();
        }
        Some(StepDirection::Next) => (place + 1) % all.len(),
        Some(StepDirection::Back) => (place + all.len() - 1) % all.len(),
    };
    model.passages.order = all[next].1;
    vec![request_passages(model)]
}

/// Opens two documents that contain the selected passage, at this passage.
pub(crate) fn open_documents(model: &mut Model) -> Vec<Command> {
    let passage = model.passages.selected();
    let found = passage.and_then(|passage| {
        let names = (passage.documents.first()?.clone(), passage.other.clone());
        Some((names, passage.span.start))
    });
    let Some((names, byte)) = found else {
        let why = if model.passages.is_behind() {
            "they are still counted"
        } else {
            "no passage is listed"
        };
        model.note = Some(why.into());
        return Vec::new();
    };
    open_zoomed_at(model, names, Some(byte))
}
