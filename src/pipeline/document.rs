//! One document taken through every stage the plain way, with everything kept: for what is shown or explained.
//! The corpus takes the remembered way; tests hold the two equal.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use hashbrown::{HashMap, HashSet};
use xxhash_rust::xxh3::xxh3_128;

use crate::base::path::DocPath;
use crate::base::span::Span;
use crate::compare::align::Kept;
use crate::shingle::hash::word_hash;
use crate::shingle::minhash::{Family, Minima};
use crate::shingle::sketch::{CanonicalWord, Shingle, ShingleParams, Sketch, shingles};
use crate::shingle::window::{ShortDocuments, Window};
use crate::text::language::Language;
use crate::text::normalize::{Decision, Normalizer};
use crate::text::pos::sentence::tokenize_tagged;
use crate::text::pos::{Part, Tag};
use crate::text::tokenize::tokenize;

use super::boilerplate::LeftOut;
use super::canon::normalizer;
use super::params::Params;
use super::snapshot::DocInfo;
use super::source::{NoSource, Source, content_of, language_of};

/// So many distinct words of a document are decided once each: far more than any language's text has, and few enough to
/// stay small in memory where the text is noise.
const REMEMBERED: usize = 1 << 18;
/// The encoding of a text that was not read from bytes.
const UTF8: &str = "UTF-8";

/// A word of the text and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Where it stands.
    pub span: Span,
    /// As it was read, shared by its occurrences.
    pub text: Arc<str>,
    /// What the tagger said of it, in a document that [is tagged](Document::is_tagged).
    pub tag: Tag,
    /// The index of its canonical word; `None` for a word that is not counted.
    pub canonical: Option<u32>,
}

impl Word {
    /// Its part of speech, as far as that matters.
    pub fn part(&self) -> Part {
        Part::of(self.tag, &self.text)
    }
}

/// A document with all stages' results.
#[derive(Debug, Clone)]
pub struct Document {
    /// 128-bit hash of the file's bytes.
    pub content: u128,
    /// The encoding's name.
    pub encoding: &'static str,
    /// Bytes that could not be decoded.
    pub undecoded: u64,
    /// Words that mix scripts by look-alikes.
    pub mixed: u32,
    /// The language it was read in; `None` where unsure.
    pub language: Option<Language>,
    /// The extracted text.
    pub text: Arc<str>,
    /// Whether its words have tags, and are left out by them.
    pub is_tagged: bool,
    /// Its words.
    pub words: Vec<Word>,
    /// Its canonical words.
    pub canonical: Vec<CanonicalWord>,
    /// For each canonical word, the index of the word it came from.
    pub origin: Vec<u32>,
    /// Where its shingles lie.
    pub window: Window,
    /// Its shingles in order, the dropped ones too.
    pub shingles: Vec<Shingle>,
    /// What stands for it when it is compared.
    reduced: Sketch,
    /// Its least kept shingles, once somebody asked for them.
    minima: OnceLock<Vec<u64>>,
    /// What is left out of the comparison.
    left_out: Arc<LeftOut>,
}

/// How `params` cut shingles.
pub fn shingle_params(params: &Params) -> ShingleParams {
    let short = if params.preset.is_some() {
        ShortDocuments::NoShingle
    } else {
        ShortDocuments::OneShingle
    };
    ShingleParams {
        width: params.width,
        step: params.step,
        hash: params.hash,
        modulo: params.modulo,
        short,
        sketch: params.sketch(),
    }
}

