//! Describes the effect of a parameter change, when both results have arrived.

use std::collections::HashSet;
use std::sync::Arc;

use shingle::base::numbers::{format_count, thousands};
use shingle::base::{path::DocPath, problem::Problem};
use shingle::pipeline::{Mark, Parameter, Params, Row, Snapshot};

use crate::tui::model::{Model, PairState};
use crate::tui::parameters::values::{differences, explain, value};
use crate::tui::words::shares::scored;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    /// A key, the mouse or typing.
    Changed,
    Undone,
    Redone,
}

impl ChangeKind {
    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Changed => "",
            Self::Undone => "undone: ",
            Self::Redone => "redone: ",
        }
    }
}

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
    score: String,
}

/// Waits for both results of a change and stores the facts about the change.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    /// The state before the change, while its results are awaited.
    before: Option<ScreenBefore>,
    /// The state before the last finished change.
    last: Option<ScreenBefore>,
    how: Option<ChangeKind>,
    /// True if the selected row is gone.
    pub(crate) lost: bool,
    /// True if the folder changed between the two results, so the new ranking shows more than the effect of the change.
    pub(crate) mixed: bool,
    /// The effect of the last change, the most important fact first. Empty without an effect to show.
    pub(crate) facts: Vec<String>,
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
        self.facts.clear();
        if self.before.is_none() {
            self.before = self.last.take().filter(|_| goes_on).or(before);
        }
    }

    pub(crate) const fn is_awaited(&self) -> bool {
        self.before.is_some()
    }

    /// Builds the facts from the ranking and the open pair. Returns true if there are facts.
    pub(crate) fn end_change(&mut self, after: &Snapshot, pair: Option<&PairCounts>) -> bool {
        let Some(before) = self.before.take() else { return false };
        self.facts = facts(self.how.take(), &before, after, pair);
        if !self.facts.is_empty() {
            let mixed = self.mixed || before.snapshot.present != after.present;
            self.facts.extend(self.lost.then(|| "the selected row is gone".into()));
            self.facts.extend(mixed.then(|| "the folder changed meanwhile".into()));
        }
        self.last = Some(before);
        !self.facts.is_empty()
    }
}

impl Model {
    /// Records the content of the screen when a change begins, unless the change continues the last one.
    pub(crate) fn record_before_change(&mut self, how: ChangeKind, goes_on: bool) {
        let before = self.snapshot.as_ref().filter(|current| current.is_whole());
        let before = before.map(|snapshot| ScreenBefore {
            snapshot: Arc::clone(snapshot),
            pair: self.open_pair_counts(&snapshot.params),
        });
        self.parameter_state.effect.begin_change(before, how, goes_on);
    }

    fn open_pair_counts(&self, params: &Params) -> Option<PairCounts> {
        let (names, view) = (&self.pair.as_ref()?.names, &self.open()?.view);
        (*view.params == *params).then(|| PairCounts {
            names: names.clone(),
            shared: view.overlap.shared,
            score: scored(view.score, params),
        })
    }

    /// Reports the effect of the change when ranking and pair have arrived.
    pub(crate) fn report_effect(&mut self) {
        let is_awaited = self.parameter_state.effect.before.is_some();
        let is_newest = |one: &&Arc<Snapshot>| *one.params == self.params && one.is_whole();
        let Some(snapshot) = self.snapshot.as_ref().filter(is_newest).filter(|_| is_awaited) else {
            return;
        };
        let snapshot = Arc::clone(snapshot);
        let is_shown = self.pair_areas().is_some();
        let waits = match self.pair.as_ref().map(|current| &current.answer) {
            Some(PairState::Awaited) => true,
            Some(PairState::Open(pair)) => *pair.view.params != self.params,
            Some(PairState::Refused(_)) | None => false,
        };
        if is_shown && waits {
            return;
        }
        let pair = self.open_pair_counts(&snapshot.params);
        if self.parameter_state.effect.end_change(&snapshot, pair.as_ref()) {
            self.note = None;
        }
    }
}

