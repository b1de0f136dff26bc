//! The lines of a result in JSON: documents and pairs. Documented in `docs/json.md`.

use std::borrow::Cow;

use documents::{Certainty, Facts};
use serde::Serialize;

use crate::compare::Overlap;
use crate::pipeline::{DocInfo, Params};
use crate::{pipeline::document::info::Share, pipeline::parameters::skip_older::RuleDate};
use base::{path::DocPath, ratio::Ratio};

/// A pair of documents with its counts and measures. Counts are of retained (sampled) shingles, `None` if only sketches
/// were compared. CSV has the same fields in the same order.
#[derive(Debug, Serialize)]
pub struct PairLine<'a> {
    /// Path of the first document. `�` replaces bytes that are not UTF-8.
    pub a: Cow<'a, str>,
    pub b: Cow<'a, str>,
    /// Exact bytes of the first path in base 64, only if it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_b64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_b64: Option<String>,
    pub shared: Option<u32>,
    pub a_shingles: u32,
    pub b_shingles: u32,
    pub a_words: u32,
    pub b_words: u32,
    pub jaccard: Option<f64>,
    pub dice: Option<f64>,
    /// Share of the smaller document's shingles that the larger one has.
    pub overlap: Option<f64>,
    pub containment_a: Option<f64>,
    pub containment_b: Option<f64>,
    pub score: f64,
    pub exact_copy: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_passage: Option<u32>,
    /// Mark of the user, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<&'static str>,
    /// `a` or `b`: the document marked as the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl<'a> PairLine<'a> {
    pub fn new(
        a: &'a DocPath,
        b: &'a DocPath,
        overlap: Overlap,
        score: Ratio,
        params: &Params,
    ) -> Self {
        let counts = params.counts_shared_shingles();
        let measure = |of: fn(Overlap) -> Ratio| counts.then(|| of(overlap).to_f64());
        Self {
            a: a.name(),
            b: b.name(),
            a_b64: a.base64_if_not_utf8(),
            b_b64: b.base64_if_not_utf8(),
            shared: counts.then_some(overlap.shared),
            a_shingles: overlap.a_shingles,
            b_shingles: overlap.b_shingles,
            a_words: overlap.a_words,
            b_words: overlap.b_words,
            jaccard: measure(Overlap::jaccard),
            dice: measure(Overlap::dice),
            overlap: measure(Overlap::overlap_coefficient),
            containment_a: measure(Overlap::containment_a),
            containment_b: measure(Overlap::containment_b),
            score: score.to_f64(),
            exact_copy: overlap.exact_copy,
            longest_passage: None,
            verdict: None,
            source: None,
            note: None,
        }
    }

    #[must_use]
    pub fn with_passage(self, words: u32) -> Self {
        Self { longest_passage: (words > 0).then_some(words), ..self }
    }
}

#[derive(Debug, Serialize)]
struct LanguageShare {
    code: Option<String>,
    share: f64,
}

#[derive(Debug, Serialize)]
pub struct DocumentLine<'a> {
    document: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    document_b64: Option<String>,
    /// Hash of the file's bytes, in 32 hexadecimal digits.
    content: String,
    words: u32,
    shingles: u32,
    /// Share of the document's shingles that other documents have, if counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<f64>,
    languages: Vec<LanguageShare>,
    encoding: &'static str,
    encoding_sure: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding_near: Option<&'static str>,
    undecoded: u32,
    hidden: u32,
    mixed: u32,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    author: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    created: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    changed: &'a str,
    /// Day by which `--skip-older` compares the document, only with that rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged_by: Option<String>,
    /// True if this day is written in the file; false if it is the day of the last modification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged_by_stated: Option<bool>,
}

impl<'a> From<&'a DocInfo> for DocumentLine<'a> {
    fn from(doc: &'a DocInfo) -> Self {
        let language = |share: &Share| LanguageShare {
            code: share.language.map(|language| language.code().to_string()),
            share: doc.languages.share_of_words(*share),
        };
        let near = match doc.file.certainty {
            Certainty::Sure => None,
            Certainty::Unsure { other } => Some(other),
        };
        let fact = |fact: fn(&'a Facts) -> &'a str| doc.file.facts.as_deref().map_or("", fact);
        Self {
            document: doc.path.name(),
            document_b64: doc.path.base64_if_not_utf8(),
            content: format!("{:032x}", doc.file.content),
            words: doc.words,
            shingles: doc.shingles,
            elsewhere: None,
            languages: doc.languages.all_shares().iter().map(language).collect(),
            encoding: doc.file.encoding,
            encoding_sure: near.is_none(),
            encoding_near: near,
            undecoded: doc.file.undecoded,
            hidden: doc.file.hidden,
            mixed: doc.mixed,
            title: fact(|facts| &facts.title),
            author: fact(|facts| &facts.author),
            created: fact(|facts| &facts.created),
            changed: fact(|facts| &facts.changed),
            judged_by: None,
            judged_by_stated: None,
        }
    }
}

impl DocumentLine<'_> {
    #[must_use]
    pub fn with_rule_date(self, date: Option<RuleDate>) -> Self {
        Self {
            judged_by: date.map(|date| date.day.to_string()),
            judged_by_stated: date.map(|date| date.is_stated),
            ..self
        }
    }

    #[must_use]
    pub fn with_elsewhere(self, share: Option<Ratio>) -> Self {
        Self { elsewhere: share.map(Ratio::to_f64), ..self }
    }
}
