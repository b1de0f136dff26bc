//! What LaTeX reads by other rules up to a mark of its end: environments, formulas, verbatim text, branches.

use super::super::commands::{Environment, environment, symbol};
use super::super::source::LatexSource;
use super::LatexReader;
use crate::text::extract::text_gap::TextGap;

impl LatexReader<'_> {
    /// A formula within a sentence: its letters are words of it.
    pub(super) fn math(&mut self, end: &str) {
        let mut formula = LatexSource::new(self.source.until_in_paragraph(end));
        while let Some(letter) = formula.next() {
            match letter {
                '\\' => {
                    let name = formula.name();
                    let symbol = symbol(name);
                    if !symbol.is_empty() {
                        self.out().push(symbol);
                    } else if !matches!(name, "," | "!") && !name.starts_with("math") {
                        self.out().gap(TextGap::Space);
                    }
                }
                '{' | '}' | '^' | '_' | '&' | '$' => {}
                '~' => self.out().gap(TextGap::Space),
                _ if letter.is_whitespace() => self.out().gap(TextGap::Space),
                _ => self.out().push_char(letter),
            }
        }
    }

    /// A formula on lines of its own: nothing that another format would write in this order.
    pub(super) fn formula(&mut self, end: &str) {
        self.source.until_in_paragraph(end);
        self.out().gap(TextGap::Line);
    }

    pub(super) fn verb(&mut self) {
        self.source.strip("*");
        self.source.option();
        match self.source.peek() {
            Some('{') => {
                let text = self.source.group(false).unwrap_or_default();
                // `\mintinline` names the language first.
                let text = if self.source.peek() == Some('{') {
                    self.source.group(false)
                } else {
                    Some(text)
                };
                self.out().push(text.unwrap_or_default());
            }
            Some(end) if !end.is_alphanumeric() && !end.is_whitespace() => {
                self.source.next();
                let text = self.source.until_in_paragraph(end.encode_utf8(&mut [0; 4]));
                self.out().push(text);
            }
            _ => {}
        }
    }

    /// Skips what stands between `\iffalse` and its end, conditions in it included.
    pub(super) fn skip_branch(&mut self) {
        let mut depth = 1_usize;
        while depth > 0 && !self.source.rest().is_empty() {
            self.source.take_while(|letter| !matches!(letter, '\\' | '%'));
            if self.source.strip("%") {
                self.source.skip_comment();
                continue;
            }
            self.source.strip("\\");
            match self.source.name() {
                "fi" => depth -= 1,
                "else" if depth == 1 => depth = 0,
                "ifthenelse" => {}
                name if name.starts_with("if") => depth += 1,
                _ => {}
            }
        }
    }

    /// Reads on behind `\begin`; whether the document ends.
    pub(super) fn begin(&mut self) -> bool {
        let name = self.source.group(false).unwrap_or_default();
        let end = format!("\\end{{{name}}}");
        self.out().gap(TextGap::Paragraph);
        match environment(name) {
            Environment::Text(arguments) => {
                self.begin_text(arguments);
            }
            Environment::Verbatim => {
                self.source.option();
                if name == "minted" {
                    self.source.group(false);
                }
                for line in self.source.until(&end).lines() {
                    match line.trim_end() {
                        "" => self.out().gap(TextGap::Paragraph),
                        line => self.out().push(line),
                    }
                    self.out().gap(TextGap::Line);
                }
                self.out().gap(TextGap::Paragraph);
            }
            Environment::Dropped => {
                self.source.until(&end);
            }
            Environment::Formula => self.formula(&end),
            Environment::Document => {}
        }
        false
    }

    /// Takes away what stands behind `\begin{name}` and is no text.
    fn begin_text(&mut self, arguments: usize) {
        let mut ahead = self.source;
        if let Some(option) = ahead.option() {
            // `[ht]` and `[width=3cm]` are settings, `[Pythagoras]` is a title.
            let is_setting = arguments > 0
                || option.contains(['=', '\\'])
                || option.chars().all(|letter| "htbpHcrl!0123456789.*() ".contains(letter));
            if is_setting {
                self.source = ahead;
            } else {
                self.source.strip("[");
                self.label = Some(self.groups.len());
            }
        }
        for _ in 0..arguments {
            self.source.skip_options();
            if self.source.peek() == Some('{') {
                self.source.skip_argument(false);
            }
        }
    }
}
