//! Tests of the three linkages against their plain definition, which looks at all pairs of clusters before every step.

use std::{cmp::Reverse, collections::BTreeSet};

use proptest::prelude::*;

use super::{Above, Cancel, IndexCluster, LARGEST, Link, Linkage, Ratio, ToCluster};

/// How near two clusters are. Of equal scores of single pairs, the first pair wins.
type Near = (Ratio, Reverse<(u32, u32)>);

/// The scores of all pairs of a few sketches, as numerators.
#[derive(Debug, Clone)]
struct Plain {
    size: u32,
    den: u64,
    /// By `a < b`.
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

    fn clusters(&self, linkage: Linkage, above: Above, threshold: Ratio) -> Vec<IndexCluster> {
        let links = self.pairs().map(|(a, b)| Link { a, b, score: self.score(a, b) });
        let mut links: Vec<Link> =
            links.filter(|link| above.passes(link.score, threshold)).collect();
        links.reverse();
        let missing = |a: u32, b: u32| {
            assert!(!above.passes(self.score(a, b), threshold), "{a} and {b} have a link");
            self.score(a, b)
        };
        let field = ToCluster { size: self.size as usize, above, threshold, missing: &missing };
        all(&field, links, linkage)
    }

    /// How near two clusters are (higher is nearer): a number of units over a number of pairs. Of equal scores of
    /// single pairs, the first pair wins.
    fn nearness(
        &self,
        linkage: Linkage,
        first: &[u32],
        second: &[u32],
    ) -> (u64, u64, Reverse<(u32, u32)>) {
        let pairs = first.iter().flat_map(|a| second.iter().map(|b| (*a.min(b), *a.max(b))));
        let keyed = pairs.map(|(a, b)| (self.num(a, b), 1, Reverse((a, b))));
        let none = Reverse((0, 0));
        match linkage {
            Linkage::Single => keyed.max().unwrap(),
            Linkage::Complete => keyed.min().unwrap(),
            Linkage::Average => {
                keyed.fold((0, 0, none), |sum, one| (sum.0 + one.0, sum.1 + 1, none))
            }
        }
    }

