//! The list of documents: its lines and the selected one. It draws nothing.

pub(crate) mod columns;
pub(crate) mod lines;

use std::sync::Arc;

use shingle::base::{path::DocPath, ratio::Ratio};
use shingle::pipeline::Snapshot;

use crate::tui::model::{Cursor, DocColumn, DocLine, Filter, Sort, VisibleLines};

/// The list of documents.
#[derive(Debug, Clone, Default)]
pub(crate) struct DocumentList {
    /// The selected line.
    pub(crate) cursor: Cursor,
    /// The name of the selected document, which identifies it.
    pub(crate) name: Option<DocPath>,
    /// The order of the documents.
    pub(crate) sort: Sort<DocColumn>,
    /// Which documents it shows.
    pub(crate) filter: Arc<Filter>,
    /// Its lines and their snapshot, once they are arranged.
    pub(crate) arranged: Option<(Arc<Snapshot>, Arc<Vec<DocLine>>)>,
    /// The greatest number of columns that a name takes.
    pub(crate) longest: u16,
    /// Whether any of these files says who wrote it, or when, or is judged by its date.
    pub(crate) has_facts: bool,
    /// Whether any of these documents has a match or shares a passage.
    pub(crate) has_matches: bool,
    /// The largest share of any of these documents that stands in others, once it is counted.
    pub(crate) largest_share: Option<Ratio>,
    /// Of how many others any of these documents has most; 0 where none has of any.
    pub(crate) largest_source_of: u32,
    /// Whether a key asked for another list than the one shown.
    pub(crate) key_waits: bool,
}

impl DocumentList {
    /// How many lines it has.
    pub(crate) fn len(&self) -> usize {
        self.arranged.as_ref().map_or(0, |(_, lines)| lines.len())
    }

    /// Takes the name of the selected document.
    pub(crate) fn follow_cursor(&mut self) {
        self.name = self.named(self.cursor.selected);
    }

    /// Shows another arrangement. The selection follows its document by name.
    pub(crate) fn show(
        &mut self,
        snapshot: Arc<Snapshot>,
        lines: Arc<Vec<DocLine>>,
        visible: VisibleLines,
    ) {
        let place = self.name.as_ref().and_then(|name| {
            let docs = snapshot.docs.get(..snapshot.present)?;
            let id = docs.binary_search_by(|doc| doc.path.cmp(name)).ok()?;
            lines.iter().position(|line| line.doc.index() == id)
        });
        let is_judged = snapshot.params.skip_older.day().is_some() && snapshot.rules.is_some();
        let has_facts = lines.iter().any(|line| {
            snapshot.doc(line.doc).file.facts.as_ref().is_some_and(|facts| facts.is_worth_listing())
        });
        self.has_facts = has_facts || is_judged;
        self.has_matches = lines.iter().any(|line| line.with.is_some());
        self.largest_share = lines.iter().filter_map(|line| line.elsewhere).max();
        self.largest_source_of = lines.iter().map(|line| line.source_of).max().unwrap_or(0);
        let first = self.arranged.replace((snapshot, lines)).is_none();
        let place = place.unwrap_or(self.cursor.selected);
        if first {
            // It opens at its beginning, unless the selected document is further down.
            self.cursor = Cursor { selected: place, top: 0 };
        }
        self.cursor.select_in_place(place, self.len(), visible);
        self.name = self.named(self.cursor.selected).or_else(|| self.name.take());
    }

    /// The selected document and its best match, or the one that shares the longest passage with it.
    pub(crate) fn pair(&self) -> Option<(DocPath, DocPath)> {
        let (snapshot, lines) = self.arranged.as_ref()?;
        let line = lines.get(self.cursor.selected)?;
        let name = |doc| snapshot.doc(doc).path.clone();
        Some((name(line.doc), name(line.with?)))
    }

    fn named(&self, line: usize) -> Option<DocPath> {
        let (snapshot, lines) = self.arranged.as_ref()?;
        Some(snapshot.doc(lines.get(line)?.doc).path.clone())
    }
}
