//! The tree of clusters, and the pairs of the selected cluster beside the tree.

use std::{collections::BTreeSet, sync::Arc};

use ratatui::{layout::Position, layout::Rect, style::Style};

use shingle::pipeline::{Cluster, Clusters, DocInfo, Parameter, Params};
use shingle::{
    base::ids::DocId, base::numbers::format_count, base::numbers::format_thousands,
    base::path::DocPath, base::visible::make_visible, compare::Link, engine::Question,
};

use crate::tui::actions::{KeyName, Motion, StepDirection, ViewName};
use crate::tui::drawing::{
    Canvas, Pen, Theme, join_fitting, rule_heading_width, width_in_columns, without_side_columns,
};
use crate::tui::model::{
    AppliedFilter, Columns, Command, Cursor, EntryLine, Filter, FilterTarget, Focus, Lines, List,
    Model, Sort, Table, VisibleLines, describe_mark, list_height,
};
use crate::tui::views::list::{
    FILTERED, ListView, NO_MARKS, describe_position, describe_sorted, draw_bar, draw_headings,
    draw_rows,
};
use crate::tui::{
    layout::ListAreas, layout::TitledList, model::decisions::MarkTarget,
    model::decisions::mark_sign, model::list::ColumnInfo, model::list::sort_key_of_share,
    update::lists, update::pair::open_zoomed, update::pair::refresh_list_and_pair,
    words::ShortNames, words::format_exact_percent, words::format_score,
};

/// Rows for the selected cluster, or for the pair that is looked at in it.
const ABOUT: u16 = 4;

pub(crate) struct ClustersListView;

impl List for ClustersListView {
    fn scroll_to_cursor(&self, model: &mut Model, height: usize) {
        model.states.get_mut::<Tree>().scroll_to_selected(Some(height));
    }

    fn awaits_answer(&self, model: &Model) -> bool {
        model.states.get::<Tree>().awaited
    }

    fn rows_below(&self, _model: &Model) -> u16 {
        ABOUT
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.states.get::<Tree>().selected_name()
    }

    fn selected_pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        model.states.get::<Tree>().selected_names()
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.states.get::<Tree>().on_side_list {
            key_names! { Open Back Move Parameter(Threshold) }
        } else {
            key_names! { Open Back Sideways Mark Filter Parameter(Threshold) Sort }
        })
    }
}

impl ListView for ClustersListView {
    fn enter_list(&self, model: &mut Model, is_new: bool, _subject: Option<DocPath>) {
        if is_new {
            // It always begins in the tree.
            model.states.get_mut::<Tree>().on_side_list = false;
        }
        request_clusters(model);
    }

    fn press_view_key(&self, model: &mut Model) {
        lists::enter_view(model, ViewName::Clusters);
    }

    fn drop_content(&self, model: &mut Model) {
        let tree: &mut Tree = model.states.get_mut();
        let was_there = tree.answer.take().is_some() || tree.awaited;
        (tree.awaited, tree.on_side_list, tree.filter) = (false, false, Arc::default());
        if was_there {
            model.send_command(Command::Ask(0, Question::Clusters(false)));
        }
    }

