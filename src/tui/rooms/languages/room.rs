//! The room of the folder's languages.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::drawing::theme::Theme;
use crate::tui::event_loop::action::{Motion, StepDirection};
use crate::tui::event_loop::command::Command;
use crate::tui::keys::names::KeyName;
use crate::tui::layout::ListAreas;
use crate::tui::rooms::cursor::Cursor;
use crate::tui::rooms::list_room::{Again, ListRoom, Opened};
use crate::tui::rooms::room::Room;
use crate::tui::rooms::selected::list_height;
use crate::tui::screen::model::Model;
use crate::tui::screen::model::room_list::RoomList;

use super::view;

/// The list of languages.
pub(crate) struct LanguagesRoom;

impl RoomList for LanguagesRoom {
    fn settle(&self, model: &mut Model, height: usize) {
        let lines = model.languages.lines().len();
        model.languages.cursor.settle(lines, height);
    }
}

impl ListRoom for LanguagesRoom {
    fn again(&self, _model: &mut Model) -> Again {
        Again::Leave
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        model.languages.shown = None;
        Vec::new()
    }

    fn result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) -> Option<Command> {
        let seen = model.lines_seen(Room::Languages);
        model.languages.show(snapshot, seen);
        None
    }

    fn open(&self, model: &mut Model) -> Opened {
        let Some(line) = model.languages.selected() else { return Opened::Done(Vec::new()) };
        let filter = line
            .language
            .map_or("lang:unsure".into(), |language| format!("lang:{}", language.code()));
        Opened::Filtered(Room::Documents, filter)
    }

    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed here: the language of most words comes first".into());
        Vec::new()
    }

    fn step(&self, model: &mut Model, motion: Motion) {
        let (lines, height) = (model.languages.lines().len(), list_height(model));
        model.languages.cursor.step(motion, lines, height);
    }

    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.languages.cursor, model.languages.lines().len()))
    }

    fn select(&self, model: &mut Model, line: usize, height: usize) {
        let lines = model.languages.lines().len();
        model.languages.cursor.select(line, lines, height);
    }

    fn hints(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(&[KeyName::Open, KeyName::Back, KeyName::Move, KeyName::Commands])
    }

    fn hint(&self, _model: &Model, name: KeyName) -> Option<(Option<&'static str>, &'static str)> {
        (name == KeyName::Open).then_some((None, "documents"))
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        view::render(model, theme, buffer, areas);
    }
}
