//! The tree of clusters, and the pairs of the selected cluster beside the tree.

use std::{collections::BTreeSet, sync::Arc};

use ratatui::{layout::Rect, style::Style};

use shingle::pipeline::{Cluster, Clusters, DocInfo, Parameter};
use shingle::{
    base::ids::DocId, base::numbers::format_count, base::numbers::format_with_commas,
    base::path::DocPath, compare::Link, engine::Question, visits::PairNames,
};

use crate::tui::actions::{KeyName, StepDirection, ViewName};
use crate::tui::drawing::{
    Canvas, Pen, Theme, join_fitting_facts, width_in_columns, without_side_columns,
};
use crate::tui::model::list::{cursor_of, describe_position, draw_bar, draw_rows};
use crate::tui::model::{
    AppliedFilter, Command, Cursor, Filter, FilterTarget, Focus, Lines, List, Model,
};
use crate::tui::{
    layout::ListAreas, model::decisions::mark_sign, update::lists, words::ShortNames,
    words::format_exact_percent, words::format_score,
};

/// Rows below the tree for facts about the selected cluster or pair.
const ABOUT: u16 = 4;

pub(crate) struct ClustersListView;

impl List for ClustersListView {
    cursor_of!(Tree, |tree| tree.len(), Clusters);

    fn rows_below(&self, _model: &Model) -> u16 {
        ABOUT
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.states.get::<Tree>().selected_document_name()
    }

    fn selected_pair(&self, model: &Model) -> Option<PairNames> {
        model.states.get::<Tree>().selected_pair_names()
    }

    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        Some(key_names! { Open Back Sideways Filter Parameter(Threshold) Move })
    }

    fn enter_list(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) {
        // The engine answers now and after every change.
        model.send_command(Command::Ask(0, Question::Clusters(true)));
    }

    fn press_view_key(&self, model: &mut Model) -> bool {
        lists::enter_view(model, ViewName::Clusters);
        true
    }

    fn drop_content(&self, model: &mut Model) {
        let tree: &mut Tree = model.states.get_mut();
        (tree.answer, tree.filter) = (None, Arc::default());
        model.send_command(Command::Ask(0, Question::Clusters(false)));
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.states.get::<Tree>().answer.is_none()
    }

    fn apply_filter(&self, model: &mut Model) {
        let names = Arc::clone(&model.names);
        model.states.get_mut::<Tree>().rearrange_clusters(&names);
    }

    fn fold_selected(&self, model: &mut Model, direction: StepDirection) -> bool {
        model.states.get_mut::<Tree>().fold_cluster(direction == StepDirection::Next)
    }

    /// Lists what resembles the selected document, or folds or unfolds the selected cluster.
    fn open_line(&self, model: &mut Model) {
        let tree: &Tree = model.states.get();
        let is_document = tree.selected_branch().is_some_and(|branch| branch.member.is_some());
        if let Some(name) = tree.selected_document_name().filter(|_| is_document) {
            lists::show_similar_documents(model, name);
        } else if !self.fold_selected(model, StepDirection::Next) {
            self.fold_selected(model, StepDirection::Back);
        }
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let width = areas.title.width;
        let part = |x: u16, width: u16| {
            let [title, columns, rows] = [areas.title, areas.columns, areas.rows]
                .map(|area| Rect { x: area.x + x, width, ..area });
            ListAreas { title, columns, rows, ..*areas }
        };
        let tree_columns = if width < BOTH { width } else { (width * 2 / 5).clamp(36, 64) };
        draw_branches(model, canvas, &part(0, tree_columns));
        if tree_columns < width {
            let part = part(tree_columns + 1, width - tree_columns - 1);
            draw_side_list(model, canvas, &part);
        }
        draw_details(model, canvas, areas.below);
    }
}

// Requests for clusters, and their answers.

pub(crate) fn handle_clusters(model: &mut Model, clusters: Arc<Clusters>) {
    if model.visited.is_visited(ViewName::Clusters) {
        let names = Arc::clone(&model.names);
        model.states.get_mut::<Tree>().show_clusters(clusters, &names);
    }
}

// The tree of clusters: its columns, the selected line and the unfolded clusters.

