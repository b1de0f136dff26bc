//! Clusters as graphs: which documents are drawn, in which order around a circle, and which pairs join them. It draws nothing.

use std::f64::consts::TAU;

use hashbrown::HashMap;

use shingle::base::{ids::DocId, ratio::Ratio};
use shingle::pipeline::{Cluster, Clusters, Mark, Snapshot};

/// So many clusters are drawn, those with most documents.
pub(crate) const DRAWN: usize = 12;
/// So many texts of one are drawn, those that resemble others most.
pub(crate) const MEMBERS: usize = 24;
/// Pairs are looked for among so many rows of the ranking.
const ROWS: usize = 200_000;

/// A text of a cluster, which one or more documents have.
#[derive(Debug, Clone)]
pub(crate) struct GraphNode {
    /// Its documents, in path order.
    pub(crate) documents: Vec<DocId>,
    /// Where it stands: from 0 to 1 to the right and down.
    pub(crate) at: (f64, f64),
}

/// A cluster as a graph.
#[derive(Debug, Clone)]
pub(crate) struct ClusterGraph {
    /// Its place among all clusters, from 1.
    pub(crate) number: usize,
    /// The texts that are drawn, in order around the circle.
    pub(crate) nodes: Vec<GraphNode>,
    /// The pairs that pass, by the places of their nodes, with their scores.
    pub(crate) edges: Vec<(usize, usize, Ratio)>,
    /// How many texts are not drawn.
    pub(crate) hidden: usize,
}

/// The clusters of three texts and more, the largest first. A cluster of two is a pair.
pub(crate) fn graphs(clusters: &Clusters, snapshot: &Snapshot) -> Vec<ClusterGraph> {
    let drawn = clusters.clusters.iter().enumerate();
    let drawn: Vec<(usize, &Cluster)> =
        drawn.filter(|(_, cluster)| cluster.texts.len() > 2).take(DRAWN).collect();
    // The cluster and the text of each document.
    let mut places: HashMap<DocId, (usize, usize)> = HashMap::new();
    for (place, (_, cluster)) in drawn.iter().enumerate() {
        for (text, documents) in cluster.texts.iter().enumerate() {
            places.extend(documents.iter().map(|id| (*id, (place, text))));
        }
    }
    let mut edges: Vec<HashMap<(usize, usize), Ratio>> = vec![HashMap::new(); drawn.len()];
    if !drawn.is_empty() {
        for row in snapshot.rows.iter().take(ROWS).filter(|row| row.mark() != Mark::Gone) {
            let pair = row.pair();
            let (Some(a), Some(b)) = (places.get(&pair.a), places.get(&pair.b)) else { continue };
            if a.0 == b.0 && a.1 != b.1 {
                let edge = edges[a.0].entry((a.1.min(b.1), a.1.max(b.1)));
                let score = edge.or_insert(pair.score);
                *score = Ratio::max(*score, pair.score);
            }
        }
    }
    let graph = |((place, cluster), edges): (&(usize, &Cluster), HashMap<_, _>)| {
        graph(place + 1, cluster, &edges)
    };
    drawn.iter().zip(edges).map(graph).collect()
}

fn graph(number: usize, cluster: &Cluster, edges: &HashMap<(usize, usize), Ratio>) -> ClusterGraph {
    let texts = cluster.texts.len();
    let score = |a: usize, b: usize| edges.get(&(a.min(b), a.max(b))).copied();
    // Only the order depends on these sums.
    let mut weight = vec![0.0; texts];
    let mut sorted: Vec<_> = edges.iter().map(|(pair, score)| (*pair, *score)).collect();
    sorted.sort_by_key(|(pair, _)| *pair);
    for ((a, b), score) in &sorted {
        weight[*a] += score.to_f64();
        weight[*b] += score.to_f64();
    }
    let mut members: Vec<usize> = (0..texts).collect();
    members.sort_by(|a, b| weight[*b].total_cmp(&weight[*a]).then(a.cmp(b)));
    members.truncate(MEMBERS);
    // Beside each text stands the one of those left that it resembles most, so that thick lines are short.
    let mut order: Vec<usize> = Vec::with_capacity(members.len());
    let mut rest = members;
    while !rest.is_empty() {
        let best = |last: usize| {
            let scored = rest
                .iter()
                .enumerate()
                .filter_map(|(place, one)| Some((score(last, *one)?, place)));
            scored.max_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(&one.1)))
        };
        let next = order.last().and_then(|last| best(*last)).map_or(0, |(_, place)| place);
        order.push(rest.remove(next));
    }
    let count = order.len() as f64;
    let place = |index: usize| {
        let turn = TAU * index as f64 / count;
        // Rounded, so that every system draws the same.
        let round = |value: f64| (value * 1000.0).round() / 1000.0;
        (round(turn.sin().mul_add(0.5, 0.5)), round(turn.cos().mul_add(-0.5, 0.5)))
    };
    let of_text: HashMap<usize, usize> =
        order.iter().enumerate().map(|(node, text)| (*text, node)).collect();
    let edge = |((a, b), score): &((usize, usize), Ratio)| {
        Some((*of_text.get(a)?, *of_text.get(b)?, *score))
    };
    ClusterGraph {
        number,
        edges: sorted.iter().filter_map(edge).collect(),
        hidden: texts - order.len(),
        nodes: order
            .iter()
            .enumerate()
            .map(|(index, text)| GraphNode {
                documents: cluster.texts.get(*text).cloned().unwrap_or_default(),
                at: place(index),
            })
            .collect(),
    }
}
