//! What all formats say in the same words.

use std::borrow::Cow;

use documents::Format;
use shingle::base::ids::DocId;
use shingle::base::numbers::{counted, thousands, verb};
use shingle::base::problem::ProblemKind;
use shingle::base::visible::visible;
use shingle::compare::measure::Above;
use shingle::decisions::decision::Verdict;
use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::ranking::row::Row;
use shingle::pipeline::results::snapshot::Snapshot;

use super::contents::{Report, ReportedPair, ToldDecision};
use super::excerpt::WHOLE;
use super::graphs::{DRAWN, MEMBERS};
use super::passages::{BlockSide, PairPassages};
use crate::printer::table::{percent, score_name};

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
    let mut contents = members.iter().map(|id| snapshot.doc(*id).content);
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
    format!("{documents} were compared with each other; {pairs} {reach} {threshold} ({name}).")
        .replace("1 document were compared with each other", "1 document was read")
}

/// How much is decided, and how: `5 of 41 rows are decided: 3 rewrite, 2 quotation`.
pub(crate) fn progress(report: &Report<'_>) -> String {
    let (decided, all) = (report.decided(), report.verdicts.iter().sum::<u64>());
    let verdicts = Verdict::ALL.into_iter().filter(|one| *one != Verdict::Open);
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

/// The verdict of a pair in words: `rewrite`, `open (rewrite on an earlier version, at 87%)`.
pub(crate) fn verdict(pair: &ReportedPair) -> String {
    match &pair.told {
        Some(ToldDecision { decision, is_earlier: true }) => {
            let score = decision.then.score.split(' ').next().unwrap_or_default();
            let at =
                if score.is_empty() { String::new() } else { format!(", at {}", visible(score)) };
            // It may have no more than a note.
            let was = match decision.verdict {
                Verdict::Open => "noted".to_string(),
                verdict => verdict.to_string(),
            };
            format!("open ({was} on an earlier version{at})")
        }
        _ => pair.verdict().to_string(),
    }
}

/// The verdicts that the report names, so that it can say what they mean.
pub(crate) fn verdicts_told(report: &Report<'_>) -> Vec<Verdict> {
    let told = |verdict: &Verdict| {
        let earlier = |pair: &ReportedPair| pair.told.as_ref().map(|one| one.decision.verdict);
        let mut pairs = report.pairs.iter();
        report.with_verdict(*verdict) > 0 || pairs.any(|pair| earlier(pair) == Some(*verdict))
    };
    Verdict::ALL.into_iter().filter(told).collect()
}

/// The note of a pair, visible; empty without one.
pub(crate) fn note(pair: &ReportedPair) -> Cow<'_, str> {
    visible(pair.note())
}

/// What a file says of itself, in one line; empty if it says nothing.
pub(crate) fn facts(doc: &DocInfo) -> String {
    let told = doc.facts.as_ref().map(|facts| facts.told()).unwrap_or_default();
    visible(&told.join(", ")).into_owned()
}

/// A date for people: the day, and the time in UTC.
pub(crate) fn day(at: &str) -> String {
    let (day, time) = at.split_once('T').unwrap_or((at, ""));
    let minute = time.get(..5).unwrap_or_default();
    if minute.is_empty() { day.to_string() } else { format!("{day} at {minute} UTC") }
}

/// Where a passage is: a page or the like; in plain text, its lines.
pub(crate) fn place(side: &BlockSide, doc: &DocInfo) -> String {
    let region = side.region;
    match &side.section {
        Some(section) => visible(section).into_owned(),
        // A record is named by its line.
        None if doc.path.line().is_some() || Format::of(doc.path.as_path()) != Format::Plain => {
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
        (blocks, words) => format!(
            "{} with {} {} not quoted here: the longest are, as far as there is room for one pair.",
            counted(blocks, "shorter passage"),
            number_of_words(words),
            verb(blocks, "is", "are"),
        ),
    }
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
    let (blocks, words) = opened()
        .map(PairPassages::unquoted)
        .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    if blocks > 0 {
        all.push(format!(
            "{} with {} {} not quoted.",
            counted(blocks, "shorter passage"),
            number_of_words(words),
            verb(blocks, "is", "are"),
        ));
    }
    if opened().flat_map(|one| &one.blocks).any(|block| block.words > WHOLE as u64) {
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
