//! Moving, opening and leaving, depending on the focus.

use crate::tui::actions::{Action, Motion, Place, StepDirection};
use crate::tui::layout::PaneSide;
use crate::tui::model::{Focus, Model, Prompt, Purpose, regions::list_height};
use crate::tui::update::pair::{self, passages, refresh_list_and_pair, request_pair, zoom};
use crate::tui::update::{decisions, lists, parameters, report, search};
use crate::tui::views::{self, phrases};

pub(crate) fn leave(model: &mut Model) {
    let (purpose, has_overlay) = (model.purpose(), model.has_overlay());
    model.parameter_state.refused = None;
    model.close_overlays();
    if purpose == Some(Purpose::Search) {
        search::end_search(model);
    }
    if has_overlay || purpose.is_some() {
        if matches!(purpose, Some(Purpose::Filter(_))) {
            lists::clear_filter(model);
        }
        return;
    }
    if model.focus == Focus::Bar && (model.zoomed || model.reading.alone) {
        model.focus = Focus::Pane(model.reading.last);
        return;
    }
    if matches!(model.focus, Focus::Pane(_)) && search::end_search(model) {
        return;
    }
    if model.reading.alone {
        return pair::toggle_alone(model);
    }
    if model.zoomed {
        model.zoomed = false;
        model.focus = Focus::List;
        return refresh_list_and_pair(model);
    }
    if model.focus != Focus::List {
        model.focus = Focus::List;
        return;
    }
    if !views::current_list(model).leave_part(model) && !lists::clear_filter(model) {
        lists::leave(model);
    }
}

pub(crate) fn enter(model: &mut Model) {
    match model.place() {
        Place::Prompt => finish(model),
        Place::Bar => parameters::open_value_prompt(model, None),
        _ if model.zoomed => {}
        _ if model.visited.current().is_ranked() => open_selected(model),
        _ => views::current_list(model).open_line(model),
    }
}

fn finish(model: &mut Model) {
    match model.purpose() {
        Some(Purpose::Value(parameter)) => parameters::set_typed(model, parameter),
        Some(Purpose::Note) => decisions::save_typed_note(model),
        Some(Purpose::Mark) if !model.typed().is_empty() => {
            decisions::run_mark_line(model, true);
        }
        Some(Purpose::Phrase) => {
            let prompt = model.prompt.take();
            phrases::ignore_words(model, prompt.as_ref().map_or("", Prompt::text));
        }
        Some(Purpose::Report(line)) => report::handle_typed_line(model, line),
        Some(Purpose::Filter(_)) => {
            model.close_overlays();
            // The texts get the rows that the filter left empty.
            refresh_list_and_pair(model);
        }
        _ => model.close_overlays(),
    }
}

fn open_selected(model: &mut Model) {
    let names = model.list.names.clone();
    if names.is_none() {
        return;
    }
    zoom(model);
    // Without room below the list, the pair may be an earlier one.
    request_pair(model, names);
    refresh_list_and_pair(model);
    let free = model.reading.free;
    if let Some(pair) = model.open_mut().filter(|pair| !free && !pair.shows_active())
        && let Some(active) = pair.active
    {
        pair.activate(active);
    }
}

pub(crate) fn focus(model: &mut Model, direction: StepDirection) {
    let list = views::current_list(model);
    let (on_list, is_back) = (model.focus == Focus::List, direction == StepDirection::Back);
    let second = list.second_part(model).filter(|second| on_list && **second == is_back);
    if let Some(second) = second {
        *second ^= true;
        return;
    }
    let areas = model.areas;
    let mut ring = Vec::new();
    if areas.is_some_and(|areas| areas.list.is_some()) {
        ring.push(Focus::List);
    }
    if areas.is_some_and(|areas| areas.pair.is_some()) {
        ring.extend([Focus::Pane(PaneSide::A), Focus::Pane(PaneSide::B)]);
    }
    if areas.is_some() {
        ring.push(Focus::Bar);
    }
    model.focus = direction.neighbour(&ring, &model.focus).copied().unwrap_or(Focus::List);
    if model.focus == Focus::List
        && let Some(second) = list.second_part(model)
    {
        *second = is_back;
    }
}

pub(crate) fn step(model: &mut Model, motion: Motion) {
    if let Some(number) = passages::end_number(model)
        && move_by_number(model, number, Action::Move(motion))
    {
        return;
    }
    if views::act(model, Action::Move(motion)).is_ok() {
        return;
    }
    match (model.place(), model.focus) {
        (Place::Prompt, _) if matches!(model.purpose(), Some(Purpose::Value(_))) => {}
        (_, Focus::Pane(which)) => pair::scroll_text(model, which, motion),
        (_, Focus::List) => lists::step(model, motion),
        (_, Focus::Bar) => parameters::move_in_bar(model, motion),
    }
}

pub(crate) fn sideways(model: &mut Model, direction: StepDirection) {
    match model.place() {
        Place::List => {
            views::current_list(model).fold_selected(model, direction == StepDirection::Next);
        }
        Place::Bar => parameters::focus_neighbour(model, direction),
        _ => {}
    }
}

/// Handles a number typed in a list. A step moves by this number of rows, and the key of the last row moves to the row
/// of this number. Returns false for other actions.
pub(crate) fn move_by_number(model: &mut Model, number: usize, action: Action) -> bool {
    let list = views::current_list(model);
    let Some((cursor, lines)) = list.cursor(model).filter(|_| model.place() == Place::List) else {
        return false;
    };
    let line = match action {
        Action::Move(Motion::Down) => cursor.selected.saturating_add(number),
        Action::Move(Motion::Up) => cursor.selected.saturating_sub(number),
        Action::Edge(StepDirection::Next) | Action::Move(Motion::Last) => number.saturating_sub(1),
        _ => return false,
    };
    list.select(model, line.min(lines.saturating_sub(1)), list_height(model));
    refresh_list_and_pair(model);
    true
}

/// Handles a digit of a value, of the number of a step, or of the number of a passage.
pub(crate) fn number(model: &mut Model, digit: u8) {
    match model.place() {
        Place::Bar => {
            parameters::open_value_prompt(model, char::from_digit(u32::from(digit), 10));
        }
        // The number may be of a passage of the pair below.
        Place::List if passages::counts_rows(model) => {
            model.prompt = Some(Prompt::new(Purpose::Passage, &digit.to_string()));
            passages::go_to_typed_number(model);
        }
        _ if model.pair_areas().is_none() => model.show_note(pair::NO_PAIR),
        _ => passages::type_digit(model, digit),
    }
}
