//! Plain text to words with their byte ranges. It drops and changes no word by meaning; that is `normalize`.

use crate::base::span::Span;

/// `--words`: what a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Words {
    /// UAX #29 words, unsegmented scripts by dictionary, on normalised text.
    Unicode,
    /// Split at U+0020 only, then the `php-shingles` article's punctuation deleted.
    Spaces,
    /// The `phpir` article's pattern.
    Phpir,
}

/// Calls `emit` with the byte range in `text` and the word itself, in reading order.
///
/// The word may differ from the text under its range: composed, without invisible characters, joined over a line end.
pub fn tokenize(_text: &str, _words: Words, _emit: &mut dyn FnMut(Span, &str)) {
    todo!()
}
