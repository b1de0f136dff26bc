//! The dot plot of the open pair: the places of shared passages, and a cross-hair that scrolls both texts.

pub(crate) mod raster;

use std::{collections::HashSet, sync::Arc};

use ratatui::{
    crossterm::event::MouseButton, crossterm::event::MouseEventKind, layout::Position,
    layout::Rect, style::Modifier,
};

use shingle::{
    base::numbers::format_count, base::numbers::format_with_commas, base::span::Span,
    pipeline::Passage,
};

use crate::tui::actions::{Action, Motion, Place, StepDirection};
use crate::tui::drawing::{
    Canvas, Pen, join_fitting_facts, width_in_columns, without_side_columns,
};
use crate::tui::model::{Focus, Layer, Model, OpenPair, Pane, ScrollPlace};
use crate::tui::views::dots::raster::{DotScale, Plot, Segment, list_segments, trace_segment};
use crate::tui::{
    layout::DotsAreas, layout::PaneSide, update::pair, update::pair::open_selected_pair_zoomed,
    update::pair::refresh_list_and_pair, views::Handled, views::act_on_layer_and_pair,
    views::open_pair::beginning_of_passage, words::describe_moved_passage,
    words::describe_passage_place,
};

/// Number of cells of a large step of the cross-hair.
const FAR: i32 = 10;
/// Number of cells that the cross-hair moves per notch of the wheel.
const NOTCH: i32 = 3;

pub(crate) struct Dots {
    /// First byte of the word at the cross-hair in each text. `None` until the pair arrives.
    pub(crate) at: Option<[u32; 2]>,
    pub(crate) plot: Option<Plot>,
    /// Scroll positions and activations of the pair when texts and cross-hair were last aligned.
    last_scroll: Option<(ScrollPlace, u64)>,
}

impl Layer for Dots {
    fn place_of_layer(&self) -> Place {
        Place::Dots
    }

    fn word_at_cursor(&self, pair: Option<&OpenPair>, which: PaneSide) -> Option<Span> {
        let (at, side) = (self.at?, pair?.side(which));
        side.words.get(side.count_words_before(at[which as usize])).copied()
    }
}

impl Dots {
    /// Updates plot and cross-hair for a changed size, pair, passage or scroll position. Scrolls the texts if needed.
    fn update_plot(&mut self, pair: &mut OpenPair, size: (u16, u16)) {
        let is_of = |plot: &Plot| Arc::ptr_eq(&plot.view, &pair.view);
        let fits = |plot: &Plot| is_of(plot) && (plot.x.cells, plot.y.cells) == size;
        let is_current = self.plot.as_ref().is_some_and(fits);
        let moved = self.last_scroll != Some(scroll_state(pair));
        if self.plot.as_ref().is_some_and(|plot| plot.view.names() != pair.view.names()) {
            self.at = None;
        }
        if !is_current {
            let same = self.plot.take().filter(is_of);
            let segments = same.map_or_else(|| list_segments(&pair.view), |plot| plot.segments);
            self.plot = Some(Plot::new(pair, segments, size));
        }
        match self.at {
            None => self.move_cross_hair(pair, first_visible_bytes(pair)),
            Some(at) if !is_current => self.move_cross_hair(pair, at),
            Some(_) if moved => {
                let jumped = self.last_scroll.is_none_or(|(place, activations)| {
                    (place.active, activations) != (pair.active, pair.activations)
                });
                let target = active_passage_start(pair)
                    .filter(|at| jumped || is_text_aligned(pair, *at))
                    .unwrap_or_else(|| pair.panes.each_ref().map(byte_at_anchor));
                self.at = Some(self.snap_to_cell(target));
                self.last_scroll = Some(scroll_state(pair));
            }
            Some(_) => {}
        }
    }

    /// Scrolls both texts to the cross-hair after a change of their panes.
    fn scroll_texts_to_cross_hair(&mut self, pair: &mut OpenPair) {
        // The plot of another view has other passages. `update_plot` builds a new plot for it.
        let is_current = self.plot.as_ref().is_some_and(|plot| Arc::ptr_eq(&plot.view, &pair.view));
        if let Some(at) = self.at.filter(|_| is_current) {
            self.move_cross_hair(pair, at);
        }
    }

    fn snap_to_cell(&self, at: [u32; 2]) -> [u32; 2] {
        self.plot.as_ref().map_or(at, |plot| plot.bytes_at_words(plot.words_at_bytes(at)))
    }

