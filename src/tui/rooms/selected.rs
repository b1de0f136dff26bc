//! What is selected where one is: the document that one looks at, the pair, and the rows that the list has on the screen. It
//! changes nothing, and does not know how one came there or what is done about it.

use shingle::base::path::DocPath;

use crate::tui::pair::pane::Which;
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;

use super::query::model::YOUR_TEXT;
use super::room::Room;

/// The document that one looks at.
pub(crate) fn subject(model: &Model) -> Option<DocPath> {
    if let Some(shown) = model.shown.as_ref().filter(|_| model.zoomed) {
        let is_b = model.focus == Focus::Pane(Which::B) || shown.text.is_some();
        return Some(if is_b { shown.names.1.clone() } else { shown.names.0.clone() });
    }
    match model.rooms.here() {
        Room::Query => model.query.name.clone(),
        Room::Documents => model.documents.name.clone(),
        Room::Clusters => model.tree.name(),
        Room::Pairs | Room::Resembling | Room::Problems | Room::Lab => {
            let (a, b) = model.list.names.clone()?;
            let is_b = model.focus == Focus::Pane(Which::B) || model.list.is_on_member();
            Some(if is_b { b } else { a })
        }
    }
}

/// The two documents that are selected where one is; the first may be the text that is compared with the folder.
pub(crate) fn pair(model: &Model) -> Option<(DocPath, DocPath)> {
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => model.list.names.clone(),
        Room::Clusters => model.tree.pair().and_then(|pair| model.tree.names(pair)),
        Room::Lab => model.lab.pair(),
        Room::Query => Some((DocPath::new(YOUR_TEXT), model.query.name.clone()?)),
        Room::Documents | Room::Problems => None,
    }
}

/// Rows of the list on the screen, or those it would have.
pub(crate) fn list_height(model: &Model) -> usize {
    let rows = model.areas().and_then(|areas| areas.list).map(|list| list.rows.height);
    usize::from(rows.unwrap_or(10))
}
