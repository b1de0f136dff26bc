//! Converts LaTeX to the text of the printed page, without running commands or following `\input`.
//!
//! - Dropped: the preamble, comments, names and options of commands and environments, definitions, drawings, and
//!   arguments without text (labels, references, citations, files, lengths, colours).
//! - Retained: the text in arguments of any command; `verbatim` unchanged; footnotes, as paragraphs at the end; the
//!   title page at `\maketitle`.
//! - Formulas: letters of inline formulas stay, because other formats print them too. Displayed formulas are dropped.
//! - Characters: accents, ligatures such as `--` and ` `` `, and the usual commands become the printed characters.
//! - Not supported: macros of the file, and numbers of headings and references. Both branches of a condition stay,
//!   except for `\iffalse`.

mod commands;
mod source;

#[cfg(test)]
mod tests;

use icu_normalizer::properties::CanonicalCompositionBorrowed;

use super::one_line::{one_line, one_line_fact, one_line_title};
use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
use crate::roles::{Role, is_white_name};
use crate::{limits::Limits, moment::parse_date, text_builder::TextBuilder, text_gap::TextGap};
use commands::{combining_accent, environment_steps, is_word, printed_form, steps_of_command};
use source::LatexSource;

/// Reads a LaTeX file. Sections are its chapters, or else its sections.
///
/// Takes linear time, without panic or recursion. Invalid LaTeX is tolerated: a missing bracket costs at most a
/// paragraph.
pub(crate) fn read(text: &str, limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut page = [""; 3];
    let mut source = LatexSource::new(text);
    let body = loop {
        let line = match source.skip_to_command() {
            Some("\\begin") if source.take_group(false) == Some("document") => break source.rest(),
            Some("\\title") => 0,
            Some("\\author") => 1,
            Some("\\date") => 2,
            Some(_) => continue,
            None => {
                page = [""; 3];
                break text;
            }
        };
        source.skip_options();
        source.skip_blanks();
        if let (Some(line), Some(text)) = (page.get_mut(line), source.take_group(false)) {
            *line = text;
        }
    };
    let preamble = text.strip_suffix(body).unwrap_or_default();
    let is_german = preamble.contains("german") || preamble.contains("austrian");
    let read = |text: &str, page: &[String]| LatexReader::new(text, limits, is_german, page).read();
    let line = |text| read(text, &[]).map(|read| one_line(&read.text));
    let page @ [title, author, date] = &[line(page[0])?, line(page[1])?, line(page[2])?];
    let (title, author, created) = (one_line_fact(title), one_line_fact(author), parse_date(date));
    let facts = Facts { title, author, created, changed: String::new() };
    Ok(Extracted { facts, ..read(body, page)? })
}

/// Limit of an exponent in bytes. Longer text is not a raised number.
const EXPONENT: usize = 40;

#[derive(Debug, Clone, Copy)]
enum After {
    Steps(&'static str),
    /// True if the outer text was a note too.
    Note(bool),
    /// Ends a heading of this level that began at this offset.
    Heading(char, usize),
    Role(Role),
}

/// Uses its own stack, so depth is harmless.
struct LatexReader<'a> {
    limits: &'a Limits,
    /// True if `"a` is an umlaut.
    is_german: bool,
    title_page: &'a [String],
    source: LatexSource<'a>,
    body: TextBuilder,
    notes: TextBuilder,
    in_note: bool,
    role: Role,
    groups: Vec<After>,
    /// Number of open groups at the start of a list item's label, or `None` outside of labels.
    label: Option<usize>,
    headings: Vec<(char, TextSection)>,
}

impl<'a> LatexReader<'a> {
    fn new(text: &'a str, limits: &'a Limits, is_german: bool, title_page: &'a [String]) -> Self {
        Self {
            limits,
            is_german,
            title_page,
            source: LatexSource::new(text),
            body: TextBuilder::new(limits),
            notes: TextBuilder::new(limits),
            in_note: false,
            role: Role::Text,
            groups: Vec::new(),
            label: None,
            headings: Vec::new(),
        }
    }

