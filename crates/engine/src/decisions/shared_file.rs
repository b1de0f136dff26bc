//! A file of lines that several programs may append to at once, and its current contents.

use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::phrase::LARGEST_PHRASES;
use base::numbers::{format_count, format_with_commas};
use base::path::DocPath;
use base::storage::log::{LogError, LogFile};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

#[derive(Debug, Error)]
pub enum SharedFileError {
    #[error("{file}: {problem} ({reason}); name another file with --{option} FILE")]
    Unusable { file: DocPath, problem: &'static str, option: &'static str, reason: LogError },
    #[error(
        "{}: the ignored phrases exceed {} KiB; count some phrases again, or use --template", .0, LARGEST_PHRASES >> 10
    )]
    TooLarge(DocPath),
}

pub trait SumOfLines: Default {
    type Line;
    type Contents;

    /// Problem that the error of an unusable file names.
    const PROBLEM: &'static str;
    /// Option that names another file.
    const OPTION: &'static str;

    /// Adds a line without surrounding blanks, and returns false if the line cannot be parsed.
    fn add_line(&mut self, line: &str) -> bool;

    /// Formats new lines for the time `now`. If the file has a later time for the same subject, because of a wrong
    /// clock, the new line gets that time.
    fn encode_new_lines(
        &self,
        lines: Vec<Self::Line>,
        now: &str,
        file: &DocPath,
    ) -> Result<String, SharedFileError>;

    /// Returns the contents of the lines added so far. An error names the file.
    fn contents(&self, file: &DocPath) -> Result<Self::Contents, SharedFileError>;
}

pub(super) fn later_time(last: Option<&str>, now: &str) -> String {
    last.map_or(now, |last| last.max(now)).to_string()
}

/// Lines that this version cannot parse, such as lines of a later version or of an unfinished merge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unparsed {
    pub count: u64,
    /// Number of the first such line, from 1.
    pub first: u64,
}

impl fmt::Display for Unparsed {
    /// Formats `line 12`, or `3 lines from line 12 on`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count > 1 {
            write!(f, "{} from ", format_count(self.count, "line"))?;
        }
        write!(f, "line {}", format_with_commas(self.first))?;
        f.write_str(if self.count > 1 { " on" } else { "" })
    }
}

#[derive(Debug)]
pub struct SharedFile<T> {
    path: PathBuf,
    log: LogFile,
    sum: T,
    lines: u64,
    unparsed: Unparsed,
}

impl<T: SumOfLines> SharedFile<T> {
    /// Opens the file without creating it; the first new line creates it. The file must be outside of `read`.
    pub fn open(path: &Path, read: &[impl AsRef<Path>]) -> Result<Self, SharedFileError> {
        let log = LogFile::open(path, read).map_err(|reason| unusable_error::<T>(path, reason))?;
        let (sum, unparsed) = (T::default(), Unparsed::default());
        let mut file = Self { path: path.to_path_buf(), log, sum, lines: 0, unparsed };
        file.read_new_lines()?;
        Ok(file)
    }

    pub fn read_new_lines(&mut self) -> Result<bool, SharedFileError> {
        let news = self.log.read_new_lines();
        let news = news.map_err(|reason| unusable_error::<T>(&self.path, reason))?;
        if news.anew {
            (self.sum, self.lines, self.unparsed) = (T::default(), 0, Unparsed::default());
        }
        let before = self.lines;
        for line in news.iter_lines() {
            self.lines += 1;
            // An editor may have inserted a byte-order mark.
            let marked = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.lines == 1);
            let line = marked.unwrap_or(line);
            let text = std::str::from_utf8(line).ok().map(str::trim);
            if !text.is_some_and(|text| text.is_empty() || self.sum.add_line(text)) {
                let Unparsed { count, first } = self.unparsed;
                let first = if count == 0 { self.lines } else { first };
                self.unparsed = Unparsed { count: count + 1, first };
            }
        }
        Ok(news.anew || self.lines > before)
    }

    /// Writes all lines or none at the time `now`, and reads the lines of other programs.
    pub fn append_lines(&mut self, lines: Vec<T::Line>, now: &str) -> Result<(), SharedFileError> {
        self.read_new_lines()?;
        let lines = self.sum.encode_new_lines(lines, now, &self.name())?;
        let appended = self.log.append(lines.as_bytes());
        appended.map_err(|reason| unusable_error::<T>(&self.path, reason))?;
        self.read_new_lines().map(|_| ())
    }

    pub const fn summary(&self) -> &T {
        &self.sum
    }

    pub fn contents(&self) -> Result<T::Contents, SharedFileError> {
        self.sum.contents(&self.name())
    }

    pub const fn unparsed_lines(&self) -> Unparsed {
        self.unparsed
    }

    fn name(&self) -> DocPath {
        DocPath::new(&self.path)
    }
}

