//! Draws the band for the audience: the last key with its effect, and the score, both large.
//!
//! ```text
//! ──────────────────────────────────────────────────────
//!                                    ██████  ██  ██  ██
//!                                    ██      ██  ██  ██
//!  ██  ██  ██   w                    ██████  ██████  ██
//!  ██  ██  ██   width 4              ██  ██      ██
//!    ██  ██                          ██████      ██  ██
//! ```

use ratatui::{layout::Rect, style::Style};

use crate::tui::{
    drawing::Canvas, drawing::large::ROWS, drawing::large::point_rows, drawing::width_in_columns,
    model::Model, words::scored,
};

pub(crate) fn render(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let Some(projector) = model.projector.as_ref().filter(|_| area.height > 0) else { return };
    let score =
        model.current_score().map_or(String::new(), |(score, params)| scored(score, params));
    let pressed = projector.pressed.as_ref();
    let did = pressed.map_or(String::new(), |pressed| pressed.effect_text(&model.params));
    let key = pressed.map_or("", |pressed| pressed.label.as_str());
    if usize::from(area.height) <= ROWS {
        let mut pen = canvas.pen(area);
        pen.skip(1).put(key, theme.pending).skip(1);
        let room = pen.free_width().saturating_sub(width_in_columns(&score) + 3);
        pen.put_truncated(&did, room, theme.strong);
        pen.move_to(area.width.saturating_sub(width_in_columns(&score) + 3));
        if !score.is_empty() {
            pen.put(" ", theme.pending).put(&score, theme.pending).put(" ", theme.pending);
        }
        return;
    }
    canvas.pen(Rect { height: 1, ..area }).fill_row("─", theme.quiet);
    let area = Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height - 1,
    };
    let wide = width(&score, area.width / 2);
    let right = Rect { x: area.right() - wide, width: wide, ..area };
    large(&score, theme.strong, canvas, right);
    let left = Rect { width: area.width.saturating_sub(wide + 2), ..area };
    let used = if width(key, left.width * 2 / 3) > 0 {
        large(key, theme.key, canvas, Rect { width: left.width * 2 / 3, ..left }) + 3
    } else {
        0
    };
    let note = Rect {
        x: left.x + used,
        y: left.y + ROWS as u16 - 2,
        width: left.width.saturating_sub(used),
        height: 2,
    };
    let mut pen = canvas.pen(note);
    let room = pen.free_width();
    pen.put_truncated(key, room, theme.key).move_down().put_truncated(&did, room, theme.strong);
}

/// Returns the columns of a large text, or 0 if the text does not fit.
fn width(text: &str, room: u16) -> u16 {
    let Some(rows) = point_rows(text) else { return 0 };
    let points = rows[0].len() as u16;
    [2, 1].into_iter().map(|wide| points.saturating_mul(wide)).find(|all| *all <= room).unwrap_or(0)
}

/// Draws a large text, with points two columns wide if they fit, else one. Returns the columns used.
pub(crate) fn large(text: &str, style: Style, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let all = width(text, area.width);
    let Some(rows) = point_rows(text).filter(|_| all > 0) else { return 0 };
    let wide = all / rows[0].len().max(1) as u16;
    let mut pen = canvas.pen(area);
    for row in rows {
        for filled in row {
            for _ in 0..wide {
                if filled {
                    pen.put("█", style);
                } else {
                    pen.skip(1);
                }
            }
        }
        pen.move_down();
    }
    all
}
