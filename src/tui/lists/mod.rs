//! The interface of all lists: their behaviour and drawing. Every list has its own file.

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
use crate::tui::actions::{Motion, Room, StepDirection};
use crate::tui::model::{Filter, FilterTarget, ListOf, Model, RoomList, regions::list_height};
use crate::tui::{
    drawing::Theme, layout::ListAreas, messages::Command, update::pair::refresh_list_and_pair,
};

/// The result of opening the selected line.
pub(crate) enum Opened {
    /// Commands to run.
    Done(Vec<Command>),
    /// Show this document and all similar documents.
    Resembling(DocPath),
}

/// The result of pressing the key of a view in that view.
pub(crate) enum PressedAgain {
    /// Commands to run.
    Done(Vec<Command>),
    Open,
    /// Return to the view before.
    Leave,
    /// Enter the view again.
    Enter,
}

pub(crate) trait ListRoom: RoomList {
    /// Handles entering the view, also again. `subject` is the document that was shown before.
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        let snapshot = model.of_all_documents().cloned();
        snapshot.and_then(|snapshot| self.handle_result(model, &snapshot)).into_iter().collect()
    }

    /// Handles the key of the view within the view.
    fn press_view_key(&self, _model: &mut Model) -> PressedAgain {
        PressedAgain::Enter
    }

    /// Drops the content of the view, because the view is no longer on the way back.
    fn drop_content(&self, _model: &mut Model) -> Vec<Command> {
        Vec::new()
    }

    /// Handles a new result while the view is open or on the way back.
    fn handle_result(&self, _model: &mut Model, _snapshot: &Arc<Snapshot>) -> Option<Command> {
        None
    }

    /// Returns true if the user asked for another list than the list on the screen.
    fn awaits_list(&self, _model: &Model) -> bool {
        false
    }

    /// Returns true if the pair shown below the list replaces the open pair.
    fn replaces_pair(&self) -> bool {
        false
    }

    /// The filter and its target.
    fn filter_mut<'m>(&self, _model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        None
    }

    fn apply_filter(&self, _model: &mut Model) -> Vec<Command> {
        Vec::new()
    }

    /// Sorts by the next or previous column. `None` reverses the order.
    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) -> Vec<Command> {
        model.note = Some("the order is fixed here: the best, or the worst, come first".into());
        Vec::new()
    }

    /// Handles a click on the headings, at column `x` of `width`.
    fn click_heading(&self, _model: &mut Model, _x: u16, _width: u16) -> Vec<Command> {
        Vec::new()
    }

    fn fold_selected(&self, _model: &mut Model, _unfold: bool) -> Vec<Command> {
        Vec::new()
    }

    fn open_line(&self, _model: &mut Model) -> Opened {
        Opened::Done(Vec::new())
    }

    fn step(&self, model: &mut Model, motion: Motion) {
        let (height, lines) =
            (list_height(model), self.cursor(model).map_or(0, |(_, lines)| lines));
        if let Some(cursor) = self.cursor_mut(model) {
            cursor.step(motion, lines, height);
            self.handle_selection(model);
        }
    }

    fn select(&self, model: &mut Model, line: usize, height: usize) {
        let lines = self.cursor(model).map_or(0, |(_, lines)| lines);
        if let Some(cursor) = self.cursor_mut(model) {
            cursor.select(line, lines, height);
            self.handle_selection(model);
        }
    }

    /// Handles another selected line.
    fn handle_selection(&self, _model: &mut Model) {}

    /// Selects the next or previous pair. `end` is the note if there is none. On the whole screen, the pair is
    /// [opened](Self::open_neighbour).
    fn select_neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        if model.zoomed {
            return self.open_neighbour(model, motion, end);
        }
        self.step(model, motion);
        refresh_list_and_pair(model)
    }

    /// Selects the next or previous pair and opens it on the whole screen.
    fn open_neighbour(&self, model: &mut Model, motion: Motion, _end: &str) -> Vec<Command> {
        self.step(model, motion);
        refresh_list_and_pair(model)
    }

    /// Selects the next or previous passage of the selected line. Returns true if the view has passages.
    fn select_passage(&self, _model: &mut Model, _direction: StepDirection) -> bool {
        false
    }

    /// Moves the focus to another part of the view. Returns true if there is a part in this direction.
    fn move_focus(&self, _model: &mut Model, _turn: StepDirection) -> bool {
        false
    }

    /// Handles a return of the focus from the part beside the view.
    fn regain_focus(&self, _model: &mut Model, _turn: StepDirection) {}

    /// Returns from a part of the view to the part before. Returns true if there was a part before.
    fn leave_part(&self, _model: &mut Model) -> bool {
        false
    }

    /// Handles a click on the title. Returns true if the click hit something.
    fn click_title(&self, _model: &mut Model, _at: Position) -> bool {
        false
    }

    /// Returns true if the part above the list can have the focus.
    fn has_focusable_top(&self) -> bool {
        false
    }

    fn click_above(&self, _model: &mut Model) {}

    /// Handles a click on the list or on its parts.
    fn click(&self, model: &mut Model, at: Position, areas: &ListAreas) -> Vec<Command> {
        self.click_line(model, at, areas)
    }

    /// Handles a click on a heading, on a line, or above both.
    fn click_line(&self, model: &mut Model, at: Position, areas: &ListAreas) -> Vec<Command> {
        if areas.columns.contains(at) {
            return self.click_heading(model, at.x - areas.columns.x, areas.columns.width);
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
        refresh_list_and_pair(model)
    }

    /// Returns true if the line at a position is selected, so that a second click opens the line.
    fn is_selected(&self, model: &Model, at: Position, areas: &ListAreas) -> bool {
        let row = usize::from(at.y - areas.rows.y);
        self.cursor(model).is_some_and(|(cursor, lines)| {
            cursor.top + row == cursor.selected && cursor.selected < lines
        })
    }

    /// Handles the wheel over a position.
    fn scroll_wheel(&self, model: &mut Model, _at: Position, motion: Motion) -> Vec<Command> {
        self.step(model, motion);
        refresh_list_and_pair(model)
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas);
}

// All views. No other file knows the implementation of each.

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

pub(crate) fn current_list(model: &Model) -> &'static dyn ListRoom {
    list_room(model.rooms.current())
}

/// Finds the list of a room for the model.
pub(crate) const LIST_OF: ListOf = ListOf(|room| list_room(room));
