//! Decides: what is typed after the key, notes, and taking back. A decision is on the screen when it is kept, not before.

use std::collections::BTreeSet;

use shingle::base::numbers::counted;
use shingle::decisions::decision::{Decision, LONGEST_NOTE, Verdict};
use shingle::pipeline::ranking::row::Row;

use crate::tui::event_loop::command::Command;
use crate::tui::pair::update::settle;
use crate::tui::rooms::arrange;
use crate::tui::rooms::filter::Test;
use crate::tui::rooms::room::Room;
use crate::tui::rooms::selected::list_height;
use crate::tui::screen::model::Model;
use crate::tui::screen::prompt::{Prompt, Purpose};

use super::model::{Kept, letter};

/// Opens the line that takes a verdict.
pub(crate) fn ask(model: &mut Model) {
    if let Err(why) = rows(model, 1) {
        model.note = Some(why.into());
        return;
    }
    model.prompt = Some(Prompt::new(Purpose::Verdict, ""));
}

/// Acts on what was typed after the key: a number or `a`, then the letter of a verdict.
pub(crate) fn typed(model: &mut Model) -> Vec<Command> {
    let Some(text) = model.prompt.as_ref().map(|prompt| prompt.text().to_string()) else {
        return Vec::new();
    };
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let (number, rest) = text.split_at(text.len() - digits.len());
    let (all, rest) = rest.strip_prefix('a').map_or((false, rest), |rest| (true, rest));
    let count = if all { usize::MAX } else { number.parse().unwrap_or(1).max(1) };
    let verdict = match rest {
        "" => return Vec::new(),
        "n" if number.is_empty() && !all => {
            ask_note(model);
            return Vec::new();
        }
        " " => model.decisions.last,
        rest => Verdict::ALL.into_iter().find(|verdict| letter(*verdict) == rest),
    };
    model.prompt = None;
    let Some(verdict) = verdict else {
        model.note = Some(match rest {
            " " => "nothing was marked before: press Space, then a letter".into(),
            _ => format!("{rest} is no mark: r, q, c, u, m or o, n for a note"),
        });
        return settle(model);
    };
    match rows(model, count) {
        Ok(places) => decide(model, &places, verdict),
        Err(why) => {
            model.note = Some(why.into());
            settle(model)
        }
    }
}

/// Opens the line that takes a note, with the note that there is.
fn ask_note(model: &mut Model) {
    let (Ok(places), Some(snapshot)) = (rows(model, 1), model.snapshot.clone()) else { return };
    let row = places.first().and_then(|place| model.list.order.row(*place));
    let row = row.and_then(|row| snapshot.rows.get(row));
    let note = row
        .map(|row| model.decisions.on_row(&model.folder_name, &snapshot, row, Verdict::Open).note);
    model.prompt = Some(Prompt::new(Purpose::Note, &note.unwrap_or_default()));
}

/// Keeps the note that was typed.
pub(crate) fn note_typed(model: &mut Model) -> Vec<Command> {
    let Some(prompt) = model.prompt.take() else { return Vec::new() };
    let (Ok(places), Some(snapshot)) = (rows(model, 1), model.snapshot.clone()) else {
        return settle(model);
    };
    let row = places.first().and_then(|place| model.list.order.row(*place));
    let Some(row) = row.and_then(|row| snapshot.rows.get(row)) else { return settle(model) };
    let verdict = model.decisions.of_row(&snapshot, row).map_or(Verdict::Open, |one| one.verdict);
    let mut decision = model.decisions.on_row(&model.folder_name, &snapshot, row, verdict);
    decision.note = prompt.text().trim().to_string();
    decision.note.truncate(decision.note.floor_char_boundary(LONGEST_NOTE));
    let mut commands = keep(model, vec![decision]);
    commands.extend(settle(model));
    commands
}

