//! The room of sources: asking for those of a document, moving through them, and opening them.

use std::ops::Range;

use ratatui::layout::Position;

use shingle::engine::{Question, SourcingError};
use shingle::{base::path::DocPath, pipeline::Highlight};

use crate::tui::actions::{Motion, Room, StepDirection};
use crate::tui::model::{LaidSources, Model, SourceList, sources::ELSEWHERE};
use crate::tui::update::pair::open_whole_at;
use crate::tui::{drawing::glyphs::glyphs, layout::SourceAreas, messages::Command};

/// The regions of the room. `None` while it is not on the screen.
pub(crate) fn areas(model: &Model) -> Option<SourceAreas> {
    if model.rooms.here() != Room::Sources {
        return None;
    }
    let list = model.areas()?.list?;
    Some(list.sources(model.sources.sources().len(), model.sources.rest()))
}

/// Columns and rows of the text, or those that it would have.
fn text_size(model: &Model) -> (u16, u16) {
    areas(model).map_or((1, 1), |areas| (areas.text.width, areas.text.height))
}

fn list_rows(model: &Model) -> usize {
    areas(model).map_or(1, |areas| usize::from(areas.rows.height))
}

/// Asks for the sources of a document.
pub(crate) fn ask(model: &mut Model, name: DocPath) -> Command {
    model.sources.ask(name.clone());
    Command::Ask(model.sources.number, Question::Sources(Some(name)))
}

/// Asks for them once more, because the folder or the parameters changed.
pub(crate) fn ask_again(model: &mut Model) -> Option<Command> {
    // It may have been entered before there was a pair.
    let name = model.sources.name.clone().or_else(|| {
        let (a, b) = model.list.names.clone()?;
        model.sources.other = Some(b);
        Some(a)
    })?;
    Some(ask(model, name))
}

/// Goes to the other document of the pair. `None` if there is no other.
pub(crate) fn turn(model: &mut Model) -> Option<Command> {
    let other = model.sources.other.take()?;
    model.sources.other = model.sources.name.clone();
    Some(ask(model, other))
}

/// Stops the answer that is awaited, if one is. Nobody looks at the sources any more.
pub(crate) fn forget(model: &mut Model) -> Option<Command> {
    let was_behind = model.sources.is_behind();
    let number = model.sources.number + 1;
    model.sources = SourceList { number, answered: number, ..SourceList::default() };
    was_behind.then_some(Command::Ask(number, Question::Sources(None)))
}

/// Takes an answer, laid out for a width that may be another by now.
pub(crate) fn found(model: &mut Model, number: u64, answer: Result<LaidSources, SourcingError>) {
    if number != model.sources.number || model.sources.name.is_none() {
        return;
    }
    model.sources.answered = number;
    match answer {
        Ok(laid) => {
            // The number of sources decides how many rows the text has.
            let list = model.areas().and_then(|areas| areas.list);
            let here = model.rooms.here() == Room::Sources;
            let sources = &laid.found.sources;
            let rest = 1 + u16::from(sources.elsewhere > 0);
            let areas = list.filter(|_| here).map(|list| list.sources(sources.sources.len(), rest));
            let size =
                areas.map_or((laid.rows.width(), 1), |areas| (areas.text.width, areas.text.height));
            model.sources.take(laid, size, areas.map(|areas| usize::from(areas.rows.height)));
        }
        Err(error) => {
            model.sources.answer = None;
            model.sources.refused = Some(error.to_string());
        }
    }
}

/// Keeps selection and text within the room that they have now.
pub(crate) fn settle(model: &mut Model) {
    if areas(model).is_some() {
        let (size, rows, sources) =
            (text_size(model), list_rows(model), model.sources.sources().len());
        model.sources.resize(size);
        model.sources.cursor.settle(sources, rows);
    }
}

/// Selects another source, or scrolls the text.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    let ((_, height), rows) = (text_size(model), list_rows(model));
    let selected = model.sources.cursor.selected;
    match motion {
        Motion::Down => model.sources.select(selected.saturating_add(1), rows, height),
        Motion::Up => model.sources.select(selected.saturating_sub(1), rows, height),
        _ => model.sources.scroll(motion, height),
    }
}

