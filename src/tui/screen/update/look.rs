//! Changes the look of the screen and who has the mouse. The note names the option that does the same. It knows no key and
//! no line of the palette.

use crate::tui::event_loop::command::Command;
use crate::tui::screen::look::ThemeChoice;
use crate::tui::screen::model::Model;

/// Chooses colours.
pub(crate) fn theme(model: &mut Model, theme: ThemeChoice) {
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
pub(crate) fn mouse(model: &mut Model, on: bool) -> Vec<Command> {
    model.look.mouse = on;
    let note = if on {
        "the mouse is the screen's: click, wheel; hold Shift to select text"
    } else {
        "the mouse is the terminal's: select text with it; \":mouse on\" takes it again"
    };
    model.note = Some(note.into());
    vec![Command::Mouse(on)]
}
