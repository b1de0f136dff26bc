pub mod evidence;
pub mod stretches;
pub mod units;

use std::{collections::BTreeMap, sync::LazyLock};

use rust_stemmers::Algorithm;

/// Names of all languages by code.
static ISO_639_1: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("language/iso-639-1.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// A language by its two-letter ISO 639-1 code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language([u8; 2]);

impl Language {
    pub fn from_code(code: &str) -> Option<Self> {
        ISO_639_1.contains_key(code).then(|| code.as_bytes().try_into().ok().map(Self))?
    }

    pub fn all() -> impl Iterator<Item = Self> {
        ISO_639_1.keys().filter_map(|code| Self::from_code(code))
    }

    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??")
    }

    pub fn name(self) -> &'static str {
        ISO_639_1.get(self.code()).copied().unwrap_or("unknown")
    }

    pub fn has_stemmer(self) -> bool {
        self.stemmer().is_some()
    }

    pub fn has_tagger(self) -> bool {
        self.code() == "en"
    }

    pub(super) fn stemmer(self) -> Option<Algorithm> {
        Some(match self.code() {
            "ar" => Algorithm::Arabic,
            "da" => Algorithm::Danish,
            "de" => Algorithm::German,
            "el" => Algorithm::Greek,
            "en" => Algorithm::English,
            "es" => Algorithm::Spanish,
            "fi" => Algorithm::Finnish,
            "fr" => Algorithm::French,
            "hu" => Algorithm::Hungarian,
            "it" => Algorithm::Italian,
            "nb" | "nn" | "no" => Algorithm::Norwegian,
            "nl" => Algorithm::Dutch,
            "pt" => Algorithm::Portuguese,
            "ro" => Algorithm::Romanian,
            "ru" => Algorithm::Russian,
            "sv" => Algorithm::Swedish,
            "ta" => Algorithm::Tamil,
            "tr" => Algorithm::Turkish,
            _ => return None,
        })
    }
}
