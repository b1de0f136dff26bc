use std::collections::BTreeMap;

use maud::{Markup, html};

use shingle::base::numbers::{format_count, format_with_commas};
use shingle::{
    base::path::DocPath, base::visible::make_visible, decisions::MarkKind, decisions::UserMark,
    text::Language,
};

use super::render_share;
use crate::report::cases::tree_of_sources as ordered;
use crate::report::contents::{Finding, Report};
use crate::report::passages::{PairPassages, Piece, ReportPassage};
use crate::{printer::table::describe_copies, report::words};

/// Number of rows on the first page that are not folded.
const FIRST: usize = 25;
/// Number of passages of a pair that are not folded.
const PASSAGES: usize = 3;

pub(super) fn render_name(report: &Report<'_>, path: &DocPath) -> Markup {
    let whole = (!report.names.are_anonymous()).then(|| path.to_string());
    html! { bdi.name title=[whole] { (report.names.name_for(path)) } }
}

pub(super) fn render_table(report: &Report<'_>) -> Markup {
    let rows = &report.cases;
    let (first, more) = rows.split_at(report.count_unfolded_parts(FIRST, rows.len()));
    html! {
        section aria-labelledby="cases" {
            h2 #cases { (if report.circumstance.is_partial { "Chosen pairs" } else { "Pairs" }) }
            @if rows.is_empty() {
                p { "No listed document shares wording with another." }
            } @else {
                p.quiet {
                    (words::explain_shares(&report.snapshot.params)) " " (words::NO_DIRECTION)
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
                    @for head in &["A", "B"][usize::from(is_about)..] { th scope="col" { (head) } }
                    @for head in ["A in B", "B in A", "longest passage"] { th.n scope="col" { (head) } }
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
                (describe_copies(row.copies[first].len()))
                @if is_about && !row.also.is_empty() {
                    br; span.quiet { "also in " (render_names(report, &row.also)) }
                }
            }
            @if !is_about {
                td data-label="B" {
                    (render_name(report, &row.names[1])) (describe_copies(row.copies[1].len()))
                }
            }
            @for (side, label) in ["A in B", "B in A"].into_iter().enumerate() {
                td.n data-label=(label) data-sort=(row.percents()[side]) {
                    (render_share(row.shares[side]))
                    @if row.source != Some(side) && row.totals[side] > row.shares[side].to_f64() + 0.005 {
                        br; span.quiet { (format!("{:.0}% of {} in all rows", 100.0 * row.totals[side], ["A", "B"][side])) }
                    }
                }
            }
            td.n data-label="longest passage" data-sort=(row.longest_passage_words()) {
                (format_count(row.longest_passage_words(), "word"))
            }
            @if shows_dates { td data-label="dates" { (render_dates(row)) } }
            td data-label="mark" { (render_mark(report, row)) }
        }
    }
}

pub(super) fn render_names(report: &Report<'_>, paths: &[DocPath]) -> Markup {
    let shown = report.count_unfolded_parts(FIRST, paths.len());
    html! {
        @for (place, path) in paths.iter().take(shown).enumerate() {
            @if place > 0 { ", " }
            (render_name(report, path))
        }
        @if shown < paths.len() { " and " (format_with_commas(paths.len() - shown)) " more" }
    }
}

fn render_dates(row: &Finding) -> Markup {
    let [a, b] = &row.dates;
    html! {
        @if a == b {
            span.date { (a) }
        } @else {
            span.date { "A " (if a.is_empty() { "no date" } else { a }) } br;
            span.date { "B " (if b.is_empty() { "no date" } else { b }) }
        }
    }
}

/// Writes the note of the user, except in an anonymous report.
fn render_note(report: &Report<'_>, note: &str) -> Markup {
    html! { @if !note.is_empty() && !report.names.are_anonymous() { " " span.note { bdi { (make_visible(note)) } } } }
}

pub(super) fn render_mark(report: &Report<'_>, row: &Finding) -> Markup {
    let mark = words::describe_mark(row, &report.names);
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
                p.quiet { "Each source that a mark names, and below it who took from it." }
                ul.tree {
                    @for (depth, path, row) in drawn {
                        li class={ "d" (depth.min(5)) } {
                            @match row {
                                Some(row) => {
                                    @let source = row.source.unwrap_or_default();
                                    (render_share(row.shares[1 - source])) " "
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
                @for row in &report.cases { (render_card(report, row)) }
            }
        }
    }
}

pub(super) fn render_card(report: &Report<'_>, finding: &Finding) -> Markup {
    html! {
        article {
            h3 #(finding.html_anchor()) {
                (render_name(report, &finding.names[0])) (describe_copies(finding.copies[0].len())) " ↔ "
                (render_name(report, &finding.names[1])) (describe_copies(finding.copies[1].len()))
                " · " (words::describe_shares(finding))
            }
            (render_finding(report, finding))
        }
    }
}

fn render_finding(report: &Report<'_>, finding: &Finding) -> Markup {
    html! {
        p.facts {
            (render_mark(report, finding))
            @for (letter, date) in ["A ", "B "].iter().zip(&finding.dates).filter(|(_, date)| !date.is_empty()) {
                " · " (letter) (date)
            }
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
    let (first, more) = all.split_at(report.count_unfolded_parts(PASSAGES, all.len()));
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
                @let place = words::describe_place_of_passage(side, doc);
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

/// Writes the marks on pairs that cannot be compared again.
pub(super) fn render_lost_marks(report: &Report<'_>) -> Markup {
    let docs = &report.snapshot.docs;
    let describe = |mark: &UserMark, [one, other]: [&DocPath; 2]| {
        let content =
            |path: &DocPath| docs.iter().find(|doc| doc.path == *path).map(|doc| doc.file.content);
        // Older marks name no source, so its content tells it, if a document has that content.
        let present = || [content(one).unwrap_or(0), content(other).unwrap_or(1)];
        let contents = mark.contents_at_mark([one, other]).unwrap_or_else(present);
        let names = [one, other].map(|path| report.names.name_for(path));
        words::describe_verdict(mark, contents, &names)
    };
    html! {
        @if !report.lost.is_empty() {
            section aria-labelledby="lost" {
                h2 #lost { (format_count(report.lost.len() as u64, "marked pair")) " of earlier texts" }
                p.quiet { "Since the mark, a text of the pair has changed or left the folder, so its passages cannot be shown." }
                ul {
                    @for mark in &report.lost {
                        @if let [one, other] = &*mark.then.names {
                            @let [one, other] = [one, other].map(|name| DocPath::new(name).parse_line_suffix());
                            li {
                                (render_name(report, &one)) " ↔ " (render_name(report, &other)) " · "
                                (describe(mark, [&one, &other])) (render_note(report, &mark.note))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Writes the pairs that a mark removes from the cases.
pub(super) fn render_pairs_set_aside(report: &Report<'_>) -> Markup {
    let (rows, is_open) = (&report.aside, report.circumstance.full || report.cases.is_empty());
    let verdicts: BTreeMap<_, _> =
        rows.iter().map(|row| (row.mark_kind().name(), row.mark_kind().help_text())).collect();
    html! {
        @if !rows.is_empty() {
            section aria-labelledby="aside" {
                details.aside open[is_open] {
                    summary {
                        h2 #aside {
                            (format_count(rows.len() as u64, "pair")) " "
                            (words::describe_aside_marks(report))
                        }
                    }
                    @for (name, meaning) in verdicts { p.quiet { (name) ": " (meaning) "." } }
                    (render_rows_in_table(report, rows))
                    @for row in rows { (render_card(report, row)) }
                }
            }
        }
    }
}
