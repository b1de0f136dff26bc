//! Changes the theme, the owner of the mouse, and projector mode. The note names the option with the same effect.

use crate::tui::model::{Command, Model};
use crate::tui::{actions::KeyName, drawing::ThemeChoice, keys::label_of_key, update::pair};

pub(crate) fn set_theme(model: &mut Model, theme: ThemeChoice) {
    model.look.theme = theme;
    let what = match theme {
        ThemeChoice::Auto => "chosen by the terminal",
        ThemeChoice::Dark => "for a dark page",
        ThemeChoice::Light => "for a light page",
        ThemeChoice::Sixteen => "the terminal's own sixteen",
        ThemeChoice::Mono => "none",
    };
    let name = theme.name();
    model.show_note(format!("colours {name}: {what} · --theme {name}"));
}

pub(crate) fn set_mouse(model: &mut Model, on: bool) {
    model.look.mouse = on;
    model.note = Some(if on {
        "the mouse is the screen's: click, wheel; hold Shift to select text".to_string()
    } else {
        let again = label_of_key(KeyName::Mouse);
        format!("the mouse is the terminal's: select text with it; {again} takes it again")
    });
    model.send_command(Command::Mouse(on));
}

pub(crate) fn toggle_projector(model: &mut Model) {
    model.projector = !model.projector;
    model.show_note(if model.projector {
        "projector mode; Ctrl-O ends it"
    } else {
        "everyday use again"
    });
    pair::refresh_list_and_pair(model);
}
