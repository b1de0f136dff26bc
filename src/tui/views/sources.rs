//! The view of the sources of a document.

use std::{ops::Range, sync::Arc};

use ratatui::{buffer::Buffer, layout::Position};

use shingle::base::{path::DocPath, span::touching};
use shingle::pipeline::{Highlight, Parameter, Snapshot};

use crate::tui::actions::{KeyName, Motion, Room, StepDirection};
use crate::tui::model::{CurrentPair, KeyHint, List, Model};
use crate::tui::update::lists;
use crate::tui::views::documents::DocumentList;
use crate::tui::views::list::ListView;
use crate::tui::{drawing::Theme, drawing::glyphs::glyphs, layout::ListAreas};
use crate::tui::{messages::Command, update::sources};

pub(crate) struct SourcesRoom;

impl List for SourcesRoom {
    fn scroll_list(&self, model: &mut Model, _height: usize) {
        if sources::areas(model).is_some() {
            let (size, rows, sources) = (
                sources::text_size(model),
                sources::list_rows(model),
                model.sources.sources().len(),
            );
            model.sources.resize(size);
            model.sources.cursor.scroll_to_selected(sources, rows);
        }
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.sources.name.clone()
    }

    fn selected_pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        sources::selected_names(model)
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.sources.other.is_some() {
            key_names! { Open Back Move Passage Room(Sources) Mark Page Parameter(Width) Commands }
        } else {
            key_names! { Open Back Move Passage Mark Page Parameter(Width) Commands }
        })
    }

    fn key_hint(&self, _model: &Model, name: KeyName) -> Option<KeyHint> {
        match name {
            KeyName::Open => Some((None, "side by side")),
            KeyName::Move => Some((Some("↑/↓"), "source")),
            KeyName::Passage => Some((None, "passage")),
            KeyName::Page => Some((None, "text")),
            KeyName::Room(Room::Sources) => Some((None, "other document")),
            _ => None,
        }
    }
}

