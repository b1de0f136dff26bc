//! Turns a message and the state into the next state and commands. Effects outside the model only occur as commands,
//! and no function here blocks.
//!
//! **Keys typed ahead.** A key may need a list or a pair that an earlier key requested. This key waits
//! (`tui::update::prompt`), and later keys wait behind it. The result is therefore independent of the speed of typing,
//! which a test checks for any keys. Other keys act at once. No key waits longer than a second, and Esc drops waiting
//! keys.
//!
//! **Changing parameters.** The screen reports the effect of a change (`tui::model::parameters`). The report waits
//! until the ranking and any open pair have the newest parameters. The comparison starts from the screen before the
//! change, or before the series of changes. A thread indexes the rows of a pinned ranking by their documents, so each
//! row on the screen costs one look-up. Every new ranking includes the counts of the histogram
//! (`pipeline::ranking::histogram`), over all joined pairs and all copies. A step of the threshold therefore counts
//! nothing.

pub(crate) mod decisions;
pub(crate) mod lists;
pub(crate) mod mouse;
pub(crate) mod pair;
pub(crate) mod parameters;
pub(crate) mod prompt;

pub(crate) mod reports;

use std::{sync::Arc, time::Duration};

use shingle::{
    base::cancel::Cancel, base::numbers::format_count, decisions::PhraseLine, decisions::UserMark,
    engine::Question, pipeline::Parameter, pipeline::Params,
    pipeline::document::explain::first_words, visits::PairNames,
};

use crate::theme_choice::ThemeChoice;
use crate::tui::actions::{Action, KeyName, Motion, Place, StepDirection, ViewName};
use crate::tui::model::{
    Change, ChangeKind, Command, CurrentPair, EarlierParams, Filter, FilterTarget, Focus,
    JobResult, LastVisit, Layer, Model, Prompt, Purpose, Search, Slot,
};
use crate::tui::update::pair::{refresh_list_and_pair, resize_pair};
use crate::tui::views::{
    dots, explain, help, lesson, open_pair, palette, phrases, report, sandbox,
};
use crate::tui::{
    layout::PaneSide, messages::Message, model::parameters::describe_change,
    model::search::find_matches, parameters::bar::next_parameter,
    parameters::values::changed_parameters, update::decisions::describe_mark_subject,
    update::decisions::restore_marks, update::parameters::current_params_for_undo,
    update::parameters::restore_params, views, views::phrases::PhraseList,
    views::shared_passages::SharedPassages,
};

pub(crate) fn update(model: &mut Model, message: Message) -> Vec<Command> {
    run_and_update_layout(model, |model| handle_message(model, message));
    // The message may have brought the results for which keys wait.
    while let Some(message) = prompt::next_waiting_key(model) {
        run_and_update_layout(model, |model| handle_message(model, message));
    }
    std::mem::take(&mut model.commands)
}

/// Restores the state of the last visit, which ended `ended` ago. Undo then returns to the `usual` parameters, one
/// change at a time. Selects `pair` when the list has it, and filters the list by `filter`.
pub(crate) fn restore_last_visit(
    model: &mut Model,
    ended: Duration,
    usual: Params,
    (pair, filter): (Option<PairNames>, &str),
) {
    // If ignoring phrases is off, it must stay off when the folder's phrases arrive.
    model.choices.phrases.clone_from(&usual.phrases);
    let differs = usual != model.params;
    let text = describe_change(&usual, &model.params);
    let mut before = usual;
    while let Some(next) = apply_next_difference(&before, &model.params) {
        model.history.record(Change::Parameters(EarlierParams { params: before, selected: None }));
        before = next;
    }
    let restored = differs.then_some(text);
    let filter = Filter::parse(filter, FilterTarget::Pairs);
    let left = (!filter.is_empty()).then(|| filter.text.clone());
    model.list.filter = Arc::new(filter);
    let last = LastVisit { ended, restored, filter: left, since: None };
    model.note = last.describe_visit();
    model.last_visit = Some(last);
    model.parameter_state.reselect = pair;
}