    fn awaits_list(&self, model: &Model) -> bool {
        let tree: &Tree = model.states.get();
        tree.awaited && tree.answer.is_none()
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.states.get_mut::<Tree>().filter, FilterTarget::Clusters))
    }

    fn apply_filter(&self, model: &mut Model) {
        let height = list_height(model);
        model.states.get_mut::<Tree>().rearrange_clusters(height);
    }

    fn sort_list(&self, model: &mut Model, direction: Option<StepDirection>) {
        sort_clusters(model, model.states.get::<Tree>().sort.by_next_column(direction, |_| true));
    }

    fn refuses_marks(&self, model: &Model) -> Option<&'static str> {
        let on_cluster = !model.zoomed && !model.states.get::<Tree>().on_side_list;
        (!on_cluster).then_some(NO_MARKS)
    }

    fn marked_rows(&self, model: &Model) -> (usize, usize) {
        model.states.get::<Tree>().selected_and_count()
    }

    fn mark_target<'m>(&self, model: &'m Model, place: usize) -> Option<MarkTarget<'m>> {
        let tree: &Tree = model.states.get();
        Some(MarkTarget::Cluster(tree.answer.as_ref()?, tree.cluster_in_place(place)?))
    }

    fn line_of_place(&self, model: &Model, place: usize) -> usize {
        model.states.get::<Tree>().line_of_cluster(place)
    }

    fn fold_selected(&self, model: &mut Model, unfold: bool) {
        let height = list_height(model);
        let tree: &mut Tree = model.states.get_mut();
        if !tree.on_side_list {
            tree.fold_cluster(unfold, height);
        } else if !unfold {
            tree.on_side_list = false;
        }
    }

    fn open_line(&self, model: &mut Model) {
        let tree: &mut Tree = model.states.get_mut();
        if tree.on_side_list {
            return open_selected_pair(model);
        }
        let is_member = tree.selected_branch().map(|branch| branch.member.is_some());
        match (is_member, tree.selected_name()) {
            (Some(true), Some(name)) => lists::show_similar_documents(model, name),
            (is_member, _) => tree.on_side_list = is_member == Some(false),
        }
    }

    fn step_list(&self, model: &mut Model, motion: Motion) {
        let (height, zoomed) = (list_height(model), model.zoomed);
        let tree: &mut Tree = model.states.get_mut();
        // The whole screen shows a pair of the side list.
        tree.on_side_list |= zoomed;
        tree.step_selection(motion, height);
    }

    fn noun(&self) -> Option<&'static str> {
        Some("pair of the cluster")
    }

    fn selected_index(&self, model: &Model) -> Option<usize> {
        Some(model.states.get::<Tree>().pairs.selected)
    }

    fn second_part_focus<'m>(&self, model: &'m mut Model) -> Option<&'m mut bool> {
        Some(&mut model.states.get_mut::<Tree>().on_side_list)
    }

    fn leave_part(&self, model: &mut Model) -> bool {
        std::mem::take(&mut model.states.get_mut::<Tree>().on_side_list)
    }

    fn select_line(&self, model: &mut Model, line: usize, height: usize) {
        model.states.get_mut::<Tree>().select_line(line, height);
    }

    fn click_list(&self, model: &mut Model, at: Position, _areas: &ListAreas) {
        let Some((part, on_side)) = title_at(model, at) else {
            return refresh_list_and_pair(model);
        };
        let (height, line) = (list_height(model), cluster_line_at(model, at));
        let tree: &mut Tree = model.states.get_mut();
        tree.on_side_list = on_side;
        let table = Table::for_clusters(part.columns.width);
        if part.columns.contains(at) && !on_side {
            let column = table.column_at(at.x - part.columns.x);
            if let Some(sorted) = column.map(|column| tree.sort.by_or_reversed(column)) {
                sort_clusters(model, sorted);
            }
            return;
        }
        let pairs = tree.best_links().len();
        match line {
            Some(line) if on_side => tree.pairs.select(line, pairs, height),
            Some(line) => tree.select_line(line, height),
            None => {}
        }
        refresh_list_and_pair(model);
    }

    fn is_line_selected_at(&self, model: &Model, at: Position, _areas: &ListAreas) -> bool {
        let tree: &Tree = model.states.get();
        let on_side = title_at(model, at).is_some_and(|(_, on_side)| on_side);
        let cursor = if on_side { tree.pairs } else { tree.cursor };
        cluster_line_at(model, at) == Some(cursor.selected)
    }

    fn scroll_wheel(&self, model: &mut Model, at: Position, motion: Motion) {
        let on_side =
            title_at(model, at).is_some_and(|(part, on_side)| on_side && part.rows.contains(at));
        model.states.get_mut::<Tree>().on_side_list = on_side;
        self.step_list(model, motion);
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        draw_clusters(model, canvas, areas);
    }
}

/// Returns the part at a position, and true if the part is the list beside the tree.
fn title_at(model: &Model, at: Position) -> Option<(TitledList, bool)> {
    let list = model.list_areas()?;
    let parts = list.divide_clusters(model.states.get::<Tree>().on_side_list);
    let is_in = |part: &TitledList| part.columns.contains(at) || part.rows.contains(at);
    let side = parts.side.filter(is_in).map(|part| (part, true));
    parts.tree.filter(is_in).map(|part| (part, false)).or(side)
}

