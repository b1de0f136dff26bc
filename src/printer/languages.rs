//! What is said of the languages of documents, and of what the program lacks for them. It detects nothing.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use shingle::pipeline::params::{LanguageChoice, Params, StopWords};
use shingle::pipeline::snapshot::DocInfo;
use shingle::text::language::Language;
use shingle::text::normalize::Stem;

/// A language's name, with what is missing for it although `params` ask for it.
pub(crate) fn described(language: Option<Language>, params: &Params) -> String {
    let name = language.map_or("language unsure", Language::name);
    match lacks(language, params) {
        Some(lacks) => format!("{name}: {lacks}"),
        None => name.to_string(),
    }
}

fn lacks(language: Option<Language>, params: &Params) -> Option<String> {
    let mut lacks = Vec::new();
    if params.stop_words == StopWords::On && !language.is_some_and(Language::has_stop_words) {
        lacks.push("no stop words");
    }
    if params.stem == Stem::On && !language.is_some_and(Language::has_stemmer) {
        lacks.push("no stemmer");
    }
    (!lacks.is_empty()).then(|| lacks.join(", "))
}

/// How many of the documents with words are in which language, most first; `None` where languages make no difference.
pub(crate) fn counted(docs: &[DocInfo], params: &Params) -> Option<Vec<String>> {
    let matters = params.stop_words == StopWords::On || params.stem == Stem::On;
    if params.language != LanguageChoice::Auto || !matters {
        return None;
    }
    let mut counts: BTreeMap<Option<Language>, usize> = BTreeMap::new();
    for doc in docs.iter().filter(|doc| doc.words > 0) {
        *counts.entry(doc.language).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(language, count)| {
        (language.is_none(), Reverse(*count), language.map(Language::name))
    });
    let parts: Vec<String> = counts
        .into_iter()
        .map(|(language, count)| {
            let name = language.map_or("unsure", Language::name);
            let lacks =
                lacks(language, params).map_or_else(String::new, |lacks| format!(" ({lacks})"));
            format!("{count} {name}{lacks}")
        })
        .collect();
    (!parts.is_empty()).then_some(parts)
}
