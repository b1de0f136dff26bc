//! The query: its text, its matches and the selected one. It compares nothing.

use std::{collections::HashMap, sync::Arc};

use unicode_segmentation::UnicodeSegmentation as _;

use shingle::base::{ids::DocId, path::DocPath};
use shingle::pipeline::QueryResult;

use crate::tui::model::{Cursor, VisibleLines};

/// The name of the text.
pub(crate) const YOUR_TEXT: &str = "your text";

/// The greatest length of a text in bytes: 8 MiB.
pub(crate) const LONGEST: usize = 8 << 20;

/// A line of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MatchLine {
    /// The document.
    pub(crate) doc: DocId,
    /// Its place among what resembles the text.
    pub(crate) hit: Option<usize>,
    /// How often it has the words of the text one after the other. 0 for a long text.
    pub(crate) times: u32,
}

/// The lines of an answer.
fn lines(found: &QueryResult) -> Vec<MatchLine> {
    let mut times: HashMap<DocId, u32> =
        found.mentions.iter().map(|one| (one.doc, one.times)).collect();
    let hits = found.hits.iter().enumerate().map(|(place, hit)| MatchLine {
        doc: hit.doc,
        hit: Some(place),
        times: times.remove(&hit.doc).unwrap_or(0),
    });
    let mut lines: Vec<MatchLine> = hits.collect();
    let others = found.mentions.iter().filter(|one| times.contains_key(&one.doc));
    lines.extend(others.map(|one| MatchLine { doc: one.doc, hit: None, times: one.times }));
    lines
}

/// The query.
#[derive(Debug, Clone, Default)]
pub(crate) struct Query {
    /// The text, with line ends as `\n`.
    pub(crate) text: String,
    /// Whether letters go into the text. Else they are keys.
    pub(crate) writing: bool,
    /// The selected match.
    pub(crate) cursor: Cursor,
    /// The name of the selected match, which identifies it.
    pub(crate) name: Option<DocPath>,
    /// The number of the last request.
    pub(crate) number: u64,
    /// The number of the request that has the last answer.
    answered: u64,
    /// The last answer.
    pub(crate) found: Option<Arc<QueryResult>>,
    /// Its lines: what resembles the text, then what else has its words one after the other.
    pub(crate) lines: Vec<MatchLine>,
}

impl Query {
    /// How many matches there are.
    pub(crate) fn len(&self) -> usize {
        if self.found.is_some() { self.lines.len() } else { 0 }
    }

    /// Whether the newest text has no answer yet.
    pub(crate) fn is_behind(&self) -> bool {
        !self.text.is_empty() && (self.found.is_none() || self.answered != self.number)
    }

    /// Adds a character at the end. Returns whether it fit.
    pub(crate) fn push(&mut self, character: char) -> bool {
        let fits = self.text.len() < LONGEST;
        if fits {
            self.text.push(character);
        }
        fits
    }

    /// Adds a pasted text at the end. Returns whether all of it fit.
    pub(crate) fn paste(&mut self, text: &str) -> bool {
        // Terminals send a carriage return for the end of a line.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let room = LONGEST.saturating_sub(self.text.len());
        let end = (0..=room.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
        let part = end.and_then(|end| text.get(..end)).unwrap_or_default();
        self.text.push_str(part);
        part.len() == text.len()
    }

    /// Deletes the last character. Returns whether there was one.
    pub(crate) fn erase(&mut self) -> bool {
        let last = self.text.graphemes(true).next_back().map_or(0, str::len);
        self.text.truncate(self.text.len() - last);
        last > 0
    }

    /// Deletes the last word. Returns whether there was one.
    pub(crate) fn erase_word(&mut self) -> bool {
        let before = self.text.len();
        let rest = self.text.trim_end().trim_end_matches(|one: char| !one.is_whitespace());
        self.text.truncate(rest.len());
        self.text.len() < before
    }

    /// Takes the answer to the newest text. The selection follows its document by name.
    pub(crate) fn take(&mut self, found: Arc<QueryResult>, visible: VisibleLines) {
        self.answered = self.number;
        let lines = lines(&found);
        let place = self.name.as_ref().and_then(|name| {
            lines.iter().position(|line| found.docs[line.doc.index()].path == *name)
        });
        (self.found, self.lines) = (Some(found), lines);
        self.cursor.select_in_place(place.unwrap_or(0), self.len(), visible);
        self.name = self.named();
    }

    /// Takes the name of the selected match.
    pub(crate) fn follow_cursor(&mut self) {
        self.name = self.named();
    }

    /// The selected line.
    pub(crate) fn line(&self) -> Option<&MatchLine> {
        self.lines.get(self.cursor.selected).filter(|_| self.found.is_some())
    }

    /// The name of the selected match.
    fn named(&self) -> Option<DocPath> {
        let found = self.found.as_ref()?;
        Some(found.docs.get(self.line()?.doc.index())?.path.clone())
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