fn cluster_line_at(model: &Model, at: Position) -> Option<usize> {
    let (part, on_side) = title_at(model, at).filter(|(part, _)| part.rows.contains(at))?;
    let tree: &Tree = model.states.get();
    let (top, lines) = if on_side {
        (tree.pairs.top, tree.best_links().len())
    } else {
        (tree.cursor.top, tree.len())
    };
    Some(top + usize::from(at.y - part.rows.y)).filter(|line| *line < lines)
}

/// Changes the order of the clusters.
fn sort_clusters(model: &mut Model, sort: Sort<ClusterColumn>) {
    let height = list_height(model);
    let tree: &mut Tree = model.states.get_mut();
    tree.sort = sort;
    tree.rearrange_clusters(height);
    tree.select_line(0, height);
    model.show_note(sort.describe_order());
}

// Its requests and answers.

/// Asks for the clusters, now and after every change.
pub(crate) fn request_clusters(model: &mut Model) {
    model.states.get_mut::<Tree>().awaited = true;
    model.send_command(Command::Ask(0, Question::Clusters(true)));
}

pub(crate) fn handle_clusters(model: &mut Model, clusters: Arc<Clusters>) {
    if model.visited.has(ViewName::Clusters) {
        let visible = model.visible_lines(ViewName::Clusters);
        model.states.get_mut::<Tree>().show_clusters(clusters, visible);
    }
}

fn open_selected_pair(model: &mut Model) {
    let tree: &Tree = model.states.get();
    let Some(names) = tree.selected_names() else {
        let none = "no pair to open";
        let same = "both documents have the same text: no pair to open";
        model.note = Some(if tree.count_texts() == 0 { none } else { same }.into());
        return;
    };
    open_zoomed(model, names);
}

// The tree of clusters: its columns, the selected line, the unfolded clusters, and the list beside the tree.

