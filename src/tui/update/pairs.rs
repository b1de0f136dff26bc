//! Shows a new ranking: the arrangement of its rows, their selection, and the open pair.

use std::sync::Arc;

use shingle::{
    base::cancel::Cancel, pipeline::LanguageChoice, pipeline::Snapshot,
    pipeline::document::original::BatchDates,
};

use crate::tui::model::{FolderNews, Model, RowOrder, Slot, list_height};
use crate::tui::update::pair::{pair_question, params_to_open, refresh_list_and_pair};
use crate::tui::{
    actions::ViewName, model::arrange::count_marked_rows, model::arrange::matching_rows,
    parameters::warnings::Warnings,
};

pub(crate) fn rearrange_rows(model: &mut Model) {
    let Some(snapshot) = model.list.awaited.clone().or_else(|| model.snapshot.clone()) else {
        return;
    };
    model.list.key_waits = true;
    arrange_result(model, &snapshot);
}

/// Shows the rows of a result: at once if the list is neither filtered nor sorted, otherwise when they are arranged.
pub(crate) fn arrange_result(model: &mut Model, snapshot: &Arc<Snapshot>) {
    if model.list.is_unfiltered_and_unsorted() {
        model.list.awaited = None;
        model.jobs.cancel(Slot::Rows);
        return show_rows(model, snapshot, RowOrder::All(snapshot.rows.len()));
    }
    model.list.awaited = Some(Arc::clone(snapshot));
    let (sort, filter) = (model.list.sort, Arc::clone(&model.list.filter));
    let (of, marks) = (model.list.of.clone(), model.mark_lookup());
    let (shown, snapshot) = (Arc::clone(snapshot), Arc::clone(snapshot));
    let names = Arc::clone(&model.names);
    let work = move |cancel: &Cancel| {
        let which = (&*filter, of.as_ref(), &marks);
        matching_rows(&snapshot, sort, which, &names, &|| cancel.is_cancelled())
    };
    model.run_job(Slot::Rows, work, move |model, rows| {
        model.list.awaited = None;
        show_rows(model, &shown, RowOrder::Some(rows.into()));
    });
}

fn show_rows(model: &mut Model, snapshot: &Arc<Snapshot>, order: RowOrder) {
    model.list.key_waits = false;
    if !model.is_result_shown(snapshot) {
        show_snapshot(model, snapshot, order);
        if snapshot.is_whole() {
            model.list.whole = Some(Arc::clone(snapshot));
        }
        return request_mark_counts(model);
    }
    model.list.set_rows(snapshot, order);
    model.compute_areas();
    model.list.restore_selection(snapshot, model.visible_lines(ViewName::Pairs));
    refresh_list_and_pair(model);
}

pub(crate) fn request_mark_counts(model: &mut Model) {
    if model.decisions.all.is_empty() {
        model.jobs.cancel(Slot::MarkCounts);
        model.decisions.decided = None;
        model.decisions.copies.clear();
        return;
    }
    let marks = model.mark_lookup();
    let Some(snapshot) = model.snapshot.clone() else { return };
    let work = move |_: &Cancel| Some(count_marked_rows(&marks, &snapshot));
    model.run_job(Slot::MarkCounts, work, |model, (decided, copies)| {
        (model.decisions.decided, model.decisions.copies) = (decided, copies);
    });
}

/// Ends the announcement of work that this result completes. The first part of a result completes no work, and neither
/// does an answer to an older request.
pub(crate) fn end_spinner(model: &mut Model, snapshot: &Snapshot) {
    if snapshot.is_whole() && model.work.is_some_and(|work| work.epoch <= snapshot.epoch) {
        model.work = None;
    }
}

fn show_snapshot(model: &mut Model, snapshot: &Arc<Snapshot>, order: RowOrder) {
    let is_whole = snapshot.is_whole();
    end_spinner(model, snapshot);
    // With a fixed language, every document seems to have that language. The languages to offer must not change then,
    // because the user may be stepping through them.
    let detected = snapshot.params.language == LanguageChoice::Auto;
    if snapshot.has_all_documents() && detected && model.params.language == LanguageChoice::Auto {
        // Removes duplicates among neighbours before sorting, which leaves few languages.
        let mut languages: Vec<_> = snapshot
            .docs
            .iter()
            .flat_map(|doc| doc.languages.all_shares())
            .filter_map(|share| share.language)
            .collect();
        languages.dedup();
        languages.sort_unstable();
        languages.dedup();
        model.choices.languages = languages;
    }
    // During the first scan, the first row stays selected until the user moves.
    let is_first = model.list.whole.is_none();
    let has_moved = is_first && model.list.cursor.selected > 0;
    let is_on_screen = model.is_result_shown(snapshot);
    let is_other = model.snapshot.as_ref().is_none_or(|current| current.params != snapshot.params);
    let is_asked_for = is_whole && *snapshot.params == model.params;
    let reselect = if is_asked_for { model.parameter_state.reselect.take() } else { None };
    if snapshot.has_all_documents() {
        model.parameter_state.warnings = Warnings::new(snapshot);
    }
    if model.snapshot.as_ref().is_none_or(|before| !Arc::ptr_eq(&before.docs, &snapshot.docs)) {
        model.batch_dates = BatchDates::new(&snapshot.docs);
    }
    model.snapshot = Some(Arc::clone(snapshot));
    (model.passages_below, model.shared_by_many) = (Arc::default(), 0);
    model.elsewhere = Arc::default();
    model.list.set_rows(snapshot, order);
    model.compute_areas();
    let reselect = reselect.filter(|_| !has_moved);
    let is_found = reselect.is_some_and(|names| model.list.select_names_if_listed(snapshot, names));
    let lost = if is_first && !has_moved && !is_found {
        model.list.select_line(snapshot, 0, list_height(model));
        None
    } else {
        model.list.restore_selection(snapshot, model.visible_lines(ViewName::Pairs))
    };
    // Rows that the first part of a result lacks may still arrive.
    let lost = lost.filter(|_| is_whole);
    if is_other {
        model.news = FolderNews::default();
    } else if is_whole && !is_on_screen {
        model.news.add_row_changes(snapshot.news, lost.is_some());
    }
    if let Some((a, b)) = lost {
        model.parameter_state.effect.lost |= model.parameter_state.effect.before.is_some();
        let (a, b) = (model.names.short_name(&a), model.names.short_name(&b));
        model.show_note(format!("no longer in the list: {a} ↔ {b}"));
    }
    request_pair_again(model, snapshot);
    model.report_effect();
    report_news_of_rows(model);
}

/// Reports changes in the folder when their effects on files and rows are known.
pub(crate) fn report_news_of_rows(model: &mut Model) {
    if model.list.awaited.is_some() {
        return;
    }
    if model.news.finish_facts() {
        model.note = None;
    }
}

/// Requests the open pair again, because its texts or the parameters may have changed.
fn request_pair_again(model: &mut Model, snapshot: &Snapshot) {
    if model.pair_areas().is_none() {
        model.pair = None;
        return;
    }
    // A document may have a new name. Its content keeps its scroll position.
    if let (Some(names), Some(current)) = (&model.list.names, &mut model.pair)
        && current.shows_texts_of(snapshot, names)
    {
        current.names.clone_from(names);
    }
    let before = model.commands.len();
    refresh_list_and_pair(model);
    if model.commands.len() == before
        && let Some(current) = &model.pair
    {
        model.send_command(pair_question(
            current,
            &params_to_open(model, snapshot),
            &snapshot.surroundings,
        ));
    }
}
