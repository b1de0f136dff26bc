//! Does what a line of plain mode asks for, by the actions of the screen. It writes nothing.

use tui_input::Input;

use crate::tui::actions::{
    Action, CursorAction, ListAction, Motion, PairAction, ParameterAction, ProgramAction, Room,
    StepDirection,
};
use crate::tui::lists;
use crate::tui::messages::{Command, Message};
use crate::tui::model::{Clipboard, Focus, Model, PaletteAction, PaletteItem, Purpose};
use crate::tui::plain::commands::{PlainCommand, verdict_keys};
use crate::tui::update::{search, update};
use crate::tui::{layout::PaneSide, model::regions::list_height};

/// Levels that can lie above a list.
const LEVELS: usize = 8;
/// What passages and texts need.
pub(crate) const NO_PAIR: &str = "no pair is open: open one by its number";
/// So many names are offered where several match.
const OFFERED: usize = 8;

/// Does what a command asks for. What needs nothing of the model is left to the caller.
pub(crate) fn take(model: &mut Model, command: PlainCommand<'_>) -> Vec<Command> {
    match command {
        PlainCommand::Help(_)
        | PlainCommand::More
        | PlainCommand::Read(_)
        | PlainCommand::Where => Vec::new(),
        PlainCommand::List(_) => to_list(model),
        PlainCommand::Open(row) => open(model, row),
        PlainCommand::Step(direction) => step(model, direction),
        PlainCommand::Passage(number) => passage(model, number),
        PlainCommand::Find(text) => find(model, text),
        PlainCommand::Mark(verdict) => {
            let commands = act(model, Action::Decide);
            answer_prompt(model, commands, &verdict_keys(verdict))
        }
        PlainCommand::Note(text) => {
            let mut commands = act(model, Action::Decide);
            if model.asks(Purpose::Verdict) {
                commands.extend(update(model, Message::Pasted("n".to_string())));
            }
            answer_prompt(model, commands, text)
        }
        PlainCommand::Set(values) => {
            let commands = act(model, Action::Parameter(ParameterAction::Type));
            answer_prompt(model, commands, values)
        }
        PlainCommand::Filter(text) => {
            let mut commands = to_list(model);
            commands.extend(act(model, Action::List(ListAction::Filter)));
            answered(model, commands, text)
        }
        PlainCommand::Query(text) => {
            let mut commands = to_list(model);
            if model.rooms.here() == Room::Query {
                model.query.text.clear();
            }
            commands.extend(update(model, Message::Pasted(text.to_string())));
            commands
        }
        PlainCommand::Report(file) => {
            let commands = act(model, Action::Program(ProgramAction::Report));
            answer_prompt(model, commands, file)
        }
        PlainCommand::Back => act(model, Action::Leave),
        PlainCommand::Quit => act(model, Action::Program(ProgramAction::Quit)),
        PlainCommand::Named(line) => named(model, line),
    }
}

/// What an open line of input gets. Without a text it is closed.
pub(crate) fn answer(model: &mut Model, text: &str) -> Vec<Command> {
    let text = text.trim();
    if text.is_empty() {
        return act(model, Action::Leave);
    }
    let text = if model.asks(Purpose::Verdict) { verdict_keys(text) } else { text.to_string() };
    answered(model, Vec::new(), &text)
}

/// Gives a text to the line of input that the commands before have opened. Without a text, the line stays open for the next.
fn answer_prompt(model: &mut Model, commands: Vec<Command>, text: &str) -> Vec<Command> {
    if text.is_empty() { commands } else { answered(model, commands, text) }
}

fn act(model: &mut Model, action: Action) -> Vec<Command> {
    update(model, Message::Action(action))
}

/// Gives a text to the line of input that the commands before have opened. What is refused is said, and the line is closed.
fn answered(model: &mut Model, mut commands: Vec<Command>, text: &str) -> Vec<Command> {
    let Some(prompt) = &mut model.prompt else { return commands };
    let purpose = prompt.purpose;
    // What it offers goes.
    prompt.input = Input::default();
    commands.extend(update(model, Message::Pasted(text.to_string())));
    let acts_at_once = matches!(purpose, Purpose::Verdict | Purpose::Replace);
    let waits = if acts_at_once { model.asks(Purpose::Verdict) } else { model.prompt.is_some() };
    if waits {
        commands.extend(act(model, Action::Enter));
    }
    // A report has no title and no summary then.
    while matches!(model.purpose(), Some(Purpose::Report(_))) {
        commands.extend(act(model, Action::Enter));
    }
    let refused = model.parameter_state.refused.take();
    let refused = refused.or_else(|| model.note.clone().filter(|_| acts_at_once));
    if let Some(refused) = refused
        && model.asks(purpose)
    {
        commands.extend(act(model, Action::Leave));
        model.note = Some(refused);
    }
    commands
}

/// Leaves what lies above the list.
fn to_list(model: &mut Model) -> Vec<Command> {
    let mut commands = Vec::new();
    for _ in 0..LEVELS {
        let is_above = model.zoomed || model.lists_passages || model.prompt.is_some();
        if !is_above && !model.is_covered() {
            break;
        }
        commands.extend(act(model, Action::Leave));
    }
    commands
}

/// How many rows the list has that have numbers.
pub(crate) fn rows(model: &Model) -> usize {
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => model.list.order.len(),
        Room::Clusters => model.tree.place().1,
        Room::Sources => model.sources.sources().len(),
        _ => lists::here(model).cursor(model).map_or(0, |(_, rows)| rows),
    }
}