#[derive(Debug, Clone, Copy)]
pub(crate) struct Branch<'a> {
    /// The cluster. Its number is by size: the cluster with the most documents is the first.
    pub(crate) cluster: &'a Cluster,
    /// Index of the cluster among all clusters.
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

    pub(crate) fn count_ignored_documents(&self) -> usize {
        self.passing.iter().filter(|passes| !**passes).count()
    }

    /// The place of the selected cluster among those in the tree, and how many these are.
    pub(crate) fn selected_and_count(&self) -> (usize, usize) {
        (
            self.lines.entry_at_line(self.cursor.selected).map_or(0, |spot| spot.place),
            self.order.len(),
        )
    }

    pub(crate) fn cluster_in_place(&self, place: usize) -> Option<&Cluster> {
        self.answer.as_ref()?.clusters.get(*self.order.get(place)? as usize)
    }

    pub(crate) fn line_of_cluster(&self, place: usize) -> usize {
        self.lines.line_of_entry(place)
    }

    pub(crate) fn branch_at(&self, line: usize) -> Option<Branch<'_>> {
        let EntryLine { place, below } = self.lines.entry_at_line(line)?;
        let place = *self.order.get(place)? as usize;
        let cluster = self.answer.as_ref()?.clusters.get(place)?;
        Some(Branch { cluster, place, member: below.and_then(|below| tree_member(cluster, below)) })
    }

    pub(crate) fn selected_branch(&self) -> Option<Branch<'_>> {
        self.branch_at(self.cursor.selected)
    }

    pub(crate) fn is_unfolded(&self, place: usize) -> bool {
        let line = self.order.iter().position(|one| *one as usize == place);
        line.is_some_and(|line| self.lines.is_unfolded(line))
    }

    /// The name of the selected member, or of the document that represents the selected cluster.
    pub(crate) fn selected_name(&self) -> Option<DocPath> {
        let branch = self.selected_branch()?;
        let doc = branch
            .member
            .map_or_else(|| representative_document(branch.cluster), |member| member.doc);
        Some(self.path_of(doc)?.clone())
    }

    fn path_of(&self, id: DocId) -> Option<&DocPath> {
        Some(&self.answer.as_ref()?.docs.get(id.index())?.path)
    }

    /// Takes new clusters. The selection stays with its cluster, found by its first document, else by a document in it.
    pub(crate) fn show_clusters(&mut self, clusters: Arc<Clusters>, visible: VisibleLines) {
        let before = self.selected_branch().map(|branch| {
            let member = branch.member.and_then(|member| self.path_of(member.doc).cloned());
            (
                self.path_of(branch.cluster.first_document()).cloned(),
                member,
                branch.cluster.texts.len(),
            )
        });
        (self.answer, self.awaited) = (Some(clusters), false);
        self.apply_filter();
        self.lay_out_lines();
        let Some((Some(first), member, texts)) = before else {
            self.pairs = Cursor::default();
            self.cursor = Cursor::default();
            return;
        };
        let place = self.cluster_with(&first);
        let line = place.map_or(self.cursor.selected, |place| {
            let line = self.lines.line_of_entry(place);
            let below = member.filter(|_| self.lines.is_unfolded(place)).and_then(|member| {
                let branch = self.branch_at(line)?;
                let mut documents = branch.cluster.texts.iter().flatten();
                documents.position(|doc| self.path_of(*doc) == Some(&member))
            });
            line + below.map_or(0, |below| below + 1)
        });
        self.cursor.select_at_same_height(line, self.lines.len(), visible);
        let same = self.selected_branch().is_some_and(|branch| branch.cluster.texts.len() == texts);
        if !same {
            self.pairs = Cursor::default();
        }
        self.scroll_to_selected(visible);
    }

    /// Applies another filter or order. The selection stays with its cluster where that passes.
    pub(crate) fn rearrange_clusters(&mut self, height: usize) {
        let place = self.selected_branch().map(|branch| branch.place);
        self.apply_filter();
        self.lay_out_lines();
        let line = self.order.iter().position(|one| Some(*one as usize) == place).unwrap_or(0);
        self.cursor.select_at_same_height(
            self.lines.line_of_entry(line),
            self.lines.len(),
            Some(height),
        );
        if self.selected_branch().map(|branch| branch.place) != place {
            self.pairs = Cursor::default();
        }
    }

    /// Finds out which clusters pass: those with a document that does.
    fn apply_filter(&mut self) {
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
            documents.any(|doc| applied.matches_document(*doc, None, false))
        };
        self.passing = clusters.clusters.iter().map(passes).collect();
    }

    /// The line of the cluster that has a document, counted in clusters.
    fn cluster_with(&self, name: &DocPath) -> Option<usize> {
        let clusters = self.answer.as_ref()?;
        let doc = clusters.docs.binary_search_by(|doc| doc.path.cmp(name)).ok()?;
        let doc = DocId(doc as u32);
        self.order.iter().position(|place| {
            let cluster = clusters.clusters.get(*place as usize);
            cluster.is_some_and(|cluster| cluster.texts.iter().any(|text| text.contains(&doc)))
        })
    }

    /// Selects a line. In another cluster the best pair is selected.
    pub(crate) fn select_line(&mut self, line: usize, height: usize) {
        let before = self.selected_branch().map(|branch| branch.place);
        self.cursor.select(line, self.lines.len(), height);
        if self.selected_branch().map(|branch| branch.place) != before {
            self.pairs = Cursor::default();
        }
    }

    pub(crate) fn step_selection(&mut self, motion: Motion, height: usize) {
        if !self.on_side_list {
            let mut cursor = self.cursor;
            cursor.step(motion, self.lines.len(), height);
            return self.select_line(cursor.selected, height);
        }
        let pairs = self.best_links().len();
        self.pairs.step(motion, pairs, height);
    }

    /// Keeps the selected line and pair on the screen.
    pub(crate) fn scroll_to_selected(&mut self, visible: VisibleLines) {
        self.cursor.select_at_same_height(self.cursor.selected, self.lines.len(), visible);
        self.pairs.select_at_same_height(self.pairs.selected, self.best_links().len(), visible);
    }

    pub(crate) fn count_texts(&self) -> usize {
        self.selected_branch().map_or(0, |branch| branch.cluster.texts.len())
    }

    pub(crate) fn best_links(&self) -> &[Link] {
        self.selected_branch().map_or(&[], |branch| &branch.cluster.best)
    }

    pub(crate) fn selected_link(&self) -> Option<&Link> {
        self.best_links().get(self.pairs.selected)
    }

    pub(crate) fn selected_names(&self) -> Option<(DocPath, DocPath)> {
        let [a, b] = self.docs_of_link(self.selected_link()?)?;
        Some((a.path.clone(), b.path.clone()))
    }

    /// The first documents of the two texts of a pair of the selected cluster.
    fn docs_of_link(&self, pair: &Link) -> Option<[&DocInfo; 2]> {
        docs_of_link(self.answer.as_ref()?, self.selected_branch()?.cluster, pair)
    }

    /// Folds or unfolds the selected cluster. Returns whether that changed anything. Folding on a member selects its
    /// cluster.
    pub(crate) fn fold_cluster(&mut self, unfold: bool, height: usize) -> bool {
        let Some(place) = self.lines.entry_to_fold(self.cursor.selected, unfold) else {
            return false;
        };
        let first = self.selected_branch().map(|branch| branch.cluster.first_document());
        let Some(name) = first.and_then(|first| self.path_of(first).cloned()) else { return false };
        if unfold {
            self.unfolded.insert(name);
        } else {
            self.unfolded.remove(&name);
        }
        self.lay_out_lines();
        self.cursor.select(self.lines.line_of_entry(place), self.lines.len(), height);
        true
    }

    fn lay_out_lines(&mut self) {
        let Some(clusters) = &self.answer else { return };
        let sort = self.sort;
        let key = |place: &u32| {
            sort.key_in_direction(sort.column.sort_key(&clusters.clusters[*place as usize]))
        };
        let passes = |place: &u32| self.passing.get(*place as usize).copied().unwrap_or(true);
        self.order = (0..clusters.clusters.len() as u32).filter(passes).collect();
        // The sort is stable: among equals the clusters with most documents stay first.
        self.order.sort_by_cached_key(key);
        let unfolded = self.order.iter().enumerate().filter_map(|(line, place)| {
            let cluster = clusters.clusters.get(*place as usize)?;
            let first = &clusters.docs.get(cluster.first_document().index())?.path;
            self.unfolded.contains(first).then_some((line, cluster.documents))
        });
        self.lines = Lines::new(self.order.len(), unfolded);
    }
}

