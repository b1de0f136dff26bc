//! Pins a ranking, to compare later ones with it.

use std::sync::Arc;

use shingle::base::numbers::counted;

use crate::tui::event_loop::command::{Command, SharedSnapshot};
use crate::tui::parameters::pin::{Pin, Pinning};
use crate::tui::rooms::arrange;
use crate::tui::screen::model::Model;

/// Pins the ranking on the screen, or unpins the pinned one.
pub(crate) fn toggle(model: &mut Model) -> Vec<Command> {
    if !matches!(model.parameter_state.pin, Pinning::Off) {
        model.parameter_state.pin = Pinning::Off;
        model.note = Some("unpinned".into());
        return compared_anew(model);
    }
    let Some(snapshot) = &model.snapshot else {
        model.note = Some("there is no ranking to pin yet".into());
        return Vec::new();
    };
    let mut commands = vec![Command::Pin(SharedSnapshot(Arc::clone(snapshot)))];
    model.parameter_state.pin = Pinning::Awaited(Arc::clone(snapshot));
    commands.extend(compared_anew(model));
    commands
}

/// Arranges the rows again if the filter compares them with what is pinned.
fn compared_anew(model: &mut Model) -> Vec<Command> {
    if model.list.filter.compares() { arrange::update::rows(model) } else { Vec::new() }
}

/// Takes the index of a pinned ranking, if it is still wanted.
pub(crate) fn take_pin(model: &mut Model, pin: Arc<Pin>) {
    let Pinning::Awaited(wanted) = &model.parameter_state.pin else {
        return;
    };
    if Arc::ptr_eq(wanted, &pin.snapshot) {
        let pairs = counted(pin.snapshot.pairs_found, "pair");
        model.note = Some(format!("pinned {pairs}: rows now say how they move against them"));
        model.parameter_state.pin = Pinning::On(pin);
    }
}
