use std::{path::Path, sync::Arc};

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::shared_file::{SharedFileError, SumOfLines, later_time};
use base::path::DocPath;

pub const LONGEST_PHRASE: usize = 1 << 16;
/// Largest file of phrases in bytes: 1 MiB, like templates.
pub const LARGEST_PHRASES: usize = 1 << 20;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhraseLine {
    /// Time as `2026-11-22T20:05:42.123Z`.
    #[serde(default)]
    pub at: String,
    pub phrase: String,
    #[serde(default, skip_serializing_if = "is_false")]
    pub counts: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub folder: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl PhraseLine {
    pub fn to_json_line(&self) -> Option<String> {
        serde_json::to_string(self).ok().map(|line| line + "\n")
    }

    pub fn parse_line(line: &str) -> Option<Self> {
        let line: Self = serde_json::from_str(line).ok()?;
        let fits = line.phrase.len() <= LONGEST_PHRASE && !line.phrase.trim().is_empty();
        fits.then_some(line)
    }
}

/// The newest line about each phrase, by its time. So lines may be read in any order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Phrases {
    by_text: HashMap<String, PhraseLine>,
}

impl Phrases {
    /// Stores a line, unless a newer line about its phrase is known. Of lines with equal times, the last added wins.
    pub fn insert_line(&mut self, line: PhraseLine) {
        if self.by_text.get(&line.phrase).is_none_or(|known| known.at <= line.at) {
            self.by_text.insert(line.phrase.clone(), line);
        }
    }

    pub fn last_line(&self, phrase: &str) -> Option<&PhraseLine> {
        self.by_text.get(phrase)
    }

    pub fn ignored_phrases(&self) -> Vec<PhraseLine> {
        let mut all: Vec<&PhraseLine> = self.by_text.values().filter(|line| !line.counts).collect();
        all.sort_by(|a, b| (&a.at, &a.phrase).cmp(&(&b.at, &b.phrase)));
        all.into_iter().cloned().collect()
    }

    pub fn size_of_ignored_phrases(&self) -> usize {
        self.by_text.values().filter(|line| !line.counts).map(|line| line.phrase.len()).sum()
    }

    /// Reads a whole file. Skips a last line that is incomplete because the program was killed.
    ///
    /// # Errors
    /// Number of the first invalid line, from 1.
    pub fn parse_file(text: &str) -> Result<Self, usize> {
        let mut phrases = Self::default();
        for (at, line) in text.lines().map(str::trim).enumerate() {
            match PhraseLine::parse_line(line) {
                Some(line) => phrases.insert_line(line),
                None if line.is_empty() || line.starts_with("{\"at\":") => {}
                None => return Err(at + 1),
            }
        }
        Ok(phrases)
    }
}

impl SumOfLines for Phrases {
    type Line = PhraseLine;
    /// The ignored phrases, without phrases that are no longer ignored.
    type Contents = Arc<[PhraseLine]>;

    const PROBLEM: &'static str = "no list of phrases";
    const OPTION: &'static str = "phrases";

    fn add_line(&mut self, line: &str) -> bool {
        PhraseLine::parse_line(line).map(|line| self.insert_line(line)).is_some()
    }

    fn encode_new_lines(
        &self,
        mut lines: Vec<PhraseLine>,
        now: &str,
        file: &DocPath,
    ) -> Result<String, SharedFileError> {
        let mut then = self.clone();
        for line in &mut lines {
            line.at = later_time(self.last_line(&line.phrase).map(|last| &*last.at), now);
            then.insert_line(line.clone());
        }
        if then.size_of_ignored_phrases() > LARGEST_PHRASES.max(self.size_of_ignored_phrases()) {
            return Err(SharedFileError::TooLarge(file.clone()));
        }
        Ok(lines.iter().filter_map(PhraseLine::to_json_line).collect())
    }

    fn contents(&self, file: &DocPath) -> Result<Arc<[PhraseLine]>, SharedFileError> {
        if self.size_of_ignored_phrases() > LARGEST_PHRASES {
            return Err(SharedFileError::TooLarge(file.clone()));
        }
        Ok(self.ignored_phrases().into())
    }
}

/// Returns the name of the phrase file of a folder, derived from the real path of the folder.
pub fn phrases_file_name(folder: &Path) -> String {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    format!("{:032x}.jsonl", xxh3_128(real.as_os_str().as_encoded_bytes()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn said(at: u32, phrase: &str, counts: bool) -> PhraseLine {
        PhraseLine {
            at: format!("{at:09}"),
            phrase: phrase.into(),
            counts,
            ..PhraseLine::default()
        }
    }

    fn texts(phrases: &Phrases) -> Vec<String> {
        phrases.ignored_phrases().iter().map(|line| line.phrase.clone()).collect()
    }

    #[test]
    fn a_line_by_hand_needs_nothing_but_the_phrase() {
        let line = PhraseLine::parse_line(r#"{"phrase":"all rights reserved"}"#).unwrap();
        assert_eq!((&*line.phrase, line.counts), ("all rights reserved", false));
        for none in [
            "all rights reserved",
            r#"{"text":"all rights reserved"}"#,
            r#"{"phrase":" \n"}"#,
            r#"{"phrase":7}"#,
        ] {
            assert_eq!(PhraseLine::parse_line(none), None, "{none}");
        }
        let long = format!(r#"{{"phrase":"{}"}}"#, "a ".repeat(LONGEST_PHRASE));
        assert_eq!(PhraseLine::parse_line(&long), None);
    }

    #[test]
    fn what_was_said_last_holds_and_the_order_is_that_of_leaving_out() {
        let mut phrases = Phrases::default();
        for line in
            [said(3, "b", false), said(1, "a", false), said(2, "a", true), said(2, "c", false)]
        {
            phrases.insert_line(line);
        }
        assert_eq!(texts(&phrases), ["c", "b"]);
        assert_eq!(phrases.size_of_ignored_phrases(), 2);
        assert!(phrases.last_line("a").unwrap().counts);
        phrases.insert_line(said(1, "b", true));
        assert_eq!(texts(&phrases), ["c", "b"], "an older line changes nothing");
        phrases.insert_line(said(4, "a", false));
        assert_eq!(texts(&phrases), ["c", "b", "a"]);
    }

    #[test]
    fn a_file_is_read_to_its_end_and_what_is_no_phrase_is_named_by_its_line() {
        let cut = "{\"at\":\"2026\",\"phra\n";
        let phrases =
            Phrases::parse_file(&format!("{{\"phrase\":\"a\"}}\r\n\n{cut}{{\"phrase\":\"b\"}}"));
        assert_eq!(texts(&phrases.unwrap()), ["a", "b"]);
        assert_eq!(Phrases::parse_file("{\"phrase\":\"a\"}\nall rights reserved\n"), Err(2));
    }

    proptest! {
        #[test]
        fn a_phrase_comes_back_from_its_line(phrase in "\\PC{0,5}[a-zа-я\n\"\\\\]\\PC{0,5}", counts in any::<bool>(), from in any::<String>()) {
            let line = PhraseLine { phrase, counts, from, ..said(7, "", false) };
            prop_assume!(!line.phrase.trim().is_empty());
            let written = line.to_json_line().unwrap();
            prop_assert_eq!(written.matches('\n').count(), 1);
            let mut whole = PhraseLine::parse_line(written.trim_end()).unwrap();
            prop_assert_eq!(whole.counts, counts);
            whole.counts = line.counts;
            prop_assert_eq!(whole, line);
        }
    }
}