pub(crate) struct Branch<'a> {
    /// The cluster. Clusters are numbered by size: the first has the most documents.
    pub(crate) cluster: &'a Cluster,
    /// Index of the cluster among all clusters.
    pub(crate) place: usize,
    /// The member on this line; `None` for the cluster's own line.
    pub(crate) member: Option<TreeMember>,
    is_unfolded: bool,
}

pub(crate) struct TreeMember {
    pub(crate) doc: DocId,
    /// True if an earlier member of the cluster has the same text.
    pub(crate) is_copy: bool,
    pub(crate) is_last: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub(crate) answer: Option<Arc<Clusters>>,
    pub(crate) cursor: Cursor,
    pub(crate) filter: Arc<Filter>,
    /// The index of each listed cluster among all clusters, in the order of the tree.
    order: Vec<u32>,
    lines: Lines,
    unfolded: BTreeSet<DocPath>,
}

impl Tree {
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    fn cluster_and_member_at(&self, line: usize) -> Option<Branch<'_>> {
        let (entry, below) = self.lines.entry_at_line(line)?;
        let place = *self.order.get(entry)? as usize;
        let cluster = self.answer.as_ref()?.clusters.get(place)?;
        let member = below.and_then(|below| tree_member(cluster, below));
        Some(Branch { cluster, place, member, is_unfolded: self.lines.is_unfolded(entry) })
    }

    pub(crate) fn selected_branch(&self) -> Option<Branch<'_>> {
        self.cluster_and_member_at(self.cursor.selected)
    }

    /// Returns the name of the selected member, or of the document that represents the selected cluster.
    pub(crate) fn selected_document_name(&self) -> Option<DocPath> {
        let branch = self.selected_branch()?;
        let doc = branch
            .member
            .map_or_else(|| representative_document(branch.cluster), |member| member.doc);
        Some(self.path_of(doc)?.clone())
    }

    fn path_of(&self, id: DocId) -> Option<&DocPath> {
        Some(&self.answer.as_ref()?.docs.get(id.index())?.path)
    }

    /// Shows new clusters. The selection stays on the cluster with the same first document, else on a cluster that
    /// contains this document.
    fn show_clusters(&mut self, clusters: Arc<Clusters>, names: &ShortNames) {
        let path = |doc| self.path_of(doc).cloned();
        let before = self.selected_branch().and_then(|branch| {
            let member = branch.member.and_then(|member| path(member.doc));
            Some((path(branch.cluster.first_document())?, member))
        });
        self.answer = Some(clusters);
        self.apply_filter(names);
        let Some((first, member)) = before else {
            self.cursor = Cursor::default();
            return;
        };
        let line = self.line_of_document(&first, member.as_ref()).unwrap_or(self.cursor.selected);
        self.cursor.select_at_same_height(line, self.lines.len());
    }

    /// Returns the line of the cluster that contains a document, or of its `member` if the cluster is unfolded.
    fn line_of_document(&self, first: &DocPath, member: Option<&DocPath>) -> Option<usize> {
        let Clusters { docs, clusters, .. } = &**self.answer.as_ref()?;
        let doc = docs.binary_search_by(|doc| doc.path.cmp(first)).ok()?;
        let (place, cluster) = self.order.iter().enumerate().find_map(|(place, index)| {
            let cluster = clusters.get(*index as usize)?;
            let mut members = cluster.texts.iter().flatten();
            members.any(|one| one.index() == doc).then_some((place, cluster))
        })?;
        let below = member.filter(|_| self.lines.is_unfolded(place)).and_then(|member| {
            let mut members = cluster.texts.iter().flatten();
            members.position(|doc| self.path_of(*doc) == Some(member))
        });
        Some(self.lines.line_of_entry(place) + below.map_or(0, |below| below + 1))
    }

    /// Applies another filter. The selection stays with its cluster where that passes.
    fn rearrange_clusters(&mut self, names: &ShortNames) {
        let place = self.selected_branch().map(|branch| branch.place);
        self.apply_filter(names);
        let line = self.order.iter().position(|one| Some(*one as usize) == place).unwrap_or(0);
        self.cursor.select_at_same_height(self.lines.line_of_entry(line), self.lines.len());
    }

    /// Lists the clusters that pass the filter: those with a document that passes.
    fn apply_filter(&mut self, names: &ShortNames) {
        let Some(clusters) = &self.answer else { return };
        let applied = AppliedFilter::new(&self.filter, &clusters.docs, names);
        let passes = |doc: &DocId| applied.matches_document(*doc, None, false);
        let all = clusters.clusters.iter().zip(0..);
        let listed = all.filter(|(cluster, _)| cluster.texts.iter().flatten().any(passes));
        self.order = listed.map(|(_, place)| place).collect();
        self.lay_out_lines();
    }

    /// The best pair of the selected cluster.
    pub(crate) fn selected_pair_names(&self) -> Option<PairNames> {
        let cluster = self.selected_branch()?.cluster;
        let [a, b] = docs_of_link(self.answer.as_ref()?, cluster, cluster.best.first()?)?;
        Some((a.path.clone(), b.path.clone()))
    }

    /// Folds or unfolds the selected cluster. Returns true if the tree changed. Folding on a member selects its
    /// cluster.
    fn fold_cluster(&mut self, unfold: bool) -> bool {
        let place = self.lines.entry_to_fold(self.cursor.selected, unfold);
        let first = self.selected_branch().map(|branch| branch.cluster.first_document());
        let name = first.and_then(|first| self.path_of(first).cloned());
        let Some((place, name)) = place.zip(name) else { return false };
        if unfold {
            self.unfolded.insert(name);
        } else {
            self.unfolded.remove(&name);
        }
        self.lay_out_lines();
        self.cursor.select(self.lines.line_of_entry(place), self.lines.len());
        true
    }

    fn lay_out_lines(&mut self) {
        let Some(clusters) = &self.answer else { return };
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
    let mut members = cluster.texts.iter().flat_map(|text| text.iter().enumerate());
    let (place, doc) = members.nth(at)?;
    Some(TreeMember { doc: *doc, is_copy: place > 0, is_last: at + 1 == cluster.documents })
}

