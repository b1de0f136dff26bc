//! The lines of a result as JSON has them: documents, pairs, problems. They are described in `docs/json.md`. Each is written and read
//! by one definition; what the screen does not need is not looked at when it is read.

use std::borrow::Cow;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use documents::{Certainty, Charset, Facts};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::ContradictoryResult;
use crate::base::problem::{OtherFile, Problem, ProblemKind};
use crate::pipeline::{DocInfo, Languages, LeftOut, Params};
use crate::text::{Language, Prior};
use crate::{base::path::DocPath, base::ratio::Ratio, compare::Overlap};
use crate::{
    pipeline::document::info::{FileInfo, Share},
    pipeline::parameters::skip_older::JudgedDate,
};

/// A language of the folder, by which stretches are read whose own words leave it open.
#[derive(Debug, Serialize, Deserialize)]
pub struct FolderLanguage {
    code: String,
    /// How often its share of the words is halved from that of the most frequent language, rounded down.
    halvings: u32,
}

impl FolderLanguage {
    /// All languages of a folder.
    pub fn all(prior: &Prior) -> Vec<Self> {
        let one = |(language, halvings): (Language, u32)| Self {
            code: language.code().to_string(),
            halvings,
        };
        prior.halvings().map(one).collect()
    }
}

/// How many shingles are left out, and why.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize)]
pub struct LeftOutCounts {
    pub(super) common: u32,
    pub(super) template: u32,
    pub(super) phrases: u32,
}

impl From<&LeftOut> for LeftOutCounts {
    fn from(left_out: &LeftOut) -> Self {
        let LeftOut { common, template, phrases, .. } = *left_out;
        Self { common, template, phrases }
    }
}

/// A result as it was read: its parameters by name, and its lines.
#[derive(Debug, Deserialize)]
pub struct WrittenResult {
    /// The parameters by their names on the command line.
    pub parameters: Map<String, Value>,
    /// How many shingles are left out.
    #[serde(default)]
    pub left_out: LeftOutCounts,
    /// The languages of the folder.
    #[serde(default)]
    pub folder_languages: Vec<FolderLanguage>,
    /// Its documents, in any order.
    pub documents: Vec<DocumentLine<'static>>,
    /// Its pairs, in any order.
    pub pairs: Vec<PairLine<'static>>,
    /// Its problems.
    pub problems: Vec<ProblemLine<'static>>,
    /// How many pairs were found, which may be more than are listed.
    pub pairs_found: u64,
    /// How many more were found, and rules left out.
    #[serde(default)]
    pub pairs_left_out: Option<u64>,
}

/// What a result in a folder says of itself.
#[derive(Debug, Deserialize)]
pub struct WrittenManifest {
    /// The parameters by their names on the command line.
    pub parameters: Map<String, Value>,
    /// How many shingles are left out.
    #[serde(default)]
    pub left_out: LeftOutCounts,
    /// The languages of the folder.
    #[serde(default)]
    pub folder_languages: Vec<FolderLanguage>,
    /// How many pairs were found.
    #[serde(default)]
    pub pairs_found: Option<u64>,
    /// How many more were found, and rules left out.
    #[serde(default)]
    pub pairs_left_out: Option<u64>,
}

/// A pair of documents with its counts and measures, of the kept (sampled) shingles. `None` where only sketches were
/// compared. CSV has the same fields in the same order.
#[derive(Debug, Serialize, Deserialize)]
pub struct PairLine<'a> {
    /// The first document's path, with replacement characters where it is not UTF-8.
    pub a: Cow<'a, str>,
    /// The second document's path, in the same form.
    pub b: Cow<'a, str>,
    /// The exact bytes of the first path in base 64, only if it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_b64: Option<String>,
    /// The same for the second path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_b64: Option<String>,
    /// How many shingles both have.
    pub shared: Option<u32>,
    /// The shingles of the first document.
    pub a_shingles: u32,
    /// The shingles of the second document.
    pub b_shingles: u32,
    /// The counted words of the first document.
    pub a_words: u32,
    /// The counted words of the second document.
    pub b_words: u32,
    /// The resemblance.
    pub jaccard: Option<f64>,
    /// By Dice.
    pub dice: Option<f64>,
    /// How much of the smaller document stands in the larger one.
    pub overlap: Option<f64>,
    /// How much of the first document stands in the second.
    pub containment_a: Option<f64>,
    /// How much of the second document stands in the first.
    pub containment_b: Option<f64>,
    /// The score.
    pub score: f64,
    /// Whether both have the same counted words.
    pub exact_copy: bool,
    /// The words of the longest passage, with `--passage`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_passage: Option<u32>,
    /// What was decided, where that is asked for.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub verdict: Option<&'static str>,
    /// The text that the other one took from, `a` or `b`, where that was said.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub source: Option<&'static str>,
    /// The note on it; may be empty.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub note: Option<String>,
}

