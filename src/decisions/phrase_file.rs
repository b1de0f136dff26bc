//! A file of phrases: a line of JSON for each, new ones at the end. Any number of programs may write to it at once.

use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use super::line_file::{LineFile, SharedFile, SumOfLines, later};
use super::phrase::{LARGEST_PHRASES, PhraseLine, Phrases};
use crate::base::path::DocPath;
use crate::storage::log::LogError;

/// Why phrases cannot be read or kept.
#[derive(Debug, Error)]
pub enum PhraseError {
    /// The file cannot be used.
    #[error("{file}: no list of phrases ({reason}); name another file with --phrases FILE")]
    File {
        /// The file.
        file: DocPath,
        /// What is wrong.
        reason: LogError,
    },
    /// It leaves more out than can be.
    #[error(
        "{}: more than {} KiB of phrases are left out; let some count again, or use --template", .0, LARGEST_PHRASES >> 10
    )]
    TooLarge(DocPath),
}

/// The open file, and what it said so far.
#[derive(Debug)]
pub struct PhraseFile {
    file: LineFile<Phrases>,
}

impl SumOfLines for Phrases {
    fn take_line(&mut self, line: &str) -> bool {
        PhraseLine::parse(line).map(|line| self.take(line)).is_some()
    }
}

impl PhraseFile {
    /// What was said of each phrase.
    pub const fn phrases(&self) -> &Phrases {
        &self.file.sum
    }
}

impl SharedFile for PhraseFile {
    type Line = PhraseLine;
    /// The phrases that are left out.
    type Contents = Arc<[PhraseLine]>;
    type Error = PhraseError;

    fn open(path: &Path, read: &Path) -> Result<Self, PhraseError> {
        let file = LineFile::open(path, read);
        Ok(Self { file: file.map_err(|reason| failed(DocPath::new(path), reason))? })
    }

    fn follow(&mut self) -> Result<bool, PhraseError> {
        self.file.follow().map_err(|reason| failed(self.file.name(), reason))
    }

    fn write(&mut self, mut lines: Vec<PhraseLine>, now: &str) -> Result<(), PhraseError> {
        self.follow()?;
        let mut then = self.phrases().clone();
        for line in &mut lines {
            line.at = later(self.phrases().last(&line.phrase).map(|last| last.at.clone()), now);
            then.take(line.clone());
        }
        if then.bytes() > LARGEST_PHRASES.max(self.phrases().bytes()) {
            return Err(PhraseError::TooLarge(self.file.name()));
        }
        let whole: String = lines.iter().filter_map(PhraseLine::line).collect();
        self.file.append(&whole).map_err(|reason| failed(self.file.name(), reason))
    }

    fn contents(&self) -> Result<Arc<[PhraseLine]>, PhraseError> {
        if self.phrases().bytes() > LARGEST_PHRASES {
            return Err(PhraseError::TooLarge(self.file.name()));
        }
        Ok(self.phrases().left_out().into())
    }

    fn unparsed(&self) -> u64 {
        self.file.unparsed
    }
}

fn failed(file: DocPath, reason: LogError) -> PhraseError {
    PhraseError::File { file, reason }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods)]

    use std::fs;

    use super::*;

    fn said(phrase: &str, counts: bool) -> PhraseLine {
        PhraseLine { phrase: phrase.into(), counts, ..PhraseLine::default() }
    }

    fn left_out(file: &PhraseFile) -> Vec<String> {
        file.contents().unwrap().iter().map(|line| line.phrase.clone()).collect()
    }

    #[test]
    fn two_programs_lose_nothing() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("made/phrases.jsonl");
        let mut one = PhraseFile::open(&path, Path::new("/none")).unwrap();
        let mut other = PhraseFile::open(&path, Path::new("")).unwrap();
        one.write(vec![said("all rights", false)], "1").unwrap();
        other.write(vec![said("page one\nof two", false)], "2").unwrap();
        assert!(one.follow().unwrap());
        assert_eq!(left_out(&one), ["all rights", "page one\nof two"]);
        // A clock that goes wrong takes nothing away.
        one.write(vec![said("page one\nof two", true)], "0").unwrap();
        other.follow().unwrap();
        assert_eq!(left_out(&other), ["all rights"]);
    }

    #[test]
    fn unparsed_lines_are_left_alone_and_counted() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("list");
        fs::write(&path, "<<<<<<< HEAD\n{\"phrase\":\"red fox\"}\n\n\u{1b}[2J\n{\"phrase\":")
            .unwrap();
        let mut file = PhraseFile::open(&path, Path::new("")).unwrap();
        assert_eq!((left_out(&file), file.unparsed()), (vec!["red fox".to_string()], 2));
        file.write(vec![said("blue bird", false)], "1").unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("<<<<<<< HEAD\n") && text.contains("blue bird"), "{text}");
    }

    #[test]
    fn more_than_can_be_left_out_is_refused_whole() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("list");
        let mut file = PhraseFile::open(&path, Path::new("")).unwrap();
        let long = |letter: &str| said(&letter.repeat(60_000), false);
        for letter in 'a'..'r' {
            file.write(vec![long(&letter.to_string())], "1").unwrap();
        }
        assert!(matches!(file.write(vec![long("r")], "2"), Err(PhraseError::TooLarge(_))));
        assert_eq!(left_out(&file).len(), 17);
        // One can be taken back all the same.
        file.write(vec![said(&"a".repeat(60_000), true)], "3").unwrap();
        assert_eq!(left_out(&file).len(), 16);
        let inside = PhraseFile::open(&path, place.path());
        assert!(inside.unwrap_err().to_string().contains("never written to"));
    }
}
