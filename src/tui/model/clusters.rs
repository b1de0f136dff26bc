//! The tree of clusters: the selected line, the unfolded clusters, and the list beside the tree. It draws nothing.

pub(crate) mod columns;

use std::{collections::BTreeSet, sync::Arc};

use ratatui::layout::Rect;

use shingle::base::{ids::DocId, path::DocPath, visible::visible};
use shingle::pipeline::{Cluster, Clusters};

use crate::tui::model::{
    AppliedFilter, ClusterColumn, Cursor, Filter, Lines, Sort, Spot, VisibleLines,
};
use crate::tui::{actions::Motion, drawing::glyphs, model::clusters::columns::representative};

/// A line of the tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Branch<'a> {
    /// The cluster. Its number is by size: the cluster with the most documents is the first.
    pub(crate) cluster: &'a Cluster,
    /// Its index among all clusters.
    pub(crate) place: usize,
    /// The member on this line; `None` for the cluster's own line.
    pub(crate) member: Option<TreeMember>,
}

/// A document of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TreeMember {
    /// The document.
    pub(crate) doc: DocId,
    /// The index of its text.
    pub(crate) text: usize,
    /// Whether it is a copy of a document before it.
    pub(crate) is_copy: bool,
    /// Whether it is the last of its cluster.
    pub(crate) is_last: bool,
}

/// The room of clusters.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    /// The engine's last answer.
    pub(crate) answer: Option<Arc<Clusters>>,
    /// The selected line.
    pub(crate) cursor: Cursor,
    /// Which clusters it shows.
    pub(crate) filter: Arc<Filter>,
    /// By cluster, whether it passes; empty where all do.
    passing: Vec<bool>,
    /// The order of the clusters.
    pub(crate) sort: Sort<ClusterColumn>,
    /// Whether the list or map beside the tree has the keys.
    pub(crate) on_side_list: bool,
    /// Whether a heat map is beside the tree, instead of the pairs.
    pub(crate) heat: bool,
    /// The selected pair.
    pub(crate) pairs: Cursor,
    /// The two texts at the cross-hair of the heat map: its row and its column.
    pub(crate) cross: (usize, usize),
    /// Whether the first answer is awaited.
    pub(crate) awaited: bool,
    /// The index of the cluster of each line.
    order: Vec<u32>,
    lines: Lines,
    /// The first documents of the unfolded clusters.
    unfolded: BTreeSet<DocPath>,
}

impl Tree {
    /// How many lines the tree has.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// How many clusters the filter leaves out.
    pub(crate) fn left_out(&self) -> usize {
        self.passing.iter().filter(|passes| !**passes).count()
    }

