//! One document, processed by every stage, with all results stored for display and explanation. Tests compare it with
//! the corpus, which computes the same in fewer steps.

pub mod explain;
pub mod info;
pub mod left_out;
pub mod original;
pub mod pair;
pub mod passages;

use std::sync::{Arc, OnceLock};
use std::{ops::Range, path::Path};

use documents::{InProcess, Source, TextSection, hash_content};
use hashbrown::{HashMap, HashSet};
use xxhash_rust::xxh3::xxh3_128;

use self::info::{DocInfo, FileInfo, Languages, choose_languages, needs_parts_of_speech};
use self::left_out::IgnoredShingles;
use super::parameters::{LanguageChoice, Params, StopWords, shingle_params};
use crate::compare::Size;
use crate::pipeline::NoSource;
use crate::shingle::hash::set_begin_bit;
use crate::shingle::{
    CanonicalWord, Family, Minima, Shingle, Sketch, Window, make_shingles, word_hash_of_bytes,
};
use crate::text::normalize::stop_words::PHP_SHINGLES;
use crate::text::{
    Gatherer, Language, Normalizer, Part, Stretches, Tag, WordCache, tokenize_tagged,
};
use base::{path::DocPath, span::Span};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub span: Span,
    /// The word as it was read; equal words share their memory.
    pub text: Arc<str>,
    pub tag: Tag,
    pub language: Option<Language>,
    /// Index of the canonical word. `None` if the word does not count, for example a stop word.
    pub canonical: Option<u32>,
}

impl Word {
    /// Returns the part of speech of the word, if the comparison depends on it.
    pub fn part_of_speech(&self) -> Part {
        Part::from_tag(self.tag, &self.text)
    }
}

#[derive(Debug, Clone)]
pub struct Document {
    pub file: FileInfo,
    pub mixed: u32,
    pub reading: Stretches,
    pub text: Arc<str>,
    pub sections: Arc<[TextSection]>,
    /// True if words are ignored by part of speech, so all words have tags.
    pub is_tagged: bool,
    pub words: Vec<Word>,
    pub canonical: Vec<CanonicalWord>,
    /// For each canonical word, the index of the original word.
    pub origin: Vec<u32>,
    pub window: Window,
    /// All shingles in order, also those that sampling drops.
    pub shingles: Vec<Shingle>,
    reduced: Sketch,
    /// For each function, the smallest key of the retained shingles, computed at the first use.
    minima: OnceLock<Vec<u64>>,
    ignored: Arc<IgnoredShingles>,
}

struct Tokens {
    all: Vec<Word>,
    /// Languages detected from these words, or `None` if one language was chosen for all documents.
    detected: Option<Stretches>,
    mixed: u32,
    is_tagged: bool,
}

impl Tokens {
    fn tokenize_with_parts_of_speech(text: &str, params: &Params) -> Self {
        let detects = params.language == LanguageChoice::Auto;
        let (mut cache, mut languages) = (WordCache::new(detects), Gatherer::default());
        let (mut distinct, mut read) = (Vec::new(), Vec::new());
        let new = |distinct: &mut Vec<Arc<str>>, word: &str| {
            distinct.push(word.into());
            distinct.len() - 1
        };
        let (mixed, detected) = cache.read_words(
            text,
            params.words,
            detects.then_some(&mut languages),
            |word| new(&mut distinct, word),
            |span, _, at| read.push((span, at, Tag::default())),
        );
        let is_tagged = needs_parts_of_speech(detected.as_ref(), params);
        if is_tagged {
            read.clear();
            tokenize_tagged(text, params.words, &mut |span, word, tag| {
                let at = cache.get(word, Part::Other, || new(&mut distinct, word));
                read.push((span, at, tag));
            });
        }
        let word = |(span, at, tag): (Span, usize, Tag)| {
            let text = Arc::clone(&distinct[at]);
            Word { span, text, tag, language: None, canonical: None }
        };
        Self { all: read.into_iter().map(word).collect(), detected, mixed, is_tagged }
    }

    fn languages_of_words(&self, params: &Params) -> Stretches {
        choose_languages(params, self.detected.as_ref(), self.all.len())
    }
}

/// A cache of the canonical forms of a language.
struct CanonicalCache {
    normalizer: Normalizer,
    known: HashMap<(Arc<str>, Part), Option<CanonicalWord>>,
}

impl CanonicalCache {
    fn canonical_form(&mut self, word: &Word) -> Option<CanonicalWord> {
        let Self { normalizer, known } = self;
        let part = word.part_of_speech();
        let key = (Arc::clone(&word.text), part);
        let find_out = || {
            let (form, hash) = canonical_form(normalizer, &word.text, part)?;
            // Most words equal their canonical form, and share its memory.
            let is_same = *form == *word.text;
            let text = if is_same { Arc::clone(&word.text) } else { form.into() };
            Some(CanonicalWord { text, hash })
        };
        known.entry(key).or_insert_with(find_out).clone()
    }
}

