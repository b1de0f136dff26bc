use std::collections::BTreeSet;

use documents::Format;
use serde_json::Value;

use shingle::base::numbers::{format_count, thousands, verb};
use shingle::base::problem::Problem;
use shingle::base::{ratio::Ratio, visible::visible};
use shingle::decisions::MarkKind;
use shingle::pipeline::{DocInfo, Parameter, Params, StopWords};
use shingle::text::Stem;

use super::contents::{About, Finding, Names, Report};
use super::parts::Place;
use super::passages::{PairPassages, PassageSide};
use crate::printer::table::{left_out, percent, score_name};

/// ` (+2 copies)`.
pub(crate) fn describe_copies(copies: u32) -> String {
    match copies {
        0 => String::new(),
        1 => " (+1 copy)".to_string(),
        more => format!(" (+{} copies)", thousands(more)),
    }
}

/// Returns the most significant date: `created 2026-11-06 12:40 UTC`. Empty if unknown.
pub(crate) fn date(doc: &DocInfo) -> String {
    doc.dates().first().map_or_else(String::new, |date| visible(date).into_owned())
}

/// Returns true if the dates differ. Files that were all modified on one day may be copies of that day.
pub(crate) fn shows_dates(report: &Report<'_>) -> bool {
    let rows = report.about.as_ref().map_or(&report.findings, |about| &about.findings);
    let day = |date: &String| match date.strip_prefix("modified ") {
        Some(at) => at.split(' ').next().map(str::to_string),
        None => Some(date.clone()),
    };
    rows.iter().flat_map(|row| &row.dates).map(day).collect::<BTreeSet<_>>().len() > 1
}

/// The day, and the time in UTC.
pub(crate) fn time(at: &str) -> String {
    let (day, time) = at.split_once('T').unwrap_or((at, ""));
    let minute = time.get(..5).unwrap_or_default();
    if minute.is_empty() { day.to_string() } else { format!("{day} at {minute} UTC") }
}

/// `0434 took from 1007`. Empty without a mark.
pub(crate) fn mark(finding: &Finding, names: &Names<'_>) -> String {
    let Some((decision, is_earlier)) = &finding.decision else { return String::new() };
    if decision.verdict == MarkKind::Undecided {
        return String::new();
    }
    if *is_earlier {
        return format!("undecided ({} on an earlier version)", decision.verdict);
    }
    let [one, other] = finding.names.each_ref().map(|path| names.of(path));
    match decision.who_took(finding.contents, [&one, &other]) {
        Some(took) if decision.verdict == Verdict::Rewrite => took,
        Some(took) => format!("{}: {took}", decision.verdict),
        None => decision.verdict.name_for(finding.share).to_string(),
    }
}

/// Describes the listed pairs, and the limits of the count.
pub(crate) fn lead(report: &Report<'_>) -> String {
    let listed = || report.findings.iter().filter(|one| report.is_partial() || one.is_case());
    let half = listed().filter(|one| 2.0 * one.share.to_f64() > 1.0).count() as u64;
    let quoting = listed().filter(|one| one.quotation.is_some()).count() as u64;
    let count = listed().count() as u64;
    let pairs = format_count(count, "pair");
    let found = if report.is_partial() {
        format!("{pairs} of documents that share wording")
    } else {
        let all = format_count(report.snapshot.present as u64, "document");
        format!("{all} were compared. {pairs} {} wording", verb(count, "shares", "share"))
    };
    let of_these = [(half, "more than half of a document"), (quoting, "only a marked quotation")];
    let of_these = of_these.iter().filter(|(number, _)| *number > 0);
    let of_these = of_these.map(|(number, part)| format!(", {} {part}", thousands(*number)));
    let aside = match set_aside(report).count() as u64 {
        0 => String::new(),
        pairs => format!(
            " {} marked as no case {} not counted.",
            format_count(pairs, "pair"),
            verb(pairs, "is", "are")
        ),
    };
    format!("{found}{}.{aside}{}", of_these.collect::<String>(), unread(report))
}

