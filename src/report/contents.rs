//! What a report says. It is made by `gather`, and writes nothing.

use shingle::decisions::{Decision, Verdict};
use shingle::pipeline::{Clusters, Row, Snapshot, ThirdDocument};

use super::{graphs::ClusterGraph, passages::PairPassages};

/// What was decided about a pair.
#[derive(Debug, Clone)]
pub(crate) struct PairDecision {
    /// The decision.
    pub(crate) decision: Decision,
    /// Whether it was about an earlier version of the texts. The pair is then undecided.
    pub(crate) is_earlier: bool,
}

/// A row of the ranking with what the report says of it.
#[derive(Debug, Clone)]
pub(crate) struct ReportedPair {
    /// Its place in the ranking, from 1.
    pub(crate) rank: usize,
    /// The row.
    pub(crate) row: Row,
    /// What was decided.
    pub(crate) decision: Option<PairDecision>,
    /// A third document that both resemble more than each other.
    pub(crate) third: Option<ThirdDocument>,
    /// Its passages, or why the texts could not be opened again.
    pub(crate) passages: Result<PairPassages, String>,
}

impl ReportedPair {
    /// The verdict that is in force.
    pub(crate) fn verdict(&self) -> Verdict {
        let now = self.decision.as_ref().filter(|one| !one.is_earlier);
        now.map_or(Verdict::Undecided, |one| one.decision.verdict)
    }

    /// The note on it, also on an earlier version.
    pub(crate) fn note(&self) -> &str {
        self.decision.as_ref().map_or("", |one| &one.decision.note)
    }

    /// What its place in a page is called.
    pub(crate) fn anchor(&self) -> String {
        format!("pair-{}", self.rank)
    }
}

/// How a report came about.
#[derive(Debug, Clone)]
pub(crate) struct Circumstance {
    /// The name of the folder, without where it is.
    pub(crate) folder: String,
    /// The heading; one with the name of the folder if it is empty.
    pub(crate) title: String,
    /// What its author says first; may be empty.
    pub(crate) summary: String,
    /// Where the folder is, by which decisions name it. It is not told: a report is handed on.
    pub(crate) place: String,
    /// When the report was made, as `2026-11-22T20:05:42.123Z`.
    pub(crate) at: String,
    /// How files were chosen and read, beside the parameters: a name and a value each.
    pub(crate) reading: Vec<(String, String)>,
    /// Which pairs were asked for, in words; empty for all.
    pub(crate) chosen: String,
}

/// A report.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    /// The result.
    pub(crate) snapshot: &'a Snapshot,
    /// How it came about.
    pub(crate) circumstance: Circumstance,
    /// The pairs, ranked.
    pub(crate) pairs: Vec<ReportedPair>,
    /// How many rows of the ranking were asked for; `pairs` may stop before.
    pub(crate) rows_chosen: usize,
    /// How many rows of the whole ranking have each verdict, in the order of [`Verdict::ALL`].
    pub(crate) verdicts: [u64; Verdict::ALL.len()],
    /// The clusters, where they were made.
    pub(crate) clusters: Option<&'a Clusters>,
    /// The largest of them, to be drawn.
    pub(crate) graphs: Vec<ClusterGraph>,
}

impl Report<'_> {
    /// The heading.
    pub(crate) fn title(&self) -> String {
        match &*self.circumstance.title {
            "" => format!("Shared wording in {}", self.circumstance.folder),
            title => title.to_string(),
        }
    }

    /// What its author says first, in paragraphs.
    pub(crate) fn own_words(&self) -> impl Iterator<Item = &str> {
        self.circumstance.summary.lines().filter(|line| !line.trim().is_empty())
    }

    /// How many rows have this verdict.
    pub(crate) fn with_verdict(&self, verdict: Verdict) -> u64 {
        let place = Verdict::ALL.iter().position(|one| *one == verdict);
        place.and_then(|place| self.verdicts.get(place)).copied().unwrap_or(0)
    }

    /// How many rows have any verdict.
    pub(crate) fn decided(&self) -> u64 {
        self.verdicts.iter().sum::<u64>() - self.with_verdict(Verdict::Undecided)
    }
}
