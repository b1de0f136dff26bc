//! From bytes to sketches in one pass, with nothing kept between: for a run whose parameters cannot change any more. The
//! corpus that [`super::record`] serves takes the remembered way; tests hold the two equal.

use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;

use crate::base::memo::{Memo, random_odd};
use crate::compare::store::{Scatter, Store};
use crate::pipeline::document::canonical::{canonical, normalizer};
use crate::pipeline::document::identity_of;
use crate::pipeline::document::languages::may_be_tagged;
use crate::pipeline::parameters::{LanguageChoice, Params, shingle_params};
use crate::pipeline::source::{NoSource, Source, careful};
use crate::shingle::hash::{word_hash, word_hash_of, word_hash_of_eight, word_hash_of_sixteen};
use crate::shingle::sketch::{ShingleParams, Sketcher, needs_texts};
use crate::text::language::Language;
use crate::text::language::evidence::{EvidenceRow, row_at_a_glance};
use crate::text::language::stretches::{StretchLanguage, Stretches};
use crate::text::language::units::Gatherer;
use crate::text::lexicon::Lexicon;
use crate::text::normalize::Normalizer;
use crate::text::pos::Part;
use crate::text::pos::sentence::tokenize_tagged;
use crate::text::tokenize::tokenize;

use super::nodes::{NodeId, Nodes};
use super::record::{About, Record, Records};
use super::sketches::last_sketch;

/// Where the sketches of a whole folder come together.
#[derive(Debug)]
pub struct Passing<'a> {
    params: &'a Params,
    store: Store,
    nodes: Mutex<Nodes>,
    /// The words of the documents that wait for the folder's languages.
    lexicon: Lexicon,
}

/// A document that has passed.
#[derive(Debug)]
pub struct Passed {
    /// How it was read, and in which languages; with its words where these leave a language open: such a document waits
    /// until all have passed.
    pub record: Record,
    /// Its text among the distinct ones; `None` without canonical words, and while it waits.
    pub node: Option<NodeId>,
}

impl<'a> Passing<'a> {
    /// Ready for a folder's documents. `None` where a hash is asked for that is taken of the words' text.
    pub fn new(params: &'a Params) -> Option<Self> {
        let serves = !needs_texts(shingle_params(params));
        serves.then(|| Self {
            params,
            store: Store::default(),
            nodes: Mutex::default(),
            lexicon: Lexicon::default(),
        })
    }

    /// A way through for one of several threads.
    pub fn lane(&self) -> Lane<'_> {
        Lane {
            passing: self,
            cut: shingle_params(self.params),
            judges: HashMap::new(),
            last: None,
            languages: Gatherer::default(),
            records: Records::without_detection(self.params, &self.lexicon),
            hashes: Vec::new(),
            bytes: Vec::new(),
            sketcher: Sketcher::default(),
            scatter: self.store.scatter(),
        }
    }

    /// The distinct texts, their sketches and the words of those that wait, when all lanes are [finished](Lane::finish).
    pub fn finish(self) -> (Nodes, Store, Lexicon) {
        let nodes = self.nodes.into_inner().unwrap_or_else(PoisonError::into_inner);
        (nodes, self.store, self.lexicon)
    }
}

/// One thread's way from bytes to sketches; its memory serves one document after the other.
#[derive(Debug)]
pub struct Lane<'a> {
    passing: &'a Passing<'a>,
    cut: ShingleParams,
    judges: HashMap<Option<Language>, WordJudge>,
    /// The language of the last document: the next is taken for the same until its words tell otherwise.
    last: Option<Language>,
    languages: Gatherer,
    records: Records<'a>,
    hashes: Vec<u64>,
    bytes: Vec<u8>,
    sketcher: Sketcher,
    scatter: Scatter<'a>,
}

/// How a document's words were come by.
enum WordsTaken {
    /// Their hashes are there.
    Hashed(About, Stretches),
    /// They wait for the folder's languages.
    Waits(Record),
}

