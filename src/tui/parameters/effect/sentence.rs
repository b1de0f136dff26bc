//! What a change did, as one sentence in ever shorter forms. It waits for nothing.

use shingle::base::numbers::{counted, thousands};
use shingle::pipeline::parameters::{Params, Stage};
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::parameters::effect::{PairCounts, ShownBefore};
use crate::tui::parameters::table::{differences, rests};
use crate::tui::words::demand::meant;

use super::change::change;
use super::lists::Lists;

/// The parts of the sentence besides the change and its counts.
#[derive(Clone, Copy)]
pub(crate) struct EffectFacts {
    /// What precedes the change.
    pub(crate) prefix: &'static str,
    /// What is added if the selected row is gone.
    pub(crate) lost: &'static str,
    /// What is added if the folder changed too.
    pub(crate) mixed: &'static str,
}

/// The sentence and its shorter forms, the longest first. Empty if no parameter differs.
pub(crate) fn sentences(
    facts: EffectFacts,
    before: &ShownBefore,
    after: &Snapshot,
    pair: Option<&PairCounts>,
) -> Vec<String> {
    let EffectFacts { prefix, lost, mixed } = facts;
    let old = &before.snapshot;
    let (long, brief) =
        (change(&old.params, &after.params, false), change(&old.params, &after.params, true));
    if long.is_empty() {
        return Vec::new();
    }
    if let [parameter] = differences(&old.params, &after.params)[..]
        && let Some(rests) = rests(parameter, &after.params)
    {
        return [long, brief].map(|change| format!("{prefix}{change}: {}", rests.why)).into();
    }
    let meaning = meaning(&old.params, &after.params).map(|meaning| format!("{long} ({meaning})"));
    let pairs = Lists::of(old, after);
    let (whole, counts, short) = (pairs.whole(), pairs.counts(), pairs.short());
    let stage = old.params.first_difference(&after.params);
    let pair = before.pair.as_ref().zip(pair).filter(|(old, new)| old.names == new.names);
    let Some((shared, shared_briefly)) = pair.and_then(|(old, new)| of_pair(stage, old, new))
    else {
        let meant = meaning.iter().flat_map(|meant| {
            [&whole, &counts].map(|pairs| format!("{prefix}{meant}: {pairs}{lost}{mixed}"))
        });
        let plain = [
            format!("{prefix}{long}: {whole}{lost}{mixed}"),
            format!("{prefix}{brief}: {whole}{lost}"),
            format!("{prefix}{brief}: {counts}"),
        ];
        return meant.chain(plain).collect();
    };
    let meant = meaning.iter().flat_map(|meant| {
        [
            format!("{prefix}{meant}: {shared}, {whole}{lost}{mixed}"),
            format!("{prefix}{meant}: {counts}{lost}{mixed}"),
        ]
    });
    let plain = [
        format!("{prefix}{long}: {shared}, {whole}{lost}{mixed}"),
        format!("{prefix}{brief}: {shared}, {whole}{lost}"),
        format!("{prefix}{brief}: {shared}, {short}{lost}"),
        format!("{prefix}{brief}: {shared_briefly}, {counts}"),
        format!("{brief}: {counts}"),
    ];
    meant.chain(plain).collect()
}

/// What a new measure counts, or that a new sketch estimates. `None` if no explanation is needed.
fn meaning(before: &Params, after: &Params) -> Option<&'static str> {
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
    (before.measure != after.measure).then(|| meant(after.measure))
}

/// How an open pair changed: its shared shingles, or its score if only that can change.
fn of_pair(stage: Option<Stage>, old: &PairCounts, new: &PairCounts) -> Option<(String, String)> {
    let (before, after) = (thousands(old.shared), thousands(new.shared));
    match stage? {
        Stage::Sketch if before == after && old.said != new.said => {
            let scores = format!("{} → {}", old.said, new.said);
            Some((format!("the open pair {scores}"), scores))
        }
        Stage::Read | Stage::Normalize | Stage::Sketch | Stage::LeaveOut if before == after => {
            let shingles = counted(new.shared, "shared shingle");
            Some((format!("{shingles} as before"), format!("{after} shared")))
        }
        Stage::Read | Stage::Normalize | Stage::Sketch | Stage::LeaveOut => Some((
            format!("{before} → {}", counted(new.shared, "shared shingle")),
            format!("{before} → {after} shared"),
        )),
        Stage::Join if old.said != new.said => {
            let scores = format!("{} → {}", old.said, new.said);
            Some((format!("the open pair {scores}"), scores))
        }
        Stage::Join | Stage::Label => None,
    }
}
