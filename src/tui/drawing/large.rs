//! Shapes of characters five rows high, readable from afar.

use ratatui::{layout::Rect, style::Style};

use crate::tui::drawing::Canvas;

pub(crate) const ROWS: usize = 5;

/// Rows of each character from the top, with a `#` for each filled point.
#[rustfmt::skip]
const SHAPES: &[(char, [&str; ROWS])] = &[
    ('0', ["###", "#.#", "#.#", "#.#", "###"]),
    ('1', [".#", "##", ".#", ".#", ".#"]),
    ('2', ["###", "..#", "###", "#..", "###"]),
    ('3', ["###", "..#", ".##", "..#", "###"]),
    ('4', ["#.#", "#.#", "###", "..#", "..#"]),
    ('5', ["###", "#..", "###", "..#", "###"]),
    ('6', ["###", "#..", "###", "#.#", "###"]),
    ('7', ["###", "..#", "..#", ".#.", ".#."]),
    ('8', ["###", "#.#", "###", "#.#", "###"]),
    ('9', ["###", "#.#", "###", "..#", "###"]),
    ('%', ["#..#", "...#", ".##.", "#...", "#..#"]),
    ('.', [".", ".", ".", ".", "#"]),
    (',', ["..", "..", "..", ".#", "#."]),
    (' ', ["..", "..", "..", "..", ".."]),
    ('/', ["...#", "..#.", "..#.", ".#..", "#..."]),
];

/// Returns the points of each row of a text, `true` for filled points. A free column separates characters. `None` if a
/// character has no shape.
pub(crate) fn points_of_large_text(text: &str) -> Option<[Vec<bool>; ROWS]> {
    let mut rows: [Vec<bool>; ROWS] = Default::default();
    for (place, character) in text.chars().enumerate() {
        let (_, shape) = SHAPES.iter().find(|(one, _)| *one == character)?;
        for (row, points) in rows.iter_mut().zip(shape) {
            if place > 0 {
                row.push(false);
            }
            row.extend(points.bytes().map(|point| point == b'#'));
        }
    }
    Some(rows)
}

/// Returns the width of a large text in columns, or 0 if the text does not fit into `room` columns.
pub(crate) fn width_of_large_text(text: &str, room: u16) -> u16 {
    let Some(rows) = points_of_large_text(text) else { return 0 };
    let points = rows[0].len() as u16;
    [2, 1].into_iter().map(|wide| points.saturating_mul(wide)).find(|all| *all <= room).unwrap_or(0)
}

impl Canvas<'_> {
    /// Draws a large text, with points two columns wide if they fit, else one. Returns the columns used.
    pub(crate) fn draw_large_text(&mut self, text: &str, style: Style, area: Rect) -> u16 {
        let all = width_of_large_text(text, area.width);
        let Some(rows) = points_of_large_text(text).filter(|_| all > 0) else { return 0 };
        let wide = all / rows[0].len().max(1) as u16;
        let mut pen = self.pen_in(area);
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
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ROWS, SHAPES, points_of_large_text};

    #[test]
    fn every_shape_is_there_once_and_rectangular() {
        let mut seen = HashSet::new();
        let mut looks = HashSet::new();
        for (character, shape) in SHAPES {
            assert!(seen.insert(character), "{character} is there twice");
            assert!(looks.insert(shape), "{character} looks like another");
            assert!(shape.iter().all(|row| row.len() == shape[0].len()), "{character}");
            let is_filled = shape.iter().any(|row| row.contains('#'));
            assert_eq!(is_filled, *character != ' ', "{character}");
        }
    }

    #[test]
    fn characters_stand_one_column_apart() {
        let text = points_of_large_text("1.").unwrap();
        assert_eq!(text.len(), ROWS);
        assert_eq!(text[4], [false, true, false, true]);
        assert!(points_of_large_text("é").is_none() && points_of_large_text("").is_some());
    }
}
