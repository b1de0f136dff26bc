//! Iterates over a document's text as the terminal will show it: visible form, columns, byte range.

use std::borrow::Cow;

use ratatui::buffer::CellWidth;
use unicode_segmentation::{Graphemes, UnicodeSegmentation};

use shingle::{base::visible::make_visible, base::visible::push_visible};

/// Distance between tab stops, in columns.
const TAB: u16 = 4;

/// Effect of a grapheme cluster on line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GlyphKind {
    Plain,
    /// A blank. The line may be broken after it.
    Blank,
    /// A hyphen, or a character of a script without blanks. Visible, and the line may be broken after it.
    Break,
    /// End of the line, not drawn.
    Newline,
}

pub(crate) struct Glyph<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Drawn form, which has no effect on a terminal. Only a newline is empty.
    pub(crate) visible: Cow<'a, str>,
    /// Number of columns that `visible` takes.
    pub(crate) width: u16,
    pub(crate) kind: GlyphKind,
}

/// The glyphs of a text from a byte on. The width of a tab depends on the column, which the caller passes.
///
/// An ASCII byte before another ASCII byte is a cluster by itself, except for a carriage return. Only other text needs
/// the Unicode tables. Looking up all text took a third of the time to open a pair of 20,000 words.
pub(crate) struct Glyphs<'a> {
    text: &'a str,
    at: usize,
    /// Iterator of the last search in the Unicode tables. Valid only if its position is `at`.
    others: Option<Graphemes<'a>>,
}

/// Returns the glyphs of `text` from byte `from` on, where a grapheme cluster should begin.
pub(crate) fn iter_glyphs(text: &str, from: usize) -> Glyphs<'_> {
    Glyphs { text, at: from, others: None }
}

impl<'a> Glyphs<'a> {
    pub(crate) fn next_glyph(&mut self, column: u16) -> Option<Glyph<'a>> {
        let start = self.at;
        let grapheme = self.next_grapheme()?;
        let end = start + grapheme.len();
        self.at = end;
        let (text, width, kind) = visible_form(grapheme, column);
        Some(Glyph { start, end, visible: text, width, kind })
    }

    fn next_grapheme(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let (first, second) = (*bytes.get(self.at)?, bytes.get(self.at + 1));
        if first.is_ascii() && first != b'\r' && second.is_none_or(u8::is_ascii) {
            self.others = None;
            return self.text.get(self.at..=self.at);
        }
        let (text, at) = (self.text, self.at);
        let others =
            self.others.get_or_insert_with(|| text.get(at..).unwrap_or_default().graphemes(true));
        others.next()
    }
}

/// Returns the drawn form of a grapheme cluster, its width in columns, and its effect on line breaks.
fn visible_form(grapheme: &str, column: u16) -> (Cow<'_, str>, u16, GlyphKind) {
    match grapheme {
        "\n" | "\r\n" => (Cow::Borrowed(""), 0, GlyphKind::Newline),
        " " => (Cow::Borrowed(" "), 1, GlyphKind::Blank),
        "\t" => {
            let width = TAB - column % TAB;
            (
                Cow::Borrowed("    ".get(..usize::from(width)).unwrap_or(" ")),
                width,
                GlyphKind::Blank,
            )
        }
        "-" => (Cow::Borrowed("-"), 1, GlyphKind::Break),
        _ if grapheme.len() == 1 && !grapheme.as_bytes()[0].is_ascii_control() => {
            (Cow::Borrowed(grapheme), 1, GlyphKind::Plain)
        }
        _ => escaped_visible_form(grapheme),
    }
}

