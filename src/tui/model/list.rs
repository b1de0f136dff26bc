//! The interface of all lists: their position, behaviour and drawing. Every list has its own file in `views`.

use std::sync::Arc;

use ratatui::{layout::Position, layout::Rect};

use shingle::{
    base::numbers::format_with_commas, base::path::DocPath, base::ratio::Ratio,
    base::visible::make_visible, pipeline::Snapshot, visits::PairNames,
};

use crate::tui::actions::{KeyName, Motion, StepDirection, ViewName};
use crate::tui::{
    drawing::Canvas, drawing::Pen, drawing::join_fitting_facts, drawing::rule_heading_width,
    drawing::truncate, drawing::width_in_columns, layout::ListAreas, layout::PaneSide,
    model::Filter, model::FilterTarget, model::Focus, model::Model, model::States,
    model::decisions::MarkTarget, model::list_height,
};

/// The position of a list. At the end of each update, the list on the screen scrolls to its selected line. A hidden list
/// scrolls when it is visible again, so its position does not depend on the parts that covered it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cursor {
    /// Index of the selected line. 0 in an empty list.
    pub(crate) selected: usize,
    pub(crate) top: usize,
}

impl Cursor {
    /// Moves through a list of `len` lines, `height` lines of which are on the screen.
    pub(crate) fn step(&mut self, motion: Motion, len: usize, height: usize) {
        let page = height.saturating_sub(1).max(1);
        self.select(motion.target_row(self.selected, len, page), len);
    }

    /// Selects a line, or the last line if the index is too large.
    pub(crate) fn select(&mut self, index: usize, len: usize) {
        self.selected = index.min(len.saturating_sub(1));
    }

    /// Selects a line at the same height on the screen as the line selected before.
    pub(crate) fn select_at_same_height(&mut self, index: usize, len: usize) {
        let offset = self.selected.saturating_sub(self.top);
        self.select(index, len);
        self.top = index.saturating_sub(offset).min(self.selected);
    }

    pub(crate) fn scroll_to_selected(&mut self, len: usize, height: usize) {
        let height = height.max(1);
        let lowest = self.selected.saturating_sub(height - 1);
        self.top = self.top.clamp(lowest, self.selected).min(len.saturating_sub(height));
    }
}

// A list whose entries unfold.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    places: usize,
    /// The unfolded entries, sorted by place.
    unfolded: Vec<Unfolded>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Unfolded {
    place: usize,
    line: usize,
    /// Number of lines below the entry.
    below: usize,
}

impl Lines {
    /// Returns the lines of `places` entries. `unfolded` has the indices of the unfolded entries, ascending, and the
    /// number of lines below each.
    pub(crate) fn new(places: usize, unfolded: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut above = 0;
        let unfolded = unfolded
            .into_iter()
            .map(|(place, below)| {
                let line = place + above;
                above += below;
                Unfolded { place, line, below }
            })
            .collect();
        Self { places, unfolded }
    }

    pub(crate) fn len(&self) -> usize {
        self.places + self.unfolded.iter().map(|one| one.below).sum::<usize>()
    }

    /// Returns the entry of a line, and the index of the line below the entry, from 0. `None` for the line of the entry
    /// itself.
    pub(crate) fn entry_at_line(&self, line: usize) -> Option<(usize, Option<usize>)> {
        let before = self.unfolded.partition_point(|one| one.line <= line);
        let (place, below) = match before.checked_sub(1).and_then(|last| self.unfolded.get(last)) {
            None => (line, None),
            Some(one) => match line - one.line {
                0 => (one.place, None),
                down if down <= one.below => (one.place, Some(down - 1)),
                down => (one.place + down - one.below, None),
            },
        };
        (place < self.places).then_some((place, below))
    }

    pub(crate) fn line_of_entry(&self, place: usize) -> usize {
        let before = self.unfolded.partition_point(|one| one.place < place);
        match before.checked_sub(1).and_then(|last| self.unfolded.get(last)) {
            None => place,
            Some(one) => one.line + one.below + (place - one.place),
        }
    }

    /// Returns the entry of a line if `unfold` would fold or unfold this entry.
    pub(crate) fn entry_to_fold(&self, line: usize, unfold: bool) -> Option<usize> {
        let (place, _) = self.entry_at_line(line)?;
        (self.is_unfolded(place) != unfold).then_some(place)
    }

