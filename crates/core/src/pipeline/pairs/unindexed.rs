//! Texts that were added after the index was built, with their counts of shared keys.

use std::sync::Arc;

use hashbrown::HashSet;

use crate::compare::{Index, SharedKeyCounter, Store};
use crate::pipeline::NodeId;
use base::cancel::Cancel;

/// Number of sketches that the store counts in one pass.
const SKETCHES_AT_ONCE: usize = 64;
/// With at most this many keys, only a few of the store's partitions are read.
const FEW_KEYS: usize = 128;

#[derive(Debug)]
pub struct UnindexedText {
    pub node: NodeId,
    /// Distinct retained keys of the text.
    pub keys: Box<[u64]>,
    /// The indexed text that this text replaced, with its keys. The keys of the two texts mostly differ little.
    pub base: Option<(NodeId, Arc<[u64]>)>,
}

/// Returns the shared keys of each of the `new` texts with every text, by node below `limit`. `all` are the unindexed
/// texts. The counts of removed texts are arbitrary. `None` when cancelled.
pub fn count_keys_shared_with_all(
    new: &[&UnindexedText],
    all: &[UnindexedText],
    index: Option<&Index>,
    store: &Store,
    limit: usize,
    cancel: &Cancel,
) -> Option<Vec<Vec<u32>>> {
    if let Some(index) = index
        && let Some(changes) = find_text_changes(new)
    {
        return count_keys_from_index(&changes, all, index, store, limit, cancel);
    }
    let keys: Vec<&[u64]> = new.iter().map(|text| &*text.keys).collect();
    store.count_keys_shared_with_holders(&keys, limit, cancel)
}

struct TextChange<'a> {
    base: NodeId,
    base_keys: u32,
    now: HashSet<u64>,
    /// Keys that only the new text has. `old_keys` are those that only the replaced text had.
    new_keys: Vec<u64>,
    old_keys: Vec<u64>,
    text: &'a UnindexedText,
}

fn find_text_changes<'a>(texts: &[&'a UnindexedText]) -> Option<Vec<TextChange<'a>>> {
    let change = |text: &&'a UnindexedText| {
        let (base, keys) = text.base.as_ref()?;
        let then: HashSet<u64> = keys.iter().copied().collect();
        let now: HashSet<u64> = text.keys.iter().copied().collect();
        Some(TextChange {
            base: *base,
            base_keys: then.len() as u32,
            new_keys: now.difference(&then).copied().collect(),
            old_keys: then.difference(&now).copied().collect(),
            now,
            text,
        })
    };
    if 2 * texts.len() > SKETCHES_AT_ONCE {
        return None;
    }
    let changes: Vec<TextChange<'a>> = texts.iter().map(change).collect::<Option<_>>()?;
    let keys: usize =
        changes.iter().map(|change| change.new_keys.len() + change.old_keys.len()).sum();
    (keys <= FEW_KEYS).then_some(changes)
}

/// Counts from the index, which has the shared keys of the replaced text. Only new and removed keys are looked up in
/// the store. With one changed file of 100,000, counting and ranking take 7 ms, instead of reading half of all keys.
fn count_keys_from_index(
    changes: &[TextChange<'_>],
    all: &[UnindexedText],
    index: &Index,
    store: &Store,
    limit: usize,
    cancel: &Cancel,
) -> Option<Vec<Vec<u32>>> {
    let keys: Vec<&[u64]> =
        changes.iter().flat_map(|change| [&*change.new_keys, &*change.old_keys]).collect();
    let differing = store.count_keys_shared_with_holders(&keys, limit, cancel)?;
    let mut counter = SharedKeyCounter::new(index);
    let counts = changes.iter().zip(differing.chunks(2)).map(|(change, differing)| {
        let mut counts = vec![0; limit];
        counts[change.base as usize] = change.base_keys;
        counter.count_keys_shared_with_each(
            change.base,
            |_| true,
            |other, count| counts[other as usize] = count,
        );
        if let [new_keys, old_keys] = differing {
            for ((count, new_keys), old_keys) in counts.iter_mut().zip(new_keys).zip(old_keys) {
                // The subtraction can underflow only for texts whose counts are not in the index.
                *count = (*count + new_keys).saturating_sub(*old_keys);
            }
        }
        for other in all.iter().filter(|other| other.node != change.text.node) {
            let shared = other.keys.iter().filter(|key| change.now.contains(*key)).count();
            counts[other.node as usize] = shared as u32;
        }
        counts
    });
    Some(counts.collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{UnindexedText, count_keys_shared_with_all, find_text_changes};
    use crate::compare::index::{Index, IndexMember};
    use crate::compare::measure::Size;
    use crate::compare::store::Store;
    use base::cancel::Cancel;

    type Keys = BTreeSet<u64>;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn counting_by_a_base_counts_what_is_shared(
            indexed in prop::collection::vec(prop::collection::btree_set(0_u64..40, 1..30), 1..9),
            edits in prop::collection::vec((any::<u32>(), prop::collection::btree_set(0_u64..50, 0..12)), 1..5),
            new in 0_usize..4,
        ) {
            let spread = |key: &u64| key.wrapping_mul(0x0123_4567_89ab_cdef);
            let mut store = Store::default();
            let mut sets: Vec<Keys> = indexed.iter().map(|set| set.iter().map(spread).collect()).collect();
            let mut members = Vec::new();
            for (holder, set) in sets.iter().enumerate() {
                store.add_sketch(holder as u32, &set.iter().copied().collect::<Vec<_>>());
                let size = Size { shingles: set.len() as u32, words: 9 };
                members.push(IndexMember { holder: holder as u32, size });
            }
            let index = Index::build(&store, members, &|_| false, &Cancel::never_cancelled()).unwrap();
            let mut unindexed = Vec::new();
            for (which, edit) in &edits {
                let base = *which as usize % indexed.len();
                // The keys that are in exactly one of them.
                let keys: Keys = &sets[base] ^ &edit.iter().map(spread).collect::<Keys>();
                let flat: Vec<u64> = keys.iter().copied().collect();
                store.add_sketch(sets.len() as u32, &flat);
                let was: Vec<u64> = sets[base].iter().copied().collect();
                unindexed.push(UnindexedText { node: sets.len() as u32, keys: flat.into(), base: Some((base as u32, was.into())) });
                sets.push(keys);
            }
            let new: Vec<&UnindexedText> = unindexed.iter().skip(new.min(unindexed.len() - 1)).collect();
            prop_assert!(find_text_changes(&new).is_some());
            let found = count_keys_shared_with_all(&new, &unindexed, Some(&index), &store, sets.len(), &Cancel::never_cancelled()).unwrap();
            for (text, counts) in new.iter().zip(found) {
                for (other, set) in sets.iter().enumerate().filter(|(other, _)| *other != text.node as usize) {
                    let plain = text.keys.iter().filter(|key| set.contains(*key)).count();
                    prop_assert_eq!(counts[other] as usize, plain);
                }
            }
        }
    }
}