/// The places in the list of so many rows from the selected one on, or of all if that is more than there are.
fn rows(model: &Model, count: usize) -> Result<Vec<usize>, &'static str> {
    if !matches!(model.rooms.here(), Room::Pairs | Room::Resembling) {
        return Err("pairs are marked: Esc leads back to their list");
    }
    if model.is_stale() || model.list.awaited.is_some() {
        return Err("the list is about to change: mark when it is there");
    }
    let from = if count == usize::MAX { 0 } else { model.list.place() };
    let places: Vec<usize> = (from..model.list.order.len()).take(count).collect();
    if places.is_empty() { Err("there is no pair to mark") } else { Ok(places) }
}

fn decide(model: &mut Model, places: &[usize], verdict: Verdict) -> Vec<Command> {
    let Some(snapshot) = model.snapshot.clone() else { return Vec::new() };
    let row = |place: &usize| snapshot.rows.get(model.list.order.row(*place)?);
    let made: Vec<Decision> = places
        .iter()
        .filter_map(row)
        .map(|row| model.decisions.on_row(&model.folder_name, &snapshot, row, verdict))
        .collect();
    model.decisions.last = Some(verdict);
    if places.len() > 1 {
        model.note = Some(format!(
            "{} marked {verdict}; u takes it back",
            counted(made.len() as u64, "row")
        ));
    }
    let mut commands = keep(model, made);
    go_to_next_open(model, places);
    commands.extend(settle(model));
    commands
}

fn keep(model: &mut Model, made: Vec<Decision>) -> Vec<Command> {
    model.decisions.remember(model.now, &made);
    vec![Command::Decide(made)]
}

/// Selects the next row below these that is open, or the first one.
fn go_to_next_open(model: &mut Model, marked: &[usize]) {
    let Some(snapshot) = model.snapshot.clone() else { return };
    let marked: BTreeSet<usize> = marked.iter().copied().collect();
    let is_open = |place: &usize| {
        let row = model.list.order.row(*place).and_then(|row| snapshot.rows.get(row));
        !marked.contains(place)
            && row.is_some_and(|row: &Row| model.decisions.is_open(&snapshot, row))
    };
    let from = marked.last().map_or(0, |last| last + 1);
    let len = model.list.order.len();
    let next = (from..len).find(is_open).or_else(|| (0..from.min(len)).find(is_open));
    match next {
        Some(place) => {
            let line = model.list.line_of(place);
            model.list.select(&snapshot, line, list_height(model));
        }
        None => model.note = Some("every row shown is marked".into()),
    }
}

/// Takes the last decision back, if it was made after the time of the last change of a parameter. `None` if it was not.
pub(crate) fn undo(model: &mut Model) -> Option<Vec<Command>> {
    let (made, _) = model.decisions.past.last()?;
    if model.parameter_state.history.newest().is_some_and(|changed| changed > *made) {
        return None;
    }
    let (_, before) = model.decisions.past.pop()?;
    let what = match &*before {
        [one] => format!("{} ↔ {}", name(one, 0), name(one, 1)),
        many => counted(many.len() as u64, "row"),
    };
    model.note = Some(format!("taken back: {what}"));
    Some(vec![Command::Decide(before)])
}

fn name(decision: &Decision, which: usize) -> &str {
    decision.then.names.get(which).map_or("", |name| name)
}

/// Takes what became of decisions.
pub(crate) fn kept(model: &mut Model, kept: Kept) -> Vec<Command> {
    match kept {
        Kept::Failed(reason) => {
            model.note = Some(reason);
            Vec::new()
        }
        Kept::All(all, strange) => {
            let snapshot = model.snapshot.clone();
            model.decisions.take(all, snapshot.as_deref());
            if strange > 0 {
                let lines = counted(strange, "line");
                let notice =
                    format!("{lines} of the file of decisions are none, and are left alone");
                if !model.notices.contains(&notice) {
                    model.notices.push(notice);
                }
            }
            let asks = |test: &Test| matches!(test, Test::Verdict(_) | Test::Note(_));
            if model.list.filter.terms.iter().any(|term| asks(&term.test)) {
                return arrange::update::rows(model);
            }
            Vec::new()
        }
    }
}
