//! Clusters of sketches whose scores pass a threshold, by three linkages. It works on numbers and scores alone.

use kodama::Method;
use rayon::prelude::*;

use super::measure::Above;
use super::scores::{Scores, WHOLE, mean, units};
use crate::base::{cancel::Cancel, groups::Groups, ratio::Ratio};

/// Larger components are not split by average or complete linkage. These and the cohesion need a score for every pair
/// (two million scores, 16 MB).
pub const LARGEST: usize = 2000;
/// The most links that a cluster lists.
pub const BEST: usize = 1000;

/// `--linkage`: what connects the members of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Each member has a link to some other member. Links through others count.
    Single,
    /// Two clusters merge while the mean score of their pairs passes the threshold.
    Average,
    /// Two clusters merge while each of their pairs passes the threshold.
    Complete,
}

crate::base::named_values!(Linkage { Single = "single", Average = "average", Complete = "complete" });

/// Two sketches whose score passes the threshold, with `a < b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The smaller number.
    pub a: u32,
    /// The larger number.
    pub b: u32,
    /// Their score.
    pub score: Ratio,
}

/// A cluster of at least two sketches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexCluster {
    /// Its members, ascending.
    pub members: Vec<u32>,
    /// The linkage that it was made with. It differs from the requested one if the cluster is too large for that.
    pub linkage: Linkage,
    /// The last score that connected it: the lowest score on a maximum spanning tree (single), the mean score of the
    /// last two parts that merged (average), or the lowest score of all pairs (complete).
    pub weakest: Ratio,
    /// The pair with the weakest score, if it is the score of one pair.
    pub between: Option<(u32, u32)>,
    /// The best links among its members, best first, by the indices of their members. At most [`BEST`].
    pub best: Vec<Link>,
    /// The number of all links among its members.
    pub links: usize,
    /// The scores of all pairs of members, in their order. `None` with more than [`LARGEST`] members.
    pub scores: Option<Scores>,
}

/// The input of clustering.
pub struct ToCluster<'a> {
    /// The number of sketches. Their numbers are below this.
    pub size: usize,
    /// How a score passes the threshold.
    pub above: Above,
    /// The threshold.
    pub threshold: Ratio,
    /// Computes the score of two sketches without a link. Called only where a mean needs it.
    pub missing: &'a (dyn Fn(u32, u32) -> Ratio + Sync),
}