    pub(crate) fn is_unfolded(&self, place: usize) -> bool {
        self.unfolded.binary_search_by(|one| one.place.cmp(&place)).is_ok()
    }
}

// Interface of the current list for the whole screen.

pub(crate) struct Views {
    pub(crate) list: fn(ViewName) -> &'static dyn List,
    pub(crate) states: fn() -> States,
}

impl Default for Views {
    fn default() -> Self {
        Self { list: |_| unreachable!("a model has views"), states: States::default }
    }
}

/// Implements the position of a list whose state has a `cursor` and is among [`States`], and the filter of its lines.
macro_rules! cursor_of {
    ($state:ty, |$list:ident| $len:expr, $target:ident) => {
        cursor_of!($state, |$list| $len);

        fn filter_mut<'m>(
            &self,
            model: &'m mut Model,
        ) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
            Some((&mut model.states.get_mut::<$state>().filter, FilterTarget::$target))
        }
    };
    ($state:ty, |$list:ident| $len:expr) => {
        fn list_cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
            let $list: &$state = model.states.get();
            Some(($list.cursor, $len))
        }

        fn list_cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
            Some(&mut model.states.get_mut::<$state>().cursor)
        }
    };
}
pub(crate) use cursor_of;

pub(crate) const NO_MARKS: &str = "only pairs and sources have marks: Esc goes back to the list";

/// A list: its state on the screen, its commands and its drawing.
pub(crate) trait List {
    /// Returns the position of the selected line, and the number of lines. `None` if the list has another kind of
    /// position.
    fn list_cursor(&self, _model: &Model) -> Option<(Cursor, usize)> {
        None
    }

