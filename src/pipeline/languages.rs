//! What is said of a document's language, and what the program lacks for it. It detects nothing.

use crate::text::language::Language;
use crate::text::normalize::Stem;

use super::params::{Params, StopWords};

/// A language's name, with what is missing for it although `params` ask for it; `None` is one that detection was unsure of.
pub fn described(language: Option<Language>, params: &Params) -> String {
    let name = language.map_or("language unsure", Language::name);
    match lacks(language, params) {
        Some(lacks) => format!("{name}: {lacks}"),
        None => name.to_string(),
    }
}

/// What is missing for a language although `params` ask for it.
pub fn lacks(language: Option<Language>, params: &Params) -> Option<&'static str> {
    let no_words =
        params.stop_words == StopWords::On && !language.is_some_and(Language::has_stop_words);
    let no_stemmer = params.stem == Stem::On && !language.is_some_and(Language::has_stemmer);
    match (no_words, no_stemmer) {
        (true, true) => Some("no stop words, no stemmer"),
        (true, false) => Some("no stop words"),
        (false, true) => Some("no stemmer"),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, Params, Stem, described};

    #[test]
    fn what_is_missing_is_said_only_where_it_is_asked_for() {
        let mut params = Params::defaults();
        assert_eq!(described(Language::from_code("ru"), &params), "Russian");
        assert_eq!(described(Language::from_code("ja"), &params), "Japanese: no stemmer");
        assert_eq!(described(None, &params), "language unsure: no stop words, no stemmer");
        params.stem = Stem::Off;
        assert_eq!(described(Language::from_code("ja"), &params), "Japanese");
    }
}
