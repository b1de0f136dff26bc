//! Which shingles are left out of the comparison: those of templates, and those in more documents than a limit. It
//! takes no shingle out of any document.

use std::sync::Arc;

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::base::guard::guarded;
use crate::base::ratio::Ratio;
use crate::pipeline::document::canonical::{canonical, normalizer};
use crate::pipeline::parameters::template::Template;
use crate::pipeline::parameters::{LanguageChoice, Params, shingle_params};
use crate::shingle::sketch::{ShingleParams, Sketcher, needs_texts};
use crate::text::language::Language;
use crate::text::normalize::{Normalizer, Stem};
use crate::text::pos::Part;
use crate::text::pos::sentence::tokenize_tagged;
use crate::text::tokenize::tokenize;

/// A shingle in at most this many documents is never common, however small the folder: it is what a match consists of.
pub const NEVER_COMMON: u64 = 2;

/// The limit: a shingle in more documents than this is common, for a share `common` of `documents`.
pub fn most_documents(common: Ratio, documents: u32) -> u64 {
    let (num, den) = common.parts();
    let share = u128::from(num) * u128::from(documents) / u128::from(den);
    u64::try_from(share).unwrap_or(u64::MAX).max(NEVER_COMMON)
}

/// The kept shingles of all templates, each with the place of the first template that has it; ascending by key.
///
/// A header is mostly much shorter than the text below it, and may be in another language. So a template is read in
/// every language that has stop words or a stemmer, unless one language is chosen for all documents.
pub fn template_keys(params: &Params) -> Vec<(u64, u32)> {
    let mut found: HashMap<u64, u32> = HashMap::new();
    let cut = shingle_params(params).exact();
    let languages = languages(params);
    for (place, template) in params.template.iter().enumerate() {
        let read = |tags| guarded(|| TemplateWords::of(template, tags, params)).unwrap_or_default();
        let is_tagged = languages.iter().any(|language| params.removes_parts(*language));
        let (plain, tagged) =
            (read(false), if is_tagged { read(true) } else { TemplateWords::default() });
        let keys = |language: &Option<Language>| {
            let words = if params.removes_parts(*language) { &tagged } else { &plain };
            words.keys(&normalizer(params, *language), cut)
        };
        let keys: Vec<Vec<u64>> = languages.par_iter().map(keys).collect();
        for key in keys.into_iter().flatten() {
            found.entry(key).or_insert(place as u32);
        }
    }
    let mut found: Vec<(u64, u32)> = found.into_iter().collect();
    found.sort_unstable();
    found
}

/// The words of a template, with their parts of speech where these matter. Each distinct word is stored once, so that
/// each language normalises it once; `order` says which word is where.
#[derive(Default)]
struct TemplateWords {
    distinct: Vec<(Arc<str>, Part)>,
    order: Vec<u32>,
}

impl TemplateWords {
    fn of(template: &Template, tags: bool, params: &Params) -> Self {
        let mut places: HashMap<(Arc<str>, Part), u32> = HashMap::new();
        let mut words = Self::default();
        let mut take = |word: &str, part: Part| {
            let next = words.distinct.len() as u32;
            let place = *places.entry((word.into(), part)).or_insert(next);
            if place == next {
                words.distinct.push((word.into(), part));
            }
            words.order.push(place);
        };
        if tags {
            tokenize_tagged(&template.text, params.words, &mut |_, word, tag| {
                take(word, Part::of(tag, word));
            });
        } else {
            tokenize(&template.text, params.words, &mut |_, word| take(word, Part::Other));
        }
        words
    }

    /// The distinct kept shingles of these words, as `normalizer` reads them.
    fn keys(&self, normalizer: &Normalizer, cut: ShingleParams) -> Vec<u64> {
        let judged = self.distinct.iter().map(|(word, part)| {
            let (form, hash) = canonical(normalizer, word, *part)?;
            Some((Arc::<str>::from(form), hash))
        });
        let judged: Vec<Option<(Arc<str>, u64)>> = judged.collect();
        let words = self.order.iter().filter_map(|place| judged[*place as usize].as_ref());
        let hashes: Vec<u64> = words.clone().map(|(_, hash)| *hash).collect();
        let texts = words.filter(|_| needs_texts(cut)).map(|(text, _)| Arc::clone(text));
        let texts: Vec<Arc<str>> = texts.collect();
        Sketcher::default().sketch(&hashes, &texts, cut).to_vec()
    }
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
