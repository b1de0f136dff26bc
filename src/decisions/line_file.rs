//! A file of lines that any number of programs may write to at once, and what its lines add up to so far.

use std::error::Error;
use std::path::{Path, PathBuf};

use crate::base::path::DocPath;
use crate::storage::log::{LogError, LogFile};

/// A file of lines about something, open. Any number of programs may write to it at once.
pub trait SharedFile: Sized {
    /// What a line says.
    type Line;
    /// What all lines add up to.
    type Contents;
    /// Why the file cannot be read or written.
    type Error: Error;

    /// Opens the file at `path` and reads it. It is made with the first line. It must not lie in the folder at `read`.
    ///
    /// # Errors
    /// Why it cannot be used.
    fn open(path: &Path, read: &Path) -> Result<Self, Self::Error>;

    /// Reads what any program has written since. Returns whether there was something.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn follow(&mut self) -> Result<bool, Self::Error>;

    /// Writes lines, all or none, and reads what others have written meanwhile. `now` is the time; a line about something of which
    /// the file says more with a later time, by a clock that goes wrong, gets that time.
    ///
    /// # Errors
    /// Why they cannot be written.
    fn write(&mut self, lines: Vec<Self::Line>, now: &str) -> Result<(), Self::Error>;

    /// What all lines add up to.
    ///
    /// # Errors
    /// Why that cannot be used.
    fn contents(&self) -> Result<Self::Contents, Self::Error>;

    /// The number of lines that were not understood.
    fn unparsed(&self) -> u64;
}

/// The later of two times.
pub(super) fn later(one: Option<String>, now: &str) -> String {
    one.filter(|one| &**one > now).unwrap_or_else(|| now.to_string())
}

/// What the lines of a file add up to.
pub(super) trait SumOfLines: Default {
    /// Takes one line, without blanks around it. Returns whether it is understood.
    fn take_line(&mut self, line: &str) -> bool;
}

/// The open file, and what it said so far.
#[derive(Debug)]
pub(super) struct LineFile<T> {
    path: PathBuf,
    log: LogFile,
    pub(super) sum: T,
    /// Lines that are not understood, such as those of a later version, or of a merge that is not finished.
    pub(super) unparsed: u64,
}

impl<T: SumOfLines> LineFile<T> {
    /// Opens the file at `path` and reads it. It is made with the first line. It must not lie in the folder at `read`.
    pub(super) fn open(path: &Path, read: &Path) -> Result<Self, LogError> {
        let log = LogFile::open(path, read)?;
        let mut file = Self { path: path.to_path_buf(), log, sum: T::default(), unparsed: 0 };
        file.follow()?;
        Ok(file)
    }

    /// Its path, for errors.
    pub(super) fn name(&self) -> DocPath {
        DocPath::new(&self.path)
    }

    /// Reads what any program has written since. Returns whether there was something.
    pub(super) fn follow(&mut self) -> Result<bool, LogError> {
        let news = self.log.follow()?;
        if news.anew {
            (self.sum, self.unparsed) = (T::default(), 0);
        }
        let changes = news.anew || !news.lines.is_empty();
        for line in news.lines {
            let text = std::str::from_utf8(&line).ok().map(str::trim);
            let is_understood =
                text.is_some_and(|text| text.is_empty() || self.sum.take_line(text));
            self.unparsed += u64::from(!is_understood);
        }
        Ok(changes)
    }

    /// Writes whole lines, all or none, and reads what others have written meanwhile.
    pub(super) fn append(&mut self, lines: &str) -> Result<(), LogError> {
        self.log.append(lines.as_bytes())?;
        self.follow()?;
        Ok(())
    }
}
