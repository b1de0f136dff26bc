//! What a report says first: which documents have wording of others, below those that have most of it. It writes nothing.

use std::collections::{BTreeMap, BTreeSet};

use shingle::base::numbers::{counted, thousands, verb};
use shingle::base::{ids::DocId, ratio::Ratio};
use shingle::decisions::Verdict;
use shingle::pipeline::Row;

use super::contents::{Report, ReportedPair};

/// A document that has wording of another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Finding<'a> {
    pub(crate) doc: DocId,
    /// The other.
    pub(crate) source: DocId,
    /// Whether a mark says that the other is the source.
    pub(crate) is_marked: bool,
    /// How much of its shingles the other has.
    pub(crate) share: Ratio,
    /// The pair of both.
    pub(crate) pair: &'a ReportedPair,
}

impl Finding<'_> {
    /// How much it is, and what was decided: `80% of it, rewrite (not marked who took)`.
    pub(crate) fn told(&self) -> String {
        let share = self.share.rounded_percent();
        let took = if self.is_marked { "" } else { " (not marked who took)" };
        match self.pair.verdict() {
            Verdict::Undecided => format!("{share} of it"),
            verdict => format!("{share} of it, {}{took}", verdict.name()),
        }
    }
}

/// A document, and those of which it has most among all documents.
#[derive(Debug)]
pub(crate) struct FindingsBySource<'a> {
    pub(crate) source: DocId,
    /// The largest share first.
    pub(crate) findings: Vec<Finding<'a>>,
}

/// The documents of the listed pairs below their sources, the source of most documents first. Where pairs are marked as rewrite
/// or quotation, of these alone, else of those that are undecided. A mark says which of both is the source; without one, it is the
/// one that has more of the other. A document stands below each source that marks name, else below the one that has most of it. None
/// where shares are not counted.
pub(crate) fn findings<'a>(report: &'a Report<'_>) -> Vec<FindingsBySource<'a>> {
    let mut by_document: BTreeMap<DocId, Vec<Finding<'a>>> = BTreeMap::new();
    for finding in all_findings(report) {
        by_document.entry(finding.doc).or_default().push(finding);
    }
    let mut by_source: BTreeMap<DocId, Vec<Finding<'a>>> = BTreeMap::new();
    for mut findings in by_document.into_values() {
        if findings.iter().any(|one| one.is_marked) {
            findings.retain(|one| one.is_marked);
        } else {
            findings.sort_by_key(|one| std::cmp::Reverse(one.share));
            findings.truncate(1);
        }
        for finding in findings {
            by_source.entry(finding.source).or_default().push(finding);
        }
    }
    let mut all: Vec<FindingsBySource<'a>> = by_source
        .into_iter()
        .map(|(source, mut findings)| {
            findings.sort_by_key(|one| (std::cmp::Reverse(one.share), one.doc));
            FindingsBySource { source, findings }
        })
        .collect();
    all.sort_by_key(|one| (std::cmp::Reverse(one.findings.len()), one.source));
    all
}

/// The same for every document beside every source, in the order of the pairs.
pub(crate) fn all_findings<'a>(report: &'a Report<'_>) -> Vec<Finding<'a>> {
    if !report.snapshot.params.counts() {
        return Vec::new();
    }
    let told = report.pairs.iter().filter(|pair| is_told(report, pair));
    told.flat_map(|pair| sides(report, pair)).collect()
}

/// Whether any pair is marked as one that took from the other.
fn are_marked(report: &Report<'_>) -> bool {
    report.with_verdict(Verdict::Rewrite) + report.with_verdict(Verdict::Quotation) > 0
}

fn is_told(report: &Report<'_>, pair: &ReportedPair) -> bool {
    let took = matches!(pair.verdict(), Verdict::Rewrite | Verdict::Quotation);
    if are_marked(report) { took } else { pair.verdict() == Verdict::Undecided }
}

/// Each document of a pair that has wording of another one.
fn sides<'a>(report: &Report<'_>, pair: &'a ReportedPair) -> Vec<Finding<'a>> {
    let one = pair.row.pair();
    if let Row::Copies { members, .. } = &pair.row {
        let copy = |doc: &DocId| Finding {
            doc: *doc,
            source: one.a,
            is_marked: false,
            share: Ratio::ONE,
            pair,
        };
        return members.iter().skip(1).map(copy).collect();
    }
    let [of_a, of_b] = [one.overlap.containment_a(), one.overlap.containment_b()];
    let contents = report.snapshot.contents(&pair.row);
    let decision = pair.decision.as_ref().filter(|decision| !decision.is_earlier);
    let source = decision.and_then(|decision| decision.decision.source_place(contents));
    let is_a_source = source.map_or(of_b >= of_a, |place| place == 0);
    let (doc, source_doc, share) =
        if is_a_source { (one.b, one.a, of_b) } else { (one.a, one.b, of_a) };
    vec![Finding { doc, source: source_doc, is_marked: source.is_some(), share, pair }]
}

/// What was found, in one sentence.
pub(crate) fn sentence(report: &Report<'_>, findings: &[FindingsBySource<'_>]) -> String {
    let documents = |is_marked| {
        let all = findings.iter().flat_map(|one| &one.findings);
        let these = all.filter(|one| one.is_marked == is_marked).map(|one| one.doc);
        these.collect::<BTreeSet<_>>().len() as u64
    };
    let [took, undecided] = [true, false].map(documents);
    let all = counted(report.snapshot.present as u64, "document");
    let [took_so_many, undecided_so_many] = [took, undecided].map(thousands);
    let have = verb(undecided, "has", "have");
    let found = match (took, undecided) {
        (0, _) => format!(
            "Of {all}, {undecided_so_many} {have} wording of another. Who took from whom is not decided."
        ),
        (_, 0) => format!("Of {all}, {took_so_many} took wording from another, as marked."),
        _ => format!(
            "Of {all}, {took_so_many} took wording from another, as marked, and {undecided_so_many} more {have} wording of another: who took it is not decided."
        ),
    };
    match report.with_verdict(Verdict::Undecided) {
        open if open > 0 && are_marked(report) => {
            let pairs = counted(report.verdicts.iter().sum::<u64>(), "pair");
            format!("{found} {} of {pairs} {} undecided.", thousands(open), verb(open, "is", "are"))
        }
        _ => found,
    }
}
