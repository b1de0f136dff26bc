//! A report as SARIF 2.1.0, for tools that check what is committed: a result for each row, with the places of its passages.

use std::path::{Component, Path};

use documents::Format;
use serde_json::{Value, json};

use shingle::base::problem::{Problem, ProblemKind};
use shingle::decisions::{Subject, Verdict};
use shingle::pipeline::{DocInfo, Row};
use shingle::{
    base::json::pretty, base::path::DocPath, base::visible::visible, text::RecordFormat,
};

use super::again::parameters;
use super::contents::{Report, ReportedPair};
use super::passages::{PassageSide, ReportPassage};
use super::words;
use crate::printer::out::Stop;
use crate::printer::table::{percent, score_name};

/// The identity of the only rule.
const RULE: &str = "rewrite";
/// The base of addresses relative to where the program ran.
const BASE: &str = "%SRCROOT%";
/// Of a pair so many passages have their places in the result, the longest.
pub(crate) const PLACES: usize = 100;

/// The whole log.
pub(crate) fn log(report: &Report<'_>) -> Result<Vec<u8>, Stop> {
    let folder = SarifFolder::new(&report.circumstance.typed, &report.circumstance.place);
    let results: Vec<Value> =
        report.pairs.iter().map(|pair| result(report, &folder, pair)).collect();
    let problems = report.snapshot.problems.iter();
    let notes: Vec<Value> = problems.map(|problem| notification(&folder, problem)).collect();
    let parameters: serde_json::Map<String, Value> = parameters(&report.snapshot.params)
        .into_iter()
        .map(|(name, value)| (name.to_string(), value.into()))
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "shingle",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": [rule()],
            }},
            "invocations": [{
                "executionSuccessful": true,
                "commandLine": report.circumstance.command,
                "endTimeUtc": report.circumstance.at,
                "toolExecutionNotifications": notes,
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": {
                "documents": report.snapshot.present,
                "pairsFound": report.snapshot.pairs_found,
                "rowsChosen": report.rows_chosen,
                "parameters": parameters,
                "limits": words::limits(report),
            },
        }],
    });
    let mut text = Vec::new();
    pretty(&mut text, &log)?;
    Ok(text)
}

fn rule() -> Value {
    json!({
        "id": RULE,
        "name": "SharedWording",
        "shortDescription": { "text": "Two documents share wording." },
        "fullDescription": { "text": "The score of two documents reaches the threshold: they share runs of words." },
        "help": { "text": "Read the passages of both documents, and decide in `shingle FOLDER` what they are: a rewrite, a quotation, common text, unrelated, or your own. What is no rewrite is suppressed in the next report." },
        "defaultConfiguration": { "level": "warning" },
    })
}

fn result(report: &Report<'_>, folder: &SarifFolder, pair: &ReportedPair) -> Value {
    let snapshot = report.snapshot;
    let one = pair.row.pair();
    let (a, b) = (snapshot.doc(one.a), snapshot.doc(one.b));
    let verdict = pair.verdict();
    let level = match verdict {
        Verdict::Rewrite => "error",
        Verdict::Undecided => "warning",
        Verdict::Quotation
        | Verdict::Siblings
        | Verdict::Common
        | Verdict::Unrelated
        | Verdict::Mine => "note",
    };
    let opened = pair.passages.as_ref();
    let mut longest: Vec<&ReportPassage> =
        opened.map(|all| all.passages.iter().collect()).unwrap_or_default();
    longest.sort_by_key(|one| std::cmp::Reverse(one.passage.words));
    let records = &snapshot.params.records;
    let place = |doc: &DocInfo, one: &ReportPassage, side: usize| {
        let mut place = location(folder, &doc.path, Some(&one.sides[side]), records);
        let text = format!("passage {}, {}", one.passage.id(), words::likeness(&one.passage));
        place["message"] = json!({ "text": text });
        place
    };
    let places = |doc: &DocInfo, side: usize| -> Vec<Value> {
        let mut places: Vec<Value> =
            longest.iter().take(PLACES).map(|one| place(doc, one, side)).collect();
        if places.is_empty() {
            places.push(location(folder, &doc.path, None, records));
        }
        places
    };
    let mut related = places(b, 1);
    for (place, id) in related.iter_mut().zip(1..) {
        place["id"] = json!(id);
    }
    let score = format!("{} {}", percent(one.score), score_name(&snapshot.params));
    let copies = match &pair.row {
        Row::Copies { members, .. } if members.len() > 2 => {
            format!(" These are two of {}.", words::copies(snapshot, members))
        }
        _ => String::new(),
    };
    let text = format!(
        "{} shares wording with [{}](1): {score}, {} shared.{copies}",
        message(&a.path.to_string()),
        message(&b.path.to_string()),
        words::shingles(one.overlap.shared)
    );
    let suppressions: Vec<Value> = (level == "note")
        .then(|| {
            let note = words::note(pair);
            let colon = if note.is_empty() { "" } else { ": " };
            json!({ "kind": "external", "status": "accepted", "justification": format!("{verdict}{colon}{note}") })
        })
        .into_iter()
        .collect();
    let contents = match Subject::pair(a.file.content, b.file.content) {
        Subject::Pair(first, second) => format!("{first:032x}{second:032x}"),
        Subject::Cluster(_) => String::new(),
    };
    let short = contents.get(..8).zip(contents.get(32..40));
    let short = short.map(|(first, second)| format!("{first}{second}:1")).unwrap_or_default();
    json!({
        "ruleId": RULE,
        "ruleIndex": 0,
        "level": level,
        "rank": (one.score.to_f64() * 1e4).round() / 100.0,
        "message": { "text": text },
        "locations": places(a, 0),
        "relatedLocations": related,
        // By content, so that a result stays the same when files are renamed.
        "partialFingerprints": { "contents/v1": contents, "primaryLocationLineHash": short },
        "suppressions": suppressions,
        "properties": {
            "rank": pair.rank,
            "score": one.score.to_f64(),
            "exactCopy": one.overlap.exact_copy,
            "verdict": verdict.name(),
            "note": pair.note(),
            "singleRuns": opened.map(|all| &*all.single_runs).unwrap_or_default(),
        },
    })
}