/// Returns a hash of all canonical words in order, given their hashes. Only copies have the same hash; an empty text
/// has none. `bytes` is a scratch buffer.
pub fn hash_of_all_words(hashes: &[u64], bytes: &mut Vec<u8>) -> Option<u128> {
    if hashes.is_empty() {
        return None;
    }
    let length = hashes.len() * 8;
    if bytes.len() < length {
        bytes.resize(length, 0);
    }
    let bytes = bytes.get_mut(..length)?;
    for (eight, hash) in bytes.as_chunks_mut().0.iter_mut().zip(hashes) {
        *eight = hash.to_le_bytes();
    }
    Some(xxh3_128(bytes))
}

impl Document {
    pub fn read(path: &Path, bytes: &[u8], params: &Params) -> Result<Self, NoSource> {
        let source = Source::read(path, bytes, params.encoding, &InProcess::default())?;
        Ok(Self::from_source(source, params))
    }

    pub fn from_source(source: Source<'_>, params: &Params) -> Self {
        let (file, sections) = (FileInfo::from(&source), source.sections.into());
        Self { file, sections, ..Self::from_text(source.text.into(), params) }
    }

    pub fn from_text(whole: Arc<str>, params: &Params) -> Self {
        let words = Tokens::tokenize_with_parts_of_speech(&whole, params);
        let reading = words.languages_of_words(params);
        Self::from_words(whole, words, reading, params)
    }

    /// Like [`Self::from_text`], for a part that begins at byte `before` of `whole`. Reads the part in the languages
    /// that it has within `whole`.
    pub fn from_part_of_text(
        part: Arc<str>,
        (whole, before): (&str, usize),
        params: &Params,
    ) -> Self {
        let context = Tokens::tokenize_with_parts_of_speech(whole, params);
        let outside = context.all.partition_point(|word| (word.span.start as usize) < before);
        let words = Tokens::tokenize_with_parts_of_speech(&part, params);
        let inside = outside..outside + words.all.len();
        let reading = context.languages_of_words(params).of_words(inside);
        Self::from_words(part, words, reading, params)
    }

    fn from_words(whole: Arc<str>, read: Tokens, reading: Stretches, params: &Params) -> Self {
        let Tokens { all: mut words, mixed, is_tagged, .. } = read;
        let (mut canonical, mut origin) = (Vec::new(), Vec::new());
        let mut judges: HashMap<Option<Language>, CanonicalCache> = HashMap::new();
        for (range, language) in reading.word_ranges() {
            let judge = judges.entry(language).or_insert_with(|| CanonicalCache {
                normalizer: build_normalizer(params, language),
                known: HashMap::new(),
            });
            let has_parts = params.ignores_parts_of_speech(language);
            let start = range.start;
            for (at, word) in words.get_mut(range).unwrap_or_default().iter_mut().enumerate() {
                word.language = language;
                if !has_parts {
                    word.tag = Tag::default();
                }
                if let Some(form) = judge.canonical_form(word) {
                    origin.push((start + at) as u32);
                    word.canonical = Some(canonical.len() as u32);
                    canonical.push(form);
                }
            }
        }
        drop(judges);
        let cut = shingle_params(params);
        let shingles = make_shingles(&canonical.iter().collect::<Vec<_>>(), cut);
        let window = cut.window_over(canonical.len());
        Self {
            file: FileInfo::of_text(hash_content(whole.as_bytes())),
            sections: Arc::default(),
            mixed,
            reading,
            text: whole,
            is_tagged,
            words,
            canonical,
            origin,
            window,
            shingles,
            reduced: cut.sketch,
            minima: OnceLock::new(),
            ignored: Arc::default(),
        }
    }

    pub fn set_ignored_shingles(&mut self, left_out: &Arc<IgnoredShingles>) {
        self.ignored = Arc::clone(left_out);
    }

    pub const fn ignored_shingles(&self) -> &Arc<IgnoredShingles> {
        &self.ignored
    }

    pub fn is_counted(&self, shingle: &Shingle) -> bool {
        shingle.kept && !self.ignored.has_key(shingle.key)
    }

    fn span_of(&self, words: &Range<usize>) -> Span {
        Span::new(self.words[words.start].span.start, self.words[words.end - 1].span.end)
    }

    fn span_of_canonical(&self, words: &Range<usize>) -> Span {
        let word = |canonical: usize| self.words[self.origin[canonical] as usize].span;
        Span::new(word(words.start).start, word(words.end - 1).end)
    }

    pub fn count_words_before(&self, byte: u32) -> usize {
        self.origin.partition_point(|word| self.words[*word as usize].span.start < byte)
    }

    /// Returns the keys of the retained shingles, with repetitions and with ignored shingles.
    pub fn retained_keys(&self) -> impl Iterator<Item = u64> {
        self.shingles.iter().filter(|shingle| shingle.kept).map(|shingle| shingle.key)
    }

    pub fn spans_of_words(&self, counted: bool) -> Vec<Span> {
        let words = self.words.iter().filter(|word| word.canonical.is_some() == counted);
        words.map(|word| word.span).collect()
    }

