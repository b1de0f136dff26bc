//! Navigation between lists, and the effect of a new result on the visited lists.

use std::sync::Arc;

use shingle::{base::path::DocPath, pipeline::Snapshot};

use crate::tui::actions::{Motion, StepDirection, ViewName, WholePair};
use crate::tui::model::{Filter, Focus, Layer, Model, Prompt, Purpose, regions};
use crate::tui::{
    update::pair::keeps_open_pair, update::pair::open_pair_zoomed,
    update::pair::refresh_list_and_pair, update::pair::request_pair, update::pair::zoom_pair,
    update::pairs, update::pairs::end_spinner, views::list_of_view,
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
    let before = model.layers.layer_of_pair().and_then(Layer::screen_before);
    let (zoomed, focus) =
        before.map_or((model.zoomed, model.focus), |before| (before.zoomed, before.focus));
    let current = model.pair.as_ref().filter(|_| zoomed);
    let whole = current.map(|current| WholePair {
        names: current.names.clone(),
        which: if let Focus::Pane(which) = focus { which } else { model.reading.last },
    });
    if let Some(view) = model.visited.0.last_mut() {
        view.1 = whole;
    }
    model.zoomed = false;
}

pub(crate) fn show_similar_documents(model: &mut Model, name: DocPath) {
    model.visited.enter_view(ViewName::Resembling);
    if model.list.of.is_none() {
        model.list.filter_of_all = Some(std::mem::take(&mut model.list.filter));
        // The selected row stays selected if it is listed, else the first row is. Going back selects the former row
        // again.
        model.list.names_of_all.clone_from(&model.list.names);
        model.list.cursor.selected = 0;
    }
    model.list.of = Some(name);
    pairs::rearrange_rows(model);
}

/// Goes one view back. Returns false if there is no view to go back to.
pub(crate) fn leave_view(model: &mut Model) -> bool {
    let Some((gone, whole)) = model.visited.leave_view() else { return false };
    model.focus = Focus::List;
    if let Some(whole) =
        whole.as_ref().filter(|_| model.visited.current().shows_same_list(ViewName::Pairs))
    {
        // The selection follows this pair when the rows of the list arrive.
        model.list.names = Some(whole.names.clone());
    }
    drop_views(model, vec![gone]);
    match whole {
        Some(whole) => reopen_zoomed_pair(model, whole),
        None => refresh_list_and_pair(model),
    }
    true
}

fn reopen_zoomed_pair(model: &mut Model, WholePair { names, which }: WholePair) {
    model.focus = Focus::Pane(which);
    if model.visited.current() != ViewName::Query {
        return open_pair_zoomed(model, names);
    }
    zoom_pair(model);
    model.current_list().show_preview(model);
}

fn drop_views(model: &mut Model, gone: Vec<ViewName>) {
    if gone.contains(&ViewName::Resembling) && model.list.of.take().is_some() {
        model.list.filter = model.list.filter_of_all.take().unwrap_or_default();
        model.list.names = model.list.names_of_all.take().or_else(|| model.list.names.take());
        pairs::rearrange_rows(model);
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
    pairs::arrange_result(model, snapshot);
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

pub(crate) fn step_list(model: &mut Model, motion: Motion) {
    model.current_list().step_list(model, motion);
    refresh_list_and_pair(model);
}

/// Selects the next or previous pair of the list, wherever the focus is.
pub(crate) fn select_neighbour_row(model: &mut Model, direction: StepDirection) {
    let (motion, end) = match direction {
        StepDirection::Next => (Motion::Down, "last"),
        StepDirection::Back => (Motion::Up, "first"),
    };
    let list = model.current_list();
    let before = list.selected_index(model);
    list.step_list(model, motion);
    let is_ranked = model.visited.current().is_ranked();
    match list.noun_of_pair_line().filter(|_| model.zoomed || is_ranked) {
        Some(noun)
            if list.selected_index(model) == before && (!is_ranked || model.list.len() > 0) =>
        {
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
