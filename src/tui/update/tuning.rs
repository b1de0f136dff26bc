//! The parameters: every change asks the engine at once.

use shingle::pipeline::params::Params;

use super::super::command::Command;
use super::super::message::{Dial, TuningWish};
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
            change_to(model, params, Some(dial))
        }
    }
}

/// Asks for a ranking with other parameters. `dial` is the one that differs, `None` when several do.
pub(super) fn change_to(model: &mut Model, params: Params, _dial: Option<Dial>) -> Vec<Command> {
    model.params = params.clone();
    let mut commands = vec![Command::SetParams(params)];
    // Other values may need more rows, or fewer, and what is below them the others.
    commands.extend(settle(model));
    commands
}
