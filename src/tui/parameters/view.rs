//! The bar of parameters. Each has its value and its key: the letter in brackets, or underlined if columns are scarce. A
//! sign precedes the chosen parameter, and its meaning is below the bar. A `!` follows a value that has a warning.
//!
//! ```text
//!  [w]idth 3→4  [t]hreshold 20%  me[a]sure containment  [m]odulo 1  [s]top-words on  [=] +17 more
//! ```

pub(crate) mod histogram;
pub(crate) mod pinned;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::drawing::glyphs::columns;
use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::Theme;
use crate::tui::event_loop::action::ScreenParameter;
use crate::tui::screen::model::Model;
use crate::tui::words::score::gloss;

use super::bar::{BarShows, Force, ParameterBar};
use super::table::meaning;

/// Free columns before what the measure says.
const GAP: u16 = 2;

/// Draws the bar.
pub(crate) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let bar = ParameterBar::new(model.values(), area.width);
    let mut pen = Pen::at(buffer, area);
    for (row_number, row) in bar.rows.iter().enumerate() {
        let mut column = 1;
        for cell in row {
            let chosen = model.values().chosen.map(BarShows::Parameter) == Some(cell.shows);
            // The blank before it belongs to it.
            pen.go(column - 1);
            if chosen {
                pen.put("▸", theme.focused);
            }
            pen.go(column);
            column += cell.width() + bar.gap;
            let [before, key, after] = cell.name;
            pen.put(before, theme.quiet);
            if cell.bracketed {
                pen.put("[", theme.quiet).put(key, theme.key).put("]", theme.quiet);
            } else if !key.is_empty() {
                pen.put(key, theme.key.underlined());
            }
            let style = match () {
                () if cell.shows == BarShows::More => theme.quiet,
                () if cell.force == Force::Awaited => theme.pending,
                () if chosen => theme.selected,
                () if cell.force == Force::Rests || is_fixed(model, cell.shows) => theme.quiet,
                () => theme.strong,
            };
            pen.put(after, theme.quiet).skip(1).put(&cell.value, style);
            if cell.warned {
                pen.put("!", theme.alarm);
            }
        }
        if row_number + 1 == bar.rows.len() {
            measure(model, column, theme, &mut pen);
        }
        pen.down();
    }
    if let Some(chosen) = model.values().chosen {
        pen.skip(1).paragraph(&meaning(chosen, &model.params), theme.quiet);
    }
}

/// What the measure says, at the right end of a row that is free from column `end` on, if it fits there.
fn measure(model: &Model, end: u16, theme: &Theme, pen: &mut Pen<'_>) {
    // The lesson has a step about measures, in the direction of its texts. The histogram says it below its bars.
    let histogram = model.areas().is_some_and(|areas| areas.strip.is_some());
    if model.values().chosen.is_some() || model.lesson.is_some() || histogram {
        return;
    }
    let measure = model.shown_params().measure;
    let said = format!("{measure}: {}", gloss(measure));
    let x = pen.width().saturating_sub(columns(&said) + 1);
    if x >= end + GAP {
        pen.go(x).put(&said, theme.quiet);
    }
}

/// Whether a parameter cannot be changed: a written result was made with it.
fn is_fixed(model: &Model, shows: BarShows) -> bool {
    model.parameter_state.written.is_some()
        && !matches!(shows, BarShows::Parameter(ScreenParameter::Threshold) | BarShows::More)
}
