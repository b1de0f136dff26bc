//! For `--ascii`: what replaces the screen's own glyphs. The text of documents stays as it is, because
//! [`Pen::quote`](super::pen::Pen::quote) marks its cells.
//!
//! Every glyph beyond ASCII that a view draws has a replacement of one column, so that nothing moves. It is in the table,
//! or follows from its Unicode block.

use ratatui::{buffer::Buffer, style::Modifier};

/// Marks the cells of a document's text until the frame is complete. No terminal knows this bit: it never leaves the
/// buffer.
pub(crate) const QUOTED: Modifier = Modifier::from_bits_retain(1 << 15);

/// Glyphs and their replacements.
const GLYPHS: &[(&str, &str)] = &[
    // Signs and points.
    ("▸", ">"),
    ("◂", "<"),
    ("▾", "v"),
    ("▴", "^"),
    ("▶", ">"),
    ("◀", "<"),
    ("▼", "v"),
    ("▲", "^"),
    ("•", "*"),
    ("●", "*"),
    ("○", "o"),
    ("◌", "o"),
    ("◆", "*"),
    ("◇", "o"),
    ("·", "-"),
    ("…", "~"),
    ("✓", "y"),
    ("✗", "x"),
    ("×", "x"),
    ("⇄", "X"),
    ("↔", "="),
    ("→", ">"),
    ("←", "<"),
    ("↑", "^"),
    ("↓", "v"),
    ("⟳", "*"),
    ("≥", ">"),
    ("≤", "<"),
    ("≈", "~"),
    ("±", "+"),
    ("≠", "!"),
    ("∩", "n"),
    ("∪", "u"),
    ("−", "-"),
    ("–", "-"),
    ("—", "-"),
    ("Δ", "d"),
    ("∅", "0"),
    ("“", "\""),
    ("”", "\""),
    ("„", "\""),
    ("‘", "'"),
    ("’", "'"),
    ("«", "<"),
    ("»", ">"),
    ("⟨", "<"),
    ("⟩", ">"),
    // Lines.
    ("─", "-"),
    ("━", "="),
    ("═", "="),
    ("┄", "-"),
    ("┈", "-"),
    ("╌", "-"),
    ("│", "|"),
    ("┃", "#"),
    ("┏", "#"),
    ("┗", "#"),
    ("┣", "#"),
    ("║", "|"),
    ("┆", ":"),
    ("┊", ":"),
    ("╎", ":"),
    ("┌", "/"),
    ("└", "\\"),
    ("┐", "\\"),
    ("┘", "/"),
    ("╭", "/"),
    ("╰", "\\"),
    ("╮", "\\"),
    ("╯", "/"),
    ("┓", "#"),
    ("┛", "#"),
    ("┫", "#"),
    ("├", "+"),
    ("┤", "+"),
    ("┬", "+"),
    ("┴", "+"),
    ("┼", "+"),
    ("╱", "/"),
    ("╲", "\\"),
    ("╳", "X"),
    // Bars: a glyph that is at least half full counts as full.
    ("█", "#"),
    ("▉", "#"),
    ("▊", "#"),
    ("▋", "#"),
    ("▌", "="),
    ("▍", "-"),
    ("▎", "-"),
    ("▏", " "),
    ("▐", "]"),
    ("▕", "|"),
    ("▇", "#"),
    ("▆", "#"),
    ("▅", "#"),
    ("▄", "="),
    ("▃", "_"),
    ("▂", "_"),
    ("▁", "_"),
    ("▀", "\""),
    ("■", "#"),
    ("□", "-"),
    ("▪", "*"),
    ("░", "."),
    ("▒", ":"),
    ("▓", "%"),
    ("▖", "."),
    ("▗", "."),
    ("▘", "'"),
    ("▝", "'"),
    ("▙", "#"),
    ("▛", "#"),
    ("▜", "#"),
    ("▟", "#"),
    ("▚", "\\"),
    ("▞", "/"),
];

/// The replacement of one of the screen's own glyphs.
fn stand_in(symbol: &str) -> Option<&'static str> {
    let first = symbol.chars().next()?;
    if matches!(first, '\u{2400}'..='\u{2426}') {
        // A control character made visible.
        return Some("^");
    }
    let named = GLYPHS.iter().find(|(glyph, _)| *glyph == symbol).map(|(_, plain)| *plain);
    named.or_else(|| by_block(first).filter(|_| symbol.chars().nth(1).is_none()))
}

/// The replacement of a glyph that is not in the table: it looks like the glyphs around it.
const fn by_block(glyph: char) -> Option<&'static str> {
    Some(match glyph {
        '\u{2190}'..='\u{21ff}' => ">",
        '\u{2500}'..='\u{257f}' => "+",
        '\u{2580}'..='\u{259f}' => "#",
        '\u{25a0}'..='\u{25ff}' => "*",
        '\u{2800}'..='\u{28ff}' => ":",
        _ => return None,
    })
}

/// Finishes a frame: with `ascii`, replaces the screen's own glyphs. Removes the marks of quoted text.
pub(crate) fn finish(buffer: &mut Buffer, ascii: bool) {
    for cell in &mut buffer.content {
        if cell.modifier.contains(QUOTED) {
            cell.modifier.remove(QUOTED);
        } else if ascii
            && !cell.symbol().is_ascii()
            && let Some(plain) = stand_in(cell.symbol()).and_then(|plain| plain.chars().next())
        {
            cell.set_char(plain);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::{Modifier, Style};

    use super::{GLYPHS, finish};
    use crate::tui::drawing::Pen;
    use crate::tui::drawing::glyphs::columns;

    #[test]
    fn every_glyph_has_one_stand_in_of_one_column() {
        let mut seen = HashSet::new();
        for (glyph, plain) in GLYPHS {
            assert!(seen.insert(glyph), "{glyph} is there twice");
            assert_eq!(columns(glyph), 1, "{glyph}");
            assert!(plain.is_ascii() && plain.len() == 1, "{glyph}");
        }
    }

    #[test]
    fn what_is_quoted_stays_and_its_mark_goes() {
        for (ascii, own) in [(true, "─"), (false, "─")] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 1));
            let mut pen = Pen::at(&mut buffer, Rect::new(0, 0, 6, 1));
            pen.put(own, Style::new()).quote("─…", Style::new()).put("␛▸", Style::new());
            finish(&mut buffer, ascii);
            let text: String = buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect();
            assert_eq!(text, if ascii { "-─…^> " } else { "──…␛▸ " });
            assert!(buffer.content().iter().all(|cell| cell.modifier == Modifier::empty()));
        }
    }
}
