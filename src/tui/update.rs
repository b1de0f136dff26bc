//! From one message to the next state and what is to be done outside. It does nothing outside itself and never waits.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::report::Report;
use shingle::pipeline::params::LanguageChoice;
use shingle::pipeline::snapshot::Snapshot;

use super::command::Command;
use super::message::{Message, Motion, Turn};
use super::model::pair::{OpenPair, PaneSizes, Prepared};
use super::model::pane::Which;
use super::model::state::{Answer, Focus, Model, Overlay, Shown, Work};
use super::model::tuning::turned;

/// Takes a message in.
pub(crate) fn update(model: &mut Model, message: Message) -> Vec<Command> {
    match message {
        Message::Clock(now) => {
            model.now = now;
            Vec::new()
        }
        Message::Resized(width, height) => {
            model.size = (width, height);
            settle(model)
        }
        Message::Report(report) => take_report(model, report),
        Message::Opened(prepared) => {
            take_pair(model, *prepared);
            Vec::new()
        }
        wish => {
            model.note = None;
            take_wish(model, &wish)
        }
    }
}

/// A key was pressed.
fn take_wish(model: &mut Model, wish: &Message) -> Vec<Command> {
    match wish {
        Message::Quit => return vec![Command::Quit],
        Message::Suspend => return vec![Command::Suspend],
        Message::Redraw => return vec![Command::Redraw],
        Message::Rescan => {
            model.note = Some("listing the folder again".into());
            return vec![Command::Rescan];
        }
        Message::Turn(dial, turn) => {
            let params = turned(&model.params, *dial, *turn, &model.choices);
            if params == model.params {
                model.note = Some("that is as far as it goes".into());
                return Vec::new();
            }
            model.params = params.clone();
            let mut commands = vec![Command::SetParams(params)];
            // Other values may need more rows, or fewer, and what is below them the others.
            commands.extend(settle(model));
            return commands;
        }
        Message::Help => {
            let shown = matches!(model.overlay, Some(Overlay::Help(_)));
            model.overlay = (!shown).then_some(Overlay::Help(0));
        }
        Message::Problems => {
            let shown = matches!(model.overlay, Some(Overlay::Problems(_)));
            model.overlay = (!shown).then_some(Overlay::Problems(0));
        }
        Message::Leave => return leave(model),
        Message::Enter => return enter(model),
        Message::Focus => focus(model),
        Message::Move(motion) => return step(model, *motion),
        Message::Passage(turn) => passage(model, *turn),
        Message::Pair(turn) => return neighbour(model, *turn),
        Message::Resized(..) | Message::Clock(_) | Message::Report(_) | Message::Opened(_) => {}
    }
    Vec::new()
}

fn leave(model: &mut Model) -> Vec<Command> {
    if model.overlay.take().is_some() {
        return Vec::new();
    }
    if model.zoomed {
        model.zoomed = false;
        model.focus = Focus::List;
        return settle(model);
    }
    model.focus = Focus::List;
    Vec::new()
}

fn enter(model: &mut Model) -> Vec<Command> {
    if model.overlay.take().is_some() || model.zoomed || model.list.names.is_none() {
        return Vec::new();
    }
    model.zoomed = true;
    if model.focus == Focus::List {
        model.focus = Focus::Pane(Which::A);
    }
    settle(model)
}

fn focus(model: &mut Model) {
    let pair_shown = model.areas().is_some_and(|areas| areas.pair.is_some());
    model.focus = match model.focus {
        Focus::List if pair_shown => Focus::Pane(Which::A),
        Focus::Pane(Which::A) => Focus::Pane(Which::B),
        Focus::Pane(Which::B) if model.zoomed => Focus::Pane(Which::A),
        Focus::List | Focus::Pane(Which::B) => Focus::List,
    };
    resize_pair(model);
}

