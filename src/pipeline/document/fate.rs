//! The fate of each shingle of a document. It reads the decisions of the stages and makes none.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashSet;

use crate::base::path::DocPath;
use crate::base::visible::visible;
use crate::pipeline::document::Document;
use crate::pipeline::parameters::Params;
use crate::shingle::hash::HashKind;

use super::left_out::{LeftOut, LeftOutReason};

/// What became of a shingle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// Modulo drops it, because its hash is not divisible by m.
    Dropped {
        /// m.
        modulo: u32,
        /// The remainder of the hash modulo m, at least 1.
        rest: u64,
    },
    /// It is not counted: it begins with a stop word, and stop words stay inside shingles.
    Inside,
    /// It is kept by modulo, but left out because more documents have it than `--common` allows.
    Common {
        /// Documents that have it.
        documents: u32,
        /// All documents with at least one shingle.
        of: u32,
    },
    /// It is kept by modulo, but left out because a template has it.
    Template {
        /// The template's name, as the user wrote it.
        name: DocPath,
    },
    /// It is kept by modulo, but left out because a phrase has it.
    Phrase {
        /// The phrase. Raw: it must pass `base::visible` on its way to a terminal.
        text: Arc<str>,
    },
    /// It is a repetition of an earlier shingle of the same document.
    Again,
    /// It is kept, and the other document has it too.
    Shared,
    /// It is kept, and only this document has it.
    Kept,
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dropped { modulo, rest } => write!(f, "left out: hash mod {modulo} = {rest}"),
            Self::Inside => f.write_str("left out: begins with a stop word"),
            Self::Common { documents, of } => {
                write!(f, "left out: in {documents} of {of} documents")
            }
            Self::Template { name } => write!(f, "left out: in template {name}"),
            Self::Phrase { text } => write!(f, "left out: in the phrase {}", first_words(text)),
            Self::Again => f.write_str("again, counted once"),
            Self::Shared => f.write_str("in both texts"),
            Self::Kept => f.write_str("only in this text"),
        }
    }
}

/// The first words of a phrase in one line, made visible.
pub fn first_words(text: &str) -> String {
    let mut words = text.split_whitespace();
    let first: Vec<&str> = words.by_ref().take(5).collect();
    let first = first.join(" ");
    let mut shown: String = visible(&first).chars().take(40).collect();
    if words.next().is_some() || shown.len() < visible(&first).len() {
        shown.push('…');
    }
    shown
}

/// A shingle with its fate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedShingle {
    /// The number of the canonical word that it begins with, from 0.
    pub start: usize,
    /// Its canonical words. Raw: they must pass `base::visible` on their way to a terminal.
    pub words: Vec<Arc<str>>,
    /// Its key: shingles with the same key are equal.
    pub key: u64,
    /// The value of the named hash.
    pub value: u64,
    /// The value as it is printed: the wide hash in sixteen hex digits, the others in decimal like the articles.
    pub hash: String,
    /// The remainder of the value modulo m.
    pub rest: u64,
    /// What became of it.
    pub fate: Fate,
    /// The other document has it among its kept shingles.
    pub in_other: bool,
    /// The functions (from 0) under which it is the least shingle of its document. Empty where scores are counted.
    pub least: Vec<u32>,
}

impl ExplainedShingle {
    /// Its words, joined by spaces.
    pub fn text(&self) -> String {
        self.words.join(" ")
    }

    /// Whether the sample keeps it, even if it is left out later.
    pub const fn is_kept(&self) -> bool {
        !matches!(self.fate, Fate::Dropped { .. } | Fate::Inside)
    }
}

/// The shingles of a document in `range`, in order, each with its fate. `others` are the kept keys of the other
/// document, including those that are left out.
pub fn shingles<'a>(
    document: &'a Document,
    params: &'a Params,
    others: &'a HashSet<u64>,
    range: Range<usize>,
) -> impl Iterator<Item = ExplainedShingle> + 'a {
    let before = document.shingles.iter().take(range.start);
    let mut seen: HashSet<u64> = before.map(|shingle| shingle.key).collect();
    let some = document.shingles.iter().enumerate().take(range.end).skip(range.start);
    some.map(move |(at, shingle)| {
        let covered = document.window.words(at);
        let start = covered.start;
        let words = document.canonical.get(covered).unwrap_or_default().iter();
        let rest = shingle.value % u64::from(params.modulo.max(1));
        let (is_new, in_other) = (seen.insert(shingle.key), others.contains(&shingle.key));
        let plain = match (shingle.kept, is_new, in_other) {
            (false, _, _) if !shingle.begins => Fate::Inside,
            (false, _, _) => Fate::Dropped { modulo: params.modulo, rest },
            (true, false, _) => Fate::Again,
            (true, true, true) => Fate::Shared,
            (true, true, false) => Fate::Kept,
        };
        let left_out = shingle.kept.then(|| left_out(document.left_out(), shingle.key, params));
        let fate = left_out.flatten().unwrap_or(plain);
        ExplainedShingle {
            start,
            words: words.map(|word| Arc::clone(&word.text)).collect(),
            key: shingle.key,
            value: shingle.value,
            hash: match params.hash {
                HashKind::Wide => format!("{:016x}", shingle.value),
                HashKind::Crc32 | HashKind::Md5First28 => shingle.value.to_string(),
            },
            rest,
            fate,
            in_other,
            least: least_under(document, shingle.key),
        }
    })
}

/// The functions under which a key is the least of a document.
fn least_under(document: &Document, key: u64) -> Vec<u32> {
    let least = document.least().iter().enumerate().filter(|(_, least)| **least == key);
    least.map(|(function, _)| function as u32).collect()
}

/// The fate of a kept shingle that is left out; `None` if it is not.
fn left_out(left_out: &LeftOut, key: u64, params: &Params) -> Option<Fate> {
    let name = |place: u32| params.template.get(place as usize).map(|one| one.name.clone());
    Some(match left_out.reason(key)? {
        LeftOutReason::Common { documents } => Fate::Common { documents, of: left_out.documents },
        LeftOutReason::Template(place) => Fate::Template { name: name(place)? },
        LeftOutReason::Phrase(place) => {
            Fate::Phrase { text: Arc::clone(params.phrases.get(place as usize)?) }
        }
    })
}
