//! The longest passages that the text shares with the selected match, below the matches.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::drawing::theme::Theme;
use crate::tui::pair::view::longest;
use crate::tui::rooms::query::model::YOUR_TEXT;
use crate::tui::screen::model::Model;

/// Draws them, or says why there are none.
pub(crate) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let Some(name) = model.query.name.as_ref() else { return };
    let shown = model.shown.as_ref().filter(|shown| {
        shown.names.0.to_string() == YOUR_TEXT
            && shown.names.1 == *name
            && shown.text.as_deref() == Some(&model.query.text)
    });
    let open = shown.and_then(|_| model.open());
    let nothing = "Enter opens it, where it has the words of your text.";
    longest::render(open, name, nothing, theme, buffer, area);
}
