use std::collections::BTreeMap;

use maud::{Markup, html};

use shingle::base::numbers::{format_count, format_thousands};
use shingle::{
    base::path::DocPath, base::visible::make_visible, decisions::MarkKind, text::Language,
};

use super::render_share;
use crate::report::cases::{Case, group_by_source, tree_of_sources as ordered};
use crate::report::contents::{Finding, Names, Report};
use crate::report::passages::{PairPassages, Piece, ReportPassage};
use crate::report::words;

/// Number of rows on the first page that are not folded.
const FIRST: usize = 25;
/// Number of passages of a pair that are not folded.
const PASSAGES: usize = 3;

pub(super) const NO_DIRECTION: &str =
    "Where no mark names the source, the report does not know who took from whom.";

pub(super) fn render_name(report: &Report<'_>, path: &DocPath) -> Markup {
    let whole = (!report.names.are_anonymous()).then(|| path.to_string());
    html! { bdi.name title=[whole] { (report.names.name_for(path)) } }
}

pub(super) fn render_table(report: &Report<'_>) -> Markup {
    let rows = &report.cases;
    let (first, more) = rows.split_at(report.count_shown(FIRST, rows.len()));
    html! {
        section aria-labelledby="cases" {
            h2 #cases { (if report.circumstance.is_partial { "Chosen pairs" } else { "Pairs" }) }
            @if rows.is_empty() {
                p { "No listed document shares wording with another." }
            } @else {
                p.quiet {
                    (words::explain_shares(&report.snapshot.params))
                    " " (NO_DIRECTION)
                    " Each row then names first the document with look-alike letters, else the later one (by \
                     dates inside the files, or by 100 days), else the one with the larger share."
                }
                (render_rows_in_table(report, first))
                @if !more.is_empty() {
                    details.more {
                        summary { (format_count(more.len() as u64, "more row")) }
                        (render_rows_in_table(report, more))
                    }
                }
            }
        }
    }
}

pub(super) fn render_rows_in_table(report: &Report<'_>, rows: &[Finding]) -> Markup {
    let is_about = report.about.is_some();
    let shows_dates = words::shows_dates(report);
    html! {
        table.cases {
            thead {
                tr {
                    @let names = ["document", "shares wording with"];
                    @for head in &names[usize::from(is_about)..] { th scope="col" { (head) } }
                    @for head in ["share of words", "longest passage"] { th.n scope="col" { (head) } }
                    @if shows_dates { th scope="col" { "dates" } }
                    th scope="col" { "mark and note" }
                }
            }
            tbody { @for row in rows { (render_row(report, row, is_about, shows_dates)) } }
        }
    }
}

fn render_row(report: &Report<'_>, row: &Finding, is_about: bool, shows_dates: bool) -> Markup {
    let first = usize::from(is_about);
    html! {
        tr {
            th scope="row" {
                @if is_about { (row.number) " " }
                a href={ "#" (row.html_anchor()) } { (render_name(report, &row.names[first])) }
                (words::describe_copies(&row.copies[first]))
                @if is_about && !row.also.is_empty() {
                    br; span.quiet { "also in " (render_names(report, &row.also)) }
                }
            }
            @if !is_about {
                td data-label="shares wording with" {
                    @if row.mark_kind() == MarkKind::Reused && row.is_marked { "took from " }
                    (render_name(report, &row.names[1])) (words::describe_copies(&row.copies[1]))
                }
            }
            td.n data-label="share of words" data-sort=(row.percent()) {
                (render_share(row))
                @if row.total > row.share.to_f64() + 0.005 {
                    br; span.quiet { (format!("{:.0}% in all its rows", 100.0 * row.total.min(1.0))) }
                }
            }
            td.n data-label="longest passage" data-sort=(row.longest_passage_words()) {
                (format_count(row.longest_passage_words(), "word"))
            }
            @if shows_dates { td data-label="dates" { (render_dates(row)) } }
            td data-label="mark" { (render_mark(report, row, is_about.then_some(&report.names))) }
        }
    }
}

fn render_names(report: &Report<'_>, paths: &[DocPath]) -> Markup {
    let shown = report.count_shown(FIRST, paths.len());
    html! {
        @for (place, path) in paths.iter().take(shown).enumerate() {
            @if place > 0 { ", " }
            (render_name(report, path))
        }
        @if shown < paths.len() { " and " (format_thousands(paths.len() - shown)) " more" }
    }
}

