//! The parameters: every change asks the engine at once, and can be taken back.

pub(crate) mod effect;
pub(crate) mod pin;
pub(crate) mod pointer;

use std::sync::Arc;

use shingle::base::visible::visible;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::template::Template;

use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::wish::{Dial, Motion, TuningWish, Turn};
use crate::tui::pair::update::settle;
use crate::tui::rooms::laboratory::update::study;
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;
use crate::tui::screen::prompt::{Prompt, Purpose};

use super::bar::{end, neighbour};
use super::effect::ChangeKind;
use super::effect::change::change;
use super::history::Past;
use super::table::turned;
use super::table::{name_of, rests, value};
use super::typed::{all_act, dial_named, with_one, with_typed};

/// Does what is wanted of the parameters.
pub(crate) fn take(model: &mut Model, wish: TuningWish) -> Vec<Command> {
    match wish {
        TuningWish::Turn(dial, turn) => return self::turn(model, dial, turn),
        TuningWish::Choose(turn) => {
            model.tune.chosen = neighbour(&model.params, model.tune.chosen, turn);
        }
        TuningWish::Type(digit) => ask(model, digit),
        TuningWish::Undo => return undo(model),
        TuningWish::Redo => return redo(model),
        TuningWish::Pin => return pin::toggle(model),
    }
    Vec::new()
}

/// Turns a parameter by a step.
pub(crate) fn turn(model: &mut Model, dial: Dial, turn: Turn) -> Vec<Command> {
    if let Some(rests) = rests(dial, &model.params).filter(|rests| rests.away) {
        model.note = Some(format!("{}: {}", name_of(dial), rests.why));
        return Vec::new();
    }
    let params = turned(&model.params, dial, turn, &model.choices);
    model.tune.chosen = dial.coarse();
    if params == model.params {
        model.note = Some("that is as far as it goes".into());
        return Vec::new();
    }
    change_to(model, params, Some(dial))
}

/// Asks for a ranking with other parameters. `dial` is the one that differs, `None` when several do.
pub(crate) fn change_to(model: &mut Model, params: Params, dial: Option<Dial>) -> Vec<Command> {
    let before = now(model);
    let goes_on = model.tune.history.record(before, dial, model.now);
    model.tune.wanted = None;
    set(model, params, ChangeKind::Changed, goes_on)
}

/// What is in force and selected.
fn now(model: &Model) -> Past {
    Past { params: model.params.clone(), selected: model.list.names.clone() }
}

fn set(model: &mut Model, params: Params, how: ChangeKind, goes_on: bool) -> Vec<Command> {
    effect::begin(model, how, goes_on);
    model.params = params.clone();
    let mut commands = vec![Command::SetParams(params)];
    commands.extend(study::follow(model));
    // Other values may need more rows, or fewer, and what is below them the others.
    commands.extend(settle(model));
    commands
}

fn undo(model: &mut Model) -> Vec<Command> {
    if let Some(past) = model.tune.history.undo(&now(model)) {
        return go(model, past, ChangeKind::Undone);
    }
    model.note = Some("no change of a parameter is left to be undone".into());
    Vec::new()
}

fn redo(model: &mut Model) -> Vec<Command> {
    if let Some(past) = model.tune.history.redo(&now(model)) {
        return go(model, past, ChangeKind::Redone);
    }
    model.note = Some("nothing was undone that could be done again".into());
    Vec::new()
}

fn go(model: &mut Model, past: Past, how: ChangeKind) -> Vec<Command> {
    let Past { params, selected } = past;
    model.tune.wanted = selected;
    model.note = Some(format!("{}{}", how.prefix(), change(&model.params, &params, false)));
    set(model, params, how, false)
}

/// Moves within the bar: up and down turn the chosen parameter.
pub(crate) fn step(model: &mut Model, motion: Motion) -> Vec<Command> {
    let dial = model.tune.chosen;
    match motion {
        Motion::Up => return turn(model, dial, Turn::Next),
        Motion::Down => return turn(model, dial, Turn::Back),
        Motion::First => model.tune.chosen = end(&model.params, Turn::Back).unwrap_or(dial),
        Motion::Last => model.tune.chosen = end(&model.params, Turn::Next).unwrap_or(dial),
        Motion::PageUp | Motion::PageDown => {}
    }
    Vec::new()
}

/// Gives the focus to a parameter.
pub(crate) fn choose(model: &mut Model, dial: Dial) {
    model.focus = Focus::Bar;
    model.tune.chosen = dial;
}

