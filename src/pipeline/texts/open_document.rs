//! A document whose words leave a language open, as it waits until the folder's languages are known. It is not sketched
//! before, and only its open words are judged then. Together with the words that are gathered in their language, that takes
//! 10 % off a run over RFCs, of which one in eight waits and one in seven has several languages.

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
    /// Its languages as they are detected in its own words.
    detected: Stretches,
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

    /// All of the document, in whose words these languages are detected, with the hashes of its other words.
    pub fn finish(self, detected: Stretches, hashes: &[u64]) -> OpenDocument {
        let Self { words, before } = self;
        OpenDocument { detected, hashes: hashes.into(), open: words.into(), before: before.into() }
    }
}

impl OpenDocument {
    /// How its words are read, by what is detected in them and by the folder's languages.
    pub fn reading(&self, prior: &Prior, lexicon: &Lexicon) -> Stretches {
        let mut rest = &*self.open;
        self.detected.settled(|script, range| {
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
            self.detected.runs().filter(|(_, found)| matches!(found, StretchLanguage::Open(_)));
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

#[cfg(test)]
mod tests {
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
        let reading = document.reading(&Prior::of(&tally), &lexicon);
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
