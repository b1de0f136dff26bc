//! What is selected or open follows its documents from one result to the next: to the same name, or else to the same contents.
//! It moves no cursor and asks for nothing.

use shingle::base::path::DocPath;
use shingle::pipeline::{DocInfo, Snapshot};

use crate::tui::model::{Model, arrange::find_doc};

impl Model {
    /// Replaces the names of documents that were renamed, or whose copies alone are left.
    pub(crate) fn follow_documents(&mut self, before: &Snapshot, next: &Snapshot) {
        let list = &mut self.list;
        let left = list.lost.iter_mut().map(|lost| &mut lost.names);
        let pairs = list.names.iter_mut().chain(&mut list.names_of_all).chain(left);
        let pairs = pairs.chain(&mut list.unfolded).chain(self.rooms.whole_pairs_mut());
        let pairs = pairs.chain(self.pair.iter_mut().map(|current| &mut current.names));
        let documents = list.of.iter_mut().chain(&mut self.documents.name);
        let sources = &mut self.sources;
        let sources =
            sources.name.iter_mut().chain(&mut sources.other).chain(&mut sources.selected);
        let documents = documents.chain(&mut self.query.name).chain(sources);
        for name in pairs.flat_map(|(a, b)| [a, b]).chain(documents) {
            if let Some(now) = new_name(before, next, name) {
                *name = now;
            }
        }
    }
}

/// The name of a document in the next result, if it has another one. A record may have moved within its file.
fn new_name(before: &Snapshot, next: &Snapshot, name: &DocPath) -> Option<DocPath> {
    let content = before.doc(find_doc(before, name)?).file.content;
    let is_alike = |doc: &DocInfo| doc.file.content == content;
    let same_name = present(next, name);
    if same_name.is_some_and(|doc| name.line().is_none() || is_alike(doc)) {
        return None;
    }
    let docs = next.docs.get(..next.present)?;
    let mut alike = docs.iter().filter(|doc| is_alike(doc)).map(|doc| &doc.path);
    let new = alike.clone().find(|path| present(before, path).is_none());
    new.or_else(|| alike.next()).cloned()
}

/// The document of this name that is not gone.
fn present<'s>(snapshot: &'s Snapshot, name: &DocPath) -> Option<&'s DocInfo> {
    let docs = snapshot.docs.get(..snapshot.present)?;
    docs.get(docs.binary_search_by(|doc| doc.path.cmp(name)).ok()?)
}
