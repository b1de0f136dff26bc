//! The room of what happened in the folder and of the files that could not be used.

use std::sync::Arc;

use ratatui::buffer::Buffer;

use shingle::{base::path::DocPath, pipeline::Snapshot};

use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::{Cursor, Filter, FilterTarget, Model, ProblemLine, RoomList};
use crate::tui::update::{arrange, pair::settle};
use crate::tui::{actions::KeyName, drawing::Theme, layout::ListAreas, messages::Command};
use crate::tui::{model::arrange::find_doc, model::problems::activity::leads_to};
use crate::tui::{model::regions::list_height, view::problems};

/// Rows for the details of a problem.
const DETAILS: u16 = 3;

/// The list of problems.
pub(crate) struct ProblemsRoom;

impl RoomList for ProblemsRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.problems.cursor, model.problems.lines.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.problems.cursor)
    }

    fn above(&self, model: &Model) -> u16 {
        model.rows_of(&model.watching())
    }

    fn below(&self, _model: &Model) -> u16 {
        DETAILS
    }
}

impl ListRoom for ProblemsRoom {
    fn again(&self, _model: &mut Model) -> PressedAgain {
        PressedAgain::Leave
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        (model.problems.arranged, model.problems.awaited) = (None, None);
        model.problems.filter = Arc::default();
        Vec::new()
    }

    fn result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) -> Option<Command> {
        Some(arrange::problems(model, snapshot))
    }

    fn filter<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.problems.filter, FilterTarget::Names))
    }

    fn filtered(&self, model: &mut Model) -> Vec<Command> {
        model.problems.filtered();
        let snapshot = model.of_all_documents().cloned();
        let command = snapshot.map(|snapshot| arrange::problems(model, &snapshot));
        command.into_iter().collect()
    }

    fn is_owed(&self, model: &Model) -> bool {
        model.problems.awaited.is_some() && model.problems.arranged.is_none()
    }

    fn fold(&self, model: &mut Model, unfold: bool) -> Vec<Command> {
        let height = list_height(model);
        if model.problems.fold(unfold, height) { settle(model) } else { Vec::new() }
    }

    fn open(&self, model: &mut Model) -> Opened {
        if let Some(ProblemLine::Event(one)) = model.problems.selected() {
            let place = leads_to(one).cloned();
            return follow(model, place);
        }
        let height = list_height(model);
        if !model.problems.fold(true, height) {
            model.problems.fold(false, height);
        }
        Opened::Done(Vec::new())
    }

    fn hints(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.problems.lines.len() == 0 {
            &[KeyName::Back]
        } else if matches!(model.problems.selected(), Some(ProblemLine::Event(_))) {
            &[KeyName::Open, KeyName::Back, KeyName::Sideways, KeyName::Move]
        } else {
            &[KeyName::Back, KeyName::Sideways, KeyName::Filter, KeyName::Move]
        })
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        problems::render(model, theme, buffer, areas);
    }
}

/// Shows the document that an activity leads to.
fn follow(model: &mut Model, place: Option<DocPath>) -> Opened {
    let is_there = |path: &DocPath| {
        let id = model.of_all_documents().and_then(|snapshot| {
            find_doc(snapshot, path).filter(|id| id.index() < snapshot.present)
        });
        id.is_some()
    };
    match place {
        Some(path) if is_there(&path) => return Opened::Resembling(path),
        Some(path) => model.note = Some(format!("{path} is not there any more")),
        None => model.note = Some("there is no document to go to".into()),
    }
    Opened::Done(Vec::new())
}
