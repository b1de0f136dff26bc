//! The room of the phrases that are left out.

use std::sync::Arc;

use ratatui::buffer::Buffer;

use shingle::base::path::DocPath;

use crate::tui::actions::{KeyName, Room, StepDirection};
use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::{Cursor, Filter, FilterTarget, Model, RoomList};
use crate::tui::{drawing::Theme, layout::ListAreas, messages::Command, update::phrases};

/// The list of phrases.
pub(crate) struct PhrasesRoom;

impl RoomList for PhrasesRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.phrases.cursor, model.phrases.lines.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.phrases.cursor)
    }
}

impl ListRoom for PhrasesRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        let visible = model.visible_lines(Room::Phrases);
        model.phrases.show(visible);
        Vec::new()
    }

    fn again(&self, _model: &mut Model) -> PressedAgain {
        PressedAgain::Leave
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        model.phrases.filter = Arc::default();
        Vec::new()
    }

    fn filter<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.phrases.filter, FilterTarget::Names))
    }

    fn filtered(&self, model: &mut Model) -> Vec<Command> {
        let visible = model.visible_lines(Room::Phrases);
        model.phrases.show(visible);
        Vec::new()
    }

    fn open(&self, model: &mut Model) -> Opened {
        phrases::ask(model);
        Opened::Done(Vec::new())
    }

    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed here: what was left out last comes first".into());
        Vec::new()
    }

    fn hints(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(&[
            KeyName::LeaveOut,
            KeyName::Open,
            KeyName::Back,
            KeyName::Undo,
            KeyName::Filter,
            KeyName::Move,
            KeyName::Commands,
        ])
    }

    fn hint(&self, _model: &Model, name: KeyName) -> Option<(Option<&'static str>, &'static str)> {
        match name {
            KeyName::LeaveOut => Some((None, "count it again")),
            KeyName::Open => Some((None, "words of your own")),
            _ => None,
        }
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        crate::tui::view::phrases::render(model, theme, buffer, areas);
    }
}
