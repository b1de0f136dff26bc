//! What is said of a document's languages, and what the program lacks for them. It detects nothing.

use std::ops::Range;
use std::sync::Arc;

use crate::pipeline::parameters::{LanguageChoice, Params};
use crate::text::language::Language;
use crate::text::language::evidence::Script;
use crate::text::language::stretches::{StretchLanguage, Stretches};
use crate::text::normalize::Stem;
use crate::text::pos::PosRemoval;

/// The languages that a document's words are read in: in the one chosen for all, or as they are detected, or, where that leaves it open,
/// as `answer` says, which is given the script and the places of the words.
pub fn reading(
    params: &Params,
    detected: Option<&Stretches>,
    words: usize,
    answer: impl FnMut(Script, Range<usize>) -> Option<Language>,
) -> Stretches {
    let one = |found| Stretches::one(words as u32, found);
    match (params.language, detected) {
        (LanguageChoice::Fixed(language), _) => one(StretchLanguage::Sure(language)),
        (LanguageChoice::Auto, None) => one(StretchLanguage::Unknown),
        (LanguageChoice::Auto, Some(detected)) => detected.settled(answer),
    }
}

/// How much of a document is in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The language; `None` where nothing tells.
    pub language: Option<Language>,
    /// Its words, before any is dropped.
    pub words: u32,
    /// Whether those words tell it themselves; else it is the folder's, or nothing tells.
    pub is_sure: bool,
}

/// The languages of a document: at least one, that of most words first, then by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Languages(Shares);

/// Nearly every document has one, which takes no memory of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Shares {
    One(Share),
    Many(Arc<[Share]>),
}

impl Languages {
    /// Those that a document is read in.
    pub fn of(reading: &Stretches) -> Self {
        let mut shares: Vec<Share> = Vec::new();
        for (range, found) in reading.runs() {
            let (language, words) = (found.language(), range.len() as u32);
            match shares.iter_mut().find(|share| share.language == language) {
                Some(share) => {
                    share.words += words;
                    share.is_sure |= found.is_sure();
                }
                None => shares.push(Share { language, words, is_sure: found.is_sure() }),
            }
        }
        shares.sort_by_key(|share| (std::cmp::Reverse(share.words), share.language));
        match shares.as_slice() {
            [only] => Self(Shares::One(*only)),
            _ => Self(Shares::Many(shares.into())),
        }
    }

    /// Of so many words in one language, which they tell themselves; `None`: nothing tells.
    pub const fn one(language: Option<Language>, words: u32) -> Self {
        Self(Shares::One(Share { language, words, is_sure: language.is_some() }))
    }

    /// All of them.
    pub fn all(&self) -> &[Share] {
        match &self.0 {
            Shares::One(only) => std::slice::from_ref(only),
            Shares::Many(all) => all,
        }
    }

    /// That of most words; `None` where nothing tells.
    pub fn main(&self) -> Option<Language> {
        self.all().first().and_then(|share| share.language)
    }

    /// Whether any of its words are in a language.
    pub fn has(&self, language: Option<Language>) -> bool {
        self.all().iter().any(|share| share.language == language)
    }

    /// The share of a language among its words, 0 to 1; 0 of a document without words.
    pub fn share(&self, share: Share) -> f64 {
        let all: u64 = self.all().iter().map(|share| u64::from(share.words)).sum();
        if all == 0 { 0.0 } else { f64::from(share.words) / all as f64 }
    }
}

/// Whether words in which these languages are detected are to be distinguished by their parts of speech; `None`: nobody asked.
pub fn may_be_tagged(detected: Option<&Stretches>, params: &Params) -> bool {
    let may = |found: StretchLanguage| match found {
        // The folder may yet say that it is English.
        StretchLanguage::Open(script) => {
            script == Script::Latin && params.pos_removal == PosRemoval::On
        }
        found => params.removes_parts(found.language()),
    };
    match (params.language, detected) {
        (LanguageChoice::Fixed(language), _) => params.removes_parts(Some(language)),
        (LanguageChoice::Auto, None) => false,
        (LanguageChoice::Auto, Some(detected)) => detected.runs().any(|(_, found)| may(found)),
    }
}