/// Returns the first documents of the two texts of a pair.
fn docs_of_link<'c>(
    clusters: &'c Clusters,
    cluster: &Cluster,
    pair: &Link,
) -> Option<[&'c DocInfo; 2]> {
    let first = |text: u32| {
        let id = cluster.texts.get(text as usize)?.first()?;
        clusters.docs.get(id.index())
    };
    Some([first(pair.a)?, first(pair.b)?])
}

fn tree_member(cluster: &Cluster, at: usize) -> Option<TreeMember> {
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
    /// The name of the most central document of the cluster.
    Name,
}

impl Columns for ClusterColumn {
    const ALL: &'static [Self] = &[Self::Documents, Self::Weakest, Self::Name];

    fn column_info(self) -> ColumnInfo {
        match self {
            Self::Documents => ColumnInfo::right_aligned("docs"),
            Self::Weakest => ColumnInfo::right_aligned("splits at"),
            Self::Name => ColumnInfo { short: "name", ..ColumnInfo::left_aligned("most central") },
        }
    }
}

impl ClusterColumn {
    pub(crate) fn sort_key(self, cluster: &Cluster) -> u64 {
        match self {
            Self::Documents => cluster.documents as u64,
            Self::Weakest => sort_key_of_share(cluster.weakest),
            // Documents are numbered in the order of their paths.
            Self::Name => u64::from(representative_document(cluster).0),
        }
    }

    pub(crate) fn format_cell(
        self,
        (clusters, names): (&Clusters, &ShortNames),
        cluster: &Cluster,
        width: u16,
        theme: &Theme,
    ) -> (String, Style) {
        match self {
            Self::Documents => (format_thousands(cluster.documents as u64), theme.strong),
            Self::Weakest => (format_score(cluster.weakest, &clusters.params), theme.quiet),
            Self::Name => {
                let doc = clusters.docs.get(representative_document(cluster).index());
                let name = doc.map(|doc| names.short_name(&doc.path).fit_name(width));
                (name.unwrap_or_default(), Style::new())
            }
        }
    }
}

