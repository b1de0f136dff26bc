//! The columns of the tree of clusters: what each is called, what it is sorted by, what is in it, and how wide it is. It draws
//! nothing.

use ratatui::style::Style;

use shingle::base::{ids::DocId, numbers::thousands};
use shingle::pipeline::{Cluster, Clusters};

use crate::tui::drawing::Theme;
use crate::tui::model::columns::{ColumnInfo, share_key};
use crate::tui::model::{Columns, Table};
use crate::tui::words::{names::ShortNames, shares::scored};

/// A column of the tree of clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ClusterColumn {
    /// How many documents it has.
    #[default]
    Documents,
    /// The weakest link that holds it together.
    Weakest,
    /// The name of its most central document.
    Name,
}

impl Columns for ClusterColumn {
    const ALL: &'static [Self] = &[Self::Documents, Self::Weakest, Self::Name];

    fn info(self) -> ColumnInfo {
        match self {
            Self::Documents => ColumnInfo::number("docs"),
            Self::Weakest => ColumnInfo::number("weakest"),
            Self::Name => ColumnInfo { short: "name", ..ColumnInfo::text("most central") },
        }
    }
}

impl ClusterColumn {
    /// The sort key of a cluster.
    pub(crate) fn key(self, cluster: &Cluster) -> u64 {
        match self {
            Self::Documents => cluster.documents as u64,
            Self::Weakest => share_key(cluster.weakest),
            // Documents are numbered in the order of their paths.
            Self::Name => u64::from(representative(cluster).0),
        }
    }

    /// What a cluster has in this column.
    pub(crate) fn cell(
        self,
        (clusters, names): (&Clusters, &ShortNames),
        cluster: &Cluster,
        width: u16,
        theme: &Theme,
    ) -> (String, Style) {
        match self {
            Self::Documents => (thousands(cluster.documents as u64), theme.strong),
            Self::Weakest => (scored(cluster.weakest, &clusters.params), theme.quiet),
            Self::Name => {
                let doc = clusters.docs.get(representative(cluster).index());
                let name = doc.map(|doc| names.of(&doc.path).fit(width));
                (name.unwrap_or_default(), Style::new())
            }
        }
    }
}

impl Table<ClusterColumn> {
    /// The columns of the tree of clusters in this width. The name is the last, after the sign that folds.
    pub(crate) fn of_clusters(width: u16) -> Self {
        let mut table = Self::from(4);
        table.put(ClusterColumn::Documents, 6, 1);
        if width >= 46 {
            table.put(ClusterColumn::Weakest, 7, 2);
        } else {
            table.put_headed(ClusterColumn::Weakest, "weak", 5, 2);
        }
        table.put(ClusterColumn::Name, width.saturating_sub(table.end), 0);
        table
    }
}

/// The document that represents a cluster: the most central one, or the largest if that is not known.
pub(crate) fn representative(cluster: &Cluster) -> DocId {
    cluster.central.unwrap_or(cluster.largest)
}