/// The identity of a sequence of canonical words, given their hashes: equal for exact copies, `None` for an empty one.
/// `bytes` is memory to work in.
pub fn identity_of(hashes: &[u64], bytes: &mut Vec<u8>) -> Option<u128> {
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

/// The canonical form of a word; `None` for one that is not counted. Most words are canonical as they stand and share their text.
fn canonical_of(text: &Arc<str>, part: Part, normalizer: &Normalizer) -> Option<CanonicalWord> {
    match normalizer.decide(text, part) {
        Decision::Keep(word) if *word == **text => {
            Some(CanonicalWord { hash: word_hash(&word), text: Arc::clone(text) })
        }
        Decision::Keep(word) => Some(CanonicalWord::new(&word)),
        Decision::StopWord | Decision::LeftOut => None,
    }
}

impl Document {
    /// Takes a file's bytes through every stage.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn read(path: &Path, bytes: &[u8], params: &Params) -> Result<Self, NoSource> {
        let source = Source::read(path, bytes, params.encoding)?;
        let language = language_of(&source.text, params);
        let (content, encoding, undecoded) = (source.content, source.encoding, source.undecoded);
        let behind = Self::of_text(source.text.into(), language, params);
        Ok(Self { content, encoding, undecoded, ..behind })
    }

    /// Takes a text that was extracted already through the stages behind that, in the language that it was found to have.
    pub fn of_text(whole: Arc<str>, language: Option<Language>, params: &Params) -> Self {
        let normalizer = normalizer(params, language);
        let is_tagged = params.removes_parts(language);
        let mut seen: [HashMap<Arc<str>, Option<CanonicalWord>>; Part::COUNT] = Default::default();
        let (mut words, mut canonical, mut origin) = (Vec::new(), Vec::new(), Vec::new());
        let mut take = |span: Span, text: &str, tag: Tag| {
            let part = Part::of(tag, text);
            let seen = &mut seen[part as usize];
            let (text, decided) = if let Some((text, decided)) = seen.get_key_value(text) {
                (Arc::clone(text), decided.clone())
            } else {
                let text: Arc<str> = text.into();
                let decided = canonical_of(&text, part, &normalizer);
                if seen.len() < REMEMBERED {
                    seen.insert(Arc::clone(&text), decided.clone());
                }
                (text, decided)
            };
            let index = decided.map(|word| {
                origin.push(words.len() as u32);
                canonical.push(word);
                canonical.len() as u32 - 1
            });
            words.push(Word { span, text, tag, canonical: index });
        };
        let mixed = if is_tagged {
            tokenize_tagged(&whole, params.words, &mut take)
        } else {
            tokenize(&whole, params.words, &mut |span, text| {
                take(span, text, Tag::default());
            })
        };
        drop(seen);
        let cut = shingle_params(params);
        let shingles = shingles(&canonical.iter().collect::<Vec<_>>(), cut);
        let window = cut.window(canonical.len());
        Self {
            content: content_of(whole.as_bytes()),
            encoding: UTF8,
            undecoded: 0,
            mixed,
            language,
            text: whole,
            is_tagged,
            words,
            canonical,
            origin,
            window,
            shingles,
            reduced: cut.sketch,
            minima: OnceLock::new(),
            left_out: Arc::default(),
        }
    }

    /// Leaves these shingles out of everything that is counted.
    pub fn leave_out(&mut self, left_out: &Arc<LeftOut>) {
        self.left_out = Arc::clone(left_out);
    }

    /// What is left out of it.
    pub const fn left_out(&self) -> &Arc<LeftOut> {
        &self.left_out
    }

    /// Whether a shingle is kept and not left out.
    pub fn counts(&self, shingle: &Shingle) -> bool {
        shingle.kept && !self.left_out.has(shingle.key)
    }

    /// The keys of its kept shingles, left out or not, as often as they occur.
    pub fn kept_keys(&self) -> impl Iterator<Item = u64> {
        self.shingles.iter().filter(|shingle| shingle.kept).map(|shingle| shingle.key)
    }

    /// Where its counted words stand, or those that were dropped.
    pub fn spans(&self, counted: bool) -> Vec<Span> {
        let words = self.words.iter().filter(|word| word.canonical.is_some() == counted);
        words.map(|word| word.span).collect()
    }

    /// The words of a shingle, joined by one space.
    pub fn joined(&self, shingle: usize) -> String {
        let words = self.canonical.get(self.window.words(shingle)).unwrap_or_default();
        words.iter().map(|word| &*word.text).collect::<Vec<_>>().join(" ")
    }

    /// The keys of its least kept shingles, by function; none without shingles, or where no functions are asked for.
    pub fn least(&self) -> &[u64] {
        self.minima.get_or_init(|| self.find_least())
    }

    fn find_least(&self) -> Vec<u64> {
        let kept = self.sketch();
        let mut minima = Minima::default();
        match self.reduced.functions() {
            Some((functions, Family::Fast)) => minima.fast(&kept, functions).to_vec(),
            Some((functions, Family::Md5)) if !kept.is_empty() => {
                minima.start_md5(functions);
                let mut seen = HashSet::new();
                for (at, shingle) in self.shingles.iter().enumerate() {
                    if self.counts(shingle) && seen.insert(shingle.key) {
                        minima.take_md5(shingle.key, &self.joined(at));
                    }
                }
                minima.finish_md5().to_vec()
            }
            Some((_, Family::Md5)) | None => Vec::new(),
        }
    }

    /// The keys that it is compared by, ascending: those of its kept shingles, or those that stand for them.
    pub fn digest(&self) -> Vec<u64> {
        if self.reduced == Sketch::Kept {
            return self.sketch();
        }
        let mut keys = Vec::new();
        self.reduced.extend(&mut keys, self.least());
        keys.sort_unstable();
        keys
    }

    /// The distinct keys of its kept shingles that count, ascending.
    pub fn sketch(&self) -> Vec<u64> {
        let mut kept: Vec<u64> = self
            .shingles
            .iter()
            .filter(|shingle| self.counts(shingle))
            .map(|shingle| shingle.key)
            .collect();
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    /// The keys of its kept shingles by the canonical word that each begins at, for alignment; only those in `shared`,
    /// ascending, since no other can be in a passage.
    pub fn kept_by_position(&self, shared: &[u64]) -> Vec<Option<u64>> {
        let is_shared = |key: &u64| shared.binary_search(key).is_ok();
        let last = self.shingles.len().checked_sub(1);
        let mut positions = vec![None; last.map_or(0, |last| self.window.words(last).start + 1)];
        for (at, shingle) in self.shingles.iter().enumerate() {
            let kept = self.counts(shingle).then_some(shingle.key);
            positions[self.window.words(at).start] = kept.filter(is_shared);
        }
        positions
    }

    /// Ready to be aligned, with the keys that [`Self::kept_by_position`] gave.
    pub fn kept<'a>(&self, keys: &'a [Option<u64>]) -> Kept<'a> {
        Kept { keys, width: self.window.width, words: self.canonical.len() }
    }

    /// The identity of its canonical words; `None` when it has none.
    pub fn identity(&self) -> Option<u128> {
        let hashes: Vec<u64> = self.canonical.iter().map(|word| word.hash).collect();
        identity_of(&hashes, &mut Vec::new())
    }

    /// Whether it and `other` are exact copies: the same bytes or the same canonical words, and neither empty.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        match (self.identity(), other.identity()) {
            (Some(left), Some(right)) => left == right || self.content == other.content,
            _ => false,
        }
    }

    /// The document as lists show it.
    pub fn info(&self, path: DocPath, shingles: usize) -> DocInfo {
        DocInfo {
            path,
            language: self.language,
            encoding: self.encoding,
            undecoded: self.undecoded,
            mixed: self.mixed,
            words: self.canonical.len() as u32,
            shingles: shingles as u32,
        }
    }
}
