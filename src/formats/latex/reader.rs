//! Reads a text in LaTeX from its beginning to its end. It keeps a stack of its own, so depth cannot hurt.

mod characters;
mod environments;

use super::commands::{Environment, Meaning, environment, meaning};
use super::source::LatexSource;
use crate::formats::extracted::{SectionKind, TextSection, Unreadable};
use crate::formats::flow::RunningText;
use crate::formats::limits::Limits;
use crate::formats::one_line::title;
use crate::text::extract::text_gap::TextGap;

/// What happens when a group ends.
#[derive(Debug, Clone, Copy)]
enum After {
    Nothing,
    TextGap(TextGap),
    Text(&'static str),
    /// The next arguments of the command.
    Arguments(&'static str),
    /// The note ends; before it, the text went to the notes or not.
    Note(bool),
    /// The heading ends that began here.
    Heading(u8, usize),
}

/// What a text is read with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings<'a> {
    pub(super) limits: &'a Limits,
    /// `"a` is an umlaut.
    pub(super) is_german: bool,
    /// The lines of the title page.
    pub(super) title_page: &'a [String],
}

/// What is going on while a text is read.
pub(super) struct LatexReader<'a> {
    settings: Settings<'a>,
    source: LatexSource<'a>,
    body: RunningText,
    notes: RunningText,
    in_note: bool,
    groups: Vec<After>,
    /// The label of a point of a list is read, and these groups were open when it began.
    label: Option<usize>,
    headings: Vec<(u8, TextSection)>,
}

impl<'a> LatexReader<'a> {
    pub(super) fn new(text: &'a str, settings: Settings<'a>) -> Self {
        Self {
            settings,
            source: LatexSource::new(text),
            body: RunningText::new(settings.limits),
            notes: RunningText::new(settings.limits),
            in_note: false,
            groups: Vec::new(),
            label: None,
            headings: Vec::new(),
        }
    }

    /// The text, notes at its end, and its chapters, or its sections where it has none.
    pub(super) fn read(mut self) -> Result<(String, Vec<TextSection>), Unreadable> {
        while let Some(letter) = self.source.next() {
            if self.character(letter)? || self.body.is_over() || self.notes.is_over() {
                break;
            }
        }
        let notes = self.notes.finish()?;
        self.body.gap(TextGap::Paragraph);
        self.body.push(&notes);
        let first = self.headings.iter().map(|(level, _)| *level).min();
        let mut parts: Vec<TextSection> = self
            .headings
            .into_iter()
            .filter(|(level, _)| Some(*level) == first)
            .map(|(_, part)| part)
            .collect();
        // A heading within the argument of another is read to its end first.
        parts.sort_by_key(|part| part.at);
        for (number, part) in (1..).zip(&mut parts) {
            part.number = number;
        }
        Ok((self.body.finish()?, parts))
    }

    fn out(&mut self) -> &mut RunningText {
        if self.in_note { &mut self.notes } else { &mut self.body }
    }

