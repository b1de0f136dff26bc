//! Where the tree of clusters is, and the list beside it. It draws nothing.

use ratatui::layout::Rect;

use super::ListAreas;

/// With at least this many columns, both are shown together.
const BOTH: u16 = 72;
/// With at least this many, a heat map has room beside a tree of any width.
const AMPLE: u16 = 160;
/// The least and the greatest number of columns of the tree beside something.
const TREE: (u16, u16) = (36, 64);

/// A list with its title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TitledList {
    /// The title.
    pub(crate) title: Rect,
    /// The names of its columns. Empty if rows are scarce.
    pub(crate) columns: Rect,
    /// Its rows.
    pub(crate) rows: Rect,
}

/// The regions of the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClusterAreas {
    /// The tree, unless only the list beside it has room.
    pub(crate) tree: Option<TitledList>,
    /// The list beside it, unless only the tree has room.
    pub(crate) side: Option<TitledList>,
}

impl ListAreas {
    /// Divides the area between both. If only one has room, that is the one that has the keys. Where a heat map
    /// needs them, the tree has no more columns than it must.
    pub(crate) fn clusters(&self, beside: bool, heat: bool) -> ClusterAreas {
        let width = self.title.width;
        let part = |x: u16, width: u16| {
            let cut = |area: Rect| Rect { x: area.x + x, width, ..area };
            TitledList { title: cut(self.title), columns: cut(self.columns), rows: cut(self.rows) }
        };
        if width < BOTH {
            let whole = Some(part(0, width));
            return if beside {
                ClusterAreas { tree: None, side: whole }
            } else {
                ClusterAreas { tree: whole, side: None }
            };
        }
        let usual = (width * 2 / 5).clamp(TREE.0, TREE.1);
        let tree = if heat && width < AMPLE { TREE.0 } else { usual };
        ClusterAreas { tree: Some(part(0, tree)), side: Some(part(tree + 1, width - tree - 1)) }
    }
}
