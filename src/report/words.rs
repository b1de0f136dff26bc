//! The sentences of a report.

use std::collections::BTreeSet;

use documents::Format;
use serde_json::Value;

use shingle::base::numbers::{counted, thousands, verb};
use shingle::base::problem::Problem;
use shingle::base::{path::DocPath, visible::visible};
use shingle::decisions::Verdict;
use shingle::pipeline::{DocInfo, Parameter, Params, Sources, StopWords, TextSource};

use super::contents::{About, Finding, Names, Report};
use super::passages::{PairPassages, PassageSide, ReportPassage};
use crate::printer::table::{left_out, percent, score_name};

/// How many copies stand behind a name: ` (+2 copies)`.
pub(crate) fn more(copies: u32) -> String {
    match copies {
        0 => String::new(),
        1 => " (+1 copy)".to_string(),
        more => format!(" (+{} copies)", thousands(more)),
    }
}

/// The most telling date of a document with its kind: `created 2026-11-06 12:40 UTC`; empty if none is known.
pub(crate) fn date(doc: &DocInfo) -> String {
    doc.dates().first().map_or_else(String::new, |date| visible(date).into_owned())
}

/// A time for people: the day, and the time in UTC.
pub(crate) fn time(at: &str) -> String {
    let (day, time) = at.split_once('T').unwrap_or((at, ""));
    let minute = time.get(..5).unwrap_or_default();
    if minute.is_empty() { day.to_string() } else { format!("{day} at {minute} UTC") }
}

/// The mark of a pair: `rewrite: 0434 took from 1007`; empty without one.
pub(crate) fn mark(finding: &Finding, names: &Names<'_>) -> String {
    let Some((decision, is_earlier)) = &finding.decision else { return String::new() };
    if decision.verdict == Verdict::Undecided {
        return String::new();
    }
    if *is_earlier {
        return format!("undecided ({} on an earlier version)", decision.verdict);
    }
    let [one, other] = finding.names.each_ref().map(|path| names.of(path));
    let took = decision.who_took(finding.contents, [&one, &other]).map(|took| format!(": {took}"));
    format!("{}{}", decision.verdict, took.unwrap_or_default())
}

/// The number of documents that have wording of others, in a sentence or two.
pub(crate) fn lead(report: &Report<'_>, rows: &[Finding]) -> String {
    let takers: BTreeSet<&DocPath> = rows.iter().map(|row| &row.names[0]).collect();
    let half = |row: &&Finding| 2.0 * row.share.to_f64() > 1.0;
    let most: BTreeSet<&DocPath> = rows.iter().filter(half).map(|row| &row.names[0]).collect();
    let number = takers.len() as u64;
    let contain = verb(number, "contains", "contain");
    let found = if report.is_partial() {
        let documents = counted(number, "document");
        format!("{documents} of the listed rows {contain} wording of another")
    } else {
        let all = counted(report.snapshot.present as u64, "document");
        format!("{all} were compared. {} {contain} wording of another", thousands(number))
    };
    let half = match most.len() {
        0 => String::new(),
        most => format!(", {} more than half", thousands(most)),
    };
    let unread = match problems(report).iter().filter(|one| one.kind.is_unread()).count() as u64 {
        0 => String::new(),
        unread => format!(" {} could not be read.", counted(unread, "file")),
    };
    format!("{found}{half}.{unread}")
}

/// The parts of one document in a sentence: `22 + 21 + 20% of its words stand in three other documents, 15% in none.`.
pub(crate) fn parts(about: &About) -> String {
    let sources = &about.text.sources;
    let percent = |words: u32| percent_of(words, sources);
    let (slight, listed): (Vec<&TextSource>, Vec<&TextSource>) =
        sources.sources.iter().partition(|source| source.is_slight(sources.text.words));
    let listed = listed.iter().filter(|source| source.adds_words > 0);
    let from: Vec<String> = listed.map(|source| percent(source.adds_words)).collect();
    let further =
        sources.elsewhere_words + slight.iter().map(|source| source.adds_words).sum::<u32>();
    let own = format!("{}% in none", percent(sources.own_words));
    let mut parts = match from.len() {
        0 => vec!["No other document has its wording".to_string()],
        1 => vec![format!("{}% of its words stand in another document", from[0])],
        many => {
            let numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
            let number = numbers.get(many - 2).map_or(many.to_string(), |one| (*one).to_string());
            vec![format!("{}% of its words stand in {number} other documents", from.join(" + "))]
        }
    };
    if further > 0 {
        parts.push(format!("{}% in short phrases of further documents", percent(further)));
    }
    if !from.is_empty() {
        parts.push(own);
    }
    if percent(sources.uncounted_words) != "0" {
        parts
            .push(format!("{}% are too few in a row to compare", percent(sources.uncounted_words)));
    }
    parts.join(", ") + "."
}

/// The share of these words in the text, in whole percent.
fn percent_of(words: u32, sources: &Sources) -> String {
    let all = u64::from(sources.text.words).max(1);
    ((u64::from(words) * 200 + all) / (2 * all)).to_string()
}

/// Where a passage is: a page or the like; in plain text, its lines.
pub(crate) fn place(side: &PassageSide, doc: &DocInfo) -> String {
    let region = side.region;
    match &side.section {
        Some(section) => visible(section).into_owned(),
        // A record is named by its line.
        None if doc.path.line().is_some()
            || Format::by_name(doc.path.as_path()) != Format::Plain =>
        {
            String::new()
        }
        None if region.line == region.end_line => format!("line {}", thousands(region.line)),
        None => format!("lines {} to {}", thousands(region.line), thousands(region.end_line)),
    }
}