/// Returns `before` with the first differing value of `after`. If a preset or a sketch differs, returns all of `after`,
/// because these set other values too. `None` if the parameters are equal.
fn apply_next_difference(before: &Params, after: &Params) -> Option<Params> {
    let differing = changed_parameters(before, after);
    let first = *differing.first()?;
    if differing.iter().any(|one| matches!(one, Parameter::Preset | Parameter::Sketch)) {
        return Some(after.clone());
    }
    let mut params = before.clone();
    first.copy_value(&mut params, after);
    Some(params)
}

/// Starts with a pair on the whole screen, before its ranking arrives. The documents are in the order of their row,
/// because the direction of a mark depends on the order.
pub(crate) fn open_pair_at_start(model: &mut Model, (one, other): PairNames) {
    let names = if one < other { (one, other) } else { (other, one) };
    model.pair = Some(CurrentPair::new(names, None));
    pair::zoom_pair(model);
}

/// Runs `act` and then updates areas, panes and open views, so that the parts of the model stay consistent.
fn run_and_update_layout(model: &mut Model, act: impl FnOnce(&mut Model)) {
    let (before, was_read) = (model.areas, pair::keeps_open_pair(model));
    act(model);
    model.scroll_current_list();
    if model.areas != before {
        pair::resize_pair(model);
    }
    if was_read && !pair::keeps_open_pair(model) {
        // The list has the focus again, so show the pair of its row.
        pair::refresh_list_and_pair(model);
    }
    if let Focus::Pane(which) = model.focus {
        model.reading.last = which;
    }
    dots::update_open_plot(model);
    model.compute_areas();
    explain::update_open_explanation(model);
    repeat_or_end_search(model);
    lesson::update_open_lesson(model);
    sandbox::update_open_sandbox(model);
    model.compute_areas();
}

fn handle_message(model: &mut Model, message: Message) {
    if is_hidden_by_small_screen(model, &message) {
        return;
    }
    match message {
        Message::Clock(now) => model.now = now,
        Message::Resized(width, height) => {
            model.size = (width, height);
            pair::refresh_list_and_pair(model);
        }
        Message::Report(report) => reports::handle_engine_report(model, report),
        Message::Done(JobResult { slot, generation, apply }) => {
            if model.jobs.finish(slot, generation) {
                apply(model);
            }
        }
        Message::Mouse(mouse) => mouse::handle_mouse(model, mouse),
        Message::Key(key) => prompt::handle_key(model, key),
        Message::Typed(key) => prompt::type_in_prompt(model, key),
        Message::Pasted(text) => prompt::paste_into_prompt(model, &text),
        Message::Action(action) => {
            model.note = None;
            model.parameter_state.effect.facts.clear();
            model.news.facts.clear();
            // The filter is about to show rows that the user has not seen yet.
            let marks_read =
                if action == Action::Filter { None } else { reports::record_viewed_rows(model) };
            perform_action(model, action);
            model.commands.extend(marks_read);
        }
    }
}

/// Returns true if the message acts on content that the screen is too small to show.
fn is_hidden_by_small_screen(model: &Model, message: &Message) -> bool {
    let is_asked = match message {
        Message::Action(action) => {
            !matches!(action, Action::Quit | Action::Close | Action::Suspend | Action::Redraw)
        }
        Message::Typed(_) | Message::Pasted(_) | Message::Mouse(_) => true,
        _ => false,
    };
    is_asked && model.is_screen_too_small()
}

/// Performs an action: first in the open view, then on the list or the pair below it.
pub(crate) fn perform_action(model: &mut Model, action: Action) {
    if action != Action::Mark && model.prompt.is_none() {
        model.decisions.just_marked = None;
    }
    let place = model.current_place();
    let action = match views::perform_action(model, action) {
        Ok(()) => return,
        // The view closed, and the chosen action acts on the place below it.
        Err(chosen) if model.current_place() != place => return perform_action(model, chosen),
        Err(action) => action,
    };
    if acts_on_covered_list(model, action) {
        let cover = |model: &Model| model.layers.covering_layer().map(Layer::place_of_layer);
        let before = cover(model);
        if before.is_some_and(|cover| {
            views::perform_action_at_place(model, cover, Action::Leave).is_ok()
        }) && cover(model) != before
        {
            perform_action(model, action);
        }
    } else {
        perform_on_list_or_pair(model, action);
    }
}

