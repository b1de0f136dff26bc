//! Requests slow arrangements of the lists, and handles the arranged lists.

use std::sync::Arc;

use shingle::{base::cancel::Cancel, pipeline::Snapshot};

use crate::tui::model::{DecisionLookup, Model, RowOrder, Slot, arrange::matching_rows};
use crate::tui::update::{pair::refresh_list_and_pair, pairs::show_snapshot};
use crate::tui::{actions::Room, model::decided_rows::count_marked};

/// Handles a change of the sort or the filter of the ranked list.
pub(crate) fn rearrange_rows(model: &mut Model) {
    let Some(snapshot) = model.list.awaited.clone().or_else(|| model.snapshot.clone()) else {
        return;
    };
    model.list.key_waits = true;
    arrange_result(model, &snapshot);
}

/// Shows the rows of a result: at once in the engine's order, otherwise after their arrangement.
pub(crate) fn arrange_result(model: &mut Model, snapshot: &Arc<Snapshot>) {
    if model.list.is_plain() {
        model.list.awaited = None;
        model.jobs.cancel(Slot::Rows);
        return show_rows(model, snapshot, RowOrder::All(snapshot.rows.len()));
    }
    model.list.awaited = Some(Arc::clone(snapshot));
    let (sort, filter) = (model.list.sort, Arc::clone(&model.list.filter));
    let (of, marks) = (model.list.of.clone(), mark_lookup(model));
    let (shown, snapshot) = (Arc::clone(snapshot), Arc::clone(snapshot));
    let work = move |cancel: &Cancel| {
        let which = (&*filter, of.as_ref(), &marks);
        matching_rows(&snapshot, sort, which, &|| cancel.is_cancelled())
    };
    model.run(Slot::Rows, work, move |model, rows| {
        model.list.awaited = None;
        show_rows(model, &shown, RowOrder::Some(rows.into()));
    });
}

fn show_rows(model: &mut Model, snapshot: &Arc<Snapshot>, order: RowOrder) {
    model.list.key_waits = false;
    if model.snapshot.as_ref().is_none_or(|current| !Arc::ptr_eq(current, snapshot)) {
        show_snapshot(model, snapshot, order);
        if snapshot.is_whole() {
            model.list.whole = Some(Arc::clone(snapshot));
        }
        return request_mark_counts(model);
    }
    model.list.set_rows(snapshot, order);
    model.lay_out();
    model.list.restore_selection(snapshot, model.visible_lines(Room::Pairs));
    refresh_list_and_pair(model);
}

/// Returns the data that identifies marked rows.
fn mark_lookup(model: &Model) -> DecisionLookup {
    DecisionLookup {
        all: Arc::clone(&model.decisions.all),
        folder: model.folder_name.as_str().into(),
        happened: Arc::clone(&model.activities.all),
    }
}

/// Requests the number of marked rows.
pub(crate) fn request_mark_counts(model: &mut Model) {
    if model.decisions.all.is_empty() {
        model.jobs.cancel(Slot::MarkCounts);
        model.decisions.decided = None;
        model.decisions.copies.clear();
        return;
    }
    let marks = mark_lookup(model);
    let Some(snapshot) = model.snapshot.clone() else { return };
    let work = move |_: &Cancel| Some(count_marked(&marks, &snapshot));
    model.run(Slot::MarkCounts, work, |model, (decided, copies)| {
        (model.decisions.decided, model.decisions.copies) = (decided, copies);
    });
}
