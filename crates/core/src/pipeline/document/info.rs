//! Facts about a document for lists: its name, its languages, how it was read, and missing language data.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use documents::{Certainty, Decoding, Facts, Source};

use crate::compare::Size;
use crate::pipeline::{LanguageChoice, Params};
use crate::text::language::stretches::OneOrMany;
use crate::text::{Confusables, Language, PosRemoval, Stem, Stretches};
use base::numbers::{choose_verb, format_count};
use base::{day::Day, path::DocPath};

/// Up to this number, words with look-alike letters may be misprints.
pub const FEW_MIXED: u32 = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// 128-bit hash of the file's bytes.
    pub content: u128,
    /// 128-bit hash of the extracted text. Unchanged if the file is saved in another way with the same text.
    pub text: u128,
    pub encoding: &'static str,
    pub certainty: Certainty,
    pub undecoded: u32,
    /// Number of hidden words, which are not part of the text.
    pub hidden: u32,
    pub facts: Option<Arc<Facts>>,
    /// Modification time in the file system; a sketch file stores only the day.
    pub modified: Option<SystemTime>,
}

impl FileInfo {
    pub const fn of_text(content: u128) -> Self {
        let certainty = Certainty::Sure;
        let (facts, modified) = (None, None);
        let (text, encoding, undecoded, hidden) = (content, "UTF-8", 0, 0);
        Self { content, text, encoding, certainty, undecoded, hidden, facts, modified }
    }
}

