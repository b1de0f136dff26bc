//! What a report says, in words.

use std::borrow::Cow;

use documents::Format;
use serde_json::Value;

use shingle::base::numbers::{counted, thousands, verb};
use shingle::base::problem::{OtherFile, Problem, ProblemKind};
use shingle::compare::Above;
use shingle::decisions::Verdict;
use shingle::pipeline::{Clusters, DocInfo, Parameter, Passage, Row, Snapshot};
use shingle::{base::ids::DocId, base::ratio::Ratio, base::visible::visible};

use super::contents::{PairDecision, Report, ReportedPair};
use super::graphs::{DRAWN, MEMBERS};
use super::passages::{PairPassages, PassageSide, ReportPassage, WHOLE};
use crate::printer::table::{left_out, percent, score_name};

/// The documents of a row by their names, with how many copies of each there are; all of a group of copies.
pub(crate) fn names(snapshot: &Snapshot, row: &Row) -> Vec<(String, u32)> {
    let pair = row.pair();
    let name = |id| snapshot.doc(id).path.to_string();
    match row {
        Row::Pair { more, .. } => vec![(name(pair.a), more.0), (name(pair.b), more.1)],
        Row::Copies { members, .. } => members.iter().map(|id| (name(*id), 0)).collect(),
    }
}

/// How many copies stand behind a name: ` (+2 copies)`.
pub(crate) fn more(copies: u32) -> String {
    match copies {
        0 => String::new(),
        1 => " (+1 copy)".to_string(),
        more => format!(" (+{} copies)", thousands(more)),
    }
}

/// What a group of copies is called. Copies have the same counted words; only those of the same bytes are exact ones.
pub(crate) fn copies(snapshot: &Snapshot, members: &[DocId]) -> String {
    let mut contents = members.iter().map(|id| snapshot.doc(*id).file.content);
    let first = contents.next();
    let is_exact = contents.all(|content| Some(content) == first);
    let number = thousands(members.len());
    if is_exact {
        format!("{number} exact copies")
    } else {
        format!("{number} copies in all counted words")
    }
}

/// What was compared, in one sentence.
pub(crate) fn compared(report: &Report<'_>) -> String {
    let snapshot = report.snapshot;
    let documents = counted(snapshot.present as u64, "document");
    let threshold = percent(snapshot.params.threshold);
    let reach = match snapshot.params.above {
        Above::AtLeast => verb(snapshot.pairs_found, "reaches", "reach"),
        Above::Strictly => verb(snapshot.pairs_found, "is above", "are above"),
    };
    let pairs = counted(snapshot.pairs_found, "pair");
    let name = score_name(&snapshot.params);
    let passing = match snapshot.params.passage {
        Some(words) => {
            format!("{} a passage of {words} words", verb(snapshot.pairs_found, "shares", "share"))
        }
        None => format!("{reach} {threshold} ({name})"),
    };
    format!("{documents} were compared with each other; {pairs} {passing}.")
        .replace("1 document were compared with each other", "1 document was read")
}

/// How much is decided, and how: `5 of 41 rows are decided: 3 rewrite, 2 quotation`.
pub(crate) fn progress(report: &Report<'_>) -> String {
    let (decided, all) = (report.decided(), report.verdicts.iter().sum::<u64>());
    let verdicts = Verdict::ALL.into_iter().filter(|one| *one != Verdict::Undecided);
    let parts: Vec<String> = verdicts
        .map(|verdict| (report.with_verdict(verdict), verdict))
        .filter(|(number, _)| *number > 0)
        .map(|(number, verdict)| format!("{} {verdict}", thousands(number)))
        .collect();
    let colon = if parts.is_empty() { "" } else { ": " };
    let are = verb(decided, "is", "are");
    format!(
        "{} of {} {are} decided{colon}{}",
        thousands(decided),
        counted(all, "row"),
        parts.join(", ")
    )
}

