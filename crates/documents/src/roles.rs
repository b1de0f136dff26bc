//! What becomes of text that is more or less than text, in every format: ruby, hidden text, the numbers of notes. Readers
//! say what a piece is; what follows from that is decided here.

/// What a piece of text is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Text,
    /// How the word beside it is read aloud.
    Ruby,
    /// A reference to a note, which the format says.
    NoteMark,
    /// What stands on every page, scripts, and what else is no text of the document.
    Furniture,
    /// Marked as not to be shown.
    Hidden,
    /// White on white. It takes the room of a space.
    White,
    /// Of one point or less.
    Tiny,
    /// Raised: the number of a note, an exponent, or letters of a word.
    Raised,
}

/// What becomes of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Kept,
    /// Ignored if it is the number of a note ([`is_note_number`]), else kept.
    Judged,
    Ignored,
    /// Ignored, and its words counted.
    Counted,
}

impl Role {
    pub(crate) const fn fate(self) -> Fate {
        match self {
            Self::Text => Fate::Kept,
            Self::Raised => Fate::Judged,
            Self::Ruby | Self::NoteMark | Self::Furniture => Fate::Ignored,
            Self::Hidden | Self::White | Self::Tiny => Fate::Counted,
        }
    }

    /// Whether a piece that is ignored keeps apart the words around it.
    pub(crate) fn separates(self, text: &str) -> bool {
        self == Self::White || self == Self::Tiny && text.contains(char::is_whitespace)
    }

    /// What this is within something else.
    pub(crate) const fn within(self, outer: Self) -> Self {
        match (outer.fate(), self) {
            (Fate::Ignored | Fate::Counted, _) | (_, Self::Text) => outer,
            _ => self,
        }
    }
}

/// How text is drawn, as far as its role follows from that; `None` where nothing says so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) hidden: Option<bool>,
    pub(crate) white: Option<bool>,
    /// A colour is behind it, or may be.
    pub(crate) backed: Option<bool>,
    pub(crate) tiny: Option<bool>,
    pub(crate) raised: Option<bool>,
}

impl Look {
    /// This, and where it says nothing, what a style or the text around it says.
    #[must_use]
    pub(crate) fn over(self, base: Self) -> Self {
        Self {
            hidden: self.hidden.or(base.hidden),
            white: self.white.or(base.white),
            backed: self.backed.or(base.backed),
            tiny: self.tiny.or(base.tiny),
            raised: self.raised.or(base.raised),
        }
    }

    pub(crate) fn role(self) -> Role {
        match self {
            Self { hidden: Some(true), .. } => Role::Hidden,
            Self { white: Some(true), backed: None | Some(false), .. } => Role::White,
            Self { tiny: Some(true), .. } => Role::Tiny,
            Self { raised: Some(true), .. } => Role::Raised,
            _ => Role::Text,
        }
    }
}

/// Whether a colour of three parts cannot be seen on white paper.
pub(crate) fn is_white(parts: [u8; 3]) -> bool {
    parts.into_iter().all(|part| part >= 0xf8)
}

/// The same of a colour as office files and CSS write it: `FFFFFF`, `#fff`, `white`.
pub(crate) fn is_white_name(colour: &str) -> bool {
    let colour = colour.trim();
    let digits = colour.trim_start_matches('#');
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    match digits.len() {
        3 => digits.eq_ignore_ascii_case("fff"),
        6 => (part(0).zip(part(2)).zip(part(4)))
            .is_some_and(|((red, green), blue)| is_white([red, green, blue])),
        _ => colour.eq_ignore_ascii_case("white"),
    }
}

/// Whether letters of so many points are too small to be read.
pub(crate) fn is_tiny(points: f32) -> bool {
    points <= 1.0
}

/// Whether a character is a raised digit of its own.
pub(crate) const fn is_raised_digit(character: char) -> bool {
    matches!(character, '¹' | '²' | '³' | '\u{2070}' | '\u{2074}'..='\u{2079}')
}

/// So many bytes before raised text are looked at.
pub(crate) const NEAR: usize = 128;

/// Whether raised text is the number of a note: digits or marks, such as `12`, `[3]`, `1, 2`, `*`, at the end of a word of two
/// letters or more, behind its full stop, behind a year, or where a line begins. Behind one letter (x²), a number (10⁶) or a unit
/// (km²) digits are part of what is meant.
///
/// `before` is the text before it; `after` the character right behind it.
pub(crate) fn is_note_number(before: &str, raised: &str, after: Option<char>) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || is_raised_digit(c);
    let is_mark = |c: char| matches!(c, '*' | '∗' | '†' | '‡' | '§' | '¶');
    let is_between = |c: char| {
        c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | ',' | ';' | '-' | '–' | '⁻')
    };
    let numbers = raised.split(|c| !is_digit(c));
    let is_number = raised.chars().all(|c| is_digit(c) || is_mark(c) || is_between(c))
        && raised.contains(|c| is_digit(c) || is_mark(c))
        && !raised.starts_with(['-', '–', '⁻'])
        && numbers.map(|number| number.chars().count()).all(|digits| digits <= 3);
    if !is_number {
        return false;
    }
    // A line may be as long as the file.
    let near = before.get(before.ceil_char_boundary(before.len().saturating_sub(NEAR))..);
    let line = near.and_then(|near| near.rsplit('\n').next()).unwrap_or_default();
    let said = line.trim_end_matches(|c: char| ")]}»”’\"'".contains(c));
    let sentence = said.trim_end_matches(|c: char| ".,;:!?…%。、，．；：！？」』）".contains(c));
    match line.chars().next_back() {
        _ if line.trim().is_empty() => true,
        Some(last) if last.is_whitespace() => !after.is_some_and(char::is_alphanumeric),
        _ if sentence.len() < said.len() => sentence.trim_end().ends_with(char::is_alphanumeric),
        _ => ends_with_word(said, raised),
    }
}

/// Whether a text ends with a word that cannot have an exponent.
fn ends_with_word(text: &str, raised: &str) -> bool {
    /// Units, and functions whose powers are written so.
    const SQUARED: [&str; 16] = [
        "mm", "cm", "dm", "km", "hm", "nm", "µm", "μm", "ft", "yd", "мм", "см", "км", "sin", "cos",
        "tan",
    ];
    let of_word = |c: char| c.is_alphanumeric();
    let word = text.trim_end_matches(of_word);
    let word = text.get(word.len()..).unwrap_or_default();
    let Some(last) = word.chars().next_back() else { return false };
    if last.is_numeric() {
        return word.len() == 4 && word.starts_with(['1', '2']) && word.parse::<u16>().is_ok();
    }
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_power = matches!(raised.trim(), "2" | "3" | "²" | "³") && SQUARED.contains(&unit);
    let is_ideograph = last >= '\u{2e80}';
    !is_power && (is_ideograph || word.chars().filter(|c| c.is_alphabetic()).count() > 1)
}

#[cfg(test)]
mod tests;
