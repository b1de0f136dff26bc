//! A document's kept shingles: the distinct ones whose hash is 0 modulo m. It compares nothing.

use std::sync::Arc;

use super::hash::{HashKind, keys, value, word_hash};
use super::window::{ShortDocuments, Window};

/// What makes a sketch from canonical words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShingleParams {
    /// w, in words.
    pub width: u32,
    /// The hash that is sampled.
    pub hash: HashKind,
    /// m: a shingle is kept when its hash is 0 modulo m; 1 keeps all.
    pub modulo: u32,
    /// Documents with fewer than w words.
    pub short: ShortDocuments,
}

/// A canonical word, with its hash computed once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonicalWord {
    /// The word, shared by its occurrences in a document.
    pub text: Arc<str>,
    /// [`word_hash`] of it.
    pub hash: u64,
}

impl CanonicalWord {
    /// The word with its hash.
    pub fn new(text: &str) -> Self {
        Self { text: text.into(), hash: word_hash(text) }
    }
}

/// One shingle of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shingle {
    /// What makes it equal to another.
    pub key: u64,
    /// The named hash of it.
    pub value: u64,
    /// Whether the sample keeps it.
    pub kept: bool,
}

/// Every shingle of a document in order, each with its hash and fate: the plain way, for the documents on the screen.
pub fn shingles(words: &[&CanonicalWord], params: ShingleParams) -> Vec<Shingle> {
    let window = Window::over(words.len(), params.width, params.short);
    let hashes: Vec<u64> = words.iter().map(|word| word.hash).collect();
    keys(&hashes, window)
        .enumerate()
        .map(|(start, key)| {
            let texts = words[start..start + window.width].iter().map(|word| &*word.text);
            // The wide hash is the key: it needs no text.
            let wide = params.hash == HashKind::Wide;
            let joined = if wide { String::new() } else { texts.collect::<Vec<_>>().join(" ") };
            let value = value(params.hash, &joined, key);
            Shingle { key, value, kept: is_kept(value, params.modulo) }
        })
        .collect()
}

/// Where the sketches of `next` are those of `before` with some keys left out: what tells whether a key stays. So it is when
/// the modulo alone has changed, to a multiple of itself, and samples the keys themselves.
pub fn narrowed(before: ShingleParams, next: ShingleParams) -> Option<impl Fn(u64) -> bool + Sync> {
    let same = ShingleParams { modulo: before.modulo, ..next } == before;
    let is_narrower =
        same && next.hash == HashKind::Wide && next.modulo.is_multiple_of(before.modulo);
    let divisor = Divisor::new(next.modulo);
    is_narrower.then_some(move |key| divisor.divides(key))
}

/// Whether [`Sketcher::sketch`] must be given the words themselves: a named hash is taken of the text, but only where it
/// decides what is kept.
pub const fn needs_texts(params: ShingleParams) -> bool {
    params.modulo != 1 && !matches!(params.hash, HashKind::Wide)
}

/// Makes sketches of one document after the other, with the same memory.
#[derive(Debug, Default)]
pub struct Sketcher {
    distinct: Distinct,
    joined: String,
}

impl Sketcher {
    /// The distinct keys of the kept shingles, in no order: the sketch that documents are compared by. `hashes` are
    /// the [`word_hash`]es of the canonical words; `texts` the words, where they are [needed](needs_texts).
    pub fn sketch(&mut self, hashes: &[u64], texts: &[Arc<str>], params: ShingleParams) -> &[u64] {
        let window = Window::over(hashes.len(), params.width, params.short);
        self.distinct.start(window.count, params.modulo);
        if params.modulo == 1 {
            self.distinct.take(keys(hashes, window));
        } else if params.hash == HashKind::Wide {
            let modulo = Divisor::new(params.modulo);
            self.distinct.take(keys(hashes, window).filter(|key| modulo.divides(*key)));
        } else {
            self.keep_by_text(hashes, texts, window, params);
        }
        self.distinct.finish()
    }

    /// Joins the whole document once and hashes slices of it: half the cost of joining every shingle on its own.
    fn keep_by_text(
        &mut self,
        hashes: &[u64],
        texts: &[Arc<str>],
        window: Window,
        params: ShingleParams,
    ) {
        self.joined.clear();
        let mut bounds = Vec::with_capacity(texts.len());
        for text in texts {
            let start = self.joined.len();
            self.joined.push_str(text);
            bounds.push((start, self.joined.len()));
            self.joined.push(' ');
        }
        let joined = &self.joined;
        let kept = keys(hashes, window).enumerate().filter(|(start, key)| {
            let range = bounds[*start].0..bounds[start + window.width - 1].1;
            let shingle = joined.get(range).unwrap_or("");
            is_kept(value(params.hash, shingle, *key), params.modulo)
        });
        self.distinct.take(kept.map(|(_, key)| key));
    }
}

/// Bits for the keys of one document at most: 2 MiB. Where there are more keys than these tell apart, more are sorted.
const MOST_BITS: usize = 1 << 24;

/// Keeps one of equal keys. A bit for each key tells those that may have come before, few in most documents; only these are
/// sorted, found again among the others, and added where they were not. Half the instructions of a hash table, and a quarter
/// of the memory to be cleared.
#[derive(Debug, Default)]
struct Distinct {
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
    fn start(&mut self, most: usize, modulo: u32) {
        set_bits(&mut self.seen, most / modulo as usize);
        if self.kept.len() <= most {
            self.kept.resize(most + 1, 0);
            self.again.resize(most + 1, 0);
        }
        (self.kept_count, self.again_count) = (0, 0);
    }