impl ToCluster<'_> {
    /// Calls `of` for each cluster of the `links`, and returns the results. All links pass, and no pair has more than
    /// one. The order depends on nothing but the links. `None` when cancelled.
    ///
    /// Links of equal scores are taken in the order of their numbers. Single linkage is Kruskal's algorithm. Within its
    /// components kodama computes the other linkages. The scores of a cluster are dropped after its call of `of`.
    pub fn clusters<T: Send>(
        &self,
        links: Vec<Link>,
        linkage: Linkage,
        cancel: &Cancel,
        of: impl Fn(IndexCluster) -> T + Sync,
    ) -> Option<Vec<T>> {
        let parts = |component| {
            let parts = self.parts(component, linkage, cancel)?;
            Some(parts.into_iter().map(&of).collect::<Vec<T>>())
        };
        let results: Vec<Option<Vec<T>>> =
            self.components(links).into_par_iter().map(parts).collect();
        let results: Option<Vec<Vec<T>>> = results.into_iter().collect();
        Some(results?.into_iter().flatten().collect())
    }

    /// The components of sketches that are linked directly or through others, in the order of their first members.
    fn components(&self, mut links: Vec<Link>) -> Vec<Component> {
        links.par_sort_unstable_by(|first, second| {
            second.score.cmp(&first.score).then((first.a, first.b).cmp(&(second.a, second.b)))
        });
        let mut groups = Groups::new(self.size);
        let mut weakest: Vec<Option<Link>> = vec![None; self.size];
        for link in &links {
            if groups.unite(link.a, link.b) {
                // Links are taken from the highest score down, so the last one that joins two groups is the weakest.
                weakest[groups.group_of(link.a) as usize] = Some(*link);
            }
        }
        let named = groups.of_all();
        let mut place = vec![usize::MAX; self.size];
        let mut components: Vec<Component> = Vec::new();
        for (number, name) in named.iter().enumerate() {
            let Some(weakest) = weakest[*name as usize] else { continue };
            // A group is named after its first member, which comes first here.
            if number == *name as usize {
                place[number] = components.len();
                components.push(Component { members: Vec::new(), links: Vec::new(), weakest });
            }
            components[place[*name as usize]].members.push(number as u32);
        }
        for link in links {
            components[place[named[link.a as usize] as usize]].links.push(link);
        }
        components
    }

    fn parts(
        &self,
        component: Component,
        linkage: Linkage,
        cancel: &Cancel,
    ) -> Option<Vec<IndexCluster>> {
        if cancel.is_cancelled() {
            return None;
        }
        let is_large = component.members.len() > LARGEST;
        if linkage == Linkage::Single || is_large || component.members.len() == 2 {
            let scores = if is_large { None } else { Some(self.scores(&component, true, cancel)?) };
            let (best, links) = component.links_among(&component.members);
            let Component { members, weakest, .. } = component;
            return Some(vec![IndexCluster {
                members,
                best,
                links,
                linkage: if is_large { Linkage::Single } else { linkage },
                weakest: weakest.score,
                between: Some((weakest.a, weakest.b)),
                scores,
            }]);
        }
        // In complete linkage no cluster contains a pair without a link.
        let scores = self.scores(&component, linkage == Linkage::Average, cancel)?;
        let parts = match linkage {
            Linkage::Complete => complete(&component),
            _ => self.average(&scores),
        };
        let members = &component.members;
        let of_part = |part: SubCluster| {
            let among = scores.among(&part.indexes);
            let part_members: Vec<u32> = part.indexes.iter().map(|at| members[*at]).collect();
            let (weakest, between) = match part.weakest {
                Some(weakest) if part_members.len() > 2 => (weakest, None),
                _ => lowest(&part_members, &among, &component),
            };
            let (best, links) = component.links_among(&part_members);
            let scores = Some(among);
            IndexCluster { members: part_members, linkage, weakest, between, best, links, scores }
        };
        Some(parts.into_iter().map(of_part).collect())
    }

    /// The scores of all pairs of a component. A pair without a link has 0 unless `all` are wanted.
    fn scores(&self, component: &Component, all: bool, cancel: &Cancel) -> Option<Scores> {
        let Component { members, links, .. } = component;
        let mut scores = Scores::new(members.len());
        let place = |number| members.binary_search(&number).unwrap_or_default();
        for link in links {
            scores.raise(place(link.a), place(link.b), units(link.score).max(1));
        }
        if all && links.len() < scores.units().len() {
            scores.rows_mut().into_par_iter().for_each(|(a, row)| {
                for (b, score) in (a + 1..).zip(row) {
                    if *score == 0 && !cancel.is_cancelled() {
                        *score = units((self.missing)(members[a], members[b]));
                    }
                }
            });
        }
        (!cancel.is_cancelled()).then_some(scores)
    }

    /// The parts of at least two sketches by average linkage. The library decides in which order parts merge, with
    /// doubles. Exact sums decide whether they merge.
    fn average(&self, scores: &Scores) -> Vec<SubCluster> {
        let far = scores.units().iter().map(|units| (WHOLE - units) as f64).collect();
        let threshold = u128::from(units(self.threshold));
        merged(far, scores.size(), Method::Average, |first, second| {
            let pairs = first.iter().flat_map(|a| second.iter().map(|b| scores.at(*a, *b)));
            let sum: u128 = pairs.map(u128::from).sum();
            let count = first.len() as u64 * second.len() as u64;
            let least = threshold * u128::from(count);
            let passes = match self.above {
                Above::AtLeast => sum >= least,
                Above::Strictly => sum > least,
            };
            passes.then(|| mean(sum, count))
        })
    }
}

