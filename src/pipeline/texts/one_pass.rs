//! From bytes to sketches in one pass, without saved words: for runs whose parameters cannot change. [`super::record`]
//! saves words for the corpus; tests compare both ways.

use std::sync::{Mutex, PoisonError};

use documents::Source;

use super::nodes::{NodeId, Nodes};
use super::record::{DocWords, ReadInfo, rows};
use super::sketches::last_sketch;
use crate::base::{cancel::Cancel, ids::TokenId, lock::locked, path::DocPath, workers::share};
use crate::compare::{Scatter, Store};
use crate::pipeline::document::canonical::{canonical_hash, normalizer};
use crate::pipeline::document::identity_of;
use crate::pipeline::document::info::{Languages, are_detected, may_be_tagged};
use crate::pipeline::parameters::{LanguageChoice, Params, shingle_params};
use crate::pipeline::source::{NoSource, catch_panic};
use crate::shingle::hash::{word_hash_of_eight, word_hash_of_sixteen};
use crate::shingle::{ShingleParams, Sketcher, needs_texts, word_hash_of};
use crate::text::{
    Eights, Gatherer, Language, Lexicon, LexiconReader, Normalizer, OpenEvidence, Part, Prior,
    StretchLanguage, Stretches, WordCache, each_part, tokenize,
};

/// Collects the sketches of a whole folder.
///
/// Languages of documents are detected only if results depend on them.
#[derive(Debug)]
pub struct OnePass<'a> {
    params: &'a Params,
    store: Store,
    nodes: Mutex<Nodes>,
    /// The open words of the documents that wait for the folder's languages.
    lexicon: Lexicon,
    /// True if the evidence of open words is saved.
    keeps_evidence: bool,
}

/// A processed document.
#[derive(Debug)]
pub struct SketchedDocument {
    /// How it was read, and in which languages; without its words.
    pub record: DocWords,
    /// Its distinct text; `None` without canonical words, and while it waits.
    pub node: Option<NodeId>,
    /// A document with open words; it waits until all documents have passed.
    pub waits: Option<Box<OpenDocument>>,
}

impl<'a> OnePass<'a> {
    /// Returns a collector for a folder's documents. `None` if words must be saved: for a hash of their text, and for
    /// passages.
    pub fn new(params: &'a Params) -> Option<Self> {
        let serves = !needs_texts(shingle_params(params)) && params.passage.is_none();
        serves.then(|| Self {
            params,
            store: Store::default(),
            nodes: Mutex::default(),
            lexicon: Lexicon::default(),
            keeps_evidence: false,
        })
    }

    /// Adds texts that were sketched before.
    #[must_use]
    pub fn beside(self, (nodes, store): (Nodes, Store)) -> Self {
        Self { nodes: Mutex::new(nodes), store, ..self }
    }

    /// Saves the [evidence of open words](ReadInfo::evidence), for a sketch file.
    #[must_use]
    pub fn keeping_evidence(mut self) -> Self {
        self.keeps_evidence = true;
        self
    }

    /// Returns the stages for one of several threads.
    pub fn thread(&self) -> OnePassThread<'_> {
        OnePassThread {
            passing: self,
            cut: shingle_params(self.params),
            hashers: Vec::new(),
            last: None,
            languages: Gatherer::default(),
            words: self.lexicon.reader(false),
            hashes: Vec::new(),
            gathered: Vec::new(),
            bytes: Vec::new(),
            sketcher: Sketcher::default(),
            scatter: self.store.scatter(),
        }
    }

    /// Takes the waiting documents through the remaining stages, after the folder's languages are known. Returns the
    /// languages and the text of each.
    pub fn pass_open(
        &self,
        documents: &[(DocPath, Box<OpenDocument>)],
        prior: &Prior,
    ) -> Vec<(Stretches, Option<NodeId>)> {
        let passed = share(
            documents.len(),
            DOCUMENTS_A_PIECE,
            &Cancel::never(),
            || self.thread(),
            |thread, range| {
                let waiting = documents[range].iter();
                waiting.map(|(_, document)| thread.pass_open(document, prior)).collect::<Vec<_>>()
            },
            OnePassThread::finish,
        );
        // Never cancelled, so always complete.
        passed.unwrap_or_default().into_iter().flatten().collect()
    }

    /// Returns the distinct texts and their sketches, after all threads are [finished](OnePassThread::finish).
    pub fn finish(self) -> (Nodes, Store) {
        (self.nodes.into_inner().unwrap_or_else(PoisonError::into_inner), self.store)
    }
}

