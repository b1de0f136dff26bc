//! A file of lines that any number of programs may write to at once, and what its lines add up to so far.

use std::error::Error;
use std::path::{Path, PathBuf};

use crate::base::path::DocPath;
use crate::storage::log::{LogError, LogFile};

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

/// A file of lines, open, and what they add up to so far.
#[derive(Debug)]
pub struct SharedFile<T> {
    path: PathBuf,
    log: LogFile,
    sum: T,
    /// Lines that are not understood, such as those of a later version, or of a merge that is not finished.
    unparsed: u64,
}

impl<T: SumOfLines> SharedFile<T> {
    /// Opens the file at `path` and reads it. It is made with the first line. It must not lie in the folder at `read`.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(path: &Path, read: &Path) -> Result<Self, T::Error> {
        let log = LogFile::open(path, read);
        let log = log.map_err(|reason| T::unusable(DocPath::new(path), reason))?;
        let mut file = Self { path: path.to_path_buf(), log, sum: T::default(), unparsed: 0 };
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
            (self.sum, self.unparsed) = (T::default(), 0);
        }
        let changes = news.anew || !news.lines.is_empty();
        for line in news.lines {
            let text = std::str::from_utf8(&line).ok().map(str::trim);
            let is_understood = text.is_some_and(|text| text.is_empty() || self.sum.add_line(text));
            self.unparsed += u64::from(!is_understood);
        }
        Ok(changes)
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

    /// The number of lines that were not understood.
    pub const fn unparsed(&self) -> u64 {
        self.unparsed
    }

    /// Its path, for errors.
    fn name(&self) -> DocPath {
        DocPath::new(&self.path)
    }
}
