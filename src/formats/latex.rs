//! LaTeX to the text that a reader of the printed page sees. It runs no command and follows no `\input`.
//!
//! - Left out: the preamble, comments, names and options of commands and environments, arguments that are no text (labels,
//!   references, citations, files, lengths, colours), definitions, drawings.
//! - Kept: the text in arguments, whatever the command is; `verbatim` and its like as they are; footnotes, as paragraphs at
//!   the end; the title page where `\maketitle` stands.
//! - Formulas: within a sentence their letters stay, since the sentence reads so in every other format. Those on lines of
//!   their own go.
//! - Characters: accents, ligatures such as `--` and ` `` `, and the usual commands become what is printed.
//! - Not done: commands that the file defines are not replaced, numbers of headings and references are not counted, both
//!   branches of a condition stay, but for `\iffalse`.

mod commands;
mod reader;
mod source;

#[cfg(test)]
mod tests;

use super::one_line::fact;
use crate::formats::extracted::{Extracted, Facts, Unreadable};
use crate::formats::limits::Limits;
use crate::formats::moment::moment;
use reader::{LatexReader, Settings};
use source::LatexSource;

/// What ends the preamble.
const BEGIN: &str = "\\begin{document}";

/// The text of a LaTeX file. Its parts are its chapters, or its sections where it has no chapters.
///
/// Linear: no input makes it panic, recurse or wait. What breaks the rules of LaTeX is read as well as may be; a bracket that
/// was forgotten costs a paragraph at most.
///
/// # Errors
/// [`Unreadable::Limit`]: the limit of text or of depth.
pub fn read(text: &str, limits: &Limits) -> Result<Extracted, Unreadable> {
    let (preamble, body) = halves(text);
    let is_german = preamble.contains("german") || preamble.contains("austrian");
    let mut settings = Settings { limits, is_german, title_page: &[] };
    let [title, author, date] = title_page(preamble);
    let line = |text: &str, settings| -> Result<String, Unreadable> {
        let (line, _) = LatexReader::new(text, settings).read()?;
        Ok(line.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let page = [line(title, settings)?, line(author, settings)?, line(date, settings)?];
    settings.title_page = &page;
    let (text, parts) = LatexReader::new(body, settings).read()?;
    let [title, author, date] = &page;
    let facts = Facts {
        title: fact(title),
        author: fact(author),
        created: moment(date),
        changed: String::new(),
    };
    Ok(Extracted { text, sections: parts, facts })
}

/// The preamble, which may be missing, and the body.
fn halves(text: &str) -> (&str, &str) {
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find(BEGIN)) {
        let at = from + found;
        let before = text.get(..at).unwrap_or_default();
        let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        if !has_comment(line) {
            return (before, text.get(at + BEGIN.len()..).unwrap_or_default());
        }
        // Nothing else on this line can be it.
        let after = text.get(at..).and_then(|rest| rest.find('\n'));
        from = at + after.unwrap_or(BEGIN.len());
        if after.is_none() {
            break;
        }
    }
    ("", text)
}

/// Whether a comment begins in this line.
fn has_comment(line: &str) -> bool {
    let mut is_escaped = false;
    line.chars().any(|letter| {
        let begins = letter == '%' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        begins
    })
}

/// The arguments of `\title`, `\author` and `\date` of a preamble.
fn title_page(preamble: &str) -> [&str; 3] {
    let mut page = [""; 3];
    let mut source = LatexSource::new(preamble);
    while !source.rest().is_empty() {
        source.take_while(|letter| !matches!(letter, '\\' | '%'));
        if source.strip("%") {
            source.skip_comment();
            continue;
        }
        source.strip("\\");
        let line = match source.name() {
            "title" => 0,
            "author" => 1,
            "date" => 2,
            _ => continue,
        };
        source.skip_options();
        source.skip_blanks();
        if let (Some(line), Some(text)) = (page.get_mut(line), source.group(false)) {
            *line = text;
        }
    }
    page
}
