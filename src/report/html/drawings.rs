//! The drawings with the same in words: the histogram of scores with its numbers as a table, and the largest clusters with the names of
//! their documents. It counts nothing and makes no cluster.

use maud::{Markup, html};

use shingle::base::numbers::{counted, thousands, verb};
use shingle::base::visible::visible;
use shingle::pipeline::{Cluster, Clusters, Histogram, Snapshot, ranking::histogram::hundredths};

use crate::printer::table::{percent, score_name};
use crate::report::graphs::{ClusterGraph, GraphNode};
use crate::{report::contents::Report, report::words};

/// Hundredths in a bar.
const STEP: usize = 5;
/// Bars.
const BARS: usize = 100 / STEP;
/// The drawing, in its own units.
const WIDTH: usize = 760;
const HEIGHT: usize = 190;
/// The room above the highest bar, for its number, and below the axis.
const TOP: usize = 18;
const FOOT: usize = 22;

/// The pairs of each bar. Those of exactly 100% are in the last.
fn bars(histogram: &Histogram) -> [u64; BARS] {
    let mut bars = [0; BARS];
    for (hundredth, pairs) in histogram.counts.iter().enumerate().skip(histogram.first()) {
        bars[(hundredth / STEP).min(BARS - 1)] += pairs;
    }
    bars
}

