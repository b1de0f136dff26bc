//! The commands of plain mode: how a line is read, and what help says of each. It does nothing.

use std::{io, io::Write};

use shingle::{base::visible::visible, decisions::Verdict};

use crate::tui::actions::binding::{BACK, NEXT};
use crate::tui::{actions::StepDirection, layout::PaneSide, model::decisions::letter};

/// What a line asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlainCommand<'l> {
    /// The commands, or all that the screen does with this word.
    Help(&'l str),
    /// The rows of the list, from one on.
    List(usize),
    /// The rows behind those that were told last.
    More,
    /// Open a row by its number, or the selected one.
    Open(Option<usize>),
    /// The next passage of the open pair, or the next row.
    Step(StepDirection),
    /// A passage by its number.
    Passage(u32),
    /// A whole text of the open pair.
    Read(PaneSide),
    /// Find words in the texts of the open pair; without words, find none any more.
    Find(&'l str),
    /// Mark what is selected.
    Mark(&'l str),
    /// Note something about it.
    Note(&'l str),
    /// Set parameters.
    Set(&'l str),
    /// Filter the list; without a text, take the filter away.
    Filter(&'l str),
    /// Compare a text with the folder.
    Query(&'l str),
    /// Write a report of what the list shows.
    Report(&'l str),
    /// One level back.
    Back,
    /// Tell again what is shown.
    Where,
    /// End.
    Quit,
    /// What the screen calls so.
    Named(&'l str),
}

/// What help says of each command.
pub(crate) const HELP: [(&str, &str); 16] = [
    ("list, list N", "the rows of the list, from row N on; more goes on"),
    ("open N", "open row N: a pair, a document, a cluster; the number alone does it too"),
    (
        "next, previous",
        "the next or previous passage of the open pair; in a list, the next or previous row",
    ),
    ("passage N", "passage N of the open pair"),
    ("read A, read B", "a whole text of the open pair; [1 and 1] enclose passage 1"),
    (
        "find TEXT",
        "words in both texts of the open pair; next and previous go from match to match, \"find\" alone ends that",
    ),
    (
        "mark rewrite",
        "say what the pair is: rewrite, quotation, common, unrelated, mine or undecided; \"mark 3 rewrite\" marks three rows, \"mark all rewrite\" all that the list shows",
    ),
    ("note TEXT", "a note of one line on the pair"),
    ("set w 4", "set parameters by their names: \"set w 4\", \"set threshold 35%\""),
    (
        "filter TEXT",
        "list only some rows: letters of a name, >60, is:undecided; \"filter\" alone lists all",
    ),
    ("query TEXT", "what in the folder resembles a text, or has these words one after the other"),
    ("report FILE", "write what the list shows as a page"),
    ("back", "one level back"),
    ("where", "what is shown now; so does an empty line"),
    ("help WORD", "all that can be done with this word; type its name, or its key, to do it"),
    ("quit", "end"),
];

impl<'l> PlainCommand<'l> {
    /// Reads a line.
    pub(crate) fn parse(line: &'l str) -> Self {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = |text: &str| text.parse::<usize>().ok();
        match (&*name.to_lowercase(), rest) {
            ("", _) | ("where", "") => Self::Where,
            ("help" | "?", word) => Self::Help(word),
            ("quit" | "exit" | "q", "") => Self::Quit,
            ("list" | "l", "") => Self::List(1),
            ("list" | "l", from) if number(from).is_some() => Self::List(number(from).unwrap_or(1)),
            ("more", "") => Self::More,
            ("open" | "o", "") => Self::Open(None),
            ("open" | "o", row) | (row, "") if number(row).is_some() => Self::Open(number(row)),
            ("next" | "n", "") => Self::Step(NEXT),
            ("previous" | "p", "") => Self::Step(BACK),
            ("passage", which) if which.parse::<u32>().is_ok() => {
                Self::Passage(which.parse().unwrap_or(0))
            }
            ("read", "a" | "A") => Self::Read(PaneSide::A),
            ("read", "b" | "B") => Self::Read(PaneSide::B),
            ("find", text) => Self::Find(text),
            ("mark", verdict) => Self::Mark(verdict),
            ("note", text) => Self::Note(text),
            ("set", values) => Self::Set(values),
            ("filter", text) => Self::Filter(text),
            ("query", text) => Self::Query(text),
            ("report", file) => Self::Report(file),
            ("back", "") => Self::Back,
            _ => Self::Named(line),
        }
    }
}

/// What follows `mark`, as the keys that the screen takes: `3 rewrite` as `3r`, `all common` as `ac`.
pub(crate) fn verdict_keys(text: &str) -> String {
    let named = |word: &str| {
        Verdict::ALL.into_iter().find(|one| one.name().split(' ').next() == Some(word)).map(letter)
    };
    let key = |word: &str| match word.to_lowercase().as_str() {
        "all" => "a".to_string(),
        // The second word of a verdict.
        "text" => String::new(),
        word => named(word).unwrap_or(word).to_string(),
    };
    text.split_whitespace().map(key).collect()
}

// The lines that plain mode writes.

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

#[cfg(test)]
mod tests {
    use super::{HELP, PlainCommand, verdict_keys};
    use crate::tui::actions::binding::{BACK, NEXT};
    use crate::tui::layout::PaneSide;

    #[test]
    fn a_line_is_a_command_with_what_it_is_about() {
        for (line, command) in [
            ("", PlainCommand::Where),
            ("  list ", PlainCommand::List(1)),
            ("l 21", PlainCommand::List(21)),
            ("7", PlainCommand::Open(Some(7))),
            ("open 7", PlainCommand::Open(Some(7))),
            ("open", PlainCommand::Open(None)),
            ("n", PlainCommand::Step(NEXT)),
            ("Previous", PlainCommand::Step(BACK)),
            ("passage 12", PlainCommand::Passage(12)),
            ("read b", PlainCommand::Read(PaneSide::B)),
            ("find old  ferry", PlainCommand::Find("old  ferry")),
            ("mark  all rewrite", PlainCommand::Mark("all rewrite")),
            ("note ask on Friday", PlainCommand::Note("ask on Friday")),
            ("set w 4", PlainCommand::Set("w 4")),
            ("filter", PlainCommand::Filter("")),
            ("help sort", PlainCommand::Help("sort")),
            ("w 4", PlainCommand::Named("w 4")),
            ("quit smoking", PlainCommand::Named("quit smoking")),
            ("list of names", PlainCommand::Named("list of names")),
        ] {
            assert_eq!(PlainCommand::parse(line), command, "{line}");
        }
    }

    #[test]
    fn every_command_of_help_is_read_as_one() {
        let forms = HELP.iter().flat_map(|(forms, _)| forms.split(", "));
        for form in forms {
            let typed = form.replace(" N", " 1");
            assert!(!matches!(PlainCommand::parse(&typed), PlainCommand::Named(_)), "{form}");
        }
    }

    #[test]
    fn verdicts_are_typed_by_name_or_letter() {
        for (typed, keys) in [
            ("rewrite", "r"),
            ("r", "r"),
            ("3 common text", "3c"),
            ("all Unrelated", "au"),
            ("x", "x"),
            ("", ""),
        ] {
            assert_eq!(verdict_keys(typed), keys, "{typed}");
        }
    }
}
