//! The passages of each pair, both texts beside each other. It quotes what `excerpt` gives.

use maud::{Markup, html};

use shingle::base::numbers::{counted, thousands};
use shingle::base::visible::visible;
use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::ranking::row::Row;
use shingle::text::language::Language;

use super::{badge, named};
use crate::printer::table::{about, score_name};
use crate::report::contents::{Report, ReportedPair};
use crate::report::excerpt::Piece;
use crate::report::passages::{BlockSide, PairPassages, ReportBlock};
use crate::report::words;

/// Of a group of copies so many are named.
const NAMED: usize = 200;

/// The section with all pairs.
pub(super) fn all(report: &Report<'_>) -> Markup {
    html! {
        @if !report.pairs.is_empty() {
            section aria-labelledby="passages" {
                h2 #passages { "Passages" }
                p.quiet {
                    "Words with a tint are shared, and each passage has its number. "
                    u { "Underlined" } " words read differently in the other text, or are missing there. Words without a tint are not counted, such as stop words, or stand there for orientation."
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
                        @for name in names.iter().take(NAMED) { li { (named(name)) } }
                        @if names.len() > NAMED { li { "and " (thousands(names.len() - NAMED)) " more" } }
                    }
                }
                p {
                    strong { (one.score.rounded_percent()) } " " (score_name(&report.snapshot.params))
                    @if report.snapshot.params.counts() {
                        ", " (thousands(one.overlap.shared)) " shared of "
                        (thousands(one.overlap.a_shingles)) " and " (counted(one.overlap.b_shingles, "shingle"))
                    }
                    " " (badge(pair.verdict(), &words::verdict(pair)))
                }
                @if let Some(third) = &pair.third {
                    p { bdi { (visible(&third.told(report.snapshot))) } }
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
    let unquoted = words::unquoted(passages);
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
            summary { (counted(passages.count as u64, "passage")) }
            @if passages.count > 0 {
                table.texts {
                    thead {
                        tr {
                            th.what scope="col" { "passage" }
                            (head("A", &docs[0]))
                            (head("B", &docs[1]))
                        }
                    }
                    tbody {
                        @for block in passages.blocks.iter().filter(|block| block.is_quoted()) { (row(passages, block)) }
                    }
                }
                @if !unquoted.is_empty() { p.unquoted { (unquoted) } }
            }
        }
    }
}

fn row(passages: &PairPassages, block: &ReportBlock) -> Markup {
    let [a, b] = &block.sides;
    let [first, second] = &passages.docs;
    html! {
        tr {
            th scope="row" {
                (block.name)
                span.where {
                    (words::number_of_words(block.words))
                    @if block.moved { ", in another order in B" }
                }
            }
            (cell(passages, (a, first), "A"))
            (cell(passages, (b, second), "B"))
        }
    }
}

fn cell(passages: &PairPassages, (side, doc): (&BlockSide, &DocInfo), letter: &str) -> Markup {
    let language = doc.languages.main();
    let language = language.as_ref().map(Language::code);
    html! {
        td {
            span.where.in data-in=(letter) { bdi { (words::place(side, doc)) } }
            p dir="auto" lang=[language] {
                (quoted_pieces(passages, &side.pieces))
            }
        }
    }
}

/// Pieces that follow each other for the same passage stand in one tint.
fn quoted_pieces(passages: &PairPassages, pieces: &[Piece]) -> Markup {
    let owner = |piece: &Piece| match piece {
        Piece::Text { passage, .. } => *passage,
        Piece::Cut(_) | Piece::GoesOn => None,
    };
    html! {
        @for together in pieces.chunk_by(|one, next| owner(one) == owner(next)) {
            @match together.first().and_then(owner) {
                None => { @for piece in together { (quoted_piece(piece)) } }
                Some(passage) => {
                    @let at = passage as usize;
                    @let begins = together.iter().any(|piece| matches!(piece, Piece::Text { begins: true, .. }));
                    mark class={ "t" (passages.tints.get(at).copied().unwrap_or(0)) } {
                        @if begins && let Some(name) = passages.names.get(at) { sup { (name) } }
                        @for piece in together { (quoted_piece(piece)) }
                    }
                }
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
        Piece::Text { text, changed: true, .. } => html! { u { (text) } },
        Piece::Text { text, left_out: true, .. } => html! { s { (text) } },
        Piece::Text { text, .. } => html! { (text) },
    }
}