fn open(model: &mut Model, row: Option<usize>) -> Vec<Command> {
    let mut commands = to_list(model);
    if let Some(row) = row {
        let rows = rows(model);
        let Some(place) = row.checked_sub(1).filter(|_| row <= rows) else {
            model.note = Some(match rows {
                0 => "the list has no row that can be opened by its number".to_string(),
                _ => format!("there is no row {row}: they go from 1 to {rows}"),
            });
            return commands;
        };
        let line = match model.rooms.here() {
            Room::Pairs | Room::Resembling => model.list.line_of(place),
            Room::Clusters => model.tree.line_of(place),
            _ => place,
        };
        lists::here(model).select(model, line, list_height(model));
    }
    commands.extend(act(model, Action::Enter));
    commands
}

fn step(model: &mut Model, direction: StepDirection) -> Vec<Command> {
    if model.zoomed {
        return act(model, Action::Pair(PairAction::Passage(direction)));
    }
    let motion = match direction {
        StepDirection::Next => Motion::Down,
        StepDirection::Back => Motion::Up,
    };
    act(model, Action::Move(motion))
}

fn passage(model: &mut Model, number: u32) -> Vec<Command> {
    let mut commands = Vec::new();
    if !model.zoomed {
        model.note = Some(NO_PAIR.to_string());
        return commands;
    }
    for digit in number.to_string().bytes() {
        if model.asks(Purpose::Passage) {
            let digit = char::from(digit).to_string();
            commands.extend(update(model, Message::Pasted(digit)));
        } else {
            commands.extend(act(model, Action::Digit(digit - b'0')));
        }
    }
    if model.asks(Purpose::Passage) {
        commands.extend(act(model, Action::Enter));
    }
    // A report has no title and no summary then.
    while matches!(model.purpose(), Some(Purpose::Report(_))) {
        commands.extend(act(model, Action::Enter));
    }
    commands
}

/// Finds words in the open pair, from the beginning of its first text.
fn find(model: &mut Model, text: &str) -> Vec<Command> {
    if !model.zoomed || model.open().is_none() {
        model.note = Some(NO_PAIR.to_string());
        return Vec::new();
    }
    search::end(model);
    if text.is_empty() {
        model.note = Some("the search has ended".to_string());
        return Vec::new();
    }
    model.focus = Focus::Pane(PaneSide::A);
    let commands = act(model, Action::List(ListAction::Filter));
    answered(model, commands, text)
}

/// Does what the palette finds by these letters, if that is one thing.
fn named(model: &mut Model, line: &str) -> Vec<Command> {
    let mut commands = act(model, Action::Program(ProgramAction::Palette));
    commands.extend(update(model, Message::Pasted(line.to_string())));
    let found = &model.palette.found;
    let is_it = |item: &PaletteItem| {
        item.label.to_lowercase() == line.to_lowercase()
            || item.key.split_whitespace().any(|key| key == line)
    };
    let value = |item: &PaletteItem| matches!(item.action, PaletteAction::Value(..));
    let has_value = line.contains([' ', '=']) && found.first().is_some_and(value);
    let place =
        found.iter().position(is_it).or_else(|| (has_value || found.len() == 1).then_some(0));
    let refused = match place.and_then(|place| found.get(place)) {
        Some(item) => lacks(model, &item.action).map(String::from),
        None if found.is_empty() => {
            Some(
                model.palette.refusal.clone().unwrap_or_else(|| {
                    format!("nothing is called “{line}”: help lists the commands")
                }),
            )
        }
        None => {
            let names: Vec<&str> = found.iter().take(OFFERED).map(|item| &*item.label).collect();
            let more = if found.len() > OFFERED { " and others" } else { "" };
            Some(format!("several things have this name: {}{more}", names.join("; ")))
        }
    };
    if let Some(refused) = refused {
        commands.extend(act(model, Action::Leave));
        model.note = Some(refused);
        return commands;
    }
    model.palette.chosen = place.unwrap_or(0);
    commands.extend(act(model, Action::Enter));
    commands
}

/// Why plain mode does not do this; `None` if it does.
fn lacks(model: &Model, action: &PaletteAction) -> Option<&'static str> {
    const DRAWN: &str = "that changes only how the screen is drawn, and plain mode draws none";
    const TAUGHT: &str = "for lessons in lines, use `shingle teach A B --format text`";
    const EDITED: &str = "an editor needs the screen: begin without --plain";
    const COPIED: &str = "plain mode sends no copy to the terminal: begin with --clipboard file";
    let PaletteAction::OfKey(action) = action else {
        return matches!(action, PaletteAction::Theme(_) | PaletteAction::Mouse(_))
            .then_some(DRAWN);
    };
    match action {
        Action::Cursor(CursorAction::Dots | CursorAction::Explain)
        | Action::Focus(_)
        | Action::Far(_)
        | Action::Pair(
            PairAction::Passages
            | PairAction::Join
            | PairAction::Reflow
            | PairAction::Shape(_)
            | PairAction::Alone
            | PairAction::Dropped,
        )
        | Action::Program(
            ProgramAction::Help
            | ProgramAction::Palette
            | ProgramAction::Mouse
            | ProgramAction::Theme
            | ProgramAction::Projector
            | ProgramAction::Redraw
            | ProgramAction::Suspend,
        ) => Some(DRAWN),
        Action::Lesson(_) | Action::Sandbox => Some(TAUGHT),
        Action::Program(ProgramAction::Edit) => Some(EDITED),
        Action::Program(ProgramAction::CopyPassage | ProgramAction::CopyPair)
            if model.clipboard == Clipboard::Terminal =>
        {
            Some(COPIED)
        }
        _ => None,
    }
}
