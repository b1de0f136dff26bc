mod about;
mod cases;

use std::collections::BTreeSet;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use shingle::base::{
    numbers::format_count, numbers::format_with_commas, problem::Problem, ratio::Ratio,
    visible::make_visible,
};
use shingle::text::Confusables;

use super::contents::Finding;
use super::contents::Report;
use super::words::{self, GLOSSARY};

/// The style sheet, which also sorts, filters and unfolds.
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// SHA-256 hash of the style in base 64. The page's policy allows only this style and this script.
const STYLE_HASH: &str = "nk1RYPyUITsCi3ElCxDCNZL1XOxsw70JP+xlK51eIv0=";
const SCRIPT_HASH: &str = "q/2pvO5qKcZxolN3aeYH+Dm3I+jNyYUyrwfF5teUFW8=";

/// Number of files with problems on the first page that are not folded.
const PROBLEMS: usize = 10;

pub(crate) fn render_page(report: &Report<'_>) -> String {
    let title = report.title();
    let title = make_visible(&title);
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content={ "default-src 'none'; style-src 'sha256-" (STYLE_HASH) "'; script-src 'sha256-" (SCRIPT_HASH) "'; base-uri 'none'; form-action 'none'" };
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="generator" content={ "shingle " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body class=[report.circumstance.full.then_some("full")] {
                header {
                    h1 { bdi { (title) } }
                    p.quiet {
                        time datetime=(report.circumstance.at) { (words::describe_time(&report.circumstance.at)) }
                        @if !report.circumstance.chosen.is_empty() { " · " bdi { (make_visible(&report.circumstance.chosen)) } }
                    }
                }
                main {
                    @match &report.about {
                        Some(about) => (about::render_report_on_document(report, about)),
                        None => {
                            (render_first_page(report))
                            (cases::render_cards(report))
                        }
                    }
                    (cases::render_pairs_set_aside(report))
                    (cases::render_lost_marks(report))
                    (render_appendix(report))
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    markup.into_string()
}

fn render_first_page(report: &Report<'_>) -> Markup {
    html! {
        (render_summary(report))
        p.lead { (words::describe_summary(report)) }
        (render_disguised_documents(report))
        @if report.hides_pairs() {
            p {
                (words::describe_pairs_hidden_by_rules(report))
                @if !report.hidden.is_empty() { " " a href="#hidden" { "The appendix lists them." } }
            }
        }
        @if report.snapshot.params.passage.is_none() {
            p.quiet { "Pairs that score less, such as one pasted paragraph, are listed only if they have a mark; the option --passage 30 lists them." }
        }
        (render_problems(report))
        @if !report.cases.is_empty() || report.aside.is_empty() { (cases::render_table(report)) }
        (cases::render_source_tree(report))
    }
}

fn render_disguised_documents(report: &Report<'_>) -> Markup {
    let documents = words::disguised_documents(report);
    let are_equal = report.snapshot.params.confusables == Confusables::On;
    html! {
        @if !documents.is_empty() {
            p {
                strong.mark.reused { "Look-alike letters of other alphabets, or struck letters, are in " }
                @for (place, doc) in documents.iter().enumerate() {
                    @if place > 0 { ", " }
                    (cases::render_name(report, &doc.path)) " (" (format_count(doc.mixed, "word")) ")"
                }
                @if are_equal {
                    ". Here they count as equal. In a search they can hide copied words."
                } @else {
                    ", compared only as written. Shared wording may be hidden. To count look-alikes as \
                     equal, make the report again: "
                    code { (make_visible(&report.circumstance.again)) }
                }
            }
        }
    }
}

fn render_summary(report: &Report<'_>) -> Markup {
    let lines = report.circumstance.summary.lines().filter(|line| !line.trim().is_empty());
    html! { @for paragraph in lines { p.summary { bdi { (make_visible(paragraph)) } } } }
}

fn render_problems(report: &Report<'_>) -> Markup {
    let problems = words::problems_to_name(report);
    let (first, more) = problems.split_at(report.count_unfolded_parts(PROBLEMS, problems.len()));
    html! {
        @if !problems.is_empty() && !report.names.are_anonymous() {
            section aria-labelledby="files" {
                h2 #files { "Files with problems" }
                ul { @for one in first { (render_problem(one)) } }
                @if !more.is_empty() {
                    details {
                        summary { (format_count(more.len() as u64, "more file")) }
                        ul { @for one in more { (render_problem(one)) } }
                    }
                }
            }
        }
    }
}

fn render_problem(problem: &Problem) -> Markup {
    html! {
        li {
            bdi { (problem.path.to_string()) } ": "
            (problem.kind.name()) ": " bdi { (make_visible(&problem.reason)) }
        }
    }
}

fn render_appendix(report: &Report<'_>) -> Markup {
    let paths: BTreeSet<_> = report.all_findings().flat_map(Finding::documents).collect();
    html! {
        section.appendix aria-labelledby="appendix" {
            h2 #appendix { "Appendix" }
            @if !report.hidden.is_empty() {
                div #hidden {
                    h3 { "Pairs hidden by rules" }
                    ul {
                        @for one in &report.hidden { li { (cases::render_name(report, &one.names[0])) " ↔ " (cases::render_name(report, &one.names[1])) " · " (words::describe_shares(one)) @if one.decision.is_some() { " · " (cases::render_mark(report, one)) } } }
                        @let more = report.hidden_pairs.saturating_sub(report.hidden.len() as u64);
                        @if more > 0 { li { (format_with_commas(more)) " more" } }
                    }
                }
            }
            h3 { "How this was counted" }
            p { (words::describe_method(report)) }
            @for limit in words::describe_unlisted_parts(report) { p { (limit) } }
            h3 { "Terms" }
            dl.values { @for (term, meaning) in GLOSSARY { dt { (term) } dd { (meaning) } } }
            @if !report.names.are_anonymous() && !paths.is_empty() {
                h3 { "Full paths" }
                dl.values {
                    @for path in paths {
                        dt { bdi { (report.names.name_for(path)) } }
                        dd { bdi { (path.to_string()) } }
                    }
                }
            }
            h3 { "Parameters" }
            dl.values.short {
                @for (name, value) in words::list_settings(report) {
                    div { dt { code { (name) } } dd { bdi { (make_visible(&value)) } } }
                }
            }
            p.quiet { "Made by shingle " (env!("CARGO_PKG_VERSION")) "." }
        }
    }
}

fn render_share(share: Ratio) -> Markup {
    let (num, den) = share.numerator_and_denominator();
    let width = (num * 60).div_ceil(den.max(1)).max(1);
    html! {
        span.share { (share.format_whole_percent()) }
        svg.bar width="60" height="8" aria-hidden="true" { rect width=(width) height="8" {} }
    }
}

#[cfg(test)]
mod tests {
    use super::STYLE;
    use crate::tui::{drawing::colours::DARK, drawing::colours::LIGHT};

    #[test]
    fn tints_are_those_of_the_screen() {
        for tints in [LIGHT, DARK] {
            for (place, tint) in tints.iter().enumerate() {
                let (red, green, blue) = tint.rgb;
                let line = format!("--t{place}: #{red:02x}{green:02x}{blue:02x};");
                assert!(STYLE.contains(&line), "{line}");
            }
        }
    }
}