impl Table<ClusterColumn> {
    /// The name is the last, after the sign that folds.
    pub(crate) fn for_clusters(width: u16) -> Self {
        let mut table = Self::from(4);
        table.put(ClusterColumn::Documents, 6, 1);
        table.put(ClusterColumn::Weakest, 9, 2);
        table.put(ClusterColumn::Name, width.saturating_sub(table.end), 0);
        table
    }
}

/// The document that represents a cluster: the most central one, or the largest if that is not known.
pub(crate) fn representative_document(cluster: &Cluster) -> DocId {
    cluster.central.unwrap_or(cluster.largest)
}

// Draws the tree of clusters, the pairs of the selected cluster beside it, and facts about the cluster below.
//
// ```text
// ── 7 clusters · 21 of 34 documents ─────────────────── row 1 of 9 ── ── Cluster 1: 6 pairs ───────────
//     ▾docs  weak  most central                                         score       A            B
// ▸ −     4   44%  essays/harbour.md                                      64% █████▏ harbour.md ↔ pier.md
//                      1 ├ essays/harbour.md
// ```

const BAR: u16 = 8;
/// Fewest columns with a bar: in a narrower part, names need the room.
const BARRED: u16 = 52;

pub(crate) fn draw_clusters(model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
    let tree: &Tree = model.states.get();
    let parts = areas.divide_clusters(tree.on_side_list);
    if let Some(part) = parts.tree {
        draw_branches(model, canvas, &part);
    }
    if let Some(part) = parts.side {
        draw_side_list(model, canvas, &part);
    }
    if let (Some(branch), Some(clusters)) = (tree.selected_branch(), &tree.answer) {
        draw_details(model, &branch, clusters, canvas, areas.below);
    }
}

fn has_keys(model: &Model, on_side: bool) -> bool {
    model.focus == Focus::List && model.states.get::<Tree>().on_side_list == on_side
}

fn draw_branches(model: &Model, canvas: &mut Canvas<'_>, part: &TitledList) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let style = theme.heading_style(has_keys(model, false));
    let Some(clusters) = &tree.answer else {
        canvas.draw_rule(part.title, ("Clusters", style), "");
        canvas.draw_notice(part.rows, "Looking for what belongs together …", theme.quiet);
        return;
    };
    let width = part.title.width;
    let line = describe_position(tree.cursor.selected, tree.len(), width);
    let place = describe_sorted(tree.sort, line);
    let filter = &tree.filter.text;
    let filtered =
        if filter.is_empty() { 0 } else { width_in_columns(&make_visible(filter)) + FILTERED };
    let heading = describe_heading(
        model,
        clusters,
        rule_heading_width(width, &place).saturating_sub(filtered),
    );
    let (heading, style) = tree.filter.heading_with_filter(&heading, style);
    canvas.draw_rule(part.title, (&heading, style), &place);
    if tree.len() == 0 {
        let sentence = tree.filter.explain_empty("cluster").unwrap_or_else(|| {
            let share = format_exact_percent(clusters.params.threshold);
            format!("No two documents reach {share}: T lowers the threshold, W the width.")
        });
        canvas.draw_notice(part.rows, &sentence, theme.strong);
        return;
    }
    let table = Table::for_clusters(part.rows.width);
    draw_headings(&table, tree.sort, canvas, part.columns);
    draw_rows((tree.cursor, tree.len()), has_keys(model, false), canvas, part.rows, |line, pen| {
        if let Some(branch) = tree.branch_at(line) {
            branch_line(model, &branch, clusters, &table, theme, pen);
        }
    });
}

fn describe_heading(model: &Model, clusters: &Clusters, room: u16) -> String {
    let stale = (*clusters.params != model.params).then(|| "stale".to_string());
    let best = clusters.is_partial.then(|| "of the best pairs".to_string());
    let all = clusters.clusters.len() as u64;
    let count = match clusters.clusters.len() - model.states.get::<Tree>().count_ignored_documents()
    {
        left if left as u64 == all => format_count(all, "cluster"),
        left => format!("{} of {}", format_thousands(left as u64), format_count(all, "cluster")),
    };
    let all = format_count(clusters.docs.len() as u64, "document");
    let documents = format!("{} of {all}", format_thousands(clusters.count_documents() as u64));
    let facts = [stale, Some(count), best, Some(documents)];
    join_fitting(&facts.into_iter().flatten().collect::<Vec<_>>(), room)
}

