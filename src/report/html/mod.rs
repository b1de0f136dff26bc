//! A report as one page of HTML that needs no script and no network: its parts in order, its style and its policy. `maud` escapes
//! every text; none is written as markup.

mod arrows;
mod drawings;
mod pairs;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use shingle::base::{numbers::thousands, problem::other_files, visible::visible};
use shingle::decisions::Verdict;

use super::contents::Report;
use super::findings::{findings, sentence};
use super::words::{self, PROBLEMS};

/// The style of the page.
pub(crate) const STYLE: &str = include_str!("style.css");
/// The SHA-256 of the style in base 64: the policy allows this style and nothing else.
const STYLE_HASH: &str = "VOwUi2+l5b38LRvTxP9JK7yYMp5Cunv7rZ4bugShkYs=";

/// The policy: no script, no network, no style but the page's own.
fn policy() -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{STYLE_HASH}'; base-uri 'none'; form-action 'none'"
    )
}

/// The whole page.
pub(crate) fn page(report: &Report<'_>) -> String {
    let title = report.title();
    let title = visible(&title);
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
            body {
                a.skip href="#pairs" { "Skip to the pairs" }
                header {
                    h1 { bdi { (title) } }
                    p.lead { (words::compared(report)) }
                    p.quiet {
                        "Made on " time datetime=(report.circumstance.at) { (words::day(&report.circumstance.at)) }
                        " by shingle " (env!("CARGO_PKG_VERSION")) "."
                    }
                    (contents(report))
                }
                main {
                    (summary(report))
                    (pairs::ranking(report))
                    (pairs::passages(report))
                    (drawings::clusters(report))
                    (problems(report))
                    (how(report))
                }
                footer {
                    p.quiet {
                        "What two texts share shows where they agree, not who wrote first, nor why. "
                        a href="#how" { "How the numbers were made" } "."
                    }
                }
            }
        }
    };
    markup.into_string()
}

/// The links to the parts.
fn contents(report: &Report<'_>) -> Markup {
    html! {
        nav aria-label="Contents" {
            ul {
                li { a href="#summary" { "What was found" } }
                li { a href="#pairs" { "Pairs" } }
                @if !report.pairs.is_empty() { li { a href="#passages" { "Passages" } } }
                @if report.clusters.is_some() { li { a href="#clusters" { "Clusters" } } }
                li { a href="#files" { "Problems with files" } }
                li { a href="#how" { "How this was counted" } }
            }
        }
    }
}

/// Which documents have wording of others, in sentences.
fn summary(report: &Report<'_>) -> Markup {
    let findings = findings(report);
    let name = |doc| report.snapshot.doc(doc).path.to_string();
    html! {
        section aria-labelledby="summary" {
            h2 #summary { "What was found" }
            @for paragraph in report.own_words() {
                p { bdi { (visible(paragraph)) } }
            }
            @if !findings.is_empty() {
                p { (sentence(report, &findings)) }
                ul {
                    @for one in &findings {
                        @let facts = words::facts(report.snapshot.doc(one.source));
                        li {
                            "Wording of " strong { bdi { (name(one.source)) } }
                            @if !facts.is_empty() { " (" bdi { (visible(&facts)) } ")" }
                            " is in:"
                            ul {
                                @for found in &one.findings {
                                    li {
                                        a href={ "#" (found.pair.anchor()) } { bdi { (name(found.doc)) } }
                                        ": " (found.told())
                                        @if !found.pair.note().is_empty() {
                                            " – " bdi { (words::note(found.pair)) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            (arrows::who_took(report))
            p { (words::progress(report)) "." }
            @if !report.circumstance.chosen.is_empty() {
                p { "Listed here are only " (report.circumstance.chosen) "." }
            }
        }
    }
}

/// The numbers of the whole, and the histogram.
fn numbers(report: &Report<'_>) -> Markup {
    let snapshot = report.snapshot;
    let number = |name: &str, value: String| html! { div { dt { (name) } dd { (value) } } };
    let unread = snapshot.problems.len();
    html! {
        dl.numbers {
            (number("Documents", thousands(snapshot.present)))
            (number("Pairs found", thousands(snapshot.pairs_found)))
            (number("Rows listed here", thousands(report.pairs.len())))
            (number("Decided", format!("{} of {}", thousands(report.decided()), thousands(report.verdicts.iter().sum::<u64>()))))
            (number("Rewrites", thousands(report.with_verdict(Verdict::Rewrite))))
            @if let Some(clusters) = report.clusters {
                (number("Clusters", thousands(clusters.clusters.len())))
            }
            (number("Problems with files", thousands(unread)))
        }
        (drawings::histogram(snapshot))
        @let limits = words::limits(report);
        @if !limits.is_empty() {
            h3 { "Limits and remarks" }
            ul { @for limit in limits { li { bdi { (visible(&limit)) } } } }
        }
    }
}

/// The section with the files that were not read, or not as they should be.
fn problems(report: &Report<'_>) -> Markup {
    let all = &report.snapshot.problems;
    let meant = words::problems(report);
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
                            @for problem in meant.iter().take(PROBLEMS) {
                                tr {
                                    th scope="row" { bdi { (problem.path.to_string()) } }
                                    td { (problem.kind.name()) }
                                    td { bdi { (visible(&problem.reason)) } }
                                }
                            }
                        }
                    }
                }
                @if meant.len() > PROBLEMS { p { "and " (thousands(meant.len() - PROBLEMS)) " more" } }
            }
        }
    }
}

/// The section with all parameters.
fn how(report: &Report<'_>) -> Markup {
    let boilerplate = words::boilerplate(report);
    html! {
        section aria-labelledby="how" {
            h2 #how { "How this was counted" }
            (numbers(report))
            @if !boilerplate.is_empty() { p { bdi { (visible(&boilerplate)) } "." } }
            table.values {
                caption { "All parameters; a dash for what decides nothing beside the others" }
                thead { tr { th scope="col" { "parameter" } th scope="col" { "value" } } }
                tbody {
                    @for (name, value) in words::settings(report) {
                        tr { th scope="row" { code { (name) } } td { bdi { (visible(&value)) } } }
                    }
                }
            }
        }
    }
}

/// A verdict with its look.
fn badge(verdict: Verdict, text: &str) -> Markup {
    let look = match verdict {
        Verdict::Undecided => "verdict undecided",
        Verdict::Rewrite => "verdict rewrite",
        _ => "verdict",
    };
    html! { span class=(look) { (text) } }
}

/// A name of a document with how many copies there are.
fn named((name, copies): &(String, u32)) -> Markup {
    html! { bdi { (name) } (words::more(*copies)) }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    use super::{STYLE, STYLE_HASH};
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
    fn the_policy_allows_this_style() {
        let known = STANDARD.encode(sha_256(b"abc"));
        assert_eq!(known, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
        assert_eq!(STYLE_HASH, STANDARD.encode(sha_256(STYLE.as_bytes())));
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
