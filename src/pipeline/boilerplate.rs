//! Which shingles are left out of the comparison, and why: those of many documents, and those of templates. It takes
//! nothing out of any document.

use std::path::Path;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::shingle::sketch::{CanonicalWord, shingles};
use crate::text::language::Language;
use crate::text::normalize::{Decision, Stem};
use crate::text::pos::Part;
use crate::text::pos::sentence::tokenize_tagged;
use crate::text::tokenize::tokenize;

use super::canon::normalizer;
use super::document::shingle_params;
use super::params::{LanguageChoice, Params, StopWords};
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
    for (place, template) in params.template.iter().enumerate() {
        let (name, bytes) = (template.name.as_path(), &template.bytes);
        let read = |tags| careful(|| read(name, bytes, tags, params)).unwrap_or_default();
        let plain = read(false);
        for language in languages(params) {
            let normalizer = normalizer(params, language);
            let tagged = params.removes_parts(language).then(|| read(true));
            let words = tagged.as_ref().unwrap_or(&plain);
            let mut decided: HashMap<&(Arc<str>, Part), Option<CanonicalWord>> = HashMap::new();
            for word in words {
                decided.entry(word).or_insert_with(|| match normalizer.decide(&word.0, word.1) {
                    Decision::Keep(word) => Some(CanonicalWord::new(&word)),
                    Decision::StopWord | Decision::LeftOut => None,
                });
            }
            let canonical: Vec<&CanonicalWord> =
                words.iter().filter_map(|word| decided.get(word)?.as_ref()).collect();
            for shingle in shingles(&canonical, cut).iter().filter(|shingle| shingle.kept) {
                found.entry(shingle.key).or_insert(place as u32);
            }
        }
    }
    let mut found: Vec<(u64, u32)> = found.into_iter().collect();
    found.sort_unstable();
    found
}

/// The words of a template, with their parts of speech where these are asked for.
fn read(
    name: &Path,
    bytes: &[u8],
    tags: bool,
    params: &Params,
) -> Result<Vec<(Arc<str>, Part)>, NoSource> {
    let source = Source::read(name, bytes, params.encoding)?;
    let mut seen: HashSet<Arc<str>> = HashSet::new();
    let mut words = Vec::new();
    let mut take = |word: &str, part: Part| {
        let text = seen.get(word).cloned().unwrap_or_else(|| word.into());
        seen.insert(Arc::clone(&text));
        words.push((text, part));
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

/// The languages that read words in ways of their own, `None` for those that do not.
fn languages(params: &Params) -> Vec<Option<Language>> {
    if let LanguageChoice::Fixed(language) = params.language {
        return vec![Some(language)];
    }
    let reads = |language: &Language| {
        params.stop_words == StopWords::On && language.has_stop_words()
            || params.stem == Stem::On && language.has_stemmer()
            || params.removes_parts(Some(*language))
    };
    std::iter::once(None).chain(Language::all().filter(reads).map(Some)).collect()
}
