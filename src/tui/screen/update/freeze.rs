//! What the watcher brings is held back while the list is frozen, and let in afterwards.

use std::sync::Arc;

use shingle::base::numbers::counted;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::event_loop::command::Command;
use crate::tui::parameters::freeze::Frozen;
use crate::tui::rooms;
use crate::tui::rooms::clusters;
use crate::tui::rooms::room::Room;
use crate::tui::screen::model::Model;

/// Holds back what the folder does, or lets it in.
pub(crate) fn toggle(model: &mut Model) -> Vec<Command> {
    let Some(frozen) = model.tune.frozen.take() else {
        model.tune.frozen = Some(Frozen::default());
        model.note = Some("frozen: changes in the folder wait until f is pressed again".into());
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

/// Whether a ranking is kept aside, because the list is frozen.
pub(crate) fn hold_back(model: &mut Model, news: &Arc<Snapshot>) -> bool {
    if model.snapshot.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, news)) {
        // The same result may be said again.
        return false;
    }
    let holds = Frozen::holds(model.snapshot.as_deref(), news);
    let Some(frozen) = model.tune.frozen.as_mut() else {
        return false;
    };
    if holds {
        if frozen.held.as_ref().is_none_or(|held| !Arc::ptr_eq(held, news)) {
            frozen.hold(news);
        }
        model.work = None;
    } else {
        // It was made of the folder as it is by now: nothing waits any more.
        if frozen.changes > 0 {
            model.tune.effect.mix();
        }
        *frozen = Frozen::default();
    }
    holds
}
