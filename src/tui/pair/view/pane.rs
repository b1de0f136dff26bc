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
use crate::tui::words::facts::facts_beside;

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
    let side = pair.side(which);
    let name = side.doc.path.to_string();
    let room = pen.room();
    // The name has precedence over the facts.
    let room_of_facts = room.saturating_sub(columns(&name).min((room / 2).max(16)));
    // Where the text on the screen begins: page 3.
    let section = side.section_at(pair.pane(which).rows.start(pair.pane(which).top));
    let section = section.map_or_else(String::new, |section| format!(" · {}", visible(&section)));
    let section = if columns(&section) <= room_of_facts { section } else { String::new() };
    let room_of_facts = room_of_facts - columns(&section);
    let stop_words = pair.stop_words(which);
    let facts = facts_beside(&side.doc, stop_words, &pair.view.params, room_of_facts);
    let behind = columns(&section) + columns(&facts);
    pen.put_elided(&name, room.saturating_sub(behind), style);
    pen.put(&section, theme.strong).put(&facts, theme.quiet);
}
