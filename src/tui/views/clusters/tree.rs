//! The tree of clusters: its columns, the selected line, the unfolded clusters, and the list beside the tree.

use std::{collections::BTreeSet, sync::Arc};

use ratatui::style::Style;

use shingle::base::{ids::DocId, numbers::thousands, path::DocPath};
use shingle::compare::Link;
use shingle::pipeline::{Cluster, Clusters};

use crate::tui::model::columns::{ColumnInfo, share_key};
use crate::tui::model::{
    AppliedFilter, Columns, Cursor, Filter, Lines, Sort, Spot, Table, VisibleLines,
};
use crate::tui::words::{names::ShortNames, shares::scored};
use crate::tui::{actions::Motion, drawing::Theme};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Branch<'a> {
    /// The cluster. Its number is by size: the cluster with the most documents is the first.
    pub(crate) cluster: &'a Cluster,
    /// Its index among all clusters.
    pub(crate) place: usize,
    /// The member on this line; `None` for the cluster's own line.
    pub(crate) member: Option<TreeMember>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TreeMember {
    pub(crate) doc: DocId,
    pub(crate) text: usize,
    /// Whether it is a copy of a document before it.
    pub(crate) is_copy: bool,
    pub(crate) is_last: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub(crate) answer: Option<Arc<Clusters>>,
    pub(crate) cursor: Cursor,
    pub(crate) filter: Arc<Filter>,
    /// By cluster, whether it passes; empty where all do.
    passing: Vec<bool>,
    pub(crate) sort: Sort<ClusterColumn>,
    /// Whether the list beside the tree has the keys.
    pub(crate) on_side_list: bool,
    pub(crate) pairs: Cursor,
    /// Whether the first answer is awaited.
    pub(crate) awaited: bool,
    /// The index of the cluster of each line.
    order: Vec<u32>,
    lines: Lines,
    unfolded: BTreeSet<DocPath>,
}

impl Tree {
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn left_out(&self) -> usize {
        self.passing.iter().filter(|passes| !**passes).count()
    }

