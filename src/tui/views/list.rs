//! The interface of all lists: their behaviour and drawing. Every list has its own file.

use std::sync::Arc;

use ratatui::layout::Position;

use shingle::base::path::DocPath;
use shingle::pipeline::Snapshot;

use crate::tui::actions::{Motion, StepDirection};
use crate::tui::model::{Filter, FilterTarget, List, Model, regions::list_height};
use crate::tui::{
    drawing::Canvas,
    layout::ListAreas,
    update::{lists, pair::refresh_list_and_pair},
};

/// The commands and the drawing of a list.
pub(crate) trait ListView: List {
    /// Handles entering the view, also again. `subject` is the document that was shown before.
    fn enter(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) {
        if let Some(snapshot) = model.of_all_documents().cloned() {
            self.handle_result(model, &snapshot);
        }
    }

    /// Handles the key of the view within the view.
    fn press_view_key(&self, model: &mut Model) {
        lists::leave(model);
    }

    /// Drops the content of the view, because the view is no longer on the way back.
    fn drop_content(&self, _model: &mut Model) {}

    /// Handles a new result while the view is open or on the way back.
    fn handle_result(&self, _model: &mut Model, _snapshot: &Arc<Snapshot>) {}

    /// Handles a change of the requested parameters while the view is open.
    fn handle_params(&self, _model: &mut Model) {}

    /// Returns true if the user asked for another list than the list on the screen.
    fn awaits_list(&self, model: &Model) -> bool {
        self.awaits(model)
    }

    /// Returns true if the pair shown below the list replaces the open pair.
    fn replaces_pair(&self) -> bool {
        false
    }

    fn filter_mut<'m>(&self, _model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        None
    }

    fn apply_filter(&self, _model: &mut Model) {}

    /// Sorts by the next or previous column. `None` reverses the order.
    fn sort(&self, model: &mut Model, _turn: Option<StepDirection>) {
        model.note = Some("the order is fixed here: the best, or the worst, come first".into());
    }

    /// Handles a click on the headings, at column `x` of `width`.
    fn click_heading(&self, _model: &mut Model, _x: u16, _width: u16) {}

    fn fold_selected(&self, _model: &mut Model, _unfold: bool) {}

    fn open_line(&self, _model: &mut Model) {}

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

    /// Selects the next or previous pair. `end` names it in the note if there is none. A pair on the whole screen is
    /// replaced.
    fn select_neighbour(&self, model: &mut Model, motion: Motion, end: &str) {
        let before = self.selected_index(model);
        self.step(model, motion);
        match self.noun().filter(|_| model.zoomed) {
            Some(noun) if self.selected_index(model) == before => {
                model.note = Some(format!("this is the {end} {noun}"));
            }
            Some(_) => self.open_line(model),
            None => refresh_list_and_pair(model),
        }
    }

    /// Returns the name of a line that opens as a pair.
    fn noun(&self) -> Option<&'static str> {
        None
    }

    /// Returns the index of the line that opens as a pair.
    fn selected_index(&self, model: &Model) -> Option<usize> {
        self.cursor(model).map(|(cursor, _)| cursor.selected)
    }

    /// Requests the pair of the selected line, which is shown below the list.
    fn show_preview(&self, _model: &mut Model) {}

    /// Selects the next or previous passage of the selected line. Returns true if the view has passages.
    fn select_passage(&self, _model: &mut Model, _direction: StepDirection) -> bool {
        false
    }

    /// Returns true in place if the second of the two parts of the view has the keys. `None` without parts.
    fn second_part<'m>(&self, _model: &'m mut Model) -> Option<&'m mut bool> {
        None
    }

    /// Returns from a part of the view to the part before. Returns true if there was a part before.
    fn leave_part(&self, _model: &mut Model) -> bool {
        false
    }

    /// Handles a click on the title. Returns true if the click hit something.
    fn click_title(&self, _model: &mut Model, _at: Position) -> bool {
        false
    }

    /// Handles a click on the list or on its parts.
    fn click(&self, model: &mut Model, at: Position, areas: &ListAreas) {
        click_line(self, model, at, areas);
    }

    /// Returns true if the line at a position is selected, so that a second click opens the line.
    fn is_selected(&self, model: &Model, at: Position, areas: &ListAreas) -> bool {
        let row = usize::from(at.y - areas.rows.y);
        self.cursor(model).is_some_and(|(cursor, lines)| {
            cursor.top + row == cursor.selected && cursor.selected < lines
        })
    }

    /// Handles the wheel over a position.
    fn scroll_wheel(&self, model: &mut Model, _at: Position, motion: Motion) {
        self.step(model, motion);
        refresh_list_and_pair(model);
    }

    fn render(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas);
}

/// Handles a click on a heading or on a line.
pub(crate) fn click_line<L: ListView + ?Sized>(
    list: &L,
    model: &mut Model,
    at: Position,
    areas: &ListAreas,
) {
    if areas.columns.contains(at) {
        return list.click_heading(model, at.x - areas.columns.x, areas.columns.width);
    }
    if !areas.rows.contains(at) {
        return;
    }
    let row = usize::from(at.y - areas.rows.y);
    if let Some((cursor, lines)) = list.cursor(model)
        && cursor.top + row < lines
    {
        list.select(model, cursor.top + row, list_height(model));
    }
    refresh_list_and_pair(model);
}