/// Returns the sign of the mark that all pairs of a cluster have. `None` if a pair has another mark or none.
fn sign_of_pairs(model: &Model, clusters: &Clusters, cluster: &Cluster) -> Option<&'static str> {
    let sign = |pair: &Link| {
        let [a, b] = docs_of_link(clusters, cluster, pair)?;
        model.decisions.mark_of_documents(a, b).map(mark_sign)
    };
    let first = sign(cluster.best.first()?)?;
    cluster.best.iter().all(|pair| sign(pair) == Some(first)).then_some(first)
}

/// Draws a cluster, or a member below its cluster.
fn branch_line(
    model: &Model,
    branch: &Branch<'_>,
    clusters: &Clusters,
    table: &Table<ClusterColumn>,
    theme: &Theme,
    pen: &mut Pen<'_>,
) {
    let Branch { cluster, place, member } = branch;
    let Some(member) = member else {
        let is_unfolded = model.states.get::<Tree>().is_unfolded(*place);
        pen.put(if is_unfolded { "−" } else { "+" }, theme.key);
        match (
            model.decisions.mark_of_cluster(clusters, cluster),
            sign_of_pairs(model, clusters, cluster),
        ) {
            (Some(decision), _) => pen.put(mark_sign(decision), theme.strong),
            (None, Some(sign)) => pen.put(sign, theme.quiet),
            (None, None) => {
                pen.put(if cluster.is_broad { "!" } else { " " }, warning_style(cluster, theme))
            }
        };
        for cell in &table.cells {
            let docs = (clusters, &*model.names);
            let (text, style) = cell.column.format_cell(docs, cluster, cell.width, theme);
            pen.move_to(cell.x).put_cell(&text, cell.width, cell.right, style);
        }
        return;
    };
    let name = table.cell(ClusterColumn::Name).map_or(4, |cell| cell.x);
    let number = (member.text + 1).to_string();
    // Right-aligned in the columns before the name. The pairs beside the tree use this number.
    if !member.is_copy {
        pen.move_to(4).put_cell(&number, name.saturating_sub(5), true, theme.quiet);
    }
    pen.move_to(name).put(if member.is_last { "└ " } else { "├ " }, theme.quiet);
    let copy = if member.is_copy { "= " } else { "" };
    let Some(doc) = clusters.docs.get(member.doc.index()) else { return };
    let room = pen.free_width().saturating_sub(width_in_columns(copy));
    pen.put(copy, Style::new())
        .put(&model.names.short_name(&doc.path).fit_name(room), Style::new());
}

fn draw_side_list(model: &Model, canvas: &mut Canvas<'_>, part: &TitledList) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let style = theme.heading_style(has_keys(model, true));
    let (Some(branch), Some(clusters)) = (tree.selected_branch(), &tree.answer) else {
        canvas.draw_rule(part.title, ("", style), "");
        return;
    };
    let number = branch.place + 1;
    let is_copies = branch.cluster.texts.len() == 1;
    let heading = if is_copies {
        format!("Cluster {number}")
    } else {
        let (listed, all) = (branch.cluster.best.len() as u64, branch.cluster.pairs as u64);
        let best = if listed < all {
            format!("the best {} of ", format_thousands(listed))
        } else {
            String::new()
        };
        format!("Cluster {number}: {best}{}", format_count(all, "pair"))
    };
    canvas.draw_rule(part.title, (&heading, style), "");
    if is_copies {
        let copies = format_thousands(branch.cluster.documents as u64);
        let sentence = format!("The {copies} documents are copies of one text.");
        canvas.draw_notice(part.rows, &sentence, theme.quiet);
    } else {
        draw_pairs(model, &clusters.params, canvas, part);
    }
}

