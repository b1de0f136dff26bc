//! Tags English words with their parts of speech, by a Brill tagger, sentence by sentence.

#[cfg(feature = "pos")]
use harper_brill::{Tagger as _, UPOS, brill_tagger};
#[cfg(not(feature = "pos"))]
use std::convert::Infallible as UPOS;

use super::tokenize::{Words, tokenize};
use base::{guard::run_catching_panic, span::Span, visible::is_invisible};

pub const IS_AVAILABLE: bool = cfg!(feature = "pos");

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PosRemoval {
    /// Tags English words, ignores some parts of speech, and makes plural nouns singular.
    On,
    Off,
}

base::named_values!(PosRemoval { On = "on", Off = "off" });

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tag(Option<UPOS>);

impl Tag {
    /// Returns the name of the tag in [Universal Dependencies](https://universaldependencies.org/u/pos/), such as
    /// `NOUN` or `ADP`. `?` without a tag.
    pub fn name(&self) -> &str {
        #[cfg(feature = "pos")]
        return self.0.as_ref().map_or("?", AsRef::as_ref);
        #[cfg(not(feature = "pos"))]
        "?"
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    #[default]
    Other,
    /// A noun that ends in `s`, which is compared in the singular.
    Plural,
    /// An adjective. This and all parts of speech below are ignored.
    Adjective,
    Conjunction,
    Preposition,
    Interjection,
    Determiner,
    /// The word `to` before a verb.
    Infinitive,
}

impl Part {
    /// Returns the part of speech for a tag of a word.
    ///
    /// "Finding fuzzy duplicates for English texts" ignores the tags `JJ JJR JJS CC IN TO UH DT`; the tagger's tags are
    /// coarser. Of particles, only `to` is ignored. No tag marks the plural, so every noun that ends in `s` counts as
    /// plural.
    pub fn from_tag(tag: Tag, word: &str) -> Self {
        #[cfg(not(feature = "pos"))]
        let _ = (tag, word);
        #[cfg(not(feature = "pos"))]
        return Self::Other;
        #[cfg(feature = "pos")]
        match tag.0 {
            Some(UPOS::ADJ) => Self::Adjective,
            Some(UPOS::CCONJ | UPOS::SCONJ) => Self::Conjunction,
            Some(UPOS::ADP) => Self::Preposition,
            Some(UPOS::INTJ) => Self::Interjection,
            Some(UPOS::DET) => Self::Determiner,
            Some(UPOS::PART) if word.eq_ignore_ascii_case("to") => Self::Infinitive,
            Some(UPOS::NOUN | UPOS::PROPN) if word.ends_with('s') => Self::Plural,
            _ => Self::Other,
        }
    }