    /// The place of the selected cluster among those in the tree, and how many these are.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.lines.at(self.cursor.selected).map_or(0, |spot| spot.place), self.order.len())
    }

    /// The cluster at a place in the tree.
    pub(crate) fn cluster_at(&self, place: usize) -> Option<&Cluster> {
        self.answer.as_ref()?.clusters.get(*self.order.get(place)? as usize)
    }

    /// The line of the cluster at a place in the tree.
    pub(crate) fn line_of(&self, place: usize) -> usize {
        self.lines.line_of(place)
    }

    /// The content of a line.
    pub(crate) fn at(&self, line: usize) -> Option<Branch<'_>> {
        let Spot { place, below } = self.lines.at(line)?;
        let place = *self.order.get(place)? as usize;
        let cluster = self.answer.as_ref()?.clusters.get(place)?;
        Some(Branch { cluster, place, member: below.and_then(|below| member(cluster, below)) })
    }

    /// The selected line.
    pub(crate) fn selected(&self) -> Option<Branch<'_>> {
        self.at(self.cursor.selected)
    }

    /// Whether the cluster with this index is unfolded.
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
            self.forget_beside();
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
        self.cursor.carry(line, self.lines.len(), visible);
        let same = self.selected().is_some_and(|branch| branch.cluster.texts.len() == texts);
        if !same {
            self.forget_beside();
        }
        self.settle(visible);
    }

    /// The filter is another one; the selection stays with its cluster where that passes.
    pub(crate) fn filter(&mut self, height: usize) {
        let place = self.selected().map(|branch| branch.place);
        self.filtered();
        self.lay_out();
        let line = self.order.iter().position(|one| Some(*one as usize) == place).unwrap_or(0);
        self.cursor.carry(self.lines.line_of(line), self.lines.len(), Some(height));
        if self.selected().map(|branch| branch.place) != place {
            self.forget_beside();
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

    /// Changes the order. The selection stays with its cluster.
    pub(crate) fn sort(&mut self, sort: Sort<ClusterColumn>, height: usize) {
        let place = self.selected().map(|branch| branch.place);
        self.sort = sort;
        self.lay_out();
        let line = self.order.iter().position(|one| Some(*one as usize) == place).unwrap_or(0);
        self.cursor.carry(self.lines.line_of(line), self.lines.len(), Some(height));
    }

    /// Selects a line. In another cluster the best pair is selected.
    pub(crate) fn select(&mut self, line: usize, height: usize) {
        let before = self.selected().map(|branch| branch.place);
        self.cursor.select(line, self.lines.len(), height);
        if self.selected().map(|branch| branch.place) != before {
            self.forget_beside();
        }
    }

    fn forget_beside(&mut self) {
        self.pairs = Cursor::default();
        self.cross = (0, 1);
    }

    /// Moves in the part that has the keys.
    pub(crate) fn step(&mut self, motion: Motion, height: usize) {
        if !self.on_side_list {
            let mut cursor = self.cursor;
            cursor.step(motion, self.lines.len(), height);
            return self.select(cursor.selected, height);
        }
        let texts = self.texts();
        if self.heat {
            let mut rows = Cursor { selected: self.cross.0, top: 0 };
            rows.step(motion, texts, height);
            self.cross.0 = rows.selected;
        } else {
            let pairs = self.best().len();
            self.pairs.step(motion, pairs, height);
        }
    }

    /// Moves the cross-hair of the heat map sideways.
    pub(crate) fn sideways(&mut self, right: bool) {
        let last = self.texts().saturating_sub(1);
        let column = self.cross.1;
        self.cross.1 = if right { (column + 1).min(last) } else { column.saturating_sub(1) };
    }

    /// Moves the cross-hair to two texts.
    pub(crate) fn aim(&mut self, row: usize, column: usize) {
        let last = self.texts().saturating_sub(1);
        self.cross = (row.min(last), column.min(last));
    }

    /// Keeps the selected line and pair on the screen.
    pub(crate) fn settle(&mut self, visible: VisibleLines) {
        self.cursor.carry(self.cursor.selected, self.lines.len(), visible);
        let (pairs, texts) = (self.best().len(), self.texts());
        self.pairs.carry(self.pairs.selected, pairs, visible);
        let last = texts.saturating_sub(1);
        self.cross = (self.cross.0.min(last), self.cross.1.min(last));
    }

    /// How many texts the selected cluster has.
    pub(crate) fn texts(&self) -> usize {
        self.selected().map_or(0, |branch| branch.cluster.texts.len())
    }

    /// The best pairs of the selected cluster, by the indices of their texts.
    pub(crate) fn best(&self) -> &[(u32, u32)] {
        let heat = self.selected().and_then(|branch| branch.cluster.heat.as_ref());
        heat.map_or(&[], |heat| heat.best())
    }

    /// The indices of the two texts that are looked at beside the tree, if they are two.
    pub(crate) fn pair(&self) -> Option<(usize, usize)> {
        if self.heat {
            let (a, b) = self.cross;
            return (a != b && a.max(b) < self.texts()).then(|| (a.min(b), a.max(b)));
        }
        let (a, b) = self.best().get(self.pairs.selected)?;
        Some((*a as usize, *b as usize))
    }

    /// The first documents of these two texts of the selected cluster.
    pub(crate) fn names(&self, (a, b): (usize, usize)) -> Option<(DocPath, DocPath)> {
        let branch = self.selected()?;
        let first = |text: usize| self.path(*branch.cluster.texts.get(text)?.first()?).cloned();
        Some((first(a)?, first(b)?))
    }

    /// Folds or unfolds the selected cluster. Returns whether that changed anything. Folding on a member selects its
    /// cluster.
    pub(crate) fn fold(&mut self, unfold: bool, height: usize) -> bool {
        let Some(Spot { place, below }) = self.lines.at(self.cursor.selected) else { return false };
        if self.lines.is_unfolded(place) == unfold || unfold && below.is_some() {
            return false;
        }
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
        let key = |place: &u32| sort.ordered(sort.column.key(&clusters.clusters[*place as usize]));
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

/// The member of a cluster with this index among all documents.
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

// The cells of a heat map in a region: how wide they are, and which texts are visible.

/// The least and the greatest number of columns for the names beside the map.
const NAMES: (u16, u16) = (10, 28);
/// Columns in which nearly all names of files can be told apart.
const TOLD_APART: u16 = 14;
/// The columns of a cell with a sign and a number.
pub(crate) const SIGN_AND_NUMBER: u16 = 5;
/// The columns of a cell with a number alone.
pub(crate) const NUMBER_ALONE: u16 = 4;

/// A heat map in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Map {
    /// The visible cells.
    pub(crate) cells: Rect,
    /// Columns of a cell: [`SIGN_AND_NUMBER`], [`NUMBER_ALONE`], or one or two for a sign.
    pub(crate) cell: u16,
    /// Digits of the number of a text.
    pub(crate) digits: u16,
    /// Columns for the names after the numbers. 0 if there is no room.
    pub(crate) names: u16,
    /// The first visible texts, down and to the right.
    pub(crate) first: (usize, usize),
    /// How many texts there are.
    pub(crate) texts: usize,
}

impl Map {
    /// A map of this many texts in a region, with both texts of the cross-hair visible. `longest` is the width of the longest
    /// name of a file.
    fn new(area: Rect, texts: usize, cross: (usize, usize), longest: u16) -> Option<Self> {
        let digits = (texts.checked_ilog10()? + 1) as u16;
        // The last row is for the legend, the first for the numbers.
        let height = area.height.checked_sub(2).filter(|height| *height > 0)?;
        let room = area.width.checked_sub(digits + 2).filter(|room| *room >= 4)?;
        let wide = |cell: u16| texts <= usize::from(room / cell);
        // Numbers without names say less than names with signs.
        let cells = [
            (SIGN_AND_NUMBER, longest.min(NAMES.1)),
            (NUMBER_ALONE, longest.min(TOLD_APART)),
            (2, NAMES.0),
        ];
        let has_names = |cell: u16, least: u16| wide(cell) && room - texts as u16 * cell > least;
        let cell = cells
            .iter()
            .find(|(cell, least)| has_names(*cell, (*least).max(NAMES.0)))
            .or_else(|| cells.iter().find(|(cell, _)| wide(*cell)));
        let cell = cell.map_or(1, |(cell, _)| *cell);
        let columns = texts.min(usize::from(room / cell)) as u16;
        let rest = room - columns * cell;
        let names = if rest > NAMES.0 { (rest - 1).min(NAMES.1) } else { 0 };
        let rows = texts.min(usize::from(height)) as u16;
        let left = digits + 1 + names + u16::from(names > 0);
        let cells = Rect { x: area.x + left, y: area.y + 1, width: columns * cell, height: rows };
        // The position is not remembered, so the cross-hair stays in the middle.
        let first = |at: usize, visible: u16| {
            at.saturating_sub(usize::from(visible) / 2).min(texts - usize::from(visible))
        };
        let first = (first(cross.0, rows), first(cross.1, columns));
        Some(Self { cells, cell, digits, names, first, texts })
    }

    /// The visible texts to the right.
    pub(crate) fn columns(&self) -> std::ops::Range<usize> {
        self.first.1..self.first.1 + usize::from(self.cells.width / self.cell)
    }

    /// The visible texts down.
    pub(crate) fn rows(&self) -> std::ops::Range<usize> {
        self.first.0..self.first.0 + usize::from(self.cells.height)
    }

    /// The texts of the cell at a position of the screen.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        self.cells.contains((x, y).into()).then(|| {
            let column = usize::from((x - self.cells.x) / self.cell);
            (self.first.0 + usize::from(y - self.cells.y), self.first.1 + column)
        })
    }
}

