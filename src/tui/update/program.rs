//! The program itself: help, palette, colours, mouse, rescan, redraw, suspend, quit.

use super::super::command::Command;
use super::super::message::ProgramWish;
use super::super::model::look::ThemeChoice;
use super::super::model::state::Model;
use super::{help, palette, projector, share};

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
        ProgramWish::Theme => theme(model, model.look.theme.next()),
        ProgramWish::Projector => return projector::toggle(model),
        ProgramWish::Mouse => return mouse(model, !model.look.mouse),
        ProgramWish::Edit => return share::edit(model),
        ProgramWish::CopyPassage => return share::passage(model),
        ProgramWish::CopyPair => return share::report(model),
    }
    Vec::new()
}

/// Chooses colours.
pub(super) fn theme(model: &mut Model, theme: ThemeChoice) {
    model.look.theme = theme;
    let what = match theme {
        ThemeChoice::Auto => "as the terminal tells",
        ThemeChoice::Dark => "for a dark page",
        ThemeChoice::Light => "for a light page",
        ThemeChoice::Sixteen => "the terminal's own sixteen",
        ThemeChoice::Mono => "none",
    };
    let name = theme.name();
    model.note = Some(format!("colours {name}: {what} · --theme {name}"));
}

/// Gives the mouse to the screen, or to the terminal.
pub(super) fn mouse(model: &mut Model, on: bool) -> Vec<Command> {
    model.look.mouse = on;
    let note = if on {
        "the mouse is the screen's: click, wheel; hold Shift to select text"
    } else {
        "the mouse is the terminal's: select text with it; & takes it again"
    };
    model.note = Some(note.into());
    vec![Command::Mouse(on)]
}