/// The passages of a pair that are not quoted, and the runs in none; empty if all are quoted.
pub(crate) fn unquoted(passages: &PairPassages) -> String {
    let is_unquoted = |one: &&ReportPassage| one.sides[0].pieces.is_empty();
    let all = passages.passages.iter().filter(is_unquoted);
    let (count, words) =
        all.fold((0, 0), |(count, words), one| (count + 1, words + u64::from(one.passage.words)));
    let mut sentences = Vec::new();
    if count > 0 {
        let (passages, words) = (counted(count, "shorter passage"), counted(words, "word"));
        let are = verb(count, "is", "are");
        sentences.push(format!("{passages} with {words} {are} not quoted here."));
    }
    if !passages.single_runs.is_empty() {
        sentences.push(format!("Shared outside of passages: {}.", passages.single_runs));
    }
    sentences.join(" ")
}

/// The limits of the report, a sentence each.
pub(crate) fn limits(report: &Report<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let (chosen, listed) = report.rows;
    if listed < chosen {
        all.push(format!(
            "The report has the best {} of {}. --top N takes more.",
            thousands(listed),
            counted(chosen as u64, "row"),
        ));
    }
    if report.snapshot.cut && report.about.is_none() {
        all.push("The folder has more rows than the program keeps.".to_string());
    }
    if report.snapshot.params.has_rules() {
        let pairs = counted(report.snapshot.ruled_out, "pair");
        all.push(format!("Rules leave {pairs} out."));
    }
    all
}

/// Documents whose words mix alphabets, which hides shared wording; of a report on a document, that document.
pub(crate) fn disguised<'a>(report: &'a Report<'_>) -> Vec<&'a DocInfo> {
    let docs = report.snapshot.docs.get(..report.snapshot.present).unwrap_or_default();
    let subject = report.about.as_ref().map(|about| &about.text.sources.text.path);
    let is_meant = |doc: &&DocInfo| match subject {
        Some(subject) => doc.path == *subject,
        None => !report.is_partial(),
    };
    docs.iter().filter(is_meant).filter(|doc| doc.mixes_alphabets()).collect()
}

/// The problems with files that somebody may have meant as documents. A report on some rows has none.
pub(crate) fn problems<'a>(report: &Report<'a>) -> Vec<&'a Problem> {
    if report.is_partial() || report.about.is_some() {
        return Vec::new();
    }
    report.snapshot.problems.iter().collect()
}

/// How the numbers were made, in sentences.
pub(crate) fn how(report: &Report<'_>) -> Vec<String> {
    let params = &report.snapshot.params;
    let width = params.width;
    let mut all = vec![
        "The program reads each document as words, in lower case and without signs.".to_string(),
    ];
    if params.stem != shingle::text::Stem::Off {
        all.push("The program reduces words to their stems, so that endings do not matter.".into());
    }
    match params.stop_words {
        StopWords::Off => {}
        StopWords::Inside => {
            all.push("Frequent words such as “the” begin no run of words.".into());
        }
        _ => all.push("Frequent words such as “the” do not count.".into()),
    }
    all.push(format!("A shingle is a run of {}.", counted(width, "word")));
    all.push("Two documents share wording where they have the same shingles.".into());
    let left_out = left_out(&report.snapshot.surroundings.left_out, params);
    if !left_out.is_empty() {
        all.push(format!("Boilerplate does not count: {}.", left_out.trim_start_matches(", ")));
    }
    all.push(chosen_by(params));
    all.push(
        "Shared shingles near each other, with the words between them, form a passage.".into(),
    );
    all.push(
        "The share of a document is the part of its words that the other has too, in the same passages."
            .into(),
    );
    all.push(
        "Where no mark and no date names the source, the document with more wording of others comes first."
            .into(),
    );
    all.push("Shared wording shows neither who wrote first nor why.".into());
    all
}

/// The rule by which pairs are listed.
fn chosen_by(params: &Params) -> String {
    match params.passage {
        Some(words) => {
            format!("The report lists pairs with a shared passage of at least {words} words.")
        }
        None => format!(
            "The report lists pairs that score at least {} by {}.",
            percent(params.threshold),
            score_name(params)
        ),
    }
}

/// The terms of the report.
pub(crate) const GLOSSARY: [(&str, &str); 5] = [
    (
        "share",
        "the part of a document's words that the other document has too, in the same passages",
    ),
    ("passage", "a piece of both documents with mostly the same words"),
    ("shingle", "a few words in a row; the program counts these"),
    ("containment", "the part of a document's shingles that are also in the other document"),
    ("threshold", "the lowest score of a listed pair"),
];

/// Every parameter, in the order of the stages, and every way of reading, with its value; a dash for a parameter without effect.
pub(crate) fn settings(report: &Report<'_>) -> Vec<(String, String)> {
    let value = |one: &Parameter| describe(&one.in_results(&report.snapshot.params));
    let parameters = Parameter::ALL.iter();
    let parameters =
        parameters.map(|one| (one.name().to_string(), value(one).unwrap_or_else(|| "–".into())));
    parameters.chain(report.circumstance.reading.iter().cloned()).collect()
}

fn describe(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(all) if all.is_empty() => None,
        Value::Array(all) => Some(all.iter().filter_map(describe).collect::<Vec<_>>().join(", ")),
        other => Some(other.to_string()),
    }
}
