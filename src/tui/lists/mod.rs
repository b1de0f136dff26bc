//! What each list of the screen does and how it is drawn. It names no list: each has a file of its own.

pub(crate) mod clusters;
pub(crate) mod documents;
pub(crate) mod laboratory;
pub(crate) mod pairs;
pub(crate) mod phrases;
pub(crate) mod problems;
pub(crate) mod query;
pub(crate) mod shared_passages;
pub(crate) mod sources;

use std::sync::Arc;

use ratatui::{buffer::Buffer, layout::Position};

use shingle::base::path::DocPath;
use shingle::pipeline::Snapshot;

use self::clusters::ClustersRoom;
use self::documents::DocumentsRoom;
use self::laboratory::LaboratoryRoom;
use self::pairs::PairsRoom;
use self::phrases::PhrasesRoom;
use self::problems::ProblemsRoom;
use self::query::QueryRoom;
use self::shared_passages::PassagesRoom;
use self::sources::SourcesRoom;
use crate::tui::actions::{KeyName, Motion, Room, StepDirection};
use crate::tui::model::{Filter, FilterTarget, Model, RoomList, regions::list_height};
use crate::tui::{drawing::Theme, layout::ListAreas, messages::Command, update::pair::settle};

/// The result of opening the selected line.
pub(crate) enum Opened {
    /// It is done, with these commands.
    Done(Vec<Command>),
    /// Show this document and all that resembles it.
    Resembling(DocPath),
}

/// What the key of a room does within that room.
pub(crate) enum PressedAgain {
    /// It is done, with these commands.
    Done(Vec<Command>),
    /// The same as opening the selected line.
    Open,
    /// Go back to the room before.
    Leave,
    /// Enter the room again.
    Enter,
}

