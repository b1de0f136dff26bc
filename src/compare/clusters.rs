//! Clusters of sketches over a threshold, by three linkages. It knows numbers and scores, no documents and no shingles.

use kodama::Method;
use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::base::groups::Groups;
use crate::base::ratio::Ratio;

use super::measure::Above;
use super::scores::{Scores, WHOLE, mean, units};

/// Above so many, a component is not taken apart by average or complete linkage: every pair needs a score (two million
/// of them, 16 MB), and so does the cohesion.
pub const LARGEST: usize = 2000;

/// `--linkage`: what holds a cluster together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Each member has a link to some other: whatever is joined through others belongs together.
    Single,
    /// Two clusters become one while the mean score of their pairs passes the threshold.
    Average,
    /// Two clusters become one while each pair of theirs passes the threshold.
    Complete,
}

/// Two that pass the threshold, `a < b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The smaller number.
    pub a: u32,
    /// The larger number.
    pub b: u32,
    /// Their score.
    pub score: Ratio,
}

/// At least two that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexCluster {
    /// Who belongs to it, ascending.
    pub members: Vec<u32>,
    /// What it was made by: another linkage than was asked for, where it is too large for that.
    pub linkage: Linkage,
    /// What held it together last: the lowest score on a spanning tree of highest scores (single), the mean score of the
    /// last two parts that were put together (average), the lowest score of all pairs (complete).
    pub weakest: Ratio,
    /// The pair that has the weakest score, where it is one of a pair.
    pub between: Option<(u32, u32)>,
    /// The scores of all pairs of members, in their order; `None` where there are more than [`LARGEST`].
    pub scores: Option<Scores>,
}

/// What is to be clustered.
pub struct ToCluster<'a> {
    /// How many there are; numbers are below this.
    pub size: usize,
    /// What pairs must pass.
    pub above: Above,
    /// The lowest score, or the one to be exceeded.
    pub threshold: Ratio,
    /// The score of two that have no link. Asked only where a mean needs it.
    pub missing: &'a (dyn Fn(u32, u32) -> Ratio + Sync),
}

impl ToCluster<'_> {
    /// What `of` makes of each cluster of those that have `links`, which all pass, at most one for a pair; in an order that
    /// depends on nothing but these. `None` when cancelled.
    ///
    /// Links of equal scores are taken in the order of their numbers. Single linkage is Kruskal's algorithm; within its
    /// components the others are computed by kodama. A cluster's scores are alive only while `of` looks at them.
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
        let made: Vec<Option<Vec<T>>> = self.components(links).into_par_iter().map(parts).collect();
        let made: Option<Vec<Vec<T>>> = made.into_iter().collect();
        Some(made?.into_iter().flatten().collect())
    }

    /// All that is linked directly or through others, in the order of first members.
    fn components(&self, mut links: Vec<Link>) -> Vec<Component> {
        links.par_sort_unstable_by(|left, right| {
            right.score.cmp(&left.score).then((left.a, left.b).cmp(&(right.a, right.b)))
        });
        let mut groups = Groups::new(self.size);
        let mut weakest: Vec<Option<Link>> = vec![None; self.size];
        for link in &links {
            if groups.unite(link.a, link.b) {
                // Links come from the highest down, so that the last one that joins anything is the weakest.
                weakest[groups.of(link.a) as usize] = Some(*link);
            }
        }
        let named = groups.of_all();
        let mut place = vec![usize::MAX; self.size];
        let mut components: Vec<Component> = Vec::new();
        for (number, name) in named.iter().enumerate() {
            let Some(weakest) = weakest[*name as usize] else { continue };
            // A group is named by its first member, which comes first here.
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
            let Component { members, weakest, .. } = component;
            return Some(vec![IndexCluster {
                members,
                linkage: if is_large { Linkage::Single } else { linkage },
                weakest: weakest.score,
                between: Some((weakest.a, weakest.b)),
                scores,
            }]);
        }
        // No cluster of complete linkage has a pair in it that is no link.
        let scores = self.scores(&component, linkage == Linkage::Average, cancel)?;
        let parts = match linkage {
            Linkage::Complete => complete(&component),
            _ => self.average(&scores),
        };
        let members = &component.members;
        let of_part = |part: SubCluster| {
            let among = scores.among(&part.places);
            let part_members: Vec<u32> = part.places.iter().map(|at| members[*at]).collect();
            let (weakest, between) = match part.weakest {
                Some(weakest) if part_members.len() > 2 => (weakest, None),
                _ => lowest(&part_members, &among, &component),
            };
            IndexCluster { members: part_members, linkage, weakest, between, scores: Some(among) }
        };
        Some(parts.into_iter().map(of_part).collect())
    }

    /// The scores of all pairs of a component; of those without a link, 0 unless all are wanted.
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

    /// Parts of at least two by average linkage. The library says in which order parts come together, as doubles have it;
    /// whether they do is decided by exact sums.
    fn average(&self, scores: &Scores) -> Vec<SubCluster> {
        let far = scores.units().iter().map(|units| (WHOLE - units) as f64).collect();
        let threshold = u128::from(units(self.threshold));
        merged(far, scores.size(), Method::Average, |left, right| {
            let pairs = left.iter().flat_map(|a| right.iter().map(|b| scores.at(*a, *b)));
            let sum: u128 = pairs.map(u128::from).sum();
            let count = left.len() as u64 * right.len() as u64;
            let least = threshold * u128::from(count);
            let passes = match self.above {
                Above::AtLeast => sum >= least,
                Above::Strictly => sum > least,
            };
            passes.then(|| mean(sum, count))
        })
    }
}

