//! Globs of `--include` and `--exclude`, with the syntax of a `.gitignore` in the scanned folder.

use std::{collections::HashSet, path::Path};

use base::file_glob::{FileGlob, GlobMatcher};
use base::{nearest_name::suggest_nearest, path::DocPath, problem::Problem};

#[derive(Debug, Clone)]
pub struct Globs {
    pub include: Vec<FileGlob>,
    pub exclude: Vec<FileGlob>,
    included: GlobMatcher,
    excluded: GlobMatcher,
}

impl PartialEq for Globs {
    fn eq(&self, other: &Self) -> bool {
        (&self.include, &self.exclude) == (&other.include, &other.exclude)
    }
}

impl Eq for Globs {}

impl Globs {
    pub fn new(include: &[FileGlob], exclude: &[FileGlob]) -> Option<Self> {
        (!include.is_empty() || !exclude.is_empty()).then(|| Self {
            include: include.to_vec(),
            exclude: exclude.to_vec(),
            included: GlobMatcher::new(include),
            excluded: GlobMatcher::new(exclude),
        })
    }

    /// Returns true if a glob excludes the file or folder, or if it is a file that no glob includes. `path` is relative
    /// to the root. A glob that includes a folder includes all files below. The caller does not enter excluded folders.
    ///
    /// Adds the excluding glob to `met`.
    pub(super) fn skips_path(
        &self,
        path: &Path,
        is_folder: bool,
        met: &mut HashSet<String>,
    ) -> bool {
        let (is_excluded, by) = self.excluded.match_path(path, is_folder);
        if let Some(glob) = by.filter(|glob| !met.contains(*glob)) {
            met.insert(glob.to_string());
        }
        if is_excluded {
            return true;
        }
        let must_match = !is_folder && !self.include.is_empty();
        must_match && !self.included.includes_file(path)
    }

    pub(super) fn unmatched_globs(
        &self,
        (files, folders): (&[DocPath], &[DocPath]),
        met: &HashSet<String>,
    ) -> Vec<Problem> {
        let unmatched = |option: &str, glob: &FileGlob| {
            let paths = files.iter().chain(folders).map(DocPath::as_path);
            let nearest = suggest_nearest(&glob.to_string(), paths);
            Problem::from_unmatched_option(
                option,
                format!("there is no file or folder {glob}{nearest}"),
            )
        };
        let is_excluding = |glob: &&FileGlob| {
            let glob = glob.to_string();
            // A compiled glob has a backslash before a leading `#`.
            !met.iter().any(|met| *met == glob || met.strip_prefix('\\') == Some(&glob))
        };
        let is_including = |glob: &&FileGlob| {
            let matcher = GlobMatcher::new([*glob]);
            !files.iter().any(|file| matcher.includes_file(file.as_path()))
        };
        let included =
            self.include.iter().filter(is_including).map(|glob| unmatched("include", glob));
        let excluded =
            self.exclude.iter().filter(is_excluding).map(|glob| unmatched("exclude", glob));
        included.chain(excluded).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, path::Path};

    use super::Globs;
    use base::file_glob::FileGlob;

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
            let excludes =
                globs(&[], &[glob]).skips_path(Path::new(path), is_folder, &mut HashSet::new());
            assert_eq!(excludes, matches, "{glob} {path}");
        }
    }

    #[test]
    fn what_is_no_glob_is_refused_with_the_reason() {
        let refused = |text: &str| text.parse::<FileGlob>().unwrap_err().to_string();
        assert_eq!(refused(" "), "a blank glob matches nothing; try *.txt");
        assert!(refused("[z-a]").starts_with("invalid range"), "{}", refused("[z-a]"));
        assert!(refused("{a,b").contains("alternate"), "{}", refused("{a,b"));
        for open in ["[", "a[b", "[!", "[]", "[^]x", "[a]b[c"] {
            assert!(refused(open).starts_with("a [ without its ]"), "{open}");
        }
        for whole in ["\\[", "[]]", "[!]]", "[a]", "[[]", "a\\[b"] {
            assert!(whole.parse::<FileGlob>().is_ok(), "{whole}");
        }
    }
}