    fn read(mut self) -> Result<Extracted, Unreadable> {
        while let Some(letter) = self.source.peek() {
            match letter {
                '\\' => self.command()?,
                '-' | '`' | '\'' | ',' | '!' | '?' | '"' if letter != '"' || self.is_german => {
                    let text = self.source.take_ligature();
                    self.out().push(text);
                }
                _ => self.character(letter)?,
            }
            if self.body.is_over() || self.notes.is_over() {
                break;
            }
        }
        self.body.append(self.notes, TextGap::Paragraph);
        let first = self.headings.iter().map(|(level, _)| *level).min();
        self.headings.retain(|(level, _)| Some(*level) == first);
        let mut parts: Vec<_> = self.headings.into_iter().map(|(_, part)| part).collect();
        // A heading in the argument of another one ends first.
        parts.sort_by_key(|part| part.at);
        for (number, part) in (1..).zip(&mut parts) {
            part.number = number;
        }
        Ok(Extracted { sections: parts, ..self.body.finish()? })
    }

    fn out(&mut self) -> &mut TextBuilder {
        let out = if self.in_note { &mut self.notes } else { &mut self.body };
        out.set_role(self.role);
        out
    }

    fn character(&mut self, letter: char) -> Result<(), Unreadable> {
        self.source.next();
        match letter {
            '{' => self.open(After::Steps(""))?,
            '}' => self.close()?,
            '%' => {
                self.source.skip_comment();
                // The comment consumed its line end, so another line end ends the paragraph.
                if matches!(self.source.peek(), Some('\n' | '\r')) {
                    self.out().add_gap(TextGap::Paragraph);
                }
            }
            '$' if self.source.strip("$") => self.formula("$$"),
            '$' => self.math("$"),
            '~' => self.out().push("\u{a0}"),
            '&' => self.out().push_tab(TextGap::Space),
            // Parameters of a definition.
            '#' => {}
            ']' if self.label == Some(self.groups.len()) => {
                self.label = None;
                self.out().add_gap(TextGap::Space);
            }
            _ if letter.is_whitespace() && letter != '\u{a0}' => {
                let is_blank = |next: char| next.is_whitespace() && next != '\u{a0}';
                let lines = self.source.take_while(is_blank).matches('\n').count();
                let is_end = lines + usize::from(letter == '\n') > 1;
                self.out().add_gap(if is_end { TextGap::Paragraph } else { TextGap::Space });
            }
            _ => {
                self.out().push_char(letter);
                let text = self.source.take_while(|next| {
                    !next.is_whitespace()
                        && (next.is_alphanumeric() || ".;:()/=+*@<>|".contains(next))
                });
                self.out().push(text);
            }
        }
        Ok(())
    }

    fn open(&mut self, after: After) -> Result<(), Unreadable> {
        if self.groups.len() as u64 >= self.limits.depth {
            return Err(self.limits.too_deep_error("its groups"));
        }
        self.groups.push(after);
        Ok(())
    }

    fn close(&mut self) -> Result<(), Unreadable> {
        match self.groups.pop() {
            None => {}
            Some(After::Steps(steps)) => self.run(steps)?,
            Some(After::Note(was_in_note)) => self.in_note = was_in_note,
            Some(After::Role(role)) => self.role = role,
            Some(After::Heading(level, at)) => {
                let title = one_line_title(self.body.text_since(at));
                if let Ok(at) = u32::try_from(at)
                    && level < '2'
                    && !title.is_empty()
                {
                    let part = TextSection { at, kind: SectionKind::Chapter, number: 0, title };
                    self.headings.push((level, part));
                }
                self.out().add_gap(TextGap::Paragraph);
            }
        }
        Ok(())
    }

    fn command(&mut self) -> Result<(), Unreadable> {
        let name = self.source.take_command();
        match name {
            "\\\\" => {
                self.source.strip("*");
                self.source.take_option();
                self.out().add_gap(TextGap::Line);
            }
            "\\(" => self.math("\\)"),
            "\\[" => self.formula("\\]"),
            "\\begin" => self.begin(),
            "\\end" => {
                self.out().add_gap(TextGap::Paragraph);
                if self.source.take_group(false) == Some("document") {
                    self.source = LatexSource::new("");
                }
            }
            _ => {
                if let Some(mark) = combining_accent(name) {
                    self.accent(mark);
                    return Ok(());
                }
                let steps = steps_of_command(name);
                if is_word(name) && steps.starts_with('=') {
                    self.source.skip_blanks();
                } else if is_word(name) {
                    self.source.strip("*");
                }
                self.run(steps)?;
            }
        }
        Ok(())
    }