/// Number of waiting documents per task of a thread.
const DOCUMENTS_A_PIECE: usize = 32;

/// The stages of a thread; its buffers are reused for every document.
#[derive(Debug)]
pub struct OnePassThread<'a> {
    passing: &'a OnePass<'a>,
    cut: ShingleParams,
    /// A hasher for each language so far.
    hashers: Vec<WordHasher>,
    /// The language of most words of the last document with a language. The next document is hashed in it until its
    /// words disagree.
    last: Option<Language>,
    languages: Gatherer,
    words: LexiconReader<'a>,
    hashes: Vec<u64>,
    /// The hashes of all words in `last`, while some words are hashed in another language.
    gathered: Vec<u64>,
    bytes: Vec<u8>,
    sketcher: Sketcher,
    scatter: Scatter<'a>,
}

impl OnePassThread<'_> {
    /// Takes a document's text through every stage.
    ///
    /// # Errors
    /// [`NoSource::Text`], because a stage panicked.
    pub fn pass(&mut self, source: &Source<'_>) -> Result<SketchedDocument, NoSource> {
        let (info, reading, waits) = catch_panic(|| Ok(self.canonise(source)))?;
        let node = if waits.is_some() { None } else { self.sketch() };
        let record = DocWords::without_words(info, reading);
        Ok(SketchedDocument { record, node, waits })
    }

    /// Returns the text of the current canonical words, sketched if new; `None` without words.
    fn sketch(&mut self) -> Option<NodeId> {
        let identity = identity_of(&self.hashes, &mut self.bytes)?;
        let nodes = || locked(&self.passing.nodes);
        let (id, is_new) = nodes().add(identity, self.hashes.len() as u32);
        if is_new {
            let keys = self.sketcher.sketch(&self.hashes, &[], self.cut);
            self.scatter.add(id, keys);
            let keys = keys.len() as u32;
            let sketched = last_sketch(&self.sketcher, keys, self.passing.params);
            nodes().set_sketched(id, sketched);
        }
        Some(id)
    }

    /// Takes a waiting document through the remaining stages.
    fn pass_open(&mut self, document: &OpenDocument, prior: &Prior) -> (Stretches, Option<NodeId>) {
        let Self { passing: OnePass { params, lexicon, .. }, hashers, hashes, .. } = self;
        let reading = document.reading(prior, lexicon);
        document.hashes(&reading, lexicon, hashes, |language, word, part| {
            let hash = of_language(hashers, params, language).hash(word, part);
            (hash != DROPPED).then_some(hash)
        });
        (reading, self.sketch())
    }

    /// Flushes buffered keys.
    pub fn finish(self) {
        self.scatter.finish();
    }

    fn canonise(
        &mut self,
        source: &Source<'_>,
    ) -> (ReadInfo, Stretches, Option<Box<OpenDocument>>) {
        let (text, params) = (&*source.text, self.passing.params);
        let one = match params.language {
            LanguageChoice::Fixed(language) => Some(StretchLanguage::Sure(language)),
            LanguageChoice::Auto => (!are_detected(params)).then_some(StretchLanguage::Unknown),
        };
        if let Some(one) = one {
            let tagged = params.removes_parts(one.language());
            let (mixed, words) = self.hash_in(text, one.language(), tagged);
            return (ReadInfo::new(source, mixed, None, tagged), Stretches::one(words, one), None);
        }
        // Hashed in the last document's language; includes dropped words.
        self.hashes.clear();
        let (sampled, languages) = (&mut self.hashes, &mut self.languages);
        let hasher = of_language(&mut self.hashers, params, self.last);
        let (mixed, detected) =
            hasher.read(text, params, Some(languages), |hash| sampled.push(hash));
        let detected = detected.unwrap_or(Stretches::one(0, StretchLanguage::Unknown));
        let tagged = may_be_tagged(Some(&detected), params);
        let only = detected.only().map(StretchLanguage::language);
        let waits = if tagged || only != Some(self.last) || detected.is_open() {
            self.words_as(text, &detected, tagged)
        } else {
            drop_dropped(&mut self.hashes);
            None
        };
        self.last = Languages::from_stretches(&detected).main().or(self.last);
        let mut info = ReadInfo::new(source, mixed, Some(detected.clone()), tagged);
        if let (Some(document), true) = (&waits, self.passing.keeps_evidence) {
            info.evidence = document.evidence(&self.passing.lexicon);
        }
        (info, detected, waits)
    }

    /// Computes the hashes of a text's words, all in one language. Returns the numbers of disguised words and of all
    /// words.
    fn hash_in(&mut self, text: &str, language: Option<Language>, tagged: bool) -> (u32, u32) {
        let params = self.passing.params;
        let hasher = of_language(&mut self.hashers, params, language);
        let words = &mut self.hashes;
        words.clear();
        if hasher.normalizer.only_folds() && !tagged {
            let WordHasher { normalizer, words: known, .. } = hasher;
            let mixed = tokenize(text, params.words, &mut |span, word| {
                let eights = Eights::in_text(text.as_bytes(), span.start, word);
                let find_out = || normalizer.with_folded(word, word_hash_of);
                let folded = folded_hash(normalizer, word.len() as u32, eights);
                words.push(folded.unwrap_or_else(|| known.get(word, Part::Other, find_out)));
            });
            return (mixed, words.len() as u32);
        }
        let mixed = if tagged {
            each_part(text, params.words, true, |word, part| words.push(hasher.hash(word, part)))
        } else {
            hasher.read(text, params, None, |hash| words.push(hash)).0
        };
        let count = words.len() as u32;
        drop_dropped(words);
        (mixed, count)
    }

    /// Computes the hashes of a text's words, each in the language of its stretch. Returns the words with an open
    /// language, if there are any.
    fn words_as(
        &mut self,
        text: &str,
        detected: &Stretches,
        tagged: bool,
    ) -> Option<Box<OpenDocument>> {
        let params = self.passing.params;
        let Self { hashers, hashes, gathered, words, last, .. } = self;
        std::mem::swap(hashes, gathered);
        hashes.clear();
        let mut stretches = detected.runs();
        let (mut at, mut end) = (0, 0);
        let mut open = OpenWords::default();
        let mut way = WordsWay::Open;
        each_part(text, params.words, tagged, |word, part| {
            while at >= end
                && let Some((range, next)) = stretches.next()
            {
                end = range.end;
                way = match next {
                    StretchLanguage::Open(_) => {
                        open.begin(hashes.len());
                        WordsWay::Open
                    }
                    found if !tagged && found.language() == *last => WordsWay::Gathered,
                    found => WordsWay::Hashed(place_of(hashers, params, found.language())),
                };
            }
            match way {
                WordsWay::Open => open.push(words.intern_as(word, part)),
                WordsWay::Gathered => push(hashes, gathered.get(at).copied().unwrap_or(DROPPED)),
                WordsWay::Hashed(place) => push(hashes, hashers[place].hash(word, part)),
            }
            at += 1;
        });
        detected.is_open().then(|| Box::new(open.finish(detected.clone(), hashes)))
    }
}

