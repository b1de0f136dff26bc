//! The program itself: help, palette, colours, mouse, rescan, redraw, suspend, quit.

use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::wish::ProgramWish;
use crate::tui::pair::update::share;
use crate::tui::screen::model::Model;
use crate::tui::{help, palette, projector};

use super::look;

/// Does what is wanted of the program.
pub(crate) fn take(model: &mut Model, wish: ProgramWish) -> Vec<Command> {
    match wish {
        ProgramWish::Quit => return vec![Command::Quit],
        ProgramWish::Suspend => return vec![Command::Suspend],
        ProgramWish::Redraw => return vec![Command::Redraw],
        ProgramWish::Rescan => {
            model.note = Some("listing the folder again".into());
            return vec![Command::Rescan];
        }
        ProgramWish::Help => help::update::toggle(model),
        ProgramWish::Palette => palette::update::toggle(model),
        ProgramWish::Theme => look::theme(model, model.look.theme.next()),
        ProgramWish::Projector => return projector::update::toggle(model),
        ProgramWish::Mouse => return look::mouse(model, !model.look.mouse),
        ProgramWish::Edit => return share::edit(model),
        ProgramWish::CopyPassage => return share::passage(model),
        ProgramWish::CopyPair => return share::report(model),
    }
    Vec::new()
}