    pub fn join_words_of_shingle(&self, shingle: usize) -> String {
        let words = self.canonical.get(self.window.words_of_shingle(shingle)).unwrap_or_default();
        words.iter().map(|word| &*word.text).collect::<Vec<_>>().join(" ")
    }

    /// Returns, for each function of a `MinHash` sketch, the smallest key of the retained shingles. Empty for other
    /// sketches and without shingles.
    pub fn minima(&self) -> &[u64] {
        self.minima.get_or_init(|| self.compute_minima())
    }

    fn compute_minima(&self) -> Vec<u64> {
        let keys = self.counted_keys();
        let mut minima = Minima::default();
        match self.reduced.functions() {
            Some((functions, Family::Fast)) => minima.compute_fast(&keys, functions).to_vec(),
            Some((functions, Family::Md5)) if !keys.is_empty() => {
                minima.start_md5(functions);
                let mut decided_words = HashSet::new();
                for (at, shingle) in self.shingles.iter().enumerate() {
                    if self.is_counted(shingle) && decided_words.insert(shingle.key) {
                        minima.add_md5(shingle.key, &self.join_words_of_shingle(at));
                    }
                }
                minima.finish_md5().to_vec()
            }
            Some((_, Family::Md5)) | None => Vec::new(),
        }
    }

    /// Returns the keys that are compared, ascending: those of retained shingles, or of the sketch.
    pub fn comparison_keys(&self) -> Vec<u64> {
        if self.reduced == Sketch::KEPT {
            return self.counted_keys();
        }
        let mut keys = Vec::new();
        self.reduced.append_keys(&mut keys, self.minima());
        keys.sort_unstable();
        keys
    }

    /// Returns the distinct keys of retained shingles that are not ignored, ascending.
    pub fn counted_keys(&self) -> Vec<u64> {
        let mut keys: Vec<u64> = self
            .shingles
            .iter()
            .filter(|shingle| self.is_counted(shingle))
            .map(|shingle| shingle.key)
            .collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Returns the keys of retained shingles that are not ignored, ascending, each with its first canonical word.
    pub fn counted_keys_with_places(&self) -> Vec<(u64, u32)> {
        let counted =
            self.shingles.iter().enumerate().filter(|(_, shingle)| self.is_counted(shingle));
        let placed =
            |(at, shingle): (usize, &Shingle)| (shingle.key, (at * self.window.step) as u32);
        let mut keys: Vec<_> = counted.map(placed).collect();
        keys.sort_unstable();
        keys
    }

    pub fn size(&self, shingles: usize) -> Size {
        Size { shingles: shingles as u32, words: self.canonical.len() as u32 }
    }

    pub fn identity(&self) -> Option<u128> {
        let hashes: Vec<u64> = self.canonical.iter().map(|word| word.hash).collect();
        hash_of_all_words(&hashes, &mut Vec::new())
    }

    /// Returns true if the two documents have the same canonical words, at least one.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        self.identity().is_some() && self.identity() == other.identity()
    }

    pub fn info(&self, path: DocPath, shingles: usize) -> DocInfo {
        DocInfo {
            path,
            file: self.file.clone(),
            languages: Languages::from_stretches(&self.reading),
            mixed: self.mixed,
            words: self.canonical.len() as u32,
            shingles: shingles as u32,
        }
    }
}

pub fn build_normalizer(params: &Params, language: Option<Language>) -> Normalizer {
    let language = params.language_in_use(language);
    let stop: Vec<&str> = match &params.stop_words {
        StopWords::On | StopWords::Inside => {
            language.and_then(Language::stop_words).unwrap_or_default().to_vec()
        }
        StopWords::Off => Vec::new(),
        StopWords::PhpShingles => PHP_SHINGLES.to_vec(),
        StopWords::List(list) => list.words.iter().map(String::as_str).collect(),
    };
    let added = params.stop_words_add.iter().flat_map(|list| &list.words).map(String::as_str);
    let (letters, stop) = (params.letter_folding(language), stop.into_iter().chain(added));
    let mut normalizer = Normalizer::new(language, letters, stop, params.stem);
    normalizer.parts = params.ignores_parts_of_speech(language);
    normalizer.inside = params.stop_words == StopWords::Inside;
    normalizer
}

/// Returns the canonical form of a word and its hash, or `None` if the word does not count.
pub fn canonical_form(normalizer: &Normalizer, word: &str, part: Part) -> Option<(String, u64)> {
    with_canonical_form(normalizer, word, part, |form, hash| {
        (String::from_utf8_lossy(form).into_owned(), hash)
    })
}

/// Calls `with` with the canonical form of a word and its hash, unless the word does not count. If stop words stay
/// inside shingles, the hash marks them.
pub fn with_canonical_form<T>(
    normalizer: &Normalizer,
    word: &str,
    part: Part,
    with: impl FnOnce(&[u8], u64) -> T,
) -> Option<T> {
    normalizer.with_counted_form(word, part, |form, begins| {
        let hash = word_hash_of_bytes(form);
        with(form, begins.map_or(hash, |begins| set_begin_bit(hash, begins)))
    })
}
