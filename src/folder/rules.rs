//! What ignore files leave out, those of a folder and of the folders above it. Hidden names are not decided here.

use std::{path::Path, sync::Arc};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::read::{SizeLimit, Unread, read_small};
use crate::base::path::DocPath;
use crate::base::problem::{Problem, ProblemKind};

/// Larger ignore files are not used: compiling their patterns costs much more than reading them.
const LARGEST_RULES: SizeLimit = SizeLimit::fixed(128 << 10);

/// The files with rules, the strongest first, each with the name in the folder's listing that shows whether it exists.
const SOURCES: [(&str, &str); 3] =
    [(".ignore", ".ignore"), (".gitignore", ".gitignore"), (".git/info/exclude", ".git")];

/// The rules that apply in one folder.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules(Option<Arc<Level>>);

#[derive(Debug)]
struct Level {
    above: Rules,
    matchers: [Option<Gitignore>; SOURCES.len()],
}

impl Rules {
    /// The rules inside `folder`. `has(name)` says whether the listing of the folder has a name. Adds what is wrong
    /// with the files to `problems`. Correct lines still count.
    ///
    /// The `ignore` crate does not read the files, because it would block for ever on a pipe named `.gitignore`.
    pub(super) fn enter(
        &self,
        root: &Path,
        folder: &Path,
        has: impl Fn(&str) -> bool,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let matchers = SOURCES
            .map(|(file, sign)| has(sign).then(|| matcher(root, folder, file, problems)).flatten());
        if matchers.iter().all(Option::is_none) {
            return self.clone();
        }
        Self(Some(Arc::new(Level { above: self.clone(), matchers })))
    }

    /// The verdict of the nearest file that has one: `Ignore`, `Whitelist` or none. `.ignore` files come before
    /// `.gitignore`.
    pub(super) fn judge(&self, path: &Path, is_folder: bool) -> Match<()> {
        (0..SOURCES.len())
            .map(|source| self.judge_by(source, path, is_folder))
            .find(|verdict| !verdict.is_none())
            .unwrap_or(Match::None)
    }

    fn judge_by(&self, source: usize, path: &Path, is_folder: bool) -> Match<()> {
        let mut next = self.0.as_deref();
        while let Some(level) = next {
            if let Some(Some(matcher)) = level.matchers.get(source) {
                let verdict = matcher.matched(path, is_folder).map(|_| ());
                if !verdict.is_none() {
                    return verdict;
                }
            }
            next = level.above.0.as_deref();
        }
        Match::None
    }
}

fn matcher(
    root: &Path,
    folder: &Path,
    file: &str,
    problems: &mut Vec<Problem>,
) -> Option<Gitignore> {
    let name = DocPath::new(folder.join(file));
    let mut report =
        |reason: String| problems.push(Problem::new(&name, ProblemKind::Failed, reason));
    let bytes = match read_small(&root.join(name.as_path()), LARGEST_RULES) {
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
