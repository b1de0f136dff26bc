use std::collections::{BTreeMap, BTreeSet};

use documents::Format;
use serde_json::Value;

use shingle::base::numbers::{choose_verb, format_count, format_with_commas};
use shingle::base::problem::Problem;
use shingle::base::{path::DocPath, ratio::Ratio, visible::make_visible};
use shingle::decisions::{MarkKind, UserMark};
use shingle::pipeline::{DocInfo, Parameter, Params, StopWords};
use shingle::text::Stem;

use super::contents::{About, Finding, Names, Report};
use super::passages::{PairPassages, PassageSide};
use crate::printer::table::{describe_ignored_shingles, format_percent, score_name};

/// Returns the most significant date of a document: `created 2026-11-06 12:40 UTC`; empty if unknown.
pub(crate) fn describe_date(doc: &DocInfo) -> String {
    doc.dates().first().map_or_else(String::new, |date| make_visible(date).into_owned())
}

/// Returns true if the documents have different dates. Of a time of modification, only the day counts.
pub(crate) fn shows_dates(report: &Report<'_>) -> bool {
    let day = |date: &String| match date.strip_prefix("modified ") {
        Some(at) => at.split(' ').next().map(str::to_string),
        None => Some(date.clone()),
    };
    report.all_findings().flat_map(|row| &row.dates).map(day).collect::<BTreeSet<_>>().len() > 1
}

/// Formats the day and the time in UTC.
pub(crate) fn describe_time(at: &str) -> String {
    let (day, time) = at.split_once('T').unwrap_or((at, ""));
    let minute = time.get(..5).unwrap_or_default();
    if minute.is_empty() { day.to_string() } else { format!("{day} at {minute} UTC") }
}

/// Describes the mark of a pair: `0434 took from 1007`, or one word without a direction; empty without a mark.
pub(crate) fn describe_mark(finding: &Finding, names: &Names<'_>) -> String {
    let Some((decision, is_earlier)) = &finding.decision else { return String::new() };
    if decision.verdict == MarkKind::Undecided {
        return String::new();
    }
    let own = finding.names.each_ref().map(|path| names.name_for(path));
    if let Some([(one, of_one), (other, of_other)]) = &finding.marked {
        let marked = [one, other].map(|path| names.name_for(path));
        let mark = describe_verdict(decision, [*of_one, *of_other], &marked);
        return format!("marked on {} ↔ {}: {mark}", marked[0], marked[1]);
    }
    let then = decision.contents_at_mark(finding.names.each_ref()).filter(|_| *is_earlier);
    let mark = describe_verdict(decision, then.unwrap_or(finding.contents), &own);
    if *is_earlier { format!("undecided ({mark} on an earlier version)") } else { mark }
}

/// Describes a mark on documents with these contents and names.
pub(crate) fn describe_verdict(
    mark: &UserMark,
    contents: [u128; 2],
    [one, other]: &[String; 2],
) -> String {
    match mark.describe_direction(contents, [one, other]) {
        Some(took) if mark.verdict == MarkKind::Reused => took,
        Some(took) => format!("{}: {took}", mark.verdict),
        None => mark.verdict.name().to_string(),
    }
}

/// Names the marks of the pairs that are no cases: `marked quotation or mine`.
pub(crate) fn describe_aside_marks(report: &Report<'_>) -> String {
    let has =
        |(_, mark): &&(&str, MarkKind)| report.aside.iter().any(|row| row.mark_kind() == *mark);
    let marks: Vec<&str> = MarkKind::ALL.iter().filter(has).map(|(name, _)| *name).collect();
    format!("marked {}", marks.join(" or "))
}

