//! The open pair: its selection, its size, and the layout of its texts.

pub(crate) mod passages;
pub(crate) mod share;

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::{PairQuestion, Question};
use shingle::pipeline::{Params, Snapshot, Surroundings};

use crate::tui::actions::{KeyName, Motion, Place, StepDirection, ViewName};
use crate::tui::layout::{LineBreaks, PaneShape, PaneSide};
use crate::tui::model::{Command, CurrentPair, Focus, Model, ScrollBefore, ScrollPlace};
use crate::tui::{keys::key_map::key_of, views::current_list};

pub(crate) const NO_PAIR: &str = "no pair is open: Enter opens the selected one";

/// Scrolls a text. Joined texts scroll together.
pub(crate) fn scroll_text(model: &mut Model, which: PaneSide, motion: Motion) {
    let free = model.reading.free;
    if let Some(pair) = model.open_mut() {
        pair.scroll(which, motion, free);
    }
}

/// Adapts list and panes to the size of the screen, and requests the pair to show.
pub(crate) fn refresh_list_and_pair(model: &mut Model) {
    model.settle_list();
    if model.areas.is_none() {
        return;
    }
    if model.pair_areas().is_none() {
        model.layers.pop(Place::Passages);
        leave_panes(model);
        // The preview below the list shows the best passages of the selected match.
        if !model.is_covered() {
            current_list(model).show_preview(model);
        }
        return;
    }
    resize_pair(model);
    if stays_open(model) && model.pair.is_some() {
        return;
    }
    if model.visited.current() == ViewName::Query {
        return current_list(model).show_preview(model);
    }
    let names = model.list.names.clone();
    request_pair(model, names);
}

/// Returns true if the pair stays open independent of its row, until the user asks for another pair.
pub(crate) fn stays_open(model: &Model) -> bool {
    let has_focus = matches!(model.focus, Focus::Pane(_)) && model.visited.current().is_ranked();
    model.zoomed || model.reading.alone || has_focus
}

pub(crate) fn resize_pair(model: &mut Model) {
    model.lay_out();
    if let Some(sizes) = model.pair_areas().map(|areas| areas.sizes(model.reading.lines))
        && let Some(open) = model.open_mut()
    {
        open.resize(sizes);
    }
}

/// Gives the pair the whole screen, and the focus if the list has the focus.
pub(crate) fn zoom(model: &mut Model) {
    model.zoomed = true;
    if model.focus == Focus::List {
        model.focus = Focus::Pane(PaneSide::A);
    }
    model.lay_out();
}

pub(crate) fn open_zoomed(model: &mut Model, names: (DocPath, DocPath)) {
    zoom(model);
    request_pair(model, Some(names));
    resize_pair(model);
}

/// Opens two documents on the whole screen, at the passage with this byte of the first document, or at the next
/// passage.
pub(crate) fn open_zoomed_at(model: &mut Model, names: (DocPath, DocPath), byte: Option<u32>) {
    open_zoomed(model, names);
    if let Some(pair) = model.open_mut() {
        if let Some(byte) = byte {
            pair.activate_at(byte);
        }
    } else if let Some(current) = &mut model.pair {
        current.at = byte;
    }
}

/// Gives the whole screen to the pair on the screen, else to the selected pair. Returns false without either.
pub(crate) fn open_selected_zoomed(model: &mut Model) -> bool {
    let is_seen = model.pair.is_some() && model.pair_areas().is_some();
    let names = model.list_of_current_view().selected_pair(model).filter(|_| !is_seen);
    if !is_seen && names.is_none() {
        return false;
    }
    zoom(model);
    match names {
        None => {}
        Some(_) if model.visited.current() == ViewName::Query => {
            current_list(model).show_preview(model);
        }
        Some(names) => request_pair(model, Some(names)),
    }
    true
}

/// Requests a pair, unless it is open already.
pub(crate) fn request_pair(model: &mut Model, names: Option<(DocPath, DocPath)>) {
    let (Some(names), Some(snapshot)) = (names, &model.snapshot) else {
        // The pair is gone, and the list shows the reason.
        model.pair = None;
        model.zoomed = false;
        model.reading.alone = false;
        model.layers.pop(Place::Passages);
        leave_panes(model);
        return;
    };
    if model.pair.as_ref().is_some_and(|current| current.names == names) {
        return;
    }
    let current = CurrentPair::new(names, None);
    let open = question(&current, &params_to_open(model, snapshot), &snapshot.surroundings);
    model.pair = Some(current);
    model.send(open);
}

/// Returns the parameters for opening a pair of this ranking: the requested parameters if the pair can be shown before
/// their ranking, else the parameters of this ranking.
pub(crate) fn params_to_open(model: &Model, snapshot: &Snapshot) -> Arc<Params> {
    requested_params(model, snapshot).unwrap_or_else(|| Arc::clone(&snapshot.params))
}

