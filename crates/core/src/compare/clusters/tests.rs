//! Tests of clusters against a plain definition, which scans all pairs of clusters before every step.

use std::cmp::Reverse;

use proptest::prelude::*;

use super::{BEST, Cancel, ClusterFinder, IndexCluster, LARGEST, Link, Ratio};
use crate::compare::Above;

/// Nearness of two clusters. Among equal scores of pairs, the first pair wins.
type Near = (Ratio, Reverse<(u32, u32)>);

/// Scores of all pairs, as numerators.
#[derive(Debug, Clone)]
struct Plain {
    size: u32,
    den: u64,
    /// Numerators by `a < b`.
    nums: Vec<u64>,
}

impl Plain {
    fn num(&self, a: u32, b: u32) -> u64 {
        let (a, b) = (a.min(b), a.max(b));
        self.nums[(b * (b - 1) / 2 + a) as usize]
    }

    fn score(&self, a: u32, b: u32) -> Ratio {
        Ratio::new(self.num(a, b), self.den)
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        let size = self.size;
        (0..size).flat_map(move |a| (a + 1..size).map(move |b| (a, b)))
    }

    fn clusters(&self, above: Above, threshold: Ratio) -> Vec<IndexCluster> {
        let links = self.pairs().map(|(a, b)| Link { a, b, score: self.score(a, b) });
        let mut links: Vec<Link> =
            links.filter(|link| above.passes(link.score, threshold)).collect();
        links.reverse();
        let missing = |a: u32, b: u32| {
            assert!(!above.passes(self.score(a, b), threshold), "{a} and {b} have a link");
            self.score(a, b)
        };
        let field = ClusterFinder { size: self.size as usize, missing: &missing };
        field.find_clusters(links, &Cancel::never_cancelled()).unwrap()
    }

    /// Clusters of at least two sketches, each with the link that joined its last two parts, which is the weakest.
    fn naive(&self, above: Above, threshold: Ratio) -> Vec<(Vec<u32>, Ratio)> {
        let mut all: Vec<(Vec<u32>, Ratio)> =
            (0..self.size).map(|one| (vec![one], Ratio::ONE)).collect();
        loop {
            let mut best = None::<(Near, usize, usize)>;
            for first in 0..all.len() {
                for second in first + 1..all.len() {
                    let pairs = all[first]
                        .0
                        .iter()
                        .flat_map(|a| all[second].0.iter().map(move |b| (*a.min(b), *a.max(b))));
                    let near =
                        pairs.map(|(a, b)| (self.score(a, b), Reverse((a, b)))).max().unwrap();
                    if above.passes(near.0, threshold)
                        && best.is_none_or(|(other, ..)| near > other)
                    {
                        best = Some((near, first, second));
                    }
                }
            }
            let Some(((score, _), first, second)) = best else { break };
            let (mut members, _) = all.remove(second);
            members.append(&mut all[first].0);
            members.sort_unstable();
            all[first] = (members, score);
        }
        all.retain(|(members, _)| members.len() > 1);
        all.sort_by_key(|(members, _)| members[0]);
        all
    }
}

/// Scores with few or many equal values.
fn scores() -> impl Strategy<Value = Plain> {
    (0_u32..12, prop::sample::select(vec![6_u64, 40, 1_000_003])).prop_flat_map(|(size, den)| {
        let pairs = (size * size.saturating_sub(1) / 2) as usize;
        prop::collection::vec(0..=den, pairs).prop_map(move |nums| Plain { size, den, nums })
    })
}

fn bars() -> impl Strategy<Value = (Above, Ratio)> {
    let above = prop::sample::select(vec![Above::AtLeast, Above::Strictly]);
    (above, (0_u64..=6).prop_map(|sixths| Ratio::new(sixths, 6)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn clusters_are_what_the_plain_definition_says(plain in scores(), (above, threshold) in bars()) {
        let found = plain.clusters(above, threshold);
        let naive = plain.naive(above, threshold);
        let members: Vec<&Vec<u32>> = found.iter().map(|cluster| &cluster.members).collect();
        prop_assert_eq!(members, naive.iter().map(|(members, _)| members).collect::<Vec<_>>());
        for (cluster, (_, height)) in found.iter().zip(&naive) {
            let Link { a, b, score } = cluster.weakest;
            prop_assert_eq!((score, score), (*height, plain.score(a, b)));
        }
    }

    #[test]
    fn the_central_member_has_the_highest_mean_and_the_best_links_are_all(
        plain in scores(), (above, threshold) in bars(),
    ) {
        for cluster in plain.clusters(above, threshold) {
            let of = |one: u32| {
                let others = cluster.members.iter().filter(|other| **other != one);
                others.map(|other| plain.num(one, *other)).sum::<u64>()
            };
            // Rounding may choose another member only among equally near members.
            let most = cluster.members.iter().map(|one| of(*one)).max();
            prop_assert_eq!(cluster.central.map(of), most);
            let member = |at: u32| cluster.members[at as usize];
            for link in &cluster.best {
                prop_assert_eq!(link.score, plain.score(member(link.a), member(link.b)));
            }
            prop_assert!(cluster.best.is_sorted_by_key(|link| (Reverse(link.score), link.a, link.b)));
            let pairs = plain.pairs().filter(|(a, b)| {
                cluster.members.contains(a) && above.passes(plain.score(*a, *b), threshold)
            });
            let pairs = pairs.count();
            prop_assert_eq!((cluster.best.len(), cluster.links), (pairs, pairs));
        }
    }
}

#[test]
fn a_cluster_that_is_too_large_has_no_central_member() {
    let size = LARGEST as u32 + 1;
    let mut links: Vec<Link> =
        (1..size).map(|b| Link { a: b - 1, b, score: Ratio::new(3, 5) }).collect();
    links.push(Link { a: size, b: size + 1, score: Ratio::ONE });
    let field = ClusterFinder { size: size as usize + 2, missing: &|_, _| Ratio::ZERO };
    let found = field.find_clusters(links, &Cancel::never_cancelled()).unwrap();
    let said: Vec<_> = found
        .iter()
        .map(|one| (one.members.len(), one.best.len(), one.links, one.central))
        .collect();
    assert_eq!(said, [(LARGEST + 1, BEST, LARGEST, None), (2, 1, 1, Some(size))]);
}