    fn run(&mut self, steps: &'static str) -> Result<(), Unreadable> {
        if let Some(text) = steps.strip_prefix('=') {
            self.out().push(text);
            return Ok(());
        }
        let mut steps = steps.chars();
        while let Some(step) = steps.next() {
            match step {
                'b' => self.source.skip_blanks(),
                's' => self.out().add_gap(TextGap::Space),
                'l' => self.out().add_gap(TextGap::Line),
                'p' => self.out().add_gap(TextGap::Paragraph),
                'o' => self.source.skip_options(),
                'd' | 'D' => {
                    self.source.skip_options();
                    self.source.skip_argument(step == 'D');
                }
                'k' => {
                    // Only an option directly after the name is certain.
                    self.source.take_option();
                    if self.source.open_group() {
                        self.open(After::Steps(steps.as_str()))?;
                    }
                    return Ok(());
                }
                'R' => return self.argument(Role::Ruby),
                'H' => return self.argument(Role::Hidden),
                'S' => return self.argument(Role::Raised),
                'C' => {
                    self.source.skip_options();
                    self.source.skip_blanks();
                    let is_white = self.source.take_group(false).is_some_and(is_white_name);
                    return self.argument(if is_white { Role::White } else { Role::Text });
                }
                '0'..='2' => {
                    let at = self.body.next_text_offset();
                    if self.source.open_group() {
                        self.open(After::Heading(step, at))?;
                    }
                }
                'n' if self.source.open_group() => {
                    self.open(After::Note(self.in_note))?;
                    self.in_note = true;
                    self.notes.add_gap(TextGap::Paragraph);
                }
                'n' => {}
                'i' => {
                    self.out().add_gap(TextGap::Line);
                    self.source.skip_blanks();
                    if self.source.strip("[") {
                        self.label = Some(self.groups.len());
                    }
                }
                'v' => self.verb(),
                'a' => {
                    self.source.skip_blanks();
                    let address = self.source.take_group(false).unwrap_or_default();
                    address.split('\\').for_each(|piece| self.out().push(piece));
                }
                't' => {
                    for line in self.title_page {
                        self.body.add_gap(TextGap::Paragraph);
                        self.body.push(line);
                    }
                    self.body.add_gap(TextGap::Paragraph);
                }
                'f' => {
                    self.source.skip_argument(false);
                    self.source.take_while(|letter| !matches!(letter, '{' | '\n' | '\\'));
                    self.source.take_group(true);
                }
                'm' => {
                    self.source.skip_blanks();
                    let is_length =
                        |letter: char| letter.is_ascii_alphanumeric() || ".-+".contains(letter);
                    self.source.take_while(is_length);
                }
                'x' => self.skip_branch(),
                letter => self.out().push_char(letter),
            }
        }
        Ok(())
    }

    fn argument(&mut self, role: Role) -> Result<(), Unreadable> {
        if self.source.open_group() {
            self.open(After::Role(self.role))?;
            self.role = role.combine_with_outer(self.role);
        }
        Ok(())
    }

    fn accent(&mut self, mark: char) {
        self.source.skip_blanks();
        let letters = match (self.source.take_group(false), self.source.peek()) {
            (Some(inside), _) => inside.trim(),
            (None, Some('\\')) => self.source.take_command(),
            (None, _) => self.source.next(),
        };
        let text = match letters {
            // The accent replaces the dot.
            "\\i" => "i",
            "\\j" => "j",
            _ => printed_form(letters).unwrap_or(letters.trim_start_matches('\\').trim()),
        };
        let mut letters = text.chars();
        let Some(letter) = letters.next() else { return };
        match CanonicalCompositionBorrowed::new().compose(letter, mark) {
            Some(one) => self.out().push_char(one),
            None => [letter, mark].into_iter().for_each(|part| self.out().push_char(part)),
        }
        self.out().push(letters.as_str());
    }

