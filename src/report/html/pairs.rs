//! The table of the ranked pairs. It ranks nothing.

use maud::{Markup, html};

use shingle::base::numbers::thousands;
use shingle::pipeline::ranking::row::Row;
use shingle::pipeline::results::snapshot::Snapshot;

use super::{badge, named};
use crate::printer::table::score_name;
use crate::report::contents::{Report, ReportedPair};
use crate::report::words;

/// Of a group of copies so many are named in the table.
const NAMED: usize = 8;
/// The bar of a score, in pixels.
const BAR: u64 = 60;

/// The section with the table.
pub(super) fn ranking(report: &Report<'_>) -> Markup {
    html! {
        section aria-labelledby="pairs" {
            h2 #pairs { "Pairs" }
            @if report.pairs.is_empty() {
                p { "There is no pair to list." }
            } @else {
                div.wide tabindex="0" role="region" aria-label="Table of pairs" {
                    table.ranking {
                        caption {
                            "Ranked by score: " (score_name(&report.snapshot.params))
                            ". Documents with the same words stand in one row. Each number leads to the passages."
                        }
                        thead {
                            tr {
                                th.n scope="col" { "№" }
                                th.n scope="col" { "score" }
                                th scope="col" { "document A" }
                                th scope="col" { "document B" }
                                th.n scope="col" { "A in B" }
                                th.n scope="col" { "B in A" }
                                th.n scope="col" { "shared" }
                                th scope="col" { "decided" }
                            }
                        }
                        tbody { @for pair in &report.pairs { (line(report.snapshot, pair)) } }
                    }
                }
                ul.quiet aria-label="What the marks mean" {
                    @for verdict in words::verdicts_told(report) {
                        li { (badge(verdict, verdict.name())) " " (verdict.meaning()) }
                    }
                }
            }
        }
    }
}

fn line(snapshot: &Snapshot, pair: &ReportedPair) -> Markup {
    let one = pair.row.pair();
    let counts = snapshot.params.counts();
    let counted = |text: String| if counts { text } else { "–".to_string() };
    let names = words::names(snapshot, &pair.row);
    let (num, den) = one.score.parts();
    html! {
        tr {
            th.n scope="row" { a href={ "#" (pair.anchor()) } { (thousands(pair.rank)) } }
            td.n {
                (one.score.rounded_percent())
                svg aria-hidden="true" width=(BAR) height="5" {
                    rect.unknown width=(BAR) height="5" rx="2" {}
                    g.bars { rect width=(num * BAR / den.max(1)) height="5" rx="2" {} }
                }
            }
            @match &pair.row {
                Row::Pair { .. } => {
                    @for name in &names { td.names { (named(name)) } }
                }
                Row::Copies { members, .. } => {
                    td.names colspan="2" {
                        (words::copies(snapshot, members)) ": "
                        @for (place, name) in names.iter().take(NAMED).enumerate() {
                            @if place > 0 { ", " }
                            (named(name))
                        }
                        @if names.len() > NAMED { ", …" }
                    }
                }
            }
            td.n { (counted(one.overlap.containment_a().rounded_percent())) }
            td.n { (counted(one.overlap.containment_b().rounded_percent())) }
            td.n { (counted(thousands(one.overlap.shared))) }
            td {
                (badge(pair.verdict(), &words::verdict(pair)))
                @if !pair.note().is_empty() { div.note { bdi { (words::note(pair)) } } }
            }
        }
    }
}