/// A list with its room.
pub(crate) trait ListRoom: RoomList {
    /// The room is entered, or asked for again. `subject` is the document that was looked at before.
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        let snapshot = model.of_all_documents().cloned();
        snapshot.and_then(|snapshot| self.result(model, &snapshot)).into_iter().collect()
    }

    /// Its key is pressed within it.
    fn again(&self, _model: &mut Model) -> PressedAgain {
        PressedAgain::Enter
    }

    /// The room is no longer among those to go back to, so what it shows is dropped.
    fn forget(&self, _model: &mut Model) -> Vec<Command> {
        Vec::new()
    }

    /// There is a new result, and the room is open or among those to go back to.
    fn result(&self, _model: &mut Model, _snapshot: &Arc<Snapshot>) -> Option<Command> {
        None
    }

    /// Whether a key asked for another list than the one on the screen.
    fn is_owed(&self, _model: &Model) -> bool {
        false
    }

    /// Whether the pair that it shows below takes the place of the open one.
    fn replaces_pair(&self) -> bool {
        false
    }

    /// Its filter, and what the filter applies to.
    fn filter<'m>(&self, _model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        None
    }

    /// The filter was changed.
    fn filtered(&self, _model: &mut Model) -> Vec<Command> {
        Vec::new()
    }

    /// Sorts by the next or previous column. `None` reverses the order.
    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed here: the best, or the worst, come first".into());
        Vec::new()
    }

    /// A click on the headings: at column `x` of `width`.
    fn heading(&self, _model: &mut Model, _x: u16, _width: u16) -> Vec<Command> {
        Vec::new()
    }

    /// Unfolds or folds the selected line.
    fn fold(&self, _model: &mut Model, _unfold: bool) -> Vec<Command> {
        Vec::new()
    }

    /// Opens the selected line.
    fn open(&self, _model: &mut Model) -> Opened {
        Opened::Done(Vec::new())
    }

    /// Moves the selection.
    fn step(&self, model: &mut Model, motion: Motion) {
        let (height, lines) =
            (list_height(model), self.cursor(model).map_or(0, |(_, lines)| lines));
        if let Some(cursor) = self.cursor_mut(model) {
            cursor.step(motion, lines, height);
            self.moved(model);
        }
    }

    /// Selects a line.
    fn select(&self, model: &mut Model, line: usize, height: usize) {
        let lines = self.cursor(model).map_or(0, |(_, lines)| lines);
        if let Some(cursor) = self.cursor_mut(model) {
            cursor.select(line, lines, height);
            self.moved(model);
        }
    }

    /// Another line was selected by a key or the mouse.
    fn moved(&self, _model: &mut Model) {}

    /// Goes to the next or previous pair. `end` is the note if there is none. On the whole screen, the pair is
    /// [opened](Self::open_neighbour).
    fn neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        if model.zoomed {
            return self.open_neighbour(model, motion, end);
        }
        self.step(model, motion);
        settle(model)
    }

    /// Goes to the next or previous pair and opens it on the whole screen.
    fn open_neighbour(&self, model: &mut Model, motion: Motion, _end: &str) -> Vec<Command> {
        self.step(model, motion);
        settle(model)
    }

    /// Goes to the next or previous passage of what is selected. Returns whether the room has passages itself.
    fn passage(&self, _model: &mut Model, _direction: StepDirection) -> bool {
        false
    }

    /// Moves the focus to another part of the room. Returns whether there is one in this direction.
    fn across(&self, _model: &mut Model, _turn: StepDirection) -> bool {
        false
    }

    /// The focus comes back to the room from the part beside it.
    fn focused(&self, _model: &mut Model, _turn: StepDirection) {}

    /// Goes back from a part of the room to the one before. Returns whether there was one.
    fn back(&self, _model: &mut Model) -> bool {
        false
    }

    /// A click on the title. Returns whether it hit anything.
    fn click_title(&self, _model: &mut Model, _at: Position) -> bool {
        false
    }

    /// Whether the part above the list can have the focus.
    fn is_written_above(&self) -> bool {
        false
    }

    /// A click on the part above the list.
    fn click_above(&self, _model: &mut Model) {}

    /// A click on the list or on what belongs to it.
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

    /// Whether what is at a position is selected, so that a second click opens it.
    fn is_selected(&self, model: &Model, at: Position, areas: &ListAreas) -> bool {
        let row = usize::from(at.y - areas.rows.y);
        self.cursor(model).is_some_and(|(cursor, lines)| {
            cursor.top + row == cursor.selected && cursor.selected < lines
        })
    }

    /// The wheel moves what is under it.
    fn wheel(&self, model: &mut Model, _at: Position, motion: Motion) -> Vec<Command> {
        self.step(model, motion);
        settle(model)
    }

    /// The names of the keys that matter most here, in order. `None` for the usual ones.
    fn hints(&self, _model: &Model) -> Option<&'static [KeyName]> {
        None
    }

    /// How a key is written and named here, if differently from elsewhere.
    fn hint(&self, _model: &Model, _name: KeyName) -> Option<(Option<&'static str>, &'static str)> {
        None
    }

    /// Draws the list.
    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas);
}

// All rooms: the one file that knows the implementation of each.

/// The implementation of a room.
pub(crate) fn list_room(room: Room) -> &'static dyn ListRoom {
    match room {
        Room::Pairs | Room::Resembling => &PairsRoom,
        Room::Documents => &DocumentsRoom,
        Room::Clusters => &ClustersRoom,
        Room::Query => &QueryRoom,
        Room::Problems => &ProblemsRoom,
        Room::Phrases => &PhrasesRoom,
        Room::Passages => &PassagesRoom,
        Room::Sources => &SourcesRoom,
        Room::Lab => &LaboratoryRoom,
    }
}

/// The implementation of the current room.
pub(crate) fn here(model: &Model) -> &'static dyn ListRoom {
    list_room(model.rooms.here())
}

/// The list of a room, as the model sees it.
pub(crate) fn list_of(room: Room) -> &'static dyn RoomList {
    list_room(room)
}