    /// The place of the selected cluster among those in the tree, and how many these are.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.lines.spot_at(self.cursor.selected).map_or(0, |spot| spot.place), self.order.len())
    }

    pub(crate) fn cluster_at(&self, place: usize) -> Option<&Cluster> {
        self.answer.as_ref()?.clusters.get(*self.order.get(place)? as usize)
    }

    pub(crate) fn line_of(&self, place: usize) -> usize {
        self.lines.line_of(place)
    }

    pub(crate) fn at(&self, line: usize) -> Option<Branch<'_>> {
        let Spot { place, below } = self.lines.spot_at(line)?;
        let place = *self.order.get(place)? as usize;
        let cluster = self.answer.as_ref()?.clusters.get(place)?;
        Some(Branch { cluster, place, member: below.and_then(|below| member(cluster, below)) })
    }

    pub(crate) fn selected(&self) -> Option<Branch<'_>> {
        self.at(self.cursor.selected)
    }

    pub(crate) fn is_unfolded(&self, place: usize) -> bool {
        let line = self.order.iter().position(|one| *one as usize == place);
        line.is_some_and(|line| self.lines.is_unfolded(line))
    }

    /// The name of the selected member, or of the document that represents the selected cluster.
    pub(crate) fn name(&self) -> Option<DocPath> {
        let branch = self.selected()?;
        let doc = branch.member.map_or_else(|| representative(branch.cluster), |member| member.doc);
        Some(self.path(doc)?.clone())
    }

    fn path(&self, id: DocId) -> Option<&DocPath> {
        Some(&self.answer.as_ref()?.docs.get(id.index())?.path)
    }

    /// Takes new clusters. The selection stays with its cluster, found by its first document, else by a document in it.
    pub(crate) fn show(&mut self, clusters: Arc<Clusters>, visible: VisibleLines) {
        let before = self.selected().map(|branch| {
            let member = branch.member.and_then(|member| self.path(member.doc).cloned());
            (self.path(branch.cluster.first()).cloned(), member, branch.cluster.texts.len())
        });
        (self.answer, self.awaited) = (Some(clusters), false);
        self.filtered();
        self.lay_out();
        let Some((Some(first), member, texts)) = before else {
            self.pairs = Cursor::default();
            self.cursor = Cursor::default();
            return;
        };
        let place = self.holding(&first);
        let line = place.map_or(self.cursor.selected, |place| {
            let line = self.lines.line_of(place);
            let below = member.filter(|_| self.lines.is_unfolded(place)).and_then(|member| {
                let branch = self.at(line)?;
                let mut documents = branch.cluster.texts.iter().flatten();
                documents.position(|doc| self.path(*doc) == Some(&member))
            });
            line + below.map_or(0, |below| below + 1)
        });
        self.cursor.select_in_place(line, self.lines.len(), visible);
        let same = self.selected().is_some_and(|branch| branch.cluster.texts.len() == texts);
        if !same {
            self.pairs = Cursor::default();
        }
        self.settle(visible);
    }

    /// Applies another filter or order. The selection stays with its cluster where that passes.
    pub(crate) fn rearrange(&mut self, height: usize) {
        let place = self.selected().map(|branch| branch.place);
        self.filtered();
        self.lay_out();
        let line = self.order.iter().position(|one| Some(*one as usize) == place).unwrap_or(0);
        self.cursor.select_in_place(self.lines.line_of(line), self.lines.len(), Some(height));
        if self.selected().map(|branch| branch.place) != place {
            self.pairs = Cursor::default();
        }
    }

    /// Finds out which clusters pass: those with a document that does.
    fn filtered(&mut self) {
        self.passing = Vec::new();
        let Some(clusters) = self.answer.as_ref().filter(|_| !self.filter.is_empty()) else {
            return;
        };
        // Never stopped, so it is always made.
        let Some(applied) = AppliedFilter::new(&self.filter, &clusters.docs, &|| false) else {
            return;
        };
        let passes = |cluster: &Cluster| {
            let mut documents = cluster.texts.iter().flatten();
            documents.any(|doc| applied.passes_document(*doc, None, false))
        };
        self.passing = clusters.clusters.iter().map(passes).collect();
    }

    /// The line of the cluster that has a document, counted in clusters.
    fn holding(&self, name: &DocPath) -> Option<usize> {
        let clusters = self.answer.as_ref()?;
        let doc = clusters.docs.binary_search_by(|doc| doc.path.cmp(name)).ok()?;
        let doc = DocId(doc as u32);
        self.order.iter().position(|place| {
            let cluster = clusters.clusters.get(*place as usize);
            cluster.is_some_and(|cluster| cluster.texts.iter().any(|text| text.contains(&doc)))
        })
    }

    /// Selects a line. In another cluster the best pair is selected.
    pub(crate) fn select(&mut self, line: usize, height: usize) {
        let before = self.selected().map(|branch| branch.place);
        self.cursor.select(line, self.lines.len(), height);
        if self.selected().map(|branch| branch.place) != before {
            self.pairs = Cursor::default();
        }
    }

    pub(crate) fn step(&mut self, motion: Motion, height: usize) {
        if !self.on_side_list {
            let mut cursor = self.cursor;
            cursor.step(motion, self.lines.len(), height);
            return self.select(cursor.selected, height);
        }
        let pairs = self.best().len();
        self.pairs.step(motion, pairs, height);
    }

    /// Keeps the selected line and pair on the screen.
    pub(crate) fn settle(&mut self, visible: VisibleLines) {
        self.cursor.select_in_place(self.cursor.selected, self.lines.len(), visible);
        self.pairs.select_in_place(self.pairs.selected, self.best().len(), visible);
    }

    pub(crate) fn texts(&self) -> usize {
        self.selected().map_or(0, |branch| branch.cluster.texts.len())
    }

    pub(crate) fn best(&self) -> &[Link] {
        self.selected().map_or(&[], |branch| &branch.cluster.best)
    }

    pub(crate) fn pair(&self) -> Option<&Link> {
        self.best().get(self.pairs.selected)
    }

    pub(crate) fn selected_names(&self) -> Option<(DocPath, DocPath)> {
        self.names(self.pair()?)
    }

    /// The first documents of the two texts of a pair of the selected cluster.
    pub(crate) fn names(&self, pair: &Link) -> Option<(DocPath, DocPath)> {
        let branch = self.selected()?;
        let first =
            |text: u32| self.path(*branch.cluster.texts.get(text as usize)?.first()?).cloned();
        Some((first(pair.a)?, first(pair.b)?))
    }

    /// Folds or unfolds the selected cluster. Returns whether that changed anything. Folding on a member selects its
    /// cluster.
    pub(crate) fn fold(&mut self, unfold: bool, height: usize) -> bool {
        let Some(place) = self.lines.foldable(self.cursor.selected, unfold) else { return false };
        let first = self.selected().map(|branch| branch.cluster.first());
        let Some(name) = first.and_then(|first| self.path(first).cloned()) else { return false };
        if unfold {
            self.unfolded.insert(name);
        } else {
            self.unfolded.remove(&name);
        }
        self.lay_out();
        self.cursor.select(self.lines.line_of(place), self.lines.len(), height);
        true
    }

    fn lay_out(&mut self) {
        let Some(clusters) = &self.answer else { return };
        let sort = self.sort;
        let key =
            |place: &u32| sort.directed_key(sort.column.key(&clusters.clusters[*place as usize]));
        let passes = |place: &u32| self.passing.get(*place as usize).copied().unwrap_or(true);
        self.order = (0..clusters.clusters.len() as u32).filter(passes).collect();
        // The sort is stable: among equals the clusters with most documents stay first.
        self.order.sort_by_cached_key(key);
        let unfolded = self.order.iter().enumerate().filter_map(|(line, place)| {
            let cluster = clusters.clusters.get(*place as usize)?;
            let first = &clusters.docs.get(cluster.first().index())?.path;
            self.unfolded.contains(first).then_some((line, cluster.documents))
        });
        self.lines = Lines::new(self.order.len(), unfolded);
    }
}

