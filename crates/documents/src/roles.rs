//! Rules for special text, equal in all formats: ruby, hidden text, note numbers. Readers only name the role of a text.

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Text,
    /// Ruby: the pronunciation of the word beside it.
    Ruby,
    /// A note number that the format marks as one.
    NoteMark,
    /// Text outside of the document: headers, footers, scripts.
    Furniture,
    Hidden,
    /// White text on white, which takes its space and so separates words.
    White,
    /// Text of one point or smaller.
    Tiny,
    /// Raised text: a note number, an exponent, or letters of a word.
    Raised,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextFate {
    Kept,
    /// Dropped if the text is a note number ([`is_note_number`]), otherwise retained.
    Judged,
    Ignored,
    /// Dropped, but its words are counted as hidden.
    Counted,
}

impl Role {
    pub(crate) const fn treatment_of_text(self) -> TextFate {
        match self {
            Self::Text => TextFate::Kept,
            Self::Raised => TextFate::Judged,
            Self::Ruby | Self::NoteMark | Self::Furniture => TextFate::Ignored,
            Self::Hidden | Self::White | Self::Tiny => TextFate::Counted,
        }
    }

    /// Returns true if the dropped text separates the words around it.
    pub(crate) fn separates_words(self, text: &str) -> bool {
        self == Self::White || self == Self::Tiny && text.contains(char::is_whitespace)
    }

    /// Returns the role of a text with this role inside a text with the role `outer`.
    pub(crate) const fn combine_with_outer_role(self, outer: Self) -> Self {
        match (outer.treatment_of_text(), self) {
            (TextFate::Ignored | TextFate::Counted, _) | (_, Self::Text) => outer,
            _ => self,
        }
    }
}

/// Visual properties that determine the role. `None` means that a property is not set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) hidden: Option<bool>,
    pub(crate) white: Option<bool>,
    /// True if the background is or may be coloured.
    pub(crate) backed: Option<bool>,
    pub(crate) tiny: Option<bool>,
    pub(crate) raised: Option<bool>,
}

impl Look {
    /// Takes properties that are not set from a style or from the surrounding text.
    #[must_use]
    pub(crate) fn inherit_from(self, base: Self) -> Self {
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

/// Returns true if an RGB colour is too light to see on white.
pub(crate) fn is_nearly_white(parts: [u8; 3]) -> bool {
    parts.into_iter().all(|part| part >= 0xf8)
}

/// Like [`is_nearly_white`], for colours in office files and CSS: `FFFFFF`, `#fff`, `white`.
pub(crate) fn is_name_of_white(colour: &str) -> bool {
    let colour = colour.trim();
    let digits = colour.trim_start_matches('#');
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    match digits.len() {
        3 => digits.eq_ignore_ascii_case("fff"),
        6 => (part(0).zip(part(2)).zip(part(4)))
            .is_some_and(|((red, green), blue)| is_nearly_white([red, green, blue])),
        _ => colour.eq_ignore_ascii_case("white"),
    }
}

pub(crate) fn is_tiny_text_size(points: f32) -> bool {
    points <= 1.0
}

pub(crate) const fn is_raised_digit(character: char) -> bool {
    matches!(character, '¹' | '²' | '³' | '\u{2070}' | '\u{2074}'..='\u{2079}')
}

/// Number of bytes examined before raised text.
pub(crate) const NEAR: usize = 128;

/// Returns true if raised text is a note number: digits or marks, such as `12`, `[3]`, `1, 2`, `*`. It must follow a
/// word of at least two letters, a full stop, a year, or the beginning of a line. After a single letter (x²), a
/// number (10⁶) or a unit (km²), digits belong to the text.
///
/// `before` is the text before the raised text; `after` is the character after it.
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
    // Examines only the nearest bytes, because a line may be as long as the file.
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

/// Returns true if a text ends with a word that cannot have an exponent.
fn ends_with_word(text: &str, raised: &str) -> bool {
    /// Units, and functions whose powers are written this way.
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
