//! Finds clusters of sketches that links connect, from numbers and scores.

use rayon::prelude::*;

use base::{cancel::Cancel, groups::Groups, ratio::Ratio};

/// Largest cluster for which a central member is searched. The search needs all scores, here two million in 16 MB.
pub const LARGEST: usize = 2000;
pub const BEST: usize = 1000;

/// A pair of sketches whose score passes the threshold; `a < b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    pub a: u32,
    pub b: u32,
    pub score: Ratio,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexCluster {
    /// Numbers of the member sketches, ascending.
    pub members: Vec<u32>,
    /// The link that holds the cluster together most weakly: lowest score on a maximum spanning tree.
    pub weakest: Link,
    /// The links with the highest scores (at most [`BEST`]), by indices of members.
    pub best: Vec<Link>,
    pub links: usize,
    /// The member with the highest mean score with all others. `None` above [`LARGEST`] members.
    pub central: Option<u32>,
}

pub struct ClusterFinder<'a> {
    /// Number of sketches, linked or not.
    pub size: usize,
    /// Returns the score of two sketches that no link joins.
    pub missing: &'a (dyn Fn(u32, u32) -> Ratio + Sync),
}

impl ClusterFinder<'_> {
    /// Returns the clusters that `links` form, ordered by first member. Each pair may have one link, and all links pass
    /// the threshold. `None` when cancelled.
    ///
    /// Kruskal's algorithm; of links with equal scores, the smaller numbers come first.
    pub fn find_clusters(&self, links: Vec<Link>, cancel: &Cancel) -> Option<Vec<IndexCluster>> {
        let components = self.connected_components(links).into_par_iter();
        let clusters: Vec<Option<IndexCluster>> =
            components.map(|component| self.complete_cluster(component, cancel)).collect();
        clusters.into_iter().collect()
    }

    fn connected_components(&self, mut links: Vec<Link>) -> Vec<IndexCluster> {
        links.par_sort_unstable_by(|first, second| {
            second.score.cmp(&first.score).then((first.a, first.b).cmp(&(second.a, second.b)))
        });
        let mut groups = Groups::new(self.size);
        let mut weakest: Vec<Option<Link>> = vec![None; self.size];
        for link in &links {
            if groups.merge_groups(link.a, link.b) {
                // The links are in descending order of score, so the last link that joins two groups is the weakest.
                weakest[groups.group_of(link.a) as usize] = Some(*link);
            }
        }
        let named = groups.group_of_each();
        let mut place = vec![usize::MAX; self.size];
        let mut components: Vec<IndexCluster> = Vec::new();
        for (number, name) in named.iter().enumerate() {
            let Some(weakest) = weakest[*name as usize] else { continue };
            if number == *name as usize {
                place[number] = components.len();
                let (members, best) = (Vec::new(), Vec::new());
                components.push(IndexCluster { members, weakest, best, links: 0, central: None });
            }
            components[place[*name as usize]].members.push(number as u32);
        }
        for link in links {
            components[place[named[link.a as usize] as usize]].best.push(link);
        }
        components
    }

    /// Completes a cluster that has only its members and links.
    fn complete_cluster(&self, mut cluster: IndexCluster, cancel: &Cancel) -> Option<IndexCluster> {
        if cancel.is_cancelled() {
            return None;
        }
        let IndexCluster { members, best, links, central, .. } = &mut cluster;
        let index = |number| members.binary_search(&number).unwrap_or_default() as u32;
        for link in &mut *best {
            (link.a, link.b) = (index(link.a), index(link.b));
        }
        if members.len() <= LARGEST {
            *central = Some(self.central_member(members, best, cancel)?);
        }
        *links = best.len();
        best.truncate(BEST);
        best.shrink_to_fit();
        Some(cluster)
    }

    /// Returns the member with the highest mean score, given links by index of member.
    fn central_member(&self, members: &[u32], links: &[Link], cancel: &Cancel) -> Option<u32> {
        // Scores of each member with all later members; 0 without a link.
        let mut scores: Vec<Vec<u64>> =
            (0..members.len()).rev().map(|after| vec![0; after]).collect();
        for link in links {
            scores[link.a as usize][(link.b - link.a - 1) as usize] =
                score_in_whole_units(link.score).max(1);
        }
        scores.par_iter_mut().enumerate().for_each(|(a, row)| {
            for (b, score) in (a + 1..).zip(row) {
                if *score == 0 && !cancel.is_cancelled() {
                    *score = score_in_whole_units((self.missing)(members[a], members[b]));
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

/// Factor that makes scores whole numbers: the least common multiple of 1 to 40. It fits scores with a denominator up
/// to 40, and hundredths, sixths, fifteenths and eighty-fourths. Other scores are rounded by less than 10⁻¹⁶, so equal
/// scores stay equal and sums are exact.
const WHOLE: u64 = 5_342_931_457_063_200;

fn score_in_whole_units(score: Ratio) -> u64 {
    let (num, den) = score.numerator_and_denominator();
    ((u128::from(num) * u128::from(WHOLE) + u128::from(den) / 2) / u128::from(den)) as u64
}

#[cfg(test)]
mod tests;