/// The verdict of a pair in words: `rewrite`, `undecided (rewrite on an earlier version, at 87%)`.
pub(crate) fn verdict(snapshot: &Snapshot, pair: &ReportedPair) -> String {
    match &pair.decision {
        Some(PairDecision { decision, is_earlier: true }) => {
            let score = decision.then.score.split(' ').next().unwrap_or_default();
            let at =
                if score.is_empty() { String::new() } else { format!(", at {}", visible(score)) };
            // It may have no more than a note.
            let was = match decision.verdict {
                Verdict::Undecided => "noted".to_string(),
                verdict => verdict.to_string(),
            };
            format!("undecided ({was} on an earlier version{at})")
        }
        Some(PairDecision { decision, .. }) => {
            let took = decision.who_took(snapshot.contents(&pair.row), ["A", "B"]);
            let took = took.map_or(String::new(), |took| format!(": {took}"));
            format!("{}{took}", decision.verdict)
        }
        None => pair.verdict().to_string(),
    }
}

/// The verdicts that the report names, so that it can say what they mean.
pub(crate) fn verdicts_named(report: &Report<'_>) -> Vec<Verdict> {
    let is_named = |verdict: &Verdict| {
        let earlier = |pair: &ReportedPair| pair.decision.as_ref().map(|one| one.decision.verdict);
        let mut pairs = report.pairs.iter();
        report.with_verdict(*verdict) > 0 || pairs.any(|pair| earlier(pair) == Some(*verdict))
    };
    Verdict::ALL.into_iter().filter(is_named).collect()
}

/// The note of a pair, visible; empty without one.
pub(crate) fn note(pair: &ReportedPair) -> Cow<'_, str> {
    visible(pair.note())
}

/// What a file says of itself, in one line; empty if it says nothing.
pub(crate) fn facts(doc: &DocInfo) -> String {
    let facts = doc.file.facts.as_ref().map(|facts| facts.described()).unwrap_or_default();
    visible(&facts.join(", ")).into_owned()
}

