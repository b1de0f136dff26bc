//! The sources of a document: requests, answers, selection and opening.

use shingle::base::path::DocPath;
use shingle::engine::{Question, SourcingError};

use crate::tui::model::{LaidSources, Model, SourceList};
use crate::tui::update::pair::open_zoomed_at;
use crate::tui::{actions::Room, layout::SourceAreas, messages::Command};

/// Returns the regions of the view. `None` while the view is closed.
pub(crate) fn areas(model: &Model) -> Option<SourceAreas> {
    if model.rooms.current() != Room::Sources {
        return None;
    }
    let list = model.list_areas()?;
    Some(list.source_areas(model.sources.sources().len(), model.sources.remaining_rows()))
}

/// Returns the columns and rows of the text, or 1 × 1 while the view is closed.
pub(crate) fn text_size(model: &Model) -> (u16, u16) {
    areas(model).map_or((1, 1), |areas| (areas.text.width, areas.text.height))
}

/// Returns the rows of the list, or 1 while the view is closed.
pub(crate) fn list_rows(model: &Model) -> usize {
    areas(model).map_or(1, |areas| usize::from(areas.rows.height))
}

pub(crate) fn request_sources(model: &mut Model, name: DocPath) -> Command {
    model.sources.start_request(name.clone());
    Command::Ask(model.sources.number, Question::Sources(Some(name)))
}

/// Cancels the awaited answer, because the view of the sources was left.
pub(crate) fn cancel_request(model: &mut Model) -> Option<Command> {
    let was_behind = model.sources.is_behind();
    let number = model.sources.number + 1;
    model.sources = SourceList { number, answered: number, ..SourceList::default() };
    was_behind.then_some(Command::Ask(number, Question::Sources(None)))
}

/// Handles an answer, whose layout may have an old width.
pub(crate) fn handle_sources(
    model: &mut Model,
    number: u64,
    answer: Result<LaidSources, SourcingError>,
) {
    if number != model.sources.number || model.sources.name.is_none() {
        return;
    }
    model.sources.answered = number;
    match answer {
        Ok(laid) => {
            // The number of rows of the text depends on the number of sources.
            let list = model.list_areas();
            let here = model.rooms.current() == Room::Sources;
            let sources = &laid.found.sources;
            let rest = 1 + u16::from(sources.elsewhere > 0);
            let areas =
                list.filter(|_| here).map(|list| list.source_areas(sources.sources.len(), rest));
            let size =
                areas.map_or((laid.rows.width(), 1), |areas| (areas.text.width, areas.text.height));
            model.sources.store_answer(
                laid,
                size,
                areas.map(|areas| usize::from(areas.rows.height)),
            );
        }
        Err(error) => {
            model.sources.answer = None;
            model.sources.refused = Some(error.to_string());
        }
    }
}

pub(crate) fn select_source(model: &mut Model, line: usize) {
    let ((_, height), rows) = (text_size(model), list_rows(model));
    model.sources.select(line, rows, height);
}

/// Returns the names of the document and the selected source.
pub(crate) fn selected_names(model: &Model) -> Option<(DocPath, DocPath)> {
    Some((model.sources.name.clone()?, model.sources.selected_source()?.doc.path.clone()))
}

/// Opens the document beside the selected source, at the active passage.
pub(crate) fn open_source(model: &mut Model) -> Vec<Command> {
    let Some(names) = selected_names(model) else {
        let why = if model.sources.is_behind() {
            "its sources are still being counted"
        } else {
            "no source to open"
        };
        model.note = Some(why.into());
        return Vec::new();
    };
    let byte = model.sources.active_passage().map(|one| one.passage.a.start);
    open_zoomed_at(model, names, byte)
}