/// Returns true if an action is about content below the lesson or the sandbox. The action then closes this view first.
fn acts_on_covered_list(model: &Model, action: Action) -> bool {
    let is_below = match action {
        Action::Edit | Action::CopyPassage | Action::Rescan => {
            !model.layers.has_layer_at(Place::Lesson)
        }
        Action::Mark
        | Action::IgnorePassage
        | Action::TypePhrase
        | Action::Focus(_)
        | Action::Filter
        | Action::Sort(_)
        | Action::Reverse
        | Action::Go(_) => true,
        _ => action.acts_on_open_pair(),
    };
    is_below && model.is_list_covered() && !model.has_overlay()
}

fn perform_on_list_or_pair(model: &mut Model, action: Action) {
    let here = model.current_list();
    let place = model.current_place();
    let (on_list, on_bar) = (place == Place::List, place == Place::Bar);
    match action {
        Action::Move(motion) => move_selection(model, motion),
        Action::Enter => handle_enter_key(model),
        Action::Leave => go_back(model),
        Action::StepSide(direction) | Action::StepFar(direction) if on_list => {
            here.fold_selected(model, direction);
        }
        Action::StepSide(direction) | Action::StepFar(direction) if on_bar => {
            let chosen = &mut model.parameter_state.chosen;
            *chosen = next_parameter(&model.params, *chosen, direction);
        }
        Action::StepSide(_) | Action::StepFar(_) => {}
        Action::GoToEdge(StepDirection::Next) => move_selection(model, Motion::Last),
        Action::GoToEdge(StepDirection::Back) => move_selection(model, Motion::First),
        Action::Digit(digit) if on_bar => {
            let chosen = model.parameter_state.chosen;
            palette::open_palette_of_values(model, chosen, &digit.to_string());
        }
        Action::Passage(direction) if on_list && here.select_passage(model, direction) => {}
        Action::Digit(_) | Action::Passage(_) if model.areas.pair.is_none() => {
            model.show_note(pair::NO_PAIR);
        }
        Action::Digit(digit) => pair::go_to_passage(model, u32::from(digit)),
        Action::Focus(direction) => move_focus(model, direction),
        Action::Filter if is_text_focused(model) => open_search_prompt(model),
        Action::Filter => lists::open_filter_prompt(model),
        Action::Sort(direction) => lists::sort_list(model, Some(direction)),
        Action::Reverse => lists::sort_list(model, None),
        Action::Go(view) => {
            if model.shows_list_of(view) {
                if !here.press_view_key(model) {
                    lists::leave_view(model);
                }
                return;
            }
            lists::enter_view(model, view);
        }
        Action::Mark => decisions::open_mark_prompt(model),
        Action::IgnorePassage => phrases::toggle_phrase(model),
        Action::TypePhrase => phrases::open_phrase_prompt(model),
        Action::Passages | Action::ChangeLayout(_) | Action::ShowIgnored
            if model.is_view_of_pair_at(Place::Dots) =>
        {
            let dots = KeyName::DotPlot.label();
            model.show_note(format!("that works in the texts: {dots} leaves the plot"));
        }
        // While an explanation is open, these keys move between passages.
        Action::Passage(direction)
            if model.search.is_some()
                && !model.is_view_of_pair_at(Place::Words)
                && is_text_focused(model) =>
        {
            go_to_match(model, direction);
        }
        Action::Passage(direction) => pair::go_to_next_passage(model, direction),
        Action::Neighbour(direction) => lists::select_neighbour_row(model, direction),
        Action::Passages => open_pair::open_passage_list(model),
        Action::ChangeLayout(direction) => pair::switch_layout(model, direction),
        Action::ShowIgnored => pair::show_or_hide_ignored_words(model),
        Action::Dots => dots::toggle_plot(model),
        Action::Explain => explain::toggle_explanation(model),
        Action::Lesson => lesson::toggle_lesson(model),
        Action::Sandbox => sandbox::toggle_sandbox(model),
        Action::Change(parameter, direction, size) => {
            parameters::step_parameter(model, parameter, (direction, size));
        }
        Action::TypeValue => palette::open_palette(model, "="),
        Action::Undo => undo_or_redo(model, ChangeKind::Undone),
        Action::Redo => undo_or_redo(model, ChangeKind::Redone),
        Action::Pin => parameters::toggle_pin(model),
        _ => perform_program_action(model, action),
    }
}

