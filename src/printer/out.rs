//! Standard output as the commands use it: buffered, quiet about a closed pipe. It formats nothing.

use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

/// Why printing stopped.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The reader has gone; nothing is wrong.
    Closed,
    /// Standard output cannot be written to; one line.
    Failed(String),
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
    /// Whether it is a terminal, where hidden characters must be visible.
    pub(crate) is_terminal: bool,
}

impl Out {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout();
        Self {
            is_terminal: stdout.is_terminal(),
            writer: BufWriter::with_capacity(1 << 16, stdout.lock()),
        }
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
