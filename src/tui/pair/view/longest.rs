//! The longest passages of an open pair in a few rows, below a list: what opening it would show.
//!
//! ```text
//! ── Longest of 3 passages: 9 words · in essays/harbour.md ────────────────────────────────────────────
//!  the old ferry left at dawn and the crew said little about the storm
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shingle::base::numbers::{counted, thousands};
use shingle::base::path::DocPath;
use shingle::pipeline::document::pair::PairView;

use crate::tui::drawing::glyphs::{columns, elide};
use crate::tui::drawing::pen::{Pen, rule};
use crate::tui::drawing::theme::Theme;
use crate::tui::drawing::wrap::WrappedRows;
use crate::tui::pair::model::OpenPair;

use super::line::{TextPart, draw};

/// A row of a text takes at most this many bytes for each column.
const BYTES: usize = 8;

/// Draws the passages as the second document, `name`, words them. While there is no pair, only the heading. `nothing` says
/// what to do where they share no passage.
pub(crate) fn render(
    open: Option<&OpenPair>,
    name: &DocPath,
    nothing: &str,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    if area.height < 2 {
        return;
    }
    let title = Rect { height: 1, ..area };
    let inner = Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height - 1,
    };
    let order = open.map(|open| by_length(&open.view)).unwrap_or_default();
    let words = |open: &OpenPair| {
        let longest = order.first().and_then(|index| open.view.passages.get(*index));
        counted(longest.map_or(0, |passage| u64::from(passage.words)), "counted word")
    };
    let said = match (open, order.len()) {
        (None, _) => "The longest passage …".into(),
        (Some(_), 0) => "No shared passage".into(),
        (Some(open), 1) => format!("The passage: {}", words(open)),
        (Some(open), many) => {
            format!("Longest of {} passages: {}", thousands(many as u64), words(open))
        }
    };
    let room = title.width.saturating_sub(columns(&said) + 10);
    let heading = format!("{said} · in {}", elide(&name.to_string(), room));
    rule(buffer, title, (&heading, theme.quiet), ("", theme.quiet), theme.line);
    let mut pen = Pen::at(buffer, inner);
    let Some(open) = open else { return };
    if order.is_empty() {
        pen.paragraph(nothing, theme.quiet);
    }
    let mut left = usize::from(inner.height);
    for index in order {
        let drawn = passage(open, index, left, theme, &mut pen);
        // A row parts it from the next.
        left = left.saturating_sub(drawn + 1);
        if left == 0 {
            return;
        }
        pen.down();
    }
}

/// The passages, those with most words first.
fn by_length(view: &PairView) -> Vec<usize> {
    let mut order: Vec<usize> = (0..view.passages.len()).collect();
    let words = |index: &usize| view.passages.get(*index).map_or(0, |passage| passage.words);
    order.sort_by_key(|index| std::cmp::Reverse(words(index)));
    order
}

/// As much of the passage as fits, with its other words tinted as in the open pair. Returns the rows that it took.
fn passage(open: &OpenPair, index: usize, rows: usize, theme: &Theme, pen: &mut Pen<'_>) -> usize {
    let Some(passage) = open.view.passages.get(index) else { return 0 };
    let (side, width) = (&open.view.b, pen.room());
    let start = passage.b.start as usize;
    let most = start + usize::from(width) * rows * BYTES;
    let most = most.min(passage.b.end as usize).min(side.text.len());
    let end = (start..=most).rev().find(|end| side.text.is_char_boundary(*end));
    let Some(part) = end.and_then(|end| side.text.get(start..end)) else { return 0 };
    let laid_out = WrappedRows::new(part, width);
    let shown = rows.min(laid_out.count());
    for row in 0..shown {
        let Some(range) = laid_out.range(row, part.len()) else { return row };
        let text = TextPart {
            text: &side.text,
            lit: &side.lit,
            marked: (&side.changed, theme.differs),
            dropped: &side.dropped,
            reasons: false,
            cursor: None,
            found: &[],
            current: None,
            width,
            range: start + range.start..start + range.end,
        };
        draw(&text, |one| theme.text(&open.tints, one as usize, one as usize == index), theme, pen);
        pen.down();
    }
    shown
}
