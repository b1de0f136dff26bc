//! One document: its parts by source, its text in their tints, and the passages beside their sources.

use std::ops::Range;

use maud::{Markup, html};

use shingle::base::numbers::counted;

use super::cases::{body, heading, part_of_table};
use super::{disguised, summary};
use crate::report::contents::{About, Report};
use crate::report::passages::folded;
use crate::report::words;

/// The most bytes of the text that are shown without `--full`.
const TEXT: usize = 60_000;

/// The most bytes between two stretches of a source that are shown as one.
const GAP: usize = 24;

/// The whole part of the page above the appendix.
pub(super) fn about(report: &Report<'_>, about: &About) -> Markup {
    let sources = &about.text.sources;
    html! {
        p.lead { (words::parts(about)) }
        p.quiet {
            (counted(sources.text.words, "word"))
            @if !about.date.is_empty() { ", " (about.date) }
        }
        (disguised(report))
        (summary(report))
        @if !about.findings.is_empty() {
            section aria-labelledby="sources" {
                h2 #sources { "Sources" }
                (part_of_table(report, &about.findings))
            }
        }
        section aria-labelledby="text" {
            h2 #text { "The text" }
            div.text dir="auto" { (text(report, about)) }
        }
        @if !about.findings.is_empty() {
            section aria-labelledby="details" {
                h2 #details { "The passages beside their sources" }
                @for one in &about.findings {
                    article { h3 #(one.anchor()) { (heading(report, one)) } (body(report, one)) }
                }
            }
        }
    }
}

/// The text with the stretches of each source in its tint, and the number of the source before each.
fn text(report: &Report<'_>, about: &About) -> Markup {
    let whole = &*about.text.text;
    let end = if report.circumstance.full { whole.len() } else { whole.floor_char_boundary(TEXT) };
    let mut stretches: Vec<(Range<usize>, Option<u32>)> = Vec::new();
    for stretch in &about.text.stretches {
        let span = stretch.span.start as usize..(stretch.span.end as usize).min(end);
        match stretches.last_mut() {
            _ if span.start >= span.end => {}
            // Single words between two stretches of one source are shown with them.
            Some((last, source)) if *source == stretch.source && span.start <= last.end + GAP => {
                last.end = span.end;
            }
            _ => stretches.push((span, stretch.source)),
        }
    }
    let is_listed =
        |source: u32| about.findings.iter().any(|one| one.number == source as usize + 1);
    let (mut from, mut parts) = (0, Vec::new());
    for (span, source) in stretches {
        parts.push((from..span.start, None));
        from = span.end;
        parts.push((span, Some(source.filter(|source| is_listed(*source)))));
    }
    parts.push((from..end, None));
    html! {
        @for (range, source) in parts {
            @let text = folded(whole.get(range).unwrap_or_default());
            @match source {
                Some(Some(source)) => mark class={ "t" ((source + 1) % 6) } {
                    a.source href={ "#case-" (source + 1) } { (source + 1) } (text)
                },
                Some(None) => mark.other { (text) },
                None => (text),
            }
        }
        @if end < whole.len() { p.cut { "The rest of the text is cut; --full shows it." } }
    }
}
