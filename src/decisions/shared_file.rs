//! A file of lines that any number of programs may write to at once, and what its lines add up to so far.

use std::path::{Path, PathBuf};
use std::{error::Error, fmt};

use crate::base::numbers::{counted, thousands};
use crate::base::path::DocPath;
use crate::storage::log::{LogError, LogFile};

/// The byte-order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What the lines of a file add up to.
pub trait SumOfLines: Default {
    /// What a line says.
    type Line;
    /// What is sent on of all lines.
    type Contents;
    /// Why a file cannot be read or written.
    type Error: Error;

    /// Adds one line, without blanks around it. Returns whether it is understood.
    fn add_line(&mut self, line: &str) -> bool;

    /// The text of lines that are to be added to this. `now` is their time; a line about something of which this says more with a
    /// later time, by a clock that goes wrong, gets that time.
    ///
    /// # Errors
    /// Why this file cannot have them.
    fn new_lines(
        &self,
        lines: Vec<Self::Line>,
        now: &str,
        file: &DocPath,
    ) -> Result<String, Self::Error>;

    /// What all lines of this file add up to.
    ///
    /// # Errors
    /// Why that cannot be used.
    fn contents(&self, file: &DocPath) -> Result<Self::Contents, Self::Error>;

    /// The error of a file that cannot be used.
    fn unusable(file: DocPath, reason: LogError) -> Self::Error;
}

/// The later of two times.
pub(super) fn later(one: Option<String>, now: &str) -> String {
    one.filter(|one| &**one > now).unwrap_or_else(|| now.to_string())
}

/// The lines of a file that are not understood, such as those of a later version, or of a merge that is not finished.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unparsed {
    /// How many there are.
    pub count: u64,
    /// The number of the first in the file, from 1.
    pub first: u64,
}

impl fmt::Display for Unparsed {
    /// `line 12`, or `3 lines from line 12 on`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count > 1 {
            write!(f, "{} from ", counted(self.count, "line"))?;
        }
        write!(f, "line {}", thousands(self.first))?;
        f.write_str(if self.count > 1 { " on" } else { "" })
    }
}

/// A file of lines, open, and what they add up to so far.
#[derive(Debug)]
pub struct SharedFile<T> {
    path: PathBuf,
    log: LogFile,
    sum: T,
    /// How many lines were read.
    lines: u64,
    unparsed: Unparsed,
}

impl<T: SumOfLines> SharedFile<T> {
    /// Opens the file at `path` and reads it. It is made with the first line. It must not lie in the folder at `read`.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(path: &Path, read: &Path) -> Result<Self, T::Error> {
        let log = LogFile::open(path, read);
        let log = log.map_err(|reason| T::unusable(DocPath::new(path), reason))?;
        let (sum, unparsed) = (T::default(), Unparsed::default());
        let mut file = Self { path: path.to_path_buf(), log, sum, lines: 0, unparsed };
        file.follow()?;
        Ok(file)
    }

    /// Reads what any program has written since. Returns whether there was something.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn follow(&mut self) -> Result<bool, T::Error> {
        let news = self.log.follow().map_err(|reason| T::unusable(self.name(), reason))?;
        if news.anew {
            (self.sum, self.lines, self.unparsed) = (T::default(), 0, Unparsed::default());
        }
        let before = self.lines;
        for line in news.lines() {
            self.lines += 1;
            // An editor may have put a byte-order mark at the head.
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

    /// Writes lines, all or none, and reads what others have written meanwhile. `now` is the time.
    ///
    /// # Errors
    /// Why they cannot be written.
    pub fn write(&mut self, lines: Vec<T::Line>, now: &str) -> Result<(), T::Error> {
        self.follow()?;
        let lines = self.sum.new_lines(lines, now, &self.name())?;
        let appended = self.log.append(lines.as_bytes());
        appended.map_err(|reason| T::unusable(self.name(), reason))?;
        self.follow().map(|_| ())
    }

    /// What all lines add up to.
    pub const fn sum(&self) -> &T {
        &self.sum
    }

    /// What is sent on of all lines.
    ///
    /// # Errors
    /// Why that cannot be used.
    pub fn contents(&self) -> Result<T::Contents, T::Error> {
        self.sum.contents(&self.name())
    }

    /// The lines that were not understood.
    pub const fn unparsed(&self) -> Unparsed {
        self.unparsed
    }

    /// Its path, for errors.
    fn name(&self) -> DocPath {
        DocPath::new(&self.path)
    }
}
