//! Text made ready for segmentation, and the way back to the bytes it came from. It finds no words.

use std::borrow::Cow;
use std::ops::Range;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;
use unicode_segmentation::UnicodeSegmentation;

use crate::base::visible::is_invisible;

const NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfc();
const COMBINING: CanonicalCombiningClassMapBorrowed<'static> =
    CanonicalCombiningClassMapBorrowed::new();

/// A text after [`clean`], with a map to the text before.
#[derive(Debug)]
pub(in crate::text) struct Clean<'a> {
    /// Composed; made from `edited`.
    composed: Layer<'a>,
    /// Without invisible characters and line-end hyphens; made from the text. Empty when nothing was edited.
    edited: Vec<Piece>,
}

impl Clean<'_> {
    /// The clean text.
    pub(in crate::text) fn text(&self) -> &str {
        &self.composed.text
    }

    /// Where the clean bytes `start..end` (not empty) came from, in the text before. What was removed between them lies
    /// within, what was removed around them lies outside.
    pub(in crate::text) fn range(&self, start: usize, end: usize) -> Range<usize> {
        let range = origin(&self.composed.pieces, start, end);
        origin(&self.edited, range.start, range.end)
    }
}

/// Removes invisible characters, reads `’` as `'`, joins words that a hyphen breaks at a line end, and composes (NFC).
///
/// A hyphen (`-`, U+2010 or U+00AD) is at a line end when only spaces, tabs and invisible characters stand between it and
/// a line end; it is removed with all of them up to the next line's first character if a letter stands before it and a
/// lower-case letter after. The result is NFC as a whole. Linear; nothing is copied when nothing changes.
pub(in crate::text) fn clean(text: &str) -> Clean<'_> {
    if is_clean(text) {
        let composed = Layer { text: Cow::Borrowed(text), pieces: Vec::new() };
        return Clean { composed, edited: Vec::new() };
    }
    let edited = edit(text);
    let composed = match &edited.text {
        Cow::Borrowed(text) => compose(text),
        Cow::Owned(text) => {
            let layer = compose(text);
            Layer { text: Cow::Owned(layer.text.into_owned()), pieces: layer.pieces }
        }
    };
    Clean { composed, edited: edited.pieces }
}

/// Whether every character is an ideograph, of kana or of their punctuation, or of ASCII, so that nothing can change; `false`
/// at the first other. It spares Chinese and Japanese .1 of their instructions.
fn is_clean(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&first) = bytes.get(at) {
        let next = |ahead: usize| bytes.get(at + ahead).copied().unwrap_or_default();
        at += match first {
            b'-' => return false,
            0..0x80 => 1,
            // U+4000 to U+9FFF.
            0xe4..=0xe9 => 3,
            // U+3000 to U+30FF but for the tone and the voicing marks.
            0xe3 => match (next(1), next(2)) {
                (0x80, 0xaa..=0xaf) | (0x82, 0x99 | 0x9a) => return false,
                (0x80..=0x83, _) => 3,
                _ => return false,
            },
            // Dashes, quotation marks and the ellipsis.
            0xe2 if next(1) == 0x80 && matches!(next(2), 0x94 | 0x9c | 0x9d | 0xa6) => 3,
            // U+FF00 to U+FF7F.
            0xef if matches!(next(1), 0xbc | 0xbd) => 3,
            _ => return false,
        };
    }
    true
}

/// A changed text. No pieces: unchanged.
#[derive(Debug)]
struct Layer<'a> {
    text: Cow<'a, str>,
    pieces: Vec<Piece>,
}

/// A stretch of changed text. Stretches follow each other without gaps in the changed text, with gaps (what was removed)
/// in the text before.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Where it begins in the changed text.
    at: usize,
    /// Where it came from in the text before.
    from: usize,
    /// Its length in the text before.
    length: usize,
    /// Whether it was copied, so that every byte has its own origin; else it was replaced as a whole.
    copied: bool,
}

/// Maps a range that is not empty back through one layer.
fn origin(pieces: &[Piece], start: usize, end: usize) -> Range<usize> {
    let find = |byte: usize| {
        let after = pieces.partition_point(|piece| piece.at <= byte);
        after.checked_sub(1).and_then(|index| pieces.get(index))
    };
    let last = end.saturating_sub(1);
    match (find(start), find(last)) {
        (Some(first), Some(second)) => {
            let from = if first.copied { first.from + (start - first.at) } else { first.from };
            let to = if second.copied {
                second.from + (end - second.at)
            } else {
                second.from + second.length
            };
            from..to
        }
        _ => start..end,
    }
}

