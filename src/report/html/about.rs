use maud::{Markup, html};

use shingle::base::numbers::format_count;

use super::cases::{render_card, render_name, render_names, render_rows_in_table};
use super::{render_disguised_documents, render_problems, render_summary};
use crate::report::contents::{About, Report};
use crate::report::{parts::Place, passages::collapse_blanks, words};

/// Largest part of the text shown without `--full`, in bytes.
const TEXT: usize = 60_000;

pub(super) fn render_report_on_document(report: &Report<'_>, about: &About) -> Markup {
    let sources = &about.text.sources;
    let cases = &*report.cases;
    html! {
        (render_disguised_documents(report))
        (render_summary(report))
        p.lead {
            (words::describe_shares_of_parts(report, about)) (words::describe_unread_files(report))
        }
        @if !cases.is_empty() { p.quiet { (words::NO_DIRECTION) } }
        p.quiet {
            (format_count(sources.text.words, "word"))
            @if !about.date.is_empty() { ", " (about.date) }
        }
        (render_problems(report))
        @if !cases.is_empty() {
            section aria-labelledby="sources" {
                h2 #sources { "Documents with the same wording" }
                p.quiet {
                    "A is " (render_name(report, &sources.text.path)) ". "
                    (words::explain_shares(&report.snapshot.params))
                    @if cases.len() > 1 { " In the sentence above, a run in several documents counts once." }
                }
                (render_rows_in_table(report, cases))
                @let hidden: Vec<_> =
                    cases.iter().filter(|one| one.is_hidden).map(|one| one.names[1].clone()).collect();
                @if !hidden.is_empty() {
                    p.quiet {
                        "Hidden by rules, such as texts of one student, and counted apart: "
                        (render_names(report, &hidden)) "."
                    }
                }
            }
        }
        section aria-labelledby="text" {
            h2 #text { "The text" }
            p.quiet {
                mark { "Tinted" } " words stand in the document of this number, "
                mark.other { "grey" } " words in short phrases of other documents"
                @if about.adds[2] > 0 { ", or in documents " (words::describe_aside_marks(report)) }
                "."
                @if about.parts.count_ignored_words() > 0 { " " s { "Dotted" } " words are ignored as boilerplate." }
            }
            div.text dir="auto" { (render_text(report, about)) }
        }
        @if !cases.is_empty() {
            section aria-labelledby="details" {
                h2 #details { "The passages side by side" }
                @for one in cases { (render_card(report, one)) }
            }
        }
    }
}

fn render_text(report: &Report<'_>, about: &About) -> Markup {
    let whole = &*about.text.text;
    let end = if report.circumstance.full { whole.len() } else { whole.floor_char_boundary(TEXT) };
    let (mut from, mut parts) = (0, Vec::new());
    for (span, place) in &about.parts.stretches {
        let span = (span.start as usize).min(end)..(span.end as usize).min(end);
        parts.push((from..span.start, None));
        from = span.end;
        parts.push((span, Some(*place)));
    }
    parts.push((from..end, None));
    html! {
        @for (range, place) in parts {
            @let text = collapse_blanks(whole.get(range).unwrap_or_default());
            @match place {
                Some(Place::Source(source)) => mark class={ "t" ((source + 1) % 6) } {
                    a.source href={ "#case-" (source + 1) } { (source + 1) } (text)
                },
                Some(Place::Further | Place::Aside) => mark.other { (text) },
                Some(Place::Ignored) => s { (text) },
                None => (text),
            }
        }
        @if end < whole.len() { p.cut { "The rest of the text is cut; --full shows it." } }
    }
}
