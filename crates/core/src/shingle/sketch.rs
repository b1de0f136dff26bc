//! The sketch of a document: its retained shingles (those with hash 0 modulo m), or their minima under hash functions.

use std::{ops::Range, sync::Arc};

use super::distinct::Distinct;
use super::hash::{HashKind, keys_of_all_runs, may_begin_shingle, named_hash, shingle_keys};
use super::minhash::{self, Family, Minima};
use super::window::{ShortDocuments, Window};
use base::ratio::Ratio;

/// `--sketch`: keys that represent a document. The share of common keys is a measure, or an estimate of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SketchKind {
    Modulo,
    /// For each function, the least retained shingle; the score estimates the resemblance.
    MinHash,
    /// Six hashes of fourteen least shingles each; the score is the share of equal hashes.
    SuperShingle,
    /// Fifteen pairs of the six supershingles; the score is the share of equal pairs.
    MegaShingle,
}

base::named_values!(SketchKind {
    Modulo = "modulo",
    MinHash = "minhash",
    SuperShingle = "supershingle",
    MegaShingle = "megashingle",
});

#[derive(Debug, Clone, Copy)]
pub struct SketchFacts {
    /// Number of keys, and the least number that near-duplicates share, or `None` if the number of keys varies.
    pub few: Option<(u32, u32)>,
    pub key: &'static str,
    /// End of a sentence that begins with "Here", such as `Here the minima decide`. Empty if scores are counted.
    pub decides: &'static str,
    extend: fn(&mut Vec<u64>, &[u64]),
}

impl SketchKind {
    pub const fn facts(self) -> SketchFacts {
        match self {
            Self::Modulo => {
                SketchFacts { few: None, key: "shingle", decides: "", extend: |_, _| {} }
            }
            Self::MinHash => SketchFacts {
                few: None,
                key: "function",
                decides: "the minima decide, so the score is an estimate",
                extend: |keys, least| keys.extend(minhash::keys_of_minima(least)),
            },
            Self::SuperShingle => SketchFacts {
                few: Some((minhash::SUPERSHINGLES as u32, 2)),
                key: "supershingle",
                decides: "supershingles decide: the score is the share of the six that agree",
                extend: |keys, least| keys.extend(minhash::keys_of_supershingles(least)),
            },
            Self::MegaShingle => SketchFacts {
                few: Some((minhash::MEGASHINGLES as u32, 1)),
                key: "megashingle",
                decides: "megashingles decide: the score is the share of the fifteen that agree",
                extend: |keys, least| keys.extend(minhash::keys_of_megashingles(least)),
            },
        }
    }

    pub const fn is_estimate(self) -> bool {
        !matches!(self, Self::Modulo)
    }

    pub const fn fixed_function_count(self) -> Option<u32> {
        if self.facts().few.is_some() { Some(minhash::FUNCTIONS) } else { None }
    }

    /// Returns the default threshold; for sketches of few keys, it is the rule for near-duplicates.
    pub const fn default_threshold(self) -> Ratio {
        match self.fixed_threshold() {
            None => Ratio::new(1, 5),
            Some(threshold) => threshold,
        }
    }

