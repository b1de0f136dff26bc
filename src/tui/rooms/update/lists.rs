//! The lists: which line is selected, how they are sorted, filtered and folded.

use std::sync::Arc;

use shingle::base::path::DocPath;

use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::wish::{ListWish, Motion, Turn};
use crate::tui::pair::update::{settle, want};
use crate::tui::rooms;
use crate::tui::rooms::arrange::find_doc;
use crate::tui::rooms::filter::{Filter, Over};
use crate::tui::rooms::laboratory::update::study;
use crate::tui::rooms::problems::activity::leads_to;
use crate::tui::rooms::problems::model::Line;
use crate::tui::rooms::room::Room;
use crate::tui::rooms::selected::list_height;
use crate::tui::rooms::sort::{Column, DocColumn};
use crate::tui::rooms::{clusters, laboratory, query};
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;
use crate::tui::screen::prompt::{Prompt, Purpose};

use super::arrange;

/// Does what is wanted of the lists.
pub(crate) fn take(model: &mut Model, wish: ListWish) -> Vec<Command> {
    match wish {
        ListWish::Problems if model.is_in(Room::Problems) => {
            rooms::update::leave(model).unwrap_or_default()
        }
        ListWish::Problems => rooms::update::enter(model, Room::Problems),
        ListWish::Documents if model.is_in(Room::Documents) => enter(model),
        ListWish::Documents => rooms::update::enter(model, Room::Documents),
        ListWish::Clusters if model.is_in(Room::Clusters) => {
            clusters::update::turn(model);
            Vec::new()
        }
        ListWish::Clusters => rooms::update::enter(model, Room::Clusters),
        ListWish::Query => rooms::update::enter(model, Room::Query),
        ListWish::Lab if model.is_in(Room::Lab) => vec![study::ask(model)],
        ListWish::Lab => rooms::update::enter(model, Room::Lab),
        ListWish::Unfold if model.rooms.here() == Room::Lab => turn_page(model, Turn::Next),
        ListWish::Fold if model.rooms.here() == Room::Lab => turn_page(model, Turn::Back),
        ListWish::Unfold => fold(model, true),
        ListWish::Fold => fold(model, false),
        ListWish::Sort(_) | ListWish::Reverse | ListWish::Filter if model.zoomed => {
            model.note = Some("the list is behind this: Esc goes back to it".into());
            Vec::new()
        }
        ListWish::Sort(turn) => sort(model, Some(turn)),
        ListWish::Reverse => sort(model, None),
        ListWish::Filter => {
            match rooms::update::filter(model).map(|filter| filter.text.clone()) {
                Some(text) => {
                    (model.overlay, model.focus) = (None, Focus::List);
                    model.prompt = Some(Prompt::new(Purpose::Filter, &text));
                    return settle(model);
                }
                None => model.note = Some("there is nothing to filter here".into()),
            }
            Vec::new()
        }
    }
}

fn turn_page(model: &mut Model, turn: Turn) -> Vec<Command> {
    laboratory::update::turn(model, turn);
    Vec::new()
}

/// Sorts by the next column or the one before, or the other way round.
fn sort(model: &mut Model, turn: Option<Turn>) -> Vec<Command> {
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => {
            let (sort, params) = (model.list.sort, model.shown_params());
            model.list.sort = turn.map_or(sort.reversed(), |turn| {
                let mut next = sort.turned(turn);
                while !next.column.is_known(params) {
                    next = next.turned(turn);
                }
                next
            });
            sorted(model)
        }
        Room::Documents => {
            let sort = model.documents.sort;
            model.documents.sort = turn.map_or(sort.reversed(), |turn| sort.turned(turn));
            sorted(model)
        }
        Room::Clusters => {
            let sort = model.tree.sort;
            let sort = turn.map_or(sort.reversed(), |turn| sort.turned(turn));
            let height = list_height(model);
            model.tree.sort(sort, height);
            model.note = Some(sort.sentence());
            Vec::new()
        }
        Room::Query | Room::Problems | Room::Lab => {
            model.note = Some("the order is fixed here: the best, or the worst, come first".into());
            Vec::new()
        }
    }
}

/// Sorts by a column of the ranked list; by the same again, the other way round.
pub(crate) fn sort_by(model: &mut Model, column: Column) -> Vec<Command> {
    if !column.is_known(model.shown_params()) {
        model.note = Some("that is not counted: ^ turns verify on".into());
        return Vec::new();
    }
    model.list.sort = model.list.sort.chosen(column);
    sorted(model)
}