    fn move_cross_hair(&mut self, pair: &mut OpenPair, to: [u32; 2]) {
        let at = self.snap_to_cell(to);
        self.at = Some(at);
        pair.active = self.plot.as_ref().and_then(|plot| plot.passage_near(at)).or(pair.active);
        pair.align_rows(pair.rows_of_bytes(at));
        self.last_scroll = Some(scroll_state(pair));
    }
}

fn scroll_state(pair: &OpenPair) -> (ScrollPlace, u64) {
    (ScrollPlace::new(pair), pair.activations)
}

/// Returns the first byte of the active passage in both texts. If the passage is not visible, returns that of the
/// aligned rows.
fn first_visible_bytes(pair: &OpenPair) -> [u32; 2] {
    let visible = active_passage_start(pair).filter(|at| {
        let [row, _] = pair.rows_of_bytes(*at);
        pair.panes[0].shows_rows(row, row)
    });
    visible.unwrap_or_else(|| pair.panes.each_ref().map(byte_at_anchor))
}

/// Returns true if both texts show these bytes in the same row: a third from the top, or higher near the beginning.
fn is_text_aligned(pair: &OpenPair, at: [u32; 2]) -> bool {
    let rows = pair.rows_of_bytes(at);
    let third = pair.rows_above_aligned_rows(rows);
    pair.panes.iter().zip(rows).all(|(pane, row)| row + pane.pad == pane.top + third)
}

fn active_passage_start(pair: &OpenPair) -> Option<[u32; 2]> {
    let passage = pair.active_passage()?;
    Some([passage.a.start, passage.b.start])
}

/// Returns the first byte of the row that stays aligned with the other text.
fn byte_at_anchor(pane: &Pane) -> u32 {
    pane.rows.row_start(pane.top + pane.rows_above_anchor())
}

/// Opens or closes the plot. The texts keep their scroll positions until the cross-hair moves.
pub(crate) fn toggle_plot(model: &mut Model) {
    if model.is_view_of_pair_at(Place::Dots) {
        return pair::close_views_of_pair(model);
    }
    model.layers.close_overlays();
    let now = pair::save_screen(model);
    if !open_selected_pair_zoomed(model) {
        return model.show_note("no pair to plot");
    }
    model.layers.before = model.layers.close_layers_of_pair().or(Some(now));
    model.layers.push_layer(Box::new(Dots { at: None, plot: None, last_scroll: None }));
    if !matches!(model.focus, Focus::Pane(_)) {
        model.focus = Focus::Pane(PaneSide::A);
    }
    refresh_list_and_pair(model);
}

/// Closes the plot and leaves the texts at the cross-hair.
pub(crate) fn close_plot(model: &mut Model) {
    let Some(mut dots) = model.layers.close_layer_of_type::<Dots>() else { return };
    model.layers.before = None;
    refresh_list_and_pair(model);
    if let Some(pair) = model.open_pair_mut() {
        dots.scroll_texts_to_cross_hair(pair);
    }
}

pub(crate) fn perform_action(model: &mut Model, action: Action) -> Handled {
    let (columns, rows) = match action {
        Action::Move(Motion::First) => (i32::MIN, i32::MIN),
        Action::Move(Motion::Last) => (i32::MAX, i32::MAX),
        Action::Move(Motion::Down) => (0, 1),
        Action::Move(Motion::Up) => (0, -1),
        Action::Move(Motion::PageDown) => (0, FAR),
        Action::Move(Motion::PageUp) => (0, -FAR),
        Action::Move(Motion::HalfDown) => (0, FAR / 2),
        Action::Move(Motion::HalfUp) => (0, -FAR / 2),
        Action::StepSide(direction) => (signed_cells(direction, 1), 0),
        Action::StepFar(direction) => (signed_cells(direction, FAR), 0),
        Action::GoToEdge(direction) => (signed_cells(direction, i32::MAX), 0),
        // Enter leaves the plot and shows the words at the cross-hair.
        Action::Enter => {
            close_plot(model);
            return Ok(());
        }
        Action::Leave => {
            pair::close_views_of_pair(model);
            return Ok(());
        }
        _ => return Err(action),
    };
    move_cross_hair_by(model, columns, rows);
    Ok(())
}

const fn signed_cells(direction: StepDirection, cells: i32) -> i32 {
    match direction {
        StepDirection::Next => cells,
        StepDirection::Back => -cells,
    }
}

fn move_cross_hair_by(model: &mut Model, columns: i32, rows: i32) {
    act_on_layer_and_pair(model, |dots: &mut Dots, pair| {
        let (Some(plot), Some(at)) = (&dots.plot, dots.at) else { return };
        let (a, b) = plot.words_at_bytes(at);
        let to = plot.bytes_at_words((plot.x.step_word(a, columns), plot.y.step_word(b, rows)));
        dots.move_cross_hair(pair, to);
    });
}

