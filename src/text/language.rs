//! Languages: their codes and names, what this program has for them, and detection. No word is changed here.

use isolang::Language as Iso;
use rust_stemmers::Algorithm;

/// Detection reads at most this many bytes from the beginning of a text.
const SAMPLE: usize = 4096;

/// A language by its two-letter ISO 639-1 code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language([u8; 2]);

impl Language {
    /// The language of an ISO 639-1 code in lower case, `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Iso::from_639_1(code)?;
        code.as_bytes().try_into().ok().map(Self)
    }

    /// The two-letter code.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??")
    }

    /// The English name.
    pub fn name(self) -> &'static str {
        Iso::from_639_1(self.code()).map_or("unknown", |iso| iso.to_name())
    }

    /// Whether there is a list of stop words.
    pub fn has_stop_words(self) -> bool {
        self.stop_words().is_some()
    }

    /// Whether there is a stemmer.
    pub fn has_stemmer(self) -> bool {
        self.stemmer().is_some()
    }

    /// The list of stop words: the short NLTK one where it exists, else the ISO one.
    ///
    /// Both written forms of Norwegian share one list.
    pub(super) fn stop_words(self) -> Option<&'static [&'static str]> {
        stop_words::lookup(match self.code() {
            "nb" | "nn" => "no",
            code => code,
        })
    }

    /// The Snowball algorithm; both written forms of Norwegian share one.
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

    /// From whatlang's ISO 639-3 code: Mandarin, Bokmål and Persian take the code of the language they belong to.
    fn from_code_3(code: &str) -> Option<Self> {
        Self::from_code(match code {
            "cmn" => "zh",
            "nob" => "no",
            "pes" => "fa",
            code => Iso::from_639_3(code)?.to_639_1()?,
        })
    }
}

/// The language of a text where detection is sure, else `None`.
///
/// Only the first 4 KiB are read. Short texts are mostly unsure.
pub fn detect(text: &str) -> Option<Language> {
    let end = (0..=SAMPLE.min(text.len())).rev().find(|&end| text.is_char_boundary(end))?;
    let sample = text.get(..end)?;
    let info = whatlang::detect(sample).filter(whatlang::Info::is_reliable)?;
    Language::from_code_3(info.lang().code())
}
