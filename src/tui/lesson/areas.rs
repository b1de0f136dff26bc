//! Where the parts of a step are on the screen.

use ratatui::layout::Rect;

use crate::tui::drawing::large::ROWS;

/// With at least this many rows, an audience gets the number of the step large …
const PROJECTED: u16 = 16;
/// … and with this many the names of all steps, too.
const PROJECTED_STRIP: u16 = 26;

/// The regions of a step in the body of the screen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LessonAreas {
    /// The title.
    pub(crate) title: Rect,
    /// The names of all steps. Empty where rows are scarce.
    pub(crate) strip: Rect,
    /// The number of the step, large, with its brief sentences. Empty but for an audience.
    pub(crate) large: Rect,
    /// One row for what the last change did.
    pub(crate) effect: Rect,
    /// Sentences and figure.
    pub(crate) page: Rect,
}

/// Where everything of a step is. For an audience, its number takes the rows below the title.
pub(crate) fn cut(body: Rect, is_projected: bool) -> LessonAreas {
    let row = |y: u16, rows: u16| Rect {
        y: body.y + y.min(body.height),
        height: rows.min(body.height.saturating_sub(y)),
        ..body
    };
    let page = |top: u16| {
        let page = row(top, body.height);
        Rect { x: page.x + 1, width: page.width.saturating_sub(2), ..page }
    };
    let none = Rect { height: 0, ..body };
    if is_projected && body.height >= PROJECTED {
        let high = ROWS as u16;
        let strip = u16::from(body.height >= PROJECTED_STRIP);
        let large =
            Rect { x: body.x + 1, width: body.width.saturating_sub(2), ..row(1 + strip, high) };
        let effect = Rect { y: large.bottom() - 1, height: 1, ..large };
        return LessonAreas {
            title: row(0, 1),
            strip: row(1, strip),
            large,
            effect,
            page: page(2 + strip + high),
        };
    }
    let top = if body.height >= 10 { 3 } else { 2 };
    let strip = if top == 3 { row(1, 1) } else { none };
    LessonAreas { title: row(0, 1), strip, large: none, effect: row(top - 1, 1), page: page(top) }
}
