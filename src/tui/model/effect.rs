//! Describes the effect of a parameter change in one sentence, when both results have arrived.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use shingle::base::numbers::{format_count, thousands, verb};
use shingle::base::problem::Problem;
use shingle::pipeline::{Mark, PairView, Parameter, Params, Row, Snapshot, Stage};
use shingle::{base::ids::DocId, base::path::DocPath, compare::Above};

use crate::tui::parameters::table::key_letter;
use crate::tui::parameters::values::{differences, explain, value};
use crate::tui::words::shares::{scored, share};

/// The origin of a parameter change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    /// A key, the mouse or typing.
    Changed,
    Undone,
    Redone,
}

impl ChangeKind {
    /// Returns the beginning of the sentence, before the change.
    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Changed => "",
            Self::Undone => "undone: ",
            Self::Redone => "redone: ",
        }
    }
}

/// The content of the screen before a change.
#[derive(Debug, Clone)]
pub(crate) struct ScreenBefore {
    pub(crate) snapshot: Arc<Snapshot>,
    /// The open pair, if it has the same parameters.
    pub(crate) pair: Option<PairCounts>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PairCounts {
    names: (DocPath, DocPath),
    shared: u32,
    /// The score as text.
    score: String,
}

impl PairCounts {
    /// Returns the counts of a pair, or `None` if the pair has other parameters than `params`.
    pub(crate) fn new(
        names: &(DocPath, DocPath),
        view: &PairView,
        params: &Params,
    ) -> Option<Self> {
        (*view.params == *params).then(|| Self {
            names: names.clone(),
            shared: view.overlap.shared,
            score: scored(view.score, params),
        })
    }
}

/// Waits for both results of a change and stores the sentence about the change.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    /// The state before the change, while its results are awaited.
    before: Option<ScreenBefore>,
    /// The state before the last finished change.
    last: Option<ScreenBefore>,
    how: Option<ChangeKind>,
    /// True if the selected row is gone.
    lost: bool,
    /// True if the folder changed between the two results.
    mixed: bool,
    /// The sentence in several forms, the longest first.
    sentences: Vec<String>,
}

impl Effect {
    /// Records a parameter change while `before` is on the screen. An unfinished change retains its first state. A
    /// change that continues a drag is compared with the beginning of the drag, because undo reverts the whole drag.
    pub(crate) fn begin_change(
        &mut self,
        before: Option<ScreenBefore>,
        how: ChangeKind,
        goes_on: bool,
    ) {
        self.how = Some(how);
        self.lost = false;
        self.mixed = false;
        self.sentences.clear();
        if self.before.is_none() {
            self.before = self.last.take().filter(|_| goes_on).or(before);
        }
    }

    pub(crate) const fn is_awaited(&self) -> bool {
        self.before.is_some()
    }

    /// Records that the new ranking lacks the selected row.
    pub(crate) const fn record_lost_row(&mut self) {
        self.lost = true;
    }

    /// Records that the folder changed too, so the new ranking shows more than the effect of the change.
    pub(crate) const fn record_folder_change(&mut self) {
        self.mixed = true;
    }

    /// Builds the sentence from the ranking and the open pair. Returns true if there is a sentence.
    pub(crate) fn end_change(&mut self, after: &Snapshot, pair: Option<&PairCounts>) -> bool {
        let Some(before) = self.before.take() else {
            return false;
        };
        let prefix = self.how.take().map_or("", ChangeKind::prefix);
        let facts = EffectFacts {
            prefix,
            lost: if self.lost { ", the selected one too" } else { "" },
            mixed: if self.mixed || before.snapshot.present != after.present {
                "; the folder changed meanwhile"
            } else {
                ""
            },
        };
        self.sentences = sentences(facts, &before, after, pair);
        self.last = Some(before);
        !self.sentences.is_empty()
    }

    /// Returns the effect of the last change, longest form first. Empty without an effect to show.
    pub(crate) fn sentences(&self) -> &[String] {
        &self.sentences
    }

    /// Drops the sentence after the user has read it.
    pub(crate) fn clear(&mut self) {
        self.sentences.clear();
    }
}

