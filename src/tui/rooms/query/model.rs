//! The text that is compared with the folder: what was written, which of its matches is selected. It compares nothing.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::pipeline::corpus::query::QueryResult;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::tui::rooms::cursor::{Cursor, LinesSeen};

/// What the text is called where documents have names.
pub(crate) const YOUR_TEXT: &str = "your text";

/// No text is longer, in bytes: 8 MiB.
pub(crate) const LONGEST: usize = 8 << 20;

/// The query.
#[derive(Debug, Clone, Default)]
pub(crate) struct Query {
    /// What was written, line ends as `\n`.
    pub(crate) text: String,
    /// Letters go into the text; else they are keys.
    pub(crate) writing: bool,
    /// Which match is selected.
    pub(crate) cursor: Cursor,
    /// The name of the selected match: its identity.
    pub(crate) name: Option<DocPath>,
    /// The number of the text asked for last.
    pub(crate) number: u64,
    /// The last answer.
    pub(crate) found: Option<Arc<QueryResult>>,
}

impl Query {
    /// How many matches there are.
    pub(crate) fn len(&self) -> usize {
        self.found.as_ref().map_or(0, |found| found.hits.len())
    }

    /// Whether the newest text was not answered yet.
    pub(crate) fn is_behind(&self) -> bool {
        !self.text.is_empty() && self.found.as_ref().is_none_or(|found| found.number != self.number)
    }

    /// Writes a character at the end; whether there was room.
    pub(crate) fn push(&mut self, character: char) -> bool {
        let fits = self.text.len() < LONGEST;
        if fits {
            self.text.push(character);
        }
        fits
    }

    /// Writes a pasted text at the end; whether all of it had room.
    pub(crate) fn paste(&mut self, text: &str) -> bool {
        // Terminals send a carriage return for the end of a line.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let room = LONGEST.saturating_sub(self.text.len());
        let end = (0..=room.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
        let part = end.and_then(|end| text.get(..end)).unwrap_or_default();
        self.text.push_str(part);
        part.len() == text.len()
    }

    /// Takes the last character away; whether there was one.
    pub(crate) fn erase(&mut self) -> bool {
        let last = self.text.graphemes(true).next_back().map_or(0, str::len);
        self.text.truncate(self.text.len() - last);
        last > 0
    }

    /// Takes the last word away; whether there was one.
    pub(crate) fn erase_word(&mut self) -> bool {
        let before = self.text.len();
        let rest = self.text.trim_end().trim_end_matches(|one: char| !one.is_whitespace());
        self.text.truncate(rest.len());
        self.text.len() < before
    }

    /// Takes in an answer, the selection following its document by name; whether it was to the newest text.
    pub(crate) fn take(&mut self, found: Arc<QueryResult>, seen: LinesSeen) -> bool {
        if found.number != self.number {
            return false;
        }
        let place = self.name.as_ref().and_then(|name| {
            found.hits.iter().position(|hit| found.docs[hit.doc.index()].path == *name)
        });
        self.found = Some(found);
        self.cursor.carry(place.unwrap_or(0), self.len(), seen);
        self.name = self.named();
        true
    }

    /// Selects the match at `index`, or the last.
    pub(crate) fn select(&mut self, index: usize, height: usize) {
        self.cursor.select(index, self.len(), height);
        self.name = self.named();
    }

    /// The name of the match that is selected.
    fn named(&self) -> Option<DocPath> {
        let found = self.found.as_ref()?;
        let hit = found.hits.get(self.cursor.selected)?;
        Some(found.docs.get(hit.doc.index())?.path.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Query};

    #[test]
    fn what_is_written_ends_lines_alike_and_is_taken_away_by_what_is_seen() {
        let mut query = Query::default();
        assert!(query.paste("one\r\ntwo\rthree e\u{301}"));
        assert_eq!(query.text, "one\ntwo\nthree e\u{301}");
        assert!(query.erase());
        assert_eq!(query.text, "one\ntwo\nthree ");
        assert!(query.erase_word());
        assert_eq!(query.text, "one\ntwo\n");
        assert!(query.erase_word() && query.erase_word());
        assert!(!query.erase_word() && !query.erase());
    }

    #[test]
    fn a_text_has_an_end() {
        let mut query = Query::default();
        assert!(!query.paste(&"é".repeat(LONGEST)));
        assert_eq!(query.text.len(), LONGEST);
        assert!(!query.push('x'));
        assert!(query.erase() && query.push('x'));
        assert!(!query.paste("éé"));
    }
}