/// Returns the document that represents a cluster: the most central one, or the largest if that is unknown.
fn representative_document(cluster: &Cluster) -> DocId {
    cluster.central.unwrap_or(cluster.largest)
}

// Draws the tree of clusters, the pairs of the selected cluster beside it, and facts about the cluster below.
//
// ```text
// ── 7 clusters · 21 of 34 documents ─────────────────── row 1 of 9 ── ── Cluster 1: 6 pairs ───────────
//     docs   weakest  most central                                         score       A            B
// ▸ −     4   44%  essays/harbour.md                                      64% █████▏ harbour.md ↔ pier.md
//                      ├ essays/harbour.md
// ```

/// Columns of the number of documents, and of the score at which a cluster splits.
const DOCUMENTS: u16 = 6;
const WEAKEST: u16 = 9;
const BAR: u16 = 8;
/// Minimum columns for a bar beside the score. In fewer columns, names need the room.
const BARRED: u16 = 52;

/// Minimum columns to show tree and pairs together.
const BOTH: u16 = 72;

fn draw_branches(model: &Model, canvas: &mut Canvas<'_>, part: &ListAreas) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let has_keys = model.focus == Focus::List;
    let Some(clusters) = &tree.answer else {
        canvas.draw_rule(part.title, "Clusters", has_keys, "");
        canvas.draw_notice(part.rows, "Looking for what belongs together …", theme.quiet);
        return;
    };
    let place = describe_position(tree.cursor.selected, tree.len(), part.title.width);
    let facts = list_heading_facts(model, clusters);
    tree.filter.draw_title((&facts, &place), has_keys, canvas, part.title);
    if tree.len() == 0 {
        let sentence = tree.filter.explain_missing_matches("cluster").unwrap_or_else(|| {
            let share = format_exact_percent(clusters.params.threshold);
            format!("No two documents reach {share}: T lowers the threshold, W the width.")
        });
        canvas.draw_notice(part.rows, &sentence, theme.strong);
        return;
    }
    let mut pen = canvas.pen_in(part.columns);
    pen.skip_columns(4).put_cell("docs", DOCUMENTS, true, theme.quiet).skip_columns(1);
    pen.put_cell("weakest", WEAKEST, true, theme.quiet)
        .skip_columns(2)
        .put("most central", theme.quiet);
    draw_rows((tree.cursor, tree.len()), has_keys, canvas, part.rows, |line, pen| {
        if let Some(branch) = tree.cluster_and_member_at(line) {
            draw_branch(model, &branch, clusters, pen);
        }
    });
}