    /// Returns the position of the selected line for moves. `None` if the list moves in another way.
    fn list_cursor_mut<'m>(&self, _model: &'m mut Model) -> Option<&'m mut Cursor> {
        None
    }

    fn count_lines(&self, model: &Model) -> usize {
        self.list_cursor(model).map_or(0, |(_, lines)| lines)
    }

    /// Scrolls to the selected line, if the list has `height` rows.
    fn scroll_to_cursor(&self, model: &mut Model, height: usize) {
        let lines = self.count_lines(model);
        if let Some(cursor) = self.list_cursor_mut(model) {
            cursor.scroll_to_selected(lines, height);
        }
    }

    /// Returns the names of documents in the state of the list, so that a rename can change them.
    fn documents_mut<'m>(&self, _model: &'m mut Model) -> Vec<&'m mut DocPath> {
        Vec::new()
    }

    /// Returns true if typed letters go into a text of the list.
    fn takes_typed_text(&self, _model: &Model) -> bool {
        false
    }

    fn rows_above(&self, _model: &Model) -> u16 {
        0
    }

    fn rows_below(&self, _model: &Model) -> u16 {
        0
    }

    /// Returns the selected document. A list without documents returns the document of the ranked list: the first of
    /// the selected pair, or the second if it has the focus.
    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        let (a, b) = model.list.names.clone()?;
        let is_b = model.focus == Focus::Pane(PaneSide::B) || model.list.is_copy_selected();
        Some(if is_b { b } else { a })
    }

    fn selected_pair(&self, _model: &Model) -> Option<PairNames> {
        None
    }

    /// Returns the names of the most important keys here, in order. `None` for the usual keys.
    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        None
    }

    /// Handles entering the view, also again. `subject` is the document that was shown before.
    fn enter_list(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) {
        if let Some(snapshot) = model.result_on_all_documents().cloned() {
            self.handle_result(model, &snapshot);
        }
    }

    /// Performs the function of the view's key in the view. Returns false if the key leaves the view.
    fn press_view_key(&self, _model: &mut Model) -> bool {
        false
    }

    /// Drops the content of the view, because the view is no longer on the way back.
    fn drop_content(&self, _model: &mut Model) {}

    /// Handles a new result while the view is open or on the way back.
    fn handle_result(&self, _model: &mut Model, _snapshot: &Arc<Snapshot>) {}

    /// Handles a change of the requested parameters while the view is open.
    fn handle_params(&self, _model: &mut Model) {}

    /// Returns true if the user asked for another list than the list on the screen.
    fn awaits_list(&self, _model: &Model) -> bool {
        false
    }

    fn filter_mut<'m>(&self, _model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        None
    }

    fn apply_filter(&self, _model: &mut Model) {}

    /// Sorts by the next or previous column. `None` reverses the order.
    fn sort_list(&self, model: &mut Model, _turn: Option<StepDirection>) {
        model.show_note("the order is fixed here: the best, or the worst, come first");
    }

    /// Handles a click on the headings, at column `x` of `width`.
    fn click_heading(&self, _model: &mut Model, _x: u16, _width: u16) {}

    /// Explains why no row can be marked now.
    fn reason_marks_are_refused(&self, _model: &Model) -> Option<&'static str> {
        Some(NO_MARKS)
    }

    /// Returns the selected place among the rows that can be marked, and the number of these rows.
    fn markable_place_and_count(&self, model: &Model) -> (usize, usize) {
        self.list_cursor(model).map_or((0, 0), |(cursor, lines)| (cursor.selected, lines))
    }

    fn mark_target<'m>(&self, _model: &'m Model, _place: usize) -> Option<MarkTarget<'m>> {
        None
    }

    /// Returns the line of a row that can be marked.
    fn line_of_markable_row(&self, _model: &Model, place: usize) -> usize {
        place
    }

    /// Folds or unfolds the selected entry, or goes to a neighbour of the shown item. Returns false if nothing
    /// changed.
    fn fold_selected(&self, _model: &mut Model, _direction: StepDirection) -> bool {
        false
    }

    fn open_line(&self, model: &mut Model) {
        if !self.fold_selected(model, StepDirection::Next) {
            self.fold_selected(model, StepDirection::Back);
        }
    }

    fn step_list(&self, model: &mut Model, motion: Motion) {
        let (height, lines) = (list_height(model), self.count_lines(model));
        if let Some(cursor) = self.list_cursor_mut(model) {
            cursor.step(motion, lines, height);
            self.handle_selection(model);
        }
    }

    fn select_line(&self, model: &mut Model, line: usize) {
        let lines = self.count_lines(model);
        if let Some(cursor) = self.list_cursor_mut(model) {
            cursor.select(line, lines);
            self.handle_selection(model);
        }
    }

    fn handle_selection(&self, _model: &mut Model) {}

    /// Returns the name of a line that opens as a pair.
    fn noun_of_pair_line(&self) -> Option<&'static str> {
        None
    }

    fn show_preview(&self, _model: &mut Model) {}

    /// Selects the next or previous passage of the selected line. Returns true if the view has passages.
    fn select_passage(&self, _model: &mut Model, _direction: StepDirection) -> bool {
        false
    }

    /// Returns true in place if the second of the two parts of the view has the keys. `None` without parts.
    fn second_part_focus<'m>(&self, _model: &'m mut Model) -> Option<&'m mut bool> {
        None
    }

    /// Handles a click. Returns true if it selected a line, so that a second click opens the line.
    fn click_list(&self, model: &mut Model, at: Position, areas: &ListAreas) -> bool {
        self.click_line(model, at, areas)
    }

    fn click_line(&self, model: &mut Model, at: Position, areas: &ListAreas) -> bool {
        if areas.columns.contains(at) {
            self.click_heading(model, at.x - areas.columns.x, areas.columns.width);
        }
        let Some((cursor, lines)) = self.list_cursor(model) else { return false };
        let line = cursor.top + usize::from(at.y.saturating_sub(areas.rows.y));
        let is_on_line = areas.rows.contains(at) && line < lines;
        if is_on_line {
            self.select_line(model, line);
        }
        is_on_line
    }

    fn scroll_wheel(&self, model: &mut Model, _at: Position, motion: Motion) {
        self.step_list(model, motion);
    }

    fn draw_list(&self, _model: &Model, _canvas: &mut Canvas<'_>, _areas: &ListAreas) {}
}

// The common parts of all lists: the layout of their columns, and sorting by a column. Each list has its columns, for
// example `DocColumn`.

