//! From bytes to sketches in one pass, with nothing kept between: for a run whose parameters cannot change any more. The
//! corpus that [`super::record`] serves takes the remembered way; tests hold the two equal.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;

use crate::base::memo::{Memo, random_odd};
use crate::compare::store::{Scatter, Store};
use crate::shingle::hash::{word_hash, word_hash_of, word_hash_of_eight, word_hash_of_sixteen};
use crate::shingle::sketch::{ShingleParams, Sketcher, needs_texts};
use crate::text::language::Language;
use crate::text::normalize::{Decision, Normalizer};
use crate::text::pos::Part;
use crate::text::pos::sentence::tokenize_tagged;
use crate::text::tokenize::tokenize;

use super::canon::normalizer;
use super::document::{identity_of, shingle_params};
use super::nodes::{NodeId, Nodes};
use super::params::Params;
use super::record::About;
use super::sketches::told;
use super::source::{NoSource, Source, careful};

/// Where the sketches of a whole folder come together.
#[derive(Debug)]
pub struct Passing<'a> {
    params: &'a Params,
    store: Store,
    nodes: Mutex<Nodes>,
}

/// A document that has passed.
#[derive(Debug)]
pub struct Passed {
    /// How it was read.
    pub about: About,
    /// Its text among the distinct ones; `None` without canonical words.
    pub node: Option<NodeId>,
}

impl<'a> Passing<'a> {
    /// Ready for a folder's documents. `None` where a hash is asked for that is taken of the words' text.
    pub fn new(params: &'a Params) -> Option<Self> {
        let serves = !needs_texts(shingle_params(params));
        serves.then(|| Self { params, store: Store::default(), nodes: Mutex::default() })
    }

    /// A way through for one of several threads.
    pub fn lane(&self) -> Lane<'_> {
        Lane {
            passing: self,
            cut: shingle_params(self.params),
            judges: HashMap::new(),
            hashes: Vec::new(),
            bytes: Vec::new(),
            sketcher: Sketcher::default(),
            scatter: self.store.scatter(),
        }
    }

    /// The distinct texts and their sketches, when all lanes are [finished](Lane::finish).
    pub fn finish(self) -> (Nodes, Store) {
        (self.nodes.into_inner().unwrap_or_else(PoisonError::into_inner), self.store)
    }
}

/// One thread's way from bytes to sketches; its memory serves one document after the other.
#[derive(Debug)]
pub struct Lane<'a> {
    passing: &'a Passing<'a>,
    cut: ShingleParams,
    judges: HashMap<Option<Language>, Judge>,
    hashes: Vec<u64>,
    bytes: Vec<u8>,
    sketcher: Sketcher,
    scatter: Scatter<'a>,
}

impl Lane<'_> {
    /// Takes a file's bytes through every stage.
    ///
    /// # Errors
    /// As [`Source::read`]; also where a library gave up on the bytes.
    pub fn pass(&mut self, path: &Path, bytes: &[u8]) -> Result<Passed, NoSource> {
        let about = careful(|| self.canonise(path, bytes))?;
        let node = identity_of(&self.hashes, &mut self.bytes).map(|identity| {
            let nodes = || self.passing.nodes.lock().unwrap_or_else(PoisonError::into_inner);
            let (id, is_new) = nodes().add(identity, self.hashes.len() as u32);
            if is_new {
                let keys = self.sketcher.sketch(&self.hashes, &[], self.cut);
                self.scatter.add(id, keys);
                let keys = keys.len() as u32;
                let sketched = told(&self.sketcher, keys, self.passing.params);
                nodes().set_sketched(id, sketched);
            }
            id
        });
        Ok(Passed { about, node })
    }

    /// Hands over what is still collected.
    pub fn finish(self) {
        self.scatter.finish();
    }

    /// The hashes of the canonical words.
    fn canonise(&mut self, path: &Path, bytes: &[u8]) -> Result<About, NoSource> {
        let params = self.passing.params;
        let source = Source::read(path, bytes, params.encoding)?;
        let mut about = About::of(&source, params);
        let language = about.language(params);
        let judge =
            self.judges.entry(language).or_insert_with(|| Judge::new(normalizer(params, language)));
        let hashes = &mut self.hashes;
        hashes.clear();
        about.mixed = if about.is_tagged() {
            tokenize_tagged(&source.text, params.words, &mut |_, word, tag| {
                let hash = judge.hash(word, Part::of(tag, word));
                if hash != DROPPED {
                    hashes.push(hash);
                }
            })
        } else if judge.normalizer.only_folds() {
            let normalizer = &judge.normalizer;
            let text = source.text.as_bytes();
            tokenize(&source.text, params.words, &mut |span, word| {
                hashes.push(folded_hash(normalizer, word, Eights::of(text, span.start, word)));
            })
        } else {
            tokenize(&source.text, params.words, &mut |_, word| {
                let hash = judge.hash(word, Part::Other);
                if hash != DROPPED {
                    hashes.push(hash);
                }
            })
        };
        Ok(about)
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

/// Decides each word of a language once.
#[derive(Debug)]
struct Judge {
    normalizer: Normalizer,
    /// By the hash of the word as written, and its part of speech: the hash of its canonical form, or [`DROPPED`].
    decided: Memo<u64>,
}

impl Judge {
    fn new(normalizer: Normalizer) -> Self {
        Self { normalizer, decided: Memo::new(random_odd()) }
    }

    fn hash(&mut self, word: &str, part: Part) -> u64 {
        let normalizer = &self.normalizer;
        self.decided.get(part.apart(word_hash(word)), || match normalizer.decide(word, part) {
            Decision::Keep(word) => word_hash(&word),
            Decision::StopWord | Decision::LeftOut => DROPPED,
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
