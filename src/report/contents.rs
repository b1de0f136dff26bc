use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use shingle::base::{numbers::format_count, path::DocPath, ratio::Ratio};
use shingle::decisions::{MarkKind, UserMark};
use shingle::pipeline::{Snapshot, SourcedText};

use super::{parts::Parts, passages::PairPassages};

#[derive(Debug, Clone, Default)]
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

/// A pair of documents, A and B in the order of the list. In a report about a document, the document is A.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) number: usize,
    pub(crate) names: [DocPath; 2],
    pub(crate) copies: [Vec<DocPath>; 2],
    /// Most significant date of each document, with its kind, if known.
    pub(crate) dates: [String; 2],
    /// Index of the source that a mark names.
    pub(crate) source: Option<usize>,
    /// A in B and B in A, as in the list of pairs.
    pub(crate) shares: [Ratio; 2],
    /// Shares of each document in all of its findings together.
    pub(crate) totals: [f64; 2],
    /// The user's mark. The flag is true for a mark on an earlier version; the pair then counts as unmarked.
    pub(crate) decision: Option<(UserMark, bool)>,
    /// The pair on which the user made the mark, with its content hashes, if this pair has only copies of its documents.
    pub(crate) marked: Option<[(DocPath, u128); 2]>,
    /// Content hashes, as in marks.
    pub(crate) contents: [u128; 2],
    /// The passages, or the reason why the texts could not be opened again.
    pub(crate) passages: Result<Arc<PairPassages>, String>,
    /// True if a rule hides the pair in lists of pairs, in a report about one document.
    pub(crate) is_hidden: bool,
    /// In a report about one document, other documents with any of these passages.
    pub(crate) also: Vec<DocPath>,
    /// Names and note of a pair that the user marked as a quotation and that contains all wording of this pair. Without
    /// names if that pair is not listed.
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

    pub(crate) fn documents_with_total_shares(&self) -> impl Iterator<Item = (&DocPath, f64)> {
        let sides = self.names.iter().zip(&self.copies).zip(self.totals);
        sides.flat_map(|((name, copies), share)| {
            [name].into_iter().chain(copies).map(move |one| (one, share))
        })
    }

    pub(crate) fn is_case(&self) -> bool {
        self.mark_kind().is_case()
    }

    pub(crate) fn longest_passage_words(&self) -> u32 {
        let passages = self.passages.iter().flat_map(|all| &all.passages);
        passages.map(|one| one.passage.words).max().unwrap_or(0)
    }

    /// Returns A in B and B in A in percent, as printed. 0 below 1%.
    pub(crate) fn percents(&self) -> [u64; 2] {
        self.shares
            .map(|share| share.format_whole_percent().trim_end_matches('%').parse().unwrap_or(0))
    }

    pub(crate) fn html_anchor(&self) -> String {
        format!("case-{}", self.number)
    }
}

#[derive(Debug)]
pub(crate) struct About {
    pub(crate) text: Arc<SourcedText>,
    pub(crate) parts: Parts,
    /// Numbers of runs of words that the cases add, then cases that rules hide, then other documents.
    pub(crate) adds: [u32; 3],
    /// Date with its kind, such as `created 2026-11-06`, or empty.
    pub(crate) date: String,
}

pub(crate) struct Report<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) circumstance: Circumstance,
    pub(crate) names: Names<'a>,
    /// Findings of the report, worst first. In a report on a document: its sources in order, and other marked
    /// documents.
    pub(crate) cases: Vec<Finding>,
    pub(crate) aside: Vec<Finding>,
    /// Marks on pairs of which a text has changed or is gone.
    pub(crate) lost: Vec<UserMark>,
    /// Pairs that rules hide: at most 25, best first.
    pub(crate) hidden: Vec<Finding>,
    /// Number of pairs that rules hide, without those among the findings.
    pub(crate) hidden_pairs: u64,
    /// Numbers of chosen rows, and of rows in the list of pairs.
    pub(crate) of_list: (usize, usize),
    /// Number of marked pairs besides these rows.
    pub(crate) other_marked: usize,
    pub(crate) about: Option<About>,
}

impl Report<'_> {
    pub(crate) fn title(&self) -> String {
        let subject = self.about.as_ref().map(|about| &about.text.sources.text.path);
        match (&*self.circumstance.title, subject) {
            ("", Some(path)) => {
                format!("Wording that {} shares with other documents", self.names.name_for(path))
            }
            ("", None) if self.names.are_anonymous() => "Shared wording".to_string(),
            ("", None) => format!("Shared wording in {}", self.circumstance.folder),
            (title, _) => title.to_string(),
        }
    }

    pub(crate) fn hides_pairs(&self) -> bool {
        self.hidden_pairs > 0 && self.about.is_none() && !self.circumstance.is_partial
    }

    /// Returns the number of parts, of `all`, that are shown unfolded.
    pub(crate) fn count_unfolded_parts(&self, limit: usize, all: usize) -> usize {
        if self.circumstance.full { all } else { all.min(limit) }
    }

    pub(crate) fn describe_number_of_rows(&self) -> String {
        let unit = if self.about.is_some() { "source" } else { "row" };
        format_count(self.all_findings().count() as u64, unit)
    }

    pub(crate) fn all_findings(&self) -> impl Iterator<Item = &Finding> {
        self.cases.iter().chain(&self.aside)
    }
}

/// Names of documents in the report: short, or numbers in order of first use.
pub(crate) struct Names<'a> {
    short: &'a dyn Fn(&DocPath) -> String,
    numbers: Option<RefCell<BTreeMap<DocPath, usize>>>,
    subject: Option<DocPath>,
}

impl<'a> Names<'a> {
    /// Prepares the names; an anonymous report uses numbers for all documents except the subject.
    pub(crate) fn new(
        short: &'a dyn Fn(&DocPath) -> String,
        is_anonymous: bool,
        subject: Option<DocPath>,
    ) -> Self {
        Self { short, numbers: is_anonymous.then(RefCell::default), subject }
    }

    pub(crate) fn name_for(&self, path: &DocPath) -> String {
        match &self.numbers {
            Some(numbers) if self.subject.as_ref() != Some(path) => {
                let mut numbers = numbers.borrow_mut();
                let next = numbers.len() + 1;
                format!("text {}", numbers.entry(path.clone()).or_insert(next))
            }
            _ => (self.short)(path),
        }
    }

    pub(crate) const fn are_anonymous(&self) -> bool {
        self.numbers.is_some()
    }
}
