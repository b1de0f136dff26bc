//! A report as one page of HTML. It needs no network, and no script to be read. `maud` escapes every text; none is written as markup.

mod about;
mod cases;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use shingle::base::{numbers::counted, numbers::thousands, visible::visible};
use shingle::text::Confusables;

use super::contents::Report;
use super::words::{self, GLOSSARY};
use super::{cases as ordered, contents::Finding};

/// The style of the page, and its script: sorting, filtering, unfolding.
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// Their SHA-256 in base 64. The policy allows nothing else.
const STYLE_HASH: &str = "r9atmkxS+3ekvO8VbT+x7GPkwYDweIO0eqAbVRk2APY=";
const SCRIPT_HASH: &str = "hKKs/quC+r+/yCR85WGEDEj1bpbppeB7pZLkMz/Hhh8=";

/// So many problems are listed.
const PROBLEMS: usize = 1000;

/// The policy: no network, no style and no script but the page's own.
fn policy() -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{STYLE_HASH}'; script-src 'sha256-{SCRIPT_HASH}'; base-uri 'none'; form-action 'none'"
    )
}

/// The whole page.
pub(crate) fn page(report: &Report<'_>) -> String {
    let title = report.title();
    let title = visible(&title);
    let rows = ordered::rows(&report.findings);
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
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
                        time datetime=(report.circumstance.at) { (words::time(&report.circumstance.at)) }
                        @if report.is_partial() { " · " bdi { (visible(&report.circumstance.chosen)) } }
                    }
                }
                main {
                    @match &report.about {
                        Some(about) => (about::about(report, about)),
                        None => {
                            (first_page(report, &rows))
                            (cases::cards(report, &rows))
                            (cases::set_aside(report))
                        }
                    }
                    (appendix(report))
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    markup.into_string()
}

/// The summary, the cases and the files that could not be read.
fn first_page(report: &Report<'_>, rows: &[Finding]) -> Markup {
    html! {
        p.lead { (words::lead(report, rows)) }
        (disguised(report))
        (summary(report))
        (cases::table(report, rows))
        (problems(report))
        (cases::tree(report, rows))
    }
}

/// The documents whose words mix alphabets.
fn disguised(report: &Report<'_>) -> Markup {
    let documents = words::disguised(report);
    let are_equal = report.snapshot.params.confusables == Confusables::On;
    html! {
        @if !documents.is_empty() {
            p {
                strong.mark.rewrite { "Look-alike letters of other alphabets are in words of " }
                @for (place, doc) in documents.iter().enumerate() {
                    @if place > 0 { ", " }
                    (cases::name(report, &doc.path)) " (" (counted(doc.mixed, "word")) ")"
                }
                @if are_equal {
                    ". These letters count as equal here."
                } @else {
                    ". Shared wording may be hidden: --confusables on counts these letters as equal."
                }
            }
        }
    }
}

fn summary(report: &Report<'_>) -> Markup {
    html! {
        @for paragraph in report.summary() { p.summary { bdi { (visible(paragraph)) } } }
    }
}

/// The files that were not read, or not whole.
fn problems(report: &Report<'_>) -> Markup {
    let problems = words::problems(report);
    html! {
        @if !problems.is_empty() {
            section aria-labelledby="files" {
                h2 #files { "Files with problems" }
                ul {
                    @for problem in problems.iter().take(PROBLEMS) {
                        li {
                            @if !report.names.are_letters() { bdi { (problem.path.to_string()) } ": " }
                            (problem.kind.name()) ": " bdi { (visible(&problem.reason)) }
                        }
                    }
                    @if problems.len() > PROBLEMS { li { (thousands(problems.len() - PROBLEMS)) " more" } }
                }
            }
        }
    }
}

