//! `--common auto`: the keys that stand in many groups of similar texts. Forty versions of one text are one group, so what
//! only they share is no boilerplate; what forty unrelated texts share is.
//!
//! Whether texts are similar must not depend on the boilerplate that is looked for. So the groups grow in two steps. First
//! near-copies are one group. Then texts are, too, that share a part of their keys without those that stand in many of the
//! first groups. A group holds all that are similar directly or through others, so it depends on no order.

use std::sync::Mutex;

use hashbrown::HashSet;

use crate::base::{cancel::Cancel, groups::Groups, lock::locked, ratio::Ratio};
use crate::compare::{Above, Bar, Index, IndexMember, Join, Measure, Shared, Store};
use crate::pipeline::{LeftOut, Nodes};

/// Texts of this resemblance are near-copies.
pub const NEAR_COPIES: Ratio = Ratio::new(3, 5);
/// Texts are similar if one of them has this share of its keys in the other, without those that many groups have.
pub const SIMILAR: Ratio = Ratio::new(1, 5);
/// A key in fewer groups is never left out.
pub const FEWEST_GROUPS: u32 = 12;

/// A key that stands in so many groups is left out, in a folder of so many distinct texts with shingles: half the square
/// root of their number, at least [`FEWEST_GROUPS`].
pub fn many(texts: usize) -> u32 {
    (texts.isqrt().div_ceil(2) as u32).max(FEWEST_GROUPS)
}

/// The keys of `store` that stand in many groups and are not `left_out`, each with the number of its groups, ascending by
/// key; and the number of groups. `None` when cancelled.
pub(super) fn in_many_groups(
    store: &Store,
    nodes: &Nodes,
    left_out: &LeftOut,
    cancel: &Cancel,
) -> Option<(Vec<(u64, u32)>, u32)> {
    let members = nodes.members();
    let many = many(members.len());
    let one_each: Vec<u32> = nodes.documents().iter().map(|documents| *documents.min(&1)).collect();
    let mut texts_of = store.common(&one_each, u64::from(many) - 1, cancel)?;
    texts_of.retain(|(key, _)| !left_out.has(*key));
    if texts_of.is_empty() {
        return Some((Vec::new(), members.len() as u32));
    }
    let bar = |measure, threshold| Bar { measure, above: Above::AtLeast, threshold, one_in: 1 };
    let mut groups = Groups::new(nodes.limit());

    let near = bar(Measure::Jaccard, NEAR_COPIES);
    unite(&mut groups, store, members.clone(), near, &|key| left_out.has(key), cancel)?;
    let frequent = in_groups(store, &texts_of, &mut groups, nodes, many);

    let similar = bar(Measure::Overlap, SIMILAR);
    let common = LeftOut::new(&[], &frequent, 0);
    let leaves = |key| common.has(key) || left_out.has(key);
    unite(&mut groups, store, members.clone(), similar, &leaves, cancel)?;
    let found = in_groups(store, &frequent, &mut groups, nodes, many);

    let names: HashSet<u32> = members.iter().map(|member| groups.group_of(member.holder)).collect();
    Some((found, names.len() as u32))
}

/// Makes one group of the texts of each pair that passes without the keys for which `leaves` is true. `None` when cancelled.
fn unite(
    groups: &mut Groups,
    store: &Store,
    members: Vec<IndexMember>,
    bar: Bar,
    leaves: &(impl Fn(u64) -> bool + Sync),
    cancel: &Cancel,
) -> Option<()> {
    let index = Index::build_for(store, members, bar, leaves, cancel)?;
    let shared = Mutex::new(groups);
    let take = |pair: &Shared| {
        locked(&shared).unite(pair.a, pair.b);
        false
    };
    Join::new(&index, bar).pairs_from(0, take, |_, _| false, cancel);
    (!cancel.is_cancelled()).then_some(())
}

/// Those of `keys` (ascending) that stand in `many` groups, with the number of their groups.
fn in_groups(
    store: &Store,
    keys: &[(u64, u32)],
    groups: &mut Groups,
    nodes: &Nodes,
    many: u32,
) -> Vec<(u64, u32)> {
    let of_all = groups.of_all();
    let mut sizes = vec![0_u32; of_all.len()];
    for group in &of_all {
        sizes[*group as usize] += 1;
    }
    let wanted: Vec<u64> = keys.iter().map(|(key, _)| *key).collect();
    let mut counts = vec![0_u32; keys.len()];
    let mut of_groups: Vec<(u32, u32)> = Vec::new();
    store.holders(&wanted, |at, holder| {
        let group = of_all[holder as usize];
        if nodes.get(holder).is_none() {
            // The text is gone.
        } else if sizes[group as usize] == 1 {
            counts[at] += 1;
        } else {
            of_groups.push((at as u32, group));
        }
    });
    of_groups.sort_unstable();
    of_groups.dedup();
    for (at, _) in of_groups {
        counts[at as usize] += 1;
    }
    let counted = wanted.into_iter().zip(counts);
    counted.filter(|(_, groups)| *groups >= many).collect()
}
