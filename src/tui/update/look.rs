//! Changes the theme and projector mode. The note names the option with the same effect.

use crate::tui::{drawing::ThemeChoice, model::Model, update::pair};

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

pub(crate) fn toggle_projector(model: &mut Model) {
    model.projector = !model.projector;
    model.show_note(if model.projector {
        "projector mode; Ctrl-O ends it"
    } else {
        "everyday use again"
    });
    pair::refresh_list_and_pair(model);
}
