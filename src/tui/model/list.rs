//! The ranked list's selection, which follows its pair by name from one snapshot to the next. It draws nothing.

use shingle::base::path::DocPath;
use shingle::pipeline::snapshot::{Row, Snapshot};

use super::super::message::Motion;

/// Which row is selected and which is the first on the screen.
#[derive(Debug, Clone, Default)]
pub(crate) struct List {
    /// Index of the selected row, 0 when there is none.
    pub(crate) selected: usize,
    /// Index of the first row drawn.
    pub(crate) top: usize,
    /// The names of the selected row's pair: its identity.
    pub(crate) names: Option<(DocPath, DocPath)>,
}

impl List {
    /// Moves the selection; `height` is the number of rows on the screen.
    pub(crate) fn step(&mut self, snapshot: &Snapshot, motion: Motion, height: usize) {
        let last = snapshot.rows.len().saturating_sub(1);
        let page = height.saturating_sub(1).max(1);
        let to = match motion {
            Motion::Down => self.selected.saturating_add(1),
            Motion::Up => self.selected.saturating_sub(1),
            Motion::PageDown => self.selected.saturating_add(page),
            Motion::PageUp => self.selected.saturating_sub(page),
            Motion::First => 0,
            Motion::Last => last,
        };
        self.select(snapshot, to.min(last), height);
    }

    /// Selects the row at `index`, or the last.
    pub(crate) fn select(&mut self, snapshot: &Snapshot, index: usize, height: usize) {
        self.selected = index.min(snapshot.rows.len().saturating_sub(1));
        self.names = snapshot.rows.get(self.selected).map(|row| {
            let (a, b) = snapshot.names(row);
            (a.clone(), b.clone())
        });
        self.scroll_to_selected(snapshot.rows.len(), height);
    }

    /// Keeps the selected row on the screen, moving as little as possible.
    pub(crate) fn scroll_to_selected(&mut self, rows: usize, height: usize) {
        let height = height.max(1);
        let lowest = self.selected.saturating_sub(height - 1);
        self.top = self.top.clamp(lowest, self.selected).min(rows.saturating_sub(height));
    }

    /// Takes the selection over to a new snapshot: to the row with the same names at the same height of the screen, else
    /// to the same rank. Gives back the names that are no longer there.
    pub(crate) fn follow(
        &mut self,
        snapshot: &Snapshot,
        height: usize,
    ) -> Option<(DocPath, DocPath)> {
        let offset = self.selected.saturating_sub(self.top);
        let names = self.names.take();
        let found = names.as_ref().and_then(|names| find(snapshot, names));
        let index = found.unwrap_or(self.selected);
        self.top = index.saturating_sub(offset);
        self.select(snapshot, index, height);
        names.filter(|_| found.is_none())
    }
}

/// The index of the row that opens the pair of these names.
pub(crate) fn find(snapshot: &Snapshot, names: &(DocPath, DocPath)) -> Option<usize> {
    // Documents are compared by name once, rows by number: a million rows take a millisecond or two.
    let position = |name: &DocPath| snapshot.docs.iter().position(|doc| doc.path == *name);
    let a = position(&names.0)?;
    let b = position(&names.1)?;
    let same = |row: &Row| row.pair().a.index() == a && row.pair().b.index() == b;
    snapshot.rows.iter().position(same)
}