fn step(model: &mut Model, motion: Motion) -> Vec<Command> {
    if let Some(overlay) = model.overlay {
        model.overlay = Some(scroll_overlay(model, overlay, motion));
        return Vec::new();
    }
    match model.focus {
        Focus::List => {
            let height = list_height(model);
            if let Some(snapshot) = model.snapshot.clone() {
                model.list.step(&snapshot, motion, height);
            }
            settle(model)
        }
        Focus::Pane(which) => {
            if let Some(pair) = model.open_mut() {
                pair.scroll(which, motion);
            }
            Vec::new()
        }
    }
}

fn scroll_overlay(model: &Model, overlay: Overlay, motion: Motion) -> Overlay {
    let page = usize::from(model.size.1 / 2).max(1);
    let scrolled = |top: usize, lines: usize| {
        match motion {
            Motion::Down => top.saturating_add(1),
            Motion::Up => top.saturating_sub(1),
            Motion::PageDown => top.saturating_add(page),
            Motion::PageUp => top.saturating_sub(page),
            Motion::First => 0,
            Motion::Last => lines,
        }
        .min(lines.saturating_sub(1))
    };
    match overlay {
        Overlay::Help(top) => Overlay::Help(scrolled(top, super::keymap::help().len())),
        Overlay::Problems(top) => {
            let problems = model.snapshot.as_ref().map_or(0, |snapshot| snapshot.problems.len());
            Overlay::Problems(scrolled(top, problems))
        }
    }
}

fn passage(model: &mut Model, turn: Turn) {
    let which = match model.focus {
        Focus::Pane(which) => which,
        Focus::List => Which::A,
    };
    let Some(pair) = model.open_mut() else {
        return;
    };
    let count = pair.view.passages.len();
    let wrapped = pair.step(which, turn);
    if count == 0 {
        model.note = Some("these two share no passage".into());
    } else if wrapped {
        let end = match turn {
            Turn::Next => "first",
            Turn::Back => "last",
        };
        model.note = Some(format!("round to the {end} passage"));
    }
}

fn neighbour(model: &mut Model, turn: Turn) -> Vec<Command> {
    let height = list_height(model);
    let Some(snapshot) = model.snapshot.clone() else {
        return Vec::new();
    };
    let (motion, end) = match turn {
        Turn::Next => (Motion::Down, "last"),
        Turn::Back => (Motion::Up, "first"),
    };
    let before = model.list.selected;
    model.list.step(&snapshot, motion, height);
    if model.list.selected == before && !snapshot.rows.is_empty() {
        model.note = Some(format!("this is the {end} pair of the list"));
    }
    // On the whole screen the open pair stays until another is asked for, as is done here.
    if model.zoomed {
        let names = model.list.names.clone();
        want(model, names)
    } else {
        settle(model)
    }
}

/// Rows of the list on the screen, or those it would have.
fn list_height(model: &Model) -> usize {
    let rows = model.areas().and_then(|areas| areas.list).map(|list| list.rows.height);
    usize::from(rows.unwrap_or(10))
}

/// Brings list and panes to the size of the screen and asks for the pair that should be seen.
fn settle(model: &mut Model) -> Vec<Command> {
    let height = list_height(model);
    if let Some(snapshot) = &model.snapshot {
        model.list.scroll_to_selected(snapshot.rows.len(), height);
    }
    let Some(areas) = model.areas() else {
        return Vec::new();
    };
    if areas.pair.is_none() {
        model.focus = Focus::List;
        return Vec::new();
    }
    resize_pair(model);
    if model.zoomed && model.shown.is_some() {
        return Vec::new();
    }
    let names = model.list.names.clone();
    want(model, names)
}

fn resize_pair(model: &mut Model) {
    if let Some(pair) = model.areas().and_then(|areas| areas.pair)
        && let Some(open) = model.open_mut()
    {
        open.resize(pair.sizes());
    }
}

/// Asks for a pair unless it is there already.
fn want(model: &mut Model, names: Option<(DocPath, DocPath)>) -> Vec<Command> {
    let (Some(names), Some(snapshot)) = (names, &model.snapshot) else {
        // There is no pair any more: the list says why.
        model.shown = None;
        model.zoomed = false;
        model.focus = Focus::List;
        return Vec::new();
    };
    if model.shown.as_ref().is_some_and(|shown| shown.names == names) {
        return Vec::new();
    }
    let params = Arc::clone(&snapshot.params);
    model.shown = Some(Shown { names: names.clone(), answer: Answer::Awaited });
    vec![Command::Open { a: names.0, b: names.1, params }]
}

