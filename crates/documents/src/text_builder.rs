//! Builds the text of a document, with minimal white space between words and blocks.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::extracted::{Extracted, Unreadable};
use crate::limits::{Limits, too_long_error};
use crate::roles::{Role, TextFate, is_note_number, is_raised_digit};

/// The text so far, which never begins with a gap, and whose lines never end with a space or tab.
#[derive(Debug, Default)]
pub(super) struct TextBuilder {
    text: String,
    gap: TextGap,
    /// Number of a list item, to be written before the next text.
    mark: String,
    role: Role,
    /// Raised text at the end, until the next character shows if it is a note number.
    raised: String,
    hidden: u64,
    limits: Limits,
    refusal: Option<Unreadable>,
}

impl TextBuilder {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { limits: *limits, ..Self::default() }
    }

    pub(super) fn set_role(&mut self, role: Role) {
        self.role = role;
    }

    /// Requests white space before the next text; the strongest request counts.
    pub(super) fn add_gap(&mut self, gap: TextGap) {
        self.gap = self.gap.max(gap);
    }

    pub(super) fn cancel_gap(&mut self) {
        self.settle_raised_text(None);
        self.gap = TextGap::None;
    }

    /// Writes the number of an item before its text, or no number without text.
    pub(super) fn set_item_number(&mut self, number: &str) {
        self.mark.clear();
        if !number.is_empty() {
            self.mark.extend([number, " "]);
        }
    }

    /// Adds text in the role that was set last.
    pub(super) fn push(&mut self, text: &str) {
        match self.role.treatment_of_text() {
            TextFate::Kept => {
                let mut rest = text;
                while let Some(at) = rest.find(is_raised_digit) {
                    let (before, digits) = rest.split_at_checked(at).unwrap_or((rest, ""));
                    let end = digits.find(|c| c != '⁻' && !is_raised_digit(c));
                    let (raised, behind) =
                        digits.split_at_checked(end.unwrap_or(digits.len())).unwrap_or_default();
                    self.settle_raised_text_and_push(before);
                    self.push_raised(raised);
                    rest = behind;
                }
                self.settle_raised_text_and_push(rest);
            }
            TextFate::Judged => self.push_raised(text),
            TextFate::Ignored => {}
            TextFate::Counted => {
                self.hidden += text.unicode_words().count() as u64;
                if self.role.separates_words(text) {
                    self.add_gap(TextGap::Space);
                }
            }
        }
    }

    pub(super) fn push_char(&mut self, character: char) {
        self.push(character.encode_utf8(&mut [0; 4]));
    }

    /// Adds lines with their line ends. An empty line ends a paragraph.
    pub(super) fn push_lines(&mut self, text: &str) {
        for line in text.lines() {
            match line.trim_end() {
                "" => self.add_gap(TextGap::Paragraph),
                line => self.push(line),
            }
            self.add_gap(TextGap::Line);
        }
    }

    /// Adds a tab before the next table cell, and cancels a pending gap that is at most as strong as `forgotten`.
    pub(super) fn drop_gap_and_push_tab(&mut self, forgotten: TextGap) {
        self.settle_raised_text(None);
        if self.gap <= forgotten {
            self.gap = TextGap::None;
        }
        self.settle_raised_text_and_push("\t");
    }

    /// Adds text with white space folded as in HTML (space, tab, line feed, form feed, carriage return).
    pub(super) fn push_folded(&mut self, text: &str) {
        for (position, piece) in text.split([' ', '\t', '\n', '\u{c}', '\r']).enumerate() {
            let is_kept =
                matches!(self.role.treatment_of_text(), TextFate::Kept | TextFate::Judged);
            if position > 0 && (is_kept || self.role.separates_words(" ")) {
                self.add_gap(TextGap::Space);
            }
            self.push(piece);
        }
    }

    pub(super) fn append_text_of_builder(&mut self, other: Self, gap: TextGap) {
        let hidden = other.hidden;
        match other.finish() {
            Ok(read) => {
                self.set_role(Role::Text);
                self.add_gap(gap);
                self.push(&read.text);
                self.hidden += hidden;
            }
            Err(refusal) => self.stop_with_error(refusal),
        }
    }

    pub(super) fn add_hidden(&mut self, words: u64) {
        self.hidden += words;
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn is_at_line_start(&self) -> bool {
        let is_end = self.text.is_empty() || self.text.ends_with('\n');
        self.gap >= TextGap::Line || is_end && self.raised.is_empty()
    }

    /// Writes the requested gap, and returns the length in bytes at which the next text begins.
    pub(super) fn write_gap_and_return_length(&mut self) -> usize {
        self.settle_raised_text(None);
        self.write_gap();
        self.text.len()
    }

    pub(super) fn text_since(&mut self, at: usize) -> &str {
        self.settle_raised_text(None);
        self.text.get(at..).unwrap_or_default()
    }

    /// Records an error, after which text is ignored.
    pub(super) fn stop_with_error(&mut self, refusal: Unreadable) {
        self.refusal.get_or_insert(refusal);
    }

    pub(super) fn has_failed(&self) -> bool {
        self.refusal.is_some()
    }

    /// Returns the text, with one line end unless empty.
    pub(super) fn finish(mut self) -> Result<Extracted, Unreadable> {
        self.settle_raised_text(None);
        let end = self.text.trim_end_matches([' ', '\t', '\n']).len();
        self.text.truncate(end);
        if end > 0 && self.has_room_for_bytes(1) {
            self.text.push('\n');
        }
        if let Some(refusal) = self.refusal {
            return Err(refusal);
        }
        self.text.shrink_to_fit();
        Ok(Extracted { text: self.text, hidden: self.hidden, ..Extracted::default() })
    }

    /// Returns the text without trimming its end.
    pub(super) fn into_text(mut self) -> String {
        self.settle_raised_text(None);
        self.text
    }

    fn settle_raised_text_and_push(&mut self, text: &str) {
        let Some(first) = text.chars().next() else { return };
        self.settle_raised_text(Some(first));
        self.write_after_gap(text);
    }

    fn push_raised(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.gap > TextGap::Space {
            self.settle_raised_text(None);
        }
        if self.raised.is_empty() {
            self.write_gap();
        } else if std::mem::take(&mut self.gap) == TextGap::Space {
            self.raised.push(' ');
        }
        self.raised.push_str(text);
    }

    /// Drops the raised text at the end if the character `next` shows that the text is a note number, or else writes
    /// the text.
    fn settle_raised_text(&mut self, next: Option<char>) {
        if self.raised.is_empty() {
            return;
        }
        let raised = std::mem::take(&mut self.raised);
        let next = next.filter(|_| self.gap == TextGap::None);
        if !is_note_number(&self.text, &raised, next) {
            let gap = std::mem::take(&mut self.gap);
            self.write_after_gap(&raised);
            self.gap = gap;
        }
    }

    fn write_after_gap(&mut self, text: &str) {
        if !self.has_room_for_bytes(text.len()) {
            return;
        }
        self.write_gap();
        self.text.push_str(&std::mem::take(&mut self.mark));
        self.text.push_str(text);
    }

    fn has_room_for_bytes(&mut self, length: usize) -> bool {
        if (self.text.len() + length) as u64 > self.limits.text {
            self.stop_with_error(too_long_error(self.limits.text));
        }
        !self.has_failed()
    }

    fn write_gap(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        if gap >= TextGap::Line {
            let end = self.text.trim_end_matches([' ', '\t']).len();
            self.text.truncate(end);
        }
        gap.append_to(&mut self.text);
    }
}

