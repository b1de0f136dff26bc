//! Collects text with the least white space that still separates words and blocks.

use super::text_gap::TextGap;

/// The text so far. It never begins with a gap.
#[derive(Debug)]
pub(super) struct Writer {
    out: String,
    gap: TextGap,
    /// What goes before the next text, behind the gap.
    mark: String,
}

impl Writer {
    /// A writer with room for `capacity` bytes.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { out: String::with_capacity(capacity), gap: TextGap::None, mark: String::new() }
    }

    /// Puts at least this gap before the next text.
    pub(super) fn gap(&mut self, gap: TextGap) {
        self.gap = self.gap.max(gap);
    }

    /// Puts the number of an item before the next text, in its line. An item without text has none.
    pub(super) fn mark(&mut self, number: &str) {
        self.mark.clear();
        if !number.is_empty() {
            self.mark.extend([number, ". "]);
        }
    }

    /// Adds text whose white space (as in HTML: space, tab, line feed, form feed, carriage return) counts as a single
    /// space.
    pub(super) fn flow(&mut self, text: &str) {
        for (position, piece) in text.split([' ', '\t', '\n', '\u{c}', '\r']).enumerate() {
            if position > 0 {
                self.gap(TextGap::Space);
            }
            self.verbatim(piece);
        }
    }

    /// Adds text whose white space stays.
    pub(super) fn verbatim(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        std::mem::take(&mut self.gap).end(&mut self.out);
        self.out.push_str(&std::mem::take(&mut self.mark));
        self.out.push_str(text);
    }

    /// The text. Unless it is empty, it ends with a line end.
    pub(super) fn finish(mut self) -> String {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out.shrink_to_fit();
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::{TextGap, Writer};

    #[test]
    fn the_strongest_gap_stays() {
        let mut writer = Writer::with_capacity(0);
        writer.gap(TextGap::Paragraph);
        writer.flow("  a ");
        writer.gap(TextGap::Line);
        writer.flow(" \n b");
        writer.gap(TextGap::Line);
        writer.gap(TextGap::Paragraph);
        writer.flow("c");
        assert_eq!(writer.finish(), "a\nb\n\nc\n");
    }

    #[test]
    fn nothing_gives_nothing() {
        let mut writer = Writer::with_capacity(0);
        writer.gap(TextGap::Line);
        writer.flow(" \t ");
        assert_eq!(writer.finish(), "");
    }
}