fn perform_program_action(model: &mut Model, action: Action) {
    match action {
        Action::Close => {
            if model.current_place() == Place::List || model.is_screen_too_small() {
                model.send_command(Command::Quit);
            } else {
                perform_action(model, Action::Leave);
            }
        }
        Action::Suspend => model.send_command(Command::Suspend),
        Action::Redraw => model.send_command(Command::Redraw),
        Action::Rescan => {
            model.show_note("listing the folder again");
            model.send_command(Command::Ask(0, Question::Rescan));
        }
        Action::Help | Action::Ask => help::toggle_help(model),
        Action::Palette => palette::open_palette(model, ""),
        Action::Theme => set_theme(model, model.look.theme.next_choice()),
        Action::Projector => toggle_projector(model),
        Action::Edit => pair::edit_file(model),
        Action::CopyPassage => pair::copy_passage(model),
        Action::Report => report::open_report_prompt(model),
        Action::Quit => model.send_command(Command::Quit),
        _ => {}
    }
}

// Moving, opening and leaving, depending on the focus.

fn go_back(model: &mut Model) {
    let (purpose, has_overlay) = (model.prompt_purpose(), model.has_overlay());
    model.close_overlays();
    if purpose == Some(Purpose::Search) {
        model.search = None;
    }
    if has_overlay || purpose.is_some() {
        if matches!(purpose, Some(Purpose::Filter(_))) {
            lists::clear_filter(model);
        }
        return;
    }
    if model.focus == Focus::Bar && model.zoomed {
        model.focus = Focus::Pane(model.reading.last);
        return;
    }
    if matches!(model.focus, Focus::Pane(_)) && model.search.take().is_some() {
        return;
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
    if !lists::clear_filter(model) {
        lists::leave_view(model);
    }
}

pub(crate) fn handle_enter_key(model: &mut Model) {
    match model.current_place() {
        Place::Prompt => accept_prompt(model),
        Place::Bar => palette::open_palette_of_values(model, model.parameter_state.chosen, ""),
        _ if model.zoomed => {}

        _ => model.current_list().open_line(model),
    }
}

fn accept_prompt(model: &mut Model) {
    match model.prompt_purpose() {
        Some(Purpose::Note) => decisions::save_typed_note(model),
        Some(Purpose::Mark) if !model.typed_text().is_empty() => {
            decisions::run_mark_line(model, true);
        }
        Some(Purpose::Phrase) => {
            let prompt = model.prompt.take();
            phrases::ignore_words(model, prompt.as_ref().map_or("", Prompt::text));
        }
        Some(Purpose::Report) => report::write_report(model),
        Some(Purpose::Filter(_)) => {
            model.close_overlays();
            // The list of the filter may be shorter now, which leaves more rows to the texts.
            refresh_list_and_pair(model);
        }
        _ => model.close_overlays(),
    }
}

pub(crate) fn move_focus(model: &mut Model, direction: StepDirection) {
    let list = model.current_list();
    let (on_list, is_back) = (model.focus == Focus::List, direction == StepDirection::Back);
    let second = list.second_part_focus(model).filter(|second| on_list && **second == is_back);
    if let Some(second) = second {
        *second ^= true;
        return;
    }
    let rows = model.areas.list.map(|_| Focus::List);
    let panes = model.areas.pair.map(|_| PaneSide::BOTH.map(Focus::Pane)).into_iter().flatten();
    let ring: Vec<Focus> = rows.into_iter().chain(panes).chain([Focus::Bar]).collect();
    model.focus = direction.neighbour(&ring, &model.focus).copied().unwrap_or(Focus::List);
    if model.focus == Focus::List
        && let Some(second) = list.second_part_focus(model)
    {
        *second = is_back;
    }
}

fn move_selection(model: &mut Model, motion: Motion) {
    if views::perform_action(model, Action::Move(motion)).is_ok() {
        return;
    }
    match (model.current_place(), model.focus) {
        (_, Focus::Pane(which)) => pair::scroll_text(model, which, motion),
        (_, Focus::List) => {
            model.current_list().step_list(model, motion);
            refresh_list_and_pair(model);
        }
        (_, Focus::Bar) => parameters::move_in_parameter_bar(model, motion),
    }
}

/// Undoes the last change, or redoes the last undone change.
fn undo_or_redo(model: &mut Model, how: ChangeKind) {
    let is_undone = how == ChangeKind::Undone;
    let change = if is_undone {
        model.history.pop_change_to_undo(&model.params)
    } else {
        model.history.future.pop()
    };
    match change {
        Some(Change::Parameters(past)) => {
            let now = Change::Parameters(current_params_for_undo(model));
            model.history.record_step(now, how);
            restore_params(model, past, how);
        }
        Some(Change::Marks(marks)) if is_undone => undo_marks(model, marks),
        Some(Change::Marks(marks)) => {
            let decisions: Vec<UserMark> = marks.into_iter().map(|(_, new)| new).collect();
            model.show_note(format!("marked again: {}", describe_mark_subjects(model, &decisions)));
            let marks = Change::Marks(model.decisions.zip_with_previous_marks(&decisions));
            model.history.record_step(marks, how);
            model.send_command(Command::SaveMarks(decisions));
        }
        Some(Change::Phrase(line)) => change_phrase(model, line, how),
        None => model.show_note(if is_undone { "nothing to undo" } else { "nothing to redo" }),
    }
}

/// Undoes marks. Marks that changed since, perhaps in another program, stay.
fn undo_marks(model: &mut Model, marks: Vec<(UserMark, UserMark)>) {
    let all = Arc::clone(&model.decisions.all);
    let is_mine = |(_, decision): &(UserMark, UserMark)| {
        let now = all.last_mark_even_if_undone(decision.subject);
        now.is_none_or(|now| now.verdict == decision.verdict && now.note == decision.note)
    };
    let number = marks.len();
    let mine: Vec<(UserMark, UserMark)> = marks.into_iter().filter(is_mine).collect();
    if mine.is_empty() {
        return model.show_note("it was decided again since, perhaps elsewhere, so it stays");
    }
    let before: Vec<UserMark> = mine.iter().map(|(before, _)| before.clone()).collect();
    let what = describe_mark_subjects(model, &before);
    let what = match number - before.len() {
        0 => what,
        stay => {
            format!("{what}; {} decided again since, so they stay", format_count(stay, "row"))
        }
    };
    model.show_note(format!("taken back: {what}"));
    model.history.record_step(Change::Marks(mine), ChangeKind::Undone);
    restore_marks(model, before);
}

fn describe_mark_subjects(model: &Model, decisions: &[UserMark]) -> String {
    match decisions {
        [one] => describe_mark_subject(model, one),
        many => format_count(many.len(), "row"),
    }
}

/// Undoes or redoes the change of a phrase. If the phrase changed since, it stays.
fn change_phrase(model: &mut Model, line: PhraseLine, how: ChangeKind) {
    let is_undone = how == ChangeKind::Undone;
    let counts = line.counts != is_undone;
    let ignored = &model.states.get::<PhraseList>().all;
    if ignored.iter().any(|one| one.phrase == line.phrase) != counts {
        return model.show_note("that was changed since, perhaps elsewhere, so it stays");
    }
    if is_undone && counts && model.visited.is_visited(ViewName::Passages) {
        model.states.get_mut::<SharedPassages>().reselect = Some(line.phrase.as_str().into());
    }
    let what = if counts { "counts again" } else { "ignored again" };
    model.show_note(format!("{what}: {}", first_words(&line.phrase)));
    model.history.record_step(Change::Phrase(line.clone()), how);
    model.send_command(Command::SavePhrase(PhraseLine { counts, ..line }));
}

// The search within the open pair: its line of input, its requests, and its matches.

/// Returns true if a text has the focus, so that the filter key searches this text.
fn is_text_focused(model: &Model) -> bool {
    matches!(model.focus, Focus::Pane(_))
        && !model.is_view_of_pair_at(Place::Dots)
        && !model.is_list_covered()
}

/// Opens the line of the search, with the last pattern.
fn open_search_prompt(model: &mut Model) {
    model.layers.close_overlays();
    pair::close_views_of_pair(model);
    let which = model.side_with_focus();
    let Some(pair) = model.open_pair() else {
        let why = "no text to search yet";
        model.prompt = Some(Prompt::new(Purpose::Nothing(why), ""));
        return;
    };
    let pane = pair.pane(which);
    let top = pane.rows.row_start(pane.top);
    let from = (which, top);
    let search = model.search.get_or_insert_with(|| Search { from, ..Search::default() });
    model.prompt = Some(Prompt::new(Purpose::Search, &search.pattern));
    refresh_list_and_pair(model);
}

pub(crate) fn search_typed_text(model: &mut Model) {
    let text = model.typed_text().trim().to_string();
    let Some(search) = &mut model.search else { return };
    if search.pattern == text {
        return;
    }
    search.pattern = text;
    search.view = None;
    search.found = None;
}

fn go_to_match(model: &mut Model, direction: StepDirection) {
    let Some(search) = &mut model.search else { return };
    let wrapped = search.step_match(direction);
    if search.current_match().is_none() {
        model.note = Some(if model.jobs.awaits(Slot::Search) {
            "still searching".into()
        } else {
            format!("nothing was found: {} searches for something else", KeyName::Filter.label())
        });
    } else if wrapped {
        model.show_note(direction.describe_wrap("match"));
    }
    scroll_to_match(model);
}

/// Scrolls to the current match, and gives its text the focus.
fn scroll_to_match(model: &mut Model) {
    let Some((which, span)) = model.search.as_ref().and_then(Search::current_match) else { return };
    if matches!(model.focus, Focus::Pane(_)) {
        model.focus = Focus::Pane(which);
    }
    resize_pair(model);
    if let Some(pair) = model.open_pair_mut() {
        pair.scroll_to_byte(which, span.start);
    }
}

/// Ends the search if its texts are closed. If another or a changed pair is open, searches this pair.
fn repeat_or_end_search(model: &mut Model) {
    let typing = model.prompt_purpose() == Some(Purpose::Search);
    let is_idle = model.search.as_ref().is_some_and(|search| search.pattern.is_empty() && !typing);
    if model.focus == Focus::List || model.is_view_of_pair_at(Place::Dots) || is_idle {
        model.search = None;
    }
    let which = model.side_with_focus();
    let Some(pair) = model.open_pair() else { return };
    let (view, pane) = (Arc::clone(&pair.view), pair.pane(which));
    let top = pane.rows.row_start(pane.top);
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
    let pattern = search.pattern.clone();
    let (searched, typed) = (Arc::clone(&view), pattern.clone());
    let work = move |cancel: &Cancel| find_matches(&searched, &typed, cancel);
    model.run_job(Slot::Search, work, move |model, matches| {
        let search = model.search.as_mut().filter(|search| search.pattern == pattern);
        if let Some(search) = search {
            search.store_answer(Arc::clone(&view), matches);
            scroll_to_match(model);
        }
    });
}

/// Changes the theme. The note names the option with the same effect.
fn set_theme(model: &mut Model, theme: ThemeChoice) {
    model.look.theme = theme;
    let name = theme.name();
    model.show_note(format!("colours {name}: {} · --theme {name}", theme.help()));
}

fn toggle_projector(model: &mut Model) {
    model.projector = !model.projector;
    model.show_note(if model.projector {
        "projector mode; Ctrl-O ends it"
    } else {
        "everyday use again"
    });
    refresh_list_and_pair(model);
}
