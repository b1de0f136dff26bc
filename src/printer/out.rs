//! Standard output of commands: buffered, silent after the pipe is closed, with lines wrapped for a terminal.

use std::io::{BufWriter, IsTerminal as _, StdoutLock, Write};
use std::{any::Any, fmt, io};

use shingle::base::path::DocPath;

use super::progress::end_progress;

#[derive(Debug)]
pub(crate) enum Stop {
    /// The reader closed the pipe, which is not an error.
    Closed,
    Failed(String),
}

/// An error of the system is one of standard output; errors of other files are texts.
impl<E: fmt::Display + 'static> From<E> for Stop {
    fn from(error: E) -> Self {
        match (&error as &dyn Any).downcast_ref::<io::Error>() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Self::Closed,
            Some(error) => Self::Failed(format!("standard output: {error}")),
            None => Self::Failed(error.to_string()),
        }
    }
}

pub(crate) struct Out {
    writer: BufWriter<StdoutLock<'static>>,
    /// True for a terminal, where hidden characters must be visible.
    pub(crate) is_terminal: bool,
    /// Terminal width; `None` without a terminal, for lines of any length.
    pub(crate) columns: Option<usize>,
    /// True until the first write, which erases the progress line.
    has_progress: bool,
}

impl Out {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        // A terminal of unknown size reports 0.
        let size = || crossterm::terminal::size().ok().filter(|(columns, _)| *columns > 0);
        let columns = is_terminal.then(|| size().map_or(80, |(columns, _)| columns.into()));
        let has_progress = is_terminal;
        Self {
            is_terminal,
            columns,
            has_progress,
            writer: BufWriter::with_capacity(1 << 16, stdout.lock()),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.has_progress) {
            end_progress();
        }
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Prints a name as a line: raw, or visible on a terminal and with line breaks.
pub(crate) fn print_name(out: &mut Out, path: &DocPath) -> Result<(), Stop> {
    let bytes = path.name_bytes();
    if out.is_terminal || bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
        writeln!(out, "{path}")?;
    } else {
        out.write_all(&bytes)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