    /// The clusters of at least two, each with the nearness of its last two parts.
    fn naive(&self, linkage: Linkage, above: Above, threshold: Ratio) -> Vec<(Vec<u32>, Ratio)> {
        let mut all: Vec<(Vec<u32>, Ratio)> =
            (0..self.size).map(|one| (vec![one], Ratio::ONE)).collect();
        loop {
            let mut best = None::<(Near, usize, usize)>;
            for first in 0..all.len() {
                for second in first + 1..all.len() {
                    let (num, pairs, tie) = self.nearness(linkage, &all[first].0, &all[second].0);
                    let score = Ratio::new(num, pairs * self.den);
                    if above.passes(score, threshold)
                        && best.is_none_or(|(other, ..)| (score, tie) > other)
                    {
                        best = Some(((score, tie), first, second));
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

/// All clusters, in the order of their first members.
fn all(field: &ToCluster<'_>, links: Vec<Link>, linkage: Linkage) -> Vec<IndexCluster> {
    let never = Cancel::never();
    let mut clusters = field.clusters(links, linkage, &never, |cluster| cluster).unwrap();
    clusters.sort_by_key(|cluster| cluster.members[0]);
    clusters
}

/// Scores that are sometimes rarely equal and sometimes often.
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

/// Neighbours score .6, sketches two steps apart .2, and all others 0.
fn chain(size: u32) -> Plain {
    let nums = (1..size).flat_map(|b| {
        (0..b).map(move |a| match b - a {
            1 => 6,
            2 => 2,
            _ => 0,
        })
    });
    Plain { size, den: 10, nums: nums.collect() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn each_linkage_says_what_the_plain_definition_says(
        plain in scores(), (above, threshold) in bars(),
        linkage in prop::sample::select(vec![Linkage::Single, Linkage::Average, Linkage::Complete]),
    ) {
        // Where means are equal, the definition does not say which pair comes first.
        prop_assume!(linkage != Linkage::Average || plain.den > 40);
        let found = plain.clusters(linkage, above, threshold);
        let naive = plain.naive(linkage, above, threshold);
        let members: Vec<&Vec<u32>> = found.iter().map(|cluster| &cluster.members).collect();
        prop_assert_eq!(members, naive.iter().map(|(members, _)| members).collect::<Vec<_>>());
        for (cluster, (_, height)) in found.iter().zip(&naive) {
            prop_assert!((cluster.weakest.to_f64() - height.to_f64()).abs() < 1e-12);
            if let Some((a, b)) = cluster.between {
                prop_assert_eq!(cluster.weakest, plain.score(a, b));
            }
        }
    }

    #[test]
    fn average_linkage_stops_exactly_at_the_threshold(plain in scores(), (above, threshold) in bars()) {
        let found = plain.clusters(Linkage::Average, above, threshold);
        let mut parts: Vec<Vec<u32>> = found.iter().map(|cluster| cluster.members.clone()).collect();
        prop_assert!(found.iter().all(|cluster| above.passes(cluster.weakest, threshold)));
        let inside: BTreeSet<u32> = parts.iter().flatten().copied().collect();
        prop_assert_eq!(inside.len(), parts.iter().map(Vec::len).sum::<usize>());
        parts.extend((0..plain.size).filter(|one| !inside.contains(one)).map(|one| vec![one]));
        for (at, first) in parts.iter().enumerate() {
            for second in &parts[at + 1..] {
                let (num, pairs, _) = plain.nearness(Linkage::Average, first, second);
                prop_assert!(!above.passes(Ratio::new(num, pairs * plain.den), threshold));
            }
        }
    }

    #[test]
    fn cohesion_is_the_mean_of_all_pairs(
        plain in scores(), (above, threshold) in bars(),
        linkage in prop::sample::select(vec![Linkage::Single, Linkage::Average, Linkage::Complete]),
    ) {
        for cluster in plain.clusters(linkage, above, threshold) {
            let scores = cluster.scores.unwrap();
            let of = |one: u32| {
                let others = cluster.members.iter().filter(|other| **other != one);
                others.map(|other| plain.num(one, *other)).sum::<u64>()
            };
            let sums: Vec<u64> = cluster.members.iter().map(|one| of(*one)).collect();
            let pairs = (cluster.members.len() * (cluster.members.len() - 1)) as u64;
            let mean = Ratio::new(sums.iter().sum(), pairs * plain.den);
            prop_assert!((scores.cohesion().to_f64() - mean.to_f64()).abs() < 1e-12);
            // Rounding may prefer another of equal ones, but none that is farther away.
            prop_assert!(sums[scores.central()] == *sums.iter().max().unwrap());
        }
    }
}

#[test]
fn a_chain_is_one_cluster_by_single_linkage_and_falls_apart_by_the_others() {
    let found = |linkage| -> Vec<Vec<u32>> {
        let clusters = chain(6).clusters(linkage, Above::AtLeast, Ratio::new(1, 2));
        clusters.into_iter().map(|cluster| cluster.members).collect()
    };
    assert_eq!(found(Linkage::Single), [[0, 1, 2, 3, 4, 5]]);
    for linkage in [Linkage::Average, Linkage::Complete] {
        assert_eq!(found(linkage), [[0, 1], [2, 3], [4, 5]]);
    }
}

#[test]
fn a_component_that_is_too_large_stays_whole_and_says_so() {
    let size = LARGEST as u32 + 1;
    let links = |size: u32| -> Vec<Link> {
        (1..size).map(|b| Link { a: b - 1, b, score: Ratio::new(3, 5) }).collect()
    };
    let field = ToCluster {
        size: size as usize + 2,
        above: Above::AtLeast,
        threshold: Ratio::new(1, 2),
        missing: &|_, _| Ratio::ZERO,
    };
    let mut all = links(size);
    all.push(Link { a: size, b: size + 1, score: Ratio::ONE });
    let found = self::all(&field, all, Linkage::Complete);
    let said: Vec<_> =
        found.iter().map(|one| (one.members.len(), one.linkage, one.scores.is_some())).collect();
    assert_eq!(said, [(LARGEST + 1, Linkage::Single, false), (2, Linkage::Complete, true)]);
    let found = self::all(&field, links(size - 1), Linkage::Complete);
    assert_eq!((found.len(), found[0].members.len()), (LARGEST / 2, 2));
}

#[test]
fn clusters_that_nobody_wants_any_more_are_given_up() {
    let newest = crate::base::cancel::NewestEpoch::default();
    let cancel = newest.token(newest.epoch());
    newest.advance();
    let field = ToCluster {
        size: 2,
        above: Above::AtLeast,
        threshold: Ratio::ZERO,
        missing: &|_, _| Ratio::ZERO,
    };
    let links = vec![Link { a: 0, b: 1, score: Ratio::ONE }];
    assert_eq!(field.clusters(links, Linkage::Average, &cancel, |_| ()), None);
}
