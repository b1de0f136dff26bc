use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use shingle::base::{numbers::format_count, path::DocPath, ratio::Ratio};
use shingle::decisions::{MarkKind, UserMark};
use shingle::pipeline::{Snapshot, SourcedText};

use super::{parts::Parts, passages::PairPassages};

#[derive(Debug, Clone)]
pub(crate) struct Circumstance {
    /// Name of the folder, without its path.
    pub(crate) folder: String,
    /// Title of the user; empty for the default heading.
    pub(crate) title: String,
    pub(crate) summary: String,
    /// Path of the folder, for looking up marks. Not shown.
    pub(crate) place: String,
    /// Time as `2026-11-22T20:05:42.123Z`.
    pub(crate) at: String,
    /// Options that select and read files, with their values.
    pub(crate) reading: Vec<(String, String)>,
    /// Sentence about the chosen rows, if any.
    pub(crate) chosen: String,
    /// True if the report has only some rows of the folder.
    pub(crate) is_partial: bool,
    pub(crate) full: bool,
    /// Command that makes the report again with look-alike letters counted as equal.
    pub(crate) again: String,
}

/// A pair of documents, of which the first has wording of the second.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) number: usize,
    pub(crate) names: [DocPath; 2],
    pub(crate) copies: [Vec<DocPath>; 2],
    /// Most significant date of each document, with its kind, if known.
    pub(crate) dates: [String; 2],
    /// True if a mark names the source.
    pub(crate) is_marked: bool,
    /// True if a mark or an earlier term names the source.
    pub(crate) is_directed: bool,
    /// Share of the document's words that the source has too. Excludes ignored words.
    pub(crate) share: Ratio,
    /// Share of the source's words that the document has too.
    pub(crate) source_share: Ratio,
    /// Share of the document's words in all of its findings together.
    pub(crate) total: f64,
    /// The user's mark. True if it is about an earlier version; the pair then counts as unmarked.
    pub(crate) decision: Option<(UserMark, bool)>,
    /// Content hashes, as in marks.
    pub(crate) contents: [u128; 2],
    /// The passages, or the reason why the texts could not be opened again.
    pub(crate) passages: Result<Arc<PairPassages>, String>,
    /// Other documents with the same passages. In a report about one document, documents with any of its passages.
    pub(crate) also: Vec<DocPath>,
    /// Pair that the user marked as a quotation and that contains all wording of this pair, with the note. Without
    /// names if the pair is not listed.
    pub(crate) quotation: Option<(Vec<DocPath>, String)>,
}

impl Finding {
    pub(crate) fn mark_kind(&self) -> MarkKind {
        let now = self.decision.as_ref().filter(|(_, is_earlier)| !is_earlier);
        now.map_or(MarkKind::Undecided, |(decision, _)| decision.verdict)
    }

    /// Returns the note on the pair or on an earlier version, if any.
    pub(crate) fn note_text(&self) -> &str {
        self.decision.as_ref().map_or("", |(decision, _)| &decision.note)
    }

    pub(crate) fn documents(&self) -> impl Iterator<Item = &DocPath> {
        self.names.iter().chain(self.copies.iter().flatten()).chain(&self.also)
    }

    /// Returns the documents that have wording of others, with their shares. If no source is known, returns both.
    pub(crate) fn documents_with_shares(&self) -> impl Iterator<Item = (&DocPath, f64)> {
        let shares = [self.total, self.source_share.to_f64()];
        let sides =
            self.names.iter().zip(&self.copies).zip(shares).take(2 - usize::from(self.is_directed));
        sides.flat_map(|((name, copies), share)| {
            [name].into_iter().chain(copies).map(move |one| (one, share))
        })
    }

    pub(crate) fn is_case(&self) -> bool {
        matches!(self.mark_kind(), MarkKind::Undecided | MarkKind::Reused)
    }

