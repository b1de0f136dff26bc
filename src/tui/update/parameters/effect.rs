//! Reports the effect of a parameter change: compares the screen at the start of the change with the new ranking and
//! pair.

use std::sync::Arc;

use shingle::pipeline::Params;

use crate::tui::model::{ChangeKind, Model, PairCounts, PairState, ScreenBefore};

/// Records the content of the screen when a change begins, unless the change continues the last one.
pub(crate) fn record_before_change(model: &mut Model, how: ChangeKind, goes_on: bool) {
    let before = model.snapshot.as_ref().filter(|current| current.is_whole());
    let before = before.map(|snapshot| ScreenBefore {
        snapshot: Arc::clone(snapshot),
        pair: open_pair_counts(model, &snapshot.params),
    });
    model.parameter_state.effect.begin_change(before, how, goes_on);
}

/// Returns the counts of the open pair, if the pair has these parameters.
fn open_pair_counts(model: &Model, params: &Params) -> Option<PairCounts> {
    let names = &model.pair.as_ref()?.names;
    PairCounts::new(names, &model.open()?.view, params)
}

/// Reports the effect of the change when ranking and pair have arrived.
pub(crate) fn report_effect(model: &mut Model) {
    if !model.parameter_state.effect.is_awaited() {
        return;
    }
    let Some(snapshot) = model.snapshot.clone() else {
        return;
    };
    if *snapshot.params != model.params || !snapshot.is_whole() {
        return;
    }
    let is_shown = model.pair_areas().is_some();
    let waits = match model.pair.as_ref().map(|current| &current.answer) {
        Some(PairState::Awaited) => true,
        Some(PairState::Open(pair)) => *pair.view.params != model.params,
        Some(PairState::Refused(_)) | None => false,
    };
    if is_shown && waits {
        return;
    }
    let pair = open_pair_counts(model, &snapshot.params);
    if model.parameter_state.effect.end_change(&snapshot, pair.as_ref()) {
        model.note = None;
    }
}