    /// Reads on from this character; whether the document ends.
    fn character(&mut self, letter: char) -> Result<bool, Unreadable> {
        match letter {
            '\\' => return self.command(),
            '{' => self.open(After::Nothing)?,
            '}' => self.close()?,
            '%' => {
                self.source.skip_comment();
                // The line end went with the comment; another one ends the paragraph.
                if matches!(self.source.peek(), Some('\n' | '\r')) {
                    self.out().gap(TextGap::Paragraph);
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
                self.out().gap(TextGap::Space);
            }
            '-' | '`' | '\'' | ',' | '!' | '?' => self.ligature(letter),
            '"' if self.settings.is_german => self.german(),
            _ if letter.is_whitespace() && letter != '\u{a0}' => self.blank(letter),
            _ => {
                self.out().push_char(letter);
                let text = self.source.take_while(|next| {
                    !next.is_whitespace()
                        && (next.is_alphanumeric() || ".;:()/=+*@<>|".contains(next))
                });
                self.out().push(text);
            }
        }
        Ok(false)
    }

    fn blank(&mut self, letter: char) {
        let blanks = self.source.take_while(|next| next.is_whitespace() && next != '\u{a0}');
        let lines = blanks.matches('\n').count() + usize::from(letter == '\n');
        self.out().gap(if lines > 1 { TextGap::Paragraph } else { TextGap::Space });
    }

    fn open(&mut self, after: After) -> Result<(), Unreadable> {
        if self.groups.len() as u64 >= self.settings.limits.depth {
            return Err(self.settings.limits.too_deep("its groups"));
        }
        self.groups.push(after);
        Ok(())
    }

    fn close(&mut self) -> Result<(), Unreadable> {
        match self.groups.pop().unwrap_or(After::Nothing) {
            After::Nothing => {}
            After::TextGap(gap) => self.out().gap(gap),
            After::Text(text) => self.out().push(text),
            After::Arguments(arguments) => self.arguments(arguments)?,
            After::Note(was_in_note) => self.in_note = was_in_note,
            After::Heading(level, at) => {
                let title = title(self.body.since(at));
                if let Ok(at) = u32::try_from(at)
                    && level < 2
                    && !title.is_empty()
                {
                    self.headings.push((
                        level,
                        TextSection { at, kind: SectionKind::Chapter, number: 0, title },
                    ));
                }
                self.out().gap(TextGap::Paragraph);
            }
        }
        Ok(())
    }

    /// Opens the argument that stands here, if one does.
    fn argument(&mut self, after: After) -> Result<(), Unreadable> {
        self.source.skip_options();
        self.source.skip_blanks();
        if self.source.strip("{") { self.open(after) } else { Ok(()) }
    }

    fn arguments(&mut self, arguments: &'static str) -> Result<(), Unreadable> {
        let mut kinds = arguments.chars();
        while let Some(kind) = kinds.next() {
            if kind != 'k' {
                self.source.skip_options();
                self.source.skip_argument(kind == 'D');
                continue;
            }
            let rest = kinds.as_str();
            let after = if rest.is_empty() { After::Nothing } else { After::Arguments(rest) };
            // Only an option right behind the name is surely one.
            self.source.option();
            let mut ahead = self.source;
            ahead.skip_blanks();
            if ahead.strip("{") {
                self.source = ahead;
                self.open(after)?;
            }
            return Ok(());
        }
        Ok(())
    }

    /// Reads on behind a `\`; whether the document ends.
    fn command(&mut self) -> Result<bool, Unreadable> {
        let name = self.source.name();
        match name {
            "\\" => {
                self.source.strip("*");
                self.source.option();
                self.out().gap(TextGap::Line);
                return Ok(false);
            }
            "(" => {
                self.math("\\)");
                return Ok(false);
            }
            "[" => {
                self.formula("\\]");
                return Ok(false);
            }
            "begin" => return Ok(self.begin()),
            "end" => {
                let ended = self.source.group(false).unwrap_or_default();
                self.out().gap(TextGap::Paragraph);
                return Ok(environment(ended) == Environment::Document);
            }
            _ => {}
        }
        let is_word = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let meaning = meaning(name);
        if is_word {
            if !matches!(meaning, Meaning::Verb | Meaning::Text(_)) {
                self.source.strip("*");
            }
            if matches!(meaning, Meaning::Text(_) | Meaning::Space | Meaning::Accent(_)) {
                self.source.skip_blanks();
            }
        } else if matches!(meaning, Meaning::Arguments(_)) {
            // Points where a word may be broken, and the like.
            return Ok(false);
        }
        self.act(meaning)?;
        Ok(false)
    }

    fn act(&mut self, meaning: Meaning) -> Result<(), Unreadable> {
        match meaning {
            Meaning::Text(text) => self.out().push(text),
            Meaning::Space => self.out().gap(TextGap::Space),
            Meaning::Line => self.out().gap(TextGap::Line),
            Meaning::Paragraph => self.out().gap(TextGap::Paragraph),
            Meaning::Arguments(arguments) => {
                if arguments == "k" {
                    self.separate();
                }
                self.arguments(arguments)?;
            }
            Meaning::Heading(level) => {
                self.out().gap(TextGap::Paragraph);
                let at = self.body.next_at();
                self.argument(After::Heading(level, at))?;
            }
            Meaning::RunIn => {
                self.out().gap(TextGap::Paragraph);
                self.argument(After::TextGap(TextGap::Space))?;
            }
            Meaning::Block => {
                self.out().gap(TextGap::Paragraph);
                self.argument(After::TextGap(TextGap::Paragraph))?;
            }
            Meaning::Note => self.note()?,
            Meaning::Quote => {
                self.source.skip_blanks();
                if self.source.strip("{") {
                    self.out().push("“");
                    self.open(After::Text("”"))?;
                }
            }
            Meaning::Accent(mark) => self.accent(mark),
            Meaning::Item => {
                self.out().gap(TextGap::Line);
                self.source.skip_blanks();
                if self.source.strip("[") {
                    self.label = Some(self.groups.len());
                }
            }
            Meaning::Verb => self.verb(),
            Meaning::Address => {
                self.source.skip_blanks();
                let address = self.source.group(false).unwrap_or_default();
                address.split('\\').for_each(|piece| self.out().push(piece));
            }
            Meaning::Title => {
                for line in self.settings.title_page {
                    self.body.gap(TextGap::Paragraph);
                    self.body.push(line);
                }
                self.body.gap(TextGap::Paragraph);
            }
            Meaning::Definition => {
                self.source.skip_argument(false);
                self.source.take_while(|letter| !matches!(letter, '{' | '\n' | '\\'));
                self.source.group(true);
            }
            Meaning::Length => {
                self.source.skip_blanks();
                self.source
                    .take_while(|letter| letter.is_ascii_alphanumeric() || ".-+".contains(letter));
            }
            Meaning::Never => self.skip_branch(),
        }
        Ok(())
    }

    /// A command without text, such as `\bfseries`, eats the space behind it; where it stands between two words, TeX has
    /// seen one before it.
    fn separate(&mut self) {
        let mut ahead = self.source;
        ahead.skip_blanks();
        if ahead.peek() != Some('{') {
            self.source = ahead;
        }
    }

    fn note(&mut self) -> Result<(), Unreadable> {
        self.source.skip_options();
        let mut ahead = self.source;
        ahead.skip_blanks();
        if ahead.strip("{") {
            self.source = ahead;
            self.open(After::Note(self.in_note))?;
            self.in_note = true;
            self.notes.gap(TextGap::Paragraph);
        }
        Ok(())
    }
}