fn escaped_visible_form(grapheme: &str) -> (Cow<'_, str>, u16, GlyphKind) {
    let mut visible = String::with_capacity(grapheme.len().min(64));
    push_visible(&mut visible, grapheme);
    let mut width = width_in_columns(&visible);
    if width == 0 {
        // A combining mark alone would be drawn on its neighbour, or not at all.
        visible.insert(0, '\u{25cc}');
        width = width_in_columns(&visible).max(1);
    }
    let changed = visible != grapheme;
    let kind = if grapheme.chars().all(char::is_whitespace) && !changed {
        GlyphKind::Blank
    } else if width > 1 && !changed {
        GlyphKind::Break
    } else {
        GlyphKind::Plain
    };
    let visible = if changed { Cow::Owned(visible) } else { Cow::Borrowed(grapheme) };
    (visible, width, kind)
}

/// Returns the width of a visible text, measured like the cells of ratatui's buffer.
pub(crate) fn width_in_columns(visible: &str) -> u16 {
    visible.graphemes(true).map(CellWidth::cell_width).fold(0, u16::saturating_add)
}

/// Shortens a text to at most `width` columns by removing its middle. A third of the text is before the gap.
pub(crate) fn elide_middle(text: &str, width: u16) -> String {
    if width_in_columns(text) <= width {
        return text.to_string();
    }
    let Some(room) = width.checked_sub(1) else { return String::new() };
    let head = longest_fitting_start(text, room / 3);
    format!("{head}…{}", longest_fitting_end(text, room - width_in_columns(head)))
}

/// Shortens a text to at most `width` columns and ends it with an ellipsis. A number is not cut but removed, because a
/// cut number would look like another number.
pub(crate) fn truncate(text: &str, width: u16) -> String {
    if width_in_columns(text) <= width {
        return text.to_string();
    }
    let Some(room) = width.checked_sub(1) else { return String::new() };
    let start = longest_fitting_start(text, room);
    let rest = text.strip_prefix(start).unwrap_or_default();
    let (before, last) = start.rsplit_once(char::is_whitespace).unwrap_or(("", start));
    let cuts_number = last.contains(|c: char| c.is_ascii_digit()) && !rest.starts_with(' ');
    let kept = if cuts_number { before } else { start };
    format!("{}…", kept.trim_end())
}

/// Joins facts with ` · `, the most important first, in at most `width` columns. Drops whole facts that do not fit.
pub(crate) fn join_fitting_facts<T: AsRef<str>>(facts: &[T], width: u16) -> String {
    let facts: Vec<_> = facts.iter().map(|fact| make_visible(fact.as_ref())).collect();
    let whole = facts.join(" · ");
    if width_in_columns(&whole) <= width {
        return whole;
    }
    let shorter = (1..facts.len()).rev().map(|count| facts[..count].join(" · ") + " …");
    let mut shorter = shorter.filter(|line| width_in_columns(line) <= width);
    shorter
        .next()
        .unwrap_or_else(|| facts.first().map_or_else(String::new, |fact| truncate(fact, width)))
}

pub(crate) fn longest_fitting_start(text: &str, width: u16) -> &str {
    let (mut left, mut end) = (width, 0);
    for grapheme in text.graphemes(true) {
        let Some(rest) = left.checked_sub(width_in_columns(grapheme)) else { break };
        (left, end) = (rest, end + grapheme.len());
    }
    text.get(..end).unwrap_or_default()
}