fn notification(folder: &SarifFolder, problem: &Problem) -> Value {
    let level = match problem.kind {
        ProblemKind::Failed => "error",
        ProblemKind::Lossy | ProblemKind::Unsure => "warning",
        ProblemKind::Skipped => "note",
    };
    json!({
        "level": level,
        "message": { "text": format!("{}: {}", problem.kind.name(), visible(&problem.reason)) },
        "locations": [location(folder, &problem.path, None, &RecordFormat::Off)],
    })
}

/// A place in a file: lines of the file if it is plain text, else of the text that was read from it.
fn location(
    folder: &SarifFolder,
    path: &DocPath,
    side: Option<&PassageSide>,
    records: &RecordFormat,
) -> Value {
    let mut artifact = json!({ "uri": folder.uri(path) });
    if folder.is_relative {
        artifact["uriBaseId"] = json!(BASE);
    }
    let mut physical = json!({ "artifactLocation": artifact });
    let mut place = json!({});
    // The line that a record begins at.
    let first = path.line().map_or(0, |line| line - 1);
    match side {
        Some(_) if matches!(records, RecordFormat::Jsonl(_)) => {
            physical["region"] = json!({ "startLine": first + 1 });
        }
        Some(PassageSide { region, section, .. }) => {
            let column =
                |line: u32, column: u32| if line == 1 && first > 0 { None } else { Some(column) };
            let mut lines =
                json!({ "startLine": region.line + first, "endLine": region.end_line + first });
            // Where a record begins in its line is not known.
            if let (Some(start), Some(end)) =
                (column(region.line, region.column), column(region.end_line, region.end_column))
            {
                lines["startColumn"] = json!(start);
                lines["endColumn"] = json!(end);
            }
            physical["region"] = lines;
            if let Some(section) = section {
                place["logicalLocations"] = json!([{ "name": visible(section) }]);
            }
            if Format::by_name(path.as_path()) != Format::Plain {
                place["properties"] = json!({ "lines": "of the extracted text" });
            }
        }
        None if path.line().is_some() => physical["region"] = json!({ "startLine": first + 1 }),
        None => {}
    }
    place["physicalLocation"] = physical;
    place
}

/// Text of a message, in which brackets make links.
fn message(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        if r"[]\".contains(sign) {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}

/// The addresses of files in the folder.
struct SarifFolder {
    /// Before the path of each file, with a slash at the end.
    before: String,
    /// Whether addresses are relative to where the program ran.
    is_relative: bool,
}

impl SarifFolder {
    /// Of a folder as it was typed, and where it is.
    fn new(typed: &Path, place: &str) -> Self {
        let mut before = String::new();
        for part in typed.components() {
            match part {
                Component::CurDir => {}
                Component::Normal(name) => {
                    before.push_str(&encoded(name.as_encoded_bytes()));
                    before.push('/');
                }
                Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                    let before = format!("file://{}/", encoded(place.as_bytes()));
                    return Self { before, is_relative: false };
                }
            }
        }
        Self { before, is_relative: true }
    }

    fn uri(&self, path: &DocPath) -> String {
        let path = encoded(path.as_bytes());
        format!("{}{path}", self.before)
    }
}

/// Bytes of a path in an address.
fn encoded(path: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(path.len());
    for byte in path {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(byte) {
            out.push(char::from(*byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use shingle::base::path::DocPath;

    use super::SarifFolder;

    #[test]
    fn addresses_are_relative_to_where_the_program_ran_if_they_can_be() {
        let uri = |typed: &str| {
            let folder = SarifFolder::new(Path::new(typed), "/home/é");
            (folder.uri(&DocPath::new("a b/c%.txt")), folder.is_relative)
        };
        assert_eq!(uri("."), ("a%20b/c%25.txt".to_string(), true));
        assert_eq!(uri("./my essays/"), ("my%20essays/a%20b/c%25.txt".to_string(), true));
        let absolute = ("file:///home/%C3%A9/a%20b/c%25.txt".to_string(), false);
        assert_eq!([uri("/home/é"), uri("../é")], [absolute.clone(), absolute]);
    }
}