/// Source of the word hashes of a stretch.
#[derive(Clone, Copy)]
enum WordsWay {
    /// Waiting.
    Open,
    /// Hashed already in their language. That takes 3 % off a run if a third of the texts have several languages.
    Gathered,
    /// Hashed by the hasher at this place.
    Hashed(usize),
}

/// Caches the canonical hash of each word of a language.
#[derive(Debug)]
struct WordHasher {
    language: Option<Language>,
    normalizer: Normalizer,
    /// The hash of each word's canonical form, or [`DROPPED`].
    words: WordCache<u64>,
}

/// Marks a dropped word; words do not have this hash.
const DROPPED: u64 = 0;

impl WordHasher {
    fn new(language: Option<Language>, params: &Params) -> Self {
        let words = WordCache::new(are_detected(params));
        Self { language, normalizer: normalizer(params, language), words }
    }

    /// Passes the hash of each word of a text to `take`, for languages without parts of speech.
    fn read(
        &mut self,
        text: &str,
        params: &Params,
        languages: Option<&mut Gatherer>,
        mut take: impl FnMut(u64),
    ) -> (u32, Option<Stretches>) {
        let Self { normalizer, words, .. } = self;
        let find_out = |word: &str| hash_of(normalizer, word, Part::Other);
        words.read(text, params.words, languages, find_out, |_, _, hash| take(hash))
    }

    fn hash(&mut self, word: &str, part: Part) -> u64 {
        let Self { normalizer, words, .. } = self;
        words.get(word, part, || hash_of(normalizer, word, part))
    }
}