fn list_heading_facts(model: &Model, clusters: &Clusters) -> Vec<String> {
    let stale = (*clusters.params != model.params).then(|| "stale".to_string());
    let best = clusters.is_partial.then(|| "of the best pairs".to_string());
    let (all, listed) = (clusters.clusters.len(), model.states.get::<Tree>().order.len());
    let mut count = format_count(all, "cluster");
    if listed < all {
        count = format!("{} of {count}", format_with_commas(listed));
    }
    let all = format_count(clusters.docs.len(), "document");
    let documents = format!("{} of {all}", format_with_commas(clusters.count_documents()));
    [stale, Some(count), best, Some(documents)].into_iter().flatten().collect()
}

/// Returns the sign of the mark of two texts: of their first documents, or else of other copies.
fn sign_of_texts(
    model: &Model,
    clusters: &Clusters,
    cluster: &Cluster,
    texts: [u32; 2],
) -> Option<&'static str> {
    let [a, b] = texts.map(|text| {
        let members = cluster.texts.get(text as usize).into_iter().flatten();
        members.filter_map(|id| clusters.docs.get(id.index())).collect::<Vec<_>>()
    });
    let contents =
        |docs: &[&DocInfo]| -> Vec<u128> { docs.iter().map(|doc| doc.file.content).collect() };
    let of_copies = || model.decisions.all.newest_mark_between(&contents(&a), &contents(&b));
    model.decisions.mark_of_documents(a.first()?, b.first()?).or_else(of_copies).map(mark_sign)
}

/// Returns the sign of the mark that all pairs of a cluster have, also those of copies. `None` if a pair has another
/// mark, none, or is not known.
fn sign_of_pairs(model: &Model, clusters: &Clusters, cluster: &Cluster) -> Option<&'static str> {
    let best = cluster.best.iter().map(|pair| [pair.a, pair.b]);
    let copies = (0..).zip(&cluster.texts).filter(|(_, members)| members.len() > 1);
    let all = best.chain(copies.map(|(text, _)| [text, text]));
    let mut signs = all.map(|texts| sign_of_texts(model, clusters, cluster, texts));
    let first = signs.next()??;
    let is_complete = cluster.best.len() as u64 == cluster.pairs as u64;
    (is_complete && signs.all(|sign| sign == Some(first))).then_some(first)
}

/// Draws a cluster, or a member below its cluster.
fn draw_branch(model: &Model, branch: &Branch<'_>, clusters: &Clusters, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    let Branch { cluster, member, is_unfolded, .. } = branch;
    let Some(member) = member else {
        pen.put(if *is_unfolded { "−" } else { "+" }, theme.key);
        match sign_of_pairs(model, clusters, cluster) {
            Some(sign) => pen.put(sign, theme.quiet),
            None => {
                pen.put(if cluster.is_broad { "!" } else { " " }, warning_style(cluster, theme))
            }
        };
        let documents = format_with_commas(cluster.documents);
        pen.move_to(4).put_cell(&documents, DOCUMENTS, true, theme.strong).skip_columns(1);
        let weakest = format_score(cluster.weakest, &clusters.params);
        pen.put_cell(&weakest, WEAKEST, true, theme.quiet).skip_columns(2);
        if let Some(doc) = clusters.docs.get(representative_document(cluster).index()) {
            let room = pen.free_width();
            pen.put(&model.names.short_name(&doc.path).fit_name(room), Style::new());
        }
        return;
    };
    pen.move_to(4 + DOCUMENTS + 1 + WEAKEST + 2);
    pen.put(if member.is_last { "└ " } else { "├ " }, theme.quiet);
    let copy = if member.is_copy { "= " } else { "" };
    let Some(doc) = clusters.docs.get(member.doc.index()) else { return };
    let room = pen.free_width().saturating_sub(width_in_columns(copy));
    pen.put(copy, Style::new())
        .put(&model.names.short_name(&doc.path).fit_name(room), Style::new());
}

