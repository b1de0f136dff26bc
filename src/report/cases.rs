use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use shingle::base::{path::DocPath, span::Span};
use shingle::decisions::MarkKind;

use super::contents::Finding;

/// Sorts the findings, the worst first, and sums the shares of each document, counting each word once.
pub(crate) fn sort_worst_first(mut findings: Vec<Finding>) -> Vec<Finding> {
    // The largest printed share first, then the longest passage.
    findings.sort_by_cached_key(|one| {
        let share = one.percents().into_iter().max();
        (Reverse((share, one.longest_passage_words())), one.names.clone())
    });
    let mut documents: BTreeMap<DocPath, (Vec<Span>, f64)> = BTreeMap::new();
    for finding in &findings {
        for (side, name) in finding.names.iter().enumerate() {
            let same = finding.passages.as_ref().map_or(&[][..], |one| &one.same[side]);
            let (known, total) = documents.entry(name.clone()).or_default();
            let (held, all) = count_overlapping_bytes(known, same);
            *total += finding.shares[side].to_f64()
                * (1.0 - held as f64 / (all as f64).max(1.0)).max(0.0);
            known.extend(same);
            known.sort_unstable();
            known.dedup_by(|next, last| {
                let touches = next.start <= last.end;
                last.end = if touches { last.end.max(next.end) } else { last.end };
                touches
            });
        }
    }
    for finding in &mut findings {
        let total = |name: &DocPath| documents.get(name).map_or(0.0, |(_, total)| total.min(1.0));
        finding.totals = finding.names.each_ref().map(total);
    }
    findings
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

const DRAWN: usize = 30;

/// Returns the documents below each of their sources, with the depth and the row of the link. Empty for a single row or
/// more than 30 documents.
pub(crate) fn tree_of_sources(rows: &[Finding]) -> Vec<(usize, &DocPath, Option<&Finding>)> {
    /// A finding, the document that took, and its source.
    type Taken<'a> = (&'a Finding, &'a DocPath, &'a DocPath);
    let taken = rows.iter().filter_map(|row| {
        let source = row.source?;
        Some((row, &row.names[1 - source], &row.names[source]))
    });
    let rows: Vec<Taken<'_>> = taken.collect();
    let all: BTreeSet<&DocPath> =
        rows.iter().flat_map(|(_, taker, source)| [*taker, *source]).collect();
    if rows.len() < 2 || all.len() > DRAWN {
        return Vec::new();
    }
    let takers: BTreeSet<&DocPath> = rows.iter().map(|(_, taker, _)| *taker).collect();
    let sources = rows.iter().map(|(.., source)| *source);
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
                let below = rows.iter().rev().filter(|(.., source)| *source == document);
                waiting.extend(below.map(|(row, taker, _)| (depth + 1, *taker, Some(*row))));
            }
        }
    }
    // Hides a source if all of its documents are also below other sources.
    let depths: Vec<usize> = drawn.iter().map(|(depth, ..)| *depth).chain([0]).collect();
    let mut next = depths.into_iter().skip(1);
    drawn.retain(|(depth, ..)| next.next().is_some_and(|next| *depth > 0 || next > 0));
    drawn
}
