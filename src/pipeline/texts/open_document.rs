//! A document whose words leave a language open, as it waits until the folder's languages are known. It is not sketched
//! before, and only its open words are judged then. That takes 9 % off a run over texts of which one in eight waits.

use crate::base::ids::TokenId;
use crate::text::language::Language;
use crate::text::language::evidence::row_at_a_glance;
use crate::text::language::folder::Prior;
use crate::text::language::stretches::{StretchLanguage, Stretches};
use crate::text::lexicon::Lexicon;
use crate::text::pos::Part;

/// The words of such a document: hashes where its language is sure, numbers of a lexicon where it is open.
#[derive(Debug)]
pub struct OpenDocument {
    /// What its words say of their languages.
    own: Stretches,
    /// The hashes of the canonical words that are in no open stretch, in order.
    hashes: Box<[u64]>,
    /// The words of the open stretches, in order, before any is dropped.
    open: Box<[TokenId]>,
    /// For each open stretch, how many of the hashes stand before it.
    before: Box<[u32]>,
}

/// The open words of a document while it is read.
#[derive(Debug, Default)]
pub struct OpenWords {
    words: Vec<TokenId>,
    before: Vec<u32>,
}

impl OpenWords {
    /// An open stretch begins behind so many hashes.
    pub fn begin(&mut self, hashes: usize) {
        self.before.push(hashes as u32);
    }

    /// It goes on.
    pub fn push(&mut self, word: TokenId) {
        self.words.push(word);
    }

    /// All of the document, whose words say so much of their languages, with the hashes of its other words.
    pub fn finish(self, own: Stretches, hashes: &[u64]) -> OpenDocument {
        let Self { words, before } = self;
        OpenDocument { own, hashes: hashes.into(), open: words.into(), before: before.into() }
    }
}

impl OpenDocument {
    /// How its words are read, by what they say of themselves and by the folder's languages.
    pub fn reading(&self, prior: &Prior, lexicon: &Lexicon) -> Stretches {
        let mut rest = &*self.open;
        self.own.settled(|script, range| {
            let words = rest.split_off(..range.len()).unwrap_or_default();
            let row = |word: &str| row_at_a_glance(word).whole(word);
            let rows = words.iter().map(|id| lexicon.with_word(*id, |word, _| row(word)));
            prior.answer(script, rows)
        })
    }

    /// Puts the hashes of all canonical words into `hashes`, in order. `judge` gives that of an open word in a language, `None`
    /// where the word is dropped.
    pub fn hashes(
        &self,
        reading: &Stretches,
        lexicon: &Lexicon,
        hashes: &mut Vec<u64>,
        mut judge: impl FnMut(Option<Language>, &str, Part) -> Option<u64>,
    ) {
        hashes.clear();
        let (mut sure, mut open, mut done) = (&*self.hashes, &*self.open, 0);
        let stretches =
            self.own.runs().filter(|(_, found)| matches!(found, StretchLanguage::Open(_)));
        for ((range, _), before) in stretches.zip(&self.before) {
            let taken = sure.split_off(..(before - done) as usize).unwrap_or_default();
            hashes.extend_from_slice(taken);
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
