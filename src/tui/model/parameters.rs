use std::{cmp::Ordering, collections::HashMap, sync::Arc};

use shingle::pipeline::{Mark, PairView, Parameter, Params, Row, Snapshot};
use shingle::{
    base::ids::DocId, base::numbers::format_count, base::numbers::format_with_commas,
    base::path::DocPath, base::problem::Problem, engine::Activity, visits::PairNames,
};

use crate::tui::{
    model::ChangeKind, model::Model, model::PairState, model::news::earlier_names,
    parameters::format_long_value, parameters::values::changed_parameters,
    parameters::values::explain_inactive, parameters::warnings::Warnings, words::format_score,
};

pub(crate) struct ParameterState {
    /// The parameter selected in the bar. A change of a parameter selects it.
    pub(crate) chosen: Parameter,
    /// The pair to select again when the ranking of an undone change arrives.
    pub(crate) reselect: Option<PairNames>,
    pub(crate) effect: ChangeEffect,
    pub(crate) pin: Option<Arc<Pin>>,
    pub(crate) warnings: Warnings,
}

impl Default for ParameterState {
    fn default() -> Self {
        Self {
            chosen: Parameter::Width,
            reselect: None,
            effect: ChangeEffect::default(),
            pin: None,
            warnings: Warnings::default(),
        }
    }
}

// Pins a ranking, and computes how far each row of a later ranking has moved.

pub(crate) struct Pin {
    pub(crate) snapshot: Arc<Snapshot>,
    /// The row of each pair, by its two documents.
    rows: HashMap<(DocId, DocId), u32>,
    /// The row of every document in a group of copies.
    copies: HashMap<DocId, u32>,
}

impl Pin {
    /// Indexes the ranking. This takes a tenth of a second for a million rows, so it must not run on the screen's
    /// thread.
    pub(crate) fn new(snapshot: Arc<Snapshot>) -> Self {
        let (mut rows, mut copies) = (HashMap::new(), HashMap::new());
        let there = |(_, row): &(u32, &Row)| row.mark() != Mark::Gone;
        for (place, row) in (0..).zip(snapshot.rows.iter()).filter(there) {
            rows.insert((row.pair().a, row.pair().b), place);
            if let Row::Copies { members, .. } = row {
                copies.extend(members.iter().map(|member| (*member, place)));
            }
        }
        Self { snapshot, rows, copies }
    }

    /// Returns the change of a row at `place` in the ranking `now`: of its rank, `▲3`, `▼12`, `=` or `new`, and of its
    /// score, `+4%`. Finds documents that were renamed since by their earlier names. `None` for a row whose pair is gone.
    pub(crate) fn rank_change(
        &self,
        now: &Snapshot,
        place: usize,
        happened: &[Activity],
    ) -> Option<(String, String)> {
        let row = now.rows.get(place).filter(|row| row.mark() != Mark::Gone)?;
        let find = |name: &DocPath| self.snapshot.find_present_document(name);
        let (a, b) = now.names(row);
        let find_renamed =
            |name| find(name).or_else(|| earlier_names(happened, name).iter().find_map(find));
        let ids = [a, b].map(find_renamed);
        let ids = ids[0].zip(ids[1]);
        // The pinned row of the pair, or of the copies that contain both documents.
        let pinned = ids.and_then(|(a, b)| {
            let group = || self.copies.get(&a).filter(|group| self.copies.get(&b) == Some(*group));
            let before = *self.rows.get(&(a, b)).or_else(group)? as usize;
            Some((before, self.snapshot.rows.get(before)?))
        });
        let Some((before, old)) = pinned else { return Some(("new".into(), String::new())) };
        let hundredths = |row: &Row| {
            let (num, den) = row.pair().score.numerator_and_denominator();
            (u128::from(num) * 200 + u128::from(den)) / (2 * u128::from(den))
        };
        let points = i64::try_from(hundredths(row)).unwrap_or(0)
            - i64::try_from(hundredths(old)).unwrap_or(0);
        let rank = match before.cmp(&place) {
            Ordering::Greater => format!("▲{}", before - place),
            Ordering::Less => format!("▼{}", place - before),
            Ordering::Equal => "=".into(),
        };
        Some((rank, if points == 0 { String::new() } else { format!("{points:+}%") }))
    }
}

