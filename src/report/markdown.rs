//! A report as Markdown: headings, tables and quotations. Every text of a file is escaped.

use std::fmt::Write as _;

use shingle::base::numbers::{counted, thousands};
use shingle::pipeline::{DocInfo, Row};
use shingle::{base::problem::other_files, base::visible::visible};

use super::again::whose_numbers;
use super::contents::{Report, ReportedPair};
use super::findings::{findings, sentence};
use super::passages::{PassageSide, Piece, ReportPassage};
use super::words::{self, PROBLEMS};
use crate::printer::table::{about, score_name};

/// Of the documents of a cluster, or of a group of copies, so many are named.
const NAMED: usize = 50;

/// The whole text.
pub(crate) fn text(report: &Report<'_>) -> String {
    let mut out = String::new();
    let at = words::day(&report.circumstance.at);
    let _ = writeln!(out, "# {}\n", escaped(&report.title()));
    let _ = writeln!(out, "{}\n", words::compared(report));
    found(report, &mut out);
    let _ = writeln!(out, "{}.\n", words::progress(report));
    if !report.circumstance.chosen.is_empty() {
        let _ = writeln!(out, "Listed here are only {}.\n", report.circumstance.chosen);
    }
    let _ = writeln!(out, "Made on {at} by shingle {}.\n", env!("CARGO_PKG_VERSION"));
    let limits = words::limits(report);
    for limit in &limits {
        let _ = writeln!(out, "- {}", escaped(limit));
    }
    out.push_str(if limits.is_empty() { "" } else { "\n" });
    ranking(report, &mut out);
    passages(report, &mut out);
    clusters(report, &mut out);
    problems(report, &mut out);
    how(report, &mut out);
    out
}

/// Which documents have wording of others.
fn found(report: &Report<'_>, out: &mut String) {
    for paragraph in report.own_words() {
        let _ = writeln!(out, "{}\n", escaped(paragraph));
    }
    let findings = findings(report);
    if findings.is_empty() {
        return;
    }
    let name = |doc| escaped(&report.snapshot.doc(doc).path.name());
    let _ = writeln!(out, "{}\n", sentence(report, &findings));
    for one in &findings {
        let _ = writeln!(out, "- Wording of {} is in:", name(one.source));
        for found in &one.findings {
            let _ = writeln!(out, "  - {}: {}", name(found.doc), found.told());
        }
    }
    out.push('\n');
}

fn ranking(report: &Report<'_>, out: &mut String) {
    out.push_str("## Pairs\n\n");
    if report.pairs.is_empty() {
        out.push_str("There is no pair to list.\n\n");
        return;
    }
    let _ = writeln!(out, "Ranked by score: {}.\n", score_name(&report.snapshot.params));
    out.push_str(
        "| № | score | document A | document B | A in B | B in A | shared | decided | note |\n",
    );
    out.push_str("|--:|--:|---|---|--:|--:|--:|---|---|\n");
    for pair in &report.pairs {
        let (a, b) = report.snapshot.names(&pair.row);
        let [a_in_b, b_in_a, shared] = words::counts(report.snapshot, pair);
        let more = match &pair.row {
            Row::Pair { more, .. } => [words::more(more.0), words::more(more.1)],
            Row::Copies { members, .. } => {
                [String::new(), format!(" ({})", words::copies(report.snapshot, members))]
            }
        };
        let _ = writeln!(
            out,
            "| {} | {} | {}{} | {}{} | {a_in_b} | {b_in_a} | {shared} | {} | {} |",
            thousands(pair.rank),
            pair.row.pair().score.rounded_percent(),
            escaped(&a.name()),
            more[0],
            escaped(&b.name()),
            more[1],
            words::verdict(report.snapshot, pair),
            escaped(pair.note()),
        );
    }
    out.push('\n');
    for verdict in words::verdicts_named(report) {
        let _ = writeln!(out, "- {verdict}: {}", verdict.meaning());
    }
    out.push('\n');
}