impl ListView for SourcesRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, subject: Option<DocPath>) -> Vec<Command> {
        let Some(name) = subject else { return Vec::new() };
        // The preview below the documents is not an open pair.
        let preview = model.states.get::<DocumentList>().pair();
        let is_open = |current: &&CurrentPair| {
            current.text.is_none() && preview.as_ref() != Some(&current.names)
        };
        let current = model.pair.as_ref().filter(is_open);
        let pairs = [current.map(|current| current.names.clone()), model.list.names.clone()];
        model.sources.other = pairs.into_iter().flatten().find_map(|(a, b)| match &name {
            name if *name == a => Some(b),
            name if *name == b => Some(a),
            _ => None,
        });
        vec![sources::request_sources(model, name)]
    }

    fn press_view_key(&self, model: &mut Model) -> Vec<Command> {
        let Some(other) = model.sources.other.take() else {
            return lists::leave(model).unwrap_or_default();
        };
        model.sources.other = model.sources.name.clone();
        vec![sources::request_sources(model, other)]
    }

    fn drop_content(&self, model: &mut Model) -> Vec<Command> {
        sources::cancel_request(model).into_iter().collect()
    }

    fn handle_result(&self, model: &mut Model, _snapshot: &Arc<Snapshot>) -> Option<Command> {
        // The view may have been entered before there was a pair.
        let name = model.sources.name.clone().or_else(|| {
            let (a, b) = model.list.names.clone()?;
            model.sources.other = Some(b);
            Some(a)
        })?;
        Some(sources::request_sources(model, name))
    }

    fn awaits_list(&self, model: &Model) -> bool {
        let sources = &model.sources;
        let is_first = sources.name.is_none() && model.snapshot.is_none();
        is_first || sources.is_behind() && sources.answer.is_none()
    }

    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed here: the source that adds most comes first".into());
        Vec::new()
    }

    fn fold_selected(&self, model: &mut Model, unfold: bool) -> Vec<Command> {
        let direction = if unfold { StepDirection::Next } else { StepDirection::Back };
        step_passage(model, direction);
        Vec::new()
    }

    fn open_line(&self, model: &mut Model) -> Vec<Command> {
        sources::open_source(model)
    }

    fn step(&self, model: &mut Model, motion: Motion) {
        let ((_, height), rows) = (sources::text_size(model), sources::list_rows(model));
        let selected = model.sources.cursor.selected;
        match motion {
            Motion::Down => model.sources.select(selected.saturating_add(1), rows, height),
            Motion::Up => model.sources.select(selected.saturating_sub(1), rows, height),
            _ => model.sources.scroll(motion, height),
        }
    }

    fn open_neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        let before = model.sources.cursor.selected;
        self.step(model, motion);
        if model.sources.cursor.selected == before {
            model.note = Some(format!("this is the {end} source"));
            return Vec::new();
        }
        sources::open_source(model)
    }

    fn select_passage(&self, model: &mut Model, direction: StepDirection) -> bool {
        step_passage(model, direction);
        true
    }

    fn select(&self, model: &mut Model, line: usize, _height: usize) {
        sources::select_source(model, line);
    }

    fn click(&self, model: &mut Model, at: Position, _areas: &ListAreas) -> Vec<Command> {
        let Some(areas) = sources::areas(model) else { return Vec::new() };
        if areas.rows.contains(at) {
            let line = model.sources.cursor.top + usize::from(at.y - areas.rows.y);
            if line < model.sources.sources().len() {
                sources::select_source(model, line);
            }
        } else if areas.text.contains(at) || areas.gutter.contains(at) {
            let row = model.sources.top + usize::from(at.y - areas.text.y);
            if let Some(source) = source_at(model, row, at.x.saturating_sub(areas.text.x)) {
                model.sources.select_at(source, sources::list_rows(model));
            }
        }
        Vec::new()
    }

    fn is_selected(&self, model: &Model, at: Position, _areas: &ListAreas) -> bool {
        sources::areas(model).is_some_and(|areas| {
            let cursor = model.sources.cursor;
            areas.text.contains(at)
                || areas.rows.contains(at)
                    && cursor.top + usize::from(at.y - areas.rows.y) == cursor.selected
        })
    }

    fn scroll_wheel(&self, model: &mut Model, at: Position, motion: Motion) -> Vec<Command> {
        let on_text =
            sources::areas(model).is_some_and(|areas| areas.text.union(areas.gutter).contains(at));
        if on_text {
            let (_, height) = sources::text_size(model);
            (0..3).for_each(|_| model.sources.scroll(motion, height));
        } else {
            self.step(model, motion);
        }
        Vec::new()
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        crate::tui::view::sources::render(model, theme, buffer, areas);
    }
}

fn step_passage(model: &mut Model, direction: StepDirection) {
    let (_, height) = sources::text_size(model);
    let round = model.sources.step_passage(direction, height);
    let passages = model.sources.passages().len();
    model.note = match direction {
        _ if passages == 0 => Some("no passage to go to".into()),
        _ if passages == 1 => Some("this is its only passage".into()),
        StepDirection::Next if round => Some("wrapped to the first passage".into()),
        StepDirection::Back if round => Some("round to the last passage".into()),
        _ => None,
    };
}

/// Returns the source of the words at a column in a row of the text, or the first source of the row, and the first byte
/// of these words.
fn source_at(model: &Model, row: usize, column: u16) -> Option<(usize, u32)> {
    let answer = model.sources.answer.as_ref()?;
    let text = &answer.found.text;
    let range = answer.rows.range(row, text.len())?;
    let byte = byte_at(text, range.clone(), column);
    let mut here = touching(&answer.highlights, &range, |highlight| highlight.span).iter();
    let covers = |highlight: &&Highlight| {
        highlight.span.start as usize <= byte && byte < highlight.span.end as usize
    };
    let first = here.clone().find(|highlight| highlight.passage.is_some());
    let found = here.find(covers).filter(|highlight| highlight.passage.is_some()).or(first)?;
    Some((found.passage? as usize, found.span.start))
}

/// Returns the byte of a text at a column of a row.
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
