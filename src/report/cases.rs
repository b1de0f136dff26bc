use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use shingle::base::{path::DocPath, span::Span};
use shingle::decisions::MarkKind;

use super::contents::Finding;

#[derive(Debug)]
pub(crate) struct Case<'a> {
    pub(crate) source: &'a DocPath,
    pub(crate) findings: Vec<&'a Finding>,
}

/// Returns a sort key: the largest printed share first, then the longest passage.
fn report_order(finding: &Finding) -> (Reverse<(u64, u32)>, [DocPath; 2]) {
    (Reverse((finding.percent(), finding.longest_passage_words())), finding.names.clone())
}

/// Returns the share of a document in all its findings, counting each word once.
fn sum_shares(findings: &[Finding]) -> f64 {
    let (mut known, mut total): (Vec<Span>, f64) = (Vec::new(), 0.0);
    for finding in findings {
        let same = finding.passages.as_ref().map_or(&[][..], |one| &one.same[0]);
        let (held, all) = count_overlapping_bytes(&known, same);
        total += finding.share.to_f64() * (1.0 - held as f64 / (all as f64).max(1.0)).max(0.0);
        known.extend(same);
        known.sort_unstable();
        known.dedup_by(|next, last| {
            let touches = next.start <= last.end;
            last.end = if touches { last.end.max(next.end) } else { last.end };
            touches
        });
    }
    total
}

/// Arranges the findings by document with its sources, worst first. A mark names the source of a document. Without
/// marks, the sources are the document with the largest share, and documents with passages elsewhere in the text. Other
/// documents with the same passages are listed as `also`. A source without a row of its own gets one, unless a mark or
/// an earlier term names it.
pub(crate) fn arrange_by_document(findings: Vec<Finding>) -> Vec<Finding> {
    let mut documents: BTreeMap<DocPath, Vec<Finding>> = BTreeMap::new();
    for finding in findings {
        documents.entry(finding.names[0].clone()).or_default().push(finding);
    }
    let (mut rows, mut same): (Vec<Finding>, Vec<(usize, Finding)>) = (Vec::new(), Vec::new());
    for mut findings in documents.into_values() {
        findings.sort_by_cached_key(|one| (!one.is_marked, report_order(one)));
        let (total, first) = (sum_shares(&findings), rows.len());
        for finding in findings {
            let kept =
                rows.iter().skip(first).position(|other| is_mostly_contained(other, &finding));
            match kept {
                Some(place) => same.push((first + place, finding)),
                None => rows.push(Finding { total, ..finding }),
            }
        }
    }
    let mut named: BTreeSet<DocPath> = rows.iter().flat_map(|row| row.names.clone()).collect();
    for (place, finding) in same {
        let [_, source] = &finding.names;
        let total = rows[place].total;
        if !finding.is_directed && named.insert(source.clone()) {
            rows.push(Finding { total, ..finding });
        } else if !rows[place].copies[1].contains(source) {
            rows[place].also.push(source.clone());
        }
    }
    rows.sort_by_cached_key(report_order);
    rows
}

/// Returns true if passages of `first` cover most passages of `second` in the document, and `second` has no mark of its
/// own.
fn is_mostly_contained(first: &Finding, second: &Finding) -> bool {
    if second.mark_kind() != MarkKind::Undecided && first.contents != second.contents {
        return false;
    }
    let (held, all) = count_bytes_in_passages((first, 0), (second, 0));
    2 * held >= all
}

/// Returns the bytes of the second finding's passages that are also in passages of the first, and all bytes of the
/// second. `a` and `b` are the indices of the common document.
fn count_bytes_in_passages(
    (first, a): (&Finding, usize),
    (second, b): (&Finding, usize),
) -> (u64, u64) {
    let spans = |finding: &Finding, side: usize| -> Vec<Span> {
        let all = finding.passages.iter().flat_map(|all| &all.passages);
        all.map(|one| one.sides[side].span).collect()
    };
    count_overlapping_bytes(&spans(first, a), &spans(second, b))
}