/// What every smaller share of a document is too little to be named.
const LEAST: f64 = 0.02;

/// The languages of a document in words, with their shares where they are several: `Russian 81 %, English 19 %`.
pub fn named(languages: &Languages) -> String {
    let name = |share: &Share| share.language.map_or("unsure", Language::name);
    let is_named = |share: &&Share| languages.share(**share) >= LEAST;
    let shares: Vec<&Share> = languages.all().iter().filter(is_named).collect();
    match shares.as_slice() {
        [] => languages.all().first().map_or("unsure", name).to_string(),
        [only] => name(only).to_string(),
        several => {
            let percent = |share: &&Share| (languages.share(**share) * 100.0).round();
            let parts: Vec<String> = several
                .iter()
                .map(|share| format!("{} {} %", name(share), percent(share)))
                .collect();
            parts.join(", ")
        }
    }
}

/// The languages of a document, with what is missing for that of most words although `params` ask for it.
pub fn described_all(languages: &Languages, params: &Params) -> String {
    let name = match (languages.all().len(), languages.main()) {
        (1, None) => "language unsure".to_string(),
        _ => named(languages),
    };
    match lacks(languages.main(), params) {
        Some(lacks) => format!("{name}: {lacks}"),
        None => name,
    }
}

/// The main languages of two texts that were taken for different ones, where that makes a difference: neither has words in
/// the other's. What stands in both may then count as two.
pub fn apart(a: &Languages, b: &Languages, params: &Params) -> Option<[&'static str; 2]> {
    let asked = params.language == LanguageChoice::Auto && matter(params);
    let are_apart = !a.has(b.main()) && !b.has(a.main());
    let name = |languages: &Languages| languages.main().map_or("unsure", Language::name);
    (asked && are_apart).then(|| [name(a), name(b)])
}

/// A language's name, with what is missing for it although `params` ask for it; `None` is one that detection was unsure of.
pub fn described(language: Option<Language>, params: &Params) -> String {
    let name = language.map_or("language unsure", Language::name);
    match lacks(language, params) {
        Some(lacks) => format!("{name}: {lacks}"),
        None => name.to_string(),
    }
}

/// What is missing for a language although `params` ask for it.
pub fn lacks(language: Option<Language>, params: &Params) -> Option<String> {
    let no_words =
        params.stop_words.are_of_language() && !language.is_some_and(Language::has_stop_words);
    let no_stemmer = params.stem == Stem::On && !language.is_some_and(Language::has_stemmer);
    let no_tagger =
        params.pos_removal == PosRemoval::On && !language.is_some_and(Language::has_tagger);
    let all = [(no_words, "no stop words"), (no_stemmer, "no stemmer"), (no_tagger, "no tagger")];
    let lacking: Vec<&str> =
        all.iter().filter(|(lacks, _)| *lacks).map(|(_, what)| *what).collect();
    (!lacking.is_empty()).then(|| lacking.join(", "))
}

/// Whether languages make a difference under `params`.
pub fn matter(params: &Params) -> bool {
    params.stop_words.are_of_language()
        || params.stem == Stem::On
        || params.pos_removal == PosRemoval::On
}

#[cfg(test)]
mod tests {
    use super::{Language, Params, PosRemoval, Stem, described, matter};
    use crate::pipeline::parameters::StopWords;

    #[test]
    fn what_is_missing_is_said_only_where_it_is_asked_for() {
        let mut params = Params::defaults();
        assert_eq!(described(Language::from_code("ru"), &params), "Russian");
        assert_eq!(described(Language::from_code("ja"), &params), "Japanese: no stemmer");
        assert_eq!(described(None, &params), "language unsure: no stop words, no stemmer");
        params.stem = Stem::Off;
        assert_eq!(described(Language::from_code("ja"), &params), "Japanese");
        params.pos_removal = PosRemoval::On;
        assert_eq!(described(Language::from_code("ja"), &params), "Japanese: no tagger");
        assert_eq!(described(Language::from_code("en"), &params), "English");
        assert_eq!(described(None, &params), "language unsure: no stop words, no tagger");
        params.stop_words = StopWords::Off;
        assert!(matter(&params));
        params.pos_removal = PosRemoval::Off;
        assert!(!matter(&params));
    }
}
