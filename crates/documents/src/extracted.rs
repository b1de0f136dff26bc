//! What the reader of a format gives: plain text, where its sections begin, and what the file says of itself.

use std::{borrow::Cow, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::one_line::fact;

/// The text of a file in a format of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// Plain text: a line or more for each paragraph, an empty line between paragraphs, cells of a row apart by a tab, one
    /// line end at the end unless it is empty.
    pub text: String,
    /// Where its sections begin, in ascending order of `at`; empty where the format has no sections.
    pub sections: Vec<TextSection>,
    /// What the file says of itself.
    pub facts: Facts,
    /// Words of the file that nobody sees, and that are not in the text.
    pub hidden: u64,
}

/// Where a section of a text begins: a page, a chapter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSection {
    /// The byte of the text at which it begins.
    pub at: u32,
    /// What it is.
    pub kind: SectionKind,
    /// Which of its kind, from 1.
    pub number: u32,
    /// Its title, or empty: at most 80 characters of one line. Raw text of the file.
    pub title: String,
}

impl TextSection {
    /// Its name in one line: `page 3`, `chapter 2: The Pool of Tears`. Holds raw text of the file.
    pub fn label(&self) -> String {
        let name = format!("{} {}", self.kind.name(), self.number);
        if self.title.is_empty() { name } else { format!("{name}: {}", self.title) }
    }
}

/// The section that a byte of a text is in; `None` before the first. The sections are in the order of the text.
pub fn section_at(sections: &[TextSection], byte: u32) -> Option<&TextSection> {
    let begun = sections.partition_point(|section| section.at <= byte);
    sections.get(begun.checked_sub(1)?)
}

/// What a section of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SectionKind {
    /// A page of a PDF.
    Page,
    /// A slide of a presentation.
    Slide,
    /// A chapter of an EPUB, a part under a heading of the first level of an office document.
    Chapter,
    /// A message of a mailbox.
    Message,
}

impl SectionKind {
    /// The word used in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Slide => "slide",
            Self::Chapter => "chapter",
            Self::Message => "message",
        }
    }
}

/// What a file says of itself, raw; empty where it says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub author: String,
    /// When it was made: RFC 3339, as precise as the file has it (`2020`, `2020-05-01`, `2020-05-01T10:00:00Z`).
    pub created: String,
    /// When it was changed last, in the same form.
    pub changed: String,
}

impl Facts {
    /// What a document keeps of them, each in one line of at most 300 characters; `None` where the file says nothing. Most
    /// files say nothing, and a folder may have millions of them.
    pub fn non_empty(&self) -> Option<Arc<Self>> {
        let facts = Self {
            title: fact(&self.title),
            author: fact(&self.author),
            created: fact(&self.created),
            changed: fact(&self.changed),
        };
        (facts != Self::default()).then(|| Arc::new(facts))
    }

    /// What helps to tell an original, in words: when the file was made and changed, and by whom. Raw text of the file.
    pub fn described(&self) -> Vec<String> {
        let Self { author, created, changed, .. } = self;
        let all = [
            (created, format!("created {created}")),
            (changed, format!("changed {changed}")),
            (author, author.clone()),
        ];
        all.into_iter().filter(|(fact, _)| !fact.is_empty()).map(|(_, sentence)| sentence).collect()
    }

    /// Whether there is anything to tell besides a title.
    pub fn is_worth_listing(&self) -> bool {
        !(self.author.is_empty() && self.created.is_empty() && self.changed.is_empty())
    }

    /// The day that it was made on, or else the day that it was changed on, in words; empty if it says neither.
    pub fn day(&self) -> String {
        let day = |time: &str| time.get(..10).unwrap_or(time).to_string();
        match (self.created.as_str(), self.changed.as_str()) {
            ("", "") => String::new(),
            ("", changed) => format!("changed {}", day(changed)),
            (created, _) => format!("created {}", day(created)),
        }
    }
}