impl<'a> PairLine<'a> {
    /// The line of a pair.
    pub fn new(
        a: &'a DocPath,
        b: &'a DocPath,
        overlap: Overlap,
        score: Ratio,
        params: &Params,
    ) -> Self {
        let counts = params.counts();
        let measure = |of: fn(Overlap) -> Ratio| counts.then(|| of(overlap).to_f64());
        Self {
            a: a.name(),
            b: b.name(),
            a_b64: base64_of(a),
            b_b64: base64_of(b),
            shared: counts.then_some(overlap.shared),
            a_shingles: overlap.a_shingles,
            b_shingles: overlap.b_shingles,
            a_words: overlap.a_words,
            b_words: overlap.b_words,
            jaccard: measure(Overlap::jaccard),
            dice: measure(Overlap::dice),
            overlap: measure(Overlap::overlap),
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

    /// The same with the words of its longest passage, where there is one.
    #[must_use]
    pub fn with_passage(self, words: u32) -> Self {
        Self { longest_passage: (words > 0).then_some(words), ..self }
    }

    /// The same with a verdict, the place of the text that the other one took from, and a note.
    #[must_use]
    pub fn marked(self, verdict: &'static str, source: Option<usize>, note: &str) -> Self {
        let source = source.and_then(|place| ["a", "b"].get(place).copied());
        Self { verdict: Some(verdict), source, note: Some(note.to_string()), ..self }
    }

    /// The names of its documents.
    pub(super) fn names(&self, is_records: bool) -> Result<[DocPath; 2], ContradictoryResult> {
        let a = name(&self.a, self.a_b64.as_deref(), is_records)?;
        Ok([a, name(&self.b, self.b_b64.as_deref(), is_records)?])
    }
}

/// A document by its path.
#[derive(Debug, Serialize)]
pub struct PathName<'a> {
    path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_b64: Option<String>,
}

impl<'a> From<&'a DocPath> for PathName<'a> {
    fn from(path: &'a DocPath) -> Self {
        Self { path: path.name(), path_b64: base64_of(path) }
    }
}

/// A language of a document.
#[derive(Debug, Serialize, Deserialize)]
struct LanguageShare {
    /// Its code; `null` where it is unknown.
    code: Option<String>,
    /// Its share of the document's words, 0 to 1.
    share: f64,
    /// Whether the language was detected from these words; else it is the folder's likeliest.
    sure: bool,
}

/// A document and how it was read.
#[derive(Debug, Serialize, Deserialize)]
pub struct DocumentLine<'a> {
    document: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    document_b64: Option<String>,
    /// The hash of its bytes, in 32 hexadecimal digits.
    content: String,
    words: u32,
    shingles: u32,
    /// The share of its shingles that other documents have, where that was counted.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    elsewhere: Option<f64>,
    #[serde(default)]
    languages: Vec<LanguageShare>,
    #[serde(default)]
    encoding: Cow<'static, str>,
    /// Whether the encoding is sure.
    #[serde(default)]
    encoding_sure: bool,
    /// The other likely encoding, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding_near: Option<Cow<'static, str>>,
    #[serde(default)]
    undecoded: u64,
    /// Words that mix scripts with look-alike letters.
    #[serde(default)]
    mixed: u32,
    #[serde(default, skip_serializing_if = "str::is_empty")]
    title: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "str::is_empty")]
    author: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "str::is_empty")]
    created: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "str::is_empty")]
    changed: Cow<'a, str>,
    /// The day by which `--skip-older` judges it, with that rule.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    judged_by: Option<String>,
    /// Whether the file states that day; else it was changed last then.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    judged_by_stated: Option<bool>,
}