/// All that is linked directly or through others.
struct Component {
    /// Ascending.
    members: Vec<u32>,
    /// From the highest score down.
    links: Vec<Link>,
    weakest: Link,
}

/// Some of a component, by their places in it, ascending.
struct SubCluster {
    places: Vec<usize>,
    /// What the two parts that it was made of last have in common.
    weakest: Option<Ratio>,
}

/// Parts of at least two by complete linkage, which goes by the order of scores alone: ranks of the links stand for them,
/// one for each, so that the library has no ties to decide.
fn complete(component: &Component) -> Vec<SubCluster> {
    let size = component.members.len();
    let apart = component.links.len() as u64 + 1;
    let mut nearness = Scores::new(size);
    let place = |number| component.members.binary_search(&number).unwrap_or_default();
    for (rank, link) in component.links.iter().enumerate() {
        nearness.raise(place(link.a), place(link.b), apart - rank as u64);
    }
    let far = nearness.units().iter().map(|near| (apart - near) as f64).collect();
    merged(far, size, Method::Complete, |left, right| {
        let all = left.iter().all(|a| right.iter().all(|b| nearness.at(*a, *b) > 0));
        all.then_some(Ratio::ZERO)
    })
    .into_iter()
    .map(|part| SubCluster { weakest: None, ..part })
    .collect()
}

/// Lets the library say in which order parts come together, and keeps those of at least two that `joins` let come so
/// far; it tells what the two have in common.
fn merged(
    mut far: Vec<f64>,
    size: usize,
    method: Method,
    joins: impl Fn(&[usize], &[usize]) -> Option<Ratio>,
) -> Vec<SubCluster> {
    let tree = kodama::linkage(&mut far, size, method);
    // By the library's label; `None` for what was put into another part, or did not come together.
    let mut parts: Vec<Option<SubCluster>> =
        (0..size).map(|at| Some(SubCluster { places: vec![at], weakest: None })).collect();
    let mut whole = Vec::new();
    for step in tree.steps() {
        let (left, right) = (parts[step.cluster1].take(), parts[step.cluster2].take());
        let together = match (left, right) {
            (Some(mut left), Some(right)) => {
                if let Some(weakest) = joins(&left.places, &right.places) {
                    left.places.extend(right.places);
                    left.weakest = Some(weakest);
                    Some(left)
                } else {
                    whole.extend([left, right]);
                    None
                }
            }
            (left, right) => {
                whole.extend(left.into_iter().chain(right));
                None
            }
        };
        parts.push(together);
    }
    whole.extend(parts.into_iter().flatten());
    whole.retain(|part| part.places.len() > 1);
    for part in &mut whole {
        part.places.sort_unstable();
    }
    whole
}

/// The lowest score of all pairs of a cluster, and the first pair that has it.
fn lowest(members: &[u32], scores: &Scores, component: &Component) -> (Ratio, Option<(u32, u32)>) {
    let pairs = members.iter().enumerate();
    let pairs = pairs.flat_map(|(at, a)| members[at + 1..].iter().map(move |b| (*a, *b)));
    let least = scores.units().iter().zip(pairs).min();
    least.map_or((Ratio::ZERO, None), |(units, pair)| {
        let link = component.links.iter().find(|link| (link.a, link.b) == pair);
        // The link has the score as it was, before it was rounded.
        (link.map_or_else(|| mean((*units).into(), 1), |link| link.score), Some(pair))
    })
}

#[cfg(test)]
mod tests;