/// Returns the pairs that a mark removes from the cases. Empty in a report of chosen rows.
pub(crate) fn set_aside<'a>(report: &'a Report<'_>) -> impl Iterator<Item = &'a Finding> {
    report.findings.iter().filter(|one| !report.is_partial() && !one.is_case())
}

/// Describes the number of unreadable files. Empty if all files are readable.
pub(crate) fn unread(report: &Report<'_>) -> String {
    match problems(report).iter().filter(|one| one.kind.is_unread()).count() as u64 {
        0 => String::new(),
        unread => format!(" {} of the folder could not be read.", format_count(unread, "file")),
    }
}

pub(crate) fn describe_hidden(report: &Report<'_>) -> String {
    let (params, pairs) = (&report.snapshot.params, report.snapshot.ruled_out);
    let defaults = Params::defaults();
    let set = Parameter::ALL.iter().filter(|one| one.is_rule() && one.differs(params, &defaults));
    let value = |one: &Parameter| describe(&one.in_results(params)).unwrap_or_default();
    let rules = set.map(|one| format!("{} {}", one.name(), visible(&value(one))));
    let rules = rules.collect::<Vec<_>>().join(", ");
    let are = verb(pairs, "is", "are");
    format!("{} hidden by rules ({rules}) {are} not counted.", format_count(pairs, "pair"))
}

/// `63% of its words stand in 3 other documents, 15% in none.`
pub(crate) fn parts(about: &About) -> String {
    let parts = &about.parts;
    let all = parts.all().max(1);
    let percent = |words| Ratio::new(words, all).rounded_percent().replace('%', "");
    let count = |place| parts.count(Some(place));
    let from = (0..about.findings.len()).map(|source| count(Place::Source(source)));
    let from: Vec<u64> = from.filter(|words| *words > 0).collect();
    let shared = percent(from.iter().sum());
    let stands = match from.len() {
        0 if about.text.sources.shingles == 0 => {
            "The document has too few words in a row to compare".to_string()
        }
        0 => "No other document has a passage of its text".to_string(),
        1 => format!("{shared}% of its words stand in another document"),
        many => {
            let sources = format_count(many as u64, "other document");
            format!("{shared}% of its words stand in {sources}")
        }
    };
    let further = match count(Place::Further) {
        0 => String::new(),
        words => {
            let of_its_words = if from.is_empty() { " of its words stand" } else { "" };
            format!(", {}%{of_its_words} in short phrases of other documents", percent(words))
        }
    };
    let own = if from.is_empty() {
        String::new()
    } else {
        format!(", {}% in none", percent(parts.count(None)))
    };
    let ignored = match count(Place::Ignored) {
        0 => String::new(),
        words => format!(
            " {} are ignored as boilerplate. The percentages do not include them.",
            format_count(words, "word"),
        ),
    };
    format!("{stands}{further}{own}.{ignored}")
}

pub(crate) fn about_shares(params: &Params) -> String {
    let runs = format_count(params.width, "word");
    format!(
        "The share of words is the part of a document's words that the other document has too, also between changed words. The lists of \
         the program count only whole runs of {runs}, so their numbers differ."
    )
}

/// A page or similar section. In plain text, the lines.
pub(crate) fn place(side: &PassageSide, doc: &DocInfo) -> String {
    let [first, last] = side.lines;
    match &side.section {
        Some(section) => visible(section).into_owned(),
        // The line is the name of a record.
        None if doc.path.line().is_some()
            || Format::by_name(doc.path.as_path()) != Format::Plain =>
        {
            String::new()
        }
        None if first == last => format!("line {}", thousands(first)),
        None => format!("lines {} to {}", thousands(first), thousands(last)),
    }
}

/// Describes unquoted passages and the runs outside passages. Empty if all passages are quoted.
pub(crate) fn describe_unquoted(passages: &PairPassages) -> String {
    let all = passages.passages.iter().filter(|one| one.sides[0].pieces.is_empty());
    let words: Vec<u64> = all.map(|one| one.passage.words.into()).collect();
    let mut sentences = Vec::new();
    if !words.is_empty() {
        let passages = format_count(words.len() as u64, "shorter passage");
        let (words, are) = (words.iter().sum::<u64>(), verb(words.len() as u64, "is", "are"));
        sentences.push(format!(
            "{passages} with {} {are} not quoted here.",
            format_count(words, "word")
        ));
    }
    if !passages.single_runs.is_empty() {
        sentences.push(format!("Shared outside of passages: {}.", passages.single_runs));
    }
    sentences.join(" ")
}

