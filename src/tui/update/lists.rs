//! Navigation between lists, the effect of a new result on the visited lists, and the arrangement of its rows.

use std::{collections::BTreeSet, sync::Arc};

use shingle::{
    base::cancel::Cancel, base::path::DocPath, pipeline::LanguageChoice, pipeline::Snapshot,
    pipeline::document::original::BatchDates,
};

use crate::tui::actions::{Motion, StepDirection, ViewName};
use crate::tui::model::{
    Filter, Focus, FolderNews, Model, Prompt, Purpose, RowOrder, Slot, regions,
};
use crate::tui::update::pair::{
    keeps_open_pair, open_pair_zoomed, params_to_open, refresh_list_and_pair, request_pair,
    zoom_pair,
};
use crate::tui::{
    model::arrange::count_marked_rows, model::arrange::matching_rows,
    parameters::warnings::warn_about_values, views::list_of_view,
};

pub(crate) fn enter_view(model: &mut Model, view: ViewName) {
    let is_new = model.visited.current() != view;
    let subject = regions::selected_document(model);
    remember_zoomed_pair(model);
    let gone = model.visited.enter_view(view);
    model.focus = Focus::List;
    model.close_overlays();
    model.layers.close_layers_of_pair();
    model.compute_areas();
    drop_views(model, gone);
    list_of_view(view).enter_list(model, is_new, subject);
    refresh_list_and_pair(model);
}

fn remember_zoomed_pair(model: &mut Model) {
    let before = model.layers.before.as_ref();
    let (zoomed, focus) =
        before.map_or((model.zoomed, model.focus), |before| (before.zoomed, before.focus));
    let current = model.pair.as_ref().filter(|_| zoomed);
    let which = if let Focus::Pane(which) = focus { which } else { model.reading.last };
    let whole = current.map(|current| (current.names.clone(), which));
    if let Some(view) = model.visited.0.last_mut() {
        view.1 = whole;
    }
    model.zoomed = false;
}

pub(crate) fn show_similar_documents(model: &mut Model, name: DocPath) {
    model.visited.enter_view(ViewName::Resembling);
    if model.list.of.is_none() {
        // The selected row stays selected if it is listed, else the first row is. Going back selects the former row
        // again.
        model.list.all = Some((std::mem::take(&mut model.list.filter), model.list.names.clone()));
        model.list.cursor.selected = 0;
    }
    model.list.of = Some(name);
    rearrange_rows(model);
}

/// Goes one view back. Returns false if there is no view to go back to.
pub(crate) fn leave_view(model: &mut Model) -> bool {
    let Some((gone, whole)) = model.visited.leave_view() else { return false };
    model.focus = Focus::List;
    if let Some((names, _)) = whole.as_ref().filter(|_| model.visited.current().is_ranked()) {
        // The selection follows this pair when the rows of the list arrive.
        model.list.names = Some(names.clone());
    }
    drop_views(model, vec![gone]);
    let Some((names, which)) = whole else {
        refresh_list_and_pair(model);
        return true;
    };
    model.focus = Focus::Pane(which);
    if model.visited.current() == ViewName::Query {
        zoom_pair(model);
        model.current_list().show_preview(model);
    } else {
        open_pair_zoomed(model, names);
    }
    true
}

fn drop_views(model: &mut Model, gone: Vec<ViewName>) {
    if gone.contains(&ViewName::Resembling) && model.list.of.take().is_some() {
        let (filter, names) = model.list.all.take().unwrap_or_default();
        model.list.filter = filter;
        model.list.names = names.or_else(|| model.list.names.take());
        rearrange_rows(model);
    }
    for view in gone {
        list_of_view(view).drop_content(model);
    }
}

