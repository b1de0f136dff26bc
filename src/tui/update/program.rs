//! The program itself: help, rescan, redraw, suspend, quit.

use super::super::command::Command;
use super::super::message::ProgramWish;
use super::super::model::prompt::{Prompt, Purpose};
use super::super::model::state::{Model, Overlay};

/// Does what is wanted of the program.
pub(super) fn take(model: &mut Model, wish: ProgramWish) -> Vec<Command> {
    match wish {
        ProgramWish::Quit => return vec![Command::Quit],
        ProgramWish::Suspend => return vec![Command::Suspend],
        ProgramWish::Redraw => return vec![Command::Redraw],
        ProgramWish::Rescan => {
            model.note = Some("listing the folder again".into());
            return vec![Command::Rescan];
        }
        ProgramWish::Help => {
            let shown = matches!(model.overlay, Some(Overlay::Help(_)));
            model.overlay = (!shown).then_some(Overlay::Help(0));
            model.prompt = (!shown).then(|| Prompt::new(Purpose::Help, ""));
        }
    }
    Vec::new()
}