fn passages(report: &Report<'_>, out: &mut String) {
    if report.pairs.is_empty() {
        return;
    }
    out.push_str("## Passages\n\nA passage stands between ⟦ and ⟧. **Bold** words are counted as shared. *Slanted* words read differently in the other text, or are missing there.\n\n");
    for pair in &report.pairs {
        head(report, pair, out);
        match &pair.passages {
            Err(reason) => {
                let _ = writeln!(out, "Its texts could not be opened again: {}\n", escaped(reason));
            }
            Ok(passages) => {
                for (letter, doc) in ["A", "B"].iter().zip(&passages.docs) {
                    let facts = words::facts(doc);
                    let comma = if facts.is_empty() { "" } else { ", " };
                    let about = about(doc, &report.snapshot.params);
                    let _ = writeln!(
                        out,
                        "- {letter}: {} {about}{comma}{}",
                        escaped(&doc.path.name()),
                        escaped(&facts)
                    );
                }
                out.push('\n');
                for passage in passages.passages.iter().filter(|passage| passage.is_quoted()) {
                    quoted(&passages.docs, passage, out);
                }
                for rest in [words::unquoted(passages), words::single_runs(passages)] {
                    if !rest.is_empty() {
                        let _ = writeln!(out, "{rest}\n");
                    }
                }
            }
        }
    }
}

fn head(report: &Report<'_>, pair: &ReportedPair, out: &mut String) {
    let score = pair.row.pair().score.rounded_percent();
    let names = words::names(report.snapshot, &pair.row);
    match &pair.row {
        Row::Pair { .. } => {
            let names: Vec<String> =
                names.iter().map(|(name, more)| escaped(name) + &words::more(*more)).collect();
            let _ = writeln!(out, "### {}. {}\n", thousands(pair.rank), names.join(" ↔ "));
        }
        Row::Copies { members, .. } => {
            let _ = writeln!(
                out,
                "### {}. {}\n",
                thousands(pair.rank),
                words::copies(report.snapshot, members)
            );
            for (name, _) in names.iter().take(NAMED) {
                let _ = writeln!(out, "- {}", escaped(name));
            }
            if names.len() > NAMED {
                let _ = writeln!(out, "- and {} more", thousands(names.len() - NAMED));
            }
            out.push('\n');
        }
    }
    let counted = words::score_of(report.snapshot, pair);
    let _ = writeln!(out, "{score} {counted}; {}.\n", words::verdict(report.snapshot, pair));
    if let Some(third) = &pair.third {
        let _ = writeln!(out, "{}\n", escaped(&third.sentence(report.snapshot)));
    }
    if !pair.note().is_empty() {
        let _ = writeln!(out, "Note: {}\n", escaped(pair.note()));
    }
}

fn quoted(docs: &[DocInfo; 2], one: &ReportPassage, out: &mut String) {
    let _ = writeln!(out, "Passage {} ({}):\n", one.passage.id(), words::likeness(&one.passage));
    for ((letter, side), doc) in ["A", "B"].iter().zip(&one.sides).zip(docs) {
        let _ = writeln!(out, "> {letter}{}: {}", place(side, doc), quotation(&side.pieces));
        if *letter == "A" {
            out.push_str(">\n");
        }
    }
    out.push('\n');
}

fn place(side: &PassageSide, doc: &DocInfo) -> String {
    let place = words::place(side, doc);
    if place.is_empty() { place } else { format!(" ({})", escaped(&place)) }
}

fn quotation(pieces: &[Piece]) -> String {
    let mut out = String::new();
    let first = pieces.iter().position(Piece::is_inside);
    let last = pieces.iter().rposition(Piece::is_inside);
    for (place, piece) in pieces.iter().enumerate() {
        if first == Some(place) {
            out.push('⟦');
        }
        match piece {
            Piece::Cut(words) => {
                let _ = write!(out, " … {} … ", words::number_of_words(*words));
            }
            Piece::GoesOn => out.push('…'),
            Piece::Text { text, is_shared, changed, .. } => {
                // One line, or the quotation would end.
                let text = text.replace('\n', " ");
                let sign = match (is_shared, changed) {
                    (true, true) => "***",
                    (true, false) => "**",
                    (false, true) => "*",
                    (false, false) => "",
                };
                let words = text.trim();
                // Signs of emphasis must stand directly at words.
                if words.is_empty() || sign.is_empty() {
                    out.push_str(&escaped(&text));
                } else {
                    let (before, _) = text.split_at(text.len() - text.trim_start().len());
                    let (_, after) = text.split_at(text.trim_end().len());
                    let _ = write!(out, "{before}{sign}{}{sign}{after}", escaped(words));
                }
            }
        }
        if last == Some(place) {
            out.push('⟧');
        }
    }
    out
}

