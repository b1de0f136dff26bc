//! The query: every change of its text asks the engine at once.

use std::sync::Arc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use shingle::{engine::Question, pipeline::QueryResult};

use crate::tui::actions::{Place, Room};
use crate::tui::model::{Cursor, Focus, Model, Search, query::LONGEST};
use crate::tui::update::pair::{refresh_list_and_pair, resize_pair, show_query_pair, zoom};
use crate::tui::{layout::PaneSide, messages::Command};

/// Takes a key.
pub(crate) fn type_key(model: &mut Model, key: KeyEvent) -> Vec<Command> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    model.note = None;
    let query = &mut model.query;
    let mut full = false;
    let changed = match key.code {
        KeyCode::Char('u') if control => !std::mem::take(&mut query.text).is_empty(),
        KeyCode::Char('w') if control => query.erase_word(),
        KeyCode::Char(letter) if !control && !key.modifiers.contains(KeyModifiers::ALT) => {
            full = !query.push(letter);
            !full
        }
        KeyCode::Backspace => query.erase(),
        _ => false,
    };
    if full {
        note_full(model);
    }
    if changed { ask(model) } else { Vec::new() }
}

/// Takes a pasted text.
pub(crate) fn pasted(model: &mut Model, text: &str) -> Vec<Command> {
    if !model.query.paste(text) {
        note_full(model);
    }
    ask(model)
}

fn note_full(model: &mut Model) {
    let most = LONGEST >> 20;
    model.note = Some(format!("a query has at most {most} MiB: the rest is cut"));
}

/// Asks what resembles the text.
pub(crate) fn ask(model: &mut Model) -> Vec<Command> {
    let query = &mut model.query;
    query.number += 1;
    if query.text.is_empty() {
        query.found = None;
        query.cursor = Cursor::default();
        query.follow_cursor();
    }
    let text = (!query.text.is_empty()).then(|| query.text.as_str().into());
    vec![Command::Ask(query.number, Question::Query(text))]
}

/// The words that the open pair is asked about: those that are sought in it, or the one that is explained.
fn words_of_pair(model: &Model) -> Option<String> {
    if model.pair_shows(Place::Words) {
        let word = |which| Some((which, model.cursor(which)?));
        let (which, word) = word(PaneSide::A).or_else(|| word(PaneSide::B))?;
        return model.open()?.side(which).text.get(word.range()).map(str::to_string);
    }
    let pattern = model.search.as_ref().map(|search| search.pattern.clone());
    pattern.filter(|pattern| !pattern.is_empty())
}

/// Takes the words that the open pair is asked about into the text.
pub(crate) fn look_up(model: &mut Model) {
    if let Some(words) = words_of_pair(model) {
        model.query.text = words;
    }
}

/// Stops the answers. The text stays.
pub(crate) fn forget(model: &mut Model) -> Option<Command> {
    let query = &mut model.query;
    query.writing = false;
    let was_there = query.found.take().is_some() || query.is_behind();
    query.number += u64::from(was_there);
    was_there.then_some(Command::Ask(query.number, Question::Query(None)))
}

/// Takes what resembles the text.
pub(crate) fn found(model: &mut Model, number: u64, found: QueryResult) -> Vec<Command> {
    if number != model.query.number {
        return Vec::new();
    }
    let visible = model.visible_lines(Room::Query);
    model.query.take(Arc::new(found), visible);
    refresh_list_and_pair(model)
}

/// Opens the text and the selected match on the whole screen.
pub(crate) fn open(model: &mut Model) -> Vec<Command> {
    if model.query.name.is_none() {
        let why = if model.query.is_behind() {
            "it is still compared with the folder"
        } else {
            "no document resembles the query or has its words"
        };
        model.note = Some(why.into());
        return Vec::new();
    }
    zoom(model);
    let command = show_query_pair(model);
    if model.query.line().is_some_and(|line| line.hit.is_none()) {
        // It resembles the text in nothing but these words, so they are shown.
        model.focus = Focus::Pane(PaneSide::B);
        let mut search = Search::new((PaneSide::B, 0));
        search.pattern = model.query.text.trim().to_string();
        model.search = Some(search);
    }
    resize_pair(model);
    command.into_iter().collect()
}