/// Why the reader of a format gives no text: one line, lower case, without the file's name; what is wrong and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Unreadable {
    /// The bytes break the rules of the format.
    #[error("damaged {format}: {what}")]
    Damaged {
        /// The format's name, such as `PDF`.
        format: Cow<'static, str>,
        /// What is wrong, one line. May hold raw text of the file.
        what: String,
    },
    /// It can only be read with a password.
    #[error("needs a password; save the {0} without one")]
    Encrypted(Cow<'static, str>),
    /// It goes beyond a limit.
    #[error("{what}")]
    Limit {
        /// The limit's name, such as `text`.
        limit: Cow<'static, str>,
        /// What goes beyond it, with the limit as a number and what to do.
        what: String,
    },
    /// It is in the format, but has no text: a scanned PDF.
    #[error("{0}")]
    NoText(Cow<'static, str>),
    /// It is a document in a format that is not read.
    #[error("{0}")]
    Unsupported(Cow<'static, str>),
    /// It holds no document.
    #[error("binary: {0}")]
    Foreign(Cow<'static, str>),
    /// Its reader ended without an answer.
    #[error("the reader of its format {0}; it is not tried again until the file changes")]
    Died(String),
    /// Its reader could not be started.
    #[error(
        "the reader of its format cannot be started ({0}); free memory, processes or open files, then try again"
    )]
    Unstarted(String),
    /// The command that turns it into text failed.
    #[error("its converter `{name}` {how}")]
    Unconverted {
        /// The program's name.
        name: String,
        /// How it failed; may hold raw text of what it printed.
        how: String,
    },
    /// Its reader answered another question than was asked.
    #[error("the reader returned a wrong answer; please report the file")]
    Misanswered,
    /// A PDF, and this program was built without PDF.
    #[error("PDF is not supported: this program was built without its feature `pdf`")]
    NotBuilt,
}

impl Unreadable {
    /// The reason without anything that may be of the file or of what a converter printed: for the log.
    pub fn in_general(&self) -> String {
        match self {
            Self::Damaged { format, .. } => format!("damaged {format}"),
            Self::Limit { limit, .. } => format!("beyond --limit-{limit}"),
            Self::NoText(_) => "it has no text".to_string(),
            Self::Unsupported(_) => "a format that is not supported".to_string(),
            Self::Foreign(_) => "no document".to_string(),
            Self::Died(_) => "its reader ended".to_string(),
            Self::Unconverted { .. } => "its converter failed".to_string(),
            Self::Encrypted(_) | Self::Unstarted(_) | Self::Misanswered | Self::NotBuilt => {
                self.to_string()
            }
        }
    }

    /// The refusal of what goes beyond a limit that an option sets.
    pub fn limit(limit: &'static str, what: &str, instead: &str) -> Self {
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
        let at = |byte| section_at(&pages, byte).map(TextSection::label);
        assert_eq!(at(4), None);
        assert_eq!(at(5).as_deref(), Some("page 1"));
        assert_eq!(at(8).as_deref(), Some("page 1"));
        assert_eq!(at(900).as_deref(), Some("page 2"));
        assert_eq!(section_at(&[], 3), None);
    }

    #[test]
    fn what_a_file_says_is_kept_in_short_lines_and_told_in_words() {
        assert_eq!(Facts::default().non_empty(), None);
        assert_eq!(Facts { author: " \n".into(), ..Facts::default() }.non_empty(), None);
        let facts = Facts {
            title: "a\n b".into(),
            author: "é".repeat(400),
            created: String::new(),
            changed: "2021-03-04T10:00:00Z".into(),
        };
        let kept = facts.non_empty().unwrap();
        let author = "é".repeat(300);
        assert_eq!((kept.title.as_str(), kept.is_worth_listing()), ("a b", true));
        assert_eq!(kept.described(), ["changed 2021-03-04T10:00:00Z", &author]);
        assert_eq!(kept.day(), "changed 2021-03-04");
        assert_eq!(Facts { created: "2020".into(), ..(*kept).clone() }.day(), "created 2020");
        let titled = Facts { title: "a".into(), ..Facts::default() };
        assert_eq!(
            (titled.day(), titled.described().len(), titled.is_worth_listing()),
            (String::new(), 0, false)
        );
    }

    #[test]
    fn a_title_follows_the_number() {
        let chapter = TextSection {
            at: 0,
            kind: SectionKind::Chapter,
            number: 2,
            title: "The Pool of Tears".to_string(),
        };
        assert_eq!(chapter.label(), "chapter 2: The Pool of Tears");
    }
}
