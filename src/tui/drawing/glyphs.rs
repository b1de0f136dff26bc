//! Walks a document's text as the terminal will show it: visible form, columns, byte range. It knows no row and no style.

use std::borrow::Cow;

use ratatui::buffer::CellWidth;
use unicode_segmentation::{Graphemes, UnicodeSegmentation};

use shingle::base::visible::push_visible;

/// A tab reaches to the next multiple of this many columns.
const TAB: u16 = 4;

/// What a grapheme cluster means for breaking the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GlyphKind {
    /// Part of a word.
    Plain,
    /// A blank. The line may be broken after it.
    Blank,
    /// A hyphen, or a character of a script without blanks. The line may be broken after it, and it is visible.
    Break,
    /// The line ends here, and nothing is drawn.
    Newline,
}

/// One grapheme cluster of a text.
#[derive(Debug)]
pub(crate) struct Glyph<'a> {
    /// Its first byte in the text.
    pub(crate) start: usize,
    /// The byte after its last one.
    pub(crate) end: usize,
    /// What is drawn. Only a newline is empty, and nothing in it acts on a terminal.
    pub(crate) visible: Cow<'a, str>,
    /// Columns that `shown` takes.
    pub(crate) width: u16,
    pub(crate) kind: GlyphKind,
}

/// The glyphs of a text from a byte on. The width of a tab depends on the column, which the caller passes.
///
/// An ASCII byte before another one is a cluster of its own, except for a carriage return. Only other text is looked up in
/// the Unicode tables: looking up everything took a third of the time from the key to a pair of 20,000 words.
pub(crate) struct Glyphs<'a> {
    text: &'a str,
    at: usize,
    /// Continues where the tables were used last. Of no use unless that is at `at`.
    others: Option<Graphemes<'a>>,
}

/// The glyphs of `text` from byte `from` on, at which a grapheme cluster should begin.
pub(crate) fn glyphs(text: &str, from: usize) -> Glyphs<'_> {
    Glyphs { text, at: from, others: None }
}

impl<'a> Glyphs<'a> {
    /// The next glyph, drawn at `column`.
    pub(crate) fn next_at(&mut self, column: u16) -> Option<Glyph<'a>> {
        let start = self.at;
        let grapheme = self.next_cluster()?;
        let end = start + grapheme.len();
        self.at = end;
        let (text, width, kind) = show(grapheme, column);
        Some(Glyph { start, end, visible: text, width, kind })
    }

    fn next_cluster(&mut self) -> Option<&'a str> {
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

fn show(grapheme: &str, column: u16) -> (Cow<'_, str>, u16, GlyphKind) {
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
        _ => show_other(grapheme),
    }
}