/// A date for people: the day, and the time in UTC.
pub(crate) fn day(at: &str) -> String {
    let (day, time) = at.split_once('T').unwrap_or((at, ""));
    let minute = time.get(..5).unwrap_or_default();
    if minute.is_empty() { day.to_string() } else { format!("{day} at {minute} UTC") }
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

/// What of a pair's passages is not quoted; empty if all are.
pub(crate) fn unquoted(passages: &PairPassages) -> String {
    match passages.unquoted() {
        (0, _) => String::new(),
        (passages, words) => format!(
            "{} with {} {} not quoted here: the longest are, as far as there is room for one pair.",
            counted(passages, "shorter passage"),
            counted(words, "word"),
            verb(passages, "is", "are"),
        ),
    }
}

/// The runs of a pair that are in no passage, in a sentence; empty if there are none.
pub(crate) fn single_runs(passages: &PairPassages) -> String {
    let runs = &passages.single_runs;
    if runs.is_empty() { String::new() } else { format!("Shared in no passage: {runs}.") }
}

/// How long a passage is, how alike both texts are there, and whether it moved.
pub(crate) fn likeness(passage: &Passage) -> String {
    let moved = if passage.moved { ", at another place in B" } else { "" };
    format!("{}{moved}", passage.likeness())
}

/// A number of words that are counted.
pub(crate) fn number_of_words(words: u64) -> String {
    counted(words, "counted word")
}

/// A number of shingles.
pub(crate) fn shingles(number: u32) -> String {
    counted(number, "shingle")
}

/// What was cut, a sentence each.
pub(crate) fn limits(report: &Report<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let listed = report.pairs.len();
    if listed < report.rows_chosen {
        all.push(format!(
            "Of {}, the best {} {} listed. With --top, more are.",
            counted(report.rows_chosen as u64, "row"),
            thousands(listed),
            verb(listed as u64, "is", "are"),
        ));
    }
    if report.snapshot.cut {
        all.push(format!(
            "There are more rows than the {} that are kept.",
            thousands(report.snapshot.rows.len())
        ));
    }
    if report.snapshot.params.has_rules() {
        let pairs = counted(report.snapshot.ruled_out, "pair");
        all.push(format!(
            "Rules leave out {pairs} that {} the threshold.",
            verb(report.snapshot.ruled_out, "reaches", "reach")
        ));
    }
    let opened = || report.pairs.iter().filter_map(|pair| pair.passages.as_ref().ok());
    let (passages, words) = opened()
        .map(PairPassages::unquoted)
        .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    if passages > 0 {
        all.push(format!(
            "{} with {} {} not quoted.",
            counted(passages, "shorter passage"),
            counted(words, "word"),
            verb(passages, "is", "are"),
        ));
    }
    if opened().flat_map(|one| &one.passages).any(ReportPassage::is_cut) {
        all.push(format!(
            "Of passages of more than {WHOLE} counted words, the beginning and the end are quoted."
        ));
    }
    let hidden: usize = report.graphs.iter().map(|graph| graph.hidden).sum();
    if hidden > 0 {
        all.push(format!("Of clusters with more than {MEMBERS} texts, {MEMBERS} are drawn."));
    }
    let large = report.clusters.map_or(0, |clusters| {
        clusters.clusters.iter().filter(|cluster| cluster.texts.len() > 2).count()
    });
    if large > DRAWN {
        all.push(format!(
            "Of {large} clusters of three texts and more, the largest {DRAWN} are drawn."
        ));
    }
    all.extend(
        report
            .clusters
            .into_iter()
            .flat_map(|clusters| clusters.warnings().into_iter().map(|one| sentence(&one))),
    );
    let problems = &report.snapshot.problems;
    let unread = problems.iter().filter(|problem| problem.kind == ProblemKind::Failed).count();
    if unread > 0 {
        let could = verb(unread as u64, "was", "were");
        all.push(format!(
            "{} {could} not read, and so not compared.",
            counted(unread as u64, "file")
        ));
    }
    all
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut signs = clause.chars();
    let first = signs.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", signs.as_str())
}

/// The numbers of a pair in a table: how much of each text stands in the other, and the shared shingles. Counts that were not made
/// show as a dash.
pub(crate) fn counts(snapshot: &Snapshot, pair: &ReportedPair) -> [String; 3] {
    let overlap = pair.row.pair().overlap;
    let shares = [overlap.containment_a(), overlap.containment_b()].map(Ratio::rounded_percent);
    let [a, b] = shares;
    let all = [a, b, thousands(overlap.shared)];
    if snapshot.params.counts() { all } else { all.map(|_| "–".to_string()) }
}

/// What a score is, and what was counted for it, to follow the score.
pub(crate) fn score_of(snapshot: &Snapshot, pair: &ReportedPair) -> String {
    let (name, overlap) = (score_name(&snapshot.params), pair.row.pair().overlap);
    if !snapshot.params.counts() {
        return name;
    }
    let shared = thousands(overlap.shared);
    let (a, b) = (thousands(overlap.a_shingles), shingles(overlap.b_shingles));
    format!("{name}, {shared} shared of {a} and {b}")
}

/// How many documents are in how many clusters.
pub(crate) fn clustered(clusters: &Clusters) -> String {
    format!(
        "{} in {}",
        counted(clusters.documents() as u64, "document"),
        counted(clusters.clusters.len() as u64, "cluster")
    )
}

/// So many problems are listed.
pub(crate) const PROBLEMS: usize = 1000;

/// The problems with files that somebody may have meant as documents.
pub(crate) fn problems<'a>(report: &Report<'a>) -> Vec<&'a Problem> {
    let is_other =
        |problem: &&Problem| OtherFile::from_reason(problem.kind, &problem.reason).is_some();
    report.snapshot.problems.iter().filter(|problem| !is_other(problem)).collect()
}

/// The shingles that are left out, in a clause; empty where none are asked to be left out.
pub(crate) fn boilerplate(report: &Report<'_>) -> String {
    let snapshot = report.snapshot;
    let clause = left_out(&snapshot.surroundings.left_out, &snapshot.params);
    clause.trim_start_matches(", ").to_string()
}

/// Every parameter, in the order of the stages, and every way of reading, with its value; a dash for a parameter that has no
/// effect.
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
