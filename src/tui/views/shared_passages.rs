//! The view of the folder's passages.

use std::sync::Arc;

use ratatui::buffer::Buffer;

use shingle::{base::path::DocPath, pipeline::Snapshot};

use crate::tui::actions::{KeyName, Room, StepDirection};
use crate::tui::model::{Cursor, Filter, FilterTarget, KeyHint, List, Model};
use crate::tui::update::lists;
use crate::tui::views::list::ListView;
use crate::tui::{drawing::Theme, layout::ListAreas, messages::Command, update::shared_passages};

/// Rows for information about the selected passage.
const ABOUT: u16 = 8;

pub(crate) struct PassagesRoom;

impl List for PassagesRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.passages.cursor, model.passages.lines.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.passages.cursor)
    }

    fn rows_below(&self, model: &Model) -> u16 {
        if model.passages.selected().is_some() { ABOUT } else { 0 }
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.passages.selected()?.documents.first().cloned()
    }

    fn selected_pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        let passage = model.passages.selected()?;
        Some((passage.documents.first()?.clone(), passage.other.clone()))
    }

    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(key_names! { Open LeaveOut Back Undo Sort Filter Move Commands })
    }

    fn key_hint(&self, _model: &Model, name: KeyName) -> Option<KeyHint> {
        match name {
            KeyName::Open => Some((None, "side by side")),
            KeyName::LeaveOut => Some((None, "ignore it")),
            _ => None,
        }
    }
}

impl ListView for PassagesRoom {
    fn enter(&self, model: &mut Model, is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        let is_there = model.passages.found.is_some() && !model.passages.is_behind();
        // The first result is still awaited.
        if is_new && is_there || model.snapshot.is_none() {
            return Vec::new();
        }
        vec![shared_passages::request_passages(model)]
    }

    fn press_view_key(&self, model: &mut Model) -> Vec<Command> {
        lists::leave(model).unwrap_or_default()
    }

    fn drop_content(&self, model: &mut Model) -> Vec<Command> {
        shared_passages::cancel_request(model).into_iter().collect()
    }

    fn handle_result(&self, model: &mut Model, _snapshot: &Arc<Snapshot>) -> Option<Command> {
        Some(shared_passages::request_passages(model))
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.passages.is_behind() && model.passages.found.is_none()
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.passages.filter, FilterTarget::Names))
    }

    fn apply_filter(&self, model: &mut Model) -> Vec<Command> {
        let visible = model.visible_lines(Room::Passages);
        model.passages.show_matching(visible);
        Vec::new()
    }

    fn open_line(&self, model: &mut Model) -> Vec<Command> {
        shared_passages::open_documents(model)
    }

    fn noun(&self) -> Option<&'static str> {
        Some("passage")
    }

    fn sort(&self, model: &mut Model, turn: Option<StepDirection>) -> Vec<Command> {
        shared_passages::sort_passages(model, turn)
    }

    fn handle_selection(&self, model: &mut Model) {
        model.passages.reselect = None;
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        crate::tui::view::shared_passages::render(model, theme, buffer, areas);
    }
}
