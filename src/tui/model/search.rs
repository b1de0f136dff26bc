//! The search within the open pair: the pattern, the matches and the current match.

use std::sync::Arc;

use icu_normalizer::ComposingNormalizerBorrowed;
use memchr::memmem;

use shingle::{base::cancel::Cancel, base::span::Span, pipeline::PairView};

use crate::tui::{
    actions::StepDirection, drawing::Glyph, drawing::GlyphKind, drawing::iter_glyphs,
    layout::PaneSide,
};

#[derive(Debug, Default)]
pub(crate) struct Search {
    pub(crate) pattern: String,
    /// The pair to search. `None` until the first request.
    pub(crate) view: Option<Arc<PairView>>,
    pub(crate) found: Option<(Arc<PairView>, Matches)>,
    /// The index of the current match, counted through the first text and then through the second.
    pub(crate) at: usize,
    /// Text and byte where the search began. The first match after this place is selected.
    pub(crate) from: (PaneSide, u32),
}

impl Search {
    pub(crate) fn matches_in(&self, view: &Arc<PairView>, which: PaneSide) -> &[Span] {
        let found = self.found.as_ref().filter(|(of, _)| Arc::ptr_eq(of, view));
        found.map_or(&[], |(_, answer)| &answer[which as usize])
    }

    pub(crate) fn count_matches(&self) -> [usize; 2] {
        self.found.as_ref().map_or([0, 0], |(_, answer)| answer.each_ref().map(Vec::len))
    }

    pub(crate) fn current_match(&self) -> Option<(PaneSide, Span)> {
        let (_, answer) = self.found.as_ref()?;
        let both = PaneSide::BOTH.into_iter().zip(answer);
        both.flat_map(|(which, all)| all.iter().map(move |span| (which, *span))).nth(self.at)
    }

    /// Stores the matches in a pair and selects the first match from the start of the search.
    pub(crate) fn store_answer(&mut self, view: Arc<PairView>, answer: Matches) {
        let (which, byte) = self.from;
        let before = answer[which as usize].partition_point(|span| span.start < byte);
        let at = before + which.select(0, answer[0].len());
        self.at = if at < answer.iter().map(Vec::len).sum() { at } else { 0 };
        self.found = Some((view, answer));
    }

    /// Selects the next or previous match. Returns true if the search wrapped.
    pub(crate) fn step_match(&mut self, direction: StepDirection) -> bool {
        let all: usize = self.count_matches().iter().sum();
        if all == 0 {
            return false;
        }
        let (next, wrapped) = direction.step_cyclically(self.at, all);
        self.at = next;
        if let Some((which, span)) = self.current_match() {
            self.from = (which, span.start);
        }
        wrapped
    }
}

// Finds words in a text as the screen shows it.

/// Number of glyphs between two checks for cancellation.
const GLYPHS: usize = 1 << 16;

/// The matches in both texts, in reading order, without overlaps.
pub(crate) type Matches = [Vec<Span>; 2];

/// Finds the words of a pattern in both texts of a pair. `None` if cancelled.
pub(crate) fn find_matches(view: &PairView, pattern: &str, cancel: &Cancel) -> Option<Matches> {
    let words = fold_pattern(pattern);
    let find = |text: &str| {
        FoldedText::new(text, &|| cancel.is_cancelled()).map(|folded| folded.find_words(&words))
    };
    Some([find(&view.a.text)?, find(&view.b.text)?])
}

/// Returns the words of a pattern, folded, with a blank between words.
fn fold_pattern(pattern: &str) -> String {
    FoldedText::new(pattern, &|| false)
        .map_or_else(String::new, |folded| folded.text.trim().to_string())
}

/// A text as the screen shows it, in lower case, with one blank for each run of blanks and line ends.
#[derive(Debug, Default)]
struct FoldedText {
    text: String,
    /// The glyph in the original text of each byte of the folded text, as its first byte. Then the end of the text.
    glyphs: Vec<u32>,
}

