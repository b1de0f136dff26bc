//! Where the tree of clusters stands and what is beside it. It draws nothing.

use ratatui::layout::Rect;

use super::ListAreas;

/// From so many columns on, both are on the screen together.
const BOTH: u16 = 72;

/// A list with its title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TitledList {
    /// What it is, in words.
    pub(crate) title: Rect,
    /// The names of its columns; empty where rows are scarce.
    pub(crate) columns: Rect,
    /// Its rows.
    pub(crate) rows: Rect,
}

/// The regions of the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClusterAreas {
    /// The tree, unless what is beside it has all the room.
    pub(crate) tree: Option<TitledList>,
    /// What is beside it, unless the tree has all the room.
    pub(crate) side: Option<TitledList>,
}

impl ListAreas {
    /// Cut into the tree and what is beside it; where only one has room, that which has the keys.
    pub(crate) fn clusters(&self, beside: bool) -> ClusterAreas {
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
        let tree = (width * 2 / 5).clamp(36, 64);
        ClusterAreas { tree: Some(part(0, tree)), side: Some(part(tree + 1, width - tree - 1)) }
    }
}
