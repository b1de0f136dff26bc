//! Documents in JSON: how each was read. It prints nothing.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use documents::Certainty;
use shingle::base::ids::DocId;
use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::document::info::Share;
use shingle::pipeline::parameters::skip_older::JudgedDate;
use shingle::pipeline::texts::pair_rules::PairRules;

use super::line::base64_of;

/// A language of a document.
#[derive(Debug, Serialize)]
struct SpokenJson {
    /// Its code; `null` where it is unknown.
    code: Option<String>,
    /// Its share of the document's words, 0 to 1.
    share: f64,
    /// Whether the language was detected from these words; else it is the folder's likeliest.
    sure: bool,
}

/// A document and how it was read.
#[derive(Debug, Serialize)]
pub(crate) struct DocumentJson<'a> {
    document: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    document_b64: Option<String>,
    /// The hash of its bytes, in 32 hexadecimal digits.
    content: String,
    words: u32,
    shingles: u32,
    languages: Vec<SpokenJson>,
    encoding: &'static str,
    /// Whether the encoding is sure.
    encoding_sure: bool,
    /// The other likely encoding, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding_near: Option<&'static str>,
    undecoded: u64,
    /// Words that mix scripts with look-alike letters.
    mixed: u32,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    author: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    created: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    changed: &'a str,
    /// The day by which `--skip-older` judges it, with that rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    judged_by: Option<String>,
    /// Whether the file states that day; else it was changed last then.
    #[serde(skip_serializing_if = "Option::is_none")]
    judged_by_stated: Option<bool>,
}

impl<'a> DocumentJson<'a> {
    pub(crate) fn of(doc: &'a DocInfo) -> Self {
        let spoken = |share: &Share| SpokenJson {
            code: share.language.map(|language| language.code().to_string()),
            share: doc.languages.share(*share),
            sure: share.is_sure,
        };
        let near = match doc.certainty {
            Certainty::Sure => None,
            Certainty::Unsure { other } => Some(other),
        };
        let facts = doc.facts.as_deref();
        Self {
            document: doc.path.name(),
            document_b64: base64_of(&doc.path),
            content: format!("{:032x}", doc.content),
            words: doc.words,
            shingles: doc.shingles,
            languages: doc.languages.all().iter().map(spoken).collect(),
            encoding: doc.encoding,
            encoding_sure: near.is_none(),
            encoding_near: near,
            undecoded: doc.undecoded,
            mixed: doc.mixed,
            title: facts.map_or("", |facts| &facts.title),
            author: facts.map_or("", |facts| &facts.author),
            created: facts.map_or("", |facts| &facts.created),
            changed: facts.map_or("", |facts| &facts.changed),
            judged_by: None,
            judged_by_stated: None,
        }
    }

    /// The same with the date by which rules judge it.
    pub(crate) fn judged(self, date: Option<JudgedDate>) -> Self {
        Self {
            judged_by: date.map(|date| date.day.to_string()),
            judged_by_stated: date.map(|date| date.is_stated),
            ..self
        }
    }
}

/// Writes documents one after the other. If all were described at once, a million would need as much memory as the
/// folder itself.
#[derive(Debug)]
pub(crate) struct DocumentWriter<'a> {
    pub(crate) docs: &'a [DocInfo],
    /// The rules that judge them, where there are some.
    pub(crate) rules: Option<&'a PairRules>,
}

impl Serialize for DocumentWriter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let judged = |(id, doc)| {
            let date = self.rules.and_then(|rules| rules.date(DocId(id)));
            DocumentJson::of(doc).judged(date)
        };
        serializer.collect_seq((0..).zip(self.docs).map(judged))
    }
}
