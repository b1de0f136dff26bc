//! The table of the ranked pairs, and the passages of each pair, both texts beside each other. It ranks nothing.

use maud::{Markup, html};

use shingle::base::numbers::{counted, thousands};
use shingle::pipeline::{DocInfo, Row, Snapshot};
use shingle::{base::visible::visible, text::Language};

use super::{badge, named};
use crate::printer::table::{about, score_name};
use crate::report::contents::{Report, ReportedPair};
use crate::report::passages::{PairPassages, PassageSide, Piece, ReportPassage};
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
                            ". Documents with the same words share one row. Each number leads to the passages."
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
                    @for verdict in words::verdicts_named(report) {
                        li { (badge(verdict, verdict.name())) " " (verdict.meaning()) }
                    }
                }
            }
        }
    }
}

fn line(snapshot: &Snapshot, pair: &ReportedPair) -> Markup {
    let one = pair.row.pair();
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
            @for count in words::counts(snapshot, pair) { td.n { (count) } }
            td {
                (badge(pair.verdict(), &words::verdict(snapshot, pair)))
                @if !pair.note().is_empty() { div.note { bdi { (words::note(pair)) } } }
            }
        }
    }
}

/// Of a group of copies so many are named above their passages.
const NAMED_ABOVE: usize = 200;

/// The section with all pairs.
pub(super) fn passages(report: &Report<'_>) -> Markup {
    html! {
        @if !report.pairs.is_empty() {
            section aria-labelledby="passages" {
                h2 #passages { "Passages" }
                p.quiet {
                    "A passage has a tint, and the words before and after it are there for orientation. "
                    strong { "Bold" } " words are counted as shared. "
                    u { "Underlined" } " words read differently in the other text, or are missing there."
                    @if report.snapshot.params.leaves_out() {
                        " " s { "Dotted" } " words are left out of the comparison."
                    }
                }
                @for pair in &report.pairs { (article(report, pair)) }
            }
        }
    }
}

fn article(report: &Report<'_>, pair: &ReportedPair) -> Markup {
    let anchor = pair.anchor();
    let one = pair.row.pair();
    let names = words::names(report.snapshot, &pair.row);
    html! {
        article aria-labelledby=(anchor) {
            header {
                a.back href="#pairs" { "Back to the list" }
                h3 #(anchor) {
                    (thousands(pair.rank)) ". "
                    @match &pair.row {
                        Row::Pair { .. } => {
                            @for (place, name) in names.iter().enumerate() {
                                @if place > 0 { " ↔ " }
                                (named(name))
                            }
                        }
                        Row::Copies { members, .. } => { (words::copies(report.snapshot, members)) }
                    }
                }
                @if let Row::Copies { .. } = &pair.row {
                    ul {
                        @for name in names.iter().take(NAMED_ABOVE) { li { (named(name)) } }
                        @if names.len() > NAMED_ABOVE { li { "and " (thousands(names.len() - NAMED_ABOVE)) " more" } }
                    }
                }
                p {
                    strong { (one.score.rounded_percent()) } " " (words::score_of(report.snapshot, pair))
                    " " (badge(pair.verdict(), &words::verdict(report.snapshot, pair)))
                }
                @if let Some(third) = &pair.third {
                    p { bdi { (visible(&third.sentence(report.snapshot))) } }
                }
                @if !pair.note().is_empty() {
                    p.note { strong { "Note: " } bdi { (words::note(pair)) } }
                }
            }
            @match &pair.passages {
                Err(reason) => { p.what { "Its texts could not be opened again: " bdi { (visible(reason)) } } },
                Ok(passages) => (quoted(report, passages)),
            }
        }
    }
}

fn quoted(report: &Report<'_>, passages: &PairPassages) -> Markup {
    let docs = &passages.docs;
    let rest = [words::unquoted(passages), words::single_runs(passages)];
    let head = |letter: &str, doc: &DocInfo| {
        let facts = words::facts(doc);
        html! {
            th scope="col" {
                (letter) ": " bdi { (doc.path.to_string()) }
                span.where { (about(doc, &report.snapshot.params)) }
                @if !facts.is_empty() { span.where { bdi { (facts) } } }
            }
        }
    };
    html! {
        details open {
            summary { (counted(passages.passages.len() as u64, "passage")) }
            @if !passages.passages.is_empty() {
                table.texts {
                    thead {
                        tr {
                            th.what scope="col" { "passage" }
                            (head("A", &docs[0]))
                            (head("B", &docs[1]))
                        }
                    }
                    tbody {
                        @for one in passages.passages.iter().filter(|one| one.is_quoted()) { (row(docs, one)) }
                    }
                }
            }
            @for rest in rest.iter().filter(|rest| !rest.is_empty()) { p.unquoted { (rest) } }
        }
    }
}

fn row([first, second]: &[DocInfo; 2], one: &ReportPassage) -> Markup {
    let [a, b] = &one.sides;
    html! {
        tr {
            th scope="row" {
                (one.passage.id())
                span.where { (words::likeness(&one.passage)) }
            }
            (cell(one.tint, (a, first), "A"))
            (cell(one.tint, (b, second), "B"))
        }
    }
}

fn cell(tint: u8, (side, doc): (&PassageSide, &DocInfo), letter: &str) -> Markup {
    let language = doc.languages.main();
    let language = language.as_ref().map(Language::code);
    html! {
        td {
            span.where.in data-in=(letter) { bdi { (words::place(side, doc)) } }
            p dir="auto" lang=[language] {
                (quoted_pieces(tint, &side.pieces))
            }
        }
    }
}

/// The pieces of the passage stand in its tint.
fn quoted_pieces(tint: u8, pieces: &[Piece]) -> Markup {
    html! {
        @for together in pieces.chunk_by(|one, next| one.is_inside() == next.is_inside()) {
            @if together.first().is_some_and(Piece::is_inside) {
                mark class={ "t" (tint) } { @for piece in together { (quoted_piece(piece)) } }
            } @else {
                @for piece in together { (quoted_piece(piece)) }
            }
        }
    }
}

fn quoted_piece(piece: &Piece) -> Markup {
    match piece {
        Piece::Cut(words) => {
            html! { " " span.cut { "… " (words::number_of_words(*words)) " …" } " " }
        }
        Piece::GoesOn => html! { span.cut { "…" } },
        Piece::Text { text, is_shared, changed, left_out, .. } => {
            let text = match (changed, left_out) {
                (true, _) => html! { u { (text) } },
                (false, true) => html! { s { (text) } },
                (false, false) => html! { (text) },
            };
            if *is_shared {
                html! { strong { (text) } }
            } else {
                text
            }
        }
    }
}
