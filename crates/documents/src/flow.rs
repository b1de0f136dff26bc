//! Running text, built piece by piece, with the least white space that keeps words and blocks apart. It knows no format.

use crate::limits::{Limits, too_long};
use crate::{extracted::Unreadable, text_gap::TextGap};

/// The text so far. No gap stands at its beginning, and no space or tab at the end of a line.
#[derive(Debug)]
pub(super) struct RunningText {
    text: String,
    gap: TextGap,
    limit: u64,
    is_over: bool,
}

impl RunningText {
    /// Empty, to hold as much as `limits` allow.
    pub(super) fn new(limits: &Limits) -> Self {
        Self { text: String::new(), gap: TextGap::None, limit: limits.text, is_over: false }
    }

    /// At least this gap before the next text.
    pub(super) fn gap(&mut self, gap: TextGap) {
        self.gap = self.gap.max(gap);
    }

    /// Text that stays as it is.
    pub(super) fn push(&mut self, text: &str) {
        if !text.is_empty() && self.has_room(text.len()) {
            self.fill_gap();
            self.text.push_str(text);
        }
    }

    /// One character.
    pub(super) fn push_char(&mut self, character: char) {
        self.push(character.encode_utf8(&mut [0; 4]));
    }

    /// A tab: before the next cell of a row. No gap up to `forgotten` stands before it.
    pub(super) fn push_tab(&mut self, forgotten: TextGap) {
        if self.gap <= forgotten {
            self.gap = TextGap::None;
        }
        self.push("\t");
    }

    /// Whether the next text begins a line.
    pub(super) fn is_at_line_start(&self) -> bool {
        self.gap >= TextGap::Line || self.text.is_empty() || self.text.ends_with('\n')
    }

    /// Text whose white space means no more than a space.
    pub(super) fn push_folded(&mut self, text: &str) {
        for (position, piece) in text.split([' ', '\t', '\n', '\r']).enumerate() {
            if position > 0 {
                self.gap(TextGap::Space);
            }
            self.push(piece);
        }
    }

    /// The byte at which the next text will stand.
    pub(super) fn next_at(&mut self) -> usize {
        self.fill_gap();
        self.text.len()
    }

    /// What was written from this byte on.
    pub(super) fn since(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    /// Whether more came than may: nothing is taken any more.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// The text, with one line end at its end unless it is empty.
    ///
    /// # Errors
    /// [`Unreadable::Limit`] when it was over.
    pub(super) fn finish(mut self) -> Result<String, Unreadable> {
        if self.is_over {
            return Err(too_long(self.limit));
        }
        let end = self.text.trim_end_matches([' ', '\t', '\n']).len();
        self.text.truncate(end);
        if end > 0 {
            self.text.push('\n');
        }
        self.text.shrink_to_fit();
        Ok(self.text)
    }

    fn has_room(&mut self, length: usize) -> bool {
        // The widest gap and the last line end.
        self.is_over |= (self.text.len() + length + 3) as u64 > self.limit;
        !self.is_over
    }

    fn fill_gap(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        if gap >= TextGap::Line {
            let end = self.text.trim_end_matches([' ', '\t']).len();
            self.text.truncate(end);
        }
        gap.end(&mut self.text);
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, RunningText, TextGap};

    #[test]
    fn the_strongest_gap_stays_and_lines_end_without_blanks() {
        let mut flow = RunningText::new(&Limits::default());
        flow.gap(TextGap::Paragraph);
        flow.push_folded("  a ");
        flow.gap(TextGap::Line);
        flow.push_folded(" \n b");
        flow.push("\t");
        flow.gap(TextGap::Paragraph);
        flow.gap(TextGap::Line);
        assert_eq!(flow.next_at(), 5);
        flow.push_folded("c d");
        assert_eq!(flow.since(5), "c d");
        flow.push(" \n\n");
        assert_eq!(flow.finish().unwrap(), "a\nb\n\nc d\n");
    }

    #[test]
    fn nothing_gives_nothing() {
        let mut flow = RunningText::new(&Limits::default());
        flow.gap(TextGap::Line);
        flow.push_folded(" \t ");
        assert_eq!(flow.finish().unwrap(), "");
    }

    #[test]
    fn a_text_beyond_the_limit_is_refused_not_cut() {
        let limits = Limits { text: 10, ..Limits::default() };
        for (letters, fits) in [(7, true), (8, false)] {
            let mut flow = RunningText::new(&limits);
            (0..letters).for_each(|_| flow.push_char('x'));
            assert_eq!(flow.is_over(), !fits);
            let end = flow.finish().map_err(|error| error.to_string());
            let refusal = "its text is larger than 10 bytes; raise --limit-text, or split the file"
                .to_string();
            assert_eq!(end, if fits { Ok("xxxxxxx\n".into()) } else { Err(refusal) });
        }
    }
}
