//! Languages: their codes and names, and what this program has for them. No word is changed here.

pub mod evidence;
pub mod folder;
pub mod stretches;
pub mod units;

use isolang::Language as Iso;
use rust_stemmers::Algorithm;

/// A language by its two-letter ISO 639-1 code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language([u8; 2]);

impl Language {
    /// The language of an ISO 639-1 code in lower case, `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Iso::from_639_1(code)?;
        code.as_bytes().try_into().ok().map(Self)
    }

    /// Every language there is a code for, by code.
    pub fn all() -> impl Iterator<Item = Self> {
        let codes = ('a'..='z').flat_map(|first| ('a'..='z').map(move |second| [first, second]));
        codes.filter_map(|code| Self::from_code(&code.iter().collect::<String>()))
    }

    /// The two-letter code.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??")
    }

    /// The English name.
    pub fn name(self) -> &'static str {
        Iso::from_639_1(self.code()).map_or("unknown", |iso| iso.to_name())
    }

    /// Whether there is a stemmer.
    pub fn has_stemmer(self) -> bool {
        self.stemmer().is_some()
    }

    /// Whether there is a tagger of parts of speech: of English alone.
    pub fn has_tagger(self) -> bool {
        self.code() == "en"
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
}

#[cfg(test)]
mod tests {
    use super::Language;

    fn language(code: &str) -> Language {
        Language::from_code(code).unwrap()
    }

    #[test]
    fn only_two_letter_codes_in_lower_case_are_languages() {
        assert_eq!(language("ru").name(), "Russian");
        assert_eq!(language("en").code(), "en");
        for code in ["EN", "eng", "xx", "", "e", "en-GB", " en", "é"] {
            assert_eq!(Language::from_code(code), None, "{code}");
        }
    }

    #[test]
    fn eighteen_languages_have_a_stemmer_and_each_of_them_a_list() {
        let codes = [
            "ar", "da", "de", "el", "en", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ro",
            "ru", "sv", "ta", "tr",
        ];
        for code in codes {
            assert!(language(code).has_stemmer(), "{code}");
            assert!(language(code).has_stop_words(), "{code}");
        }
        assert!(language("nb").has_stemmer() && language("nn").has_stop_words());
    }

    #[test]
    fn a_language_may_have_a_list_but_no_stemmer_or_neither() {
        assert!(language("pl").has_stop_words() && !language("pl").has_stemmer());
        assert!(!language("cy").has_stop_words() && !language("cy").has_stemmer());
    }

    #[test]
    fn only_english_has_a_tagger() {
        assert!(language("en").has_tagger() && !language("de").has_tagger());
    }

    #[test]
    fn the_english_list_is_the_short_one() {
        let words = language("en").stop_words().unwrap();
        assert!(words.contains(&"the"));
        assert!(!words.contains(&"computer") && !words.contains(&"million"));
        assert!(words.len() < 250);
    }
}