fn take_report(model: &mut Model, report: Report) -> Vec<Command> {
    match report {
        Report::Progress { epoch, phase, done, total } => {
            let newest = model.work.map_or(epoch, |work| work.epoch.max(epoch));
            if epoch >= newest {
                let since = model.work.map_or(model.now, |work| work.since);
                model.work = Some(Work { epoch, phase, done, total, since });
            }
            Vec::new()
        }
        Report::Snapshot(snapshot) => take_snapshot(model, &snapshot),
        Report::Pair { names, view: Ok(view) } => {
            if let Some(sizes) = pane_sizes(model) {
                take_pair(model, Prepared::new(names, view, sizes));
            }
            Vec::new()
        }
        Report::Pair { names, view: Err(reason) } => {
            if let Some(shown) = model.shown.as_mut().filter(|shown| shown.names == names) {
                shown.answer = Answer::Refused(reason);
            }
            Vec::new()
        }
        Report::Watch(state) => {
            model.watch = state;
            Vec::new()
        }
        Report::Failed(reason) => {
            model.work = None;
            model.failed = Some(reason);
            Vec::new()
        }
    }
}

fn take_snapshot(model: &mut Model, snapshot: &Arc<Snapshot>) -> Vec<Command> {
    if model.snapshot.as_ref().is_some_and(|shown| shown.epoch > snapshot.epoch) {
        return Vec::new();
    }
    let is_whole = snapshot.complete_from.is_none();
    if is_whole && model.work.is_some_and(|work| work.epoch <= snapshot.epoch) {
        model.work = None;
    }
    // Under a fixed language every document has that one; and while the key goes from one fixed language to the next,
    // the order of its choices stays as it is.
    let detected = snapshot.params.language == LanguageChoice::Auto;
    if detected && model.params.language == LanguageChoice::Auto {
        // Neighbours mostly have one language: few are left to be sorted.
        let mut languages: Vec<_> = snapshot.docs.iter().filter_map(|doc| doc.language).collect();
        languages.dedup();
        languages.sort_unstable();
        languages.dedup();
        model.choices.languages = languages;
    }
    let first = model.snapshot.is_none();
    model.snapshot = Some(Arc::clone(snapshot));
    let height = list_height(model);
    let lost = if first {
        model.list.select(snapshot, 0, height);
        None
    } else {
        model.list.follow(snapshot, height)
    };
    // What is missing from a first part may still come.
    if let Some((a, b)) = lost.filter(|_| is_whole) {
        model.note = Some(format!("no longer in the list: {a} ↔ {b}"));
    }
    reopen(model, snapshot)
}

/// A new snapshot: what is open is asked for again, since its texts or parameters may have changed.
fn reopen(model: &mut Model, snapshot: &Snapshot) -> Vec<Command> {
    if model.areas().is_none_or(|areas| areas.pair.is_none()) {
        model.shown = None;
        return Vec::new();
    }
    let mut commands = settle(model);
    if commands.is_empty()
        && let Some(shown) = &model.shown
    {
        let (a, b) = shown.names.clone();
        commands.push(Command::Open { a, b, params: Arc::clone(&snapshot.params) });
    }
    commands
}

fn take_pair(model: &mut Model, prepared: Prepared) {
    let Some(sizes) = pane_sizes(model) else {
        model.shown = None;
        return;
    };
    let Some(shown) = model.shown.as_mut().filter(|shown| shown.names == prepared.names) else {
        return;
    };
    match &mut shown.answer {
        Answer::Open(pair) => pair.renew(prepared, sizes),
        answer => *answer = Answer::Open(Box::new(OpenPair::new(prepared, sizes))),
    }
}

fn pane_sizes(model: &Model) -> Option<PaneSizes> {
    model.areas()?.pair.map(|pair| pair.sizes())
}