impl<'a> From<&'a DocInfo> for DocumentLine<'a> {
    fn from(doc: &'a DocInfo) -> Self {
        let language = |share: &Share| LanguageShare {
            code: share.language.map(|language| language.code().to_string()),
            share: doc.languages.share(*share),
            sure: share.is_sure,
        };
        let near = match doc.file.certainty {
            Certainty::Sure => None,
            Certainty::Unsure { other } => Some(other.into()),
        };
        let fact =
            |fact: fn(&'a Facts) -> &'a str| doc.file.facts.as_deref().map_or("", fact).into();
        Self {
            document: doc.path.name(),
            document_b64: base64_of(&doc.path),
            content: format!("{:032x}", doc.file.content),
            words: doc.words,
            shingles: doc.shingles,
            elsewhere: None,
            languages: doc.languages.all().iter().map(language).collect(),
            encoding: doc.file.encoding.into(),
            encoding_sure: near.is_none(),
            encoding_near: near,
            undecoded: doc.file.undecoded,
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
    /// The same with the date by which rules judge it.
    #[must_use]
    pub fn judged(self, date: Option<JudgedDate>) -> Self {
        Self {
            judged_by: date.map(|date| date.day.to_string()),
            judged_by_stated: date.map(|date| date.is_stated),
            ..self
        }
    }

    /// The same with how much of it stands in other documents.
    #[must_use]
    pub fn standing_elsewhere(self, share: Option<Ratio>) -> Self {
        Self { elsewhere: share.map(Ratio::to_f64), ..self }
    }

    /// What lists show of it.
    pub(super) fn into_info(self, is_records: bool) -> Result<DocInfo, ContradictoryResult> {
        let path = name(&self.document, self.document_b64.as_deref(), is_records)?;
        let shares = self.languages.iter().map(|one| Share {
            language: one.code.as_deref().and_then(Language::from_code),
            words: part(one.share, self.words.max(1)),
            is_sure: one.sure,
        });
        let near = self.encoding_near.as_deref().map(encoding_name);
        let facts = Facts {
            title: self.title.into_owned(),
            author: self.author.into_owned(),
            created: self.created.into_owned(),
            changed: self.changed.into_owned(),
        };
        let content = u128::from_str_radix(&self.content, 16)
            .map_err(|_| ContradictoryResult::Content(path.clone()))?;
        let file = FileInfo {
            content,
            encoding: encoding_name(&self.encoding),
            certainty: near.map_or(Certainty::Sure, |other| Certainty::Unsure { other }),
            undecoded: self.undecoded,
            facts: facts.non_empty(),
        };
        Ok(DocInfo {
            path,
            file,
            languages: Languages::in_shares(shares.collect()),
            mixed: self.mixed,
            words: self.words,
            shingles: self.shingles,
        })
    }
}

/// A problem with a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProblemLine<'a> {
    path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_b64: Option<String>,
    kind: Cow<'static, str>,
    reason: Cow<'a, str>,
    /// What it is, if nobody meant it as a document.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    other: Option<&'static str>,
}

impl<'a> From<&'a Problem> for ProblemLine<'a> {
    fn from(problem: &'a Problem) -> Self {
        Self {
            path: problem.path.name(),
            path_b64: base64_of(&problem.path),
            kind: problem.kind.name().into(),
            reason: (&*problem.reason).into(),
            other: OtherFile::from_reason(problem.kind, &problem.reason).map(OtherFile::name),
        }
    }
}

impl ProblemLine<'_> {
    /// The problem. One of an unknown kind counts as failed.
    pub(super) fn into_problem(self, is_records: bool) -> Problem {
        let kind = ProblemKind::ALL.into_iter().find(|kind| kind.name() == self.kind);
        let path = name(&self.path, self.path_b64.as_deref(), is_records);
        let path = path.unwrap_or_else(|_| DocPath::new(&*self.path));
        Problem::new(&path, kind.unwrap_or(ProblemKind::Failed), self.reason)
    }
}

/// The name of an encoding, as this program has it.
fn encoding_name(name: &str) -> &'static str {
    match name {
        // They have no label.
        "UTF-32LE" => "UTF-32LE",
        "UTF-32BE" => "UTF-32BE",
        label => Charset::from_label(label).map_or("unknown", Charset::name),
    }
}

/// The languages of a folder, without those that this program does not know.
pub(super) fn prior(written: &[FolderLanguage]) -> Prior {
    let known = |one: &FolderLanguage| Some((Language::from_code(&one.code)?, one.halvings));
    written.iter().filter_map(known).collect()
}

/// A share of a whole number, 0 to 1, rounded to the nearest whole number.
#[allow(clippy::cast_sign_loss)]
pub(super) fn part(share: f64, whole: u32) -> u32 {
    (share.clamp(0.0, 1.0) * f64::from(whole)).round() as u32
}

/// The exact bytes of a path in base 64, only if it is not UTF-8.
pub fn base64_of(path: &DocPath) -> Option<String> {
    path.to_str().is_none().then(|| STANDARD.encode(path.name_bytes()))
}

/// A path, from its exact bytes where these are given. With records, it may end in a line.
fn name(name: &str, bytes: Option<&str>, is_records: bool) -> Result<DocPath, ContradictoryResult> {
    let path = match bytes {
        None => DocPath::new(name),
        Some(base64) => STANDARD
            .decode(base64)
            .ok()
            .and_then(|bytes| DocPath::from_bytes(&bytes))
            .ok_or_else(|| ContradictoryResult::Name(base64.to_string()))?,
    };
    Ok(if is_records { path.split_line() } else { path })
}