/// Moves the cross-hair by a mouse event. Returns `false` for other places.
pub(crate) fn handle_mouse(model: &mut Model, kind: MouseEventKind, at: Position) -> bool {
    let areas = model.areas.dots.filter(|_| model.areas.body.contains(at));
    let Some(DotsAreas { plot, .. }) = areas else { return false };
    match kind {
        MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left)
            if plot.contains(at) =>
        {
            act_on_layer_and_pair(model, |dots: &mut Dots, pair| {
                let Some(drawn) = &dots.plot else { return };
                let (column, row) = (at.x - plot.x, at.y - plot.y);
                let words = (drawn.x.word_of_cell(column), drawn.y.word_of_cell(row));
                let to = drawn.bytes_at_words(words);
                dots.move_cross_hair(pair, to);
            });
        }
        MouseEventKind::ScrollDown => move_cross_hair_by(model, 0, NOTCH),
        MouseEventKind::ScrollUp => move_cross_hair_by(model, 0, -NOTCH),
        _ => {}
    }
    true
}

pub(crate) fn update_open_plot(model: &mut Model) {
    if !model.is_view_of_pair_at(Place::Dots) {
        return;
    }
    if model.pair.is_none() {
        // The pair is gone. The list shows the reason.
        model.layers.close_layers_of_pair();
        return;
    }
    if let Some(areas) = model.areas.dots {
        let size = (areas.plot.width, areas.plot.height);
        act_on_layer_and_pair(model, |dots: &mut Dots, pair| dots.update_plot(pair, size));
    }
}

// Draws the dot plot: A from left to right, B from top to bottom, a mark for every shared passage.
//
// ```text
// ── Dot plot · essay-a.md ↔ essay-b.md ───────────────────── Esc back · Enter to the texts here ──
//  Stroke: a shared passage · falling line: same order · off the line (⇄): moved …
//         A essay-a.md →    B essay-b.md ↓
//       1│▚         ┊
//        │  ▚       ┊
//      60│┈┈┈┈┈┈┈┈┈┈┼┈┈┈┈
//        └┴──────────────┴
//         1             120
//  word 80 of 120 in A, 60 of 118 in B  2  11 words · passage 2 of 4
// ```

/// Sentences that explain the plot, the most important first.
const HOW: [&str; 4] = [
    "Stroke: shared words",
    "falling line: same order",
    "off the line (⇄): moved",
    "square of strokes: repeated or shuffled",
];

/// Minimum free columns to show the first words of a passage, including their separator.
const WORDS: u16 = 19;

/// Characters for the dots of a cell. Bits of the index: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
const QUADRANTS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];

pub(crate) fn draw_plot(model: &Model, canvas: &mut Canvas<'_>, areas: &DotsAreas) {
    let (Some(dots), Some(pair)) = (model.layers.get::<Dots>(), model.open_pair()) else { return };
    let theme = canvas.theme;
    let (a, b) = pair.view.names();
    let keys = ["Esc back", "Enter to the texts here"];
    let remark = &*join_fitting_facts(&keys, areas.title.width / 2 + 5);
    let half = (areas.title.width / 2).saturating_sub(width_in_columns(remark) / 2 + 12);
    let heading = format!(
        "Dot plot · {} ↔ {}",
        model.names.short_name(a).fit_name(half),
        model.names.short_name(b).fit_name(half)
    );
    canvas.draw_rule(areas.title, &heading, true, remark);
    let (Some(plot), Some(at)) = (&dots.plot, dots.at) else { return };
    let drawn = DrawnDots { pair, plot, at: plot.words_at_bytes(at), areas };
    let how = without_side_columns(areas.how);
    // Word wrap may leave some columns free.
    let room = how.width.saturating_sub(8).saturating_mul(how.height);
    canvas.pen_in(how).put_paragraph(&join_fitting_facts(&HOW, room), theme.quiet);
    drawn.draw_axes(model, canvas);
    drawn.draw_word_numbers(canvas);
    drawn.draw_cells(canvas);
    drawn.draw_status(canvas);
}

/// The plot of an open pair, with the cross-hair at one word of each text.
struct DrawnDots<'a> {
    pair: &'a OpenPair,
    plot: &'a Plot,
    at: (usize, usize),
    areas: &'a DotsAreas,
}