fn hash_of(normalizer: &Normalizer, word: &str, part: Part) -> u64 {
    canonical_hash(normalizer, word, part).unwrap_or(DROPPED)
}

/// Returns the place of a language's hasher, added if missing.
fn place_of(hashers: &mut Vec<WordHasher>, params: &Params, language: Option<Language>) -> usize {
    hashers.iter().position(|hasher| hasher.language == language).unwrap_or_else(|| {
        hashers.push(WordHasher::new(language, params));
        hashers.len() - 1
    })
}

fn of_language<'h>(
    hashers: &'h mut Vec<WordHasher>,
    params: &Params,
    language: Option<Language>,
) -> &'h mut WordHasher {
    let place = place_of(hashers, params, language);
    &mut hashers[place]
}

fn push(hashes: &mut Vec<u64>, hash: u64) {
    if hash != DROPPED {
        hashes.push(hash);
    }
}

/// Removes the hashes of dropped words. Without a branch, which a processor could not predict.
fn drop_dropped(hashes: &mut Vec<u64>) {
    let mut count = 0;
    for place in 0..hashes.len() {
        let hash = hashes[place];
        hashes[count] = hash;
        count += usize::from(hash != DROPPED);
    }
    hashes.truncate(count);
}

/// Returns the hash of a word of ASCII, up to sixteen letters, if at most its case changes; `None` for other words.
///
/// This covers nearly every word. Its case is folded while hashing, without a branch on the length of words of up to
/// eight letters. That takes 5 % off a run over English. Caching the others takes a third off a run over Chinese.
#[inline]
fn folded_hash(normalizer: &Normalizer, length: u32, eights: Option<Eights>) -> Option<u64> {
    let fold = |eight| normalizer.fold_eight(eight);
    match eights {
        Some(Eights::One(eight)) if eight & BEYOND_ASCII == 0 => {
            Some(word_hash_of_eight(fold(eight), length))
        }
        Some(Eights::Two(first, last)) if (first | last) & BEYOND_ASCII == 0 => {
            Some(word_hash_of_sixteen(fold(first), fold(last), length))
        }
        _ => None,
    }
}

/// The highest bits of eight bytes, which ASCII leaves 0.
const BEYOND_ASCII: u64 = 0x8080_8080_8080_8080;

/// The words of a document with open stretches: hashes in sure languages, numbers of a lexicon in open stretches.
#[derive(Debug)]
pub struct OpenDocument {
    /// The languages detected from its words.
    detected: Stretches,
    /// The hashes of the canonical words outside open stretches, in order.
    hashes: Box<[u64]>,
    /// The words of the open stretches, in order, before any is dropped.
    open: Box<[TokenId]>,
    /// For each open stretch, the number of hashes before it.
    before: Box<[u32]>,
}

/// The open words of a document while it is read.
#[derive(Debug, Default)]
pub struct OpenWords {
    words: Vec<TokenId>,
    before: Vec<u32>,
}

impl OpenWords {
    /// Begins an open stretch after this many hashes.
    pub fn begin(&mut self, hashes: usize) {
        self.before.push(hashes as u32);
    }

    /// Adds an open word.
    pub fn push(&mut self, word: TokenId) {
        self.words.push(word);
    }

    /// Returns the document with its detected languages and the hashes of its other words.
    pub fn finish(self, detected: Stretches, hashes: &[u64]) -> OpenDocument {
        let Self { words, before } = self;
        OpenDocument { detected, hashes: hashes.into(), open: words.into(), before: before.into() }
    }
}

impl OpenDocument {
    /// Returns the languages of its words, by detection and the folder's languages.
    pub fn reading(&self, prior: &Prior, lexicon: &Lexicon) -> Stretches {
        let mut rest = &*self.open;
        self.detected.settled(|script, range| {
            let words = rest.split_off(..range.len()).unwrap_or_default();
            prior.answer(script, rows(words, lexicon))
        })
    }

    /// Returns the evidence of its open stretches, in order.
    fn evidence(&self, lexicon: &Lexicon) -> Box<[OpenEvidence]> {
        let mut rest = &*self.open;
        let open = self.detected.open().map(|(script, range)| {
            let words = rest.split_off(..range.len()).unwrap_or_default();
            OpenEvidence::new(script, rows(words, lexicon))
        });
        open.collect()
    }

