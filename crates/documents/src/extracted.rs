use std::{borrow::Cow, fmt::Display, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use base::guard::Panicked;

use super::moment::parse_date;
use super::one_line::{join_fact_lines, join_title_lines};

/// Reason for a file that was not copied or sent as a whole.
pub(crate) const CUT_OFF: &str = "its end is missing; get the whole file";

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// Plain text. Each paragraph has its own lines, an empty line separates paragraphs, and a tab separates cells. A
    /// non-empty text ends with one line end.
    pub text: String,
    /// Sections in ascending order of `at`; empty if the format has no sections.
    pub sections: Vec<TextSection>,
    pub facts: Facts,
    /// Number of hidden words in the file, which the text excludes.
    pub hidden: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSection {
    /// Byte offset in the text.
    pub at: u32,
    pub kind: SectionKind,
    /// Number among the sections of this kind, from 1.
    pub number: u32,
    /// Title in one line of at most 80 characters, or empty. Not escaped for a terminal.
    pub title: String,
}

impl TextSection {
    /// Adds a section that begins at byte `at`, with the next number and the title in one line. Ignores a section
    /// beyond 4 GiB.
    pub(crate) fn add_to(sections: &mut Vec<Self>, kind: SectionKind, at: usize, title: &str) {
        let (number, title) = (sections.len() as u32 + 1, join_title_lines(title));
        sections.extend(u32::try_from(at).map(|at| Self { at, kind, number, title }));
    }

    /// Returns a label in one line: `page 3`, `chapter 2: The Pool of Tears`. Not escaped for a terminal.
    pub fn label(&self) -> String {
        let name = format!("{} {}", self.kind.name(), self.number);
        if self.title.is_empty() { name } else { format!("{name}: {}", self.title) }
    }
}

/// Returns the section that contains a byte of the text, given the sections in text order.
pub fn section_at(sections: &[TextSection], byte: u32) -> Option<&TextSection> {
    let begun = sections.partition_point(|section| section.at <= byte);
    sections.get(begun.checked_sub(1)?)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SectionKind {
    Page,
    Slide,
    Chapter,
    Message,
}

impl SectionKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Slide => "slide",
            Self::Chapter => "chapter",
            Self::Message => "message",
        }
    }
}

/// Metadata of a file, as written there. Unknown fields are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub title: String,
    pub author: String,
    /// Creation time in RFC 3339, as precise as in the file (`2020`, `2020-05-01`, `2020-05-01T10:00:00Z`).
    pub created: String,
    /// Time of the last change, in the form of `created`.
    pub changed: String,
}

impl Facts {
    /// Sets a fact that is empty so far: `title`, `author`, `created` or `changed`, from raw text of the file.
    pub(crate) fn fill(&mut self, name: &str, text: &str) {
        let field = match name {
            "title" => &mut self.title,
            "author" => &mut self.author,
            "created" => &mut self.created,
            _ => &mut self.changed,
        };
        if field.is_empty() {
            let is_date = matches!(name, "created" | "changed");
            *field = if is_date { parse_date(text) } else { join_fact_lines(text) };
        }
    }

    /// Shortens each fact to one line of at most 300 characters. Returns `None` if all facts are empty.
    pub fn shorten_facts(&self) -> Option<Arc<Self>> {
        let facts = Self {
            title: join_fact_lines(&self.title),
            author: join_fact_lines(&self.author),
            created: join_fact_lines(&self.created),
            changed: join_fact_lines(&self.changed),
        };
        (facts != Self::default()).then(|| Arc::new(facts))
    }

    /// Describes creation, last change and author, which help to find the original. Contains raw text of the file.
    pub fn describe_facts(&self) -> Vec<String> {
        let Self { author, created, changed, .. } = self;
        let all = [
            (created, format!("created {created}")),
            (changed, format!("changed {changed}")),
            (author, author.clone()),
        ];
        all.into_iter().filter(|(fact, _)| !fact.is_empty()).map(|(_, sentence)| sentence).collect()
    }

    pub fn has_author_or_dates(&self) -> bool {
        !(self.author.is_empty() && self.created.is_empty() && self.changed.is_empty())
    }

    /// Describes the day of creation, or else of the last change; empty if both are unknown.
    pub fn describe_day(&self) -> String {
        let day = |time: &str| time.get(..10).unwrap_or(time).to_string();
        match (self.created.as_str(), self.changed.as_str()) {
            ("", "") => String::new(),
            ("", changed) => format!("changed {}", day(changed)),
            (created, _) => format!("created {}", day(created)),
        }
    }
}