/// Handles a new result. Shows it at once if its rows keep the engine's order, otherwise when they are arranged.
pub(crate) fn handle_result(model: &mut Model, snapshot: &Arc<Snapshot>) {
    let before = model.list.awaited.as_ref().or(model.snapshot.as_ref());
    if before.is_some_and(|newest| newest.epoch > snapshot.epoch) {
        return;
    }
    if let Some(before) = before
        && before.params == snapshot.params
        && before.is_whole()
        && (!Arc::ptr_eq(&before.docs, &snapshot.docs) || before.problems != snapshot.problems)
    {
        model.changed = Some(model.now);
    }
    let before = before.cloned();
    if model.is_result_shown(snapshot) {
        // The work that the spinner announced did not change the result.
        end_spinner(model, snapshot);
    }
    if let Some(before) = before.filter(|_| snapshot.has_all_documents()) {
        model.rename_documents(&before, snapshot);
    }
    arrange_result(model, snapshot);
    // The other lists are about all documents, so a result on some documents does not change them.
    let changed = snapshot.has_all_documents().then(|| model.visited.visited_views());
    for view in changed.into_iter().flatten() {
        list_of_view(view).handle_result(model, snapshot);
    }
}

// Actions on the current list.

/// Sorts by the next or previous column, or reverses the order.
pub(crate) fn sort_list(model: &mut Model, direction: Option<StepDirection>) {
    if model.zoomed {
        return model.show_note("the list is behind this: Esc goes back to it");
    }
    model.current_list().sort_list(model, direction);
}

pub(crate) fn open_filter_prompt(model: &mut Model) {
    if model.zoomed {
        return refuse_filter(model, "the list is behind this");
    }
    let here = model.current_list().filter_mut(model);
    let Some((text, over)) = here.map(|(filter, over)| (filter.text.clone(), over)) else {
        return refuse_filter(model, "nothing to filter here");
    };
    model.layers.close_overlays();
    model.focus = Focus::List;
    // The first typed letter replaces the old filter.
    let prompt = Prompt::new(Purpose::Filter(over), &text);
    model.prompt = Some(Prompt { selected: !text.is_empty(), ..prompt });
    refresh_list_and_pair(model);
}

/// Explains why the list has no filter. Opens a line that drops typed letters, because they would act as keys.
fn refuse_filter(model: &mut Model, why: &'static str) {
    model.layers.close_overlays();
    model.prompt = Some(Prompt::new(Purpose::Nothing(why), ""));
    refresh_list_and_pair(model);
}

pub(crate) fn set_filter(model: &mut Model, text: &str) {
    let list = model.current_list();
    let Some((filter, over)) = list.filter_mut(model) else { return };
    let mut next = Filter::parse(text, over);
    if next.unknown.is_some() {
        // An incomplete or invalid filter leaves the rows unchanged.
        next.terms.clone_from(&filter.terms);
    }
    if **filter == next {
        return;
    }
    let same_rows = filter.terms == next.terms;
    *filter = Arc::new(next);
    if !same_rows {
        list.apply_filter(model);
    }
}

pub(crate) fn clear_filter(model: &mut Model) -> bool {
    let filter = model.current_list().filter_mut(model);
    let was_filtered = filter.is_some_and(|(filter, _)| !filter.text.is_empty());
    set_filter(model, "");
    was_filtered
}

/// Selects the next or previous pair of the list, wherever the focus is.
pub(crate) fn select_neighbour_row(model: &mut Model, direction: StepDirection) {
    let (motion, end) = match direction {
        StepDirection::Next => (Motion::Down, "last"),
        StepDirection::Back => (Motion::Up, "first"),
    };
    let list = model.current_list();
    let selected = |model: &Model| list.list_cursor(model).map(|(cursor, _)| cursor.selected);
    let before = selected(model);
    list.step_list(model, motion);
    let is_ranked = model.visited.current().is_ranked();
    match list.noun_of_pair_line().filter(|_| model.zoomed || is_ranked) {
        Some(noun) if selected(model) == before && (!is_ranked || model.list.len() > 0) => {
            model.show_note(format!("this is the {end} {noun}"));
        }
        // A pair that is being read stays open until the user asks for another. This is such a request.
        Some(_) if is_ranked && keeps_open_pair(model) => {
            request_pair(model, model.list.names.clone());
        }
        Some(_) if model.zoomed => list.open_line(model),
        _ => refresh_list_and_pair(model),
    }
}

