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
    /// What a change of language costs here.
    pub(super) const fn cost(self) -> i16 {
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
        for byte in text.bytes() {
            match byte {
                b' ' | b'\t' | b'\r' | 0x0b | b'\n' => {
                    if ends {
                        found = Self::Sentence;
                    }
                    lines += u32::from(byte == b'\n');
                    if lines > 1 {
                        return Self::Paragraph;
                    }
                }
                0x0c => return Self::Paragraph,
                0x80.. => return Self::of_any(text),
                _ => {
                    lines = 0;
                    ends |= matches!(byte, b'.' | b'!' | b'?');
                }
            }
        }
        found
    }

    /// The same where not all is ASCII.
    fn of_any(text: &str) -> Self {
        let mut lines = 0;
        let mut found = Self::Word;
        let mut ends = false;
        for character in text.chars() {
            match character {
                '\n' => {
                    lines += 1;
                    if lines > 1 {
                        return Self::Paragraph;
                    }
                }
                '\u{2029}' | '\u{c}' => return Self::Paragraph,
                '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '।' | '؟' | '۔' | '։' | '።' =>
                {
                    ends = true;
                }
                _ => {}
            }
            if character.is_whitespace() {
                if ends {
                    found = Self::Sentence;
                }
            } else {
                lines = 0;
                if matches!(character, '。' | '！' | '？' | '｡') {
                    found = Self::Sentence;
                }
            }
        }
        found
    }
}