/// Writes the first paragraph: how many documents share wording, and what limits this count.
pub(crate) fn describe_summary(report: &Report<'_>) -> String {
    let mut cases: BTreeMap<&DocPath, (f64, bool)> = BTreeMap::new();
    for row in &report.cases {
        for (document, share) in row.documents_with_total_shares() {
            let known = cases.entry(document).or_insert((0.0, true));
            *known = (known.0.max(share), known.1 && row.quotation.is_some());
        }
    }
    let (listed, aside) = (cases.len() as u64, report.aside.len() as u64);
    let quoting = cases.values().filter(|(_, is_quoting)| *is_quoting).count();
    let half = cases.values().filter(|(total, _)| 2.0 * total > 1.0).count();
    let only_if =
        |holds, sentence: &dyn Fn() -> String| if holds { sentence() } else { String::new() };
    let compared = only_if(!report.circumstance.is_partial, &|| {
        let documents = &report.snapshot.docs[..report.snapshot.present];
        let compared = documents.iter().filter(|doc| doc.words > 0).count();
        format!("{} were compared. ", format_count(compared as u64, "document"))
    });
    let (chosen, rows) = report.of_list;
    let best = only_if(rows < chosen, &|| {
        let (best, all) = (format_with_commas(rows), format_count(chosen as u64, "row"));
        let marked = format_count(report.other_marked, "other marked pair");
        let marked = only_if(report.other_marked > 0, &|| format!(" and {marked}"));
        format!("The report is about the best {best} of {all} in the list{marked}. ")
    });
    let found = match listed {
        0 => "No document shares wording with another".to_string(),
        _ => format!("{} share wording with another", format_count(listed, "document")),
    };
    let runs = format_count(report.snapshot.params.width, "word");
    let half_of_runs = format!("of them more than half of their runs of {runs}");
    let of_these = [(half, &*half_of_runs), (quoting, "only a marked quotation")];
    let of_these = of_these.iter().filter(|(number, _)| *number > 0);
    let of_these =
        of_these.map(|(number, part)| format!(", {} {part}", format_with_commas(*number)));
    let of_these: String = of_these.collect();
    let remark = only_if(aside > 0, &|| {
        let (pairs, are) = (format_count(aside, "pair"), choose_verb(aside, "is", "are"));
        format!(" {pairs} {} {are} not counted.", describe_aside_marks(report))
    });
    format!("{compared}{best}{found}{of_these}.{remark}{}", describe_unread_files(report))
}

/// Describes the number of unreadable files, or is empty if all files were read. Empty in a report on chosen rows.
pub(crate) fn describe_unread_files(report: &Report<'_>) -> String {
    let unread = report.snapshot.problems.iter().filter(|one| one.kind.is_unread_file()).count();
    match unread as u64 {
        0 => String::new(),
        _ if report.circumstance.is_partial => String::new(),
        unread => format!(" {} of the folder could not be read.", format_count(unread, "file")),
    }
}

pub(crate) fn describe_pairs_hidden_by_rules(report: &Report<'_>) -> String {
    let (params, pairs) = (&report.snapshot.params, report.hidden_pairs);
    let defaults = Params::defaults();
    let set =
        Parameter::ALL.iter().filter(|one| one.is_rule() && one.is_changed(params, &defaults));
    let rules = set.map(|one| {
        format!("{} {}", one.name(), make_visible(&format_parameter_value(report, *one)))
    });
    let rules = rules.collect::<Vec<_>>().join(", ");
    let are = choose_verb(pairs, "is", "are");
    let pairs = format_count(pairs, "pair");
    format!("{pairs} hidden by rules ({rules}), such as texts of one student, {are} not counted.")
}

