//! What a room does with what is asked of its list, and how it draws it. It names no room: each says it in a file of its own.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use shingle::base::path::DocPath;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::drawing::theme::Theme;
use crate::tui::event_loop::action::{Motion, StepDirection};
use crate::tui::event_loop::command::Command;
use crate::tui::keys::names::KeyName;
use crate::tui::layout::ListAreas;
use crate::tui::pair::update::settle;
use crate::tui::screen::model::Model;
use crate::tui::screen::model::room_list::RoomList;

use super::cursor::Cursor;
use super::filter::{Filter, Over};
use super::room::Room;
use super::selected::list_height;

/// What opening the selected line comes to.
pub(crate) enum Opened {
    /// It is done, with these commands.
    Done(Vec<Command>),
    /// One document and all that resembles it is to be shown.
    Resembling(DocPath),
    /// Another room is to be shown, filtered by this.
    Filtered(Room, String),
}

/// What the key that leads into a room means to somebody who is in it.
pub(crate) enum Again {
    /// It is done, with these commands.
    Done(Vec<Command>),
    /// The same as opening the selected line.
    Open,
    /// One goes back to where one came from.
    Leave,
    /// One comes into it anew.
    Enter,
}

/// A list that one can be in.
pub(crate) trait ListRoom: RoomList {
    /// Somebody comes into it, or asks for it anew; `subject` is the document that was looked at before.
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        let snapshot = model.snapshot.clone();
        snapshot.and_then(|snapshot| self.result(model, &snapshot)).into_iter().collect()
    }

    /// Its key is pressed in it.
    fn again(&self, _model: &mut Model) -> Again {
        Again::Enter
    }

    /// The way no longer comes through it: what it shows is put away.
    fn forget(&self, _model: &mut Model) -> Vec<Command> {
        Vec::new()
    }

    /// There is a new result, and the way comes through this room.
    fn result(&self, _model: &mut Model, _snapshot: &Arc<Snapshot>) -> Option<Command> {
        None
    }

    /// Whether a key asked for another list than the one that is shown.
    fn is_owed(&self, _model: &Model) -> bool {
        false
    }

    /// Its filter, and what that is about.
    fn filter<'m>(&self, _model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, Over)> {
        None
    }

    /// The filter is another one.
    fn filtered(&self, _model: &mut Model) -> Vec<Command> {
        Vec::new()
    }

    /// Sorts by the next column or the one before; without a turn, the other way round.
    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed here: the best, or the worst, come first".into());
        Vec::new()
    }

    /// A click on the headings of the columns, `x` columns from the left of so many.
    fn heading(&self, _model: &mut Model, _x: u16, _width: u16) -> Vec<Command> {
        Vec::new()
    }

    /// Unfolds or folds what is selected.
    fn fold(&self, _model: &mut Model, _unfold: bool) -> Vec<Command> {
        Vec::new()
    }

    /// Opens the selected line.
    fn open(&self, _model: &mut Model) -> Opened {
        Opened::Done(Vec::new())
    }

    /// Moves the selection.
    fn step(&self, model: &mut Model, motion: Motion);

    /// Goes to the next pair, or to the one before; `end` says which one is the last that way. On the whole screen it is
    /// [opened](Self::open_neighbour).
    fn neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        if model.zoomed {
            return self.open_neighbour(model, motion, end);
        }
        self.step(model, motion);
        settle(model)
    }

    /// Goes to the next pair, or to the one before, and opens it on the whole screen.
    fn open_neighbour(&self, model: &mut Model, motion: Motion, _end: &str) -> Vec<Command> {
        self.step(model, motion);
        settle(model)
    }

    /// Goes to another part of the room, if there is one that way.
    fn across(&self, _model: &mut Model, _turn: StepDirection) -> bool {
        false
    }

    /// The focus comes back to the room from what is beside it.
    fn focused(&self, _model: &mut Model, _turn: StepDirection) {}

    /// Leaves a part of the room for the one before; whether there was one.
    fn back(&self, _model: &mut Model) -> bool {
        false
    }

    /// Where the selected line stands, and how many there are; `None` where the parts are told apart by their places.
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)>;

    /// Selects a line.
    fn select(&self, model: &mut Model, line: usize, height: usize);

    /// A click on the title; whether something stands there.
    fn click_title(&self, _model: &mut Model, _at: Position) -> bool {
        false
    }

    /// Whether what stands above the list takes the focus.
    fn is_written_above(&self) -> bool {
        false
    }

    /// A click on what stands above the list.
    fn click_above(&self, _model: &mut Model) {}

    /// A click on the list, or on what belongs to it.
    fn click(&self, model: &mut Model, at: Position, areas: &ListAreas) -> Vec<Command> {
        self.click_line(model, at, areas)
    }

    /// A click on a heading, on a line, or above both.
    fn click_line(&self, model: &mut Model, at: Position, areas: &ListAreas) -> Vec<Command> {
        if areas.columns.contains(at) {
            return self.heading(model, at.x - areas.columns.x, areas.columns.width);
        }
        if !areas.rows.contains(at) {
            self.click_above(model);
            return Vec::new();
        }
        let row = usize::from(at.y - areas.rows.y);
        if let Some((cursor, lines)) = self.cursor(model)
            && cursor.top + row < lines
        {
            self.select(model, cursor.top + row, list_height(model));
        }
        settle(model)
    }

    /// Whether what lies under a place of the rows is selected, so that a second click opens it.
    fn is_selected(&self, model: &Model, at: Position, areas: &ListAreas) -> bool {
        let row = usize::from(at.y - areas.rows.y);
        self.cursor(model).is_some_and(|(cursor, lines)| {
            cursor.top + row == cursor.selected && cursor.selected < lines
        })
    }

    /// The wheel moves what lies under it.
    fn wheel(&self, model: &mut Model, _at: Position, motion: Motion) -> Vec<Command> {
        self.step(model, motion);
        settle(model)
    }

    /// The names of the keys that matter most here, in order; `None` for the usual ones.
    fn hints(&self, _model: &Model) -> Option<&'static [KeyName]> {
        None
    }

    /// How a key is written and named here, where that is not as everywhere.
    fn hint(&self, _model: &Model, _name: KeyName) -> Option<(Option<&'static str>, &'static str)> {
        None
    }

    /// Draws the list.
    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas);
}
