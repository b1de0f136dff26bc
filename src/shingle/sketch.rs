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

/// The distinct keys of the kept shingles, ascending: the sketch that documents are compared by.
pub fn sketch(words: &[&CanonicalWord], params: ShingleParams) -> Vec<u64> {
    let window = Window::over(words.len(), params.width, params.short);
    let hashes: Vec<u64> = words.iter().map(|word| word.hash).collect();
    let mut kept: Vec<u64> = if params.modulo == 1 {
        keys(&hashes, window).collect()
    } else if params.hash == HashKind::Wide {
        keys(&hashes, window).filter(|key| is_kept(*key, params.modulo)).collect()
    } else {
        kept_by_text(words, &hashes, window, params)
    };
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// Joins the whole document once and hashes slices of it: half the cost of joining every shingle on its own.
fn kept_by_text(
    words: &[&CanonicalWord],
    hashes: &[u64],
    window: Window,
    params: ShingleParams,
) -> Vec<u64> {
    let mut joined = String::new();
    let mut bounds = Vec::with_capacity(words.len());
    for word in words {
        let start = joined.len();
        joined.push_str(&word.text);
        bounds.push((start, joined.len()));
        joined.push(' ');
    }
    keys(hashes, window)
        .enumerate()
        .filter(|(start, key)| {
            let range = bounds[*start].0..bounds[start + window.width - 1].1;
            is_kept(value(params.hash, joined.get(range).unwrap_or(""), *key), params.modulo)
        })
        .map(|(_, key)| key)
        .collect()
}

/// Modulo sampling (Broder 1997, section 4).
const fn is_kept(value: u64, modulo: u32) -> bool {
    value.is_multiple_of(modulo as u64)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{CanonicalWord, HashKind, ShingleParams, ShortDocuments, shingles, sketch};

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
            prop_assert_eq!(sketch(&words, params), plain.into_iter().collect::<Vec<_>>());
        }
    }
}