    pub(crate) fn longest_passage_words(&self) -> u32 {
        let passages = self.passages.iter().flat_map(|all| &all.passages);
        passages.map(|one| one.passage.words).max().unwrap_or(0)
    }

    /// Returns the share in percent, as printed. 0 below 1%.
    pub(crate) fn percent(&self) -> u64 {
        self.share.rounded_percent().trim_end_matches('%').parse().unwrap_or(0)
    }

    pub(crate) fn html_anchor(&self) -> String {
        format!("case-{}", self.number)
    }
}

#[derive(Debug)]
pub(crate) struct About {
    pub(crate) text: Arc<SourcedText>,
    pub(crate) parts: Parts,
    /// Date with its kind, or empty.
    pub(crate) date: String,
}

pub(crate) struct Report<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) circumstance: Circumstance,
    pub(crate) names: Names<'a>,
    /// Findings of the report, worst first. In a report about a document, its sources in order, and other marked
    /// documents.
    pub(crate) cases: Vec<Finding>,
    pub(crate) aside: Vec<Finding>,
    /// Pairs that rules hide: at most 25, best first.
    pub(crate) hidden: Vec<Finding>,
    /// Numbers of chosen rows, and of rows in the list of pairs.
    pub(crate) of_list: (usize, usize),
    pub(crate) about: Option<About>,
}

impl Report<'_> {
    pub(crate) fn title(&self) -> String {
        let subject = self.about.as_ref().map(|about| &about.text.sources.text.path);
        match (&*self.circumstance.title, subject) {
            ("", Some(path)) => {
                format!("Wording of {} in other documents", self.names.name_for(path))
            }
            ("", None) if self.names.are_anonymous() => "Shared wording".to_string(),
            ("", None) => format!("Shared wording in {}", self.circumstance.folder),
            (title, _) => title.to_string(),
        }
    }

    pub(crate) fn hides_pairs(&self) -> bool {
        self.snapshot.ruled_out > 0 && self.about.is_none() && !self.circumstance.is_partial
    }

    /// Returns how many of `all` parts are shown; the others are folded.
    pub(crate) fn count_shown(&self, limit: usize, all: usize) -> usize {
        if self.circumstance.full { all } else { all.min(limit) }
    }

    pub(crate) fn describe_size(&self) -> String {
        let unit = if self.about.is_some() { "source" } else { "row" };
        format_count(self.all_findings().count() as u64, unit)
    }

    pub(crate) fn all_findings(&self) -> impl Iterator<Item = &Finding> {
        self.cases.iter().chain(&self.aside)
    }
}

/// Names of documents in the report: short, or letters in order of first use.
pub(crate) struct Names<'a> {
    short: &'a dyn Fn(&DocPath) -> String,
    letters: Option<RefCell<BTreeMap<DocPath, usize>>>,
    subject: Option<DocPath>,
}

impl<'a> Names<'a> {
    /// Prepares the names; an anonymous report uses letters for all documents except the subject.
    pub(crate) fn new(
        short: &'a dyn Fn(&DocPath) -> String,
        is_anonymous: bool,
        subject: Option<DocPath>,
    ) -> Self {
        Self { short, letters: is_anonymous.then(RefCell::default), subject }
    }

    pub(crate) fn name_for(&self, path: &DocPath) -> String {
        match &self.letters {
            Some(letters) if self.subject.as_ref() != Some(path) => {
                let mut letters = letters.borrow_mut();
                let next = letters.len();
                letters_for_number(*letters.entry(path.clone()).or_insert(next))
            }
            _ => (self.short)(path),
        }
    }

    pub(crate) const fn are_anonymous(&self) -> bool {
        self.letters.is_some()
    }
}

/// Returns A, B, …, Z, A2, B2, … for the numbers from 0.
fn letters_for_number(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    let round = if number < 26 { String::new() } else { (number / 26 + 1).to_string() };
    format!("{letter}{round}")
}