    fn take(&mut self, keys: impl Iterator<Item = u64>) {
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

    fn finish(&mut self) -> &[u64] {
        if self.again_count > 0 {
            self.add_new_ones();
        }
        &self.kept[..self.kept_count]
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

/// [`is_kept`] without a division, which would take longer than all the rest (Lemire, Kaser and Kurz 2019, "Faster
/// remainder by direct computation", section 3.2; the even part by a rotation, as in Hacker's Delight, 10-17).
#[derive(Debug, Clone, Copy)]
struct Divisor {
    /// The inverse of the odd part modulo 2⁶⁴.
    inverse: u64,
    /// The power of two in it.
    twos: u32,
    /// The largest multiplier that does not overflow.
    most: u64,
}

impl Divisor {
    fn new(modulo: u32) -> Self {
        let twos = modulo.trailing_zeros();
        let odd = u64::from(modulo) >> twos;
        // Newton's iteration doubles the bits that are right; an odd number is its own inverse modulo 8.
        let inverse = (0..5).fold(odd, |inverse: u64, _| {
            inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)))
        });
        Self { inverse, twos, most: u64::MAX / u64::from(modulo) }
    }

    const fn divides(self, value: u64) -> bool {
        value.wrapping_mul(self.inverse).rotate_right(self.twos) <= self.most
    }
}

/// Modulo sampling (Broder 1997, section 4).
const fn is_kept(value: u64, modulo: u32) -> bool {
    value.is_multiple_of(modulo as u64)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{CanonicalWord, HashKind, ShingleParams, ShortDocuments, Sketcher, shingles};

    fn sketch(words: &[&CanonicalWord], params: ShingleParams) -> Vec<u64> {
        let hashes: Vec<u64> = words.iter().map(|word| word.hash).collect();
        let texts: Vec<_> = words.iter().map(|word| word.text.clone()).collect();
        Sketcher::default().sketch(&hashes, &texts, params).to_vec()
    }

    #[test]
    fn the_4_shingling_of_the_article_has_seven_shingles() {
        let words: Vec<CanonicalWord> =
            "to be or not to be that is the question".split(' ').map(CanonicalWord::new).collect();
        let words: Vec<&CanonicalWord> = words.iter().collect();
        let params = ShingleParams {
            width: 4,
            hash: HashKind::Wide,
            modulo: 1,
            short: ShortDocuments::OneShingle,
        };
        assert_eq!(shingles(&words, params).len(), 7);
        assert_eq!(sketch(&words, params).len(), 7);
    }

    #[test]
    fn a_shingle_counts_once() {
        let word = CanonicalWord::new("na");
        let params = ShingleParams {
            width: 3,
            hash: HashKind::Crc32,
            modulo: 1,
            short: ShortDocuments::OneShingle,
        };
        assert_eq!(sketch(&[&word; 100], params).len(), 1);
    }

    proptest! {
        #[test]
        fn the_fast_way_keeps_what_the_plain_way_keeps(
            letters in prop::collection::vec(0_u8..6, 0..80),
            width in 1_u32..6,
            modulo in 1_u32..8,
            hash in prop::sample::select(vec![HashKind::Wide, HashKind::Crc32, HashKind::Md5First28]),
            short in prop::sample::select(vec![ShortDocuments::OneShingle, ShortDocuments::NoShingle]),
        ) {
            let words: Vec<CanonicalWord> = letters.iter().map(|letter| CanonicalWord::new(&format!("w{letter}"))).collect();
            let words: Vec<&CanonicalWord> = words.iter().collect();
            let params = ShingleParams { width, hash, modulo, short };
            let plain: BTreeSet<u64> = shingles(&words, params).iter().filter(|shingle| shingle.kept).map(|shingle| shingle.key).collect();
            let found = sketch(&words, params);
            prop_assert_eq!(found.len(), plain.len());
            prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), plain);
        }
    }

    #[test]
    fn keys_of_one_bit_and_keys_of_many_are_told_apart() {
        for (spread, modulo) in [(1, 1), (0x9e37_79b9_7f4a_7c15_u64, 1), (1 << 50, 7)] {
            let mut distinct = super::Distinct::default();
            for count in [2000, 10, 0, 300] {
                let keys = (0..count / 2).chain(0..count).map(|key: u64| key.wrapping_mul(spread));
                distinct.start(count as usize * 2, modulo);
                distinct.take(keys.clone());
                let mut found = distinct.finish().to_vec();
                found.sort_unstable();
                let expected: BTreeSet<u64> = keys.collect();
                assert_eq!(found, expected.into_iter().collect::<Vec<u64>>());
            }
        }
    }

    proptest! {
        #[test]
        fn divisibility_is_decided_without_dividing(modulo in 1_u32..=1_000_000, value in any::<u64>(), times in any::<u64>()) {
            let divisor = super::Divisor::new(modulo);
            prop_assert_eq!(divisor.divides(value), value.is_multiple_of(u64::from(modulo)));
            let multiple = times / u64::from(modulo) * u64::from(modulo);
            prop_assert!(divisor.divides(multiple));
        }
    }
}