/// Requests the open pair again after a change of the parameters, if the pair can be shown before the new ranking.
pub(crate) fn request_open_pair(model: &mut Model) {
    let is_seen = model.pair_areas().is_some();
    // A text of the query is answered together with its matches.
    let current = model.pair.as_ref().filter(|current| is_seen && current.text.is_none());
    if let (Some(snapshot), Some(current)) = (&model.snapshot, current)
        && let Some(params) = requested_params(model, snapshot)
    {
        model.send(question(current, &params, &snapshot.surroundings));
    }
}

/// Returns the requested parameters, if the choices that the folder made for a ranking are valid for them.
fn requested_params(model: &Model, snapshot: &Snapshot) -> Option<Arc<Params>> {
    let holds = Surroundings::hold_for(&snapshot.params, &model.params);
    holds.then(|| Arc::new(model.params.clone()))
}

/// Builds the command that requests a pair with these parameters, and with the shingles that the ranking ignores.
pub(crate) fn question(
    current: &CurrentPair,
    params: &Arc<Params>,
    surroundings: &Surroundings,
) -> Command {
    Command::Ask(
        0,
        Question::Pair(PairQuestion {
            names: current.names.clone(),
            text: current.text.clone(),
            params: Arc::clone(params),
            surroundings: surroundings.clone(),
        }),
    )
}

/// Handles texts that leave the screen. If a text had the focus, the list gets the focus.
fn leave_panes(model: &mut Model) {
    if matches!(model.focus, Focus::Pane(_)) {
        model.focus = Focus::List;
    }
}

pub(crate) fn screen_before(model: &Model) -> ScrollBefore {
    let place = model.open().map(|pair| {
        let (a, b) = pair.view.names();
        ((a.clone(), b.clone()), ScrollPlace::new(pair))
    });
    ScrollBefore { focus: model.focus, zoomed: model.zoomed, place }
}

/// Restores focus, screen and scroll positions.
pub(crate) fn return_to(model: &mut Model, before: ScrollBefore) {
    let ScrollBefore { focus, zoomed, place } = before;
    (model.focus, model.zoomed) = (focus, zoomed);
    refresh_list_and_pair(model);
    if let Some(((a, b), place)) = place
        && let Some(pair) = model.open_mut()
        && pair.view.names() == (&a, &b)
    {
        place.restore(pair);
    }
}

// Presentation of the two texts: their layout, common scrolling, and ignored words.

pub(crate) fn toggle_joint_scrolling(model: &mut Model) {
    let free = !model.reading.free;
    model.reading.free = free;
    let which = model.leading_side();
    model.note = Some(if free {
        format!("each text scrolls by itself; {} joins them again", key_of(KeyName::Join))
    } else {
        if let Some(pair) = model.open_mut() {
            pair.align_other(which);
        }
        "the texts scroll as one".into()
    });
}

pub(crate) fn switch_layout(model: &mut Model, direction: StepDirection) {
    let Some(areas) = model.pair_areas() else { return model.show_note(NO_PAIR) };
    if model.reading.alone {
        return model.show_note("one text has all the room: Esc brings the other back");
    }
    let count = PaneShape::ALL.len();
    let now = PaneShape::ALL.iter().position(|shape| *shape == areas.shape).unwrap_or(0);
    let places = std::iter::successors(Some(now), |place| Some(direction.step(*place, count).0));
    let mut offered =
        places.skip(1).take(count).filter(|place| areas.offered.get(*place) == Some(&true));
    let next = offered.next().and_then(|place| PaneShape::ALL.get(place)).copied();
    let next = next.unwrap_or(areas.shape);
    model.reading.shape = Some(next);
    model.note = Some(if next == areas.shape {
        format!("no room for another layout: {}", next.name())
    } else {
        next.name().into()
    });
}

pub(crate) fn toggle_alone(model: &mut Model) {
    if model.pair_shows(Place::Dots) {
        // The plot fills the screen already, so zooming would change nothing.
        return model.show_note("nothing to zoom in a plot");
    }
    if model.open().is_none() && !model.reading.alone {
        return model.show_note(NO_PAIR);
    }
    let which = model.leading_side();
    model.reading.alone = !model.reading.alone;
    if model.reading.alone {
        model.focus = Focus::Pane(which);
        let letter = which.letter();
        model.note =
            Some(format!("{letter} alone; {} or Esc brings the rest back", key_of(KeyName::Zoom)));
    }
    refresh_list_and_pair(model);
}

pub(crate) fn toggle_line_breaks(model: &mut Model) {
    model.reading.lines = model.reading.lines.other();
    model.note = Some(match model.reading.lines {
        LineBreaks::AsWritten => "lines are shown as they were written".into(),
        LineBreaks::Joined => "lines that were broken for a wider page are joined".into(),
    });
    resize_pair(model);
}

/// Shows or hides ignored words. Without a pair on the screen, opens the selected pair and shows its ignored words.
pub(crate) fn toggle_ignored_words(model: &mut Model) {
    let is_seen = model.pair_areas().is_some();
    if !is_seen && !open_selected_zoomed(model) {
        return model.show_note(NO_PAIR);
    }
    model.reading.dropped = !is_seen || !model.reading.dropped;
    model.note = Some(if model.reading.dropped {
        "i hides ignored words".into()
    } else {
        "ignored words look like other words".into()
    });
}