/// Sketches that are linked directly or through others.
struct Component {
    /// Ascending.
    members: Vec<u32>,
    /// Sorted by score, the highest first.
    links: Vec<Link>,
    weakest: Link,
}

impl Component {
    /// The best links among these members, by their indices, and the number of all these links.
    fn links_among(&self, members: &[u32]) -> (Vec<Link>, usize) {
        let index = |number: u32| members.binary_search(&number).ok().map(|at| at as u32);
        let mut links = self.links.iter().filter_map(|link| {
            Some(Link { a: index(link.a)?, b: index(link.b)?, score: link.score })
        });
        let best: Vec<Link> = links.by_ref().take(BEST).collect();
        let all = best.len() + links.count();
        (best, all)
    }
}

/// Some sketches of a component, by their index in it, ascending.
struct SubCluster {
    indexes: Vec<usize>,
    /// The score between the last two parts that merged.
    weakest: Option<Ratio>,
}

/// The parts of at least two sketches by complete linkage. It depends only on the order of scores, so the library gets
/// the ranks of the links instead, which contain no ties.
fn complete(component: &Component) -> Vec<SubCluster> {
    let size = component.members.len();
    let farthest = component.links.len() as u64 + 1;
    let mut nearness = Scores::new(size);
    let place = |number| component.members.binary_search(&number).unwrap_or_default();
    for (rank, link) in component.links.iter().enumerate() {
        nearness.raise(place(link.a), place(link.b), farthest - rank as u64);
    }
    let far = nearness.units().iter().map(|near| (farthest - near) as f64).collect();
    merged(far, size, Method::Complete, |first, second| {
        let all = first.iter().all(|a| second.iter().all(|b| nearness.at(*a, *b) > 0));
        all.then_some(Ratio::ZERO)
    })
    .into_iter()
    .map(|part| SubCluster { weakest: None, ..part })
    .collect()
}

/// Lets the library decide in which order parts merge, and keeps the parts of at least two sketches that `joins`
/// accepts. `joins` returns the score between two parts.
fn merged(
    mut far: Vec<f64>,
    size: usize,
    method: Method,
    joins: impl Fn(&[usize], &[usize]) -> Option<Ratio>,
) -> Vec<SubCluster> {
    let tree = kodama::linkage(&mut far, size, method);
    // By the library's label. `None` if the part merged into another one, or was not accepted.
    let mut parts: Vec<Option<SubCluster>> =
        (0..size).map(|at| Some(SubCluster { indexes: vec![at], weakest: None })).collect();
    let mut whole = Vec::new();
    for step in tree.steps() {
        let (first, second) = (parts[step.cluster1].take(), parts[step.cluster2].take());
        let together = match (first, second) {
            (Some(mut first), Some(second)) => {
                if let Some(weakest) = joins(&first.indexes, &second.indexes) {
                    first.indexes.extend(second.indexes);
                    first.weakest = Some(weakest);
                    Some(first)
                } else {
                    whole.extend([first, second]);
                    None
                }
            }
            (first, second) => {
                whole.extend(first.into_iter().chain(second));
                None
            }
        };
        parts.push(together);
    }
    whole.extend(parts.into_iter().flatten());
    whole.retain(|part| part.indexes.len() > 1);
    for part in &mut whole {
        part.indexes.sort_unstable();
    }
    whole
}

/// The lowest score of all pairs of a cluster, and the first pair with it.
fn lowest(members: &[u32], scores: &Scores, component: &Component) -> (Ratio, Option<(u32, u32)>) {
    let pairs = members.iter().enumerate();
    let pairs = pairs.flat_map(|(at, a)| members[at + 1..].iter().map(move |b| (*a, *b)));
    let least = scores.units().iter().zip(pairs).min();
    least.map_or((Ratio::ZERO, None), |(units, pair)| {
        let link = component.links.iter().find(|link| (link.a, link.b) == pair);
        // The link has the score before rounding.
        (link.map_or_else(|| mean((*units).into(), 1), |link| link.score), Some(pair))
    })
}

#[cfg(test)]
mod tests;