/// The histogram.
pub(super) fn histogram(snapshot: &Snapshot) -> Markup {
    let histogram = &*snapshot.histogram;
    let bars = bars(histogram);
    let most = bars.iter().copied().max().unwrap_or(0).max(1);
    let room = (HEIGHT - TOP - FOOT) as u64;
    // Heights go by the square root, or a few thousand weak pairs would leave nothing to see of the strong ones.
    let height = |pairs: u64| {
        let high = (u128::from(pairs) * u128::from(room * room) / u128::from(most)).isqrt();
        (high as usize).max(usize::from(pairs > 0) * 2)
    };
    let wide = WIDTH / BARS;
    let base = HEIGHT - FOOT;
    let line = hundredths(snapshot.params.threshold) * WIDTH / 100;
    let first = histogram.first() * WIDTH / 100;
    let all = histogram.from(0);
    let label = format!(
        "Histogram of scores: {} by {}, in steps of {STEP}%.",
        counted(all, "pair"),
        score_name(&snapshot.params)
    );
    let range = |bar: usize| format!("{}% to {}%", bar * STEP, (bar + 1) * STEP);
    html! {
        figure {
            svg role="img" aria-label=(label) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) height=(HEIGHT) {
                @if first > 0 {
                    rect.unknown x="0" y=(base - 6) width=(first) height="6" {}
                }
                g.bars {
                    @for (bar, pairs) in bars.iter().enumerate() {
                        @if *pairs > 0 {
                            @let high = height(*pairs);
                            @let weak = (bar + 1) * STEP * WIDTH / 100 <= line;
                            rect class=[weak.then_some("below")] x=(bar * wide + 2) y=(base - high) width=(wide - 4) height=(high) rx="2" {}
                        }
                    }
                }
                @for (bar, pairs) in bars.iter().enumerate() {
                    @if *pairs > 0 {
                        text x=(bar * wide + wide / 2) y=(base - height(*pairs) - 5) text-anchor="middle" { (thousands(*pairs)) }
                    }
                }
                line.axis x1="0" y1=(base) x2=(WIDTH) y2=(base) {}
                line.axis x1=(line) y1="4" x2=(line) y2=(base + 5) stroke-dasharray="4 3" {}
                @for mark in [0, 20, 40, 60, 80, 100] {
                    @let anchor = match mark { 0 => "start", 100 => "end", _ => "middle" };
                    text x=(mark * WIDTH / 100) y=(HEIGHT - 5) text-anchor=(anchor) { (mark) "%" }
                }
            }
            figcaption {
                "Pairs by score; heights go by the square root of the number, which is above each bar. The dashed line is the threshold, "
                (percent(snapshot.params.threshold)) "."
                @if let Some(words) = snapshot.params.passage {
                    " Pairs are listed that share a passage of " (counted(words, "word")) ", whatever their score."
                }
                @if histogram.first() > 0 {
                    " Pairs below " (percent(histogram.joined_from)) " were not counted."
                }
            }
            details {
                summary { "The same as a table" }
                table.values {
                    caption { "Number of pairs by score" }
                    thead { tr { th scope="col" { "score" } th.n scope="col" { "pairs" } } }
                    tbody {
                        @for (bar, pairs) in bars.iter().enumerate().skip(histogram.first() / STEP) {
                            tr { th scope="row" { (range(bar)) } td.n { (thousands(*pairs)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The drawing, in its own units, and the room around its circle.
const SIZE: f64 = 320.0;
const MARGIN: f64 = 22.0;
/// The radius of a node.
const NODE: f64 = 12.0;
/// Of the documents with one text so many are named.
const NAMED: usize = 5;

/// The section with all clusters.
pub(super) fn clusters(report: &Report<'_>) -> Markup {
    let Some(clusters) = report.clusters else { return html! {} };
    let small = clusters.clusters.iter().filter(|cluster| cluster.texts.len() < 3).count() as u64;
    html! {
        section aria-labelledby="clusters" {
            h2 #clusters { "Clusters" }
            p {
                (words::clustered(clusters)) "."
                @if small > 0 {
                    " " (counted(small, "cluster")) " of one or two texts " (verb(small, "is", "are")) " not drawn."
                }
                " A line joins two documents of a pair; the thicker, the more they share."
            }
            @if !report.graphs.is_empty() {
                div.graphs {
                    @for graph in &report.graphs {
                        @if let Some(cluster) = clusters.clusters.get(graph.number - 1) {
                            (figure(clusters, cluster, graph))
                        }
                    }
                }
            }
        }
    }
}

fn figure(clusters: &Clusters, cluster: &Cluster, graph: &ClusterGraph) -> Markup {
    let place = |node: &GraphNode| {
        let on = |share: f64| {
            (share.mul_add(SIZE - 2.0 * (MARGIN + NODE), MARGIN + NODE) * 10.0).round() / 10.0
        };
        (on(node.at.0), on(node.at.1))
    };
    let label = format!(
        "Graph of cluster {}: {} and {} between them.",
        graph.number,
        counted(graph.nodes.len() as u64, "text"),
        counted(graph.edges.len() as u64, "line")
    );
    html! {
        figure {
            figcaption {
                h3 { "Cluster " (thousands(graph.number)) }
                (counted(cluster.documents as u64, "document")) ", " (counted(cluster.texts.len() as u64, "text"))
                "; weakest link " (cluster.weakest.rounded_percent())
                @if graph.hidden > 0 { "; " (counted(graph.hidden as u64, "text")) " not drawn" }
            }
            svg role="img" aria-label=(label) viewBox={ "0 0 " (SIZE) " " (SIZE) } width=(SIZE) height=(SIZE) {
                g.edges {
                    @for (a, b, score) in &graph.edges {
                        @if let (Some(a), Some(b)) = (graph.nodes.get(*a), graph.nodes.get(*b)) {
                            @let ((x1, y1), (x2, y2)) = (place(a), place(b));
                            @let width = (score.to_f64() * 50.0).round() / 10.0;
                            line x1=(x1) y1=(y1) x2=(x2) y2=(y2) stroke-width=(width.max(0.5)) {}
                        }
                    }
                }
                g.nodes {
                    @for (index, node) in graph.nodes.iter().enumerate() {
                        @let (x, y) = place(node);
                        circle cx=(x) cy=(y) r=(NODE) {}
                        text x=(x) y=(y) { (index + 1) }
                    }
                }
            }
            ol { @for node in &graph.nodes { li { (documents(clusters, node)) } } }
        }
    }
}

/// The documents of a node.
fn documents(clusters: &Clusters, node: &GraphNode) -> Markup {
    let all = &node.documents;
    let name = |place: usize| {
        let doc = all.get(place).and_then(|id| clusters.docs.get(id.index()));
        doc.map(|doc| visible(&doc.path.name()).into_owned()).unwrap_or_default()
    };
    html! {
        @for place in 0..all.len().min(NAMED) {
            @if place > 0 { ", " }
            bdi { (name(place)) }
        }
        @if all.len() > NAMED { " and " (counted((all.len() - NAMED) as u64, "copy").replace("copys", "copies")) " more" }
    }
}