/// White space between two texts, weakest first. If several are requested, the strongest counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TextGap {
    #[default]
    None,
    Space,
    Tab,
    Line,
    Paragraph,
}

impl TextGap {
    /// Appends this gap, reduced by white space that is there already, unless `text` is empty.
    pub(crate) fn append_to(self, text: &mut String) {
        if text.is_empty() {
            return;
        }
        text.push_str(match self {
            Self::None => "",
            Self::Space if text.ends_with(['\n', ' ', '\t']) => "",
            Self::Space => " ",
            Self::Tab => "\t",
            Self::Line if text.ends_with('\n') => "",
            Self::Paragraph if text.ends_with("\n\n") => "",
            Self::Paragraph if !text.ends_with('\n') => "\n\n",
            Self::Line | Self::Paragraph => "\n",
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, Role, TextBuilder, TextGap};

    fn builder() -> TextBuilder {
        TextBuilder::new(&Limits::default())
    }

    #[test]
    fn the_strongest_gap_stays_and_lines_end_without_blanks() {
        let mut out = builder();
        out.add_gap(TextGap::Paragraph);
        out.push_folded("  a ");
        out.add_gap(TextGap::Line);
        out.push_folded(" \n b");
        out.push("\t");
        out.add_gap(TextGap::Paragraph);
        out.add_gap(TextGap::Line);
        assert_eq!(out.write_gap_and_return_length(), 5);
        out.push_folded("c d");
        assert_eq!(out.text_since(5), "c d");
        out.push(" \n\n");
        assert_eq!(out.finish().unwrap().text, "a\nb\n\nc d\n");
    }

    #[test]
    fn the_role_of_a_piece_decides_what_becomes_of_it() {
        for (role, piece, text, hidden) in [
            (Role::Text, "1", "ledger1of", 0),
            (Role::Raised, "1", "ledgerof", 0),
            (Role::Raised, "st", "ledgerstof", 0),
            (Role::Ruby, "a b", "ledgerof", 0),
            (Role::Furniture, "a b", "ledgerof", 0),
            (Role::Hidden, " a b ", "ledgerof", 2),
            (Role::White, "a", "ledger of", 1),
            (Role::Tiny, "a", "ledgerof", 1),
            (Role::Tiny, " a b ", "ledger of", 2),
        ] {
            let mut out = builder();
            out.push("ledger");
            out.set_role(role);
            out.push(piece);
            out.set_role(Role::Text);
            out.push("of");
            let read = out.finish().unwrap();
            assert_eq!((read.text, read.hidden), (format!("{text}\n"), hidden), "{role:?}");
        }
    }

    #[test]
    fn a_raised_number_in_pieces_is_one_number() {
        let mut out = builder();
        out.set_item_number("1.");
        out.push("x² ledger");
        out.set_role(Role::Raised);
        out.push("[");
        out.push("12]");
        out.add_gap(TextGap::Line);
        out.push("3");
        out.set_role(Role::Text);
        out.push("end");
        assert_eq!(out.finish().unwrap().text, "1. x² ledger\nend\n");
    }
}
