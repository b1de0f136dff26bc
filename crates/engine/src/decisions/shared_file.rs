//! A file of lines that several programs may append to at once, and its current contents.

use std::path::{Path, PathBuf};
use std::{error::Error, fmt};

use base::numbers::{format_count, format_with_commas};
use base::path::DocPath;
use base::storage::log::{LogError, LogFile};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

pub trait SumOfLines: Default {
    type Line;
    type Contents;
    type Error: Error;

    /// Adds a line without surrounding blanks, and returns false if the line cannot be parsed.
    fn add_line(&mut self, line: &str) -> bool;

    /// Formats new lines for the time `now`. If the file has a later time for the same subject, because of a wrong
    /// clock, the new line gets that time.
    fn encode_new_lines(
        &self,
        lines: Vec<Self::Line>,
        now: &str,
        file: &DocPath,
    ) -> Result<String, Self::Error>;

    /// Returns the contents of the lines added so far. An error names the file.
    fn contents(&self, file: &DocPath) -> Result<Self::Contents, Self::Error>;

    fn unusable_error(file: DocPath, reason: LogError) -> Self::Error;
}

pub(super) fn later_time(one: Option<String>, now: &str) -> String {
    one.filter(|one| &**one > now).unwrap_or_else(|| now.to_string())
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
    pub fn open(path: &Path, read: &[impl AsRef<Path>]) -> Result<Self, T::Error> {
        let log = LogFile::open(path, read);
        let log = log.map_err(|reason| T::unusable_error(DocPath::new(path), reason))?;
        let (sum, unparsed) = (T::default(), Unparsed::default());
        let mut file = Self { path: path.to_path_buf(), log, sum, lines: 0, unparsed };
        file.read_new_lines()?;
        Ok(file)
    }

    pub fn read_new_lines(&mut self) -> Result<bool, T::Error> {
        let news =
            self.log.read_new_lines().map_err(|reason| T::unusable_error(self.name(), reason))?;
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
    pub fn append_lines(&mut self, lines: Vec<T::Line>, now: &str) -> Result<(), T::Error> {
        self.read_new_lines()?;
        let lines = self.sum.encode_new_lines(lines, now, &self.name())?;
        let appended = self.log.append(lines.as_bytes());
        appended.map_err(|reason| T::unusable_error(self.name(), reason))?;
        self.read_new_lines().map(|_| ())
    }

    pub const fn summary(&self) -> &T {
        &self.sum
    }

    pub fn contents(&self) -> Result<T::Contents, T::Error> {
        self.sum.contents(&self.name())
    }

    pub const fn unparsed_lines(&self) -> Unparsed {
        self.unparsed
    }

    fn name(&self) -> DocPath {
        DocPath::new(&self.path)
    }
}
