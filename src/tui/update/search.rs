//! The search within the open pair: its line of input, its requests, and its matches.

use std::sync::Arc;

use shingle::base::{cancel::Cancel, lock::locked};

use crate::tui::actions::{KeyName, Place, StepDirection};
use crate::tui::model::{Focus, Model, Prompt, Purpose, Search, Slot};
use crate::tui::update::pair::{refresh_list_and_pair, resize_pair};
use crate::tui::{keys::key_map::key_of, views::explain};

/// Returns true if a text has the focus, so that the key for filters searches in the text.
pub(crate) fn is_text_focused(model: &Model) -> bool {
    matches!(model.focus, Focus::Pane(_)) && !model.pair_shows(Place::Dots) && !model.is_covered()
}

/// Returns true if the keys for passages select matches.
pub(crate) fn is_searching(model: &Model) -> bool {
    model.search.is_some() && !model.pair_shows(Place::Words) && is_text_focused(model)
}

/// Opens the line of input, with the last pattern.
pub(crate) fn open_search_prompt(model: &mut Model) {
    model.layers.close_overlays();
    explain::leave(model);
    let which = model.leading_side();
    let Some(pair) = model.open() else {
        let why = "no text to search yet";
        model.prompt = Some(Prompt::new(Purpose::Nothing(why), ""));
        return;
    };
    let pane = pair.pane(which);
    let top = pane.rows.row_start(pane.top);
    let search = model.search.get_or_insert_with(|| Search::new((which, top)));
    model.prompt = Some(Prompt::new(Purpose::Search, &search.pattern));
    refresh_list_and_pair(model);
}

pub(crate) fn search_typed(model: &mut Model) {
    let text = model.typed().trim().to_string();
    let Some(search) = &mut model.search else { return };
    if search.pattern == text {
        return;
    }
    search.pattern = text;
    search.view = None;
    search.found = None;
}

pub(crate) fn next(model: &mut Model, direction: StepDirection) {
    let Some(search) = &mut model.search else { return };
    let wrapped = search.step_match(direction);
    if search.current().is_none() {
        model.note = Some(if model.jobs.awaits(Slot::Search) {
            "still searching".into()
        } else {
            format!("nothing was found: {} searches for something else", key_of(KeyName::Filter))
        });
    } else if wrapped {
        let end = if direction == StepDirection::Next { "first" } else { "last" };
        model.show_note(format!("round to the {end} match"));
    }
    show_match(model);
}

/// Scrolls to the current match, and gives its text the focus.
fn show_match(model: &mut Model) {
    let Some((which, span)) = model.search.as_ref().and_then(Search::current) else { return };
    if matches!(model.focus, Focus::Pane(_)) {
        model.focus = Focus::Pane(which);
    }
    resize_pair(model);
    let free = model.reading.free;
    if let Some(pair) = model.open_mut() {
        pair.reveal_byte(which, span.start, free);
    }
}

/// Ends the search. Returns true if there was a search.
pub(crate) fn end_search(model: &mut Model) -> bool {
    model.search.take().is_some()
}

/// Ends the search if its texts are closed. Repeats the search in another or changed pair.
pub(crate) fn continue_search(model: &mut Model) {
    let typing = model.asks(Purpose::Search);
    let is_idle = model.search.as_ref().is_some_and(|search| search.pattern.is_empty() && !typing);
    if model.focus == Focus::List || model.pair_shows(Place::Dots) || is_idle {
        model.search = None;
    }
    let which = model.leading_side();
    let Some(view) = model.open().map(|pair| Arc::clone(&pair.view)) else { return };
    let top = model.open().map_or(0, |pair| pair.pane(which).rows.row_start(pair.pane(which).top));
    let Some(search) = model.search.as_mut().filter(|search| !search.pattern.is_empty()) else {
        return;
    };
    if search.view.as_ref().is_some_and(|last| Arc::ptr_eq(last, &view)) {
        return;
    }
    let before = search.found.as_ref().map(|(before, _)| before.names());
    if before.is_some_and(|names| names != view.names()) {
        search.from = (which, top);
    }
    search.view = Some(Arc::clone(&view));
    let (pattern, finder) = (search.pattern.clone(), Arc::clone(&search.finder));
    let (searched, typed) = (Arc::clone(&view), pattern.clone());
    let work = move |cancel: &Cancel| locked(&finder).find((&searched, &typed), cancel);
    model.run(Slot::Search, work, move |model, matches| {
        let search = model.search.as_mut().filter(|search| search.pattern == pattern);
        if let Some(search) = search {
            search.store_answer(Arc::clone(&view), matches);
            show_match(model);
        }
    });
}
