//! The ranked list's selection, which follows its pair by name from one snapshot to the next. It draws nothing.

use shingle::base::ids::DocId;
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
    /// Whether the selected row is a group of copies, of which `names` are two.
    group: bool,
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
        let row = snapshot.rows.get(self.selected);
        self.group = matches!(row, Some(Row::Copies { .. }));
        self.names = row.map(|row| {
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

    /// Takes the selection over to a new snapshot: to the row of the same names at the same height of the screen, else
    /// to the same rank. Gives back the names that are no longer there.
    pub(crate) fn follow(
        &mut self,
        snapshot: &Snapshot,
        height: usize,
    ) -> Option<(DocPath, DocPath)> {
        let offset = self.selected.saturating_sub(self.top);
        let names = self.names.take();
        let found = names.as_ref().and_then(|names| find(snapshot, names, self.group));
        let index = found.unwrap_or(self.selected);
        self.top = index.saturating_sub(offset);
        self.select(snapshot, index, height);
        names.filter(|_| found.is_none())
    }
}

/// The index of the row of these names: the one that opens their pair, else the one of copies that both belong to. A
/// group of copies is still the same when one of the two is gone, or when others sort before them.
fn find(snapshot: &Snapshot, names: &(DocPath, DocPath), group: bool) -> Option<usize> {
    // Documents are looked for by name once, rows are compared by number: a million rows take a millisecond or two.
    let (present, gone) = snapshot.docs.split_at(snapshot.present.min(snapshot.docs.len()));
    let position = |name: &DocPath| {
        let found = present.binary_search_by(|doc| doc.path.cmp(name)).ok();
        let among_gone = || gone.iter().position(|doc| doc.path == *name);
        found.or_else(|| among_gone().map(|place| present.len() + place))
    };
    let (a, b) = (position(&names.0), position(&names.1));
    let is = |id: DocId, place: Option<usize>| place == Some(id.index());
    let same = |row: &Row| is(row.pair().a, a) && is(row.pair().b, b);
    let members = |row: &Row| match row {
        Row::Copies { members, .. } => {
            let has = |place| members.iter().any(|id| is(*id, place));
            (has(a), has(b))
        }
        Row::Pair { .. } => (false, false),
    };
    let rows = &snapshot.rows;
    let exact = rows.iter().position(same);
    let both = || rows.iter().position(|row| members(row) == (true, true));
    let one = || rows.iter().position(|row| members(row) != (false, false));
    exact.or_else(both).or_else(|| if group { one() } else { None })
}