/// Builds a layer: remembers what was copied up to where.
struct Builder<'a> {
    source: &'a str,
    out: String,
    pieces: Vec<Piece>,
    /// Everything of the source before this is done.
    done: usize,
}

impl<'a> Builder<'a> {
    const fn new(source: &'a str) -> Self {
        Self { source, out: String::new(), pieces: Vec::new(), done: 0 }
    }

    /// Copies what stands before `range` and puts `replacement` in its place.
    fn replace(&mut self, range: Range<usize>, replacement: &str) {
        if self.out.capacity() == 0 {
            self.out.reserve(self.source.len() + self.source.len() / 8);
        }
        self.copy_to(range.start);
        if !replacement.is_empty() {
            self.pieces.push(Piece {
                at: self.out.len(),
                from: range.start,
                length: range.len(),
                copied: false,
            });
            self.out.push_str(replacement);
        }
        self.done = range.end;
    }

    fn copy_to(&mut self, end: usize) {
        let stretch = self.source.get(self.done..end).unwrap_or_default();
        if !stretch.is_empty() {
            self.pieces.push(Piece {
                at: self.out.len(),
                from: self.done,
                length: stretch.len(),
                copied: true,
            });
            self.out.push_str(stretch);
        }
        self.done = end;
    }

    fn finish(mut self) -> Layer<'a> {
        if self.done == 0 {
            return Layer { text: Cow::Borrowed(self.source), pieces: Vec::new() };
        }
        self.copy_to(self.source.len());
        Layer { text: Cow::Owned(self.out), pieces: self.pieces }
    }
}

/// Everything but composition.
fn edit(text: &str) -> Layer<'_> {
    let mut builder = Builder::new(text);
    let mut at = 0;
    // Before this offset stand only blanks and invisible characters without a line end behind them: no hyphen there joins,
    // and none may look again, or a run of soft hyphens would take quadratic time.
    let mut barren = 0;
    while let Some(skipped) = text.as_bytes().iter().skip(at).position(|&byte| may_change(byte)) {
        at += skipped;
        let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        let end = at + character.len_utf8();
        let mut next = end;
        if at >= barren && matches!(character, '-' | '\u{2010}' | '\u{ad}') {
            match next_word(text, end) {
                Ok(word) if is_after_letter(text, at) => next = word,
                Ok(word) => barren = word,
                Err(looked) => barren = looked,
            }
        }
        if next > end || is_invisible(character) {
            builder.replace(at..next, "");
        } else if character == '\u{2019}' {
            builder.replace(at..end, "'");
        }
        at = next;
    }
    builder.finish()
}

/// Whether a character that begins with this byte may have to change: hyphens, `’` and the invisible ones. Most letters of
/// most scripts begin with another.
const fn may_change(byte: u8) -> bool {
    matches!(byte, b'-' | 0xc2 | 0xcd | 0xd8 | 0xe1..=0xe3 | 0xef | 0xf0 | 0xf3)
}

/// Whether a letter stands before an offset, marks on it and invisible characters aside.
fn is_after_letter(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let mut skipped = before.chars().rev().skip_while(|&character| {
        is_invisible(character) || !character.is_ascii() && COMBINING.get_u8(character) != 0
    });
    skipped.next().is_some_and(char::is_alphabetic)
}

/// The offset of the lower-case letter with which the next line begins, if this line ends `after` a hyphen; else the offset
/// up to which this line is blank.
fn next_word(text: &str, after: usize) -> Result<usize, usize> {
    let blank = |character: char| matches!(character, ' ' | '\t') || is_invisible(character);
    let line_end = text.get(after..).unwrap_or_default().trim_start_matches(blank);
    let looked = text.len() - line_end.len();
    let next_line = line_end.strip_prefix("\r\n").or_else(|| line_end.strip_prefix('\n'));
    let next = next_line.unwrap_or_default().trim_start_matches(blank);
    if next.starts_with(char::is_lowercase) { Ok(text.len() - next.len()) } else { Err(looked) }
}