fn clusters(report: &Report<'_>, out: &mut String) {
    let Some(clusters) = report.clusters else { return };
    let _ = writeln!(out, "## Clusters\n\n{}.\n", words::clustered(clusters));
    for graph in &report.graphs {
        let Some(cluster) = clusters.clusters.get(graph.number - 1) else { continue };
        let documents = cluster.texts.iter().flatten();
        let names = documents.filter_map(|id| clusters.docs.get(id.index())).take(NAMED);
        let names: Vec<String> = names.map(|doc| escaped(&doc.path.name())).collect();
        let more = cluster.documents.saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {} more", thousands(more)) } else { String::new() };
        let _ = writeln!(
            out,
            "- Cluster {}: {}, weakest link {}: {}{more}",
            graph.number,
            counted(cluster.documents as u64, "document"),
            cluster.weakest.rounded_percent(),
            names.join(", ")
        );
    }
    out.push_str(if report.graphs.is_empty() { "" } else { "\n" });
}

fn problems(report: &Report<'_>, out: &mut String) {
    out.push_str("## Problems with files\n\n");
    let all = &report.snapshot.problems;
    if all.is_empty() {
        out.push_str("Every file was read.\n\n");
        return;
    }
    if let Some(others) = other_files(all) {
        let _ = writeln!(out, "Not text, and left out: {others}.\n");
    }
    let meant = words::problems(report);
    for problem in meant.iter().take(PROBLEMS) {
        let (path, reason) = (escaped(&problem.path.name()), escaped(&problem.reason));
        let _ = writeln!(out, "- {path}: {}: {reason}", problem.kind.name());
    }
    if meant.len() > PROBLEMS {
        let _ = writeln!(out, "- and {} more", thousands(meant.len() - PROBLEMS));
    }
    out.push_str(if meant.is_empty() { "" } else { "\n" });
}

fn how(report: &Report<'_>, out: &mut String) {
    let _ = writeln!(out, "## How it was made\n\n{}\n", whose_numbers(report));
    let _ = writeln!(out, "    {}\n", visible(&report.circumstance.command));
    let boilerplate = words::boilerplate(report);
    if !boilerplate.is_empty() {
        let _ = writeln!(out, "{}.\n", escaped(&boilerplate));
    }
    out.push_str("| parameter | value |\n|---|---|\n");
    for (name, value) in words::settings(report) {
        let _ = writeln!(out, "| {name} | {} |", escaped(&value));
    }
}

/// A text of one line that Markdown shows as it is. What could begin a link, a list, a heading, markup or a cell gets a backslash.
fn escaped(text: &str) -> String {
    let is_www = |before: &str| before.eq_ignore_ascii_case("www");
    let visible_text = visible(text);
    let mut out = String::with_capacity(visible_text.len() + 8);
    for (at, sign) in visible_text.char_indices() {
        let rest = visible_text.get(at..).unwrap_or_default();
        let after = rest.chars().nth(1);
        let is_number = at > 0
            && ".)".contains(sign)
            && after.is_none_or(char::is_whitespace)
            && visible_text.get(..at).unwrap_or_default().bytes().all(|one| one.is_ascii_digit());
        let is_list = is_number || at == 0 && "+-=#".contains(sign);
        let is_address = rest.starts_with("://")
            || sign == '.' && visible_text.get(at.saturating_sub(3)..at).is_some_and(is_www)
            || sign == '@';
        if r"\`*_{}[]<>|~&!#$".contains(sign) || is_list || is_address {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag};

    use super::escaped;

    proptest! {
        #[test]
        fn any_text_is_shown_as_it_is(text in "[-a-z0-9 #*_`~|<>&;!.():/@\\\\\\[\\]+=\"'é]{1,40}") {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assume!(!text.is_empty());
            for before in ["> A: ", "### 1. ", "- "] {
                let whole = format!("{before}{}", escaped(&text));
                let mut visible_text = String::new();
                for event in Parser::new_ext(&whole, Options::all() - Options::ENABLE_SMART_PUNCTUATION - Options::ENABLE_OLD_FOOTNOTES) {
                    match event {
                        Event::Text(part) => visible_text.push_str(&part),
                        Event::Start(Tag::BlockQuote(_) | Tag::Paragraph | Tag::Heading { .. } | Tag::List(_) | Tag::Item) | Event::End(_) => {}
                        other => prop_assert!(false, "{other:?} of {whole}"),
                    }
                }
                let lead = match before { "> A: " => "A: ", "### 1. " => "1. ", _ => "" };
                prop_assert_eq!(visible_text, format!("{lead}{text}"), "{}", whole);
            }
        }
    }
}