// Describes the effect of a parameter change, when both results have arrived.

/// The kind of a change, the ranking before it, and the open pair if it has the same parameters as the ranking.
type ScreenBefore = (ChangeKind, Arc<Snapshot>, Option<Arc<PairView>>);

/// Waits for both results of a change and stores the facts about the change.
#[derive(Debug, Default)]
pub(crate) struct ChangeEffect {
    /// The screen before the change, until both results of the change have arrived.
    pub(crate) before: Option<ScreenBefore>,
    /// True if the selected row disappeared with the change.
    pub(crate) lost: bool,
    /// The effect of the last change, the most important fact first. Empty if no effect is shown.
    pub(crate) facts: Vec<String>,
}

impl Model {
    /// Records the content of the screen when a change begins. An unfinished change retains its first state.
    pub(crate) fn record_before_change(&mut self, how: ChangeKind) {
        let before = self.snapshot.as_ref().filter(|current| current.is_whole());
        let before = before.map(|snapshot| {
            (how, Arc::clone(snapshot), self.open_pair_with_params(&snapshot.params))
        });
        let effect = &mut self.parameter_state.effect;
        effect.lost = false;
        effect.facts.clear();
        match &mut effect.before {
            Some((kind, ..)) => *kind = how,
            None => effect.before = before,
        }
    }

    fn open_pair_with_params(&self, params: &Params) -> Option<Arc<PairView>> {
        let view = &self.open_pair()?.view;
        (*view.params == *params).then(|| Arc::clone(view))
    }

    /// Reports the effect of a change when its ranking and its open pair have arrived.
    pub(crate) fn report_effect(&mut self) {
        let is_newest = |one: &Arc<Snapshot>| *one.params == self.params && one.is_whole();
        let Some(after) = self.snapshot.clone().filter(is_newest) else { return };
        let is_shown = self.areas.pair.is_some();
        let waits = match self.pair.as_ref().map(|current| &current.answer) {
            Some(PairState::Awaited) => true,
            Some(PairState::Open(pair)) => *pair.view.params != self.params,
            Some(PairState::Refused(_)) | None => false,
        };
        if is_shown && waits {
            return;
        }
        let pair = self.open_pair_with_params(&after.params);
        let effect = &mut self.parameter_state.effect;
        let Some(before) = effect.before.take() else { return };
        effect.facts = describe_effects(&before, &after, pair.as_deref());
        if effect.facts.is_empty() {
            return;
        }
        let mixed = before.1.present != after.present;
        effect.facts.extend(effect.lost.then(|| "the selected row is gone".into()));
        effect.facts.extend(mixed.then(|| "the folder changed meanwhile".into()));
        self.note = None;
    }
}

