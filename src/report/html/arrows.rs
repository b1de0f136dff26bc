//! Who took from whom as a drawing without scripts: a row for each document, and an arc for each pair, which leads to it. It
//! decides nothing.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use shingle::base::{ids::DocId, numbers::thousands};

use crate::report::contents::Report;
use crate::report::findings::{Finding, all_findings};

/// So many pairs are drawn, those with the largest shares.
const DRAWN: usize = 40;
/// The letters of a name that are drawn: its last.
const LETTERS: usize = 44;
/// The drawing, in its own units: a row, where the arcs begin, and how far they go.
const ROW: usize = 24;
const BEGIN: usize = 330;
const ROOM: usize = 340;
/// How far the shortest arc goes.
const SHORTEST: usize = 30;
const WIDTH: usize = 760;

/// The drawing; nothing where it would have only one pair.
pub(super) fn who_took(report: &Report<'_>) -> Markup {
    let mut arcs = all_findings(report);
    arcs.sort_by_key(|one| (Reverse(one.share), one.pair.rank, one.doc));
    let all = arcs.len();
    arcs.truncate(DRAWN);
    if arcs.len() < 2 {
        return html! {};
    }
    let rows = rows(&arcs);
    let row = |doc: DocId| rows.iter().position(|other| *other == doc).unwrap_or(0);
    // Short arcs over long ones, which would cross out their numbers.
    arcs.sort_by_key(|one| {
        let (from, to) = (row(one.source), row(one.doc));
        (Reverse(from.abs_diff(to)), from)
    });
    let height = rows.len() * ROW;
    let are_marked = arcs.iter().any(|one| one.is_marked);
    let caption = if are_marked { "Who took from whom" } else { "Who shares wording with whom" };
    html! {
        figure {
            figcaption {
                (caption) ". "
                @if are_marked { "An arrow goes from a source to what took from it, as marked. " }
                "A line without a head: not known who took. "
                "The number is the share of the document that took, or else the larger of both. Each leads to its pair."
                @if all > DRAWN {
                    " Only the " (DRAWN) " largest shares of " (thousands(all)) " are drawn."
                }
            }
            div.wide tabindex="0" role="region" aria-label=(caption) {
                svg.took role="group" aria-label=(caption) viewBox={ "0 0 " (WIDTH) " " (height) } width=(WIDTH) height=(height) {
                    @for (row, doc) in rows.iter().enumerate() {
                        circle cx=(BEGIN) cy=(middle(row)) r="4" {}
                        text.of x=(BEGIN - 10) y=(middle(row)) { (ending(&name(report, *doc))) }
                    }
                    @for one in &arcs { (arc(report, one, [row(one.source), row(one.doc)], rows.len())) }
                }
            }
        }
    }
}

/// The documents from the top down: each below one that it has wording of, those with most others first.
fn rows(arcs: &[Finding<'_>]) -> Vec<DocId> {
    let mut takers: BTreeMap<DocId, Vec<DocId>> = BTreeMap::new();
    for one in arcs {
        takers.entry(one.source).or_default().push(one.doc);
    }
    let below: BTreeSet<DocId> = arcs.iter().map(|one| one.doc).collect();
    let mut sources: Vec<DocId> = takers.keys().copied().collect();
    sources.sort_by_key(|doc| (below.contains(doc), Reverse(takers[doc].len()), *doc));
    let mut rows = Vec::new();
    for source in sources {
        let mut waiting = vec![source];
        while let Some(doc) = waiting.pop() {
            if !rows.contains(&doc) {
                rows.push(doc);
                waiting.extend(takers.get(&doc).into_iter().flatten().rev());
            }
        }
    }
    rows
}

fn arc(report: &Report<'_>, one: &Finding<'_>, [from, to]: [usize; 2], rows: usize) -> Markup {
    let apart = from.abs_diff(to);
    // By the square root, so that short arcs lie apart too.
    let part = (apart * 10_000 / rows.max(2)).isqrt();
    let far = SHORTEST + (ROOM - SHORTEST) * part / 100;
    let begin = BEGIN + 7;
    let path = format!(
        "M{begin} {} A{far} {} 0 0 {} {begin} {}",
        middle(from),
        apart * ROW / 2,
        usize::from(from < to),
        middle(to)
    );
    let head = format!(
        "{begin},{0} {1},{2} {1},{3}",
        middle(to),
        begin + 9,
        middle(to) - 4,
        middle(to) + 4
    );
    let share = one.share.rounded_percent();
    let (doc, source) = (name(report, one.doc), name(report, one.source));
    let label = if one.is_marked {
        format!("{doc} took from {source}: {share} of it")
    } else {
        format!("{share} of {doc} is in {source}")
    };
    html! {
        a href={ "#" (one.pair.anchor()) } aria-label=(label) {
            title { (label) }
            path.touch d=(path) {}
            path d=(path) stroke-width=((one.share.to_f64() * 30.0).round() / 10.0 + 1.0) {}
            @if one.is_marked { polygon points=(head) {} }
            text x=(begin + far + 5) y=(middle(from.min(to)) + apart * ROW / 2) { (share) }
        }
    }
}

const fn middle(row: usize) -> usize {
    row * ROW + ROW / 2
}

fn name(report: &Report<'_>, doc: DocId) -> String {
    report.snapshot.doc(doc).path.to_string()
}

/// The end of a name: it tells files apart.
fn ending(name: &str) -> String {
    let letters = name.chars().count();
    let end: String = name.chars().skip(letters.saturating_sub(LETTERS)).collect();
    if letters > LETTERS { format!("…{end}") } else { end }
}
