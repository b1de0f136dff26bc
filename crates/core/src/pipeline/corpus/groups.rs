//! Finds the common shingles for `--common auto`: those in many groups of similar texts. Forty versions of a text are
//! one group, so their common wording counts. Wording shared by forty unrelated texts is boilerplate.
//!
//! The boilerplate itself must not make texts similar, so groups grow in two steps. Near-copies form the first groups.
//! Then texts join a group if they share enough keys, not counting keys in many first groups. Groups are connected
//! components, so no order matters.

use std::sync::Mutex;

use hashbrown::HashSet;

use crate::compare::{Above, Bar, Index, IndexMember, Join, Measure, SharedCount, Store};
use crate::pipeline::{IgnoredShingles, Nodes};
use base::{cancel::Cancel, groups::Groups, lock::lock_mutex, ratio::Ratio};

pub const NEAR_COPIES: Ratio = Ratio::new(3, 5);
/// Least share of a text's keys that a similar text must have, not counting keys in many groups.
pub const SIMILAR: Ratio = Ratio::new(1, 5);
/// A key in fewer groups than this is never ignored.
pub const FEWEST_GROUPS: u32 = 12;

/// Returns the number of groups from which on a key is ignored: half the square root of the number of distinct texts
/// with shingles. At least [`FEWEST_GROUPS`].
pub fn least_groups_of_common_key(texts: usize) -> u32 {
    (texts.isqrt().div_ceil(2) as u32).max(FEWEST_GROUPS)
}

/// Returns the keys that occur in many groups, ascending, with the number of groups of each. Skips keys in `left_out`.
/// Also returns the number of all groups. `None` when cancelled.
pub(super) fn find_keys_in_many_groups(
    store: &Store,
    nodes: &Nodes,
    left_out: &IgnoredShingles,
    cancel: &Cancel,
) -> Option<(Vec<(u64, u32)>, u32)> {
    let members = nodes.index_members();
    let many = least_groups_of_common_key(members.len());
    let one_each: Vec<u32> =
        nodes.document_counts().iter().map(|documents| *documents.min(&1)).collect();
    let mut texts_of = store.find_common_keys(&one_each, u64::from(many) - 1, cancel)?;
    texts_of.retain(|(key, _)| !left_out.has_key(*key));
    if texts_of.is_empty() {
        return Some((Vec::new(), members.len() as u32));
    }
    let bar = |measure, threshold| Bar { measure, above: Above::AtLeast, threshold, one_in: 1 };
    let mut groups = Groups::new(nodes.id_limit());

    let near = bar(Measure::Jaccard, NEAR_COPIES);
    merge_groups_of_similar_texts(
        &mut groups,
        store,
        members.clone(),
        near,
        &|key| left_out.has_key(key),
        cancel,
    )?;
    let frequent = count_groups_of_keys(store, &texts_of, &mut groups, nodes, many);

    let similar = bar(Measure::Overlap, SIMILAR);
    let common = IgnoredShingles::new(&[], &frequent, 0);
    let leaves = |key| common.has_key(key) || left_out.has_key(key);
    merge_groups_of_similar_texts(&mut groups, store, members.clone(), similar, &leaves, cancel)?;
    let found = count_groups_of_keys(store, &frequent, &mut groups, nodes, many);

    let names: HashSet<u32> = members.iter().map(|member| groups.group_of(member.holder)).collect();
    Some((found, names.len() as u32))
}

/// Merges the groups of texts that pass the bar, not counting keys for which `leaves` returns true, or returns `None`
/// when cancelled.
fn merge_groups_of_similar_texts(
    groups: &mut Groups,
    store: &Store,
    members: Vec<IndexMember>,
    bar: Bar,
    leaves: &(impl Fn(u64) -> bool + Sync),
    cancel: &Cancel,
) -> Option<()> {
    let index = Index::build(store, members, Some(bar), leaves, cancel)?;
    let shared = Mutex::new(groups);
    let take = |pair: &SharedCount| {
        lock_mutex(&shared).merge_groups(pair.a, pair.b);
        false
    };
    Join::new(&index, bar).find_pairs_from(0, take, |_, _| false, cancel);
    (!cancel.is_cancelled()).then_some(())
}

/// Returns the `keys` (ascending) that occur in at least `many` groups, with the number of groups of each.
fn count_groups_of_keys(
    store: &Store,
    keys: &[(u64, u32)],
    groups: &mut Groups,
    nodes: &Nodes,
    many: u32,
) -> Vec<(u64, u32)> {
    let of_all = groups.group_of_each();
    let mut sizes = vec![0_u32; of_all.len()];
    for group in &of_all {
        sizes[*group as usize] += 1;
    }
    let wanted: Vec<u64> = keys.iter().map(|(key, _)| *key).collect();
    let mut counts = vec![0_u32; keys.len()];
    let mut of_groups: Vec<(u32, u32)> = Vec::new();
    store.for_each_holder(&wanted, |at, holder| {
        let group = of_all[holder as usize];
        if nodes.get(holder).is_none() {
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