impl Tree {
    /// The heat map of the selected cluster in a region. `None` if it has none, or if there is no room.
    pub(crate) fn map(&self, area: Rect) -> Option<Map> {
        let branch = self.selected()?;
        let texts = branch.cluster.heat.as_ref()?.size();
        let docs = &self.answer.as_ref()?.docs;
        let first = branch.cluster.texts.iter().filter_map(|text| docs.get(text.first()?.index()));
        let file =
            |path: String| glyphs::columns(&visible(path.rsplit('/').next().unwrap_or_default()));
        let longest = first.map(|doc| file(doc.path.to_string())).max().unwrap_or(0);
        Map::new(area, texts, self.cross, longest)
    }
}

#[cfg(test)]
mod tests {
    use super::{Map, NUMBER_ALONE, Rect, SIGN_AND_NUMBER};

    #[test]
    fn every_cell_is_found_where_it_stands_and_the_cross_hair_is_seen() {
        for width in [20, 40, 70, 150] {
            for texts in [1, 2, 5, 17, 40, 200, 2000] {
                let area = Rect::new(3, 2, width, 20);
                for at in [0, texts / 3, texts / 2, texts - 1] {
                    let cross = (at, texts - 1 - at);
                    let map = Map::new(area, texts, cross, 12).unwrap();
                    assert_eq!(map.cells.intersection(area), map.cells, "{width} {texts}");
                    assert!(map.rows().contains(&cross.0) && map.columns().contains(&cross.1));
                    assert!(map.columns().end <= texts && map.rows().end <= texts);
                    let (x, y) = (map.cells.right() - 1, map.cells.bottom() - 1);
                    assert_eq!(map.at(x, y), Some((map.rows().end - 1, map.columns().end - 1)));
                    assert_eq!(map.at(map.cells.x, map.cells.y), Some(map.first));
                    assert_eq!(map.at(map.cells.right(), y), None);
                }
            }
        }
        assert_eq!(Map::new(Rect::new(0, 0, 5, 20), 9, (0, 0), 12), None);
        assert_eq!(Map::new(Rect::new(0, 0, 50, 2), 9, (0, 0), 12), None);
        assert_eq!(Map::new(Rect::new(0, 0, 50, 20), 0, (0, 0), 12), None);
    }

    #[test]
    fn names_of_files_come_before_signs_and_numbers() {
        let cell = |width, longest| {
            let map = Map::new(Rect::new(0, 0, width, 20), 11, (0, 1), longest).unwrap();
            (map.cell, map.names)
        };
        assert_eq!(cell(83, 20), (SIGN_AND_NUMBER, 23));
        assert_eq!(cell(79, 20), (NUMBER_ALONE, 28));
        assert_eq!(cell(63, 20), (NUMBER_ALONE, 14));
        assert_eq!(cell(62, 20), (2, 28));
        assert_eq!(cell(62, 9), (NUMBER_ALONE, 13));
    }
}
