//! The clusters: the largest as drawings, with the names of their documents. It makes none.

use maud::{Markup, html};

use shingle::base::numbers::{counted, thousands};
use shingle::base::visible::visible;
use shingle::pipeline::results::clusters::{Cluster, Clusters};

use crate::report::contents::Report;
use crate::report::graphs::{ClusterGraph, GraphNode};

/// The drawing, in its own units, and the room around its circle.
const SIZE: f64 = 320.0;
const MARGIN: f64 = 22.0;
/// The radius of a node.
const NODE: f64 = 12.0;
/// Of the documents with one text so many are named.
const NAMED: usize = 5;

/// The section with all clusters.
pub(super) fn all(report: &Report<'_>) -> Markup {
    let Some(clusters) = report.clusters else { return html! {} };
    let small = clusters.clusters.iter().filter(|cluster| cluster.texts.len() < 3).count() as u64;
    html! {
        section aria-labelledby="clusters" {
            h2 #clusters { "Clusters" }
            p {
                (counted(clusters.documents() as u64, "document")) " in "
                (counted(clusters.clusters.len() as u64, "cluster")) ", by "
                (clusters.params.linkage) " linkage; "
                (thousands(small)) " of them are of one or two texts, and are not drawn."
                " A line joins two documents that reach the threshold; the thicker, the more they share."
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
    let said = format!(
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
                @if let Some(cohesion) = cluster.cohesion { ", mean " (cohesion.rounded_percent()) }
                @if graph.hidden > 0 { "; " (counted(graph.hidden as u64, "text")) " not drawn" }
            }
            svg role="img" aria-label=(said) viewBox={ "0 0 " (SIZE) " " (SIZE) } width=(SIZE) height=(SIZE) {
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
