//! What stands between two words, and what a change of language costs there. It knows no languages.

/// What the dearest change of language costs, in steps of a score.
pub(super) const CAP: i16 = 48;

/// What stands between two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing that ends a sentence.
    Word,
    /// The end of a sentence or of a line that is none.
    Sentence,
    /// An empty line.
    Paragraph,
}

impl Gap {
    /// How far a language is ahead at least, of the cost of the dearest change: if it was less far ahead before, it is likeliest
    /// reached by a change from the best one, which costs what is left.
    pub(super) const fn floor(self) -> i16 {
        CAP - self.cost()
    }

    /// What a change of language costs here.
    const fn cost(self) -> i16 {
        match self {
            Self::Word => CAP,
            Self::Sentence => CAP * 3 / 4,
            Self::Paragraph => CAP / 2,
        }
    }

    /// Of two gaps behind each other.
    pub(super) const fn wider(self, other: Self) -> Self {
        match (self, other) {
            (Self::Paragraph, _) | (_, Self::Paragraph) => Self::Paragraph,
            (Self::Sentence, _) | (_, Self::Sentence) => Self::Sentence,
            _ => Self::Word,
        }
    }

    /// Of the text between two words.
    pub(super) fn of(text: &str) -> Self {
        let mut lines = 0;
        let mut found = Self::Word;
        let mut ends = false;
        for character in text.chars() {
            match character {
                '\u{2029}' | '\u{c}' => return Self::Paragraph,
                space if space.is_whitespace() => {
                    if ends {
                        found = Self::Sentence;
                    }
                    lines += u32::from(space == '\n');
                    if lines > 1 {
                        return Self::Paragraph;
                    }
                }
                sign => {
                    lines = 0;
                    ends |= matches!(sign, '.' | '!' | '?' | '…' | '।' | '؟' | '۔' | '։' | '።');
                    // No space stands behind these.
                    if matches!(sign, '。' | '！' | '？' | '｡') {
                        (found, ends) = (Self::Sentence, true);
                    }
                }
            }
        }
        found
    }
}
