use std::fmt;

use serde::{Serialize, Serializer};

use super::numbers::{format_count, format_with_commas};
use super::{path::DocPath, visible::make_visible};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    Skipped,
    /// The file is unreadable or unusable; the reason contains the remedy.
    Failed,
    /// The file was read with a loss, such as malformed bytes.
    Lossy,
    /// The file was read by a guess that may be wrong, such as a guessed encoding.
    Unsure,
    /// A rule, template, phrase or glob of the user that matches no document. The path is then the name of the option.
    Unmatched,
}

impl ProblemKind {
    pub const ALL: [Self; 5] =
        [Self::Skipped, Self::Failed, Self::Lossy, Self::Unsure, Self::Unmatched];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Lossy => "lossy",
            Self::Unsure => "unsure",
            Self::Unmatched => "unmatched",
        }
    }

    pub const fn is_unread_file(self) -> bool {
        matches!(self, Self::Skipped | Self::Failed)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Path of the file or folder, relative to the watched folder; empty for the watched folder.
    pub path: DocPath,
    pub kind: ProblemKind,
    /// Reason in one line, in lower case, without the path. May contain raw text of the system, so print it through
    /// `Display`.
    pub reason: String,
}

impl Problem {
    pub fn from_unmatched_option(option: &str, reason: String) -> Self {
        Self::new(&DocPath::new(format!("--{option}")), ProblemKind::Unmatched, reason)
    }

    pub fn is_from_unmatched_option(&self, option: &str) -> bool {
        let name = self.path.to_str().and_then(|name| name.strip_prefix("--"));
        self.kind == ProblemKind::Unmatched && name == Some(option)
    }

    /// Returns the number of records with this problem, or `None` for a problem of a whole file.
    pub fn record_count(&self) -> Option<u64> {
        let (number, _) = self.reason.split_once(" record")?;
        number.replace(',', "").parse().ok()
    }

    pub fn new(path: &DocPath, kind: ProblemKind, reason: impl Into<String>) -> Self {
        Self { path: path.clone(), kind, reason: reason.into() }
    }
}

/// The line of a problem in JSON.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Line<'a> {
            #[serde(flatten)]
            path: &'a DocPath,
            kind: &'static str,
            reason: &'a str,
            /// Format of a file that is probably no document.
            #[serde(skip_serializing_if = "Option::is_none")]
            other: Option<&'static str>,
        }
        let other = OtherFile::kind_of_skipped_file(self.kind, &self.reason).map(OtherFile::name);
        let Self { path, kind, reason } = self;
        Line { path, kind: kind.name(), reason, other }.serialize(serializer)
    }
}

/// Kind of a file that is not meant as a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherFile {
    Image,
    Archive,
    Media,
    Program,
    Link,
    /// A database, a pipe, binary bytes or another unknown type.
    Other,
}

impl OtherFile {
    pub const ALL: [Self; 6] =
        [Self::Image, Self::Archive, Self::Media, Self::Program, Self::Link, Self::Other];

    const WORDS: [(&str, Self); 11] = [
        ("symbolic link", Self::Link),
        ("image", Self::Image),
        ("icon", Self::Image),
        ("archive", Self::Archive),
        (" data", Self::Archive),
        ("audio", Self::Media),
        ("video", Self::Media),
        ("media", Self::Media),
        ("program", Self::Program),
        ("class file", Self::Program),
        ("WebAssembly", Self::Program),
    ];

    /// Returns the kind of a skipped file. `None` if the file was not skipped, because it is meant as a document.
    pub fn kind_of_skipped_file(kind: ProblemKind, reason: &str) -> Option<Self> {
        if kind != ProblemKind::Skipped {
            return None;
        }
        let known = Self::WORDS.iter().find(|(word, _)| reason.contains(word));
        Some(known.map_or(Self::Other, |(_, kind)| *kind))
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Archive => "archive",
            Self::Media => "audio or video",
            Self::Program => "program",
            Self::Link => "link",
            Self::Other => "other",
        }
    }

    fn format_file_count(self, number: u64) -> String {
        match self {
            Self::Media | Self::Other => format!("{} {}", format_with_commas(number), self.name()),
            _ => format_count(number, self.name()),
        }
    }
}

/// Describes the files of other kinds, such as `12 other files: 9 images, 3 archives`. Returns `None` if there are none.
pub fn summarize_other_files(problems: &[Problem]) -> Option<String> {
    describe_other_files(
        problems.iter().filter(|problem| problem.record_count().is_none()).filter_map(|problem| {
            Some((OtherFile::kind_of_skipped_file(problem.kind, &problem.reason)?, 1))
        }),
    )
}

/// Like [`summarize_other_files`], given how many files of each kind there are.
pub fn describe_other_files(files: impl Iterator<Item = (OtherFile, u64)>) -> Option<String> {
    let files: Vec<(OtherFile, u64)> = files.collect();
    let sum = |kind: OtherFile| {
        files.iter().filter(|(one, _)| *one == kind).map(|(_, count)| count).sum::<u64>()
    };
    let all: u64 = files.iter().map(|(_, count)| count).sum();
    let total = format_count(all, "other file");
    if all == sum(OtherFile::Other) {
        return (all > 0).then_some(total);
    }
    let kinds = OtherFile::ALL.into_iter().filter(|kind| sum(*kind) > 0);
    let kinds: Vec<String> = kinds.map(|kind| kind.format_file_count(sum(kind))).collect();
    Some(format!("{total}: {}", kinds.join(", ")))
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.path, self.kind.name(), make_visible(&self.reason))
    }
}

#[cfg(test)]
mod tests {
    use super::{OtherFile, Problem, ProblemKind, summarize_other_files};
    use crate::path::DocPath;

    #[test]
    fn files_that_nobody_meant_as_documents_are_counted_by_kind() {
        let of = |kind, reason: &str| Problem::new(&DocPath::new("a"), kind, reason);
        let all = [
            of(ProblemKind::Skipped, "binary: PNG image"),
            of(ProblemKind::Skipped, "binary: ZIP archive"),
            of(ProblemKind::Skipped, "binary: JPEG image"),
            of(ProblemKind::Skipped, "symbolic link, not followed"),
            of(ProblemKind::Skipped, "binary: a NUL byte"),
            of(ProblemKind::Failed, "needs a password; save the PDF without one"),
            of(ProblemKind::Lossy, "1 byte could not be decoded"),
            of(ProblemKind::Skipped, "1,000 records without text: lines 1, 2"),
        ];
        assert_eq!((all[6].record_count(), all[7].record_count()), (None, Some(1000)));
        let line = "5 other files: 2 images, 1 archive, 1 link, 1 other";
        assert_eq!(summarize_other_files(&all).as_deref(), Some(line));
        assert_eq!(summarize_other_files(&all[4..]).as_deref(), Some("1 other file"));
        assert_eq!(summarize_other_files(&all[5..]), None);
        assert_eq!(OtherFile::kind_of_skipped_file(ProblemKind::Failed, "PNG image"), None);
    }
}
