//! Parts of speech of English words, by a Brill tagger, and what each means for its word.

pub mod sentence;

use harper_brill::UPOS;

/// `--pos-removal`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PosRemoval {
    /// English words are tagged; some parts of speech are left out, and plural nouns are made singular.
    On,
    /// No word is tagged.
    Off,
}

/// The tag of a word: one of the universal parts of speech, or none for a word that the tagger does not know or was not
/// asked about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tag(Option<UPOS>);

impl Tag {
    /// The tag as [Universal Dependencies](https://universaldependencies.org/u/pos/) writes it, such as `NOUN` or
    /// `ADP`; `?` for a word that the tagger does not know.
    pub fn name(&self) -> &str {
        self.0.as_ref().map_or("?", AsRef::as_ref)
    }
}

/// What a part of speech means for its word. Together with the word it decides what the word becomes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The word counts as it is.
    #[default]
    Other,
    /// A noun that ends in `s`. It counts in the singular.
    Plural,
    /// Adjectives are left out, and so are all parts below.
    Adjective,
    /// Coordinating and subordinating conjunctions.
    Conjunction,
    /// The tagger calls them adpositions.
    Preposition,
    /// For example `oh`.
    Interjection,
    /// For example `the` and `some`.
    Determiner,
    /// `to` before a verb.
    Infinitive,
}

impl Part {
    /// The number of parts.
    pub const COUNT: usize = 8;

    /// What a tag means for a word.
    ///
    /// The parts are those that "Finding fuzzy duplicates for English texts" leaves out (`JJ JJR JJS CC IN TO UH DT`),
    /// by coarser tags. Of particles only `to` is left out. No tag marks the plural, so every common or proper noun
    /// that ends in `s` counts as plural.
    pub fn of(tag: Tag, word: &str) -> Self {
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

    /// The hash of a word with this part of speech, from the hash of the word. Each part gives another hash;
    /// [`Self::Other`] leaves it unchanged. A seed of the hash function would not work, because short words collide
    /// under different seeds.
    pub const fn tagged_hash(self, hash: u64) -> u64 {
        // 2^64 divided by the golden ratio.
        hash.wrapping_add((self as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Whether words of this part are left out.
    pub const fn is_left_out(self) -> bool {
        !matches!(self, Self::Other | Self::Plural)
    }

    /// The name in plain words.
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

#[cfg(test)]
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
            let found = Part::of(Tag(Some(tag)), word);
            assert_eq!(found, part, "{word}");
            assert!((found as usize) < Part::COUNT);
        }
        assert_eq!(Part::of(Tag::default(), "apples"), Part::Other, "unknown words are kept");
        assert_eq!((Tag(Some(UPOS::NOUN)).name(), Tag::default().name()), ("NOUN", "?"));
    }
}