    /// Changes the hash of a word by its part of speech; [`Self::Other`] keeps the hash. Different seeds would not
    /// work, because short words collide under different seeds.
    pub const fn add_to_hash(self, hash: u64) -> u64 {
        // The factor is 2^64 divided by the golden ratio.
        hash.wrapping_add((self as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub const fn is_ignored(self) -> bool {
        !matches!(self, Self::Other | Self::Plural)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Other => "another part of speech",
            Self::Plural => "noun in the plural",
            Self::Adjective => "adjective",
            Self::Conjunction => "conjunction",
            Self::Preposition => "preposition",
            Self::Interjection => "interjection",
            Self::Determiner => "determiner",
            Self::Infinitive => "to before a verb",
        }
    }
}

/// Largest number of tokens in a sentence, to limit memory. Only tokens at most four apart influence each other.
const LONGEST: usize = 2000;
const SIGNS: usize = 8;
const RUN: usize = 3;

/// Like [`tokenize`], but with the tag of each word.
///
/// The tagger gets the words of a sentence with their capitals. A sentence ends at an empty line, and at `.`, `!`, `?`
/// or `…` before white space. Takes linear time. The first call loads the tagger (3 to 40 milliseconds). If the tagger
/// panics, the words of that sentence have no tag.
pub fn tokenize_tagged(text: &str, words: Words, emit: &mut impl FnMut(Span, &str, Tag)) -> u32 {
    let mut sentence = Sentence::default();
    let mut after = 0;
    let mixed = tokenize(text, words, &mut |span, word| {
        sentence.push_gap(text.get(after..span.start as usize).unwrap_or_default(), emit);
        if sentence.used >= LONGEST {
            sentence.emit_words(emit);
        }
        sentence.push_word(span, word);
        after = span.end as usize;
    });
    sentence.push_gap(text.get(after..).unwrap_or_default(), emit);
    sentence.emit_words(emit);
    mixed
}

/// Like [`tokenize_tagged`], but with the part of speech of each word. Unless `tagged`, it is always [`Part::Other`].
pub fn for_each_word_with_part(
    text: &str,
    words: Words,
    tagged: bool,
    mut take: impl FnMut(&str, Part),
) -> u32 {
    if tagged {
        tokenize_tagged(text, words, &mut |_, word, tag| take(word, Part::from_tag(tag, word)))
    } else {
        tokenize(text, words, &mut |_, word| take(word, Part::Other))
    }
}

#[derive(Default)]
struct Sentence {
    /// Tokens of the sentence, of which only the first `used` are valid.
    tokens: Vec<String>,
    used: usize,
    words: Vec<(usize, Span)>,
}

impl Sentence {
    fn push_token(&mut self) -> &mut String {
        if self.used == self.tokens.len() {
            self.tokens.push(String::new());
        }
        let token = &mut self.tokens[self.used];
        token.clear();
        self.used += 1;
        token
    }

    fn push_word(&mut self, span: Span, word: &str) {
        self.words.push((self.used, span));
        self.push_token().push_str(word);
    }

    fn push_gap(&mut self, gap: &str, emit: &mut impl FnMut(Span, &str, Tag)) {
        let (mut signs, mut lines, mut run) = (0, 0, 0);
        let (mut last, mut ends) = (' ', false);
        for character in gap.chars() {
            if character.is_whitespace() {
                lines += usize::from(character == '\n');
                if ends || lines == 2 {
                    self.emit_words(emit);
                    ends = false;
                }
            } else if !is_sign(character) {
                continue;
            } else if character == last {
                run += 1;
                if run < RUN
                    && let Some(token) = self.tokens.get_mut(self.used.saturating_sub(1))
                    && signs <= SIGNS
                {
                    token.push(character);
                }
            } else {
                (lines, run) = (0, 0);
                signs += 1;
                ends |= matches!(character, '.' | '!' | '?' | '…');
                if signs <= SIGNS {
                    self.push_token().push(character);
                }
            }
            last = character;
        }
    }

    fn emit_words(&mut self, emit: &mut impl FnMut(Span, &str, Tag)) {
        let tokens = self.tokens.get(..self.used).unwrap_or_default();
        let tags = if self.words.is_empty() { Vec::new() } else { tag_tokens(tokens) };
        for (token, span) in self.words.drain(..) {
            if let Some(word) = tokens.get(token) {
                emit(span, word, Tag(tags.get(token).copied().flatten()));
            }
        }
        self.used = 0;
    }
}

fn tag_tokens(tokens: &[String]) -> Vec<Option<UPOS>> {
    run_catching_panic(|| {
        #[cfg(feature = "pos")]
        return brill_tagger().tag_sentence(tokens);
        #[cfg(not(feature = "pos"))]
        vec![None; tokens.len()]
    })
    .unwrap_or_default()
}

fn is_sign(character: char) -> bool {
    !character.is_alphanumeric() && !character.is_control() && !is_invisible(character)
}

#[cfg(all(test, feature = "pos"))]
mod tests {
    use super::{Part, Tag, UPOS};

    #[test]
    fn a_tag_says_what_becomes_of_a_word() {
        for (tag, word, part) in [
            (UPOS::ADJ, "big", Part::Adjective),
            (UPOS::CCONJ, "and", Part::Conjunction),
            (UPOS::SCONJ, "because", Part::Conjunction),
            (UPOS::ADP, "of", Part::Preposition),
            (UPOS::ADP, "to", Part::Preposition),
            (UPOS::INTJ, "oh", Part::Interjection),
            (UPOS::DET, "the", Part::Determiner),
            (UPOS::PART, "To", Part::Infinitive),
            (UPOS::PART, "not", Part::Other),
            (UPOS::NOUN, "ferries", Part::Plural),
            (UPOS::PROPN, "Apples", Part::Plural),
            (UPOS::NOUN, "ferry", Part::Other),
            (UPOS::VERB, "says", Part::Other),
            (UPOS::ADV, "here", Part::Other),
        ] {
            assert_eq!(Part::from_tag(Tag(Some(tag)), word), part, "{word}");
        }
        assert_eq!(Part::from_tag(Tag::default(), "apples"), Part::Other, "unknown words are kept");
        assert_eq!((Tag(Some(UPOS::NOUN)).name(), Tag::default().name()), ("NOUN", "?"));
    }
}

#[cfg(test)]
mod sentence_tests {
    use proptest::prelude::*;

    use super::{LONGEST, tokenize_tagged};
    use crate::text::tokenize::{Words, tokenize};

    fn tags(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        tokenize_tagged(text, Words::Unicode, &mut |_, word, tag| {
            found.push(format!("{word}/{}", tag.name()));
        });
        found
    }

    #[test]
    fn a_tag_depends_on_the_words_around() {
        let expected = "She/PRON will/AUX pay/VERB the/DET old/ADJ bill/NOUN and/CCONJ to/PART pay/VERB is/AUX hard/ADJ";
        assert_eq!(tags("She will pay the old bill, and to pay is hard.").join(" "), expected);
        let (noun, verb) = (tags("a light"), tags("to light it"));
        assert!(noun[1] != verb[1], "{noun:?} {verb:?}");
    }

    #[test]
    fn what_stands_in_another_sentence_changes_no_tag() {
        let (one, other) = ("The keeper saw the light", "to light it was his work");
        for between in [". ", "! ", "?) ", "... ", "\n\n", ".\n", " \n \t\n "] {
            let expected = [tags(one), tags(other)].concat();
            assert_eq!(tags(&format!("{one}{between}{other}")), expected, "{between:?}");
        }
    }

    #[test]
    fn floods_are_cut_and_every_word_is_given_once() {
        for text in
            ["light the ", "to,", "….,;!?-–(", "a . ", "- ", "\u{200b}", "\n", "a\u{301}-", "'s "]
        {
            let text = text.repeat(4 * LONGEST);
            let (mut plain, mut tagged) = (Vec::new(), Vec::new());
            tokenize(&text, Words::Unicode, &mut |span, word| plain.push((span, word.to_string())));
            tokenize_tagged(&text, Words::Unicode, &mut |span, word, _| {
                tagged.push((span, word.to_string()));
            });
            assert_eq!(plain, tagged);
        }
    }

    proptest! {
        #[test]
        fn tagging_changes_no_word_and_no_place(
            text in "([a-zA-Z' ]{0,9}|to the |[.,;:!?\"()…-]{0,12}|\\PC{0,3}|\n{0,3}|\u{200b}|й){0,30}",
            which in 0..Words::ALL.len(),
        ) {
            let words = Words::ALL[which].1;
            let (mut plain, mut tagged) = (Vec::new(), Vec::new());
            tokenize(&text, words, &mut |span, word| plain.push((span, word.to_string())));
            tokenize_tagged(&text, words, &mut |span, word, _| tagged.push((span, word.to_string())));
            prop_assert_eq!(plain, tagged);
        }
    }
}
