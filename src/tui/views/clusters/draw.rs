//! Draws the tree of clusters, the pairs of the selected cluster beside it, and facts about the cluster below.
//!
//! ```text
//! ── 7 clusters · 21 of 34 documents ─────────────────── row 1 of 9 ── ── Cluster 1: 6 pairs ───────────
//!     ▾docs  weak  most central                                         score       A            B
//! ▸ −     4   44%  essays/harbour.md                                      64% █████▏ harbour.md ↔ pier.md
//!                      1 ├ essays/harbour.md
//! ```

use ratatui::{layout::Rect, style::Style};

use shingle::base::numbers::{format_count, thousands};
use shingle::pipeline::{Cluster, Clusters, Params};
use shingle::{base::ids::DocId, base::visible::visible};

use super::tree::{Branch, ClusterColumn, Tree};
use crate::tui::drawing::glyphs::{columns, join_fitting};
use crate::tui::drawing::pen::{inset, rule_heading_width};
use crate::tui::drawing::{Canvas, Pen, Theme};
use crate::tui::layout::{ListAreas, TitledList};
use crate::tui::model::{Focus, Model, Table, decisions::describe_mark, decisions::sign_of};
use crate::tui::views::list::{FILTERED, bar, headings, line_of, rows, sorted};
use crate::tui::words::shares::{percent_exact, scored};

const BAR: u16 = 8;
/// Fewest columns with a bar: in a narrower part, names need the room.
const BARRED: u16 = 52;

pub(crate) fn render(model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
    let tree: &Tree = model.states.get();
    let parts = areas.cluster_areas(tree.on_side_list);
    if let Some(part) = parts.tree {
        branches(model, canvas, &part);
    }
    if let Some(part) = parts.side {
        side_list(model, canvas, &part);
    }
    if let (Some(branch), Some(clusters)) = (tree.selected(), &tree.answer) {
        about(model, &branch, clusters, canvas, areas.below);
    }
}

fn has_keys(model: &Model, on_side: bool) -> bool {
    model.focus == Focus::List && model.states.get::<Tree>().on_side_list == on_side
}

fn branches(model: &Model, canvas: &mut Canvas<'_>, part: &TitledList) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let style = theme.heading_style(has_keys(model, false));
    let Some(clusters) = &tree.answer else {
        canvas.rule(part.title, ("Clusters", style), "");
        canvas.put_notice(part.rows, "Looking for what belongs together …", theme.quiet);
        return;
    };
    let width = part.title.width;
    let line = line_of(tree.cursor.selected, tree.len(), width);
    let place = sorted(tree.sort, line, width);
    let filter = &tree.filter.text;
    let filtered = if filter.is_empty() { 0 } else { columns(&visible(filter)) + FILTERED };
    let heading =
        heading(model, clusters, rule_heading_width(width, &place).saturating_sub(filtered));
    let (heading, style) = tree.filter.heading(&heading, style);
    canvas.rule(part.title, (&heading, style), &place);
    if tree.len() == 0 {
        let sentence = tree.filter.explain_empty("cluster").unwrap_or_else(|| {
            let share = percent_exact(clusters.params.threshold);
            format!("No two documents reach {share}: T lowers the threshold, W the width.")
        });
        canvas.put_notice(part.rows, &sentence, theme.strong);
        return;
    }
    let table = Table::of_clusters(part.rows.width);
    headings(&table, tree.sort, canvas, part.columns);
    rows((tree.cursor, tree.len()), has_keys(model, false), canvas, part.rows, |line, pen| {
        match tree.at(line) {
            Some(branch @ Branch { member: None, .. }) => {
                cluster_line(model, &branch, clusters, &table, theme, pen);
            }
            Some(branch) => member_line(model, &branch, clusters, &table, theme, pen),
            None => {}
        }
    });
}

fn heading(model: &Model, clusters: &Clusters, room: u16) -> String {
    let stale = (*clusters.params != model.params).then(|| "stale".to_string());
    let best = clusters.is_partial.then(|| "of the best pairs".to_string());
    let all = clusters.clusters.len() as u64;
    let count = match clusters.clusters.len() - model.states.get::<Tree>().left_out() {
        left if left as u64 == all => format_count(all, "cluster"),
        left => format!("{} of {}", thousands(left as u64), format_count(all, "cluster")),
    };
    let all = format_count(clusters.docs.len() as u64, "document");
    let documents = format!("{} of {all}", thousands(clusters.documents() as u64));
    let facts = [stale, Some(count), best, Some(documents)];
    join_fitting(&facts.into_iter().flatten().collect::<Vec<_>>(), room)
}

fn cluster_line(
    model: &Model,
    branch: &Branch<'_>,
    clusters: &Clusters,
    table: &Table<ClusterColumn>,
    theme: &Theme,
    pen: &mut Pen<'_>,
) {
    let Branch { cluster, place, .. } = branch;
    let tree: &Tree = model.states.get();
    pen.put(if tree.is_unfolded(*place) { "−" } else { "+" }, theme.key);
    match model.decisions.of_cluster(clusters, cluster) {
        Some(decision) => pen.put(sign_of(decision), theme.strong),
        None => pen.put(if cluster.is_broad { "!" } else { " " }, warning(cluster, theme)),
    };
    for cell in &table.cells {
        let docs = (clusters, &*model.names);
        let (text, style) = cell.column.cell(docs, cluster, cell.width, theme);
        pen.move_to(cell.x).put_cell(&text, cell.width, cell.right, style);
    }
}

