//! Clusters of sketches: those that links connect, directly or through others. It works on numbers and scores alone.

use rayon::prelude::*;

use crate::base::{cancel::Cancel, groups::Groups, ratio::Ratio};

/// Larger clusters have no central member, because that needs a score for every pair (two million scores, 16 MB).
pub const LARGEST: usize = 2000;
/// The most links that a cluster lists.
pub const BEST: usize = 1000;

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
    /// The link with the lowest score on a maximum spanning tree.
    pub weakest: Link,
    /// The best links among its members, best first, by the indices of their members. At most [`BEST`].
    pub best: Vec<Link>,
    /// The number of all links among its members.
    pub links: usize,
    /// The member with the highest mean score with the others, the first of several. `None` with more than [`LARGEST`]
    /// members.
    pub central: Option<u32>,
}

/// The input of clustering.
pub struct ToCluster<'a> {
    /// The number of sketches. Their numbers are below this.
    pub size: usize,
    /// Computes the score of two sketches without a link.
    pub missing: &'a (dyn Fn(u32, u32) -> Ratio + Sync),
}

impl ToCluster<'_> {
    /// Returns the clusters of the `links`, in the order of their first members. All links pass, and no pair has more
    /// than one. `None` when cancelled.
    ///
    /// Links of equal scores are taken in the order of their numbers (Kruskal's algorithm).
    pub fn clusters(&self, links: Vec<Link>, cancel: &Cancel) -> Option<Vec<IndexCluster>> {
        let components = self.components(links).into_par_iter();
        let clusters: Vec<Option<IndexCluster>> =
            components.map(|component| self.cluster(component, cancel)).collect();
        clusters.into_iter().collect()
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

    fn cluster(&self, component: Component, cancel: &Cancel) -> Option<IndexCluster> {
        if cancel.is_cancelled() {
            return None;
        }
        let Component { members, mut links, weakest } = component;
        let index = |number| members.binary_search(&number).unwrap_or_default() as u32;
        for link in &mut links {
            (link.a, link.b) = (index(link.a), index(link.b));
        }
        let central = if members.len() > LARGEST {
            None
        } else {
            Some(self.central(&members, &links, cancel)?)
        };
        let all = links.len();
        links.truncate(BEST);
        links.shrink_to_fit();
        Some(IndexCluster { members, weakest, best: links, links: all, central })
    }

    /// The member with the highest mean score with the others. `links` are by the indices of `members`.
    fn central(&self, members: &[u32], links: &[Link], cancel: &Cancel) -> Option<u32> {
        // By member, the scores with the members after it. 0 where the score is missing.
        let mut scores: Vec<Vec<u64>> =
            (0..members.len()).rev().map(|after| vec![0; after]).collect();
        for link in links {
            scores[link.a as usize][(link.b - link.a - 1) as usize] = units(link.score).max(1);
        }
        scores.par_iter_mut().enumerate().for_each(|(a, row)| {
            for (b, score) in (a + 1..).zip(row) {
                if *score == 0 && !cancel.is_cancelled() {
                    *score = units((self.missing)(members[a], members[b]));
                }
            }
        });
        if cancel.is_cancelled() {
            return None;
        }
        let mut sums = vec![0_u128; members.len()];
        for (a, row) in scores.iter().enumerate() {
            for (b, score) in (a + 1..).zip(row) {
                sums[a] += u128::from(*score);
                sums[b] += u128::from(*score);
            }
        }
        let first_best = |best: usize, at: usize| if sums[at] > sums[best] { at } else { best };
        members.get((0..members.len()).fold(0, first_best)).copied()
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

/// The number for a score of 1: the least common multiple of 1 to 40. So every score with a denominator up to 40, and
/// every score in hundredths, sixths, fifteenths or eighty-fourths, is a whole number. Other scores are rounded by less
/// than 10⁻¹⁶. Equal scores stay equal, and sums are exact.
const WHOLE: u64 = 5_342_931_457_063_200;

/// A score as a whole number, 0 to [`WHOLE`], rounded to the nearest.
fn units(score: Ratio) -> u64 {
    let (num, den) = score.parts();
    // A score is at most 1, so this fits.
    ((u128::from(num) * u128::from(WHOLE) + u128::from(den) / 2) / u128::from(den)) as u64
}

#[cfg(test)]
mod tests;
