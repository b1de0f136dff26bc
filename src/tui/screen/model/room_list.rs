//! What the screen as a whole asks of the current list. It names no list.

use shingle::base::path::DocPath;

use crate::tui::screen::model::Model;

/// A list, as the model sees it.
pub(crate) trait RoomList {
    /// Keeps the selected row on the screen, if the list has `height` rows.
    fn settle(&self, model: &mut Model, height: usize);

    /// Rows wanted above the list.
    fn above(&self, _model: &Model) -> u16 {
        0
    }

    /// Rows wanted below it.
    fn below(&self, _model: &Model) -> u16 {
        0
    }

    /// The document that is looked at. A list without documents returns that of the ranked list.
    fn subject(&self, model: &Model) -> Option<DocPath> {
        model.subject_of_pair()
    }

    /// The two selected documents. The first may be the text of the query.
    fn pair(&self, _model: &Model) -> Option<(DocPath, DocPath)> {
        None
    }
}