/// Describes where the wording of the document is: `43% of its runs of 3 words are also in another document, …`.
pub(crate) fn describe_shares_of_parts(report: &Report<'_>, about: &About) -> String {
    let params = &report.snapshot.params;
    let sources = &about.text.sources;
    let percent =
        |runs: u32| Ratio::new(runs.into(), sources.shingles.max(1).into()).format_whole_percent();
    let [shared, hidden, aside] = about.adds;
    let further = sources.shingles.saturating_sub(shared + hidden + aside + sources.own);
    let in_others = match report.cases.iter().filter(|one| !one.is_hidden).count() as u64 {
        1 => "also in another document".to_string(),
        others => format!("also in {}", format_count(others, "other document")),
    };
    let places = [
        (shared, in_others),
        (hidden, "only in documents hidden by rules".to_string()),
        (aside, format!("only in documents {}", describe_aside_marks(report))),
        (further, "in short phrases of other documents".to_string()),
        (sources.own, "in none".to_string()),
    ];
    let mut parts = Vec::new();
    for (runs, place) in places.iter().filter(|(runs, _)| *runs > 0) {
        let are = format!(" of its runs of {} are", format_count(params.width, "word"));
        let are = if parts.is_empty() { &*are } else { "" };
        parts.push(format!("{}{are} {place}", percent(*runs)));
    }
    let said = match &*parts {
        [] => "The document has too few words in a row to compare".to_string(),
        parts => parts.join(", "),
    };
    let ignored = match about.parts.count_ignored_words() {
        0 => String::new(),
        words => format!(
            " {} are ignored as boilerplate. The percentages do not include them.",
            format_count(words, "word"),
        ),
    };
    format!("{said}.{ignored}")
}

pub(crate) const NO_DIRECTION: &str = "Where no mark names the source, the report does not know who took from whom. A file's date does not show it: a copy \
     or an export may have written the date.";

pub(crate) fn explain_shares(params: &Params) -> String {
    let runs = format_count(params.width, "word");
    format!(
        "A in B is the part of A's runs of {runs} that are in B too, as in the list of the program."
    )
}

pub(crate) fn describe_shares(finding: &Finding) -> String {
    let [there, back] = finding.shares.map(Ratio::format_whole_percent);
    format!("A in B {there}, B in A {back}")
}

/// Describes where a passage is: a page or similar section, or the lines of a plain text.
pub(crate) fn describe_place_of_passage(side: &PassageSide, doc: &DocInfo) -> String {
    let [first, last] = side.lines;
    match &side.section {
        Some(section) => make_visible(section).into_owned(),
        // The line is part of a record's name, so it is not repeated.
        None if doc.path.line().is_some()
            || Format::from_file_name(doc.path.as_path()) != Format::Plain =>
        {
            String::new()
        }
        None if first == last => format!("line {}", format_with_commas(first)),
        None => format!("lines {} to {}", format_with_commas(first), format_with_commas(last)),
    }
}

/// Describes passages without quotation, and runs outside passages; empty if all passages are quoted.
pub(crate) fn describe_unquoted(passages: &PairPassages) -> String {
    let all = passages.passages.iter().filter(|one| one.sides[0].pieces.is_empty());
    let words: Vec<u64> = all.map(|one| one.passage.words.into()).collect();
    let mut sentences = Vec::new();
    if !words.is_empty() {
        let (all, words) = (words.len() as u64, format_count(words.iter().sum::<u64>(), "word"));
        let (passages, are) = (format_count(all, "shorter passage"), choose_verb(all, "is", "are"));
        sentences.push(format!("{passages} with {words} {are} not quoted here."));
    }
    if !passages.single_runs.is_empty() {
        sentences.push(format!("Shared outside of passages: {}.", passages.single_runs));
    }
    sentences.join(" ")
}

pub(crate) fn describe_unlisted_parts(report: &Report<'_>) -> Vec<String> {
    let mut all = Vec::new();
    if report.of_list.1 < report.of_list.0 {
        all.push("Option --top N lists more rows.".to_string());
    }
    if report.snapshot.cut && report.about.is_none() {
        all.push("The folder has more rows than the program keeps.".to_string());
    }
    all
}

/// Returns the documents with words disguised by look-alike letters, which hide shared wording.
pub(crate) fn disguised_documents<'a>(report: &'a Report<'_>) -> Vec<&'a DocInfo> {
    let docs = report.snapshot.docs.get(..report.snapshot.present).unwrap_or_default();
    let is_named = may_name_file(report);
    docs.iter().filter(|doc| doc.mixes_alphabets() && is_named(&doc.path)).collect()
}

pub(crate) fn problems_to_name<'a>(report: &Report<'a>) -> Vec<&'a Problem> {
    let is_named = may_name_file(report);
    report.snapshot.problems.iter().filter(|one| is_named(&one.path)).collect()
}