/// Sorts by a column of the documents; by the same again, the other way round.
pub(crate) fn sort_documents_by(model: &mut Model, column: DocColumn) -> Vec<Command> {
    model.documents.sort = model.documents.sort.chosen(column);
    sorted(model)
}

fn sorted(model: &mut Model) -> Vec<Command> {
    let is_documents = model.rooms.here() == Room::Documents;
    model.note = Some(if is_documents {
        model.documents.sort.sentence()
    } else {
        model.list.sort.sentence()
    });
    arranged_anew(model)
}

/// Filters the list that one is in.
pub(crate) fn filter(model: &mut Model, text: &str) -> Vec<Command> {
    let over = if model.rooms.here() == Room::Documents { Over::Documents } else { Over::Pairs };
    let next = Filter::parse(text, over);
    match rooms::update::filter(model) {
        Some(filter) if **filter != next => {
            let same_rows = filter.terms == next.terms;
            *filter = Arc::new(next);
            if same_rows { Vec::new() } else { arranged_anew(model) }
        }
        _ => Vec::new(),
    }
}

/// Takes the filter away; whether there was one.
pub(crate) fn unfilter(model: &mut Model) -> Option<Vec<Command>> {
    rooms::update::filter(model).filter(|filter| !filter.text.is_empty())?;
    Some(filter(model, ""))
}

fn arranged_anew(model: &mut Model) -> Vec<Command> {
    if model.rooms.here() != Room::Documents {
        return arrange::rows(model);
    }
    model.documents.owed = model.snapshot.is_some();
    let snapshot = model.snapshot.clone();
    snapshot.map(|snapshot| arrange::documents(model, &snapshot)).into_iter().collect()
}

fn fold(model: &mut Model, unfold: bool) -> Vec<Command> {
    let height = list_height(model);
    let changed = match (model.rooms.here(), model.snapshot.clone()) {
        (Room::Problems, _) => model.problems.fold(unfold, height),
        (Room::Clusters, _) => {
            clusters::update::fold(model, unfold);
            false
        }
        (Room::Pairs | Room::Resembling, Some(snapshot)) => {
            model.list.fold(&snapshot, unfold, height)
        }
        _ => false,
    };
    if changed { settle(model) } else { Vec::new() }
}

/// Opens what is selected in a list other than the ranked one.
pub(crate) fn enter(model: &mut Model) -> Vec<Command> {
    match model.rooms.here() {
        Room::Documents => match model.documents.name.clone() {
            Some(name) if model.documents.len() > 0 => rooms::update::resembling(model, name),
            _ => Vec::new(),
        },
        Room::Problems => {
            if let Some(Line::Event(one)) = model.problems.selected() {
                let place = leads_to(one).cloned();
                return follow(model, place);
            }
            let height = list_height(model);
            if !model.problems.fold(true, height) {
                model.problems.fold(false, height);
            }
            Vec::new()
        }
        Room::Clusters => match clusters::update::member(model) {
            Some(name) => rooms::update::resembling(model, name),
            None => clusters::update::enter(model),
        },
        Room::Query => query::update::open(model),
        Room::Lab => laboratory::update::enter(model),
        Room::Pairs | Room::Resembling => Vec::new(),
    }
}

/// Shows the document that something that happened leads to.
fn follow(model: &mut Model, place: Option<DocPath>) -> Vec<Command> {
    let is_there = |path: &DocPath| {
        let id = model.snapshot.as_ref().and_then(|snapshot| {
            find_doc(snapshot, path).filter(|id| id.index() < snapshot.present)
        });
        id.is_some()
    };
    match place {
        Some(path) if is_there(&path) => rooms::update::resembling(model, path),
        Some(path) => {
            model.note = Some(format!("{path} is not there any more"));
            Vec::new()
        }
        None => {
            model.note = Some("there is no document to go to".into());
            Vec::new()
        }
    }
}