/// Full paths, limits, the way of counting, terms and parameters.
fn appendix(report: &Report<'_>) -> Markup {
    let findings = report.about.iter().flat_map(|about| &about.findings).chain(&report.findings);
    let mut paths: Vec<_> = findings.flat_map(|one| &one.names).collect();
    paths.sort_unstable();
    paths.dedup();
    html! {
        section.appendix aria-labelledby="appendix" {
            h2 #appendix { "Appendix" }
            @if !report.names.are_letters() {
                details {
                    summary { "Full paths" }
                    dl.values {
                        @for path in paths {
                            dt { bdi { (report.names.of(path)) } }
                            dd { bdi { (path.to_string()) } }
                        }
                    }
                }
            }
            details open {
                summary { "How this was counted" }
                p { (words::how(report).join(" ")) }
                @for limit in words::limits(report) { p { (limit) } }
            }
            details {
                summary { "Terms and parameters" }
                dl.values {
                    @for (term, meaning) in GLOSSARY { dt { (term) } dd { (meaning) } }
                    @for (name, value) in words::settings(report) {
                        dt { code { (name) } } dd { bdi { (visible(&value)) } }
                    }
                }
            }
            p.quiet { "Made by shingle " (env!("CARGO_PKG_VERSION")) "." }
        }
    }
}

/// A share as a number with a bar.
fn share(finding: &Finding) -> Markup {
    let (num, den) = finding.share.parts();
    let width = (num * 60).div_ceil(den.max(1)).max(1);
    html! {
        span.share { (finding.share.rounded_percent()) }
        svg.bar width="60" height="8" aria-hidden="true" { rect width=(width) height="8" {} }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use super::{SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH};
    use crate::tui::drawing::colours::{DARK, LIGHT};

    /// SHA-256 as FIPS 180-4 defines it.
    #[allow(clippy::cast_sign_loss, reason = "no root is below 0")]
    fn sha_256(message: &[u8]) -> Vec<u8> {
        let primes = (2_u32..).filter(|one| (2..*one).all(|other| !one.is_multiple_of(other)));
        // The first 32 bits of the fractional parts of roots of the first primes.
        let fraction = |root: f64| (root.fract() * 4_294_967_296.0) as u32;
        let first: Vec<f64> = primes.take(64).map(f64::from).collect();
        let constants: Vec<u32> = first.iter().map(|prime| fraction(prime.cbrt())).collect();
        let mut hash: Vec<u32> = first.iter().take(8).map(|prime| fraction(prime.sqrt())).collect();
        let mut padded = message.to_vec();
        padded.push(0x80);
        padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
        padded.extend((message.len() as u64 * 8).to_be_bytes());
        for block in padded.as_chunks::<64>().0 {
            let mut w: Vec<u32> =
                block.as_chunks::<4>().0.iter().map(|word| u32::from_be_bytes(*word)).collect();
            for t in 16..64 {
                let (a, b) = (w[t - 15], w[t - 2]);
                let small = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
                let large = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
                w.push(w[t - 16].wrapping_add(small).wrapping_add(w[t - 7]).wrapping_add(large));
            }
            let mut v = hash.clone();
            for t in 0..64 {
                let (a, e) = (v[0], v[4]);
                let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
                let chosen = (e & v[5]) ^ (!e & v[6]);
                let one = v[7].wrapping_add(sum).wrapping_add(chosen);
                let one = one.wrapping_add(constants[t]).wrapping_add(w[t]);
                let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
                let most = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
                v.rotate_right(1);
                v[4] = v[4].wrapping_add(one);
                v[0] = one.wrapping_add(sum).wrapping_add(most);
            }
            for (all, one) in hash.iter_mut().zip(v) {
                *all = all.wrapping_add(one);
            }
        }
        hash.iter().flat_map(|word| word.to_be_bytes()).collect()
    }

    #[test]
    fn the_policy_allows_this_style_and_this_script() {
        let known = STANDARD.encode(sha_256(b"abc"));
        assert_eq!(known, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
        assert_eq!(STYLE_HASH, STANDARD.encode(sha_256(STYLE.as_bytes())));
        assert_eq!(SCRIPT_HASH, STANDARD.encode(sha_256(SCRIPT.as_bytes())));
    }

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
