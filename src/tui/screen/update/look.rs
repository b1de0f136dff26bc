//! Changes the look of the screen and who has the mouse. The note names the option that does the same. It knows no key.

use crate::tui::event_loop::command::Command;
use crate::tui::keys::names::KeyName;
use crate::tui::keys::naming::key_of;
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
    model.note = Some(if on {
        "the mouse is the screen's: click, wheel; hold Shift to select text".to_string()
    } else {
        let again = key_of(KeyName::Mouse);
        format!("the mouse is the terminal's: select text with it; {again} takes it again")
    });
    vec![Command::Mouse(on)]
}