fn show_other(grapheme: &str) -> (Cow<'_, str>, u16, GlyphKind) {
    let mut visible = String::with_capacity(grapheme.len().min(64));
    push_visible(&mut visible, grapheme);
    let mut width = columns(&visible);
    if width == 0 {
        // A mark alone would be drawn on its neighbour, or nowhere.
        visible.insert(0, '\u{25cc}');
        width = columns(&visible).max(1);
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

/// The columns of a visible text, counted as the buffer counts them.
pub(crate) fn columns(visible: &str) -> u16 {
    visible.graphemes(true).map(CellWidth::cell_width).fold(0, u16::saturating_add)
}

/// The first of some texts that takes at most `width` columns, the longest first; the last one if none does. Empty without any.
pub(crate) fn fitting<T: AsRef<str>>(texts: &[T], width: u16) -> &str {
    let fits = |text: &&T| columns(text.as_ref()) <= width;
    texts.iter().find(fits).or(texts.last()).map_or("", AsRef::as_ref)
}

/// Shortens a text to at most `width` columns by leaving out its middle: a third stays before the gap, the rest after it.
pub(crate) fn elide(text: &str, width: u16) -> String {
    if columns(text) <= width {
        return text.to_string();
    }
    let Some(room) = width.checked_sub(1) else {
        return String::new();
    };
    let head = take(text.graphemes(true), room / 3);
    let used = columns(&head);
    let mut tail: Vec<&str> = Vec::new();
    let mut left = room - used;
    for grapheme in text.graphemes(true).rev() {
        let Some(rest) = left.checked_sub(columns(grapheme)) else {
            break;
        };
        left = rest;
        tail.push(grapheme);
    }
    tail.reverse();
    format!("{head}…{}", tail.concat())
}

/// Shortens a path to at most `width` columns: its folders go first, and only then the middle of the file's name.
pub(crate) fn elide_path(path: &str, width: u16) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    let below = format!("…/{file}");
    match () {
        () if columns(path) <= width => path.to_string(),
        () if columns(&below) <= width => below,
        () => elide(file, width),
    }
}

/// Shortens two texts so that what differs between them stays visible: the ends that they have in common are cut first.
pub(crate) fn elide_apart(
    (a, b): (&str, &str),
    (a_width, b_width): (u16, u16),
) -> (String, String) {
    let split = |text| UnicodeSegmentation::graphemes(text, true).collect::<Vec<&str>>();
    let (of_a, of_b) = (split(a), split(b));
    let before = of_a.iter().zip(&of_b).take_while(|(a, b)| a == b).count();
    let most = of_a.len().min(of_b.len()) - before;
    let after = of_a.iter().rev().zip(of_b.iter().rev());
    let after = after.take_while(|(a, b)| a == b).count().min(most);
    let cut = |text: &str, parts: &[&str], width: u16| {
        let own = before..parts.len() - after;
        if columns(text) <= width { text.to_string() } else { window(text, parts, own, width) }
    };
    (cut(a, &of_a, a_width), cut(b, &of_b, b_width))
}

/// A part of a text, and as much around it as fits: the text behind it first, up to half of the room.
fn window(text: &str, parts: &[&str], own: std::ops::Range<usize>, width: u16) -> String {
    let wide = |range: std::ops::Range<usize>| -> u16 {
        parts.get(range).unwrap_or_default().iter().map(|part| columns(part)).sum()
    };
    if own.is_empty() {
        return elide(text, width);
    }
    // A column for each sign that something was cut: in front only, if all behind fits.
    let after = wide(own.end..parts.len());
    let (mut start, mut end) = (own.start, own.end);
    let mut room = width.checked_sub(wide(own) + 1);
    if let Some(left) = room.and_then(|room| room.checked_sub(after)) {
        (end, room) = (parts.len(), Some(left));
    } else {
        room = room.and_then(|room| room.checked_sub(1));
    }
    let Some(mut room) = room else { return elide(text, width) };
    let mut grow = |most: u16, forward: bool| {
        let mut left = most.min(room);
        loop {
            let next = if forward { end } else { start.wrapping_sub(1) };
            let Some(part) = parts.get(next) else { break };
            let Some(rest) = left.checked_sub(columns(part)) else { break };
            (room, left) = (room - (left - rest), rest);
            if forward {
                end += 1;
            } else {
                start -= 1;
            }
        }
    };
    grow(width / 2, true);
    grow(u16::MAX, false);
    grow(u16::MAX, true);
    let sign = |is_cut: bool| if is_cut { "…" } else { "" };
    let visible = parts.get(start..end).unwrap_or_default().concat();
    format!("{}{visible}{}", sign(start > 0), sign(end < parts.len()))
}

/// Shortens a text to at most `width` columns by replacing its end by an ellipsis.
pub(crate) fn begin(text: &str, width: u16) -> String {
    if columns(text) <= width {
        return text.to_string();
    }
    width.checked_sub(1).map_or_else(String::new, |room| {
        format!("{}…", take(text.graphemes(true), room).trim_end())
    })
}

fn take<'t>(graphemes: impl Iterator<Item = &'t str>, width: u16) -> String {
    let mut left = width;
    let mut out = String::new();
    for grapheme in graphemes {
        let Some(rest) = left.checked_sub(columns(grapheme)) else {
            break;
        };
        left = rest;
        out.push_str(grapheme);
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation as _;

    use super::{GlyphKind, begin, columns, elide, elide_apart, elide_path, fitting, glyphs};

    fn visible(text: &str) -> Vec<(String, u16)> {
        let mut walk = glyphs(text, 0);
        let mut column = 0;
        let mut out = Vec::new();
        while let Some(glyph) = walk.next_at(column) {
            column += glyph.width;
            out.push((glyph.visible.into_owned(), glyph.width));
        }
        out
    }

    #[test]
    fn of_texts_the_first_that_fits_is_taken_else_the_last() {
        let texts = ["日本語", "short", "two"];
        for (width, taken) in [(9, "日本語"), (6, "日本語"), (5, "short"), (3, "two"), (1, "two")]
        {
            assert_eq!(fitting(&texts, width), taken);
        }
        assert_eq!(fitting::<&str>(&[], 9), "");
    }

    #[test]
    fn of_a_path_the_folders_go_first() {
        for (width, visible) in [
            (30, "tweets/query-phpnw09.txt"),
            (24, "tweets/query-phpnw09.txt"),
            (23, "…/query-phpnw09.txt"),
            (18, "query-phpnw09.txt"),
            (12, "que…nw09.txt"),
        ] {
            assert_eq!(elide_path("tweets/query-phpnw09.txt", width), visible);
        }
        assert_eq!(elide_path("essay.md", 8), "essay.md");
    }

    #[test]
    fn every_glyph_has_its_true_width() {
        for (text, shown) in [
            // Controls and bidi are spelled out.
            ("\u{1b}\u{202e}", &[("␛", 1), ("⟨U+202E⟩", 8)][..]),
            // A tab reaches to the next stop.
            ("a\tb", &[("a", 1), ("   ", 3), ("b", 1)]),
            ("日e\u{301}", &[("日", 2), ("e\u{301}", 1)]),
            // A mark that stands alone gets something to stand on.
            ("\u{301}", &[("\u{25cc}\u{301}", 1)]),
        ] {
            let found = visible(text);
            let found: Vec<_> = found.iter().map(|(text, width)| (&**text, *width)).collect();
            assert_eq!(found, shown, "{text:?}");
        }
    }

    #[test]
    fn long_names_keep_their_ends_and_sentences_their_beginnings() {
        assert_eq!(elide("notes/2024/harbour/essay-final.md", 20), "notes/…ssay-final.md");
        assert_eq!(begin("the text that has the focus", 14), "the text that…");
        assert_eq!((&*elide("short.txt", 20), &*begin("short", 5)), ("short.txt", "short"));
    }

    #[test]
    fn both_line_ends_of_the_world_are_newlines_and_a_lone_return_is_seen() {
        let mut walk = glyphs("\r\n\n\r", 0);
        assert_eq!(walk.next_at(0).unwrap().kind, GlyphKind::Newline);
        assert_eq!(walk.next_at(0).unwrap().kind, GlyphKind::Newline);
        assert_eq!(walk.next_at(0).unwrap().visible, "␍");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn clusters_are_those_that_the_tables_say(
            text in "[a-c \\r\\n\\t\\-é日\u{301}\u{308}\u{200d}\u{1f1e6}\u{1f1e7}\u{1f468}\u{1f3fd}\u{915}\u{94d}\u{937}\u{600}\u{1100}\u{1161}]{0,40}",
        ) {
            let mut walk = glyphs(&text, 0);
            let mut found = Vec::new();
            while let Some(glyph) = walk.next_at(0) {
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
        assert_eq!(all[0].1, columns(&all[0].0));
    }

    #[test]
    fn two_names_are_cut_to_what_differs() {
        let cut = |a, b, width| elide_apart((a, b), (width, width));
        let (a, b) = cut("docs/g0pE_taskd.txt", "docs/g1pA_taskd.txt", 12);
        assert_eq!((a.as_str(), b.as_str()), ("…g0pE_taskd…", "…g1pA_taskd…"));
        let (a, b) = cut("essays/2024/anna-final.md", "essays/2024/berta-final.md", 16);
        assert_eq!((a.as_str(), b.as_str()), ("…4/anna-final.md", "…/berta-final.md"));
        assert_eq!(cut("a.txt", "b.txt", 9), ("a.txt".into(), "b.txt".into()));
        // Nothing differs, or what differs has no room: as any long name.
        assert_eq!(
            cut("notes/same-name.txt", "notes/same-name.txt", 10).0,
            elide("notes/same-name.txt", 10)
        );
        assert_eq!(cut("abcdefghijklmnop", "qrstuvwxyzabcdef", 6).0, elide("abcdefghijklmnop", 6));
    }

    #[test]
    fn elided_text_never_takes_more_than_its_columns() {
        for width in 0..20 {
            for text in
                ["日本語の長い名前です.txt", "e\u{301}e\u{301}e\u{301}e\u{301}", "abcdefghijklmnop"]
            {
                assert!(columns(&elide(text, width)) <= width, "{text} in {width}");
                assert!(columns(&begin(text, width)) <= width, "{text} in {width}");
            }
        }
    }
}
