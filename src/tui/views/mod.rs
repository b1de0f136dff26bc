//! Each view separately: its state, keys, mouse and drawing. Drawing takes `&Model` and changes no state. The model stores
//! a view in `Layers`, or its state in `States`, without the type.

pub(crate) mod dots;
pub(crate) mod explain;
pub(crate) mod help;
pub(crate) mod lesson;
pub(crate) mod palette;
pub(crate) mod sandbox;

use crate::tui::actions::{Action, Place};
use crate::tui::{messages::Command, model::Model};

/// Commands of a performed action, or the action to perform below the view.
pub(crate) type Handled = Result<Vec<Command>, Action>;

/// Performs an action in the view that has the keys.
pub(crate) fn act(model: &mut Model, action: Action) -> Handled {
    let place = match (model.place(), action, model.layers.top()) {
        // From the parameters, Tab returns to the view.
        (Place::Bar, Action::Focus(_), Some(layer)) => layer.place(),
        (place, _, _) => place,
    };
    match (place, action) {
        (Place::Help, Action::Enter) => help::enter(model),
        (Place::Help, Action::Move(motion)) => Ok(help::step(model, motion)),
        (Place::Palette, Action::Enter) => palette::enter(model),
        (Place::Palette, Action::Move(motion)) => Ok(palette::step(model, motion)),
        (Place::Lesson, _) => lesson::act(model, action),
        (Place::Sandbox, _) => sandbox::act(model, action),
        (Place::Dots, _) => dots::act(model, action),
        (Place::Words, _) => explain::act(model, action),
        _ => Err(action),
    }
}
