//! The program itself: help, palette, colours, mouse, rescan, redraw, suspend, quit.

use crate::tui::event_loop::action::ProgramAction;
use crate::tui::event_loop::command::Command;
use crate::tui::pair::update::share;
use crate::tui::screen::model::Model;
use crate::tui::{help, palette, projector, reporting};

use super::{freeze, look};

/// Carries out an action on the program.
pub(crate) fn take(model: &mut Model, action: ProgramAction) -> Vec<Command> {
    match action {
        ProgramAction::Quit => return vec![Command::Quit],
        ProgramAction::Suspend => return vec![Command::Suspend],
        ProgramAction::Redraw => return vec![Command::Redraw],
        ProgramAction::Rescan => {
            model.note = Some("listing the folder again".into());
            return vec![Command::Rescan];
        }
        ProgramAction::Freeze => return freeze::toggle(model),
        ProgramAction::Help => help::update::toggle(model),
        ProgramAction::Palette => palette::update::toggle(model),
        ProgramAction::Theme => look::theme(model, model.look.theme.next()),
        ProgramAction::Projector => return projector::update::toggle(model),
        ProgramAction::Mouse => return look::mouse(model, !model.look.mouse),
        ProgramAction::Edit => return share::edit(model),
        ProgramAction::CopyPassage => return share::passage(model),
        ProgramAction::CopyPair => return share::report(model),
        ProgramAction::Report => reporting::update::ask(model),
    }
    Vec::new()
}
