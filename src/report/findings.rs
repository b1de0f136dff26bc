//! What a report says first: which documents have wording of others, below those that have most of it. It writes nothing.

use std::collections::BTreeMap;

use shingle::base::numbers::{counted, thousands, verb};
use shingle::base::{ids::DocId, ratio::Ratio};
use shingle::decisions::Verdict;
use shingle::pipeline::Row;

use super::contents::{Report, ReportedPair};

/// A document that has wording of another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Finding<'a> {
    pub(crate) doc: DocId,
    /// How much of its shingles the other has.
    pub(crate) share: Ratio,
    /// The pair of both.
    pub(crate) pair: &'a ReportedPair,
}

/// A document, and those of which it has most among all documents.
#[derive(Debug)]
pub(crate) struct FindingsBySource<'a> {
    pub(crate) source: DocId,
    /// The largest share first.
    pub(crate) findings: Vec<Finding<'a>>,
}

/// The documents of the listed pairs below their sources, the source of most documents first. Where pairs are marked as rewrite
/// or quotation, of these alone, else of those that are open. A mark says which of both is the source; without one, it is the
/// one that has more of the other. None where shares are not counted.
pub(crate) fn findings<'a>(report: &'a Report<'_>) -> Vec<FindingsBySource<'a>> {
    if !report.snapshot.params.counts() {
        return Vec::new();
    }
    let mut best: BTreeMap<DocId, (DocId, Finding<'a>)> = BTreeMap::new();
    for pair in report.pairs.iter().filter(|pair| is_told(report, pair)) {
        for (doc, source, share) in sides(report, pair) {
            let finding = Finding { doc, share, pair };
            let known = best.entry(doc).or_insert((source, finding));
            if share > known.1.share {
                *known = (source, finding);
            }
        }
    }
    let mut by_source: BTreeMap<DocId, Vec<Finding<'a>>> = BTreeMap::new();
    for (source, finding) in best.into_values() {
        by_source.entry(source).or_default().push(finding);
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

/// Whether any pair is marked as one that took from the other.
fn are_marked(report: &Report<'_>) -> bool {
    report.with_verdict(Verdict::Rewrite) + report.with_verdict(Verdict::Quotation) > 0
}

fn is_told(report: &Report<'_>, pair: &ReportedPair) -> bool {
    let took = matches!(pair.verdict(), Verdict::Rewrite | Verdict::Quotation);
    if are_marked(report) { took } else { pair.verdict() == Verdict::Open }
}

/// Each document of a pair that has wording of another one, that one, and the share.
fn sides(report: &Report<'_>, pair: &ReportedPair) -> Vec<(DocId, DocId, Ratio)> {
    let one = pair.row.pair();
    if let Row::Copies { members, .. } = &pair.row {
        return members.iter().skip(1).map(|member| (*member, one.a, Ratio::ONE)).collect();
    }
    let [of_a, of_b] = [one.overlap.containment_a(), one.overlap.containment_b()];
    let contents = report.snapshot.contents(&pair.row);
    let decision = pair.decision.as_ref().filter(|decision| !decision.is_earlier);
    let source = decision.and_then(|decision| decision.decision.source_place(contents));
    let is_a_source = source.map_or(of_b >= of_a, |place| place == 0);
    vec![if is_a_source { (one.b, one.a, of_b) } else { (one.a, one.b, of_a) }]
}

/// What was found, in one sentence.
pub(crate) fn sentence(report: &Report<'_>, findings: &[FindingsBySource<'_>]) -> String {
    let number: usize = findings.iter().map(|one| one.findings.len()).sum();
    let number = number as u64;
    let all = counted(report.snapshot.present as u64, "document");
    let has = thousands(number);
    if are_marked(report) {
        return format!("Of {all}, {has} took wording from another, as marked.");
    }
    let have = verb(number, "has", "have");
    format!("Of {all}, {has} {have} wording of another. Who took from whom is not decided.")
}