    /// Reads an inline formula: its letters are words of the sentence.
    fn math(&mut self, end: &str) {
        let mut formula = LatexSource::new(self.source.take_until_in_paragraph(end));
        while let Some(letter) = formula.peek() {
            if letter == '\\' {
                let name = formula.take_command();
                if let Some(text) = printed_form(name) {
                    self.out().push(text);
                } else if !matches!(name, "\\," | "\\!") && !name.starts_with("\\math") {
                    self.out().add_gap(TextGap::Space);
                }
                continue;
            }
            formula.next();
            match letter {
                '^' => {
                    let rest = formula.rest();
                    let near = rest.get(..rest.floor_char_boundary(EXPONENT)).unwrap_or_default();
                    let exponent = match near.strip_prefix('{') {
                        Some(inside) => inside.split_once('}').map(|(exponent, _)| exponent),
                        None => formula.peek().and_then(|one| near.get(..one.len_utf8())),
                    };
                    // An exponent with commands is read like the rest.
                    if let Some(exponent) = exponent.filter(|text| !text.contains(['\\', '{'])) {
                        formula.strip("{");
                        formula.strip(exponent);
                        let outer = self.role;
                        self.role = Role::Raised.combine_with_outer(outer);
                        self.out().push(exponent.trim());
                        self.role = outer;
                    }
                }
                '{' | '}' | '_' | '&' | '$' => {}
                _ if letter == '~' || letter.is_whitespace() => self.out().add_gap(TextGap::Space),
                _ => self.out().push_char(letter),
            }
        }
    }

    /// Skips a displayed formula, because other formats write it in another order.
    fn formula(&mut self, end: &str) {
        self.source.take_until_in_paragraph(end);
        self.out().add_gap(TextGap::Line);
    }

    fn verb(&mut self) {
        self.source.take_option();
        let text = match self.source.peek() {
            Some('{') => {
                let text = self.source.take_group(false);
                // `\mintinline` names the language first.
                self.source.take_group(false).or(text).unwrap_or_default()
            }
            Some(end) if !end.is_alphanumeric() && !end.is_whitespace() => {
                let end = self.source.next();
                self.source.take_until_in_paragraph(end)
            }
            _ => "",
        };
        self.out().push(text);
    }

    /// Skips the text between `\iffalse` and its end, including inner conditions.
    fn skip_branch(&mut self) {
        let mut depth = 1_usize;
        while depth > 0
            && let Some(name) = self.source.skip_to_command()
        {
            match name {
                "\\fi" => depth -= 1,
                "\\else" if depth == 1 => depth = 0,
                "\\ifthenelse" => {}
                _ if name.starts_with("\\if") => depth += 1,
                _ => {}
            }
        }
    }

    fn begin(&mut self) {
        let name = self.source.take_group(false).unwrap_or_default();
        let end = format!("\\end{{{name}}}");
        self.out().add_gap(TextGap::Paragraph);
        match environment_steps(name) {
            "v" => {
                self.source.take_option();
                if name == "minted" {
                    self.source.take_group(false);
                }
                for line in self.source.take_until(&end).lines() {
                    match line.trim_end() {
                        "" => self.out().add_gap(TextGap::Paragraph),
                        line => self.out().push(line),
                    }
                    self.out().add_gap(TextGap::Line);
                }
                self.out().add_gap(TextGap::Paragraph);
            }
            "x" => {
                self.source.take_until(&end);
            }
            "f" => self.formula(&end),
            arguments => self.begin_text(arguments),
        }
    }

    /// Skips the arguments after `\begin{name}` that are not text.
    fn begin_text(&mut self, arguments: &str) {
        let mut ahead = self.source;
        if let Some(option) = ahead.take_option() {
            // `[ht]` and `[width=3cm]` are settings; `[Pythagoras]` is a title.
            let is_setting = !arguments.is_empty()
                || option.contains(['=', '\\'])
                || option.chars().all(|letter| "htbpHcrl!0123456789.*() ".contains(letter));
            if is_setting {
                self.source = ahead;
            } else {
                self.source.strip("[");
                self.label = Some(self.groups.len());
            }
        }
        for _ in arguments.chars() {
            self.source.skip_options();
            self.source.take_group(false);
        }
    }
}
