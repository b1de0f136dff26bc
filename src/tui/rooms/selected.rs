//! What is selected in the current list: the document that is looked at, and the number of rows on the screen. It changes
//! nothing, and does not know how the user got there or what happens next.

use shingle::base::path::DocPath;

use crate::tui::pair::pane::Which;
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;

/// The document that is looked at.
pub(crate) fn subject(model: &Model) -> Option<DocPath> {
    if let Some(shown) = model.shown.as_ref().filter(|_| model.zoomed) {
        let is_b = model.focus == Focus::Pane(Which::B) || shown.text.is_some();
        return Some(if is_b { shown.names.1.clone() } else { shown.names.0.clone() });
    }
    model.here().subject(model)
}

/// The rows of the list on the screen, or those that it would have.
pub(crate) fn list_height(model: &Model) -> usize {
    let rows = model.areas().and_then(|areas| areas.list).map(|list| list.rows.height);
    usize::from(rows.unwrap_or(10))
}
