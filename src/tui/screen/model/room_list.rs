//! What the screen as a whole asks of the list that one is in, whichever it is. It names none of them.

use shingle::base::path::DocPath;

use crate::tui::screen::model::Model;

/// A list, as the model asks about it.
pub(crate) trait RoomList {
    /// Keeps what is selected on the screen, where the list has `height` rows.
    fn settle(&self, model: &mut Model, height: usize);

    /// Rows wanted above the list.
    fn above(&self, _model: &Model) -> u16 {
        0
    }

    /// Rows wanted below it.
    fn below(&self, _model: &Model) -> u16 {
        0
    }

    /// The document that one looks at; in lists that have none, the one of the ranked list.
    fn subject(&self, model: &Model) -> Option<DocPath> {
        model.subject_of_pair()
    }

    /// The two documents that are selected; the first may be the text that is compared with the folder.
    fn pair(&self, _model: &Model) -> Option<(DocPath, DocPath)> {
        None
    }
}
