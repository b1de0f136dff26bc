//! Which shingles are left out of the comparison, and why: those of many documents, and those of templates. It takes
//! nothing out of any document.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::shingle::sketch::{ShingleParams, Sketcher, needs_texts};
use crate::text::language::Language;
use crate::text::normalize::{Normalizer, Stem};
use crate::text::pos::Part;
use crate::text::pos::sentence::tokenize_tagged;
use crate::text::tokenize::tokenize;

use super::canon::{canonical, normalizer};
use super::document::shingle_params;
use super::params::{LanguageChoice, Params};
use super::source::{NoSource, Source, careful, content_of};

/// All templates together have at most this many bytes: 1 MiB. They are read once for every language, and are headers,
/// forms and licences.
pub const LARGEST_TEMPLATES: usize = 1 << 20;

/// What so few documents share is what a match is, however small the folder: no shingle of so few is common.
pub const NEVER_COMMON: u64 = 2;

/// A file of `--template`: equal to another of the same name and bytes.
#[derive(Debug, Clone)]
pub struct Template {
    /// As it was named.
    pub name: DocPath,
    bytes: Vec<u8>,
    content: u128,
}

impl Template {
    /// Of a file's bytes.
    ///
    /// # Errors
    /// One line, lower case, why they are no text.
    pub fn new(name: DocPath, bytes: Vec<u8>, params: &Params) -> Result<Self, String> {
        careful(|| Source::read(name.as_path(), &bytes, params.encoding).map(|_| ())).map_err(
            |reason| match reason {
                NoSource::Binary(reason) | NoSource::Refused(reason) => reason,
            },
        )?;
        let content = content_of(&bytes);
        Ok(Self { name, bytes, content })
    }

    /// How many bytes it has.
    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.content == other.content && self.name == other.name
    }
}

impl Eq for Template {}

/// Why a shingle is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It stands in so many of the documents, which is more than `--common` lets pass.
    Common {
        /// Documents that have it.
        documents: u32,
    },
    /// It stands in the template of this place in [`Params::template`]; the first, where several have it.
    Template(u32),
}

/// The shingles that count for nothing: not as shared, and not in the size of any document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// By key.
    reasons: HashMap<u64, Reason>,
    /// A bit for keys by their highest bits: turns nearly all other keys away.
    seen: Vec<u64>,
    /// Documents that `--common` was a share of: all with at least one shingle.
    pub documents: u32,
    /// How many shingles of the documents are left out because they are common.
    pub common: u32,
    /// How many because they stand in a template.
    pub template: u32,
}

impl LeftOut {
    /// The shingles of the templates, and the common ones, each with how many of `documents` have it. What stands in a
    /// template is left out for that.
    pub fn new(templates: &[(u64, u32)], common: &[(u64, u32)], documents: u32) -> Self {
        let of_documents =
            common.iter().map(|(key, documents)| (*key, Reason::Common { documents: *documents }));
        let of_templates = templates.iter().map(|(key, place)| (*key, Reason::Template(*place)));
        let reasons: HashMap<u64, Reason> = of_documents.chain(of_templates).collect();
        let mut seen = Vec::new();
        if !reasons.is_empty() {
            let bits = (reasons.len() * 32).next_power_of_two().clamp(1 << 10, 1 << 24);
            seen.resize(bits / 64, 0);
            for key in reasons.keys() {
                let (word, mask) = bit(*key, seen.len());
                seen[word] |= mask;
            }
        }
        Self { reasons, seen, documents, common: 0, template: 0 }
    }

    /// Counts the shingles among `keys` that are left out: distinct ones that documents have.
    pub fn count(&mut self, keys: impl Iterator<Item = u64>) {
        (self.common, self.template) = (0, 0);
        let mut met = HashSet::new();
        for key in keys.filter(|key| met.insert(*key)) {
            match self.reasons.get(&key) {
                Some(Reason::Common { .. }) => self.common += 1,
                Some(Reason::Template(_)) => self.template += 1,
                None => {}
            }
        }
    }

    /// Why a shingle is left out; `None` where it counts.
    pub fn reason(&self, key: u64) -> Option<Reason> {
        self.has(key).then(|| self.reasons.get(&key).copied()).flatten()
    }

    /// Whether a shingle is left out.
    pub fn has(&self, key: u64) -> bool {
        if self.seen.is_empty() {
            return false;
        }
        let (word, mask) = bit(key, self.seen.len());
        self.seen[word] & mask != 0 && self.reasons.contains_key(&key)
    }

    /// Whether every shingle counts.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Whether the same shingles are left out, for whatever reason.
    pub fn takes_the_same(&self, other: &Self) -> bool {
        self.reasons.len() == other.reasons.len()
            && self.reasons.keys().all(|key| other.reasons.contains_key(key))
    }

    /// How many shingles of the documents are left out.
    pub const fn shingles(&self) -> u32 {
        self.common + self.template
    }
}

/// The word and the bit that stand for a key, by its highest bits.
#[inline]
const fn bit(key: u64, words: usize) -> (usize, u64) {
    let bit = key >> (64 - (words * 64).trailing_zeros());
    ((bit / 64) as usize, 1 << (bit % 64))
}

/// In more documents than this, of so many, a shingle is common.
pub fn most_documents(common: Ratio, documents: u32) -> u64 {
    let (num, den) = common.parts();
    let share = u128::from(num) * u128::from(documents) / u128::from(den);
    u64::try_from(share).unwrap_or(u64::MAX).max(NEVER_COMMON)
}

/// The kept shingles of all templates, each with the place of the first that has it, ascending by key.
///
/// A header is mostly much shorter than the text that it stands above, and may be in another language: a template is read
/// as every language would read it that has stop words or a stemmer, unless one is chosen for all.
pub fn template_keys(params: &Params) -> Vec<(u64, u32)> {
    let mut found: HashMap<u64, u32> = HashMap::new();
    let cut = shingle_params(params).exact();
    let languages = languages(params);
    for (place, template) in params.template.iter().enumerate() {
        let read = |tags| careful(|| Words::of(template, tags, params)).unwrap_or_default();
        let is_tagged = languages.iter().any(|language| params.removes_parts(*language));
        let (plain, tagged) = (read(false), if is_tagged { read(true) } else { Words::default() });
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

/// The words of a template, with their parts of speech where these are asked for: every distinct one once, so that a language
/// judges it once, and which of them stands where.
#[derive(Default)]
struct Words {
    distinct: Vec<(Arc<str>, Part)>,
    order: Vec<u32>,
}

impl Words {
    fn of(template: &Template, tags: bool, params: &Params) -> Result<Self, NoSource> {
        let source = Source::read(template.name.as_path(), &template.bytes, params.encoding)?;
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
            tokenize_tagged(&source.text, params.words, &mut |_, word, tag| {
                take(word, Part::of(tag, word));
            });
        } else {
            tokenize(&source.text, params.words, &mut |_, word| take(word, Part::Other));
        }
        Ok(words)
    }

    /// The distinct kept shingles of these words as a language reads them.
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

/// The languages that read words in ways of their own, `None` for those that do not.
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
