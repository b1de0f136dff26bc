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

use super::one_line::{join_fact_lines, join_lines, join_title_lines};
use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
use crate::roles::{Role, is_name_of_white};
use crate::text_builder::{TextBuilder, TextGap};
use crate::{limits::Limits, moment::parse_date};
use commands::{
    combining_accent, is_letters_only, printed_form, steps_of_command, steps_of_environment,
};
use source::LatexSource;

/// Reads a LaTeX file. Sections are its chapters, or else its sections.
///
/// Invalid LaTeX is tolerated: a missing bracket costs at most a paragraph.
pub(crate) fn read(text: &str, limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut page = [""; 3];
    let mut source = LatexSource::new(text);
    let body = loop {
        let line = match source.skip_to_command() {
            Some("\\begin") if source.take_group(false) == Some("document") => {
                break source.unread_text();
            }
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
    let line = |text| read(text, &[]).map(|read| join_lines(&read.text));
    let page @ [title, author, date] = &[line(page[0])?, line(page[1])?, line(page[2])?];
    let (title, author, created) =
        (join_fact_lines(title), join_fact_lines(author), parse_date(date));
    let facts = Facts { title, author, created, changed: String::new() };
    Ok(Extracted { facts, ..read(body, page)? })
}

/// Limit of an exponent in bytes. Longer text is not a raised number.
const EXPONENT: usize = 40;

#[derive(Debug, Clone, Copy)]
enum AtGroupEnd {
    Steps(&'static str),
    /// True if the outer text was a note too.
    Note(bool),
    /// Ends a heading of this level that began at this offset.
    Heading(char, usize),
    Role(Role),
}

/// Reads LaTeX with its own stack instead of recursion, so any nesting is safe.
#[derive(Default)]
struct LatexReader<'a> {
    limits: Limits,
    /// True if `"a` is an umlaut.
    is_german: bool,
    title_page: &'a [String],
    source: LatexSource<'a>,
    body: TextBuilder,
    notes: TextBuilder,
    in_note: bool,
    role: Role,
    groups: Vec<AtGroupEnd>,
    /// Number of open groups at the start of a list item's label, or `None` outside of labels.
    label: Option<usize>,
    /// Level, offset and title of each heading.
    headings: Vec<(char, usize, String)>,
}

impl<'a> LatexReader<'a> {
    fn new(text: &'a str, limits: &Limits, is_german: bool, title_page: &'a [String]) -> Self {
        Self {
            limits: *limits,
            is_german,
            title_page,
            source: LatexSource::new(text),
            body: TextBuilder::new(limits),
            notes: TextBuilder::new(limits),
            ..Self::default()
        }
    }

    fn read(mut self) -> Result<Extracted, Unreadable> {
        while let Some(letter) = self.source.peek() {
            match letter {
                '\\' => self.read_command(),
                '-' | '`' | '\'' | ',' | '!' | '?' | '"' if letter != '"' || self.is_german => {
                    let text = self.source.take_ligature();
                    self.current_output().push(text);
                }
                _ => self.read_character(letter),
            }
            if self.body.has_failed() || self.notes.has_failed() {
                break;
            }
        }
        self.body.append_text_of_builder(self.notes, TextGap::Paragraph);
        let first = self.headings.iter().map(|(level, ..)| *level).min();
        self.headings.retain(|(level, ..)| Some(*level) == first);
        // Sorts by offset, because a heading in the argument of another heading ends first.
        self.headings.sort_by_key(|(_, at, _)| *at);
        let mut sections = Vec::new();
        for (_, at, title) in &self.headings {
            TextSection::add_to(&mut sections, SectionKind::Chapter, *at, title);
        }
        Ok(Extracted { sections, ..self.body.finish()? })
    }

    fn current_output(&mut self) -> &mut TextBuilder {
        let out = if self.in_note { &mut self.notes } else { &mut self.body };
        out.set_role(self.role);
        out
    }

    fn read_character(&mut self, letter: char) {
        self.source.take_character();
        match letter {
            '{' => self.open_group(AtGroupEnd::Steps("")),
            '}' => self.close_group(),
            '%' => {
                self.source.skip_comment();
                // The comment consumed its line end, so another line end ends the paragraph.
                if matches!(self.source.peek(), Some('\n' | '\r')) {
                    self.current_output().add_gap(TextGap::Paragraph);
                }
            }
            '$' if self.source.skip_prefix("$") => self.skip_display_formula("$$"),
            '$' => self.read_inline_formula("$"),
            '~' => self.current_output().push("\u{a0}"),
            '&' => self.current_output().drop_gap_and_push_tab(TextGap::Space),
            // Drops the sign of a macro parameter, such as `#1`.
            '#' => {}
            ']' if self.label == Some(self.groups.len()) => {
                self.label = None;
                self.current_output().add_gap(TextGap::Space);
            }
            _ if letter.is_whitespace() && letter != '\u{a0}' => {
                let is_blank = |next: char| next.is_whitespace() && next != '\u{a0}';
                let lines = self.source.take_while(is_blank).matches('\n').count();
                let is_end = lines + usize::from(letter == '\n') > 1;
                self.current_output().add_gap(if is_end {
                    TextGap::Paragraph
                } else {
                    TextGap::Space
                });
            }
            _ => {
                self.current_output().push_char(letter);
                let text = self.source.take_while(|next| {
                    !next.is_whitespace()
                        && (next.is_alphanumeric() || ".;:()/=+*@<>|".contains(next))
                });
                self.current_output().push(text);
            }
        }
    }

    fn open_group(&mut self, after: AtGroupEnd) {
        if self.groups.len() as u64 >= self.limits.depth {
            self.body.stop_with_error(self.limits.too_deep_error("its groups"));
        }
        self.groups.push(after);
    }

    fn close_group(&mut self) {
        match self.groups.pop() {
            None => {}
            Some(AtGroupEnd::Steps(steps)) => self.run_command_steps(steps),
            Some(AtGroupEnd::Note(was_in_note)) => self.in_note = was_in_note,
            Some(AtGroupEnd::Role(role)) => self.role = role,
            Some(AtGroupEnd::Heading(level, at)) => {
                let title = join_title_lines(self.body.text_since(at));
                if level < '2' && !title.is_empty() {
                    self.headings.push((level, at, title));
                }
                self.current_output().add_gap(TextGap::Paragraph);
            }
        }
    }

    fn read_command(&mut self) {
        let name = self.source.take_command();
        match name {
            "\\\\" => {
                self.source.skip_prefix("*");
                self.source.take_option();
                self.current_output().add_gap(TextGap::Line);
            }
            "\\(" => self.read_inline_formula("\\)"),
            "\\[" => self.skip_display_formula("\\]"),
            "\\begin" => self.begin_environment(),
            "\\end" => {
                self.current_output().add_gap(TextGap::Paragraph);
                if self.source.take_group(false) == Some("document") {
                    self.source = LatexSource::new("");
                }
            }
            _ => {
                if let Some(mark) = combining_accent(name) {
                    return self.add_accent(mark);
                }
                let steps = steps_of_command(name);
                if is_letters_only(name) && steps.starts_with('=') {
                    self.source.skip_blanks();
                } else if is_letters_only(name) {
                    self.source.skip_prefix("*");
                }
                self.run_command_steps(steps);
            }
        }
    }

    fn run_command_steps(&mut self, steps: &'static str) {
        if let Some(text) = steps.strip_prefix('=') {
            return self.current_output().push(text);
        }
        let mut steps = steps.chars();
        while let Some(step) = steps.next() {
            match step {
                'b' => self.source.skip_blanks(),
                's' => self.current_output().add_gap(TextGap::Space),
                'l' => self.current_output().add_gap(TextGap::Line),
                'p' => self.current_output().add_gap(TextGap::Paragraph),
                'o' => self.source.skip_options(),
                'd' | 'D' => {
                    self.source.skip_options();
                    self.source.skip_argument(step == 'D');
                }
                'k' => {
                    // Takes only an option directly after the name, because brackets after a blank may be text.
                    self.source.take_option();
                    if self.source.open_group() {
                        self.open_group(AtGroupEnd::Steps(steps.as_str()));
                    }
                    return;
                }
                'R' => return self.read_argument(Role::Ruby),
                'H' => return self.read_argument(Role::Hidden),
                'S' => return self.read_argument(Role::Raised),
                'C' => {
                    self.source.skip_options();
                    self.source.skip_blanks();
                    let is_white = self.source.take_group(false).is_some_and(is_name_of_white);
                    return self.read_argument(if is_white { Role::White } else { Role::Text });
                }
                '0'..='2' => {
                    let at = self.body.write_gap_and_return_length();
                    if self.source.open_group() {
                        self.open_group(AtGroupEnd::Heading(step, at));
                    }
                }
                'n' if self.source.open_group() => {
                    self.open_group(AtGroupEnd::Note(self.in_note));
                    self.in_note = true;
                    self.notes.add_gap(TextGap::Paragraph);
                }
                'n' => {}
                'i' => {
                    self.current_output().add_gap(TextGap::Line);
                    self.source.skip_blanks();
                    if self.source.skip_prefix("[") {
                        self.label = Some(self.groups.len());
                    }
                }
                'v' => self.read_verbatim(),
                'a' => {
                    self.source.skip_blanks();
                    let address = self.source.take_group(false).unwrap_or_default();
                    address.split('\\').for_each(|piece| self.current_output().push(piece));
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
                'x' => self.skip_false_branch(),
                letter => self.current_output().push_char(letter),
            }
        }
    }

    fn read_argument(&mut self, role: Role) {
        if self.source.open_group() {
            self.open_group(AtGroupEnd::Role(self.role));
            self.role = role.combine_with_outer_role(self.role);
        }
    }

    fn add_accent(&mut self, mark: char) {
        self.source.skip_blanks();
        let letters = match (self.source.take_group(false), self.source.peek()) {
            (Some(inside), _) => inside.trim(),
            (None, Some('\\')) => self.source.take_command(),
            (None, _) => self.source.take_character(),
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
            Some(one) => self.current_output().push_char(one),
            None => {
                for part in [letter, mark] {
                    self.current_output().push_char(part);
                }
            }
        }
        self.current_output().push(letters.as_str());
    }

    /// Reads an inline formula: its letters are words of the sentence.
    fn read_inline_formula(&mut self, end: &str) {
        let mut formula = LatexSource::new(self.source.take_until_in_paragraph(end));
        while let Some(letter) = formula.peek() {
            if letter == '\\' {
                let name = formula.take_command();
                if let Some(text) = printed_form(name) {
                    self.current_output().push(text);
                } else if !matches!(name, "\\," | "\\!") && !name.starts_with("\\math") {
                    self.current_output().add_gap(TextGap::Space);
                }
                continue;
            }
            formula.take_character();
            match letter {
                '^' => {
                    let rest = formula.unread_text();
                    let near = rest.get(..rest.floor_char_boundary(EXPONENT)).unwrap_or_default();
                    let exponent = match near.strip_prefix('{') {
                        Some(inside) => inside.split_once('}').map(|(exponent, _)| exponent),
                        None => formula.peek().and_then(|one| near.get(..one.len_utf8())),
                    };
                    // Reads an exponent with commands like the rest of the formula.
                    if let Some(exponent) = exponent.filter(|text| !text.contains(['\\', '{'])) {
                        formula.skip_prefix("{");
                        formula.skip_prefix(exponent);
                        let outer = self.role;
                        self.role = Role::Raised.combine_with_outer_role(outer);
                        self.current_output().push(exponent.trim());
                        self.role = outer;
                    }
                }
                '{' | '}' | '_' | '&' | '$' => {}
                _ if letter == '~' || letter.is_whitespace() => {
                    self.current_output().add_gap(TextGap::Space);
                }
                _ => self.current_output().push_char(letter),
            }
        }
    }

    /// Skips a displayed formula, because other formats write it in another order.
    fn skip_display_formula(&mut self, end: &str) {
        self.source.take_until_in_paragraph(end);
        self.current_output().add_gap(TextGap::Line);
    }

    fn read_verbatim(&mut self) {
        self.source.take_option();
        let text = match self.source.peek() {
            Some('{') => {
                let text = self.source.take_group(false);
                // `\mintinline` names the language first.
                self.source.take_group(false).or(text).unwrap_or_default()
            }
            Some(end) if !end.is_alphanumeric() && !end.is_whitespace() => {
                let end = self.source.take_character();
                self.source.take_until_in_paragraph(end)
            }
            _ => "",
        };
        self.current_output().push(text);
    }

    /// Skips the text between `\iffalse` and its end, including inner conditions.
    fn skip_false_branch(&mut self) {
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

    fn begin_environment(&mut self) {
        let name = self.source.take_group(false).unwrap_or_default();
        let end = format!("\\end{{{name}}}");
        self.current_output().add_gap(TextGap::Paragraph);
        match steps_of_environment(name) {
            "v" => {
                self.source.take_option();
                if name == "minted" {
                    self.source.take_group(false);
                }
                let text = self.source.take_until(&end);
                self.current_output().push_lines(text);
                self.current_output().add_gap(TextGap::Paragraph);
            }
            "x" => {
                self.source.take_until(&end);
            }
            "f" => self.skip_display_formula(&end),
            arguments => self.skip_arguments(arguments),
        }
    }

    /// Skips the arguments after `\begin{name}` that are not text.
    fn skip_arguments(&mut self, arguments: &str) {
        let mut ahead = self.source;
        if let Some(option) = ahead.take_option() {
            // `[ht]` and `[width=3cm]` are settings; `[Pythagoras]` is a title.
            let is_setting = !arguments.is_empty()
                || option.contains(['=', '\\'])
                || option.chars().all(|letter| "htbpHcrl!0123456789.*() ".contains(letter));
            if is_setting {
                self.source = ahead;
            } else {
                self.source.skip_prefix("[");
                self.label = Some(self.groups.len());
            }
        }
        for _ in arguments.chars() {
            self.source.skip_options();
            self.source.take_group(false);
        }
    }
}
