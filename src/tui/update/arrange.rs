//! Requests slow arrangements of the lists, and handles the arranged lists.

use std::sync::Arc;

use shingle::pipeline::Snapshot;

use crate::tui::model::{ArrangeRequest, Arranged, Arrangement, DecisionLookup, Model, RowOrder};
use crate::tui::update::{pair::refresh_list_and_pair, pairs::show_snapshot};
use crate::tui::{actions::Room, messages::Command};

/// Handles a change of the sort or the filter of the ranked list.
pub(crate) fn rearrange_rows(model: &mut Model) -> Vec<Command> {
    let coming = model.list.awaited.as_ref().map(|request| Arc::clone(&request.snapshot));
    let Some(snapshot) = coming.or_else(|| model.snapshot.clone()) else { return Vec::new() };
    model.list.key_waits = true;
    arrange_result(model, &snapshot)
}

/// Shows the rows of a result: at once in the engine's order, otherwise after their arrangement.
pub(crate) fn arrange_result(model: &mut Model, snapshot: &Arc<Snapshot>) -> Vec<Command> {
    if model.list.is_plain() {
        model.list.awaited = None;
        return show_rows(model, snapshot, RowOrder::All(snapshot.rows.len()));
    }
    let how = model.list.arrangement(mark_lookup(model));
    let request = new_request(model, snapshot, how);
    model.list.awaited = Some(request.clone());
    vec![Command::Arrange(request)]
}

fn show_rows(model: &mut Model, snapshot: &Arc<Snapshot>, order: RowOrder) -> Vec<Command> {
    model.list.key_waits = false;
    if model.snapshot.as_ref().is_none_or(|current| !Arc::ptr_eq(current, snapshot)) {
        let mut commands = show_snapshot(model, snapshot, order);
        if snapshot.is_whole() {
            model.list.whole = Some(Arc::clone(snapshot));
        }
        commands.extend(request_mark_counts(model));
        return commands;
    }
    model.list.set_rows(snapshot, order);
    model.list.restore_selection(snapshot, model.visible_lines(Room::Pairs));
    refresh_list_and_pair(model)
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
pub(crate) fn request_mark_counts(model: &mut Model) -> Option<Command> {
    if model.decisions.all.is_empty() {
        (model.decisions.awaited, model.decisions.decided) = (None, None);
        model.decisions.copies.clear();
        return None;
    }
    let snapshot = model.snapshot.clone()?;
    let request = new_request(model, &snapshot, Arrangement::Decided(mark_lookup(model)));
    model.decisions.awaited = Some(request.number);
    Some(Command::Arrange(request))
}

/// Requests the list of documents.
pub(crate) fn request_documents(model: &mut Model, snapshot: &Arc<Snapshot>) -> Command {
    let counted = (Arc::clone(&model.passages_below), Arc::clone(&model.elsewhere));
    let how = model.documents.how(counted);
    let request = new_request(model, snapshot, how);
    model.documents.awaited = Some(request.number);
    Command::Arrange(request)
}

/// Requests the list of problems.
pub(crate) fn request_problems(model: &mut Model, snapshot: &Arc<Snapshot>) -> Command {
    let filter = Arc::clone(&model.problems.filter);
    let request = new_request(model, snapshot, Arrangement::Problems { filter });
    model.problems.awaited = Some(request.number);
    Command::Arrange(request)
}

fn new_request(model: &mut Model, snapshot: &Arc<Snapshot>, how: Arrangement) -> ArrangeRequest {
    model.last_request += 1;
    ArrangeRequest { number: model.last_request, snapshot: Arc::clone(snapshot), how }
}

/// Handles an arrangement. Drops the answer to an older request.
pub(crate) fn handle_arranged(
    model: &mut Model,
    request: ArrangeRequest,
    found: Arranged,
) -> Vec<Command> {
    match found {
        Arranged::Rows(rows) => {
            if model.list.awaited.as_ref() == Some(&request) {
                model.list.awaited = None;
                return show_rows(model, &request.snapshot, RowOrder::Some(rows));
            }
        }
        Arranged::Documents(lines) => {
            if model.documents.awaited == Some(request.number) {
                (model.documents.awaited, model.documents.key_waits) = (None, false);
                let visible = model.visible_lines(Room::Documents);
                model.documents.longest = u16::try_from(model.names.longest).unwrap_or(u16::MAX);
                model.documents.show(request.snapshot, lines, visible);
                return refresh_list_and_pair(model);
            }
        }
        Arranged::Decided(decided, copies) => {
            if model.decisions.awaited == Some(request.number) {
                (model.decisions.awaited, model.decisions.decided) = (None, decided);
                model.decisions.copies = copies;
            }
        }
        Arranged::Problems(reasons) => {
            if model.problems.awaited == Some(request.number) {
                model.problems.awaited = None;
                let happened = Arc::clone(&model.activities.all);
                let visible = model.visible_lines(Room::Problems);
                model.problems.show(request.snapshot, reasons, &happened, visible);
            }
        }
    }
    Vec::new()
}
