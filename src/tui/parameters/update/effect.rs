//! What a change of the parameters did: measured from what is on the screen when it begins, told when ranking and pair are
//! there. It does not know what changes the parameters, nor who brings the ranking.

use std::sync::Arc;

use shingle::pipeline::parameters::Params;

use crate::tui::pair::shown::Answer;
use crate::tui::parameters::effect::{ChangeKind, PairCounts, ShownBefore};
use crate::tui::screen::model::Model;

/// A change begins: what is on the screen is remembered, unless the change goes on with the last one.
pub(crate) fn begin(model: &mut Model, how: ChangeKind, goes_on: bool) {
    let before = model.snapshot.as_ref().filter(|shown| shown.complete_from.is_none());
    let before = before.map(|snapshot| ShownBefore {
        snapshot: Arc::clone(snapshot),
        pair: counts(model, &snapshot.params),
    });
    model.tune.effect.begin(before, how, goes_on);
}

/// What is counted in the open pair, if these parameters made it.
fn counts(model: &Model, params: &Params) -> Option<PairCounts> {
    let names = &model.shown.as_ref()?.names;
    PairCounts::of(names, &model.open()?.view, params)
}

/// Tells what the change did once ranking and pair are there.
pub(crate) fn tell(model: &mut Model) {
    if !model.tune.effect.is_awaited() {
        return;
    }
    let Some(snapshot) = model.snapshot.clone() else {
        return;
    };
    if *snapshot.params != model.params || snapshot.complete_from.is_some() {
        return;
    }
    let is_shown = model.areas().is_some_and(|areas| areas.pair.is_some());
    let waits = match model.shown.as_ref().map(|shown| &shown.answer) {
        Some(Answer::Awaited) => true,
        Some(Answer::Open(pair)) => *pair.view.params != model.params,
        Some(Answer::Refused(_)) | None => false,
    };
    if is_shown && waits {
        return;
    }
    let pair = counts(model, &snapshot.params);
    if model.tune.effect.end(&snapshot, pair.as_ref()) {
        model.note = None;
    }
}