pub(crate) fn longest_fitting_end(text: &str, width: u16) -> &str {
    let (mut left, mut start) = (width, text.len());
    for grapheme in text.graphemes(true).rev() {
        let Some(rest) = left.checked_sub(width_in_columns(grapheme)) else { break };
        (left, start) = (rest, start - grapheme.len());
    }
    text.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation as _;

    use super::GlyphKind;
    use crate::tui::drawing::{
        elide_middle, iter_glyphs, join_fitting_facts, truncate, width_in_columns,
    };

    fn visible(text: &str) -> Vec<(String, u16)> {
        let mut walk = iter_glyphs(text, 0);
        let mut column = 0;
        let mut out = Vec::new();
        while let Some(glyph) = walk.next_glyph(column) {
            column += glyph.width;
            out.push((glyph.visible.into_owned(), glyph.width));
        }
        out
    }

    #[test]
    fn every_glyph_has_its_true_width() {
        for (text, shown) in [
            // Control and bidi characters are spelled out.
            ("\u{1b}\u{202e}", &[("␛", 1), ("⟨U+202E⟩", 8)][..]),
            // A tab extends to the next stop.
            ("a\tb", &[("a", 1), ("   ", 3), ("b", 1)]),
            ("日e\u{301}", &[("日", 2), ("e\u{301}", 1)]),
            // A mark alone gets a dotted circle as its base.
            ("\u{301}", &[("\u{25cc}\u{301}", 1)]),
        ] {
            let found = visible(text);
            let found: Vec<_> = found.iter().map(|(text, width)| (&**text, *width)).collect();
            assert_eq!(found, shown, "{text:?}");
        }
    }

    #[test]
    fn long_names_keep_their_ends_and_sentences_their_beginnings() {
        assert_eq!(elide_middle("notes/2024/harbour/essay-final.md", 20), "notes/…ssay-final.md");
        assert_eq!(truncate("the text that has the focus", 14), "the text that…");
        assert_eq!(truncate("of these 1,234 pairs", 12), "of these…");
        let facts = ["width 3→4: 58→46 pairs", "the selected row is gone"];
        assert_eq!(
            join_fitting_facts(&facts, 49),
            "width 3→4: 58→46 pairs · the selected row is gone"
        );
        assert_eq!(join_fitting_facts(&facts, 48), "width 3→4: 58→46 pairs …");
        assert_eq!(join_fitting_facts(&facts, 16), "width 3→4:…");
        let expected = ("short.txt", "short");
        assert_eq!((&*elide_middle("short.txt", 20), &*truncate("short", 5)), expected);
    }

    #[test]
    fn both_line_ends_of_the_world_are_newlines_and_a_lone_return_is_seen() {
        let mut walk = iter_glyphs("\r\n\n\r", 0);
        assert_eq!(walk.next_glyph(0).unwrap().kind, GlyphKind::Newline);
        assert_eq!(walk.next_glyph(0).unwrap().kind, GlyphKind::Newline);
        assert_eq!(walk.next_glyph(0).unwrap().visible, "␍");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn clusters_are_those_that_the_tables_say(
            text in "[a-c \\r\\n\\t\\-é日\u{301}\u{308}\u{200d}\u{1f1e6}\u{1f1e7}\u{1f468}\u{1f3fd}\u{915}\u{94d}\u{937}\u{600}\u{1100}\u{1161}]{0,40}",
        ) {
            let mut walk = iter_glyphs(&text, 0);
            let mut found = Vec::new();
            while let Some(glyph) = walk.next_glyph(0) {
                found.push((glyph.start, glyph.end));
            }
            let plain: Vec<(usize, usize)> =
                text.grapheme_indices(true).map(|(at, cluster)| (at, at + cluster.len())).collect();
            prop_assert_eq!(found, plain);
        }
    }

    #[test]
    fn a_flood_of_marks_stays_small() {
        let flood = format!("a{}", "\u{301}".repeat(100_000));
        let all = visible(&flood);
        assert_eq!(all.len(), 1);
        assert!(all[0].0.len() < 64, "{}", all[0].0.len());
        assert_eq!(all[0].1, width_in_columns(&all[0].0));
    }

    #[test]
    fn elided_text_never_takes_more_than_its_columns() {
        for width in 0..20 {
            for text in
                ["日本語の長い名前です.txt", "e\u{301}e\u{301}e\u{301}e\u{301}", "abcdefghijklmnop"]
            {
                assert!(width_in_columns(&elide_middle(text, width)) <= width, "{text} in {width}");
                assert!(width_in_columns(&truncate(text, width)) <= width, "{text} in {width}");
            }
        }
    }
}
