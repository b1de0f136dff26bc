//! The program itself: help, palette, colours, mouse, rescan, redraw, suspend, quit.

use super::super::command::Command;
use super::super::model::state::Model;
use super::super::wish::ProgramWish;
use super::{help, look, palette, projector, share};

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
        ProgramWish::Help => help::toggle(model),
        ProgramWish::Palette => palette::toggle(model),
        ProgramWish::Theme => look::theme(model, model.look.theme.next()),
        ProgramWish::Projector => return projector::toggle(model),
        ProgramWish::Mouse => return look::mouse(model, !model.look.mouse),
        ProgramWish::Edit => return share::edit(model),
        ProgramWish::CopyPassage => return share::passage(model),
        ProgramWish::CopyPair => return share::report(model),
    }
    Vec::new()
}
