//! What the list says where its filter compares it with an earlier result: since when, and how a pair that fell out scores now. It
//! compares nothing itself.

use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::keys::names::KeyName;
use crate::tui::keys::naming::key_of;
use crate::tui::screen::model::Model;
use crate::tui::words::shares::scored;

/// Since when rows are lost or gained; empty if the filter asks for neither.
pub(crate) fn since(model: &Model) -> &'static str {
    match model.parameter_state.pin.pinned() {
        _ if !model.list.filter.compares() => "",
        Some(_) => " since the pin",
        None => " since the last change",
    }
}

/// Why no row is lost or gained, if there is nothing that could be compared.
pub(crate) fn nothing(model: &Model) -> Option<String> {
    let is_compared = model.parameter_state.pin.pinned().is_some() || model.list.before.is_some();
    (model.list.filter.compares() && !is_compared).then(|| {
        format!(
            "Nothing changed yet that rows could be lost or gained by: change a parameter, or press {} to pin this ranking, and \
             later results are compared with it.",
            key_of(KeyName::Pin)
        )
    })
}

/// How the selected row scores now, if it fell out and its pair is open.
pub(crate) fn score_now(model: &Model, listed: &Snapshot) -> Option<String> {
    let row = model.list.at(model.list.selected)?.row;
    let own = model.snapshot.as_ref()?.rows.len();
    let shown =
        model.shown.as_ref().filter(|shown| model.list.names.as_ref() == Some(&shown.names));
    let pair = model.open().filter(|_| shown.is_some() && model.list.is_lost(row, own))?;
    let is_now = pair.view.params == listed.params;
    is_now.then(|| format!("now {}", scored(pair.view.score, &pair.view.params)))
}
