//! Canonical words, decided once per distinct word and language, and remembered. It knows no document.

use std::sync::OnceLock;

use hashbrown::HashMap;

use crate::base::ids::TokenId;
use crate::shingle::sketch::CanonicalWord;
use crate::text::language::Language;
use crate::text::lexicon::Lexicon;
use crate::text::normalize::{Decision, Normalizer, StopList};

use super::params::{Params, StopWords};

/// The normaliser that `params` ask for, for words of one language.
pub fn normalizer(params: &Params, language: Option<Language>) -> Normalizer {
    let stop = match &params.stop_words {
        StopWords::On => StopList::OfLanguage,
        StopWords::Off => StopList::Empty,
        StopWords::PhpShingles => StopList::PhpShingles,
        StopWords::List(list) => StopList::Words(list),
    };
    Normalizer::new(language, params.case, stop, params.stop_words_add.as_deref(), params.stem)
}

/// What became of each word of the lexicon, a table for each language; filled as words are asked for.
#[derive(Default)]
pub struct Canon {
    tables: HashMap<Option<Language>, Table>,
}

struct Table {
    normalizer: Normalizer,
    /// By [`TokenId`]; inside, `None` is a dropped word.
    words: Vec<OnceLock<Option<CanonicalWord>>>,
}

impl Canon {
    /// Makes room for every word of `lexicon` in the tables of `languages`.
    pub fn prepare(
        &mut self,
        params: &Params,
        languages: impl Iterator<Item = Option<Language>>,
        lexicon: &Lexicon,
    ) {
        let limit = lexicon.limit();
        for language in languages {
            let table = self.tables.entry(language).or_insert_with(|| Table {
                normalizer: normalizer(params, language),
                words: Vec::new(),
            });
            if table.words.len() < limit {
                table.words.resize_with(limit, OnceLock::new);
            }
        }
    }

    /// The canonical words of a document, in order. Its language must have been [prepared](Self::prepare).
    pub fn words(
        &self,
        language: Option<Language>,
        ids: &[TokenId],
        lexicon: &Lexicon,
    ) -> Vec<&CanonicalWord> {
        let Some(table) = self.tables.get(&language) else { return Vec::new() };
        ids.iter().filter_map(|id| table.decide(*id, lexicon)).collect()
    }
}

impl Table {
    fn decide(&self, id: TokenId, lexicon: &Lexicon) -> Option<&CanonicalWord> {
        let decided = self.words[id.0 as usize].get_or_init(|| {
            match self.normalizer.decide(&lexicon.word(id)) {
                Decision::Keep(word) => Some(CanonicalWord::new(&word)),
                Decision::StopWord => None,
            }
        });
        decided.as_ref()
    }
}
