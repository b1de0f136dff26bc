//! Which files were not read, and how the numbers were made, so that somebody else gets the same.

use maud::{Markup, html};

use shingle::base::numbers::thousands;
use shingle::base::problem::{OtherFile, Problem, other_files};
use shingle::base::visible::visible;

use crate::printer::table::left_out;
use crate::report::again::whose_numbers;
use crate::report::contents::Report;
use crate::report::parameters;

/// So many problems are listed.
const LISTED: usize = 1000;

/// The section with the files that were not read, or not as they should be.
pub(super) fn problems(report: &Report<'_>) -> Markup {
    let all = &report.snapshot.problems;
    let is_other = |problem: &&Problem| OtherFile::of(problem.kind, &problem.reason).is_some();
    let meant: Vec<&Problem> = all.iter().filter(|problem| !is_other(problem)).collect();
    html! {
        section aria-labelledby="files" {
            h2 #files { "Problems with files" }
            @if all.is_empty() {
                p { "Every file was read." }
            }
            @if let Some(others) = other_files(all) {
                p { "Not text, and left out: " (others) "." }
            }
            @if !meant.is_empty() {
                div.wide tabindex="0" role="region" aria-label="Table of files" {
                    table {
                        caption { "Documents that were not read, or with losses" }
                        thead { tr { th scope="col" { "file" } th scope="col" { "what" } th scope="col" { "why" } } }
                        tbody {
                            @for problem in meant.iter().take(LISTED) {
                                tr {
                                    th scope="row" { bdi { (problem.path.to_string()) } }
                                    td { (problem.kind.name()) }
                                    td { bdi { (visible(&problem.reason)) } }
                                }
                            }
                        }
                    }
                }
                @if meant.len() > LISTED { p { "and " (thousands(meant.len() - LISTED)) " more" } }
            }
        }
    }
}

/// The section with all parameters.
pub(super) fn how(report: &Report<'_>) -> Markup {
    let params = &report.snapshot.params;
    let out = left_out(&report.snapshot.surroundings.left_out, params);
    html! {
        section aria-labelledby="how" {
            h2 #how { "How it was made" }
            p { (whose_numbers(report)) }
            pre { code { (visible(&report.made.command)) } }
            @if !out.is_empty() { p { bdi { (visible(out.trim_start_matches(", "))) } "." } }
            table.values {
                caption { "All parameters; a dash for what decides nothing beside the others" }
                thead { tr { th scope="col" { "parameter" } th scope="col" { "value" } } }
                tbody {
                    @for (name, value) in parameters::all(params) {
                        tr { th scope="row" { code { (name) } } td { bdi { (visible(&value)) } } }
                    }
                    @for (name, value) in &report.made.reading {
                        tr { th scope="row" { code { (name) } } td { bdi { (visible(value)) } } }
                    }
                }
            }
        }
    }
}
