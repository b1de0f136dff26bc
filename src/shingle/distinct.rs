//! The distinct ones of a document's keys. It knows no words and no sample.

/// Bits for the keys of one document at most: 2 MiB. Where there are more keys than these tell apart, more are sorted.
const MOST_BITS: usize = 1 << 24;

/// Keeps one of equal keys. A bit for each key tells those that may have come before, few in most documents; only these are
/// sorted, found again among the others, and added where they were not. Half the instructions of a hash table, and a quarter
/// of the memory to be cleared.
#[derive(Debug, Default)]
pub(super) struct Distinct {
    /// The highest bits of a key name its bit.
    seen: Vec<u64>,
    /// Longer than the keys kept, so that a key is written before it is known whether it stays.
    kept: Vec<u64>,
    kept_count: usize,
    /// The same for the keys whose bit was set before.
    again: Vec<u64>,
    again_count: usize,
}

impl Distinct {
    /// Forgets the former keys; at most `most` new ones come, and about `most / modulo` are expected.
    pub(super) fn start(&mut self, most: usize, modulo: u32) {
        set_bits(&mut self.seen, most / modulo as usize);
        if self.kept.len() <= most {
            self.kept.resize(most + 1, 0);
            self.again.resize(most + 1, 0);
        }
        (self.kept_count, self.again_count) = (0, 0);
    }

    /// Takes all keys of one document.
    pub(super) fn take(&mut self, keys: impl Iterator<Item = u64>) {
        let Self { seen, kept: all_kept, again: all_again, .. } = self;
        let (seen, all_kept) = (seen.as_mut_slice(), all_kept.as_mut_slice());
        let all_again = all_again.as_mut_slice();
        let (mut kept, mut again) = (0, 0);
        let shift = shift(seen);
        for key in keys {
            let (word, mask) = bit(key, shift);
            let is_again = seen[word] & mask != 0;
            seen[word] |= mask;
            // Both are written and one is kept: no branch that nobody can foresee.
            all_kept[kept] = key;
            all_again[again] = key;
            kept += usize::from(!is_again);
            again += usize::from(is_again);
        }
        (self.kept_count, self.again_count) = (kept, again);
    }

    /// Brings those whose bit was taken by others back.
    pub(super) fn finish(&mut self) {
        if self.again_count > 0 {
            self.add_new_ones();
        }
    }

    /// What is kept, when it is [finished](Self::finish).
    pub(super) fn kept(&self) -> &[u64] {
        self.kept.get(..self.kept_count).unwrap_or_default()
    }

    /// Adds the keys that share a bit with others but are none of them.
    fn add_new_ones(&mut self) {
        let again = &mut self.again[..self.again_count];
        again.sort_unstable();
        let count = dedup(again);
        let again = &again[..count];
        set_bits(&mut self.seen, count);
        let shift = shift(&self.seen);
        for key in again {
            let (word, mask) = bit(*key, shift);
            self.seen[word] |= mask;
        }
        let mut is_old = vec![false; count];
        for key in &self.kept[..self.kept_count] {
            let (word, mask) = bit(*key, shift);
            if self.seen[word] & mask != 0
                && let Ok(at) = again.binary_search(key)
            {
                is_old[at] = true;
            }
        }
        for (key, _) in again.iter().zip(is_old).filter(|(_, is_old)| !is_old) {
            self.kept[self.kept_count] = *key;
            self.kept_count += 1;
        }
    }
}

/// Moves the distinct ones of ascending numbers to the front; how many they are.
fn dedup(numbers: &mut [u64]) -> usize {
    let mut count = 0;
    for at in 0..numbers.len() {
        if count == 0 || numbers[count - 1] != numbers[at] {
            numbers[count] = numbers[at];
            count += 1;
        }
    }
    count
}

/// Makes room for the bits of so many keys, sixteen for each, none of them set.
fn set_bits(bits: &mut Vec<u64>, keys: usize) {
    bits.clear();
    bits.resize((keys.saturating_mul(16)).clamp(1024, MOST_BITS).next_power_of_two() / 64, 0);
}

/// By how much a key is shifted to leave the number of its bit.
const fn shift(bits: &[u64]) -> u32 {
    64 - (bits.len() * 64).trailing_zeros()
}

/// The word and the bit that stand for a key; the high bits of keys are those that sampling leaves alone.
#[inline]
const fn bit(key: u64, shift: u32) -> (usize, u64) {
    let bit = key >> shift;
    ((bit / 64) as usize, 1 << (bit % 64))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn keys_of_one_bit_and_keys_of_many_are_told_apart() {
        for (spread, modulo) in [(1, 1), (0x9e37_79b9_7f4a_7c15_u64, 1), (1 << 50, 7)] {
            let mut distinct = super::Distinct::default();
            for count in [2000, 10, 0, 300] {
                let keys = (0..count / 2).chain(0..count).map(|key: u64| key.wrapping_mul(spread));
                distinct.start(count as usize * 2, modulo);
                distinct.take(keys.clone());
                distinct.finish();
                let mut found = distinct.kept().to_vec();
                found.sort_unstable();
                let expected: BTreeSet<u64> = keys.collect();
                assert_eq!(found, expected.into_iter().collect::<Vec<u64>>());
            }
        }
    }
}