fn member(cluster: &Cluster, at: usize) -> Option<TreeMember> {
    let mut before = 0;
    for (text, documents) in cluster.texts.iter().enumerate() {
        if let Some(doc) = documents.get(at - before) {
            let is_last = at + 1 == cluster.documents;
            return Some(TreeMember { doc: *doc, text, is_copy: at > before, is_last });
        }
        before += documents.len();
    }
    None
}

// The columns: the name, the sort key, the content and the width of each.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ClusterColumn {
    #[default]
    Documents,
    Weakest,
    /// The name of its most central document.
    Name,
}

impl Columns for ClusterColumn {
    const ALL: &'static [Self] = &[Self::Documents, Self::Weakest, Self::Name];

    fn info(self) -> ColumnInfo {
        match self {
            Self::Documents => ColumnInfo::number("docs"),
            Self::Weakest => ColumnInfo::number("splits at"),
            Self::Name => ColumnInfo { short: "name", ..ColumnInfo::text("most central") },
        }
    }
}

impl ClusterColumn {
    pub(crate) fn key(self, cluster: &Cluster) -> u64 {
        match self {
            Self::Documents => cluster.documents as u64,
            Self::Weakest => share_key(cluster.weakest),
            // Documents are numbered in the order of their paths.
            Self::Name => u64::from(representative(cluster).0),
        }
    }

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
    /// The name is the last, after the sign that folds.
    pub(crate) fn of_clusters(width: u16) -> Self {
        let mut table = Self::from(4);
        table.put(ClusterColumn::Documents, 6, 1);
        if width >= 46 {
            table.put(ClusterColumn::Weakest, 9, 2);
        } else {
            table.put_headed(ClusterColumn::Weakest, "splits", 6, 2);
        }
        table.put(ClusterColumn::Name, width.saturating_sub(table.end), 0);
        table
    }
}

/// The document that represents a cluster: the most central one, or the largest if that is not known.
pub(crate) fn representative(cluster: &Cluster) -> DocId {
    cluster.central.unwrap_or(cluster.largest)
}
