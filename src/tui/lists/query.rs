//! The room of the query.

use ratatui::{buffer::Buffer, layout::Position};

use shingle::{base::path::DocPath, pipeline::Parameter};

use crate::tui::actions::{KeyName, Motion, StepDirection};
use crate::tui::layout::{ListAreas, preview_rows};
use crate::tui::lists::{ListRoom, Opened};
use crate::tui::model::{Cursor, Model, RoomList, query::YOUR_TEXT};
use crate::tui::{drawing::Theme, messages::Command, update::query};

/// The rows of the box with the text.
const BOX: u16 = 6;

/// The query.
pub(crate) struct QueryRoom;

impl RoomList for QueryRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.query.cursor, model.query.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.query.cursor)
    }

    fn above(&self, _model: &Model) -> u16 {
        BOX
    }

    fn below(&self, model: &Model) -> u16 {
        let has_preview = model.query.len() > 0 && !model.has_matches();
        if has_preview { preview_rows(model.size.1) } else { 0 }
    }

    fn subject(&self, model: &Model) -> Option<DocPath> {
        model.query.name.clone()
    }

    fn pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        Some((DocPath::new(YOUR_TEXT), model.query.name.clone()?))
    }
}

impl ListRoom for QueryRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        model.query.writing = true;
        query::ask(model)
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        query::forget(model).into_iter().collect()
    }

    fn is_owed(&self, model: &Model) -> bool {
        model.query.is_behind()
    }

    fn open(&self, model: &mut Model) -> Opened {
        Opened::Done(query::open(model))
    }

    fn open_neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        let before = model.query.cursor.selected;
        self.step(model, motion);
        if model.query.cursor.selected == before {
            model.note = Some(format!("this is the {end} match"));
            return Vec::new();
        }
        query::open(model)
    }

    fn across(&self, model: &mut Model, direction: StepDirection) -> bool {
        let is_there = model.query.writing == (direction == StepDirection::Next);
        model.query.writing ^= is_there;
        is_there
    }

    fn focused(&self, model: &mut Model, direction: StepDirection) {
        model.query.writing = direction == StepDirection::Next;
    }

    fn is_written_above(&self) -> bool {
        true
    }

    fn click_above(&self, model: &mut Model) {
        model.query.writing = true;
    }

    fn click(&self, model: &mut Model, at: Position, areas: &ListAreas) -> Vec<Command> {
        if areas.rows.contains(at) {
            model.query.writing = false;
        }
        self.click_line(model, at, areas)
    }

    fn moved(&self, model: &mut Model) {
        model.query.follow_cursor();
    }

    fn hints(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.query.writing {
            &[KeyName::Open, KeyName::Back, KeyName::Commands]
        } else {
            &[
                KeyName::Open,
                KeyName::Back,
                KeyName::Move,
                KeyName::Parameter(Parameter::Width),
                KeyName::Parameter(Parameter::Threshold),
                KeyName::Parameter(Parameter::Measure),
            ]
        })
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        crate::tui::view::query::render(model, theme, buffer, areas);
    }
}
