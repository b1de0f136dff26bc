/// Largest bitmap: 2 MiB. With more keys, more of them share bits and must be sorted.
const MOST_BITS: usize = 1 << 24;

/// Removes duplicate keys by a bitmap; only keys whose bit is set already are sorted and compared.
#[derive(Debug, Default)]
pub(super) struct Distinct {
    bitmap: Vec<u64>,
    /// Keys that were the first to set their bit. Has space for one more, so that a key can be written before its test.
    firsts: Vec<u64>,
    first_count: usize,
    again: Vec<u64>,
    again_count: usize,
}

impl Distinct {
    pub(super) fn reset(&mut self, most: usize, modulo: u32) {
        reset_bitmap(&mut self.bitmap, most / modulo as usize);
        if self.firsts.len() <= most {
            self.firsts.resize(most + 1, 0);
            self.again.resize(most + 1, 0);
        }
        (self.first_count, self.again_count) = (0, 0);
    }

    pub(super) fn add_keys(&mut self, keys: impl Iterator<Item = u64>) {
        let Self { bitmap, firsts: all_firsts, again: all_again, .. } = self;
        let (bitmap, all_firsts) = (bitmap.as_mut_slice(), all_firsts.as_mut_slice());
        let all_again = all_again.as_mut_slice();
        let (mut firsts, mut again) = (0, 0);
        let shift = shift_for_bitmap(bitmap);
        for key in keys {
            let (word, mask) = bit_position_of_key(key, shift);
            let is_again = bitmap[word] & mask != 0;
            bitmap[word] |= mask;
            // Writes each key to both lists but counts it in one, because a branch would be unpredictable.
            all_firsts[firsts] = key;
            all_again[again] = key;
            firsts += usize::from(!is_again);
            again += usize::from(is_again);
        }
        (self.first_count, self.again_count) = (firsts, again);
    }

    pub(super) fn keys(&self) -> &[u64] {
        self.firsts.get(..self.first_count).unwrap_or_default()
    }

    pub(super) fn add_deferred_keys(&mut self) {
        if self.again_count == 0 {
            return;
        }
        let again = &mut self.again[..self.again_count];
        again.sort_unstable();
        let count = dedup(again);
        let again = &again[..count];
        reset_bitmap(&mut self.bitmap, count);
        let shift = shift_for_bitmap(&self.bitmap);
        for key in again {
            let (word, mask) = bit_position_of_key(*key, shift);
            self.bitmap[word] |= mask;
        }
        let mut is_old = vec![false; count];
        for key in &self.firsts[..self.first_count] {
            let (word, mask) = bit_position_of_key(*key, shift);
            if self.bitmap[word] & mask != 0
                && let Ok(at) = again.binary_search(key)
            {
                is_old[at] = true;
            }
        }
        for (key, _) in again.iter().zip(is_old).filter(|(_, is_old)| !is_old) {
            self.firsts[self.first_count] = *key;
            self.first_count += 1;
        }
    }
}

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

fn reset_bitmap(bits: &mut Vec<u64>, keys: usize) {
    bits.clear();
    bits.resize((keys.saturating_mul(16)).clamp(1024, MOST_BITS).next_power_of_two() / 64, 0);
}

const fn shift_for_bitmap(bits: &[u64]) -> u32 {
    64 - (bits.len() * 64).trailing_zeros()
}

/// Returns the position of a key's bit, by its high bits, which are random even after sampling.
#[inline]
const fn bit_position_of_key(key: u64, shift: u32) -> (usize, u64) {
    let bit = key >> shift;
    ((bit / 64) as usize, 1 << (bit % 64))
}