/// Opens a line for the value of the chosen parameter.
pub(crate) fn ask(model: &mut Model, digit: Option<char>) {
    let begun = digit.map_or(String::new(), String::from);
    model.overlay = None;
    model.tune.refused = None;
    model.prompt = Some(Prompt::new(Purpose::Value(model.tune.chosen), &begun));
}

/// Sets what was typed: a value for `dial`, or names of parameters each with its value. What cannot be read stays in its
/// line.
pub(crate) fn typed(model: &mut Model, dial: Dial) -> Vec<Command> {
    let text = model.prompt.as_ref().map_or("", Prompt::text).trim().to_string();
    if text.is_empty() {
        model.prompt = None;
        return Vec::new();
    }
    if let Some(path) = template_typed(model, dial, &text) {
        model.prompt = None;
        return vec![read_template(model, &path)];
    }
    let (params, dial) = match read(model, dial, &text) {
        Ok(read) => read,
        Err(refused) => {
            model.tune.refused = Some(refused);
            return Vec::new();
        }
    };
    model.prompt = None;
    if let Some(dial) = dial {
        model.tune.chosen = dial;
    }
    if params == model.params {
        let what = dial.map_or("everything".into(), |dial| {
            format!("{} {}", name_of(dial), value(dial, &params))
        });
        model.note = Some(format!("{what}: that is so already"));
        return Vec::new();
    }
    change_to(model, params, dial)
}

/// The path of a template, where one was typed that is to be read first.
fn template_typed(model: &Model, dial: Dial, text: &str) -> Option<String> {
    let (name, rest) = text.split_once([' ', '=']).unwrap_or((text, ""));
    let path = match dial_named(name) {
        Some(Dial::Template) => rest.trim(),
        Some(_) if !rest.trim().is_empty() => return None,
        _ if dial == Dial::Template => text,
        _ => return None,
    };
    is_to_be_read(model, path).then(|| path.to_string())
}

/// Whether a template of this name is no value yet.
pub(crate) fn is_to_be_read(model: &Model, path: &str) -> bool {
    !path.is_empty() && with_typed(&model.params, Dial::Template, path, &model.choices).is_err()
}

/// Asks for the text of a template, which others read.
pub(crate) fn read_template(model: &mut Model, path: &str) -> Command {
    model.note = Some(format!("reading {}", visible(path)));
    Command::ReadTemplate { path: path.into(), params: Arc::new(model.params.clone()) }
}

/// Takes a template that was read, or why it could not be.
pub(crate) fn take_template(
    model: &mut Model,
    read: Result<Arc<Template>, String>,
) -> Vec<Command> {
    match read {
        Ok(template) => {
            model.note = None;
            model.tune.chosen = Dial::Template;
            model.choices.templates = vec![template];
            let template = model.choices.templates.clone();
            let params = Params { template, ..model.params.clone() };
            if params == model.params {
                return Vec::new();
            }
            change_to(model, params, Some(Dial::Template))
        }
        Err(reason) => {
            model.note = Some(reason);
            Vec::new()
        }
    }
}

/// The parameters with the values typed, and which one was named if it was one.
fn read(model: &Model, dial: Dial, text: &str) -> Result<(Params, Option<Dial>), String> {
    let with_name =
        text.split_once([' ', '=']).filter(|(name, _)| dial_named(name) == Some(Dial::Template));
    if let Some((_, value)) = with_name {
        let params = with_typed(&model.params, Dial::Template, value, &model.choices)?;
        return Ok((params, Some(Dial::Template)));
    }
    let words: Vec<&str> = text.split([' ', '=']).filter(|word| !word.is_empty()).collect();
    let with = |params: &Params, dial, value| with_typed(params, dial, value, &model.choices);
    let named = words.first().and_then(|first| dial_named(first)).filter(|_| words.len() > 1);
    if named.is_none() {
        let params = with_one(&model.params, dial, text, &model.choices)?;
        return Ok((params, Some(dial)));
    }
    let (mut params, mut all) = (model.params.clone(), Vec::new());
    for pair in words.chunks(2) {
        let [name, value] = pair else {
            return Err(format!("expected a value after {}", pair.concat()));
        };
        let dial = dial_named(name).ok_or_else(|| format!("there is no parameter {name}"))?;
        params = with(&params, dial, value).map_err(|expected| format!("{name}: {expected}"))?;
        all.push(dial);
    }
    all_act(&params, &all)?;
    Ok((params, all.first().copied().filter(|_| all.len() == 1)))
}