impl From<&Source<'_>> for FileInfo {
    fn from(source: &Source<'_>) -> Self {
        let Source { content, text_hash: text, decoding, hidden, .. } = *source;
        let Decoding { encoding, certainty, undecoded } = decoding;
        let (facts, modified) = (source.facts.clone(), source.modified);
        let [undecoded, hidden] =
            [undecoded, hidden].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        Self { content, text, encoding, certainty, undecoded, hidden, facts, modified }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocInfo {
    pub path: DocPath,
    pub file: FileInfo,
    pub languages: Languages,
    /// Number of words that mix look-alike letters of several scripts, or have struck letters. `--confusables on`
    /// unifies these letters.
    pub mixed: u32,
    /// Number of canonical words, repeats included.
    pub words: u32,
    /// Number of distinct retained shingles that are not ignored.
    pub shingles: u32,
}

impl DocInfo {
    /// Returns true if more words have look-alike letters than misprints would explain.
    pub const fn mixes_alphabets(&self) -> bool {
        self.mixed > FEW_MIXED
    }

    /// Returns the value of a record's field for `--id`. Not escaped for a terminal.
    pub fn record_id(&self) -> Option<&str> {
        let facts = self.file.facts.as_deref().filter(|_| self.path.line().is_some())?;
        Some(&*facts.title).filter(|id| !id.is_empty())
    }

    /// Returns the dates of the file, the most significant first: `created 2026-11-06 12:40 UTC`. Not escaped for a
    /// terminal.
    pub fn dates(&self) -> Vec<String> {
        let is_message =
            self.path.as_path().extension().is_some_and(|end| end.eq_ignore_ascii_case("eml"));
        let facts = self.file.facts.as_deref();
        let stated = facts.map_or(["", ""], |facts| [&facts.created, &facts.changed]);
        let changed = self.file.modified.and_then(format_time).unwrap_or_default();
        let all = [
            (if is_message { "sent" } else { "created" }, stated[0]),
            ("changed", stated[1]),
            ("modified", &changed),
        ];
        let known = all.into_iter().filter(|(_, date)| !date.is_empty());
        known.map(|(kind, date)| format!("{kind} {}", cut_to_minute(date))).collect()
    }

    pub const fn size(&self) -> Size {
        Size { shingles: self.shingles, words: self.words }
    }
}

/// Formats a time in UTC to the minute: `2026-11-06T12:40:00Z`. `None` before 1970.
fn format_time(time: SystemTime) -> Option<String> {
    let minutes = time.duration_since(UNIX_EPOCH).ok()?.as_secs() / 60;
    let (day, hour, minute) = (Day::of_time(time)?, minutes / 60 % 24, minutes % 60);
    Some(format!("{day}T{hour:02}:{minute:02}:00Z"))
}

/// Shortens `2026-11-06T12:40:31Z` to `2026-11-06 12:40 UTC`. A date without a time stays unchanged.
fn cut_to_minute(date: &str) -> String {
    let zone = date.get(19..).map_or("", |zone| if zone == "Z" { "UTC" } else { zone });
    match (date.get(..10), date.get(11..16)) {
        (Some(day), Some(time)) => format!("{day} {time} {zone}").trim_end().to_string(),
        _ => date.to_string(),
    }
}

/// Returns the languages of a document's words: the language chosen for all documents, or the detected languages.
pub fn choose_languages(params: &Params, detected: Option<&Stretches>, words: usize) -> Stretches {
    match (params.language, detected) {
        (LanguageChoice::Fixed(language), _) => Stretches::single(words as u32, Some(language)),
        (LanguageChoice::Auto, None) => Stretches::single(words as u32, None),
        (LanguageChoice::Auto, Some(detected)) => detected.clone(),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    pub language: Option<Language>,
    /// Number of words, including stop words.
    pub words: u32,
}

/// The languages of a document, at least one, by descending number of words, then by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Languages(OneOrMany<Share>);

impl Languages {
    pub fn from_stretches(reading: &Stretches) -> Self {
        let mut shares: Vec<Share> = Vec::new();
        for (range, language) in reading.word_ranges() {
            let words = range.len() as u32;
            match shares.iter_mut().find(|share| share.language == language) {
                Some(share) => share.words += words,
                None => shares.push(Share { language, words }),
            }
        }
        shares.sort_by_key(|share| (std::cmp::Reverse(share.words), share.language));
        Self(OneOrMany::new(shares, Share { language: None, words: 0 }))
    }

    pub const fn from_one_language(language: Option<Language>, words: u32) -> Self {
        Self(OneOrMany::One(Share { language, words }))
    }

    pub fn all_shares(&self) -> &[Share] {
        self.0.as_slice()
    }

    pub fn main_language(&self) -> Option<Language> {
        self.all_shares().first().and_then(|share| share.language)
    }

    pub fn has_language(&self, language: Option<Language>) -> bool {
        self.all_shares().iter().any(|share| share.language == language)
    }

    /// Returns the fraction of the document's words in this share, from 0 to 1.
    pub fn share_of_words(&self, share: Share) -> f64 {
        let all: u64 = self.all_shares().iter().map(|share| u64::from(share.words)).sum();
        if all == 0 { 0.0 } else { f64::from(share.words) / all as f64 }
    }
}

/// Returns true if words must be tagged, because some parts of speech are ignored. `detected` is `None` if one language
/// was chosen for all documents.
pub fn needs_parts_of_speech(detected: Option<&Stretches>, params: &Params) -> bool {
    match (params.language, detected) {
        (LanguageChoice::Fixed(language), _) => params.ignores_parts_of_speech(Some(language)),
        (LanguageChoice::Auto, None) => false,
        (LanguageChoice::Auto, Some(detected)) => {
            detected.word_ranges().any(|(_, language)| params.ignores_parts_of_speech(language))
        }
    }
}

/// Languages with a smaller share of a document are not shown.
const LEAST: f64 = 0.02;

/// Returns the names of a document's languages, with shares if there are several: `Russian 81 %, English 19 %`.
pub fn format_language_shares(languages: &Languages) -> String {
    let name = |share: &Share| share.language.map_or("unsure", Language::name);
    let is_large = |share: &&Share| languages.share_of_words(**share) >= LEAST;
    let shares: Vec<&Share> = languages.all_shares().iter().filter(is_large).collect();
    match shares.as_slice() {
        [] => languages.all_shares().first().map_or("unsure", name).to_string(),
        [only] => name(only).to_string(),
        several => {
            let percent = |share: &&Share| (languages.share_of_words(**share) * 100.0).round();
            let parts: Vec<String> = several
                .iter()
                .map(|share| format!("{} {} %", name(share), percent(share)))
                .collect();
            parts.join(", ")
        }
    }
}

/// Returns the names of a document's languages, and the data (such as stop words) that the main language lacks.
pub fn describe_languages(languages: &Languages, params: &Params) -> String {
    let name = match (languages.all_shares().len(), languages.main_language()) {
        (1, None) => "language unsure".to_string(),
        _ => format_language_shares(languages),
    };
    add_missing_tools(name, languages.main_language(), params)
}

/// Returns the names of the main languages of two texts, if neither text has words in the main language of the other.
/// Equal words may then have different canonical forms. `None` if the parameters do not depend on languages.
pub fn names_of_different_languages(
    a: &Languages,
    b: &Languages,
    params: &Params,
) -> Option<[&'static str; 2]> {
    let differ = !a.has_language(b.main_language()) && !b.has_language(a.main_language());
    let name = |languages: &Languages| languages.main_language().map_or("unsure", Language::name);
    (detects_languages(params) && differ).then(|| [name(a), name(b)])
}

/// Returns the name of a language (`None` if unsure), and the data that it lacks.
pub fn describe_language(language: Option<Language>, params: &Params) -> String {
    let name = language.map_or("language unsure", Language::name);
    add_missing_tools(name.to_string(), language, params)
}

fn add_missing_tools(name: String, language: Option<Language>, params: &Params) -> String {
    match describe_missing_tools(language, params) {
        Some(lacks) => format!("{name}: {lacks}"),
        None => name,
    }
}

/// Returns true for each of the list of stop words, the stemmer and the tagger that the parameters need but the language
/// lacks.
pub fn find_missing_tools(language: Option<Language>, params: &Params) -> [bool; 3] {
    let lacks = |has: fn(Language) -> bool| !language.is_some_and(has);
    [
        params.stop_words.are_of_language() && lacks(Language::has_stop_words),
        params.stem == Stem::On && lacks(Language::has_stemmer),
        params.pos_removal == PosRemoval::On && lacks(Language::has_tagger),
    ]
}

/// Returns the data, such as stop words or a stemmer, that the parameters need but the language lacks.
pub fn describe_missing_tools(language: Option<Language>, params: &Params) -> Option<String> {
    let names = ["no stop words", "no stemmer", "no tagger"];
    let all = names.into_iter().zip(find_missing_tools(language, params));
    let lacking: Vec<&str> = all.filter(|(_, lacks)| *lacks).map(|(name, _)| name).collect();
    (!lacking.is_empty()).then(|| lacking.join(" and "))
}

pub fn detects_languages(params: &Params) -> bool {
    params.language == LanguageChoice::Auto && params.depend_on_language()
}

/// Formats a count: `3 documents have look-alike words`.
pub fn describe_documents_with_look_alikes(documents: u64) -> String {
    format!(
        "{} {} look-alike words",
        format_count(documents, "document"),
        choose_verb(documents, "has", "have")
    )
}

/// Describes how many words had look-alike letters unified: `look-alike letters in 420 words of A`, or returns `None`
/// without any.
pub fn describe_unified_letters(docs: [&DocInfo; 2], params: &Params) -> Option<String> {
    let docs = ["A", "B"].into_iter().zip(docs).filter(|(_, doc)| doc.mixes_alphabets());
    let words =
        docs.map(|(letter, doc)| format!("{} of {letter}", format_count(doc.mixed, "word")));
    let words = words.collect::<Vec<_>>().join(" and ");
    let is_unified = params.confusables == Confusables::On && !words.is_empty();
    is_unified.then(|| format!("look-alike letters in {words}"))
}

#[cfg(test)]
mod tests {
    use super::{Language, Params, PosRemoval, Stem, describe_language};
    use crate::pipeline::parameters::StopWords;

    #[test]
    fn what_is_missing_is_said_only_where_it_is_asked_for() {
        let mut params = Params { stop_words: StopWords::Off, ..Params::defaults() };
        for (stem, pos_removal, missing) in [
            (Stem::On, PosRemoval::Off, [false, true, true]),
            (Stem::Off, PosRemoval::On, [false, true, true]),
            (Stem::Off, PosRemoval::Off, [false; 3]),
        ] {
            (params.stem, params.pos_removal) = (stem, pos_removal);
            let languages = [Language::from_code("en"), Language::from_code("ja"), None];
            let said = languages.map(|language| describe_language(language, &params).contains(':'));
            assert_eq!((said, params.depend_on_language()), (missing, missing[1]));
        }
    }
}
