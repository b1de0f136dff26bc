//! Which documents have some words one after the other, whatever the parameters leave out or change. Capitals do not matter.
//! It needs only the numbers of words.

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::base::ids::{DocId, TokenId};
use crate::pipeline::corpus::Corpus;
use crate::pipeline::document::Word;

/// Longer runs are not looked up: what has them resembles them.
pub const LONGEST_RUN: usize = 64;

/// A document that has the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention {
    /// The document.
    pub doc: DocId,
    /// How often it has them.
    pub times: u32,
}

/// The documents of a refreshed corpus that have these words one after the other, those that have them most often first. Empty for
/// no words, and for more than [`LONGEST_RUN`].
///
/// The corpus must keep words.
pub fn mentions(corpus: &Corpus, words: &[Word]) -> Vec<Mention> {
    if words.is_empty() || words.len() > LONGEST_RUN {
        return Vec::new();
    }
    let places = places(corpus, words);
    if places.is_empty() {
        return Vec::new();
    }
    let last = 1_u64 << (words.len() - 1);
    let view = corpus.view();
    let mut found: Vec<Mention> = corpus
        .entries()
        .par_iter()
        .filter_map(|(path, entry)| {
            let times = times(entry.record.words(), &places, last);
            let doc = view.docs.binary_search_by(|doc| doc.path.cmp(path)).ok()?;
            (times > 0).then_some(Mention { doc: DocId(doc as u32), times })
        })
        .collect();
    found.sort_unstable_by_key(|one| (std::cmp::Reverse(one.times), one.doc));
    found
}

/// For each number of a word that is in the run: a bit for every place where it stands. Empty if a place has none.
fn places(corpus: &Corpus, words: &[Word]) -> HashMap<TokenId, u64> {
    let mut sought: HashMap<String, u64> = HashMap::new();
    for (place, word) in words.iter().enumerate() {
        let mut folded = String::new();
        fold(&word.text, &mut folded);
        *sought.entry(folded).or_default() |= 1 << place;
    }
    let (mut places, mut folded, mut there) = (HashMap::new(), String::new(), 0);
    corpus.lexicon.for_each(|id, word| {
        fold(word, &mut folded);
        if let Some(bits) = sought.get(&folded) {
            places.insert(id, *bits);
            there |= *bits;
        }
    });
    let all = u64::MAX >> (u64::BITS as usize - words.len());
    if there == all { places } else { HashMap::new() }
}

/// How often the run stands among words. Runs that overlap count each.
fn times(words: &[TokenId], places: &HashMap<TokenId, u64>, last: u64) -> u32 {
    // A bit for every place up to which the run has come.
    let mut reached = 0_u64;
    let mut times = 0;
    for id in words {
        reached = (reached << 1 | 1) & places.get(id).copied().unwrap_or(0);
        times += u32::from(reached & last != 0);
    }
    times
}

/// The word without its capitals. A small letter that has no capital of one letter becomes what its capital would in small.
fn fold(word: &str, out: &mut String) {
    out.clear();
    for letter in word.chars() {
        if letter.is_ascii() {
            out.push(letter.to_ascii_lowercase());
        } else {
            out.extend(letter.to_uppercase().flat_map(char::to_lowercase));
        }
    }
}
