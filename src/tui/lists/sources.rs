//! The room of the sources of a document.

use std::sync::Arc;

use ratatui::{buffer::Buffer, layout::Position};

use shingle::base::path::DocPath;
use shingle::pipeline::{Parameter, Snapshot};

use crate::tui::actions::{KeyName, Motion, Room, StepDirection};
use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::{CurrentPair, Model, RoomList};
use crate::tui::{drawing::Theme, layout::ListAreas, messages::Command, update::sources};

/// Where a document comes from.
pub(crate) struct SourcesRoom;

impl RoomList for SourcesRoom {
    fn settle(&self, model: &mut Model, _height: usize) {
        sources::settle(model);
    }

    fn subject(&self, model: &Model) -> Option<DocPath> {
        model.sources.name.clone()
    }

    fn pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        sources::pair(model)
    }
}

impl ListRoom for SourcesRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, subject: Option<DocPath>) -> Vec<Command> {
        let Some(name) = subject else { return Vec::new() };
        // A pair of which only passages are seen below the documents is not open.
        let preview = model.documents.pair();
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
        vec![sources::ask(model, name)]
    }

    fn again(&self, model: &mut Model) -> PressedAgain {
        match sources::turn(model) {
            Some(command) => PressedAgain::Done(vec![command]),
            None => PressedAgain::Leave,
        }
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        sources::forget(model).into_iter().collect()
    }

    fn result(&self, model: &mut Model, _snapshot: &Arc<Snapshot>) -> Option<Command> {
        sources::ask_again(model)
    }

    fn is_owed(&self, model: &Model) -> bool {
        let sources = &model.sources;
        let is_first = sources.name.is_none() && model.snapshot.is_none();
        is_first || sources.is_behind() && sources.answer.is_none()
    }

    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed here: the source that adds most comes first".into());
        Vec::new()
    }

    fn fold(&self, model: &mut Model, unfold: bool) -> Vec<Command> {
        let direction = if unfold { StepDirection::Next } else { StepDirection::Back };
        sources::step_place(model, direction);
        Vec::new()
    }

    fn open(&self, model: &mut Model) -> Opened {
        Opened::Done(sources::open(model))
    }

    fn step(&self, model: &mut Model, motion: Motion) {
        sources::step(model, motion);
    }

    fn open_neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        let before = model.sources.cursor.selected;
        sources::step(model, motion);
        if model.sources.cursor.selected == before {
            model.note = Some(format!("this is the {end} source"));
            return Vec::new();
        }
        sources::open(model)
    }

    fn passage(&self, model: &mut Model, direction: StepDirection) -> bool {
        sources::step_place(model, direction);
        true
    }

    fn select(&self, model: &mut Model, line: usize, _height: usize) {
        sources::select(model, line);
    }

    fn click(&self, model: &mut Model, at: Position, _areas: &ListAreas) -> Vec<Command> {
        sources::click(model, at);
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

    fn wheel(&self, model: &mut Model, at: Position, motion: Motion) -> Vec<Command> {
        sources::wheel(model, at, motion);
        Vec::new()
    }

    fn hints(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.sources.other.is_some() {
            &[
                KeyName::Open,
                KeyName::Back,
                KeyName::Move,
                KeyName::Passage,
                KeyName::Room(Room::Sources),
                KeyName::Mark,
                KeyName::Page,
                KeyName::Parameter(Parameter::Width),
                KeyName::Commands,
            ]
        } else {
            &[
                KeyName::Open,
                KeyName::Back,
                KeyName::Move,
                KeyName::Passage,
                KeyName::Mark,
                KeyName::Page,
                KeyName::Parameter(Parameter::Width),
                KeyName::Commands,
            ]
        })
    }

    fn hint(&self, _model: &Model, name: KeyName) -> Option<(Option<&'static str>, &'static str)> {
        match name {
            KeyName::Open => Some((None, "side by side")),
            KeyName::Move => Some((Some("↑/↓"), "source")),
            KeyName::Passage => Some((None, "place")),
            KeyName::Page => Some((None, "text")),
            KeyName::Room(Room::Sources) => Some((None, "other document")),
            _ => None,
        }
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        crate::tui::view::sources::render(model, theme, buffer, areas);
    }
}