impl Lane<'_> {
    /// Takes a document's text through every stage.
    ///
    /// # Errors
    /// [`NoSource::GaveUp`]: a stage panicked.
    pub fn pass(&mut self, source: &Source<'_>) -> Result<Passed, NoSource> {
        let taken = careful(|| Ok(self.canonise(source)));
        if taken.is_err() {
            self.languages = Gatherer::default();
        }
        let record = match taken? {
            WordsTaken::Hashed(about, reading) => Record::without_words(about, reading),
            WordsTaken::Waits(record) => return Ok(Passed { record, node: None }),
        };
        let node = identity_of(&self.hashes, &mut self.bytes).map(|identity| {
            let nodes = || self.passing.nodes.lock().unwrap_or_else(PoisonError::into_inner);
            let (id, is_new) = nodes().add(identity, self.hashes.len() as u32);
            if is_new {
                let keys = self.sketcher.sketch(&self.hashes, &[], self.cut);
                self.scatter.add(id, keys);
                let keys = keys.len() as u32;
                let sketched = last_sketch(&self.sketcher, keys, self.passing.params);
                nodes().set_sketched(id, sketched);
            }
            id
        });
        Ok(Passed { record, node })
    }

    /// Hands over what is still collected.
    pub fn finish(self) {
        self.scatter.finish();
    }

    /// The hashes of the canonical words.
    fn canonise(&mut self, source: &Source<'_>) -> WordsTaken {
        let params = self.passing.params;
        let fixed = match params.language {
            LanguageChoice::Fixed(language) => Some(language),
            LanguageChoice::Auto => None,
        };
        let mut mixed = 0;
        let detected = match fixed {
            Some(_) => None,
            None => Some(self.gather(&source.text, &mut mixed)),
        };
        if detected.as_ref().is_some_and(Stretches::is_open) {
            let draft = self.records.take(source, detected);
            let block = self.records.finish();
            return WordsTaken::Waits(draft.settle(&block));
        }
        let tagged = may_be_tagged(detected.as_ref(), params);
        let reading = match (&detected, fixed) {
            (Some(detected), _) => detected.clone(),
            (None, language) => {
                let words = self.words_in(&source.text, (language, tagged), &mut mixed);
                Stretches::one(
                    words,
                    language.map_or(StretchLanguage::Unknown, StretchLanguage::Sure),
                )
            }
        };
        if let Some(detected) = &detected {
            let only = detected.only().map(StretchLanguage::language);
            if tagged || only != Some(self.last) {
                self.words_as(&source.text, detected, tagged);
            }
            // The first stretch tells as much of the next document as any.
            self.last = detected.at(0).language();
        }
        WordsTaken::Hashed(About::of(source, mixed, detected, tagged), reading)
    }

    /// The languages of a text, and the hashes of its words as if it were in the last document's. Tells how many mix scripts.
    fn gather(&mut self, text: &str, mixed: &mut u32) -> Stretches {
        let (params, language) = (self.passing.params, self.last);
        let judge = judge(&mut self.judges, params, language);
        let (hashes, languages) = (&mut self.hashes, &mut self.languages);
        hashes.clear();
        *mixed = tokenize(text, params.words, &mut |span, word| {
            let Judged { hash, row } = judge.judge(word, Part::Other);
            languages.word(text, span, word, row);
            push(hashes, hash);
        });
        languages.finish(text)
    }

    /// The hashes of a text's words, all in one language; how many words it has. Tells how many mix scripts.
    fn words_in(
        &mut self,
        text: &str,
        (language, tagged): (Option<Language>, bool),
        mixed: &mut u32,
    ) -> u32 {
        let params = self.passing.params;
        let judge = judge(&mut self.judges, params, language);
        let (hashes, mut words) = (&mut self.hashes, 0);
        hashes.clear();
        if tagged {
            *mixed = tokenize_tagged(text, params.words, &mut |_, word, tag| {
                words += 1;
                push(hashes, judge.judge(word, Part::of(tag, word)).hash);
            });
        } else if judge.normalizer.only_folds() {
            let normalizer = &judge.normalizer;
            let bytes = text.as_bytes();
            *mixed = tokenize(text, params.words, &mut |span, word| {
                hashes.push(folded_hash(normalizer, word, Eights::of(bytes, span.start, word)));
            });
            words = hashes.len() as u32;
        } else {
            *mixed = tokenize(text, params.words, &mut |_, word| {
                words += 1;
                push(hashes, judge.judge(word, Part::Other).hash);
            });
        }
        words
    }

    /// The hashes of a text's words, each in the language of its stretch.
    fn words_as(&mut self, text: &str, detected: &Stretches, tagged: bool) {
        let params = self.passing.params;
        let (judges, hashes) = (&mut self.judges, &mut self.hashes);
        hashes.clear();
        let mut stretches = detected.runs();
        let (mut at, mut end, mut language) = (0, 0, None);
        let mut take = |word: &str, part: Part| {
            while at >= end
                && let Some((range, detected)) = stretches.next()
            {
                (end, language) = (range.end, detected.language());
            }
            at += 1;
            push(hashes, judge(judges, params, language).judge(word, part).hash);
        };
        if tagged {
            tokenize_tagged(text, params.words, &mut |_, word, tag| {
                take(word, Part::of(tag, word));
            });
        } else {
            tokenize(text, params.words, &mut |_, word| take(word, Part::Other));
        }
    }
}