impl DrawnDots<'_> {
    fn cell_of_cross_hair(&self) -> (u16, u16) {
        (self.plot.x.cell_of_word(self.at.0), self.plot.y.cell_of_word(self.at.1))
    }

    fn draw_axes(&self, model: &Model, canvas: &mut Canvas<'_>) {
        let theme = canvas.theme;
        let (a, b) = self.pair.view.names();
        let mut pen = canvas.pen_in(self.areas.axes);
        pen.skip_columns(1);
        if model.is_pair_stale(&self.pair.view) {
            pen.put("stale", theme.pending).skip_columns(1);
        }
        let room = (pen.free_width() / 2).saturating_sub(6);
        pen.put("A", theme.key).put(" → ", theme.strong);
        pen.put(&model.names.short_name(a).fit_name(room), theme.strong).skip_columns(2);
        pen.put("B", theme.key).put(" ↓ ", theme.strong);
        pen.put(&model.names.short_name(b).fit_name(room), theme.strong);
    }

    fn draw_word_numbers(&self, canvas: &mut Canvas<'_>) {
        let theme = canvas.theme;
        let DotsAreas { left, plot, below, .. } = *self.areas;
        let rows = scale_ticks(self.plot.y, 4);
        for y in 0..plot.height {
            let number = rows.iter().find(|(row, _)| *row == y);
            let mut pen = canvas.pen_in_row(Rect { y: plot.y, ..left }, y);
            let text = number.map_or(String::new(), |(_, word)| shorten_number(*word));
            pen.put_cell(&text, left.width.saturating_sub(1), true, theme.quiet);
            pen.put(if number.is_some() { "┤" } else { "│" }, theme.quiet);
        }
        canvas.draw_divider(Rect { x: plot.right(), width: 1, ..plot });
        if below.height < 2 {
            return;
        }
        let line = Rect { height: 1, ..below };
        let numbers = Rect { y: below.y + 1, height: 1, ..below };
        let mut pen = canvas.pen_in(line);
        pen.skip_columns(left.width.saturating_sub(1)).put("└", theme.quiet);
        pen.put(&"─".repeat(usize::from(plot.width)), theme.quiet).put("┘", theme.quiet);
        let mut free = 0;
        for (column, word) in scale_ticks(self.plot.x, if plot.width < 60 { 2 } else { 4 }) {
            let text = shorten_number(word);
            let at = left.width + column;
            canvas.pen_in(line).move_to(at).put("┴", theme.quiet);
            let from = at
                .saturating_sub(width_in_columns(&text) / 2)
                .min(below.width - width_in_columns(&text).min(below.width));
            if from >= free {
                canvas.pen_in(numbers).move_to(from).put(&text, theme.quiet);
                free = from + width_in_columns(&text) + 1;
            }
        }
    }

    fn draw_cells(&self, canvas: &mut Canvas<'_>) {
        let theme = canvas.theme;
        let area = self.areas.plot;
        let (centre, active) = (self.cell_of_cross_hair(), self.cells_of_active_passage());
        for row in 0..area.height {
            let mut pen = canvas.pen_in_row(area, row);
            for column in 0..area.width {
                let cell = self.plot.cell_at(column, row);
                pen.move_to(column);
                if cell.dots != 0 {
                    // The active passage is above other passages in its cells.
                    let is_active = active.contains(&(column, row));
                    let active = self.pair.active.filter(|_| is_active).map(|index| index as u32);
                    let hit = (column, row) == centre;
                    self.draw_dots(&mut pen, cell.dots, active.or(cell.passage), hit);
                    continue;
                }
                let line = match (column == centre.0, row == centre.1) {
                    (true, true) => "┼",
                    (true, false) => "┊",
                    (false, true) => "┈",
                    (false, false) => continue,
                };
                let style = if line == "┼" { theme.focused } else { theme.quiet };
                pen.put(line, style);
            }
        }
    }

    /// Draws the dots of a cell in the tint of their passage. The cross-hair (`hit`) replaces the dots.
    fn draw_dots(&self, pen: &mut Pen<'_>, dots: u8, passage: Option<u32>, hit: bool) {
        let theme = pen.theme;
        if hit {
            let look = theme.passage_look(&self.pair.tints, passage, self.pair.active);
            pen.put("┼", look.counted);
            return;
        }
        let passage = passage.map(|passage| passage as usize);
        let active = passage.is_some() && self.pair.active == passage;
        let weight = if active { Modifier::BOLD } else { Modifier::empty() };
        let glyph = QUADRANTS[usize::from(dots) % QUADRANTS.len()];
        let tint = passage.and_then(|passage| self.pair.tints.get(passage));
        let ink = tint.map_or(theme.quiet, |tint| theme.tint_foreground(*tint));
        pen.put(glyph, ink.add_modifier(weight));
    }

    fn cells_of_active_passage(&self) -> HashSet<(u16, u16)> {
        let mut cells = HashSet::new();
        let active = self.pair.active.map(|index| index as u32);
        let is_active = |one: &&Segment| one.passage == active && active.is_some() && !one.repeated;
        for segment in self.plot.segments.iter().filter(is_active) {
            trace_segment(segment, self.plot.x, self.plot.y, |(x, y)| {
                cells.insert(((x / 2) as u16, (y / 2) as u16));
            });
        }
        cells
    }

    fn draw_status(&self, canvas: &mut Canvas<'_>) {
        let theme = canvas.theme;
        let view = &self.pair.view;
        let place = |word: usize, of: usize| {
            if of == 0 {
                "none".to_string()
            } else {
                format!("{} of {}", format_with_commas(word as u64 + 1), format_with_commas(of))
            }
        };
        let (a, b) = (place(self.at.0, view.a.words.len()), place(self.at.1, view.b.words.len()));
        let mut pen = canvas.pen_in(self.areas.status);
        pen.skip_columns(1);
        pen.put(&format!("word {a} in A, {b} in B"), theme.strong);
        let Some((index, passage)) = self.passage_at_cross_hair() else {
            pen.put_rest(&self.describe_cross_hair_cell(), theme.quiet);
            return;
        };
        let id = format!(" {} ", passage.id());
        pen.skip_columns(1)
            .put(&id, theme.passage_number_style(&self.pair.tints, index, true))
            .skip_columns(1);
        let words = [format_count(passage.words, "word")];
        let place = |which| self.pair.place_of_active_passage(which).unwrap_or(1);
        let order =
            passage.moved.then(|| describe_moved_passage(place(PaneSide::A), place(PaneSide::B)));
        let placed = describe_passage_place(passage, index + 1, view.passages.len(), "A");
        let facts: Vec<String> = words.into_iter().chain(order).chain([placed]).collect();
        let room = pen.free_width();
        pen.put(&join_fitting_facts(&facts, room), theme.quiet);
        // The beginning of the passage, if any word fits.
        if pen.free_width() >= WORDS {
            pen.put(" · ", theme.quiet);
            pen.put_rest(&beginning_of_passage(self.pair, passage), theme.strong);
        }
    }

    /// Describes the cell of the cross-hair, if the active passage does not cover it.
    fn describe_cross_hair_cell(&self) -> String {
        let passages = &self.pair.view.passages;
        let (column, row) = self.cell_of_cross_hair();
        let cell = self.plot.cell_at(column, row);
        let passage = cell.passage.filter(|_| cell.dots != 0);
        if let Some(passage) = passage.and_then(|index| passages.get(index as usize)) {
            return format!(" · passage {} repeated", passage.id());
        }
        if passages.is_empty() { " · no shared passage" } else { " · no passage here" }.into()
    }

    fn passage_at_cross_hair(&self) -> Option<(usize, &Passage)> {
        let index = self.pair.active?;
        let passage = self.pair.view.passages.get(index)?;
        let centre = self.cell_of_cross_hair();
        let is_inside = |which: PaneSide, scale: DotScale, cell: u16| {
            let (side, span) = (self.pair.side(which), which.span_of_passage(passage));
            let last = side.count_words_before(span.end).saturating_sub(1);
            (scale.cell_of_word(side.count_words_before(span.start))..=scale.cell_of_word(last))
                .contains(&cell)
        };
        let hit = is_inside(PaneSide::A, self.plot.x, centre.0)
            && is_inside(PaneSide::B, self.plot.y, centre.1);
        hit.then_some((index, passage))
    }
}

/// Returns the cells of an axis with a number, and these numbers: at the ends of `parts` equal parts. Words count from
/// 1.
fn scale_ticks(scale: DotScale, parts: u16) -> Vec<(u16, usize)> {
    let last = scale.cells.saturating_sub(1);
    let mut ticks: Vec<(u16, usize)> = (0..=parts)
        .map(|part| (u32::from(last) * u32::from(part) / u32::from(parts)) as u16)
        .map(|cell| (cell, scale.word_of_cell(cell) + 1))
        .collect();
    if let Some(end) = ticks.last_mut() {
        end.1 = scale.words;
    }
    ticks.dedup_by_key(|(cell, _)| *cell);
    ticks
}

/// Formats a number in at most six columns, if necessary in thousands.
fn shorten_number(number: usize) -> String {
    if number < 100_000 { format_with_commas(number) } else { format!("{}k", number / 1000) }
}