pub(crate) fn limits(report: &Report<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let (chosen, listed) = report.rows;
    if listed < chosen {
        all.push(format!(
            "The report has the best {} of {}. --top N takes more.",
            thousands(listed),
            format_count(chosen as u64, "row"),
        ));
    }
    if report.snapshot.cut && report.about.is_none() {
        all.push("The folder has more rows than the program keeps.".to_string());
    }
    all
}

/// Disguised words hide shared wording. A report on a document includes only the document.
pub(crate) fn disguised<'a>(report: &'a Report<'_>) -> Vec<&'a DocInfo> {
    let docs = report.snapshot.docs.get(..report.snapshot.present).unwrap_or_default();
    let subject = report.about.as_ref().map(|about| &about.text.sources.text.path);
    let is_meant = |doc: &&DocInfo| match subject {
        Some(subject) => doc.path == *subject,
        None => !report.is_partial(),
    };
    docs.iter().filter(is_meant).filter(|doc| doc.mixes_alphabets()).collect()
}

/// A report on some rows or a single document lists only unread files, which may belong to the report.
pub(crate) fn problems<'a>(report: &Report<'a>) -> Vec<&'a Problem> {
    let is_whole = !report.is_partial() && report.about.is_none();
    let problems = report.snapshot.problems.iter();
    problems.filter(|one| is_whole || one.kind.is_unread()).collect()
}

pub(crate) fn describe_method(report: &Report<'_>) -> String {
    let params = &report.snapshot.params;
    let ignored = left_out(&report.snapshot.surroundings.left_out, params);
    let ignored = format!("Boilerplate does not count: {}.", ignored.trim_start_matches(", "));
    let runs = format!("A shingle is a run of {}.", format_count(params.width, "word"));
    let drops_words = !matches!(params.stop_words, StopWords::Off | StopWords::Inside);
    let listed = chosen_by(params);
    let all: [(bool, &str); 11] = [
        (true, "The program reads each document as words, in lower case and without signs."),
        (params.stem != Stem::Off, "Endings of words do not matter: the program uses the stems."),
        (
            params.stop_words == StopWords::Inside,
            "Frequent words such as “the” begin no run of words.",
        ),
        (drops_words, "Frequent words such as “the” do not count."),
        (true, &runs),
        (true, "Two documents share wording where they have the same shingles."),
        (params.leaves_out(), &ignored),
        (true, &listed),
        (true, "Shared shingles near each other, with the words between them, form a passage."),
        (true, "Without a mark and a date, the document with more wording of others comes first."),
        (true, "Shared wording shows neither who wrote first nor why."),
    ];
    let said = all.iter().filter(|(is_so, _)| *is_so).map(|(_, sentence)| *sentence);
    said.collect::<Vec<_>>().join(" ")
}

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

pub(crate) const GLOSSARY: [(&str, &str); 5] = [
    (
        "share of words",
        "the part of a document's words, without ignored words, that the other has too",
    ),
    ("passage", "a piece of both documents with mostly the same words"),
    ("shingle", "a few words in a row; the program counts these"),
    ("containment", "the part of a document's shingles that are also in the other document"),
    ("threshold", "the lowest score of a listed pair"),
];

/// A dash replaces the value of a parameter without effect.
pub(crate) fn settings(report: &Report<'_>) -> Vec<(String, String)> {
    let of_parameter = |one: &Parameter| {
        let value = describe(&one.in_results(&report.snapshot.params));
        (one.name().to_string(), value.unwrap_or_else(|| "–".into()))
    };
    let reading = report.circumstance.reading.iter().cloned();
    Parameter::ALL.iter().map(of_parameter).chain(reading).collect()
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