/// Composes, cluster by cluster where the text is not composed already.
fn compose(text: &str) -> Layer<'_> {
    let mut builder = Builder::new(text);
    let mut rest = text;
    loop {
        let (_, tail) = NFC.split_normalized(rest);
        let at = text.len() - tail.len();
        let Some(cluster) = tail.graphemes(true).next() else { break };
        let composed = NFC.normalize(cluster);
        if composed != cluster {
            builder.replace(at..at + cluster.len(), &composed);
        }
        rest = tail.get(cluster.len()..).unwrap_or_default();
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::prelude::*;

    use super::{NFC, clean, compose, edit};
    use crate::base::visible::is_invisible;

    /// Characters that compose, reorder, decompose and join, over many scripts.
    fn mixed() -> impl Strategy<Value = String> {
        let marks = "[\u{300}-\u{36f}\u{591}-\u{5bd}\u{93c}\u{9be}\u{b3e}\u{bd7}\u{dca}\u{102e}\u{1039}\u{3099}\u{309a}]";
        let letters = "[a-zA-Zа-яёά-ώ\u{915}-\u{939}\u{958}-\u{95f}\u{9c7}\u{b47}\u{bc6}\u{dd9}\u{1025}か-ほ\u{ac00}-\u{ac1c}\u{2126}\u{212b}\u{f900}-\u{f90f}]";
        let jamo = "[\u{1100}-\u{1112}\u{1161}-\u{1175}\u{11a7}-\u{11c2}]";
        let other = "[ '’\u{ad}\u{200b}\u{200d}\u{600}\r\n\u{1f1e6}-\u{1f1ff}-]";
        proptest::collection::vec(prop_oneof![marks, letters, jamo, other], 0..20)
            .prop_map(|parts| parts.concat())
    }

    #[test]
    fn nothing_is_copied_when_nothing_changes() {
        for text in ["plain words - here\n", "Всё уже составлено", "日本語", ""]
        {
            assert!(matches!(clean(text).composed.text, Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn every_character_that_changes_is_looked_at() {
        for character in ('\0'..=char::MAX).filter(|&character| is_invisible(character)) {
            assert!(super::may_change(character.to_string().as_bytes()[0]), "{character:?}");
        }
        assert!("-‐’".chars().all(|it| super::may_change(it.to_string().as_bytes()[0])));
    }

    #[test]
    fn what_is_called_clean_never_changes() {
        for character in ('\0'..=char::MAX).filter(|&it| super::is_clean(&it.to_string())) {
            for text in [format!("{character}\n"), format!("a {character}b")] {
                let longer = edit(&text);
                assert!(matches!(longer.text, Cow::Borrowed(_)), "{text:?}");
            }
            assert!(matches!(compose(&format!("a か{character}")).text, Cow::Borrowed(_)));
        }
        assert!(super::is_clean("日本語、かな。"));
    }

    #[test]
    fn ranges_lead_back_through_both_layers() {
        let text = "a\u{200b}b e\u{301}’s x";
        let cleaned = clean(text);
        assert_eq!(cleaned.text(), "ab é's x");
        let under = |start, end| text.get(cleaned.range(start, end)).unwrap();
        assert_eq!(under(0, 2), "a\u{200b}b");
        assert_eq!(under(3, 7), "e\u{301}’s");
        assert_eq!(under(5, 6), "’");
        assert_eq!(under(8, 9), "x");
    }

    proptest! {
        #[test]
        fn the_result_is_composed_as_a_whole(text in mixed()) {
            let cleaned = clean(&text);
            prop_assert!(NFC.is_normalized(cleaned.text()), "{:?}", cleaned.text());
            prop_assert!(!cleaned.text().chars().any(is_invisible));
        }

        #[test]
        fn without_anything_to_edit_it_is_plain_nfc(text in mixed()) {
            let text: String =
                text.chars().filter(|&c| !is_invisible(c) && !"’-".contains(c)).collect();
            let cleaned = clean(&text);
            let whole = NFC.normalize(&text);
            prop_assert_eq!(cleaned.text(), whole.as_ref());
        }

        #[test]
        fn cleaning_twice_changes_nothing_more(text in "[a-zа-я ’\u{ad}\u{301}\n-]{0,30}") {
            let once = clean(&text).text().to_string();
            let twice = clean(&once).text().to_string();
            prop_assert_eq!(&twice, &once);
        }

        #[test]
        fn every_character_leads_to_text_that_makes_it(text in mixed()) {
            let cleaned = clean(&text);
            for (start, character) in cleaned.text().char_indices() {
                let range = cleaned.range(start, start + character.len_utf8());
                let under = text.get(range).unwrap();
                prop_assert!(clean(under).text().contains(character), "{character:?} from {under:?}");
            }
        }
    }
}
