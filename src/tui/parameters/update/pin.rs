//! Keeping a ranking to compare later ones with it.

use std::sync::Arc;

use shingle::base::numbers::counted;

use crate::tui::event_loop::command::{Command, Shot};
use crate::tui::parameters::pin::{Pin, Pinning};
use crate::tui::screen::model::Model;

/// Keeps the ranking that is shown, or lets go of the one that is kept.
pub(crate) fn toggle(model: &mut Model) -> Vec<Command> {
    if !matches!(model.tune.pin, Pinning::Off) {
        model.tune.pin = Pinning::Off;
        model.note = Some("unpinned".into());
        return Vec::new();
    }
    let Some(snapshot) = &model.snapshot else {
        model.note = Some("there is no ranking to pin yet".into());
        return Vec::new();
    };
    model.tune.pin = Pinning::Awaited(Arc::clone(snapshot));
    vec![Command::Pin(Shot(Arc::clone(snapshot)))]
}

/// Takes in a ranking that can be looked up in, if it is still wanted.
pub(crate) fn take_pin(model: &mut Model, pin: Arc<Pin>) {
    let Pinning::Awaited(wanted) = &model.tune.pin else {
        return;
    };
    if Arc::ptr_eq(wanted, &pin.snapshot) {
        let pairs = counted(pin.snapshot.pairs_found, "pair");
        model.note = Some(format!("pinned {pairs}: rows now say how they move against them"));
        model.tune.pin = Pinning::On(pin);
    }
}