fn member_line(
    model: &Model,
    branch: &Branch<'_>,
    clusters: &Clusters,
    table: &Table<ClusterColumn>,
    theme: &Theme,
    pen: &mut Pen<'_>,
) {
    let Some(member) = branch.member else { return };
    let name = table.cell(ClusterColumn::Name).map_or(4, |cell| cell.x);
    let number = (member.text + 1).to_string();
    // Right-aligned in the columns before the name. The pairs beside the tree use this number.
    if !member.is_copy {
        pen.move_to(4).put_cell(&number, name.saturating_sub(5), true, theme.quiet);
    }
    pen.move_to(name).put(if member.is_last { "└ " } else { "├ " }, theme.quiet);
    let copy = if member.is_copy { "= " } else { "" };
    let Some(doc) = clusters.docs.get(member.doc.index()) else { return };
    let room = pen.free_width().saturating_sub(columns(copy));
    pen.put(copy, Style::new()).put(&model.names.of(&doc.path).fit(room), Style::new());
}

fn side_list(model: &Model, canvas: &mut Canvas<'_>, part: &TitledList) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let style = theme.heading_style(has_keys(model, true));
    let (Some(branch), Some(clusters)) = (tree.selected(), &tree.answer) else {
        canvas.rule(part.title, ("", style), "");
        return;
    };
    let number = branch.place + 1;
    let is_copies = branch.cluster.texts.len() == 1;
    let heading = if is_copies {
        format!("Cluster {number}")
    } else {
        let (listed, all) = (branch.cluster.best.len() as u64, branch.cluster.pairs as u64);
        let best = if listed < all {
            format!("the best {} of ", thousands(listed))
        } else {
            String::new()
        };
        format!("Cluster {number}: {best}{}", format_count(all, "pair"))
    };
    canvas.rule(part.title, (&heading, style), "");
    if is_copies {
        let copies = thousands(branch.cluster.documents as u64);
        let sentence = format!("The {copies} documents are copies of one text.");
        canvas.put_notice(part.rows, &sentence, theme.quiet);
    } else {
        pairs(model, &clusters.params, canvas, part);
    }
}

fn pairs(model: &Model, params: &Params, canvas: &mut Canvas<'_>, part: &TitledList) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let mut pen = canvas.pen(part.columns);
    // The bar and a blank before it.
    let barred = if part.rows.width >= BARRED { BAR + 1 } else { 0 };
    pen.skip(2).put_cell("score", 5, true, theme.quiet).skip(barred + 1);
    let half = pen.free_width().saturating_sub(3) / 2;
    pen.put_cell("A", half + 3, false, theme.quiet).put("B", theme.quiet);
    let best = tree.best();
    let has_keys = has_keys(model, true);
    rows((tree.pairs, best.len()), has_keys, canvas, part.rows, |line, pen| {
        let Some(pair) = best.get(line) else { return };
        pen.put_cell(&scored(pair.score, params), 5, true, theme.strong);
        if barred > 0 {
            pen.skip(1);
            bar(pen, pair.score.to_f64(), BAR, theme);
        }
        pen.skip(1);
        if let Some((a, b)) = tree.names(pair) {
            let [a, b] = [a, b].map(|path| model.names.of(&path).fit(half));
            pen.put_cell(&a, half, false, Style::new()).put(" ↔ ", theme.quiet);
            pen.put(&b, Style::new());
        }
    });
}

fn about(
    model: &Model,
    branch: &Branch<'_>,
    clusters: &Clusters,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let tree: &Tree = model.states.get();
    let mut pen = canvas.pen(inset(area));
    // Warnings come first: long names may fill the rows, but must not push a warning off the screen.
    let first = area.height >= 3;
    let notes = |pen: &mut Pen<'_>| {
        for note in clusters.notes(branch.place) {
            let style = warning(branch.cluster, theme);
            pen.put_paragraph(&format!("! {note}"), style);
        }
    };
    if first {
        notes(&mut pen);
    }
    if tree.on_side_list {
        if let Some(sentence) = looked_at(model) {
            pen.put_paragraph(&sentence, theme.strong);
        }
    } else {
        let decided = model.decisions.of_cluster(clusters, branch.cluster);
        let facts = decided.map(|one| describe_mark(one, branch.cluster.weakest, "")).into_iter();
        let facts: Vec<String> = facts.chain(member_facts(model, branch, clusters)).collect();
        // A row may end with blanks before a long word.
        let room = if first { pen.rows() * (pen.width() - pen.width() / 8) } else { u16::MAX };
        pen.put_paragraph(&join_fitting(&facts, room), Style::new());
    }
    if !first {
        notes(&mut pen);
    }
}

/// Returns the selected pair and its score as one line.
fn looked_at(model: &Model) -> Option<String> {
    let tree: &Tree = model.states.get();
    let pair = tree.pair()?;
    let (left, right) = tree.names(pair)?;
    let (left, right) = (model.names.of(&left), model.names.of(&right));
    let score = scored(pair.score, &tree.answer.as_ref()?.params);
    let (a, b) = (pair.a + 1, pair.b + 1);
    Some(format!("{score}: {a} {left} ↔ {b} {right}"))
}

fn member_facts(model: &Model, branch: &Branch<'_>, clusters: &Clusters) -> Vec<String> {
    let Branch { cluster, place, .. } = branch;
    let name = |id: DocId| {
        let doc = clusters.docs.get(id.index());
        doc.map_or_else(String::new, |doc| model.names.of(&doc.path).to_string())
    };
    let documents = format_count(cluster.documents as u64, "document");
    let texts = cluster.texts.len();
    let distinct = if texts < cluster.documents {
        format!(" with {}", format_count(texts as u64, "text"))
    } else {
        String::new()
    };
    let (a, b) = cluster.between;
    let weakest = scored(cluster.weakest, &clusters.params);
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

const fn warning(cluster: &Cluster, theme: &Theme) -> Style {
    if cluster.documents >= MANY { theme.alarm } else { theme.quiet }
}
