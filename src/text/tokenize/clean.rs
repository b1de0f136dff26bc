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
/// A hyphen (`-`, U+2010 or U+00AD) is at a line end when only spaces and tabs stand between it and a line end; it is
/// removed with all white space up to the next line's first character if a letter stands before it and a lower-case letter
/// after. The result is NFC as a whole. Linear; nothing is copied when nothing changes.
pub(in crate::text) fn clean(text: &str) -> Clean<'_> {
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
    let mut after_letter = false;
    for (at, character) in text.char_indices() {
        if at < builder.done {
            continue;
        }
        let end = at + character.len_utf8();
        if character.is_ascii() && character != '-' {
            after_letter = character.is_ascii_alphabetic();
        } else if let Some(skipped) = broken_word(text, end, character).filter(|_| after_letter) {
            builder.replace(at..end + skipped, "");
        } else if is_invisible(character) {
            builder.replace(at..end, "");
        } else if character == '\u{2019}' {
            builder.replace(at..end, "'");
            after_letter = false;
        } else {
            after_letter =
                character.is_alphabetic() || after_letter && COMBINING.get_u8(character) != 0;
        }
    }
    builder.finish()
}

/// If `hyphen` is one and a line end follows with a lower-case letter behind it: the length of the white space between.
fn broken_word(text: &str, after: usize, hyphen: char) -> Option<usize> {
    if !matches!(hyphen, '-' | '\u{2010}' | '\u{ad}') {
        return None;
    }
    let is_blank = |character: char| matches!(character, ' ' | '\t');
    let rest = text.get(after..)?;
    let line_end = rest.trim_start_matches(is_blank);
    let next_line = line_end.strip_prefix("\r\n").or_else(|| line_end.strip_prefix('\n'))?;
    let next = next_line.trim_start_matches(is_blank);
    next.starts_with(char::is_lowercase).then_some(rest.len() - next.len())
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
