//! The lines that plain mode writes. Nothing in them acts on a terminal.

use std::io::{self, Write};

use shingle::base::visible::visible;

/// What stands before a line that is typed.
const PROMPT: &str = "> ";

/// Where lines are written.
pub(crate) struct Lines {
    out: Box<dyn Write>,
    /// Whether somebody types at a terminal, who sees that the next line is awaited.
    prompts: bool,
}

impl Lines {
    /// Lines for `out`.
    pub(crate) fn new(out: Box<dyn Write>, prompts: bool) -> Self {
        Self { out, prompts }
    }

    /// Writes a text, each of its lines by itself.
    ///
    /// # Errors
    /// The error of the system.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        for line in text.split('\n') {
            let line = line.strip_suffix('\r').unwrap_or(line);
            writeln!(self.out, "{}", visible(line))?;
        }
        self.out.flush()
    }

    /// Writes several lines.
    ///
    /// # Errors
    /// The error of the system.
    pub(crate) fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// Shows that a line is awaited, and what for if that is not a command.
    ///
    /// # Errors
    /// The error of the system.
    pub(crate) fn ask(&mut self, what: Option<&str>) -> io::Result<()> {
        if let Some(what) = what {
            self.say(what)?;
        }
        if self.prompts {
            self.out.write_all(PROMPT.as_bytes())?;
        }
        self.out.flush()
    }
}