/// Reason why a reader returns no text, with the remedy. One line in lower case, without the name of the file.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Unreadable {
    #[error("damaged {format}: {what}")]
    Damaged {
        format: Cow<'static, str>,
        /// Description of the problem, perhaps with raw text of the file.
        what: String,
    },
    #[error("needs a password; save the {0} without one")]
    Encrypted(Cow<'static, str>),
    #[error("{what}")]
    Limit { limit: Cow<'static, str>, what: String },
    /// The file is valid but has no text, such as a scanned PDF.
    #[error("{0}")]
    NoText(Cow<'static, str>),
    #[error("{0}")]
    Unsupported(Cow<'static, str>),
    /// The file was never meant as a document, such as a picture.
    #[error("{0}")]
    Foreign(Cow<'static, str>),
    #[error("the reader of its format {0}; it is not tried again until the file changes")]
    Died(String),
    #[error(
        "the reader of its format cannot be started ({0}); free memory, processes or open files, then try again"
    )]
    Unstarted(String),
    #[error("its converter `{name}` {how}")]
    Unconverted {
        name: String,
        /// Description of the failure, perhaps with raw output of the program.
        how: String,
    },
    #[error("PDF is not supported: this program was built without its feature `pdf`")]
    NotBuilt,
    #[error(
        "its name says {0}, its content is no {0}; get it again, or if it is text, rename it to .txt"
    )]
    Misnamed(Cow<'static, str>),
    #[error("a library failed ({0}); please report the file")]
    GaveUp(String),
}

impl From<Panicked> for Unreadable {
    fn from(panic: Panicked) -> Self {
        Self::GaveUp(panic.0)
    }
}

impl Unreadable {
    /// Returns the reason for the log, without text of the file and without output of a converter.
    pub fn anonymous_reason(&self) -> String {
        match self {
            Self::Damaged { format, .. } => format!("damaged {format}"),
            Self::Limit { limit, .. } => format!("beyond --limit-{limit}"),
            Self::NoText(_) => "it has no text".to_string(),
            Self::Unsupported(_) => "a format that is not supported".to_string(),
            Self::Died(_) => "its reader ended".to_string(),
            Self::Unconverted { .. } => "its converter failed".to_string(),
            Self::GaveUp(_) => "a library failed".to_string(),
            Self::Encrypted(_)
            | Self::Foreign(_)
            | Self::Unstarted(_)
            | Self::NotBuilt
            | Self::Misnamed(_) => self.to_string(),
        }
    }

    pub const fn is_not_a_document(&self) -> bool {
        matches!(self, Self::Foreign(_))
    }

    pub(crate) fn damaged_error(format: &'static str, what: impl Into<String>) -> Self {
        Self::Damaged { format: format.into(), what: what.into() }
    }

    pub(crate) fn binary_error(what: impl Display) -> Self {
        Self::Foreign(format!("binary: {what}").into())
    }

    /// Returns the error for an exceeded limit: `what` is too large; raise the option `limit`, or do `instead`.
    pub fn over_limit_error(limit: &'static str, what: &str, instead: &str) -> Self {
        let what = format!("{what}; raise --limit-{limit}, or {instead}");
        Self::Limit { limit: limit.into(), what }
    }
}

#[cfg(test)]
mod tests {
    use super::{Facts, SectionKind, TextSection, section_at};

    #[test]
    fn a_byte_is_in_the_section_that_began_last() {
        let page =
            |at, number| TextSection { at, kind: SectionKind::Page, number, title: String::new() };
        let pages = [page(5, 1), page(9, 2)];
        for (byte, number) in [(4, None), (5, Some(1)), (8, Some(1)), (900, Some(2))] {
            let section = section_at(&pages, byte);
            assert_eq!(section.map(|section| section.number), number, "{byte}");
        }
        assert_eq!(section_at(&[], 3), None);
    }

    #[test]
    fn what_a_file_says_is_kept_in_short_lines_and_told_in_words() {
        assert_eq!(Facts::default().shorten_facts(), None);
        assert_eq!(Facts { author: " \n".into(), ..Facts::default() }.shorten_facts(), None);
        let facts = Facts {
            title: "a\n b".into(),
            author: "é".repeat(400),
            created: String::new(),
            changed: "2021-03-04T10:00:00Z".into(),
        };
        let kept = facts.shorten_facts().unwrap();
        let author = "é".repeat(300);
        assert_eq!((kept.title.as_str(), kept.has_author_or_dates()), ("a b", true));
        assert_eq!(kept.describe_facts(), ["changed 2021-03-04T10:00:00Z", &author]);
        let both = Facts { created: "2020".into(), ..(*kept).clone() };
        let titled = Facts { title: "a".into(), ..Facts::default() };
        let days = [&*kept, &both, &titled].map(Facts::describe_day);
        assert_eq!(days, ["changed 2021-03-04", "created 2020", ""]);
        assert!(titled.describe_facts().is_empty() && !titled.has_author_or_dates());
    }
}
