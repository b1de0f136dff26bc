//! What is selected in the current list: the document that is looked at, and the rows on the screen. It changes
//! nothing, and does not know how the user got there or what happens next.

use std::ops::Range;

use shingle::base::path::DocPath;
use shingle::visits::visit::PairNames;

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

/// The lines of the ranked list that are in view, or would be.
pub(crate) fn lines_in_view(model: &Model) -> Range<usize> {
    model.list.top..model.list.top + list_height(model)
}

/// The pairs of these lines, the selected one first.
pub(crate) fn pairs_in_view(model: &Model) -> Vec<PairNames> {
    let Some(listed) = model.listed() else { return Vec::new() };
    let row = |line| listed.rows.get(model.list.at(line)?.row);
    let names = |row| {
        let (a, b) = listed.names(row);
        (a.clone(), b.clone())
    };
    let others = lines_in_view(model).filter_map(row).map(names);
    model.list.names.clone().into_iter().chain(others).collect()
}

/// The rows of the list on the screen, or those that it would have.
pub(crate) fn list_height(model: &Model) -> usize {
    let rows = model.areas().and_then(|areas| areas.list).map(|list| list.rows.height);
    usize::from(rows.unwrap_or(10))
}
