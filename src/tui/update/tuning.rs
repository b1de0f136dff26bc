//! The parameters: every change asks the engine at once.

use shingle::pipeline::params::Params;

use super::super::command::Command;
use super::super::message::TuningWish;
use super::super::model::state::Model;
use super::super::model::tuning::turned;
use super::pair::settle;

/// Does what is wanted of the parameters.
pub(super) fn take(model: &mut Model, wish: TuningWish) -> Vec<Command> {
    match wish {
        TuningWish::Turn(dial, turn) => {
            let params = turned(&model.params, dial, turn, &model.choices);
            if params == model.params {
                model.note = Some("that is as far as it goes".into());
                return Vec::new();
            }
            set(model, params)
        }
    }
}

/// Sets the parameters to these.
pub(super) fn set(model: &mut Model, params: Params) -> Vec<Command> {
    if params == model.params {
        model.note = Some("it has that value already".into());
        return Vec::new();
    }
    model.params = params.clone();
    let mut commands = vec![Command::SetParams(params)];
    // Other values may need more rows, or fewer, and what is below them the others.
    commands.extend(settle(model));
    commands
}
