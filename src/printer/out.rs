//! Standard output for the commands: buffered, and silent when the pipe is closed. It formats nothing.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

/// Why printing stopped.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The reader closed the pipe; this is no error.
    Closed,
    /// Standard output cannot be written to; the reason in one line.
    Failed(String),
}

impl Stop {
    /// Stops with this error.
    pub(crate) fn failed(error: impl fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Failed(format!("standard output: {error}"))
        }
    }
}

/// Standard output.
pub(crate) struct Out {
    writer: BufWriter<StdoutLock<'static>>,
    /// Whether it is a terminal, where hidden characters must be made visible.
    pub(crate) is_terminal: bool,
    /// The width of the terminal; `None` without one, where lines may have any length.
    pub(crate) columns: Option<usize>,
}

impl Out {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        // A terminal of unknown size reports 0.
        let size = || crossterm::terminal::size().ok().filter(|(columns, _)| *columns > 0);
        let columns = is_terminal.then(|| size().map_or(80, |(columns, _)| columns.into()));
        Self { is_terminal, columns, writer: BufWriter::with_capacity(1 << 16, stdout.lock()) }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