    /// Writes the hashes of all canonical words to `hashes`, in order. `judge` returns the hash of an open word in a
    /// language, `None` for a dropped word.
    pub fn hashes(
        &self,
        reading: &Stretches,
        lexicon: &Lexicon,
        hashes: &mut Vec<u64>,
        mut judge: impl FnMut(Option<Language>, &str, Part) -> Option<u64>,
    ) {
        hashes.clear();
        let (mut sure, mut open, mut done) = (&*self.hashes, &*self.open, 0);
        for ((_, range), before) in self.detected.open().zip(&self.before) {
            let before_open = sure.split_off(..(before - done) as usize).unwrap_or_default();
            hashes.extend_from_slice(before_open);
            done = *before;
            let language = reading.at(range.start).language();
            let words = open.split_off(..range.len()).unwrap_or_default();
            hashes.extend(
                words.iter().filter_map(|id| {
                    lexicon.with_word(*id, |word, part| judge(language, word, part))
                }),
            );
        }
        hashes.extend_from_slice(sure);
    }
}

#[cfg(test)]
mod tests {
    use crate::shingle::hash::word_hash;
    use crate::text::pos::Part;
    use crate::text::{Case, Decision, Normalizer, Stem, StopList};

    use super::{Eights, folded_hash};

    #[test]
    fn a_word_is_hashed_as_it_is_decided() {
        let letters = ["a", "Z", "é", "É", "я", "Я", "ß", "İ", "漢", "'", "7"];
        let words = (1..20).flat_map(|length| {
            let whole = letters.map(|letter| letter.repeat(length));
            let within = letters.map(|letter| format!("{}{letter}", "Ab".repeat(length)));
            let before = letters.map(|letter| format!("{letter}{}", "x".repeat(length)));
            whole.into_iter().chain(within).chain(before)
        });
        for word in words {
            for case in [Case::Unicode, Case::Ascii, Case::Keep] {
                let normalizer = Normalizer::new(None, case, StopList::Empty, None, Stem::Off);
                let Decision::Keep(form) = normalizer.decide(&word, Part::Other) else {
                    panic!("{word}")
                };
                for behind in ["", " ", " Ünd", " and others"] {
                    let text = format!("Ab {word}{behind}");
                    let eights =
                        Eights::in_text(text.as_bytes(), 3, text.get(3..3 + word.len()).unwrap());
                    let found = folded_hash(&normalizer, word.len() as u32, eights);
                    assert!(found.is_none_or(|found| found == word_hash(&form)), "{text} {case:?}");
                    let is_short = word.is_ascii() && word.len() <= 8;
                    assert!(found.is_some() || !is_short || behind.len() < 8, "{text}");
                }
            }
        }
    }
}

#[cfg(test)]
mod open_document_tests {
    use super::{Language, Lexicon, OpenWords, Prior, StretchLanguage, Stretches};
    use crate::text::language::evidence::Script;
    use crate::text::language::folder::Tally;
    use crate::text::pos::Part;

    #[test]
    fn open_words_go_back_to_where_they_stood_in_the_language_of_the_folder() {
        let german = Language::from_code("de");
        let sure = StretchLanguage::Sure(german.unwrap());
        let open = StretchLanguage::Open(Script::Latin);
        let lexicon = Lexicon::default();
        let (mut words, mut waiting) = (lexicon.reader(false), OpenWords::default());
        waiting.begin(0);
        for word in ["list", "und"] {
            waiting.push(words.intern_as(word, Part::Other));
        }
        // Two of the three words between are left.
        waiting.begin(2);
        waiting.push(words.intern_as("tables", Part::Other));
        let detected = Stretches::in_row([(2, open), (3, sure), (1, open), (1, sure)]);
        let document = waiting.finish(detected, &[11, 12, 13]);

        let mut tally = Tally::default();
        tally.add(&Stretches::one(9, sure));
        let reading = document.reading(&Prior::from_tally(&tally), &lexicon);
        assert!(!reading.is_open());
        assert_eq!(reading.at(1), StretchLanguage::Folder(german.unwrap()));
        let mut hashes = vec![99];
        document.hashes(&reading, &lexicon, &mut hashes, |language, word, _| {
            assert_eq!(language, german);
            (word != "und").then_some(word.len() as u64)
        });
        assert_eq!(hashes, [4, 11, 12, 6, 13]);
    }
}
