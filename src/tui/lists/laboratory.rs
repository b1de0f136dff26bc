//! The room of the laboratory.

use ratatui::{buffer::Buffer, layout::Position};

use shingle::{base::path::DocPath, pipeline::Parameter};

use crate::tui::actions::{KeyName, Motion, StepDirection};
use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::{Cursor, LabPage, Model, RoomList};
use crate::tui::update::{laboratory, study};
use crate::tui::{drawing::Theme, layout::ListAreas, messages::Command};

/// The laboratory.
pub(crate) struct LaboratoryRoom;

impl RoomList for LaboratoryRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.lab.cursor, model.lab.lines()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.lab.cursor)
    }

    fn above(&self, model: &Model) -> u16 {
        model.rows_of(&model.lab.paragraphs(model.size.0))
    }

    fn pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        model.lab.pair()
    }
}

impl ListRoom for LaboratoryRoom {
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        study::enter_room(model).into_iter().collect()
    }

    fn again(&self, model: &mut Model) -> PressedAgain {
        PressedAgain::Done(vec![study::request(model)])
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        study::stop(model).into_iter().collect()
    }

    /// Goes to the next or previous page.
    fn fold(&self, model: &mut Model, unfold: bool) -> Vec<Command> {
        laboratory::change_page(
            model,
            if unfold { StepDirection::Next } else { StepDirection::Back },
        );
        Vec::new()
    }

    fn open(&self, model: &mut Model) -> Opened {
        Opened::Done(laboratory::enter(model))
    }

    fn open_neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        let before = model.lab.cursor.selected;
        self.step(model, motion);
        if model.lab.cursor.selected == before {
            model.note = Some(format!("this is the {end} of these pairs"));
            return Vec::new();
        }
        laboratory::enter(model)
    }

    fn click_title(&self, model: &mut Model, at: Position) -> bool {
        laboratory::click(model, at)
    }

    fn hints(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.lab.lines() == 0 {
            &[
                KeyName::Sideways,
                KeyName::Back,
                KeyName::Parameter(Parameter::Width),
                KeyName::Parameter(Parameter::Threshold),
                KeyName::Parameter(Parameter::Measure),
                KeyName::Undo,
            ]
        } else {
            &[
                KeyName::Open,
                KeyName::Sideways,
                KeyName::Back,
                KeyName::Move,
                KeyName::Parameter(Parameter::Width),
                KeyName::Parameter(Parameter::Threshold),
                KeyName::Undo,
            ]
        })
    }

    fn hint(&self, model: &Model, name: KeyName) -> Option<(Option<&'static str>, &'static str)> {
        match name {
            KeyName::Open if model.lab.page != LabPage::Pairs => Some((None, "take")),
            KeyName::Sideways => Some((None, "page")),
            _ => None,
        }
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        crate::tui::view::laboratory::render(model, theme, buffer, areas);
    }
}