fn unusable_error<T: SumOfLines>(path: &Path, reason: LogError) -> SharedFileError {
    let (problem, option) = (T::PROBLEM, T::OPTION);
    SharedFileError::Unusable { file: DocPath::new(path), problem, option, reason }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods)]

    use std::fs;

    use proptest::prelude::*;

    use super::super::{PhraseLine, Phrases};
    use super::*;

    type PhraseFile = SharedFile<Phrases>;

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
        let mut one = PhraseFile::open(&path, &["/none"]).unwrap();
        let mut other = PhraseFile::open(&path, &[""]).unwrap();
        one.append_lines(vec![said("all rights", false)], "1").unwrap();
        other.append_lines(vec![said("page one\nof two", false)], "2").unwrap();
        assert!(one.read_new_lines().unwrap());
        assert_eq!(left_out(&one), ["all rights", "page one\nof two"]);
        // A wrong clock removes no phrase.
        one.append_lines(vec![said("page one\nof two", true)], "0").unwrap();
        other.read_new_lines().unwrap();
        assert_eq!(left_out(&other), ["all rights"]);
    }

    #[test]
    fn more_than_can_be_left_out_is_refused_whole() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("list");
        let mut file = PhraseFile::open(&path, &[""]).unwrap();
        let long = |letter: &str| said(&letter.repeat(60_000), false);
        for letter in 'a'..'r' {
            file.append_lines(vec![long(&letter.to_string())], "1").unwrap();
        }
        assert!(matches!(
            file.append_lines(vec![long("r")], "2"),
            Err(SharedFileError::TooLarge(_))
        ));
        assert_eq!(left_out(&file).len(), 17);
        // The full list still accepts the removal of a phrase.
        file.append_lines(vec![said(&"a".repeat(60_000), true)], "3").unwrap();
        assert_eq!(left_out(&file).len(), 16);
        let inside = PhraseFile::open(&path, &[place.path()]);
        assert!(inside.unwrap_err().to_string().contains("inside the scanned folder"));
    }

    /// Invalid lines, as left by editors, merges and broken disks.
    fn damage() -> impl Strategy<Value = Vec<u8>> {
        let known = "<<<<<<< HEAD|=======|>>>>>>> theirs|\0\0\0|{\"phrase\":\"cut o|{}|[1]|\u{1b}[2J|\
            \u{feff}\u{feff}{\"phrase\":\"two marks\"}";
        let known = prop::sample::select(known.split('|').collect::<Vec<_>>());
        prop_oneof![
            known.prop_map(|text| text.as_bytes().to_vec()),
            Just(vec![b'x'; 1 << 20]),
            Just(b"\xff\xfe{".to_vec()),
            prop::collection::vec(any::<u8>(), 1..20).prop_map(|mut bytes| {
                bytes.retain(|byte| *byte != b'\n');
                [b"#", &*bytes].concat()
            }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn a_damaged_line_costs_itself_alone(
            lines in prop::collection::vec(prop::option::of(damage()), 1..12),
            ending in prop::sample::select(vec!["\n", "\r\n"]),
            is_marked in any::<bool>(),
        ) {
            let place = tempfile::tempdir().unwrap();
            let path = place.path().join("list");
            let mut bytes = if is_marked { "\u{feff}".as_bytes().to_vec() } else { Vec::new() };
            let mut said = Vec::new();
            for (at, line) in lines.iter().enumerate() {
                let phrase = format!("phrase {at}");
                let own = format!("{{\"phrase\":\"{phrase}\"}}").into_bytes();
                bytes.extend(line.as_ref().unwrap_or(&own));
                bytes.extend(ending.as_bytes());
                if line.is_none() {
                    said.push(phrase);
                }
            }
            fs::write(&path, bytes).unwrap();
            let file = PhraseFile::open(&path, &[""]).unwrap();
            let mut found: Vec<String> =
                file.contents().unwrap().iter().map(|line| line.phrase.clone()).collect();
            found.sort_by_key(|phrase| said.iter().position(|one| one == phrase));
            prop_assert_eq!(found, said);
            let first = lines.iter().position(Option::is_some).map_or(0, |at| at as u64 + 1);
            let count = lines.iter().flatten().count() as u64;
            prop_assert_eq!(file.unparsed_lines(), Unparsed { count, first });
        }
    }
}