fn draw_side_list(model: &Model, canvas: &mut Canvas<'_>, part: &ListAreas) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let (Some(branch), Some(clusters)) = (tree.selected_branch(), &tree.answer) else {
        canvas.draw_rule(part.title, "", false, "");
        return;
    };
    let number = branch.place + 1;
    let is_copies = branch.cluster.texts.len() == 1;
    let heading = if is_copies {
        format!("Cluster {number}")
    } else {
        let (listed, all) = (branch.cluster.best.len() as u64, branch.cluster.pairs as u64);
        let best = (listed < all).then(|| format!("the best {} of ", format_with_commas(listed)));
        format!("Cluster {number}: {}{}", best.unwrap_or_default(), format_count(all, "pair"))
    };
    canvas.draw_rule(part.title, &heading, false, "");
    if is_copies {
        let copies = format_with_commas(branch.cluster.documents);
        let sentence = format!("The {copies} documents are copies of one text.");
        canvas.draw_notice(part.rows, &sentence, theme.quiet);
        return;
    }
    let mut pen = canvas.pen_in(part.columns);
    // Columns of the bar and of the blank before it.
    let barred = if part.rows.width >= BARRED { BAR + 1 } else { 0 };
    pen.skip_columns(3).put_cell("score", 5, true, theme.quiet).skip_columns(barred + 1);
    let half = pen.free_width().saturating_sub(3) / 2;
    pen.put_cell("A", half + 3, false, theme.quiet).put("B", theme.quiet);
    for (row, pair) in (0..part.rows.height).zip(&branch.cluster.best) {
        let mut pen = canvas.pen_in_row(part.rows, row);
        let docs = docs_of_link(clusters, branch.cluster, pair);
        let sign = sign_of_texts(model, clusters, branch.cluster, [pair.a, pair.b]);
        pen.skip_columns(2).put(sign.unwrap_or(" "), theme.strong);
        pen.put_cell(&format_score(pair.score, &clusters.params), 5, true, theme.strong);
        if barred > 0 {
            pen.skip_columns(1);
            draw_bar(&mut pen, pair.score.to_f64(), BAR);
        }
        pen.skip_columns(1);
        if let Some(docs) = docs {
            let [a, b] = docs.map(|doc| model.names.short_name(&doc.path).fit_name(half));
            pen.put_cell(&a, half, false, Style::new()).put(" ↔ ", theme.quiet);
            pen.put(&b, Style::new());
        }
    }
}

fn draw_details(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let tree: &Tree = model.states.get();
    let (Some(branch), Some(clusters)) = (tree.selected_branch(), &tree.answer) else { return };
    let Branch { cluster, place, .. } = branch;
    let theme = canvas.theme;
    let mut pen = canvas.pen_in(without_side_columns(area));
    // Warnings come first: long names may fill the rows, but must not push a warning off the screen.
    for note in clusters.notes_on_cluster(place) {
        pen.put_paragraph(&format!("! {note}"), warning_style(cluster, theme));
    }
    let name = |id: DocId| {
        let doc = clusters.docs.get(id.index());
        doc.map_or_else(String::new, |doc| model.names.short_name(&doc.path).to_string())
    };
    let mut documents = format_count(cluster.documents, "document");
    let texts = cluster.texts.len();
    if texts < cluster.documents {
        documents += &(" with ".to_string() + &format_count(texts, "text"));
    }
    let mut facts = vec![format!("Cluster {}: {documents}", place + 1)];
    let (a, b) = cluster.between;
    let weakest = format_score(cluster.weakest, &clusters.params);
    let link = format!("weakest link {weakest} ({} ↔ {})", name(a), name(b));
    facts.push(match clusters.params.passage {
        Some(_) => link,
        None => link + ": a threshold above it splits the cluster",
    });
    facts.extend(cluster.central.map(|id| format!("most central {}", name(id))));
    facts.push(format!("largest {}", name(cluster.largest)));
    // A row may end with blanks before a long word.
    let room = pen.free_rows() * (pen.width() - pen.width() / 8);
    pen.put_paragraph(&join_fitting_facts(&facts, room), Style::new());
}

/// Minimum number of documents in a cluster for a warning in the colour of alarm.
const MANY: usize = 10;

const fn warning_style(cluster: &Cluster, theme: &Theme) -> Style {
    if cluster.documents >= MANY { theme.alarm } else { theme.quiet }
}
