//! The clusters of a written result: documents that its pairs connect. Scores that are not listed are not known.

use std::{cmp::Reverse, sync::Arc};

use hashbrown::{HashMap, HashSet};

use super::SavedResult;
use crate::base::{cancel::Cancel, ids::DocId, ratio::Ratio};
use crate::compare::{IndexCluster, Link, Linkage, Scores, ToCluster};
use crate::pipeline::{Cluster, Clusters, Pair, Params};

/// The clusters of the pairs that pass, by single linkage.
pub(super) fn single_linkage(result: &SavedResult, params: &Params, pairs: &[Pair]) -> Clusters {
    let SavedResult { docs, copies, .. } = result;
    // The texts of clusters: groups of copies, numbered by their first documents.
    let mut members: Vec<Vec<DocId>> = Vec::new();
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    for id in (0..docs.len() as u32).map(DocId) {
        let next = members.len() as u32;
        let number = *numbers.entry(copies.group(id)).or_insert(next);
        if number == next {
            members.push(Vec::new());
        }
        members[number as usize].push(id);
    }
    let number = |id: DocId| numbers.get(&copies.group(id)).copied().unwrap_or_default();
    let mut own: HashMap<u32, Pair> = HashMap::new();
    let mut links: Vec<Link> = Vec::new();
    for pair in pairs {
        let (a, b) = (number(pair.a), number(pair.b));
        if a == b {
            own.entry(a).or_insert(*pair);
        } else {
            links.push(Link { a: a.min(b), b: a.max(b), score: pair.score });
        }
    }
    links.sort_unstable_by_key(|link| (link.a, link.b, Reverse(link.score)));
    links.dedup_by_key(|link| (link.a, link.b));
    let linked: HashSet<(u32, u32)> = links.iter().map(|link| (link.a, link.b)).collect();
    let field = ToCluster {
        size: members.len(),
        above: params.above,
        threshold: params.threshold,
        missing: &|_, _| Ratio::ZERO,
    };
    let found_clusters = field.clusters(links, Linkage::Single, &Cancel::never(), |found| found);
    let cluster = |texts| Cluster::without_scores(texts, docs, Linkage::Single);
    let mut clusters = Vec::new();
    let mut is_inside = vec![false; members.len()];
    for IndexCluster { members: texts, weakest, between, scores, .. } in
        found_clusters.unwrap_or_default()
    {
        for text in &texts {
            is_inside[*text as usize] = true;
        }
        let first = |text: u32| members[text as usize].first().copied().unwrap_or(DocId(0));
        let is_known = |a: u32, b: u32| linked.contains(&(a.min(b), a.max(b)));
        let all_known = || {
            texts.iter().enumerate().all(|(at, a)| texts[at + 1..].iter().all(|b| is_known(*a, *b)))
        };
        let scores = scores.filter(|_| all_known());
        let central = scores.as_ref().and_then(|scores| texts.get(scores.central())).copied();
        clusters.push(Cluster {
            weakest,
            between: between.map(|(a, b)| (first(a), first(b))),
            cohesion: if texts.len() == 2 {
                Some(weakest)
            } else {
                scores.as_ref().map(Scores::cohesion)
            },
            central: central.map(first),
            ..cluster(texts.iter().map(|text| members[*text as usize].clone()).collect())
        });
    }
    let alone = own.into_iter().filter(|(text, _)| !is_inside[*text as usize]);
    clusters.extend(alone.map(|(text, pair)| Cluster {
        weakest: pair.score,
        between: Some((pair.a, pair.b)),
        cohesion: Some(pair.score),
        central: members[text as usize].first().copied(),
        ..cluster(vec![members[text as usize].clone()])
    }));
    clusters.sort_by_key(|cluster| (Reverse(cluster.documents), cluster.first()));
    let is_partial = result.found > result.pairs.len() as u64;
    let params = Arc::new(Params { linkage: Linkage::Single, ..params.clone() });
    Clusters { params, docs: Arc::clone(docs), clusters, is_partial }
}