/// Describes a change, for example `width 3→4`. Only counts the parameters if many differ. Empty if they are equal.
pub(crate) fn describe_change(before: &Params, after: &Params) -> String {
    let mut parameters = changed_parameters(before, after);
    if parameters.contains(&Parameter::Preset) {
        parameters.retain(|parameter| *parameter == Parameter::Preset);
    }
    if parameters.len() > 3 {
        return format_count(parameters.len(), "parameter") + " changed";
    }
    // The sketch comes first, because it also changes the threshold.
    parameters.sort_by_key(|parameter| *parameter != Parameter::Sketch);
    let one = |parameter: &Parameter| {
        format!(
            "{} {}→{}",
            parameter.name(),
            format_long_value(*parameter, before),
            format_long_value(*parameter, after)
        )
    };
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Describes the effects of a change, the most important first. Empty if the parameters are equal.
fn describe_effects(
    (how, old, pair_before): &ScreenBefore,
    after: &Snapshot,
    pair: Option<&PairView>,
) -> Vec<String> {
    let change = describe_change(&old.params, &after.params);
    if change.is_empty() {
        return Vec::new();
    }
    let change = format!("{}{change}", how.prefix());
    if let [parameter] = changed_parameters(&old.params, &after.params)[..]
        && let Some(why) =
            parameter.why_inactive(&after.params).map(explain_inactive).or_else(|| {
                let is_it = |problem: &&Problem| problem.is_from_unmatched_option(parameter.name());
                after.problems.iter().find(is_it).map(|problem| problem.reason.clone())
            })
    {
        return vec![format!("{change}: {why}")];
    }
    let mut facts = vec![format!("{change}: {}", describe_change_of_pairs(old, after))];
    let pair = pair_before.as_deref().zip(pair).filter(|(old, new)| old.names() == new.names());
    facts.extend(pair.and_then(|(old, new)| describe_change_of_open_pair(old, new)));
    facts.extend(explain_new_measure(&old.params, &after.params).map(Into::into));
    facts
}

/// Maximum number of rows to compare one by one. More rows would take longer than a frame.
const FEW_ROWS: usize = 20_000;

/// Describes the change of the pairs: `58→46 pairs`. For equal numbers, counts the pairs that are new, and those that
/// have another score, number of shared shingles or longest passage.
fn describe_change_of_pairs(before: &Snapshot, after: &Snapshot) -> String {
    let pairs = format_count(after.pairs_found, "pair");
    if before.pairs_found != after.pairs_found {
        return format!("{}→{pairs}", format_with_commas(before.pairs_found));
    }
    if before.rows.len().max(after.rows.len()) > FEW_ROWS || before.cut || after.cut {
        return pairs;
    }
    let old: HashMap<_, _> = before.rows.iter().map(|row| names_and_counts(before, row)).collect();
    let (mut new, mut changed) = (0_u64, 0_u64);
    for row in after.rows.iter().filter(|row| row.mark() != Mark::Gone) {
        let (names, counts) = names_and_counts(after, row);
        match old.get(&names) {
            None => new += 1,
            Some(then) => changed += u64::from(*then != counts),
        }
    }
    let counts = [(new, "new"), (changed, "changed")].into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, what)| format!(", {} {what}", format_with_commas(count)));
    match counts.collect::<String>() {
        none if none.is_empty() => format!("{pairs} as before"),
        counts => pairs + &counts,
    }
}

fn names_and_counts<'s>(
    snapshot: &'s Snapshot,
    row: &'s Row,
) -> ((&'s DocPath, &'s DocPath), (String, u32, u32)) {
    let pair = row.pair();
    let score = format_score(pair.score, &snapshot.params);
    (snapshot.names(row), (score, pair.overlap.shared, pair.passage))
}

/// Explains a new measure, or a new sketch that estimates.
fn explain_new_measure(before: &Params, after: &Params) -> Option<&'static str> {
    if before.preset != after.preset {
        return None;
    }
    match (before.is_estimate(), after.is_estimate()) {
        (false, true) => Some("scores are estimates now, for very large folders"),
        (true, false) => Some("scores are exact now"),
        _ => (before.measure != after.measure).then(|| after.measure.description_texts().counts),
    }
}

/// Describes the change of an open pair: its shared shingles, else its score.
fn describe_change_of_open_pair(old: &PairView, new: &PairView) -> Option<String> {
    let counts = [old, new].map(|pair| pair.overlap.shared);
    if counts[0] != counts[1] {
        let shared = format_count(counts[1], "shared shingle");
        return Some(format!("selected pair {}→{shared}", format_with_commas(counts[0])));
    }
    let [old, new] = [old, new].map(|pair| format_score(pair.score, &pair.params));
    (old != new).then(|| format!("selected pair {old}→{new}"))
}