/// Returns a function that is true if the report may name a file. A report on some rows or one document names no other
/// files.
fn may_name_file(report: &Report<'_>) -> impl Fn(&DocPath) -> bool {
    let is_whole = !report.circumstance.is_partial && report.about.is_none();
    let mut names: BTreeSet<&DocPath> =
        report.all_findings().flat_map(Finding::documents).collect();
    names.extend(report.about.as_ref().map(|about| &about.text.sources.text.path));
    move |path| is_whole || names.contains(path)
}

pub(crate) fn describe_method(report: &Report<'_>) -> String {
    let params = &report.snapshot.params;
    let ignored = describe_ignored_shingles(&report.snapshot.ignored, params);
    let ignored = format!("Boilerplate does not count: {}.", ignored.trim_start_matches(", "));
    let runs = format!("A shingle is a run of {}.", format_count(params.width, "word"));
    let drops_words = !matches!(params.stop_words, StopWords::Off | StopWords::Inside);
    let listed = describe_threshold(params);
    let all: [(bool, &str); 10] = [
        (true, "The program reads each document as words, in lower case and without signs."),
        (params.stem != Stem::Off, "Endings of words do not matter: the program uses the stems."),
        (
            params.stop_words == StopWords::Inside,
            "Frequent words such as “the” begin no run of words.",
        ),
        (drops_words, "Frequent words such as “the” do not count."),
        (true, &runs),
        (true, "Two documents share wording where they have the same shingles."),
        (params.ignores_shingles(), &ignored),
        (true, &listed),
        (true, "Shared shingles near each other, with the words between them, form a passage."),
        (true, "Shared wording shows neither who wrote first nor why."),
    ];
    let said = all.iter().filter(|(is_so, _)| *is_so).map(|(_, sentence)| *sentence);
    said.collect::<Vec<_>>().join(" ")
}

fn describe_threshold(params: &Params) -> String {
    if let Some(words) = params.passage {
        return format!("The report lists pairs with a shared passage of at least {words} words.");
    }
    let (least, by) = (format_percent(params.threshold), score_name(params));
    format!("The report lists pairs that score at least {least} by {by}.")
}

pub(crate) const GLOSSARY: [(&str, &str); 4] = [
    ("passage", "a piece of both documents with mostly the same words"),
    ("shingle", "a few words in a row; the program counts these"),
    ("containment", "A in B or B in A: the part of a document's shingles that the other has too"),
    ("threshold", "the lowest score of a listed pair"),
];

/// Returns all parameters with their values, `–` for a parameter without effect. An anonymous report has no paths and
/// patterns.
pub(crate) fn list_settings(report: &Report<'_>) -> Vec<(String, String)> {
    let of_parameter =
        |one: &Parameter| (one.name().to_string(), format_parameter_value(report, *one));
    let reading = report.circumstance.reading.iter().cloned().map(|(name, value)| {
        let is_pattern = matches!(&*name, "include" | "exclude" | "converter");
        let is_hidden = is_pattern && report.names.are_anonymous();
        (name, if is_hidden { NO_VALUE.into() } else { value })
    });
    Parameter::ALL.iter().map(of_parameter).chain(reading).collect()
}

const NO_VALUE: &str = "–";

fn format_parameter_value(report: &Report<'_>, parameter: Parameter) -> String {
    use Parameter::{Phrases, Records, StopWordsAdd, Template};
    let params = &report.snapshot.params;
    let value = format_json_value(&parameter.json_for_results(params));
    let may_name = match parameter {
        Records | StopWordsAdd | Template | Phrases => true,
        Parameter::StopWords => matches!(params.stop_words, StopWords::List(_)),
        other => other.is_rule(),
    };
    let is_hidden = may_name && report.names.are_anonymous();
    value.filter(|_| !is_hidden).unwrap_or_else(|| NO_VALUE.into())
}

fn format_json_value(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(all) => {
            let all: Vec<String> = all.iter().filter_map(format_json_value).collect();
            (!all.is_empty()).then(|| all.join(", "))
        }
        other => Some(other.to_string()),
    }
}