// The changed parameters.

/// Describes changes: `width 3 → 4`, or with key letters for names if `brief`. Many changes are only counted. Empty if
/// the parameters are equal.
pub(crate) fn describe_change(before: &Params, after: &Params, brief: bool) -> String {
    let mut parameters = differences(before, after);
    if parameters.contains(&Parameter::Preset) {
        parameters.retain(|parameter| *parameter == Parameter::Preset);
    }
    // The sketch comes before the threshold that changes with it.
    parameters.sort_by_key(|parameter| *parameter != Parameter::Sketch);
    if parameters.len() > 3 || brief && parameters.len() > 2 {
        return format_count(parameters.len() as u64, "parameter") + " changed";
    }
    let one = |parameter: &Parameter| {
        let (old, new) = (value(*parameter, before), value(*parameter, after));
        format!("{} {old} → {new}", if brief { key_letter(*parameter) } else { parameter.name() })
    };
    match parameters.iter().map(one).collect::<Vec<_>>() {
        // A sketch, and the threshold that changes with it.
        both if both.len() == 2 && !brief => both.join(" and "),
        all => all.join(", "),
    }
}

/// Lists the values of some parameters: `width 3, modulo 1 …`.
pub(crate) fn list_values(parameters: &[Parameter], params: &Params) -> String {
    let one = |parameter: &Parameter| format!("{} {}", parameter.name(), value(*parameter, params));
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

// The numbers of pairs before and after a change, and the differences between these pairs.

/// Maximum rows for a comparison row by row, which would take longer than a frame otherwise.
const FEW_ROWS: usize = 20_000;

/// The reason for added or removed pairs.
enum Reason {
    /// The rules that ignore pairs.
    Rules,
    /// The demand on a pair: the verbs for one pair and for several, and the demand as text.
    Demand([&'static str; 2], String),
    /// More than one reason.
    Several,
}

impl Reason {
    fn new(before: &Snapshot, after: &Snapshot) -> Self {
        let rules = [Parameter::Between, Parameter::SkipSame, Parameter::SkipOlder];
        let changed = differences(&before.params, &after.params);
        if changed.iter().all(|parameter| rules.contains(parameter)) && !changed.is_empty() {
            return Self::Rules;
        }
        let by_passage = |one: &Snapshot| one.params.passage.is_some();
        if before.ruled_out != after.ruled_out || by_passage(before) != by_passage(after) {
            return Self::Several;
        }
        if let Some(words) = after.params.passage {
            let passage = format!("a passage of {}", format_count(words, "word"));
            return Self::Demand(["shares", "share"], passage);
        }
        let verbs = match after.params.above {
            Above::Strictly => ["exceeds", "exceed"],
            Above::AtLeast => ["reaches", "reach"],
        };
        Self::Demand(verbs, share(after.params.threshold, &after.params))
    }
}

/// The numbers of pairs before and after a change.
pub(crate) struct Lists {
    before: u64,
    after: u64,
    reason: Reason,
    /// True if pairs were removed and none added.
    one_way: bool,
    /// Other differences, if the number of pairs stays.
    still: String,
}

impl Lists {
    pub(crate) fn compare(before: &Snapshot, after: &Snapshot) -> Self {
        Self {
            before: before.pairs_found,
            after: after.pairs_found,
            reason: Reason::new(before, after),
            one_way: after.pairs_found < before.pairs_found && lost_pairs_only(before, after),
            still: if after.pairs_found == before.pairs_found {
                other_differences(before, after)
            } else {
                String::new()
            },
        }
    }

    /// Returns `58 pairs as before`, or `58 → 46 pairs, 12 fell below 20%`.
    pub(crate) fn full_text(&self) -> String {
        let pairs = format_count(self.after, "pair");
        match self.number_and_verb() {
            None => format!("{pairs} as before{}", self.still),
            Some((number, verb)) => {
                format!("{} → {pairs}, {number} {verb}", thousands(self.before))
            }
        }
    }

    /// Returns `58 → 46 pairs`.
    pub(crate) fn count_text(&self) -> String {
        let pairs = format_count(self.after, "pair");
        if self.before == self.after {
            format!("{pairs} as before")
        } else {
            format!("{} → {pairs}", thousands(self.before))
        }
    }

    fn number_and_verb(&self) -> Option<(String, String)> {
        let difference = self.before.abs_diff(self.after);
        let number = thousands(difference);
        if difference == 0 {
            return None;
        }
        let is_more = self.after > self.before;
        let compared = format!("{number} {}", if is_more { "more" } else { "fewer" });
        Some(match &self.reason {
            Reason::Rules if is_more => (number, "now listed".into()),
            Reason::Rules => (number, "hidden by the rule".into()),
            Reason::Several => (compared, verb(difference, "is listed", "are listed").into()),
            Reason::Demand([one, many], demand) => {
                let passes = verb(difference, one, many);
                match passes {
                    _ if !self.one_way => (compared, format!("{passes} {demand}")),
                    "reaches" | "reach" => (number, format!("fell below {demand}")),
                    _ => (number, format!("no longer {passes} {demand}")),
                }
            }
        })
    }
}

/// Describes other differences if the number of pairs stays: other pairs, scores or order. Empty without a difference,
/// or if the comparison would take too long.
fn other_differences(before: &Snapshot, after: &Snapshot) -> String {
    if !are_comparable(before, after) {
        return String::new();
    }
    let there = |row: &&Row| row.mark() != Mark::Gone;
    let old: Vec<&Row> = before.rows.iter().filter(there).collect();
    let new: Vec<&Row> = after.rows.iter().filter(there).collect();
    let scores: HashMap<_, _> =
        old.iter().map(|row| (docs_and_pair_count(row), row.pair().score)).collect();
    let pairs =
        new.iter().map(|row| Some((*scores.get(&docs_and_pair_count(row))?, row.pair().score)));
    let Some(pairs) = pairs.collect::<Option<Vec<_>>>() else {
        return ", but not the same ones".into();
    };
    let texts =
        pairs.iter().map(|(old, new)| (scored(*old, &before.params), scored(*new, &after.params)));
    let mut others = texts.filter(|(old, new)| old != new);
    if let Some((from, to)) = others.next() {
        return match others.count() {
            0 => format!(", 1 pair {from} → {to}"),
            more => {
                format!(", {} with other scores, one {from} → {to}", thousands(more as u64 + 1))
            }
        };
    }
    let is_same = |(old, new): (&&Row, &&Row)| docs_and_pair_count(old) == docs_and_pair_count(new);
    let are_in_order = old.len() == new.len() && old.iter().zip(&new).all(is_same);
    if are_in_order { String::new() } else { ", in another order".into() }
}

/// Returns true if the rows of two rankings have the same document numbers and are few enough to compare.
fn are_comparable(before: &Snapshot, after: &Snapshot) -> bool {
    let few = before.rows.len() <= FEW_ROWS && after.rows.len() <= FEW_ROWS;
    if !few || before.present != after.present || before.cut || after.cut {
        return false;
    }
    let mut docs = before.docs.iter().zip(after.docs.iter()).take(after.present);
    docs.all(|(old, new)| old.path == new.path)
}

/// Returns true if every pair after the change was a pair before. `false` if the comparison would take too long.
fn lost_pairs_only(before: &Snapshot, after: &Snapshot) -> bool {
    let by_bar_alone = differences(&before.params, &after.params)
        .iter()
        .all(|parameter| matches!(parameter, Parameter::Threshold | Parameter::Above));
    if by_bar_alone {
        return true;
    }
    if !are_comparable(before, after) {
        return false;
    }
    let old: HashSet<(DocId, DocId, u64)> = before.rows.iter().map(docs_and_pair_count).collect();
    after.rows.iter().all(|row| old.contains(&docs_and_pair_count(row)))
}

/// Returns the documents of a row, and the number of pairs that the row represents.
fn docs_and_pair_count(row: &Row) -> (DocId, DocId, u64) {
    let pairs = match row {
        Row::Pair { more, .. } => (u64::from(more.0) + 1) * (u64::from(more.1) + 1),
        Row::Copies { members, .. } => members.len() as u64,
    };
    (row.pair().a, row.pair().b, pairs)
}

// The sentence about the effect of a change, in several lengths.

/// The parts of the sentence besides the change and its counts.
#[derive(Clone, Copy)]
pub(crate) struct EffectFacts {
    /// Text before the change.
    pub(crate) prefix: &'static str,
    /// Text about a selected row that is gone.
    pub(crate) lost: &'static str,
    /// Text about a simultaneous change of the folder.
    pub(crate) mixed: &'static str,
}

/// Returns the sentence and its shorter forms, the longest first. Empty if the parameters are equal.
pub(crate) fn sentences(
    facts: EffectFacts,
    before: &ScreenBefore,
    after: &Snapshot,
    pair: Option<&PairCounts>,
) -> Vec<String> {
    let EffectFacts { prefix, lost, mixed } = facts;
    let old = &before.snapshot;
    let (long, brief) = (
        describe_change(&old.params, &after.params, false),
        describe_change(&old.params, &after.params, true),
    );
    if long.is_empty() {
        return Vec::new();
    }
    if let [parameter] = differences(&old.params, &after.params)[..]
        && let Some(why) = why_no_effect(parameter, after)
    {
        let changes = [long, brief].map(|change| format!("{prefix}{change}: {why}"));
        return changes.into_iter().chain([why]).collect();
    }
    let long = match explain_measure(&old.params, &after.params) {
        Some(meaning) => format!("{long} ({meaning})"),
        None => long,
    };
    let pairs = Lists::compare(old, after);
    let (whole, counts) = (pairs.full_text(), pairs.count_text());
    let stage = old.params.first_difference(&after.params);
    let pair = before.pair.as_ref().zip(pair).filter(|(old, new)| old.names == new.names);
    let shared = pair.and_then(|(old, new)| describe_pair_change(stage, old, new));
    let shared = shared.map_or(String::new(), |shared| format!("{shared}, "));
    vec![
        format!("{prefix}{long}: {shared}{whole}{lost}{mixed}"),
        format!("{prefix}{brief}: {shared}{whole}{lost}"),
        format!("{prefix}{brief}: {shared}{counts}"),
        format!("{brief}: {counts}"),
    ]
}

/// Returns the reason why the new value of a parameter has no effect. `None` if the value may have an effect.
fn why_no_effect(parameter: Parameter, after: &Snapshot) -> Option<String> {
    let is_it = |problem: &&Problem| problem.is_unmatched(parameter.name());
    let unmatched = || after.problems.iter().find(is_it).map(|problem| problem.reason.clone());
    parameter.inactive(&after.params).map(explain).or_else(unmatched)
}

/// Explains a new measure, or a new sketch that estimates. `None` if no explanation is needed.
fn explain_measure(before: &Params, after: &Params) -> Option<&'static str> {
    if before.preset != after.preset {
        return None;
    }
    if before.estimates() != after.estimates() {
        return Some(if after.estimates() {
            "estimates instead of counting, for very large folders"
        } else {
            "counts, no longer estimates"
        });
    }
    (before.measure != after.measure).then(|| after.measure.words().counts)
}

/// Describes the change of an open pair: its shared shingles, or its score if only the score can change.
fn describe_pair_change(
    stage: Option<Stage>,
    old: &PairCounts,
    new: &PairCounts,
) -> Option<String> {
    let (before, after) = (old.shared, format_count(new.shared, "shared shingle"));
    let scores = || format!("the open pair {} → {}", old.score, new.score);
    match stage? {
        Stage::Sketch if before == new.shared && old.score != new.score => Some(scores()),
        Stage::Read | Stage::Normalize | Stage::Sketch | Stage::LeaveOut => {
            Some(if before == new.shared {
                format!("{after} as before")
            } else {
                format!("{} → {after}", thousands(before))
            })
        }
        Stage::Join if old.score != new.score => Some(scores()),
        Stage::Join | Stage::Label => None,
    }
}
