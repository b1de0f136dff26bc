//! Holds back what the watcher reports while the list is frozen, and lets it in afterwards.

use std::sync::Arc;

use shingle::base::numbers::counted;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::event_loop::command::Command;
use crate::tui::keys::names::KeyName;
use crate::tui::keys::naming::key_of;
use crate::tui::parameters::freeze::Frozen;
use crate::tui::rooms;
use crate::tui::rooms::clusters;
use crate::tui::rooms::room::Room;
use crate::tui::screen::model::Model;

/// Freezes the list, or lets in what was held back.
pub(crate) fn toggle(model: &mut Model) -> Vec<Command> {
    let Some(frozen) = model.parameter_state.frozen.take() else {
        model.parameter_state.frozen = Some(Frozen::default());
        model.note = Some(format!(
            "frozen: changes in the folder wait; {} lets them in",
            key_of(KeyName::Freeze)
        ));
        return Vec::new();
    };
    let Some(held) = frozen.held else {
        model.note = Some("thawed: nothing changed in the meantime".into());
        return Vec::new();
    };
    let mut commands = rooms::update::result(model, &held);
    if model.rooms.has(Room::Clusters) {
        commands.push(clusters::update::ask(model));
    }
    model.note = Some(format!("thawed: {} let in", counted(frozen.changes, "change")));
    commands
}

/// Holds a ranking back if the list is frozen. Returns whether it did.
pub(crate) fn hold_back(model: &mut Model, news: &Arc<Snapshot>) -> bool {
    if model.snapshot.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, news)) {
        // The engine may send the same result again.
        return false;
    }
    let holds = Frozen::holds(model.snapshot.as_deref(), news);
    let Some(frozen) = model.parameter_state.frozen.as_mut() else {
        return false;
    };
    if holds {
        if frozen.held.as_ref().is_none_or(|held| !Arc::ptr_eq(held, news)) {
            frozen.hold(news);
        }
        model.work = None;
    } else {
        // It was made from the folder as it is now, so nothing is held back any more.
        if frozen.changes > 0 {
            model.parameter_state.effect.mix();
        }
        *frozen = Frozen::default();
    }
    holds
}
