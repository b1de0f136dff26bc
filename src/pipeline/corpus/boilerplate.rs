//! Which shingles are left out of the comparison: those of templates and phrases, and those in more documents than a limit. It
//! takes no shingle out of any document.

use std::sync::Arc;

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::base::guard::guarded;
use crate::base::ratio::Ratio;
use crate::pipeline::document::canonical::{canonical, normalizer};
use crate::pipeline::document::left_out::LeftOutReason;
use crate::pipeline::parameters::{LanguageChoice, Params, shingle_params};
use crate::shingle::sketch::{ShingleParams, Sketcher, needs_texts};
use crate::text::language::Language;
use crate::text::normalize::{Normalizer, Stem};
use crate::text::pos::Part;
use crate::text::pos::sentence::each_part;

/// A shingle in at most this many documents is never common, however small the folder: it is what a match consists of.
pub const NEVER_COMMON: u64 = 2;

/// The limit: a shingle in more documents than this is common, for a share `common` of `documents`.
pub fn most_documents(common: Ratio, documents: u32) -> u64 {
    let (num, den) = common.parts();
    let share = u128::from(num) * u128::from(documents) / u128::from(den);
    u64::try_from(share).unwrap_or(u64::MAX).max(NEVER_COMMON)
}

/// The kept shingles of all templates and phrases, each with the first template or phrase that has it, templates before
/// phrases; ascending by key.
///
/// A header is mostly much shorter than the text below it, and may be in another language. So templates and phrases are read
/// in every language that has stop words or a stemmer, unless one language is chosen for all documents.
pub fn named_keys(params: &Params) -> Vec<(u64, LeftOutReason)> {
    if !params.names_left_out() {
        return Vec::new();
    }
    let templates = params.template.iter().map(|template| &*template.text);
    let texts: Vec<&str> = templates.chain(params.phrases.iter().map(|phrase| &**phrase)).collect();
    let languages = languages(params);
    let is_tagged = languages.iter().any(|language| params.removes_parts(*language));
    let plain = NamedWords::of(&texts, false, params);
    let tagged =
        if is_tagged { NamedWords::of(&texts, true, params) } else { NamedWords::default() };
    let cut = shingle_params(params).exact();
    // A phrase may begin anywhere, so its windows do too.
    let anywhere = ShingleParams { step: 1, ..cut };
    let cut_of = |place| if place < params.template.len() { cut } else { anywhere };
    let keys = |language: &Option<Language>| {
        let words = if params.removes_parts(*language) { &tagged } else { &plain };
        words.keys(&normalizer(params, *language), cut_of)
    };
    let keys: Vec<Vec<(u64, u32)>> = languages.par_iter().map(keys).collect();
    let mut found: HashMap<u64, u32> = HashMap::new();
    for (key, place) in keys.into_iter().flatten() {
        let first = found.entry(key).or_insert(place);
        *first = place.min(*first);
    }
    let phrases = params.template.len() as u32;
    let reason = |place: u32| match place.checked_sub(phrases) {
        None => LeftOutReason::Template(place),
        Some(phrase) => LeftOutReason::Phrase(phrase),
    };
    let mut found: Vec<_> = found.into_iter().map(|(key, place)| (key, reason(place))).collect();
    found.sort_unstable_by_key(|(key, _)| *key);
    found
}

/// The words of some texts, with their parts of speech where these matter. Each distinct word is stored once, so that
/// each language normalises it once; `orders` says which word is where in each text.
#[derive(Default)]
struct NamedWords {
    distinct: Vec<(Arc<str>, Part)>,
    orders: Vec<Vec<u32>>,
}

impl NamedWords {
    fn of(texts: &[&str], tags: bool, params: &Params) -> Self {
        let mut places: HashMap<(Arc<str>, Part), u32> = HashMap::new();
        let mut words = Self::default();
        for text in texts {
            let read = guarded(|| read_words(text, tags, params)).unwrap_or_default();
            let order = read.into_iter().map(|word| {
                let next = words.distinct.len() as u32;
                let place = *places.entry(word.clone()).or_insert(next);
                if place == next {
                    words.distinct.push(word);
                }
                place
            });
            let order = order.collect();
            words.orders.push(order);
        }
        words
    }

    /// The distinct kept shingles of each text, as `normalizer` reads its words, with the place of the text. `cut` says how a
    /// text is cut.
    fn keys(
        &self,
        normalizer: &Normalizer,
        cut: impl Fn(usize) -> ShingleParams,
    ) -> Vec<(u64, u32)> {
        let judged = self.distinct.iter().map(|(word, part)| {
            let (form, hash) = canonical(normalizer, word, *part)?;
            Some((Arc::<str>::from(form), hash))
        });
        let judged: Vec<Option<(Arc<str>, u64)>> = judged.collect();
        let (mut sketcher, mut keys) = (Sketcher::default(), Vec::new());
        for (place, order) in self.orders.iter().enumerate() {
            let cut = cut(place);
            let words = order.iter().filter_map(|word| judged[*word as usize].as_ref());
            let hashes: Vec<u64> = words.clone().map(|(_, hash)| *hash).collect();
            let texts = words.filter(|_| needs_texts(cut)).map(|(text, _)| Arc::clone(text));
            let texts: Vec<Arc<str>> = texts.collect();
            let of_text = sketcher.sketch(&hashes, &texts, cut);
            keys.extend(of_text.iter().map(|key| (*key, place as u32)));
        }
        keys
    }
}

/// The words of a text in order.
fn read_words(text: &str, tags: bool, params: &Params) -> Vec<(Arc<str>, Part)> {
    let mut words = Vec::new();
    each_part(text, params.words, tags, |word, part| words.push((word.into(), part)));
    words
}

/// The languages that normalise words in their own way, and `None` for all others.
fn languages(params: &Params) -> Vec<Option<Language>> {
    if let LanguageChoice::Fixed(language) = params.language {
        return vec![Some(language)];
    }
    let reads = |language: &Language| {
        params.stop_words.are_of_language() && language.has_stop_words()
            || params.stem == Stem::On && language.has_stemmer()
            || params.removes_parts(Some(*language))
    };
    std::iter::once(None).chain(Language::all().filter(reads).map(Some)).collect()
}
