//! The lines of a written result, as JSON has them. They are described in `docs/json.md`; fields that the screen does not
//! need are not read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::base::path::DocPath;
use crate::base::problem::{Problem, ProblemKind};
use crate::pipeline::document::info::DocInfo;
use crate::pipeline::document::info::{Languages, Share};
use crate::text::language::Language;
use crate::text::language::folder::Prior;
use documents::{Certainty, Charset, Facts};

use super::error::ContradictoryResult;

/// A language of the folder.
#[derive(Debug, Deserialize)]
pub struct WrittenFolderLanguage {
    code: String,
    halvings: u32,
}

/// How many shingles are left out.
#[derive(Debug, Default, Deserialize)]
pub struct WrittenLeftOut {
    common: u32,
    template: u32,
    phrases: u32,
}

impl WrittenLeftOut {
    /// The numbers: because they are common, in a template, in a phrase.
    pub(super) const fn counts(&self) -> (u32, u32, u32) {
        (self.common, self.template, self.phrases)
    }
}

/// A result as it was read: its parameters by name, and its lines.
#[derive(Debug, Default)]
pub struct WrittenResult {
    /// The parameters by their names on the command line.
    pub parameters: Map<String, Value>,
    /// How many shingles are left out.
    pub left_out: WrittenLeftOut,
    /// The languages of the folder.
    pub folder_languages: Vec<WrittenFolderLanguage>,
    /// Its documents, in any order.
    pub documents: Vec<WrittenDocument>,
    /// Its pairs, in any order.
    pub pairs: Vec<WrittenPair>,
    /// Its problems.
    pub problems: Vec<WrittenProblem>,
    /// How many pairs were found; `None`: those that are listed.
    pub found: Option<u64>,
    /// How many more were found, and rules left out.
    pub ruled_out: u64,
}

/// A whole result in one file.
#[derive(Debug, Deserialize)]
pub struct WrittenListing {
    parameters: Map<String, Value>,
    #[serde(default)]
    left_out: WrittenLeftOut,
    #[serde(default)]
    folder_languages: Vec<WrittenFolderLanguage>,
    documents: Vec<WrittenDocument>,
    pairs: Vec<WrittenPair>,
    problems: Vec<WrittenProblem>,
    pairs_found: u64,
    #[serde(default)]
    pairs_left_out: Option<u64>,
}

impl From<WrittenListing> for WrittenResult {
    fn from(listing: WrittenListing) -> Self {
        let WrittenListing {
            parameters,
            left_out,
            folder_languages,
            documents,
            pairs,
            problems,
            pairs_found,
            pairs_left_out,
        } = listing;
        let (found, ruled_out) = (Some(pairs_found), pairs_left_out.unwrap_or(0));
        Self {
            parameters,
            left_out,
            folder_languages,
            documents,
            pairs,
            problems,
            found,
            ruled_out,
        }
    }
}

/// What a result in a folder says of itself.
#[derive(Debug, Deserialize)]
pub struct WrittenManifest {
    /// The parameters by their names on the command line.
    pub parameters: Map<String, Value>,
    /// How many shingles are left out.
    #[serde(default)]
    pub left_out: WrittenLeftOut,
    /// The languages of the folder.
    #[serde(default)]
    pub folder_languages: Vec<WrittenFolderLanguage>,
    /// How many pairs were found.
    #[serde(default)]
    pub pairs_found: Option<u64>,
    /// How many more were found, and rules left out.
    #[serde(default)]
    pub pairs_left_out: Option<u64>,
}

/// A pair.
#[derive(Debug, Deserialize)]
pub struct WrittenPair {
    a: String,
    b: String,
    #[serde(default)]
    a_b64: Option<String>,
    #[serde(default)]
    b_b64: Option<String>,
    pub(super) shared: Option<u32>,
    pub(super) a_shingles: u32,
    pub(super) b_shingles: u32,
    pub(super) a_words: u32,
    pub(super) b_words: u32,
    pub(super) score: f64,
    pub(super) exact_copy: bool,
}

impl WrittenPair {
    /// The names of its documents.
    pub(super) fn names(&self, is_records: bool) -> Result<[DocPath; 2], ContradictoryResult> {
        let a = name(&self.a, self.a_b64.as_deref(), is_records)?;
        Ok([a, name(&self.b, self.b_b64.as_deref(), is_records)?])
    }
}

/// A language of a document.
#[derive(Debug, Deserialize)]
struct WrittenLanguage {
    code: Option<String>,
    share: f64,
    sure: bool,
}

/// A document.
#[derive(Debug, Deserialize)]
pub struct WrittenDocument {
    document: String,
    #[serde(default)]
    document_b64: Option<String>,
    /// The hash of its bytes, in 32 hexadecimal digits.
    content: String,
    words: u32,
    shingles: u32,
    #[serde(default)]
    languages: Vec<WrittenLanguage>,
    #[serde(default)]
    encoding: String,
    #[serde(default)]
    encoding_near: Option<String>,
    #[serde(default)]
    undecoded: u64,
    #[serde(default)]
    mixed: u32,
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    created: String,
    #[serde(default)]
    changed: String,
}

impl WrittenDocument {
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
            title: self.title,
            author: self.author,
            created: self.created,
            changed: self.changed,
        };
        let content = u128::from_str_radix(&self.content, 16)
            .map_err(|_| ContradictoryResult::Content(path.clone()))?;
        Ok(DocInfo {
            path,
            content,
            languages: Languages::in_shares(shares.collect()),
            encoding: encoding_name(&self.encoding),
            certainty: near.map_or(Certainty::Sure, |other| Certainty::Unsure { other }),
            undecoded: self.undecoded,
            mixed: self.mixed,
            facts: facts.kept(),
            words: self.words,
            shingles: self.shingles,
        })
    }
}

/// A problem with a file.
#[derive(Debug, Deserialize)]
pub struct WrittenProblem {
    path: String,
    #[serde(default)]
    path_b64: Option<String>,
    kind: String,
    reason: String,
}

impl WrittenProblem {
    /// The problem. One of an unknown kind counts as failed.
    pub(super) fn into_problem(self, is_records: bool) -> Problem {
        let kind = ProblemKind::ALL.into_iter().find(|kind| kind.name() == self.kind);
        let path = name(&self.path, self.path_b64.as_deref(), is_records);
        let path = path.unwrap_or_else(|_| DocPath::new(&self.path));
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
pub(super) fn prior(written: &[WrittenFolderLanguage]) -> Prior {
    let known = |one: &WrittenFolderLanguage| Some((Language::from_code(&one.code)?, one.halvings));
    written.iter().filter_map(known).collect()
}

/// A share of a whole number, 0 to 1, rounded to the nearest whole number.
#[allow(clippy::cast_sign_loss)]
pub(super) fn part(share: f64, whole: u32) -> u32 {
    (share.clamp(0.0, 1.0) * f64::from(whole)).round() as u32
}

/// A path, from its exact bytes where these are given. With records, it may end in a line.
fn name(
    shown: &str,
    bytes: Option<&str>,
    is_records: bool,
) -> Result<DocPath, ContradictoryResult> {
    let path = match bytes {
        None => DocPath::new(shown),
        Some(base64) => STANDARD
            .decode(base64)
            .ok()
            .and_then(|bytes| DocPath::from_bytes(&bytes))
            .ok_or_else(|| ContradictoryResult::Name(base64.to_string()))?,
    };
    Ok(if is_records { path.split_line() } else { path })
}