/// Moves the selection; the pair below follows.
pub(crate) fn step(model: &mut Model, motion: Motion) -> Vec<Command> {
    let height = list_height(model);
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => {
            if let Some(snapshot) = model.snapshot.clone() {
                model.list.step(&snapshot, motion, height);
            }
        }
        Room::Documents => {
            let mut cursor = model.documents.cursor;
            cursor.step(motion, model.documents.len(), height);
            model.documents.cursor = cursor;
            model.documents.select(cursor.selected, height);
        }
        Room::Clusters => clusters::update::step(model, motion),
        Room::Query => query::update::step(model, motion),
        Room::Lab => laboratory::update::step(model, motion),
        Room::Problems => {
            let lines = model.problems.lines.len();
            model.problems.cursor.step(motion, lines, height);
        }
    }
    settle(model)
}

/// Selects the line on this row of the screen, counted from the first of the list.
pub(crate) fn click(model: &mut Model, row: usize) -> Vec<Command> {
    let height = list_height(model);
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => {
            let line = model.list.top + row;
            if let Some(snapshot) = model.snapshot.clone().filter(|_| line < model.list.len()) {
                model.list.select(&snapshot, line, height);
            }
        }
        Room::Documents => {
            let line = model.documents.cursor.top + row;
            if line < model.documents.len() {
                model.documents.select(line, height);
            }
        }
        // Both of its parts are clicked by their places.
        Room::Clusters => {}
        Room::Query => {
            model.query.writing = false;
            let line = model.query.cursor.top + row;
            if line < model.query.len() {
                model.query.select(line, height);
            }
        }
        Room::Lab => {
            let (line, lines) = (model.lab.cursor.top + row, model.lab.lines());
            if line < lines {
                model.lab.cursor.select(line, lines, height);
            }
        }
        Room::Problems => {
            let (line, lines) = (model.problems.cursor.top + row, model.problems.lines.len());
            if line < lines {
                model.problems.cursor.select(line, lines, height);
            }
        }
    }
    settle(model)
}

/// Whether the line on this row of the screen is there and selected.
pub(crate) fn is_selected(model: &Model, row: usize) -> bool {
    let (top, selected, lines) = match model.rooms.here() {
        Room::Pairs | Room::Resembling => (model.list.top, model.list.selected, model.list.len()),
        Room::Documents => {
            let cursor = model.documents.cursor;
            (cursor.top, cursor.selected, model.documents.len())
        }
        Room::Clusters => return false,
        Room::Query => {
            let cursor = model.query.cursor;
            (cursor.top, cursor.selected, model.query.len())
        }
        Room::Lab => {
            let cursor = model.lab.cursor;
            (cursor.top, cursor.selected, model.lab.lines())
        }
        Room::Problems => {
            let cursor = model.problems.cursor;
            (cursor.top, cursor.selected, model.problems.lines.len())
        }
    };
    top + row == selected && selected < lines
}

/// Goes to the next pair of the list or to the one before, wherever the focus is.
pub(crate) fn neighbour(model: &mut Model, turn: Turn) -> Vec<Command> {
    let height = list_height(model);
    let (motion, end) = match turn {
        Turn::Next => (Motion::Down, "last"),
        Turn::Back => (Motion::Up, "first"),
    };
    let here = model.rooms.here();
    if here == Room::Query && model.zoomed {
        let before = model.query.cursor.selected;
        query::update::step(model, motion);
        if model.query.cursor.selected == before {
            model.note = Some(format!("this is the {end} match"));
            return Vec::new();
        }
        return query::update::open(model);
    }
    if here == Room::Clusters && model.zoomed {
        return clusters::update::neighbour(model, motion).unwrap_or_else(|| {
            model.note = Some(format!("this is the {end} pair of the cluster"));
            Vec::new()
        });
    }
    if here == Room::Lab && model.zoomed {
        return laboratory::update::neighbour(model, motion).unwrap_or_else(|| {
            model.note = Some(format!("this is the {end} of these pairs"));
            Vec::new()
        });
    }
    if !matches!(here, Room::Pairs | Room::Resembling) {
        return step(model, motion);
    }
    let Some(snapshot) = model.snapshot.clone() else {
        return Vec::new();
    };
    let before = model.list.selected;
    model.list.step(&snapshot, motion, height);
    if model.list.selected == before && model.list.len() > 0 {
        model.note = Some(format!("this is the {end} pair of the list"));
    }
    // On the whole screen the open pair stays until another is asked for, as is done here.
    if model.zoomed || model.reading.alone {
        let names = model.list.names.clone();
        want(model, names)
    } else {
        settle(model)
    }
}
