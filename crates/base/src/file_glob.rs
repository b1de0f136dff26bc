//! A glob of the command line, which means what a line of a `.gitignore` in the folder means; and globs compiled. It lists
//! no files.

use std::{fmt, path::Path, str::FromStr};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use thiserror::Error;

/// A glob of `--include`, `--exclude` or `--between`, known to be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileGlob(String);

/// Why a text is no glob, in one line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoGlob {
    /// It is blank.
    #[error("a blank glob matches nothing; try *.txt")]
    Blank,
    /// Its signs do not fit together.
    #[error("{0}")]
    Malformed(String),
}

impl FromStr for FileGlob {
    type Err = NoGlob;

    fn from_str(text: &str) -> Result<Self, NoGlob> {
        if text.trim().is_empty() {
            return Err(NoGlob::Blank);
        }
        if has_open_class(text) {
            return Err(NoGlob::Malformed("a [ without its ]; write \\[ for the sign".to_string()));
        }
        let glob = Self(text.to_string());
        match glob.add_to(&mut GitignoreBuilder::new("")) {
            Ok(()) => Ok(glob),
            Err(ignore::Error::Glob { err, .. }) => Err(NoGlob::Malformed(err)),
            Err(other) => Err(NoGlob::Malformed(other.to_string())),
        }
    }
}

/// Whether a class of characters has no end. In a file, its `[` would be taken for the sign.
fn has_open_class(glob: &str) -> bool {
    let mut letters = glob.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '[' => {
                letters.next_if(|sign| matches!(sign, '!' | '^'));
                // First in a class, the bracket is one of its characters.
                letters.next_if_eq(&']');
                if !letters.any(|sign| sign == ']') {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

impl fmt::Display for FileGlob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FileGlob {
    fn add_to(&self, builder: &mut GitignoreBuilder) -> Result<(), ignore::Error> {
        // In a file, `#` would begin a comment.
        let escape = if self.0.starts_with('#') { "\\" } else { "" };
        builder.add_line(None, &format!("{escape}{self}")).map(|_| ())
    }
}

/// Globs, compiled: the lines of one `.gitignore`.
#[derive(Debug, Clone)]
pub struct GlobMatcher(Gitignore);

impl GlobMatcher {
    /// Compiles globs.
    pub fn new<'a>(globs: impl IntoIterator<Item = &'a FileGlob>) -> Self {
        let mut builder = GitignoreBuilder::new("");
        for glob in globs {
            // Each was tried when it was made.
            let _ = glob.add_to(&mut builder);
        }
        Self(builder.build().unwrap_or_else(|_| Gitignore::empty()))
    }

    /// Returns true if a file or folder matches, and the deciding glob. The path is relative to the root.
    pub fn matches(&self, path: &Path, is_folder: bool) -> (bool, Option<&str>) {
        let matched = self.0.matched(path, is_folder);
        (matched.is_ignore(), matched.inner().map(|glob| glob.original()))
    }

    /// Whether a file, named relative to the root, matches or lies in a folder that does.
    pub fn holds(&self, path: &Path) -> bool {
        // A path that is not relative lies in no folder that a glob could name.
        !path.has_root() && self.0.matched_path_or_any_parents(path, false).is_ignore()
    }
}