/// Describes changes: `width 3→4`. Many changes are only counted. Empty if the parameters are equal.
pub(crate) fn describe_change(before: &Params, after: &Params) -> String {
    let mut parameters = differences(before, after);
    if parameters.contains(&Parameter::Preset) {
        parameters.retain(|parameter| *parameter == Parameter::Preset);
    }
    if parameters.len() > 3 {
        return format_count(parameters.len() as u64, "parameter") + " changed";
    }
    // The sketch comes before the threshold that changes with it.
    parameters.sort_by_key(|parameter| *parameter != Parameter::Sketch);
    let one = |parameter: &Parameter| {
        format!("{} {}→{}", parameter.name(), value(*parameter, before), value(*parameter, after))
    };
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Lists the values of some parameters: `width 3, modulo 1 …`.
pub(crate) fn list_values(parameters: &[Parameter], params: &Params) -> String {
    let one = |parameter: &Parameter| format!("{} {}", parameter.name(), value(*parameter, params));
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Empty if the parameters are equal.
fn facts(
    how: Option<ChangeKind>,
    before: &ScreenBefore,
    after: &Snapshot,
    pair: Option<&PairCounts>,
) -> Vec<String> {
    let old = &before.snapshot;
    let change = describe_change(&old.params, &after.params);
    if change.is_empty() {
        return Vec::new();
    }
    let change = format!("{}{change}", how.map_or("", ChangeKind::prefix));
    if let [parameter] = differences(&old.params, &after.params)[..]
        && let Some(why) = why_no_effect(parameter, after)
    {
        return vec![format!("{change}: {why}")];
    }
    let mut facts = vec![format!("{change}: {}", describe_pairs(old, after))];
    let pair = before.pair.as_ref().zip(pair).filter(|(old, new)| old.names == new.names);
    facts.extend(pair.and_then(|(old, new)| describe_open_pair(old, new)));
    facts.extend(explain_measure(&old.params, &after.params).map(Into::into));
    facts
}

/// Maximum rows for a comparison row by row, which would take longer than a frame otherwise.
const FEW_ROWS: usize = 20_000;

/// Describes the pairs: `58→46 pairs`, or how many of the same number are other pairs or have other scores.
fn describe_pairs(before: &Snapshot, after: &Snapshot) -> String {
    let pairs = format_count(after.pairs_found, "pair");
    if before.pairs_found != after.pairs_found {
        return format!("{}→{pairs}", thousands(before.pairs_found));
    }
    if before.rows.len().max(after.rows.len()) > FEW_ROWS || before.cut || after.cut {
        return pairs;
    }
    let old: HashSet<_> = before.rows.iter().map(|row| shown(before, row)).collect();
    let listed = after.rows.iter().filter(|row| row.mark() != Mark::Gone);
    let changed = listed.filter(|row| !old.contains(&shown(after, row))).count();
    match changed {
        0 => format!("{pairs} as before"),
        changed => format!("{pairs}, {} changed", thousands(changed as u64)),
    }
}

fn shown<'s>(snapshot: &'s Snapshot, row: &'s Row) -> (&'s DocPath, &'s DocPath, String) {
    let (a, b) = snapshot.names(row);
    (a, b, scored(row.pair().score, &snapshot.params))
}

fn why_no_effect(parameter: Parameter, after: &Snapshot) -> Option<String> {
    let is_it = |problem: &&Problem| problem.is_unmatched(parameter.name());
    let unmatched = || after.problems.iter().find(is_it).map(|problem| problem.reason.clone());
    parameter.inactive(&after.params).map(explain).or_else(unmatched)
}

/// Explains a new measure, or a new sketch that estimates.
fn explain_measure(before: &Params, after: &Params) -> Option<&'static str> {
    if before.preset != after.preset {
        return None;
    }
    match (before.estimates(), after.estimates()) {
        (false, true) => Some("scores are estimates now, for very large folders"),
        (true, false) => Some("scores are exact now"),
        _ => (before.measure != after.measure).then(|| after.measure.words().counts),
    }
}

/// Describes the change of an open pair: its shared shingles, else its score.
fn describe_open_pair(old: &PairCounts, new: &PairCounts) -> Option<String> {
    if old.shared != new.shared {
        let shared = format_count(new.shared, "shared shingle");
        return Some(format!("selected pair {}→{shared}", thousands(old.shared)));
    }
    (old.score != new.score).then(|| format!("selected pair {}→{}", old.score, new.score))
}
