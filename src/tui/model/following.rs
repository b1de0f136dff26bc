//! Follows documents from one result to the next, by name or by contents, for the selection and the open pair.

use shingle::base::path::DocPath;
use shingle::pipeline::{DocInfo, Snapshot};

use crate::tui::actions::Room;
use crate::tui::model::{Model, arrange::find_doc, arrange::find_present};

impl Model {
    /// Replaces the name of each renamed document, and of each removed document with a remaining copy.
    pub(crate) fn follow_documents(&mut self, before: &Snapshot, next: &Snapshot) {
        let list = &mut self.list;
        let left = list.lost.iter_mut().map(|lost| &mut lost.names);
        let pairs = list.names.iter_mut().chain(&mut list.names_of_all).chain(left);
        let pairs = pairs.chain(&mut list.unfolded).chain(self.rooms.whole_pairs_mut());
        let pairs = pairs.chain(self.pair.iter_mut().map(|current| &mut current.names));
        let follow = |name: &mut DocPath| {
            if let Some(now) = new_name(before, next, name) {
                *name = now;
            }
        };
        pairs.flat_map(|(a, b)| [a, b]).chain(&mut list.of).for_each(follow);
        for room in [Room::Documents, Room::Query, Room::Sources] {
            (self.views.list)(room).documents_mut(self).into_iter().for_each(follow);
        }
    }
}

/// Returns the new name of a document in the next result. `None` if the name stays. A record may have moved within its file.
fn new_name(before: &Snapshot, next: &Snapshot, name: &DocPath) -> Option<DocPath> {
    let content = before.doc(find_doc(before, name)?).file.content;
    let is_alike = |doc: &DocInfo| doc.file.content == content;
    let same_name = find_present(next, name).map(|id| next.doc(id));
    if same_name.is_some_and(|doc| name.line().is_none() || is_alike(doc)) {
        return None;
    }
    let docs = next.docs.get(..next.present)?;
    let mut alike = docs.iter().filter(|doc| is_alike(doc)).map(|doc| &doc.path);
    let new = alike.clone().find(|path| find_present(before, path).is_none());
    new.or_else(|| alike.next()).cloned()
}