fn render_dates(row: &Finding) -> Markup {
    let [taker, source] = &row.dates;
    html! {
        @if taker == source {
            span.date { (taker) }
        } @else {
            span.date { (if taker.is_empty() { "no date" } else { taker }) } br;
            span.date.quiet { "other: " (if source.is_empty() { "no date" } else { source }) }
        }
    }
}

/// Writes the note of the user, except in an anonymous report.
fn render_note(report: &Report<'_>, note: &str) -> Markup {
    html! { @if !note.is_empty() && !report.names.are_anonymous() { " " span.note { bdi { (make_visible(note)) } } } }
}

/// Writes the mark: as a sentence, or as one word without names.
pub(super) fn render_mark(report: &Report<'_>, row: &Finding, names: Option<&Names<'_>>) -> Markup {
    let mark = words::describe_mark_of_finding(row, names);
    html! {
        @if mark.is_empty() {
            span.quiet { "undecided" }
            @if let Some((_, of_quotation)) = &row.quotation {
                span.quiet { ", in a marked quotation" }
                (render_note(report, of_quotation))
            }
        } @else {
            span class=(if row.mark_kind() == MarkKind::Reused { "mark reused" } else { "mark" }) { (mark) }
        }
        (render_note(report, row.note_text()))
    }
}