fn draw_pairs(model: &Model, params: &Params, canvas: &mut Canvas<'_>, part: &TitledList) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let mut pen = canvas.pen_in(part.columns);
    // The bar and a blank before it.
    let barred = if part.rows.width >= BARRED { BAR + 1 } else { 0 };
    pen.skip_columns(3).put_cell("score", 5, true, theme.quiet).skip_columns(barred + 1);
    let half = pen.free_width().saturating_sub(3) / 2;
    pen.put_cell("A", half + 3, false, theme.quiet).put("B", theme.quiet);
    let best = tree.best_links();
    let has_keys = has_keys(model, true);
    draw_rows((tree.pairs, best.len()), has_keys, canvas, part.rows, |line, pen| {
        let Some(pair) = best.get(line) else { return };
        let docs = tree.docs_of_link(pair);
        let mark = docs.and_then(|[a, b]| model.decisions.mark_of_documents(a, b));
        pen.put(mark.map_or(" ", mark_sign), theme.strong);
        pen.put_cell(&format_score(pair.score, params), 5, true, theme.strong);
        if barred > 0 {
            pen.skip_columns(1);
            draw_bar(pen, pair.score.to_f64(), BAR, theme);
        }
        pen.skip_columns(1);
        if let Some(docs) = docs {
            let [a, b] = docs.map(|doc| model.names.short_name(&doc.path).fit_name(half));
            pen.put_cell(&a, half, false, Style::new()).put(" ↔ ", theme.quiet);
            pen.put(&b, Style::new());
        }
    });
}

fn draw_details(
    model: &Model,
    branch: &Branch<'_>,
    clusters: &Clusters,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let mut pen = canvas.pen_in(without_side_columns(area));
    // Warnings come first: long names may fill the rows, but must not push a warning off the screen.
    for note in clusters.notes_on_cluster(branch.place) {
        pen.put_paragraph(&format!("! {note}"), warning_style(branch.cluster, theme));
    }
    if tree.on_side_list {
        if let Some(sentence) = describe_compared(model) {
            pen.put_paragraph(&sentence, theme.strong);
        }
    } else {
        let decided = model.decisions.mark_of_cluster(clusters, branch.cluster);
        let facts = decided.map(|one| describe_mark(one, "")).into_iter();
        let facts: Vec<String> = facts.chain(list_member_facts(model, branch, clusters)).collect();
        // A row may end with blanks before a long word.
        let room = pen.rows() * (pen.width() - pen.width() / 8);
        pen.put_paragraph(&join_fitting(&facts, room), Style::new());
    }
}

/// Returns the selected pair and its score as one line.
fn describe_compared(model: &Model) -> Option<String> {
    let tree: &Tree = model.states.get();
    let pair = tree.selected_link()?;
    let docs = tree.docs_of_link(pair)?;
    let [left, right] = docs.map(|doc| model.names.short_name(&doc.path));
    let score = format_score(pair.score, &tree.answer.as_ref()?.params);
    let (a, b) = (pair.a + 1, pair.b + 1);
    Some(format!("{score}: {a} {left} ↔ {b} {right}"))
}

fn list_member_facts(model: &Model, branch: &Branch<'_>, clusters: &Clusters) -> Vec<String> {
    let Branch { cluster, place, .. } = branch;
    let name = |id: DocId| {
        let doc = clusters.docs.get(id.index());
        doc.map_or_else(String::new, |doc| model.names.short_name(&doc.path).to_string())
    };
    let documents = format_count(cluster.documents as u64, "document");
    let texts = cluster.texts.len();
    let distinct = if texts < cluster.documents {
        format!(" with {}", format_count(texts as u64, "text"))
    } else {
        String::new()
    };
    let (a, b) = cluster.between;
    let weakest = format_score(cluster.weakest, &clusters.params);
    let mut facts = vec![
        format!("Cluster {}: {documents}{distinct}", place + 1),
        format!("a threshold above {weakest} splits it ({} ↔ {})", name(a), name(b)),
    ];
    facts.extend(cluster.central.map(|id| format!("most central {}", name(id))));
    facts.push(format!("largest {}", name(cluster.largest)));
    facts
}

/// Fewest documents of a cluster that warrant an alarm. A warning about a smaller cluster stays quiet.
const MANY: usize = 10;

const fn warning_style(cluster: &Cluster, theme: &Theme) -> Style {
    if cluster.documents >= MANY { theme.alarm } else { theme.quiet }
}
