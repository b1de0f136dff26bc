//! Characters that LaTeX writes with several: accents, ligatures, the quotes and umlauts of German.

use icu_normalizer::properties::CanonicalCompositionBorrowed;

use super::super::commands::symbol;
use super::super::source::LatexSource;
use super::LatexReader;

impl LatexReader<'_> {
    /// Characters that stand for another one together.
    pub(super) fn ligature(&mut self, first: char) {
        let both = |source: &mut LatexSource<'_>, rest: &str, text: &'static str| {
            source.strip(rest).then_some(text)
        };
        let source = &mut self.source;
        let text = match first {
            '-' => both(source, "--", "—").or_else(|| both(source, "-", "–")).unwrap_or("-"),
            '`' => both(source, "`", "“").unwrap_or("‘"),
            '\'' => both(source, "'", "”").unwrap_or("’"),
            ',' => both(source, ",", "„").unwrap_or(","),
            '!' => both(source, "`", "¡").unwrap_or("!"),
            _ => both(source, "`", "¿").unwrap_or("?"),
        };
        self.out().push(text);
    }

    /// What stands behind `"` in a German text.
    pub(super) fn german(&mut self) {
        let text = match self.source.peek() {
            Some('a') => "ä",
            Some('o') => "ö",
            Some('u') => "ü",
            Some('A') => "Ä",
            Some('O') => "Ö",
            Some('U') => "Ü",
            Some('s' | 'z') => "ß",
            Some('`') => "„",
            Some('\'') => "“",
            Some('<') => "«",
            Some('>') => "»",
            Some('=' | '~') => "-",
            // Where a word may be broken.
            Some('-' | '"' | '|') => "",
            _ => return self.out().push("\""),
        };
        self.source.next();
        self.out().push(text);
    }

    /// A letter with an accent over it.
    pub(super) fn accent(&mut self, mark: char) {
        self.source.skip_blanks();
        let letters = match self.source.group(false) {
            Some(inside) => inside.trim(),
            None if self.source.rest().starts_with('\\') => self.source.command(),
            None => match self.source.next() {
                Some(letter) => return self.compose(letter, mark),
                None => return,
            },
        };
        let command = letters.strip_prefix('\\').map(str::trim);
        let name = command.unwrap_or(letters);
        let symbol = command.map_or("", symbol);
        let text = match name {
            // They have no dot because the accent stands there.
            "i" | "j" => name,
            _ if symbol.is_empty() => name,
            _ => symbol,
        };
        let mut letters = text.chars();
        if let Some(letter) = letters.next() {
            self.compose(letter, mark);
            self.out().push(letters.as_str());
        }
    }

    fn compose(&mut self, letter: char, mark: char) {
        if let Some(one) = CanonicalCompositionBorrowed::new().compose(letter, mark) {
            self.out().push_char(one);
        } else {
            self.out().push_char(letter);
            self.out().push_char(mark);
        }
    }
}
