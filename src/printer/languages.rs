//! The number of documents in each language, for listings. It detects nothing.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::document::info::{lacks, matter};
use shingle::pipeline::parameters::{LanguageChoice, Params};
use shingle::text::language::Language;

/// The number of documents with words in each language, in descending order; `None` where languages make no difference.
pub(crate) fn counted(docs: &[DocInfo], params: &Params) -> Option<Vec<String>> {
    if params.language != LanguageChoice::Auto || !matter(params) {
        return None;
    }
    let mut counts: BTreeMap<Option<Language>, usize> = BTreeMap::new();
    for doc in docs.iter().filter(|doc| doc.words > 0) {
        *counts.entry(doc.languages.main()).or_default() += 1;
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
