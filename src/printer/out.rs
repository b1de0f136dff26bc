//! Standard output of commands: buffered, silent after the pipe is closed, with lines wrapped for a terminal.

use std::io::{BufWriter, IsTerminal as _, StdoutLock, Write};
use std::{fmt, io};

use unicode_width::UnicodeWidthStr as _;

use super::progress::end_progress;

#[derive(Debug)]
pub(crate) enum Stop {
    /// The reader closed the pipe, which is no error.
    Closed,
    Failed(String),
}

impl Stop {
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

/// Joins parts with `separator`. On a terminal with `width` columns, a part that does not fit begins a line indented by
/// `indent` columns. The first line already has `used` columns.
///
/// Long parts stay whole, because the user may want to copy a name.
pub(crate) fn joined(
    parts: &[String],
    separator: &str,
    width: Option<usize>,
    used: usize,
    indent: usize,
) -> String {
    let mut text = String::new();
    let mut column = used;
    for (position, part) in parts.iter().enumerate() {
        if position > 0 {
            let tail = separator.trim_end().width();
            let follows = tail * usize::from(position + 1 < parts.len());
            if width.is_some_and(|w| column + separator.width() + part.width() + follows > w) {
                text.push_str(separator.trim_end());
                text.push('\n');
                text.push_str(&" ".repeat(indent));
                column = indent;
            } else {
                text.push_str(separator);
                column += separator.width();
            }
        }
        text.push_str(part);
        column += part.width();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::joined;

    fn parts(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn without_a_terminal_a_line_stays_one() {
        assert_eq!(joined(&parts("a b c"), ", ", None, 0, 0), "a, b, c");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let text = joined(&parts("alpha beta gamma delta epsilon"), ", ", Some(13), 3, 3);
        assert_eq!(text, "alpha,\n   beta,\n   gamma,\n   delta,\n   epsilon");
        assert_eq!(joined(&parts("one two"), "  ", Some(8), 0, 0), "one  two");
        assert_eq!(joined(&parts("one two"), "  ", Some(7), 0, 0), "one\ntwo");
    }

    #[test]
    fn a_part_wider_than_the_terminal_stays_whole() {
        assert_eq!(joined(&parts("abcdefgh ij"), ", ", Some(4), 0, 1), "abcdefgh,\n ij");
    }
}