/// Returns the bytes of the new spans that are also in known spans, and all bytes of the new spans.
fn count_overlapping_bytes(known: &[Span], new: &[Span]) -> (u64, u64) {
    let length = |span: &Span| u64::from(span.end - span.start);
    let shared = |span: &Span| {
        let part =
            |other: &Span| span.end.min(other.end).saturating_sub(span.start.max(other.start));
        known.iter().map(|other| u64::from(part(other))).sum::<u64>()
    };
    (new.iter().map(shared).sum(), new.iter().map(length).sum())
}

/// Numbers the findings. If a quotation that the user marked contains the wording of an unmarked finding, adds the
/// quotation. `others` are findings outside the report, whose quotations count too, but without names.
pub(crate) fn assign_numbers(
    mut findings: Vec<Finding>,
    others: &[Finding],
    is_partial: bool,
) -> Vec<Finding> {
    for (finding, number) in findings.iter_mut().zip(1..) {
        finding.number = number;
    }
    let is_quotation = |one: &&Finding| one.mark_kind() == MarkKind::Quotation;
    let quotations = findings.iter().chain(others).filter(is_quotation);
    let quotations: Vec<Finding> = quotations.cloned().collect();
    for finding in findings.iter_mut().filter(|one| one.mark_kind() == MarkKind::Undecided) {
        let is_within = |quotation: &&Finding| {
            [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().any(|(a, b)| {
                let (held, all) = count_bytes_in_passages((quotation, a), (finding, b));
                quotation.names[a] == finding.names[b] && held > 0 && 10 * held >= 9 * all
            })
        };
        let found = quotations.iter().find(is_within);
        finding.quotation = found.map(|one| match one.number {
            0 if is_partial => (Vec::new(), String::new()),
            _ => (one.names.to_vec(), one.note_text().to_string()),
        });
    }
    findings
}

pub(crate) fn group_by_source(rows: &[Finding]) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut places: BTreeMap<&DocPath, usize> = BTreeMap::new();
    for row in rows {
        let place = *places.entry(&row.names[1]).or_insert(cases.len());
        match cases.get_mut(place) {
            Some(case) => case.findings.push(row),
            None => cases.push(Case { source: &row.names[1], findings: vec![row] }),
        }
    }
    cases
}

const DRAWN: usize = 30;

/// Returns the documents below each of their sources, with the depth and the row of the link. Empty for a single row or
/// more than 30 documents.
pub(crate) fn tree_of_sources(rows: &[Finding]) -> Vec<(usize, &DocPath, Option<&Finding>)> {
    let rows: Vec<&Finding> = rows.iter().filter(|row| row.is_directed).collect();
    let all: BTreeSet<&DocPath> = rows.iter().flat_map(|row| &row.names).collect();
    if rows.len() < 2 || all.len() > DRAWN {
        return Vec::new();
    }
    let takers: BTreeSet<&DocPath> = rows.iter().map(|row| &row.names[0]).collect();
    let sources = rows.iter().map(|row| &row.names[1]);
    // If every source is below another one, they form a ring, which is drawn too.
    let (first, rest): (Vec<_>, Vec<_>) = sources.partition(|source| !takers.contains(*source));
    let (mut drawn, mut seen) = (Vec::new(), BTreeSet::new());
    for source in first.into_iter().chain(rest) {
        let mut waiting = vec![(0, source, None)];
        while let Some((depth, document, row)) = waiting.pop() {
            let is_new = seen.insert(document);
            if is_new || row.is_some() {
                drawn.push((depth, document, row));
            }
            if is_new {
                let below = rows.iter().copied().rev().filter(|row| row.names[1] == *document);
                waiting.extend(below.map(|row| (depth + 1, &row.names[0], Some(row))));
            }
        }
    }
    // Hides a source if all of its documents are also below other sources.
    let depths: Vec<usize> = drawn.iter().map(|(depth, ..)| *depth).chain([0]).collect();
    let mut next = depths.into_iter().skip(1);
    drawn.retain(|(depth, ..)| next.next().is_some_and(|next| *depth > 0 || next > 0));
    drawn
}