pub(super) fn render_source_tree(report: &Report<'_>) -> Markup {
    let drawn = ordered(&report.cases);
    html! {
        @if !drawn.is_empty() {
            section aria-labelledby="tree" {
                h2 #tree { "Who took from whom" }
                p.quiet { "Each source that a mark or an earlier term names, and below it who took from it." }
                ul.tree {
                    @for (depth, path, row) in drawn {
                        li class={ "d" (depth.min(5)) } {
                            @match row {
                                Some(row) => {
                                    (render_share(row)) " "
                                    a href={ "#" (row.html_anchor()) } { (render_name(report, path)) }
                                }
                                None => strong { (render_name(report, path)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn render_cards(report: &Report<'_>) -> Markup {
    html! {
        @if !report.cases.is_empty() {
            section aria-labelledby="details" {
                h2 #details { "The pairs in detail" }
                p.quiet {
                    mark { "Tinted" } " words stand in both documents. "
                    u { "Underlined" } " words differ from the other document or are missing there."
                    @if report.snapshot.params.ignores_shingles() { " " s { "Dotted" } " words do not count: many documents have them." }
                }
                @for case in group_by_source(&report.cases) { (render_card(report, &case)) }
            }
        }
    }
}

fn render_card(report: &Report<'_>, case: &Case<'_>) -> Markup {
    html! {
        article {
            @if let [only] = &*case.findings {
                h3 #(only.html_anchor()) { (render_finding_heading(report, only)) }
                (render_finding(report, only))
            } @else {
                h3 {
                    (render_name(report, case.source)) " shares wording with "
                    (format_count(case.findings.len() as u64, "document"))
                }
                @for finding in &case.findings {
                    h4 #(finding.html_anchor()) { (render_finding_heading(report, finding)) }
                    (render_finding(report, finding))
                }
            }
        }
    }
}

/// Writes a heading such as `0434 · 99% of its words are in 1007`.
pub(super) fn render_finding_heading(report: &Report<'_>, finding: &Finding) -> Markup {
    html! {
        (render_name(report, &finding.names[0])) (words::describe_copies(&finding.copies[0]))
        " · " (finding.share.rounded_percent()) " of its words are in "
        (render_name(report, &finding.names[1])) (words::describe_copies(&finding.copies[1]))
    }
}

pub(super) fn render_finding(report: &Report<'_>, finding: &Finding) -> Markup {
    let [taker, source] = &finding.dates;
    html! {
        p.facts {
            (render_mark(report, finding, Some(&report.names)))
            @if !taker.is_empty() { " · " (render_name(report, &finding.names[0])) " " (taker) }
            @if !source.is_empty() { " · " (render_name(report, &finding.names[1])) " " (source) }
        }
        @if let Some((of_quotation, _)) = finding.quotation.as_ref().filter(|(paths, _)| !paths.is_empty()) {
            p.facts { "Its wording is in a passage marked quotation: " (render_names(report, of_quotation)) "." }
        }
        @for (path, copies) in finding.names.iter().zip(&finding.copies).filter(|(_, copies)| !copies.is_empty()) {
            p.facts { "Exact copies of " (render_name(report, path)) ": " (render_names(report, copies)) "." }
        }
        @if !finding.also.is_empty() {
            p.facts { "Wording of these passages is also in " (render_names(report, &finding.also)) "." }
        }
        @match &finding.passages {
            Err(reason) => p { "The texts cannot be opened again: " bdi { (make_visible(reason)) } },
            Ok(passages) => {
                @for doc in passages.docs.iter().filter(|doc| doc.mixes_alphabets()) {
                    p.facts { (render_name(report, &doc.path)) ": " (format_count(doc.mixed, "word")) " with letters of another alphabet" }
                }
                (render_quotations(report, finding, passages))
            },
        }
    }
}

fn render_quotations(report: &Report<'_>, finding: &Finding, passages: &PairPassages) -> Markup {
    let all: Vec<&ReportPassage> =
        passages.passages.iter().filter(|one| !one.sides[0].pieces.is_empty()).collect();
    let (first, more) = all.split_at(report.count_shown(PASSAGES, all.len()));
    let unquoted = words::describe_unquoted(passages);
    html! {
        div.passages {
            @for one in first { (render_passage(report, finding, passages, one)) }
            @if !more.is_empty() {
                details {
                    summary { (format_count(more.len() as u64, "more passage")) }
                    @for one in more { (render_passage(report, finding, passages, one)) }
                }
            }
        }
        // When printed, only the first passage is shown.
        @if all.len() > 1 { p.facts.printed { (format_count(all.len() as u64 - 1, "more passage")) } }
        @if !unquoted.is_empty() { p.facts { (unquoted) } }
    }
}

fn render_passage(
    report: &Report<'_>,
    finding: &Finding,
    passages: &PairPassages,
    one: &ReportPassage,
) -> Markup {
    let moved = if one.passage.moved { ", at another place in the text" } else { "" };
    html! {
        div.passage {
            p.facts { "Passage of " (one.passage.describe_likeness()) (moved) }
            @for ((side, doc), path) in one.sides.iter().zip(&passages.docs).zip(&finding.names) {
                @let place = words::describe_place(side, doc);
                @let language = doc.languages.main_language();
                div.side {
                    p.facts { (render_name(report, path)) @if !place.is_empty() { ", " bdi { (place) } } }
                    div dir="auto" lang=[language.as_ref().map(Language::code)] {
                        (render_pieces(&side.pieces, finding.number))
                        @if !side.rest.is_empty() {
                            details {
                                summary { (format_count(side.rest_words, "more word")) }
                                (render_pieces(&side.rest, finding.number))
                            }
                        } @else if side.rest_words > 0 {
                            span.cut { " … " (format_count(side.rest_words, "more word")) }
                        }
                    }
                }
            }
        }
    }
}

const TINTS: usize = 6;

fn render_pieces(pieces: &[Piece], number: usize) -> Markup {
    let tint = format!("t{}", number % TINTS);
    html! {
        @for together in pieces.chunk_by(|one, next| one.is_inside == next.is_inside) {
            @if together.first().is_some_and(|piece| piece.is_inside) {
                mark class=(tint) { @for piece in together { (render_piece(piece)) } }
            } @else {
                @for piece in together { (render_piece(piece)) }
            }
        }
    }
}

fn render_piece(Piece { text, is_changed, is_ignored: is_left_out, .. }: &Piece) -> Markup {
    match (is_changed, is_left_out) {
        (true, _) => html! { u { (text) } },
        (false, true) => html! { s { (text) } },
        (false, false) => html! { (text) },
    }
}

/// Writes the pairs that a mark removes from the cases.
pub(super) fn render_set_aside(report: &Report<'_>) -> Markup {
    let (rows, is_open) = (&report.aside, report.circumstance.full || report.cases.is_empty());
    let verdicts: BTreeMap<_, _> =
        rows.iter().map(|row| (row.mark_kind().name(), row.mark_kind().help_text())).collect();
    html! {
        @if !rows.is_empty() {
            section aria-labelledby="aside" {
                details.aside open[is_open] {
                    summary { h2 #aside { "Marked as no case: " (format_count(rows.len() as u64, "pair")) } }
                    @for (name, meaning) in verdicts { p.quiet { (name) ": " (meaning) "." } }
                    (render_rows_in_table(report, rows))
                    @for case in group_by_source(rows) { (render_card(report, &case)) }
                }
            }
        }
    }
}
