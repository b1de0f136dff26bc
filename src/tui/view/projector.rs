//! Draws the band for the audience: the score, large.
//!
//! ```text
//! ──────────────────────────────────────────────────────
//!                                    ██████  ██  ██  ██
//!                                    ██      ██  ██  ██
//!                                    ██████  ██████  ██
//!                                    ██  ██      ██
//!                                    ██████      ██  ██
//! ```

use ratatui::{layout::Rect, style::Style};

use crate::tui::{
    drawing::Canvas, drawing::large::ROWS, drawing::large::points_of_large_text,
    drawing::width_in_columns, drawing::without_side_columns, model::Model, words::format_score,
};

pub(crate) fn draw_projector_band(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let Some((score, params)) = model.current_score().filter(|_| area.height > 0) else { return };
    let score = format_score(score, params);
    if usize::from(area.height) <= ROWS {
        let mut pen = canvas.pen_in(area);
        pen.move_to(area.width.saturating_sub(width_in_columns(&score) + 3));
        pen.put(&format!(" {score} "), theme.pending);
        return;
    }
    canvas.pen_in(Rect { height: 1, ..area }).fill_row("─", theme.quiet);
    let area = without_side_columns(Rect { y: area.y + 1, height: area.height - 1, ..area });
    let wide = width_of_large_text(&score, area.width / 2);
    draw_large_text(
        &score,
        theme.strong,
        canvas,
        Rect { x: area.right() - wide, width: wide, ..area },
    );
}

/// Returns the width of a large text in columns, or 0 if the text does not fit into `room` columns.
fn width_of_large_text(text: &str, room: u16) -> u16 {
    let Some(rows) = points_of_large_text(text) else { return 0 };
    let points = rows[0].len() as u16;
    [2, 1].into_iter().map(|wide| points.saturating_mul(wide)).find(|all| *all <= room).unwrap_or(0)
}

/// Draws a large text, with points two columns wide if they fit, else one. Returns the columns used.
pub(crate) fn draw_large_text(
    text: &str,
    style: Style,
    canvas: &mut Canvas<'_>,
    area: Rect,
) -> u16 {
    let all = width_of_large_text(text, area.width);
    let Some(rows) = points_of_large_text(text).filter(|_| all > 0) else { return 0 };
    let wide = all / rows[0].len().max(1) as u16;
    let mut pen = canvas.pen_in(area);
    for row in rows {
        for filled in row {
            for _ in 0..wide {
                if filled {
                    pen.put("█", style);
                } else {
                    pen.skip_columns(1);
                }
            }
        }
        pen.move_down();
    }
    all
}
