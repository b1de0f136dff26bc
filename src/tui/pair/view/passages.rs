//! All passages: as numbers in one row, and as a list below the texts.
//!
//! ```text
//!  passages   1 [2] ⇄3  4  5a  5b >
//!
//! ── 7 passages ────────────────────────────────────────────── Enter or Esc closes ──
//!    1      9 words   5% of A  11% of B     and nobody knew who had built it
//! ▸  2     11 words  14% of A   9% of B  ⇄  the old ferry left at dawn and the crew
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::numbers::{counted, thousands};
use shingle::base::visible::visible;
use shingle::pipeline::document::pair::Passage;

use crate::tui::drawing::glyphs::begin;
use crate::tui::drawing::pen::{Pen, rule};
use crate::tui::drawing::theme::Theme;
use crate::tui::pair::model::OpenPair;
use crate::tui::pair::numbers::{label, strip as numbers};
use crate::tui::pair::reading::PassageOrder;

use super::status::share_of_each;

/// How many bytes of a passage's text are looked at for the list.
const SNIPPET: usize = 600;

/// Draws the row of numbers.
pub(crate) fn strip(pair: &OpenPair, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let strip = numbers(pair, area.width);
    let mut pen = Pen::at(buffer, area);
    pen.put(label(area.width), theme.quiet);
    if strip.more_before {
        pen.put("<", theme.key);
    }
    for cell in &strip.cells {
        pen.go(cell.column).put(&cell.text, style(pair, theme, cell.index));
    }
    if strip.more_after {
        pen.put(">", theme.key);
    }
}

fn style(pair: &OpenPair, theme: &Theme, index: usize) -> Style {
    theme.passage(&pair.tints, index, pair.active == Some(index))
}

/// Draws the list, with its heading first.
pub(crate) fn list(
    pair: &OpenPair,
    order: PassageOrder,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    if area.height == 0 {
        return;
    }
    let count = counted(pair.view.passages.len() as u64, "passage");
    let remark = match (area.width, order) {
        (0..60, _) => "Esc closes",
        (60..80, PassageOrder::Place) => "> by length · Esc closes",
        (60..80, PassageOrder::Length) => "> by place · Esc closes",
        (_, PassageOrder::Place) => "j/k choose, > sorts by length, Enter closes",
        (_, PassageOrder::Length) => "longest first, > sorts by place, Enter closes",
    };
    let heading = Rect { height: 1, ..area };
    rule(buffer, heading, (&count, theme.focused), (remark, theme.quiet), theme.line);
    let page = pair.page(usize::from(area.height - 1), order);
    for (place, y) in page.zip(area.y + 1..area.bottom()) {
        if let Some(index) = pair.listed(place, order) {
            line(pair, index, theme, buffer, Rect { y, height: 1, ..area });
        }
    }
}

fn line(pair: &OpenPair, index: usize, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let Some(passage) = pair.view.passages.get(index) else {
        return;
    };
    let is_active = pair.active == Some(index);
    let text = if is_active { theme.strong } else { Style::new() };
    let mut pen = Pen::at(buffer, area);
    pen.put(if is_active { "▸" } else { " " }, theme.focused);
    pen.put_cell(&format!(" {} ", passage.id()), 6, true, style(pair, theme, index));
    let words = u64::from(passage.words);
    let [a, b] = share_of_each(pair, passage);
    if area.width < 70 {
        pen.put_cell(&thousands(words), 6, true, theme.quiet).skip(1);
    } else {
        pen.put_cell(&format!("{} counted", thousands(words)), 13, true, theme.quiet);
        pen.put_cell(&a, 6, true, theme.quiet).put(" of A", theme.quiet);
        pen.put_cell(&b, 6, true, theme.quiet).put(" of B  ", theme.quiet);
    }
    pen.put(if passage.moved { "⇄ " } else { "  " }, theme.strong);
    beginning(pair, passage, text, &mut pen);
}

/// Writes the beginning of a passage, as much as there is room for.
pub(crate) fn beginning(pair: &OpenPair, passage: &Passage, style: Style, pen: &mut Pen<'_>) {
    let snippet = snippet(&pair.view.a.text, passage.a.range());
    let snippet = visible(&snippet);
    let shown = begin(&snippet, pen.room());
    if shown == snippet {
        pen.quote(&shown, style);
    } else {
        // The sign that something was cut belongs to the screen, not to the text.
        pen.quote(shown.trim_end_matches('…'), style).put("…", style);
    }
}

/// The beginning of a passage on one line.
fn snippet(text: &str, range: std::ops::Range<usize>) -> String {
    let mut end = range.end.min(range.start + SNIPPET);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let words = text.get(range.start..end).unwrap_or_default().split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}
