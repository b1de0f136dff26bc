//! What is said of a document's language, and what the program lacks for it. It detects nothing.

use crate::text::language::Language;
use crate::text::normalize::Stem;
use crate::text::pos::PosRemoval;

use super::params::Params;

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
    use crate::pipeline::params::StopWords;

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