// Shows a new ranking: the arrangement of its rows, their selection, and the open pair.

pub(crate) fn rearrange_rows(model: &mut Model) {
    let Some(snapshot) = model.list.awaited.clone().or_else(|| model.snapshot.clone()) else {
        return;
    };
    model.list.key_waits = true;
    arrange_result(model, &snapshot);
}

/// Shows the rows of a result: at once if the list is neither filtered nor sorted, otherwise when they are arranged.
fn arrange_result(model: &mut Model, snapshot: &Arc<Snapshot>) {
    if model.list.is_unfiltered_and_unsorted() {
        model.list.awaited = None;
        model.jobs.cancel(Slot::Rows);
        let all = (0..snapshot.rows.len() as u32).collect();
        return show_rows(model, snapshot, RowOrder(all));
    }
    model.list.awaited = Some(Arc::clone(snapshot));
    let (sort, filter) = (model.list.sort, Arc::clone(&model.list.filter));
    let (of, marks) = (model.list.of.clone(), model.mark_lookup());
    let (shown, snapshot) = (Arc::clone(snapshot), Arc::clone(snapshot));
    let names = Arc::clone(&model.names);
    let work = move |_: &Cancel| {
        let which = (&*filter, of.as_ref(), &marks);
        Some(matching_rows(&snapshot, sort, which, &names))
    };
    model.run_job(Slot::Rows, work, move |model, rows| {
        model.list.awaited = None;
        show_rows(model, &shown, RowOrder(rows.into()));
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
    model.list.restore_selection(snapshot);
    refresh_list_and_pair(model);
}

pub(crate) fn request_mark_counts(model: &mut Model) {
    if model.decisions.all.is_empty() {
        model.jobs.cancel(Slot::MarkCounts);
        model.decisions.decided = None;
        model.decisions.copies.clear();
        return;
    }
    let Some(snapshot) = model.snapshot.clone() else { return };
    let changed = model.decisions.all.find_changed_copies(|path| {
        Some(snapshot.doc(snapshot.find_present_document(path)?).file.content)
    });
    if model.decisions.all.changed_copies != changed {
        Arc::make_mut(&mut model.decisions.all).changed_copies = changed;
    }
    let marks = model.mark_lookup();
    let work = move |_: &Cancel| Some(count_marked_rows(&marks, &snapshot));
    model.run_job(Slot::MarkCounts, work, |model, (decided, copies)| {
        (model.decisions.decided, model.decisions.copies) = (decided, copies);
    });
}

/// Ends the announcement of work that this result completes. The first part of a result completes no work, and neither
/// does an answer to an older request.
fn end_spinner(model: &mut Model, snapshot: &Snapshot) {
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
        let shares = snapshot.docs.iter().flat_map(|doc| doc.languages.all_shares());
        let languages: BTreeSet<_> = shares.filter_map(|share| share.language).collect();
        model.choices.languages = languages.into_iter().collect();
    }
    // During the first scan, the first row stays selected until the user moves.
    let is_first = model.list.whole.is_none();
    let has_moved = is_first && model.list.cursor.selected > 0;
    let is_on_screen = model.is_result_shown(snapshot);
    let is_other = model.snapshot.as_ref().is_none_or(|current| current.params != snapshot.params);
    let is_asked_for = is_whole && *snapshot.params == model.params;
    let reselect = if is_asked_for { model.parameter_state.reselect.take() } else { None };
    if snapshot.has_all_documents() {
        model.parameter_state.warnings = warn_about_values(snapshot);
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
        model.list.select_line(snapshot, 0);
        None
    } else {
        model.list.restore_selection(snapshot)
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
    if model.news.list_facts_if_complete() {
        model.note = None;
    }
}

/// Requests the open pair again, because its texts or the parameters may have changed.
fn request_pair_again(model: &mut Model, snapshot: &Snapshot) {
    if model.areas.pair.is_none() {
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
        let params = params_to_open(model, snapshot);
        model.send_command(current.build_question(params, &snapshot.ignored));
    }
}