pub(crate) trait Columns: Copy + Default + Eq + 'static {
    /// All columns, in the order in which a key sorts by them.
    const ALL: &'static [(Self, ColumnInfo)];

    fn column_info(self) -> ColumnInfo {
        let info = Self::ALL.iter().find(|(column, _)| *column == self);
        info.map_or(ColumnInfo::left_aligned(""), |(_, info)| *info)
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct ColumnInfo {
    pub(crate) heading: &'static str,
    /// The name in the note after sorting.
    pub(crate) short: &'static str,
    /// True for alignment to the right.
    pub(crate) right: bool,
    /// True if sorting by the column puts the largest value first.
    pub(crate) falls: bool,
}

impl ColumnInfo {
    pub(crate) const fn right_aligned(heading: &'static str) -> Self {
        Self { heading, short: heading, right: true, falls: true }
    }

    pub(crate) const fn left_aligned(heading: &'static str) -> Self {
        Self { heading, short: heading, right: false, falls: false }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell<C> {
    pub(crate) column: C,
    /// Distance from the left edge of the list, in columns of the screen.
    pub(crate) x: u16,
    pub(crate) width: u16,
    pub(crate) right: bool,
    pub(crate) heading: &'static str,
}

pub(crate) struct Table<C> {
    pub(crate) cells: Vec<Cell<C>>,
    /// Start and width of the bar of the score.
    pub(crate) bar: (u16, u16),
    /// Start and width of the column that shows the change since the pinned ranking.
    pub(crate) pinned: (u16, u16),
    /// Start of the next cell, in columns from the left edge.
    pub(crate) end: u16,
}

impl<C: Columns> Table<C> {
    /// Returns a table without columns, whose first column starts at `x`.
    pub(crate) const fn starting_at(x: u16) -> Self {
        Self { cells: Vec::new(), bar: (0, 0), pinned: (0, 0), end: x }
    }

    pub(crate) fn put(&mut self, column: C, width: u16, gap: u16) {
        let ColumnInfo { heading, right, .. } = column.column_info();
        self.cells.push(Cell { column, x: self.end, width, right, heading });
        self.end += width + gap;
    }

    /// Returns the cell of a column. `None` if the column does not fit.
    pub(crate) fn cell(&self, column: C) -> Option<Cell<C>> {
        self.cells.iter().copied().find(|cell| cell.column == column)
    }

    /// Returns the column whose heading is at `x`. The mark behind a heading and the gap before it belong to the
    /// heading.
    pub(crate) fn column_at(&self, x: u16) -> Option<C> {
        let under = |cell: &&Cell<C>| {
            (cell.x.saturating_sub(1)..=cell.x + cell.width).contains(&x) && cell.width > 0
        };
        self.cells.iter().find(under).map(|cell| cell.column)
    }

    pub(crate) fn draw_headings(&self, sort: Sort<C>, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        for cell in &self.cells {
            let sorted = cell.column == sort.column;
            let style = if sorted { theme.focused } else { theme.quiet };
            let sign = if sorted { sort.arrow_sign() } else { "" };
            let mut pen = canvas.pen_in(area);
            pen.move_to(cell.x);
            // If the mark does not fit into the cell, the mark uses the gap after the cell.
            let fits = width_in_columns(cell.heading) < cell.width;
            if cell.right && fits {
                pen.put_cell(&format!("{sign}{}", cell.heading), cell.width, true, style);
            } else {
                pen.put_elided(cell.heading, cell.width, style).put(sign, style);
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sort<C> {
    pub(crate) column: C,
    /// True if the order is the reverse of the column's usual order.
    pub(crate) reversed: bool,
}

impl<C: Columns> Sort<C> {
    pub(crate) const fn by_column(column: C) -> Self {
        Self { column, reversed: false }
    }

    /// Sorts by the next or previous column for which `is_shown` is true, cyclically. The column of the list's own
    /// order counts as shown. `None` as `direction` reverses the order.
    pub(crate) fn by_next_column(
        self,
        direction: Option<StepDirection>,
        is_shown: impl Fn(C) -> bool,
    ) -> Self {
        let Some(direction) = direction else { return self.reversed_order() };
        let all = C::ALL.iter().map(|(column, _)| *column);
        let shown: Vec<C> = all
            .filter(|one| *one == self.column || *one == C::default() || is_shown(*one))
            .collect();
        Self::by_column(direction.neighbour(&shown, &self.column).copied().unwrap_or(self.column))
    }

    pub(crate) const fn reversed_order(self) -> Self {
        Self { column: self.column, reversed: !self.reversed }
    }

    /// Sorts by this column. Reverses the order if the list is sorted by this column already.
    pub(crate) fn by_column_or_reversed(self, column: C) -> Self {
        if self.column == column { self.reversed_order() } else { Self::by_column(column) }
    }

    /// Returns true if the largest value comes first.
    pub(crate) fn is_descending(self) -> bool {
        self.column.column_info().falls != self.reversed
    }

    /// Returns the sign of the direction, which is beside the heading of the sorted column.
    fn arrow_sign(self) -> &'static str {
        if self.is_descending() { "▾" } else { "▴" }
    }

    pub(crate) fn describe_order(self) -> String {
        format!("sorted by {}", self.short_description())
    }

    fn short_description(self) -> String {
        format!("{} {}", self.column.column_info().short, self.arrow_sign())
    }

    /// Encodes the order for the next visit: the name of the column, with a minus before the name for the reverse
    /// order.
    pub(crate) fn to_saved(self) -> String {
        format!("{}{}", if self.reversed { "-" } else { "" }, self.column.column_info().short)
    }

    /// Parses a [saved](Self::to_saved) order; returns the list's own order for an unknown column.
    pub(crate) fn from_saved(text: &str) -> Self {
        let (reversed, name) = text.strip_prefix('-').map_or((false, text), |name| (true, name));
        let column = C::ALL.iter().find(|(_, info)| info.short == name);
        column.map_or_else(Self::default, |(column, _)| Self { column: *column, reversed })
    }

    /// Returns a sort key: smaller keys come first.
    pub(crate) fn directed_sort_key(self, key: u64) -> u64 {
        if self.is_descending() { !key } else { key }
    }
}

/// Maps shares to integers in the same order. No text has 2^26 words, so different shares differ by more than 2^-52.
/// Doubles up to 1 are closer together than this. The bits of non-negative doubles have the order of the doubles.
pub(crate) fn sort_key_of_share(share: Ratio) -> u64 {
    share.to_f64().to_bits()
}

// The parts that all lists draw.

/// Draws the visible lines of a list and marks the selected line. `draw` writes a line after the mark.
pub(crate) fn draw_rows(
    (cursor, len): (Cursor, usize),
    has_keys: bool,
    canvas: &mut Canvas<'_>,
    area: Rect,
    draw: impl Fn(usize, &mut Pen<'_>),
) {
    let theme = canvas.theme;
    let lines = cursor.top..len.min(cursor.top + usize::from(area.height));
    for (row, line) in (0..).zip(lines) {
        let is_selected = line == cursor.selected;
        let mut pen = canvas.pen_in_row(area, row);
        pen.put(if is_selected { "▸ " } else { "  " }, theme.strong);
        draw(line, &mut pen);
        if is_selected {
            pen.highlight_row(theme.selection_look(has_keys));
        }
    }
}

/// Most characters of a text that are laid out on one line.
const LAID_OUT: usize = 2000;

pub(crate) fn join_lines(text: &str) -> String {
    let head: String = text.chars().take(LAID_OUT).collect();
    let words: Vec<&str> = head.split_whitespace().collect();
    make_visible(&words.join(" ")).into_owned()
}

impl Filter {
    /// Draws the title of a list: the facts that fit, the filter or its invalid part, and the position `place`.
    pub(crate) fn draw_title<T: AsRef<str>>(
        &self,
        (facts, place): (&[T], &str),
        has_keys: bool,
        canvas: &mut Canvas<'_>,
        area: Rect,
    ) {
        let room = rule_heading_width(area.width, place);
        let separator = if self.text.is_empty() { "" } else { " · filter: " };
        let filter = format!("{separator}{}", make_visible(&self.text));
        let heading = if let Some(unknown) = &self.unknown {
            // Cuts the end of the sentence, not its middle.
            truncate(&make_visible(&format!("not understood: {unknown}")), room)
        } else {
            join_fitting_facts(facts, room.saturating_sub(width_in_columns(&filter))) + &filter
        };
        canvas.draw_rule(area, &heading, has_keys, place);
    }

    /// Explains why a filter leaves no line. `None` without a filter.
    pub(crate) fn explain_missing_matches(&self, what: &str) -> Option<String> {
        let (text, key) = (&self.text, KeyName::Filter.label());
        let why =
            || format!("No {what} passes “{text}”: Esc removes the filter, {key} changes it.");
        (!self.is_empty()).then(why)
    }
}

/// Describes the order, if it is not the default, and then the position `line`.
pub(crate) fn describe_order_and_position<C: Columns>(sort: Sort<C>, line: String) -> String {
    if sort == Sort::default() {
        return line;
    }
    let dot = if line.is_empty() { "" } else { " · " };
    format!("{}{dot}{line}", sort.short_description())
}

/// Describes the position of the selected line: `row 2 of 57`. Counts rows, because copies share a row.
pub(crate) fn describe_position(selected: usize, len: usize, width: u16) -> String {
    if len == 0 {
        return String::new();
    }
    let (row, of_word) = if width < 60 { ("", "/") } else { ("row ", " of ") };
    format!("{row}{}{of_word}{}", format_with_commas(selected as u64 + 1), format_with_commas(len))
}

/// Draws a bar of `width` columns, filled by eighths.
pub(crate) fn draw_bar(pen: &mut Pen<'_>, share: f64, width: u16) {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let full = share.clamp(0.0, 1.0) * f64::from(width) * 8.0;
    let eighths = (0..=width * 8).rev().find(|eighths| f64::from(*eighths) <= full).unwrap_or(0);
    let eighths = usize::from(eighths);
    let text = "█".repeat(eighths / 8) + EIGHTHS[eighths % 8];
    pen.put_cell(&text, width, false, pen.theme.bar);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Cell, Columns, Lines, Sort, Table};
    use crate::tui::model::PairColumn;
    use crate::tui::views::{documents::DocColumn, documents::DocumentList};

    proptest! {
        #[test]
        fn lines_and_entries_lead_to_each_other_as_when_written_out(
            below in prop::collection::vec(prop::option::weighted(0.3, 0_usize..4), 0..20),
        ) {
            let unfolded = below.iter().enumerate().filter_map(|(place, some)| Some((place, (*some)?)));
            let lines = Lines::new(below.len(), unfolded);
            let mut plain = Vec::new();
            for (place, some) in below.iter().enumerate() {
                prop_assert_eq!(lines.line_of_entry(place), plain.len());
                prop_assert_eq!(lines.is_unfolded(place), some.is_some());
                plain.push((place, None));
                plain.extend((0..some.unwrap_or(0)).map(|one| (place, Some(one))));
            }
            let found: Vec<_> = (0..).map_while(|line| lines.entry_at_line(line)).collect();
            prop_assert_eq!(lines.len(), plain.len());
            prop_assert_eq!(found, plain);
        }
    }

    fn check<C: Columns + std::fmt::Debug>(table: &Table<C>, width: u16) {
        let mut end = 0;
        for Cell { column, x, width: cell, .. } in &table.cells {
            assert!(*x > end || end == 0, "{column:?} at {width}");
            end = x + cell;
            assert!(end <= width, "{column:?} ends at {end} of {width}");
            assert_eq!(table.column_at(*x), Some(*column), "at {width}");
            assert_eq!(table.column_at(end - 1), Some(*column), "at {width}");
        }
    }

    #[test]
    fn an_order_comes_back_as_it_was_saved() {
        for (column, _) in PairColumn::ALL {
            for sort in [Sort::by_column(*column), Sort::by_column(*column).reversed_order()] {
                assert_eq!(Sort::from_saved(&sort.to_saved()), sort);
            }
        }
        assert_eq!(Sort::<PairColumn>::from_saved("gone"), Sort::default());
    }

    #[test]
    fn columns_never_touch_and_are_found_where_they_stand() {
        for width in 40..300 {
            for (column, _) in PairColumn::ALL {
                for pinned in [false, true] {
                    for measured in [None, Some("jaccard")] {
                        for passage in [false, true] {
                            let beside = (pinned, measured, passage);
                            let sort = Sort::by_column(*column);
                            check(&Table::for_pairs(width, 1_000_000, sort, beside), width);
                        }
                    }
                }
            }
            for longest in [0, 30, 500] {
                for largest_source_of in [0, 30] {
                    let list =
                        DocumentList { longest, largest_source_of, ..DocumentList::default() };
                    check(&Table::<DocColumn>::for_documents(width, &list), width);
                }
            }
        }
    }
}
