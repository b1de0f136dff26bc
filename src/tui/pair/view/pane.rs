//! One document of the pair: name, facts, gutter with numbers and brackets, tinted text, map.
//!
//! ```text
//! ▸A essay-a.md · 1,240 words, 620 counted · 22 shingles · English · UTF-8
//!        … the harbour was quiet      ▐
//!    2┌ the old ferry left at         █
//!     └ dawn and the crew said        ▐
//! ⇄  1[ every stone was wet           ▌
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shingle::base::visible::visible;

use crate::tui::drawing::glyphs::columns;
use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::Theme;
use crate::tui::layout::PaneAreas;
use crate::tui::pair::model::OpenPair;
use crate::tui::pair::pane::Which;
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;
use crate::tui::words::facts::facts_of_both;

use super::row::TextRow;
use super::{gutter, line, minimap};

/// Draws one document.
pub(crate) fn render(
    model: &Model,
    pair: &OpenPair,
    which: Which,
    theme: &Theme,
    buffer: &mut Buffer,
    areas: &PaneAreas,
) {
    title(model, pair, which, theme, buffer, areas.title);
    let pane = pair.pane(which);
    for y in 0..areas.text.height {
        let Some(row) = (pane.top + usize::from(y)).checked_sub(pane.pad) else {
            continue;
        };
        let Some(row) = TextRow::of(pair, which, row) else {
            break;
        };
        let at = |area: Rect| Rect { y: area.y + y, height: 1, ..area };
        gutter::render(&row, theme, buffer, at(areas.gutter));
        let shown = (model.reading.dropped, model.cursor(which));
        line::render(&row, shown, model.search.as_ref(), theme, buffer, at(areas.text));
    }
    minimap::render(pair, which, theme, buffer, areas.map);
}

fn title(
    model: &Model,
    pair: &OpenPair,
    which: Which,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let focused = model.focus == Focus::Pane(which);
    let (sign, style) =
        if focused { ("▸", theme.focused.underlined()) } else { (" ", theme.strong) };
    let mut pen = Pen::at(buffer, Rect { width: area.width.saturating_sub(1), ..area });
    pen.put(sign, theme.focused).put(which.letter(), theme.key).put(" ", theme.key);
    let name = pair.side(which).doc.path.to_string();
    let room = pen.room();
    let (section, left) = self::section(pair, which, room);
    let (_, left_beside) = self::section(pair, which.other(), room);
    let told = |one: Which, room| (&pair.side(one).doc, pair.stop_words(one), room);
    let both = [told(which, left), told(which.other(), left_beside)];
    let [facts, _] = facts_of_both(both, &pair.view.params);
    let behind = columns(&section) + columns(&facts);
    pen.put_elided(&name, room.saturating_sub(behind), style);
    pen.put(&section, theme.strong).put(&facts, theme.quiet);
}

/// Where the text on the screen begins (page 3), and the room that this and the name leave to facts. The name has precedence
/// over them.
fn section(pair: &OpenPair, which: Which, room: u16) -> (String, u16) {
    let (side, pane) = (pair.side(which), pair.pane(which));
    let name = columns(&side.doc.path.to_string());
    let left = room.saturating_sub(name.min((room / 2).max(16)));
    let section = side.section_at(pane.rows.start(pane.top));
    let section = section.map_or_else(String::new, |section| format!(" · {}", visible(&section)));
    let section = if columns(&section) <= left { section } else { String::new() };
    let left = left - columns(&section);
    (section, left)
}