    pub const fn fixed_threshold(self) -> Option<Ratio> {
        match self.facts().few {
            None => None,
            Some((keys, enough)) => Some(Ratio::new(enough as u64, keys as u64)),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sketch {
    kind: SketchKind,
    functions: u32,
    family: Family,
}

impl Sketch {
    pub const KEPT: Self = Self { kind: SketchKind::Modulo, functions: 0, family: Family::Fast };

    /// Creates a sketch. If the kind has a fixed number of functions, `functions` has no effect.
    pub const fn new(kind: SketchKind, functions: u32, family: Family) -> Self {
        match kind.fixed_function_count() {
            Some(functions) => Self { kind, functions, family },
            None if kind.is_estimate() => Self { kind, functions, family },
            None => Self::KEPT,
        }
    }

    pub fn keys_per_document(self) -> Option<u32> {
        let few = self.kind.facts().few.map(|(keys, _)| keys);
        few.or(self.kind.is_estimate().then_some(self.functions))
    }

    pub const fn functions(self) -> Option<(u32, Family)> {
        if self.kind.is_estimate() { Some((self.functions, self.family)) } else { None }
    }

    /// Appends the keys that represent a document, given its least shingle under each function. Appends none for
    /// [`Self::KEPT`].
    pub fn append_keys(self, keys: &mut Vec<u64>, least: &[u64]) {
        (self.kind.facts().extend)(keys, least);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShingleParams {
    pub width: u32,
    /// Number of words from the start of a shingle to the start of the next, 1 to the width.
    pub step: u32,
    pub hash: HashKind,
    /// m: only shingles with hash 0 modulo m are retained. 1 retains all.
    pub modulo: u32,
    /// Rule for documents with fewer than w words.
    pub short: ShortDocuments,
    pub sketch: Sketch,
    /// True if stop words stay inside shingles; their hashes are [marked](super::hash::set_begin_bit), and no shingle
    /// begins with them.
    pub inside: bool,
}

impl ShingleParams {
    pub fn window_over(self, words: usize) -> Window {
        Window::with_step(words, self.width, self.step, self.short)
    }

    /// Returns true if these words form at least one shingle. A short document needs a word that may begin a shingle.
    pub fn forms_shingle(self, words: &[u64]) -> bool {
        if !self.inside {
            true
        } else if words.len() < self.width as usize {
            words.iter().any(|hash| may_begin_shingle(*hash))
        } else {
            words.first().is_some_and(|hash| may_begin_shingle(*hash))
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonicalWord {
    pub text: Arc<str>,
    pub hash: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shingle {
    pub key: u64,
    pub value: u64,
    /// True if the shingle counts, because its first word may begin a shingle.
    pub begins: bool,
    pub kept: bool,
}

pub fn make_shingles(words: &[&CanonicalWord], params: ShingleParams) -> Vec<Shingle> {
    let window = params.window_over(words.len());
    let hashes: Vec<u64> = words.iter().map(|word| word.hash).collect();
    shingle_keys(&hashes, window)
        .enumerate()
        .map(|(shingle, key)| {
            let texts = words[window.words_of_shingle(shingle)].iter().map(|word| &*word.text);
            let wide = params.hash == HashKind::Wide;
            let joined = if wide { String::new() } else { texts.collect::<Vec<_>>().join(" ") };
            let value = named_hash(params.hash, &joined, key);
            let begins = params.forms_shingle(&hashes[window.words_of_shingle(shingle)]);
            Shingle { key, value, begins, kept: begins && is_in_sample(value, params.modulo) }
        })
        .collect()
}

/// Returns true if [`Sketcher::sketch`] needs the text of the words, not only their
/// hashes. This depends on the hash of the shingles and the family of minima.
pub const fn needs_word_texts(params: ShingleParams) -> bool {
    params.modulo != 1 && !matches!(params.hash, HashKind::Wide)
        || matches!(params.sketch.functions(), Some((_, Family::Md5)))
}

#[derive(Debug, Default)]
pub struct Sketcher {
    distinct: Distinct,
    joined: JoinedWords,
    minima: Minima,
    keys: Vec<u64>,
}

impl Sketcher {
    /// Returns distinct keys in any order, given the [hashes](super::word_hash) of canonical words, and the words
    /// themselves if [needed](needs_word_texts).
    pub fn sketch(&mut self, hashes: &[u64], texts: &[Arc<str>], params: ShingleParams) -> &[u64] {
        self.collect_keys(hashes, texts, params);
        let keys = self.distinct.keys();
        let Some((functions, family)) = params.sketch.functions() else { return keys };
        let least = match family {
            Family::Fast => self.minima.compute_fast(keys, functions),
            Family::Md5 if keys.is_empty() => &[],
            Family::Md5 => self.minima.finish_md5(),
        };
        self.keys.clear();
        params.sketch.append_keys(&mut self.keys, least);
        &self.keys
    }

    pub fn shingle_keys(&self) -> &[u64] {
        self.distinct.keys()
    }

    fn collect_keys(&mut self, hashes: &[u64], texts: &[Arc<str>], params: ShingleParams) {
        let window = params.window_over(hashes.len());
        self.distinct.reset(window.count, params.modulo);
        let counts =
            |shingle: usize| params.forms_shingle(&hashes[window.words_of_shingle(shingle)]);
        if needs_word_texts(params) {
            let keys =
                shingle_keys(hashes, window).enumerate().filter(|(shingle, _)| counts(*shingle));
            self.add_keys_sampled_by_text(keys, texts, window, params);
        } else if params.inside && (window.step > 1 || hashes.len() < params.width as usize) {
            let keys =
                shingle_keys(hashes, window).enumerate().filter(|(shingle, _)| counts(*shingle));
            self.add_keys_sampled_by_key(keys.map(|(_, key)| key), params);
        } else if params.inside {
            // At step 1, every shingle begins one word after the previous shingle.
            let keys = keys_of_all_runs(hashes, window)
                .zip(hashes)
                .filter(|(_, first)| may_begin_shingle(**first));
            self.add_keys_sampled_by_key(keys.map(|(key, _)| key), params);
        } else if window.step == 1 {
            self.add_keys_sampled_by_key(keys_of_all_runs(hashes, window), params);
        } else {
            self.add_keys_sampled_by_key(shingle_keys(hashes, window), params);
        }
        self.distinct.add_deferred_keys();
    }

    fn add_keys_sampled_by_key(&mut self, keys: impl Iterator<Item = u64>, params: ShingleParams) {
        if params.modulo == 1 {
            self.distinct.add_keys(keys);
        } else {
            let modulo = Divisor::new(params.modulo);
            self.distinct.add_keys(keys.filter(|key| modulo.divides(*key)));
        }
    }

    /// Joins all words once and hashes slices, which takes half the time of joining each shingle.
    fn add_keys_sampled_by_text(
        &mut self,
        keys: impl Iterator<Item = (usize, u64)>,
        texts: &[Arc<str>],
        window: Window,
        params: ShingleParams,
    ) {
        self.joined.join(texts);
        let by_text = params.sketch.functions().filter(|(_, family)| *family == Family::Md5);
        if let Some((functions, _)) = by_text {
            self.minima.start_md5(functions);
        }
        let Self { distinct, joined, minima, .. } = self;
        distinct.add_keys(keys.filter_map(|(shingle, key)| {
            let text = joined.slice_words(window.words_of_shingle(shingle));
            let is_kept = is_in_sample(named_hash(params.hash, text, key), params.modulo);
            if is_kept && by_text.is_some() {
                minima.add_md5(key, text);
            }
            is_kept.then_some(key)
        }));
    }
}

#[derive(Debug, Default)]
struct JoinedWords {
    text: String,
    bounds: Vec<(usize, usize)>,
}

impl JoinedWords {
    fn join(&mut self, words: &[Arc<str>]) {
        self.text.clear();
        self.bounds.clear();
        for word in words {
            let start = self.text.len();
            self.text.push_str(word);
            self.bounds.push((start, self.text.len()));
            self.text.push(' ');
        }
    }

    fn slice_words(&self, words: Range<usize>) -> &str {
        let bounds = self.bounds.get(words).unwrap_or_default();
        let ends = bounds.first().zip(bounds.last());
        ends.and_then(|(first, last)| self.text.get(first.0..last.1)).unwrap_or_default()
    }
}

/// Returns true for the sampled values (Broder 1997, section 4).
const fn is_in_sample(value: u64, modulo: u32) -> bool {
    value.is_multiple_of(modulo as u64)
}

/// Tests if a number is divisible by m without a division, which would take longer than all other work. Source: Lemire,
/// Kaser and Kurz 2019, "Faster remainder by direct computation", section 3.2. Even factors of m are handled by a
/// rotation, as in Hacker's Delight, 10-17.
#[derive(Debug, Clone, Copy)]
pub(super) struct Divisor {
    /// Inverse of the odd part of m, modulo 2⁶⁴.
    inverse: u64,
    twos: u32,
    most: u64,
}

impl Divisor {
    pub(super) fn new(modulo: u32) -> Self {
        let twos = modulo.trailing_zeros();
        let odd = u64::from(modulo) >> twos;
        // Newton's iteration doubles the number of correct bits. It starts with three: an odd number is its own inverse
        // modulo 8.
        let inverse = (0..5).fold(odd, |inverse: u64, _| {
            inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)))
        });
        Self { inverse, twos, most: u64::MAX / u64::from(modulo) }
    }

    pub(super) const fn divides(self, value: u64) -> bool {
        value.wrapping_mul(self.inverse).rotate_right(self.twos) <= self.most
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn divisibility_is_decided_without_dividing(modulo in 1_u32..=1_000_000, value in any::<u64>(), times in any::<u64>()) {
            let divisor = super::Divisor::new(modulo);
            prop_assert_eq!(divisor.divides(value), value.is_multiple_of(u64::from(modulo)));
            prop_assert!(divisor.divides(times / u64::from(modulo) * u64::from(modulo)));
        }
    }
}