fn judge<'j>(
    judges: &'j mut HashMap<Option<Language>, WordJudge>,
    params: &Params,
    language: Option<Language>,
) -> &'j mut WordJudge {
    judges.entry(language).or_insert_with(|| {
        let asks = params.language == LanguageChoice::Auto;
        WordJudge::new(normalizer(params, language), asks)
    })
}

fn push(hashes: &mut Vec<u64>, hash: u64) {
    if hash != DROPPED {
        hashes.push(hash);
    }
}

/// The hash of a word whose case is all that may change.
///
/// Nearly every word is short and of ASCII letters: its case is folded on the way into the hash, capitals or not, and without
/// a branch that hangs on how long a word of up to eight letters is. That takes 5 % off a run over English.
#[inline]
fn folded_hash(normalizer: &Normalizer, word: &str, eights: Option<Eights>) -> u64 {
    let length = word.len() as u32;
    let fold = |eight| normalizer.fold_eight(eight);
    match eights {
        Some(Eights::One(eight)) if eight & BEYOND_ASCII == 0 => {
            word_hash_of_eight(fold(eight), length)
        }
        Some(Eights::Two(first, last)) if (first | last) & BEYOND_ASCII == 0 => {
            word_hash_of_sixteen(fold(first), fold(last), length)
        }
        _ => any_folded_hash(normalizer, word),
    }
}

/// The bytes of a short word, eight in a number.
#[derive(Clone, Copy)]
enum Eights {
    /// Up to eight; those behind the word are 0.
    One(u64),
    /// The first and the last eight of 9 to 16.
    Two(u64, u64),
}

impl Eights {
    /// Of a word that stands in a text from `start` on; `None` where it is too long, too near to the end, or written
    /// otherwise than there.
    #[inline]
    fn of(text: &[u8], start: u32, word: &str) -> Option<Self> {
        let rest = text.get(start as usize..)?;
        let first = u64::from_le_bytes(*rest.first_chunk()?);
        match word.len() {
            length @ 1..=8 if std::ptr::eq(rest.as_ptr(), word.as_ptr()) => {
                Some(Self::One(first & u64::MAX >> (64 - 8 * length)))
            }
            9..=16 => {
                let (first, last) = (word.as_bytes().first_chunk()?, word.as_bytes().last_chunk()?);
                Some(Self::Two(u64::from_le_bytes(*first), u64::from_le_bytes(*last)))
            }
            _ => None,
        }
    }
}

/// The same of any word.
#[inline(never)]
fn any_folded_hash(normalizer: &Normalizer, word: &str) -> u64 {
    normalizer.with_folded(word, word_hash_of)
}

/// The highest bits of eight bytes, which ASCII leaves 0.
const BEYOND_ASCII: u64 = 0x8080_8080_8080_8080;

/// The word is dropped; no word has this hash.
const DROPPED: u64 = 0;

/// What is remembered of a word.
#[derive(Debug, Clone, Copy, Default)]
struct Judged {
    /// The hash of its canonical form, or [`DROPPED`].
    hash: u64,
    /// What it tells of its language.
    row: EvidenceRow,
}

/// Decides each word of a language once.
#[derive(Debug)]
struct WordJudge {
    normalizer: Normalizer,
    /// Whether what words tell of their language is asked for.
    asks: bool,
    /// By the hash of the word as written, and its part of speech.
    decided: Memo<Judged>,
}

impl WordJudge {
    fn new(normalizer: Normalizer, asks: bool) -> Self {
        Self { normalizer, asks, decided: Memo::new(random_odd()) }
    }

    #[inline]
    fn judge(&mut self, word: &str, part: Part) -> Judged {
        let Self { normalizer, asks, decided } = self;
        decided.get(part.apart(word_hash(word)), || {
            let hash = canonical(normalizer, word, part).map_or(DROPPED, |(_, hash)| hash);
            let row = if *asks { row_at_a_glance(word) } else { EvidenceRow::default() };
            Judged { hash, row }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::shingle::hash::word_hash;
    use crate::text::normalize::{Case, Decision, Normalizer, Stem, StopList};
    use crate::text::pos::Part;

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
                        Eights::of(text.as_bytes(), 3, text.get(3..3 + word.len()).unwrap());
                    let found = folded_hash(&normalizer, &word, eights);
                    assert_eq!(found, word_hash(&form), "{text} {case:?}");
                }
                let elsewhere = Eights::of(b"something else", 2, &word);
                assert_eq!(folded_hash(&normalizer, &word, elsewhere), word_hash(&form));
            }
        }
    }
}
