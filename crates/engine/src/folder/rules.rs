//! Rules of ignore files such as `.gitignore`, in a folder and in the folders above up to the root.

use std::{path::Path, sync::Arc};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::read::{SizeLimit, Unread, read_small_file};
use base::path::DocPath;
use base::problem::{Problem, ProblemKind};

/// Largest ignore file that is read. Compiling the patterns of larger files takes too long.
const LARGEST_RULES: SizeLimit = SizeLimit::fixed_limit(128 << 10);

/// Names of ignore files, in order of precedence. Each comes with the entry that a folder must have for the file to
/// count.
const SOURCES: [(&str, &str); 3] =
    [(".ignore", ".ignore"), (".gitignore", ".gitignore"), (".git/info/exclude", ".git")];

#[derive(Debug, Clone, Default)]
pub(super) struct Rules(Option<Arc<Level>>);

#[derive(Debug)]
struct Level {
    above: Rules,
    matchers: [Option<Gitignore>; SOURCES.len()],
}

impl Rules {
    /// Returns the rules inside `folder`. `has(name)` returns true for an entry of the folder. Adds unreadable files
    /// and invalid lines to `problems`; the other lines still count.
    ///
    /// Reads the files without the `ignore` crate, which would block forever on a pipe named `.gitignore`.
    pub(super) fn rules_inside(
        &self,
        root: &Path,
        folder: &Path,
        has: impl Fn(&str) -> bool,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let matchers = SOURCES.map(|(file, sign)| {
            has(sign).then(|| build_matcher(root, folder, file, problems)).flatten()
        });
        if matchers.iter().all(Option::is_none) {
            return self.clone();
        }
        Self(Some(Arc::new(Level { above: self.clone(), matchers })))
    }

    /// Returns the match in the nearest ignore file with a matching rule. `.ignore` files come before `.gitignore`.
    pub(super) fn match_path(&self, path: &Path, is_folder: bool) -> Match<()> {
        (0..SOURCES.len())
            .map(|source| self.match_ignore_files_of_root(source, path, is_folder))
            .find(|found| !found.is_none())
            .unwrap_or(Match::None)
    }

    /// Finds the ignore rule that matches a path, among the rules of the scanned folder with the index `source`.
    fn match_ignore_files_of_root(&self, source: usize, path: &Path, is_folder: bool) -> Match<()> {
        let mut next = self.0.as_deref();
        while let Some(level) = next {
            if let Some(Some(matcher)) = level.matchers.get(source) {
                let found = matcher.matched(path, is_folder).map(|_| ());
                if !found.is_none() {
                    return found;
                }
            }
            next = level.above.0.as_deref();
        }
        Match::None
    }
}

fn build_matcher(
    root: &Path,
    folder: &Path,
    file: &str,
    problems: &mut Vec<Problem>,
) -> Option<Gitignore> {
    let name = DocPath::new(folder.join(file));
    let mut report =
        |reason: String| problems.push(Problem::new(&name, ProblemKind::Failed, reason));
    let bytes = match read_small_file(&root.join(name.as_path()), LARGEST_RULES) {
        Ok(bytes) => bytes,
        Err(Unread::Vanished) => return None,
        Err(unread) => {
            report(format!("{unread}; shingle ignores its rules"));
            return None;
        }
    };
    let mut builder = GitignoreBuilder::new(folder);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let added =
            std::str::from_utf8(line).map_err(|_| "not utf-8".to_string()).and_then(|line| {
                builder.add_line(None, line).map_err(|error| error.to_string()).map(|_| ())
            });
        if let Err(reason) = added {
            report(format!("line {} does not count: {reason}", index + 1));
        }
    }
    match builder.build() {
        Ok(matcher) if matcher.is_empty() => None,
        Ok(matcher) => Some(matcher),
        Err(error) => {
            report(format!("shingle ignores its rules: {error}"));
            None
        }
    }
}