impl FoldedText {
    /// Folds a text. `None` if cancelled.
    fn new(text: &str, is_cancelled: &impl Fn() -> bool) -> Option<Self> {
        let mut folded = Self {
            text: String::with_capacity(text.len()),
            glyphs: Vec::with_capacity(text.len()),
        };
        let mut walk = iter_glyphs(text, 0);
        let mut count = 0;
        while let Some(glyph) = walk.next_glyph(0) {
            folded.push_glyph(&glyph);
            count += 1;
            if count % GLYPHS == 0 && is_cancelled() {
                return None;
            }
        }
        folded.glyphs.push(text.len() as u32);
        Some(folded)
    }

    fn push_glyph(&mut self, glyph: &Glyph<'_>) {
        if matches!(glyph.kind, GlyphKind::Newline | GlyphKind::Blank) {
            if self.text.ends_with(' ') {
                return;
            }
            self.text.push(' ');
        } else if let [byte @ 0x21..=0x7e] = glyph.visible.as_bytes() {
            self.text.push(char::from(byte.to_ascii_lowercase()));
        } else {
            push_folded_text(&glyph.visible, &mut self.text);
        }
        self.glyphs.resize(self.text.len(), glyph.start as u32);
    }

    /// Returns the places of the words. A glyph that is found in part belongs to the place.
    fn find_words(&self, words: &str) -> Vec<Span> {
        if words.is_empty() {
            return Vec::new();
        }
        let span = |at: usize| {
            let last = self.glyphs[at + words.len() - 1];
            let end = self.glyphs[at + words.len()..].iter().find(|next| **next != last);
            Span::new(self.glyphs[at], *end.unwrap_or(&last))
        };
        memmem::find_iter(self.text.as_bytes(), words).map(span).collect()
    }
}

/// Appends a text in lower case and in composed characters (NFC).
fn push_folded_text(text: &str, out: &mut String) {
    let composed = ComposingNormalizerBorrowed::new_nfc().normalize(text);
    // A capital may become two small letters, and some small letters with two forms share one capital.
    let capitals = composed.chars().flat_map(char::to_uppercase);
    out.extend(capitals.flat_map(char::to_lowercase));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{FoldedText, fold_pattern};

    /// Returns the matches of a pattern, as the text has them.
    fn found<'t>(text: &'t str, pattern: &str) -> Vec<&'t str> {
        let folded = FoldedText::new(text, &|| false).unwrap();
        let spans = folded.find_words(&fold_pattern(pattern));
        spans.into_iter().filter_map(|span| text.get(span.range())).collect()
    }

    #[test]
    fn words_are_found_in_capitals_and_across_line_ends() {
        let expected = ["old\nFERRY", "old  ferry"];
        assert_eq!(found("The old\nFERRY, an old  ferry", "old ferry"), expected);
        assert_eq!(found("old\r\n\r\n\tferry", " OLD  FERRY "), ["old\r\n\r\n\tferry"]);
        assert!(found("older ferry", "old ferry").is_empty());
        assert_eq!(found("older", "old"), ["old"]);
    }

    #[test]
    fn letters_are_found_as_they_are_shown() {
        assert_eq!(found("Straße STRASSE", "strasse"), ["Straße", "STRASSE"]);
        assert_eq!(found("ΟΔΟΣ οδος οδοσ", "οδος"), ["ΟΔΟΣ", "οδος", "οδοσ"]);
        assert_eq!(found("cafe\u{301} Café CAFE", "café"), ["cafe\u{301}", "Café"]);
        assert_eq!(found("ПРИВЕТ, Мир", "мир"), ["Мир"]);
        assert_eq!(found("a\u{1b}b", "␛b"), ["\u{1b}b"]);
        assert_eq!(found("one\u{202e}two", "⟨u+202e⟩"), ["\u{202e}"]);
    }

    #[test]
    fn nothing_is_found_by_no_words() {
        assert!(found("some words", "").is_empty() && found("some words", " \t").is_empty());
    }

    proptest! {
        #[test]
        fn each_match_is_the_pattern_and_none_is_missed(
            text in "[ab\u{e9}\u{df}Σ \n\u{1b}\u{301}]{0,60}", pattern in "[abσ\u{e9}]{1,3}( [ab]{1,2})?",
        ) {
            let words = fold_pattern(&pattern);
            for one in found(&text, &pattern) {
                prop_assert!(fold_pattern(one).contains(&words), "{one:?}");
            }
            let folded = fold_pattern(&text);
            prop_assert_eq!(found(&text, &pattern).len(), folded.matches(&words).count());
        }
    }
}
