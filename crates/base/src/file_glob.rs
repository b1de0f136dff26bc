//! Globs of the command line, with the meaning of `.gitignore` lines, and compiled globs.

use std::{fmt, path::Path, str::FromStr};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use thiserror::Error;

/// A valid glob of `--include`, `--exclude` or `--between`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileGlob(String);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoGlob {
    #[error("a blank glob matches nothing; try *.txt")]
    Blank,
    #[error("{0}")]
    Malformed(String),
}

impl FromStr for FileGlob {
    type Err = NoGlob;

    fn from_str(text: &str) -> Result<Self, NoGlob> {
        if text.trim().is_empty() {
            return Err(NoGlob::Blank);
        }
        if has_unclosed_bracket(text) {
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

/// Returns true if a `[` has no matching `]`. `.gitignore` would treat such a bracket as a literal.
fn has_unclosed_bracket(glob: &str) -> bool {
    let mut letters = glob.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '[' => {
                letters.next_if(|sign| matches!(sign, '!' | '^'));
                // A `]` right after the `[` is a literal, not the end of the class.
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
        let escape = if self.0.starts_with('#') { "\\" } else { "" };
        builder.add_line(None, &format!("{escape}{self}")).map(|_| ())
    }
}

#[derive(Debug, Clone)]
pub struct GlobMatcher(Gitignore);

impl GlobMatcher {
    pub fn new<'a>(globs: impl IntoIterator<Item = &'a FileGlob>) -> Self {
        let mut builder = GitignoreBuilder::new("");
        for glob in globs {
            let _ = glob.add_to(&mut builder);
        }
        Self(builder.build().unwrap_or_else(|_| Gitignore::empty()))
    }

    /// Matches a path relative to the root. Returns true if a glob includes the path, and the text of the last glob
    /// that matches.
    pub fn match_path(&self, path: &Path, is_folder: bool) -> (bool, Option<&str>) {
        let matched = self.0.matched(path, is_folder);
        (matched.is_ignore(), matched.inner().map(|glob| glob.original()))
    }

    pub fn includes_file(&self, path: &Path) -> bool {
        // Globs are relative to the root, so no glob matches an absolute path.
        !path.has_root() && self.0.matched_path_or_any_parents(path, false).is_ignore()
    }
}
