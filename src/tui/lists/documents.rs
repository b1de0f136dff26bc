//! The room of all documents.

use std::sync::Arc;

use ratatui::buffer::Buffer;

use shingle::{base::path::DocPath, pipeline::Snapshot};

use crate::tui::actions::{KeyName, Room, StepDirection};
use crate::tui::layout::{ListAreas, preview_rows};
use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::{Cursor, Filter, FilterTarget, Model, RoomList, Table};
use crate::tui::{drawing::Theme, messages::Command, update::arrange, view::documents};

/// The list of documents.
pub(crate) struct DocumentsRoom;

impl RoomList for DocumentsRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.documents.cursor, model.documents.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.documents.cursor)
    }

    fn below(&self, model: &Model) -> u16 {
        let preview = if model.documents.has_matches { preview_rows(model.size.1) } else { 0 };
        u16::from(model.documents.has_facts) + preview
    }

    fn subject(&self, model: &Model) -> Option<DocPath> {
        model.documents.name.clone()
    }
}

impl ListRoom for DocumentsRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, subject: Option<DocPath>) -> Vec<Command> {
        let Some(snapshot) = model.of_all_documents().cloned() else { return Vec::new() };
        model.documents.name = subject.or_else(|| model.documents.name.take());
        model.documents.key_waits = true;
        vec![arrange::documents(model, &snapshot)]
    }

    fn again(&self, _model: &mut Model) -> PressedAgain {
        PressedAgain::Open
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        (model.documents.arranged, model.documents.awaited) = (None, None);
        model.documents.key_waits = false;
        if let Some((guest, before)) = model.documents.guest_filter.take()
            && model.documents.filter == guest
        {
            model.documents.filter = before;
        }
        Vec::new()
    }

    fn result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) -> Option<Command> {
        Some(arrange::documents(model, snapshot))
    }

    fn is_owed(&self, model: &Model) -> bool {
        model.documents.key_waits
    }

    fn filter<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.documents.filter, FilterTarget::Documents))
    }

    fn filtered(&self, model: &mut Model) -> Vec<Command> {
        let snapshot = model.of_all_documents().cloned();
        model.documents.key_waits = snapshot.is_some();
        let command = snapshot.map(|snapshot| arrange::documents(model, &snapshot));
        command.into_iter().collect()
    }

    fn lend(&self, model: &mut Model, filter: &str) -> Vec<Command> {
        let guest = Arc::new(Filter::parse(filter, FilterTarget::Documents));
        let list = &mut model.documents;
        let before = match list.guest_filter.take() {
            Some((old, before)) if list.filter == old => before,
            _ => Arc::clone(&list.filter),
        };
        list.filter = Arc::clone(&guest);
        list.guest_filter = Some((guest, before));
        self.filtered(model)
    }

    fn has_lent_filter(&self, model: &Model) -> bool {
        model
            .documents
            .guest_filter
            .as_ref()
            .is_some_and(|(guest, _)| *guest == model.documents.filter)
    }

    fn sort(&self, model: &mut Model, direction: Option<StepDirection>) -> Vec<Command> {
        model.documents.sort = model.documents.sort.turned(direction);
        self.sorted(model)
    }

    fn heading(&self, model: &mut Model, x: u16, width: u16) -> Vec<Command> {
        let column = Table::of_documents(width, model.documents.longest).at(x);
        let Some(column) = column else { return Vec::new() };
        model.documents.sort = model.documents.sort.chosen(column);
        self.sorted(model)
    }

    fn open(&self, model: &mut Model) -> Opened {
        match model.documents.name.clone() {
            Some(name) if model.documents.len() > 0 => Opened::Resembling(name),
            _ => Opened::Done(Vec::new()),
        }
    }

    fn moved(&self, model: &mut Model) {
        model.documents.follow_cursor();
    }

    fn hints(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(&[
            KeyName::Open,
            KeyName::Back,
            KeyName::Filter,
            KeyName::Sort,
            KeyName::Move,
            KeyName::Room(Room::Query),
        ])
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        documents::render(model, theme, buffer, areas);
    }
}

impl DocumentsRoom {
    fn sorted(&self, model: &mut Model) -> Vec<Command> {
        model.note = Some(model.documents.sort.sentence());
        self.filtered(model)
    }
}