/// Selects a source.
pub(crate) fn select(model: &mut Model, line: usize) {
    let ((_, height), rows) = (text_size(model), list_rows(model));
    model.sources.select(line, rows, height);
}

/// Goes to the next or previous place of the selected source.
pub(crate) fn step_place(model: &mut Model, direction: StepDirection) {
    let (_, height) = text_size(model);
    let round = model.sources.step_place(direction, height);
    let places = model.sources.places().len();
    model.note = match direction {
        _ if places == 0 => Some("there is no place to go to".into()),
        _ if places == 1 => Some("this is its only place".into()),
        StepDirection::Next if round => Some("round to the first place".into()),
        StepDirection::Back if round => Some("round to the last place".into()),
        _ => None,
    };
}

/// The document and the selected source.
pub(crate) fn pair(model: &Model) -> Option<(DocPath, DocPath)> {
    Some((model.sources.name.clone()?, model.sources.source()?.doc.path.clone()))
}

/// Opens the document beside the selected source, at the active place.
pub(crate) fn open(model: &mut Model) -> Vec<Command> {
    let Some(names) = pair(model) else {
        let why = if model.sources.is_behind() {
            "its sources are still being counted"
        } else {
            "it has no source that can be opened"
        };
        model.note = Some(why.into());
        return Vec::new();
    };
    let byte = model.sources.active().map(|place| place.span.start);
    open_whole_at(model, names, byte)
}

/// A click on a source, or on words that a source has.
pub(crate) fn click(model: &mut Model, at: Position) {
    let Some(areas) = areas(model) else { return };
    if areas.rows.contains(at) {
        let line = model.sources.cursor.top + usize::from(at.y - areas.rows.y);
        if line < model.sources.sources().len() {
            select(model, line);
        }
    } else if areas.text.contains(at) || areas.gutter.contains(at) {
        let row = model.sources.top + usize::from(at.y - areas.text.y);
        let Some(source) = source_at(model, row, at.x.saturating_sub(areas.text.x)) else { return };
        model.sources.select_at(source, list_rows(model));
    }
}

/// The source of the words in a row of the text: those at a column, or the first of the row; and their first byte.
fn source_at(model: &Model, row: usize, column: u16) -> Option<(usize, u32)> {
    let answer = model.sources.answer.as_ref()?;
    let text = &answer.found.text;
    let range = answer.rows.range(row, text.len())?;
    let byte = byte_at(text, range.clone(), column);
    let here = answer.highlights.iter().skip(
        answer.highlights.partition_point(|highlight| highlight.span.end as usize <= range.start),
    );
    let mut here = here.take_while(|highlight| (highlight.span.start as usize) < range.end);
    let covers = |highlight: &&Highlight| {
        highlight.span.start as usize <= byte && byte < highlight.span.end as usize
    };
    let first = here.clone().find(|highlight| highlight.passage != ELSEWHERE);
    let found = here.find(covers).filter(|highlight| highlight.passage != ELSEWHERE).or(first)?;
    Some((found.passage as usize, found.span.start))
}

/// The byte of a text at a column of a row.
fn byte_at(text: &str, range: Range<usize>, column: u16) -> usize {
    let mut walk = glyphs(text, range.start);
    let (mut at, mut byte) = (0, range.start);
    while let Some(glyph) = walk.next_at(at) {
        if glyph.start >= range.end || at > column {
            break;
        }
        (byte, at) = (glyph.start, at + glyph.width);
    }
    byte
}

/// The wheel moves what is under it.
pub(crate) fn wheel(model: &mut Model, at: Position, motion: Motion) {
    let on_text = areas(model).is_some_and(|areas| areas.text.union(areas.gutter).contains(at));
    if on_text {
        let (_, height) = text_size(model);
        (0..3).for_each(|_| model.sources.scroll(motion, height));
    } else {
        step(model, motion);
    }
}
