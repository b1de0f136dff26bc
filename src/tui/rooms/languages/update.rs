//! The key of the language, in the room of languages: the selected one for all documents, or each its own again.

use shingle::pipeline::parameters::{LanguageChoice, Params};

use crate::tui::event_loop::action::{ScreenParameter, StepDirection};
use crate::tui::event_loop::command::Command;
use crate::tui::parameters::table::rests;
use crate::tui::parameters::update::change_to;
use crate::tui::screen::model::Model;

/// Sets the selected language for all documents, or where one is set, detects them again; `None` where there is none to be
/// set.
pub(super) fn choose(model: &mut Model, direction: StepDirection) -> Option<Vec<Command>> {
    let selected = model.languages.selected()?.language;
    if rests(ScreenParameter::Language, &model.params).is_some_and(|rests| rests.hidden) {
        return None;
    }
    let is_set = model.params.language != LanguageChoice::Auto;
    let language = match selected {
        _ if is_set || direction == StepDirection::Back => LanguageChoice::Auto,
        Some(language) => LanguageChoice::Fixed(language),
        None => {
            model.note = Some("unsure is no language: select another line".into());
            return Some(Vec::new());
        }
    };
    model.parameter_state.chosen = ScreenParameter::Language;
    let params = Params { language, ..model.params.clone() };
    if params == model.params {
        model.note = Some("that is so already".into());
        return Some(Vec::new());
    }
    Some(change_to(model, params, Some(ScreenParameter::Language)))
}
