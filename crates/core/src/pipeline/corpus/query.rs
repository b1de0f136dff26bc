//! Compares one document with a whole corpus: finds similar documents, and documents that contain its words in order.

use std::{cmp::Ordering, sync::Arc};

use hashbrown::HashMap;
use rayon::prelude::*;

use super::Corpus;
use crate::compare::{Direction, Overlap};
use crate::pipeline::parameters::scoring::score_pair;
use crate::pipeline::ranking::row::compare_scores;
use crate::pipeline::{Criteria, DocInfo, Document, IgnoredShingles, NoDocument, Params, Word};
use crate::text::{Case, Letters};
use base::ids::{DocId, TokenId};
use base::{cancel::Cancel, ratio::Ratio};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub doc: DocId,
    /// Counts of the query (a) and the document (b). The shared shingles are 0 if they are not counted.
    pub overlap: Overlap,
    /// Score, or its estimate by sketches. If the measure depends on the direction, the query is the first document.
    pub score: Ratio,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueryHits {
    pub hits: Vec<Hit>,
    /// Best document that shares a shingle, if no document passes. Its score is the share of the smaller text in the
    /// larger. `None` if sketches estimate scores.
    pub below: Option<Hit>,
}

#[derive(Debug, Clone)]
pub struct QueryResult {
    pub params: Arc<Params>,
    pub ignored: Arc<IgnoredShingles>,
    pub docs: Arc<Vec<DocInfo>>,
    pub text: Result<DocInfo, NoDocument>,
    pub hits: Vec<Hit>,
    pub below: Option<Hit>,
    /// Documents that contain all words of the query in order, most occurrences first; empty for long queries.
    pub mentions: Vec<Mention>,
}

/// Returns the documents that pass the threshold and share a shingle or sketch key, or are copies; best first.
///
/// The query must ignore the same shingles as the corpus
/// ([`ignored_shingles`](crate::pipeline::corpus::Corpus::ignored_shingles)).
pub fn query_corpus(corpus: &Corpus, document: &Document) -> QueryHits {
    let (params, texts) = (corpus.params(), corpus.nodes());
    let (digest, sketch) = (document.comparison_keys(), document.counted_keys());
    let (identity, criteria) = (document.identity(), Criteria::new(params));
    let size = document.size(sketch.len());
    let counts = corpus.store().count_keys_shared_with_holders(
        &[&digest],
        texts.id_limit(),
        &Cancel::never_cancelled(),
    );
    let counts = counts.unwrap_or_default().pop().unwrap_or_default();
    let mut hits = Vec::new();
    let mut below: Option<Hit> = None;
    for (id, count) in counts.into_iter().enumerate() {
        let Some(node) = texts.get(id as u32) else { continue };
        for doc in corpus.numbering().members(id as u32) {
            let info = &corpus.docs()[doc.index()];
            let exact_copy = identity == Some(node.identity);
            if count == 0 && !exact_copy {
                continue;
            }
            let shared = if params.is_estimate() { 0 } else { count };
            let mut overlap = Overlap::new(shared, [size, info.size()], params.modulo, exact_copy);
            if hits.is_empty() && !params.is_estimate() {
                let other = Hit { doc: *doc, overlap, score: overlap.overlap_coefficient() };
                if below.as_ref().is_none_or(|best| compare_hits(&other, best).is_lt()) {
                    below = Some(other);
                }
            }
            let score = score_pair(params, overlap, count, Direction::First);
            if !params.above.passes(score, params.threshold) {
                continue;
            }
            if params.is_verified() {
                overlap.shared = texts.count_shingles_among_keys(id as u32, &sketch);
            }
            if criteria.passes(score, overlap, Direction::First) {
                hits.push(Hit { doc: *doc, overlap, score });
            }
        }
    }
    hits.sort_unstable_by(compare_hits);
    QueryHits { below: below.filter(|_| hits.is_empty()), hits }
}

fn compare_hits(first: &Hit, second: &Hit) -> Ordering {
    compare_scores((first.overlap, first.score), (second.overlap, second.score))
        .then(first.doc.cmp(&second.doc))
}

/// Largest number of words in a query for mentions. For longer queries, similarity finds the documents that contain
/// them.
pub const LONGEST_RUN: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mention {
    pub doc: DocId,
    pub times: u32,
}

/// Returns the documents that contain these words in order, most occurrences first. Empty without words, and above
/// [`LONGEST_RUN`] words.
///
/// The corpus must be refreshed and store its words.
pub fn find_mentions(corpus: &Corpus, words: &[Word]) -> Vec<Mention> {
    if words.is_empty() || words.len() > LONGEST_RUN {
        return Vec::new();
    }
    let places = places_of_words(corpus, words);
    if places.is_empty() {
        return Vec::new();
    }
    let last = 1_u64 << (words.len() - 1);
    let mut found: Vec<Mention> = corpus
        .entries()
        .par_iter()
        .filter_map(|(path, entry)| {
            let times = count_mentions(entry.words(), &places, last);
            let doc = corpus.docs().binary_search_by(|doc| doc.path.cmp(path)).ok()?;
            (times > 0).then_some(Mention { doc: DocId(doc as u32), times })
        })
        .collect();
    found.sort_unstable_by_key(|one| (std::cmp::Reverse(one.times), one.doc));
    found
}

/// Returns, for each word number, a bit per position of the word in the query; empty if a position has no number.
fn places_of_words(corpus: &Corpus, words: &[Word]) -> HashMap<TokenId, u64> {
    // Uses the language of the query, because a word of the corpus may occur in documents of several languages.
    let letters = Letters { confusables: corpus.params.confusables, ..Case::Keep.into() };
    let letters = letters.for_language(words.iter().find_map(|word| word.language));
    let mut folded_places: HashMap<String, u64> = HashMap::new();
    for (place, word) in words.iter().enumerate() {
        let mut folded = String::new();
        fold_case_into(&letters.fold(&word.text), &mut folded);
        *folded_places.entry(folded).or_default() |= 1 << place;
    }
    let (mut places, mut folded, mut there) = (HashMap::new(), String::new(), 0);
    corpus.lexicon.for_each_word(|id, word| {
        fold_case_into(&letters.fold(word), &mut folded);
        if let Some(bits) = folded_places.get(&folded) {
            places.insert(id, *bits);
            there |= *bits;
        }
    });
    let all = u64::MAX >> (u64::BITS as usize - words.len());
    if there == all { places } else { HashMap::new() }
}

/// Counts the occurrences of the run, including overlapping ones.
fn count_mentions(words: &[TokenId], places: &HashMap<TokenId, u64>, last: u64) -> u32 {
    // A bit for each position of the query up to which the words so far match.
    let mut reached = 0_u64;
    let mut times = 0;
    for id in words {
        reached = (reached << 1 | 1) & places.get(id).copied().unwrap_or(0);
        times += u32::from(reached & last != 0);
    }
    times
}

/// Writes the word in lower case. A small letter that is its own capital becomes the lower case of that capital.
fn fold_case_into(word: &str, out: &mut String) {
    out.clear();
    for letter in word.chars() {
        if letter.is_ascii() {
            out.push(letter.to_ascii_lowercase());
        } else {
            out.extend(letter.to_uppercase().flat_map(char::to_lowercase));
        }
    }
}
