//! Which files of a folder the user asks for by globs. They mean what the lines of a `.gitignore` in the folder mean.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use thiserror::Error;

/// A glob of `--include` or `--exclude`, known to be one.
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
        let glob = Self(text.to_string());
        match glob.add_to(&mut GitignoreBuilder::new("")) {
            Ok(()) => Ok(glob),
            Err(ignore::Error::Glob { err, .. }) => Err(NoGlob::Malformed(err)),
            Err(other) => Err(NoGlob::Malformed(other.to_string())),
        }
    }
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

/// All globs of a run, compiled.
#[derive(Debug, Clone)]
pub struct Globs {
    include: Vec<FileGlob>,
    exclude: Vec<FileGlob>,
    included: Gitignore,
    excluded: Gitignore,
}

/// Equal globs make equal matchers.
impl PartialEq for Globs {
    fn eq(&self, other: &Self) -> bool {
        (&self.include, &self.exclude) == (&other.include, &other.exclude)
    }
}

impl Eq for Globs {}

impl Globs {
    /// Compiles globs; `None` without any.
    pub fn new(include: &[FileGlob], exclude: &[FileGlob]) -> Option<Self> {
        (!include.is_empty() || !exclude.is_empty()).then(|| Self {
            include: include.to_vec(),
            exclude: exclude.to_vec(),
            included: matcher(include),
            excluded: matcher(exclude),
        })
    }

    /// Those of `--include`, as they were written.
    pub fn include(&self) -> &[FileGlob] {
        &self.include
    }

    /// Those of `--exclude`, as they were written.
    pub fn exclude(&self) -> &[FileGlob] {
        &self.exclude
    }

    /// Whether a file or folder, named relative to the root, is not read: a glob excludes it, or it is a file that none
    /// includes. A glob that includes a folder includes all files in it. Nobody asks about files in an excluded folder,
    /// because it is not entered.
    pub(super) fn leave_out(&self, path: &Path, is_folder: bool) -> bool {
        if self.excluded.matched(path, is_folder).is_ignore() {
            return true;
        }
        let asks = !is_folder && !self.include.is_empty();
        asks && !self.included.matched_path_or_any_parents(path, false).is_ignore()
    }
}

fn matcher(globs: &[FileGlob]) -> Gitignore {
    let mut builder = GitignoreBuilder::new("");
    for glob in globs {
        // Each was tried when it was made.
        let _ = glob.add_to(&mut builder);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{FileGlob, Globs};

    fn globs(include: &[&str], exclude: &[&str]) -> Globs {
        let all = |texts: &[&str]| -> Vec<FileGlob> {
            texts.iter().map(|text| text.parse().unwrap()).collect()
        };
        Globs::new(&all(include), &all(exclude)).unwrap()
    }

    #[test]
    fn a_glob_means_what_a_line_of_a_gitignore_means() {
        for (glob, path, is_folder, matches) in [
            ("*.txt", "a.txt", false, true),
            ("*.txt", "deep/a.txt", false, true),
            ("*.txt", "a.txt.gz", false, false),
            ("/a.txt", "deep/a.txt", false, false),
            ("deep/*.txt", "deep/a.txt", false, true),
            ("deep/*.txt", "deep/er/a.txt", false, false),
            ("deep/**/a.txt", "deep/er/still/a.txt", false, true),
            ("build/", "build", true, true),
            ("build/", "build", false, false),
            ("*.{log,tmp}", "x.tmp", false, true),
            ("[ab].txt", "c.txt", false, false),
            ("#notes", "#notes", false, true),
            ("*.TXT", "a.txt", false, false),
        ] {
            let excludes = globs(&[], &[glob]).leave_out(Path::new(path), is_folder);
            assert_eq!(excludes, matches, "{glob} {path}");
        }
    }

    #[test]
    fn a_file_is_read_if_one_includes_it_and_none_excludes_it() {
        let left_out = |globs: &Globs, path: &str| globs.leave_out(Path::new(path), false);
        let some = globs(&["*.txt", "notes/"], &["draft*", "!draft-final.txt"]);
        for (path, out) in [
            ("a.txt", false),
            ("a.md", true),
            ("notes/a.md", false),
            ("notes/deep/a.md", false),
            ("notes/draft.md", true),
            ("draft.txt", true),
            ("draft-final.txt", false),
        ] {
            assert_eq!(left_out(&some, path), out, "{path}");
        }
        // A folder that no glob includes may hold files that one does.
        assert!(!some.leave_out(Path::new("other"), true));
    }

    #[test]
    fn what_is_no_glob_is_refused_with_the_reason() {
        let refused = |text: &str| text.parse::<FileGlob>().unwrap_err().to_string();
        assert_eq!(refused(" "), "a blank glob matches nothing; try *.txt");
        assert!(refused("[z-a]").starts_with("invalid range"), "{}", refused("[z-a]"));
        assert!(refused("{a,b").contains("alternate"), "{}", refused("{a,b"));
    }
}
