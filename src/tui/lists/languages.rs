//! The room of the folder's languages.

use std::sync::Arc;

use ratatui::buffer::Buffer;

use shingle::pipeline::{LanguageChoice, Parameter, Params, Snapshot};

use crate::tui::actions::{KeyName, Room, StepDirection};
use crate::tui::lists::{ListRoom, Opened, PressedAgain};
use crate::tui::model::{Cursor, Filter, FilterTarget, Model, RoomList};
use crate::tui::{drawing::Theme, layout::ListAreas, messages::Command};
use crate::tui::{parameters::table::is_hidden, update::parameters::change_to};

/// The list of languages.
pub(crate) struct LanguagesRoom;

impl RoomList for LanguagesRoom {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        Some((model.languages.cursor, model.languages.lines().len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.languages.cursor)
    }
}

impl ListRoom for LanguagesRoom {
    fn again(&self, _model: &mut Model) -> PressedAgain {
        PressedAgain::Leave
    }

    fn forget(&self, model: &mut Model) -> Vec<Command> {
        (model.languages.arranged, model.languages.filter) = (None, Arc::default());
        Vec::new()
    }

    fn result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) -> Option<Command> {
        let visible = model.visible_lines(Room::Languages);
        model.languages.show(snapshot, visible);
        None
    }

    fn filter<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.languages.filter, FilterTarget::Names))
    }

    fn filtered(&self, model: &mut Model) -> Vec<Command> {
        if let Some(snapshot) = model.of_all_documents().cloned() {
            self.result(model, &snapshot);
        }
        Vec::new()
    }

    fn open(&self, model: &mut Model) -> Opened {
        let Some(line) = model.languages.selected() else { return Opened::Done(Vec::new()) };
        let filter = line
            .language
            .map_or("lang:unsure".into(), |language| format!("lang:{}", language.code()));
        Opened::Filtered(Room::Documents, filter)
    }

    fn change(
        &self,
        model: &mut Model,
        parameter: Parameter,
        direction: StepDirection,
    ) -> Option<Vec<Command>> {
        (parameter == Parameter::Language).then(|| choose(model, direction)).flatten()
    }

    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed here: the language of most words comes first".into());
        Vec::new()
    }

    fn hints(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(&[
            KeyName::Open,
            KeyName::Back,
            KeyName::Parameter(Parameter::Language),
            KeyName::Filter,
            KeyName::Move,
            KeyName::Commands,
        ])
    }

    fn hint(&self, model: &Model, name: KeyName) -> Option<(Option<&'static str>, &'static str)> {
        match name {
            KeyName::Open => Some((None, "documents")),
            KeyName::Parameter(Parameter::Language) => {
                let is_auto = model.params.language == LanguageChoice::Auto;
                Some((None, if is_auto { "set for all" } else { "detect" }))
            }
            _ => None,
        }
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        crate::tui::view::languages::render(model, theme, buffer, areas);
    }
}

// The key of the language, in the room of languages: the selected one for all documents, or each its own again.

/// Sets the selected language for all documents, or where one is set, detects them again; `None` where there is none to be
/// set.
pub(crate) fn choose(model: &mut Model, direction: StepDirection) -> Option<Vec<Command>> {
    let selected = model.languages.selected()?.language;
    if is_hidden(Parameter::Language, &model.params) {
        return None;
    }
    let is_set = model.params.language != LanguageChoice::Auto;
    let language = match selected {
        _ if is_set || direction == StepDirection::Back => LanguageChoice::Auto,
        Some(language) => LanguageChoice::Fixed(language),
        None => {
            model.note = Some("unsure is not a language: select another line".into());
            return Some(Vec::new());
        }
    };
    model.parameter_state.chosen = Parameter::Language;
    let params = Params { language, ..model.params.clone() };
    if params == model.params {
        model.note = Some("that is so already".into());
        return Some(Vec::new());
    }
    Some(change_to(model, params, Some(Parameter::Language)))
}
