//! `--between A B`: lists only pairs of a document of side A with a document of side B.

use std::{fmt, path::Path, str::FromStr, sync::Arc};

use super::values::ValueError;
use base::file_glob::{FileGlob, GlobMatcher, NoGlob};

const ALL: &str = ".";

/// A side: documents that match a glob, or are in a folder that matches it. `.` means all documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairSide {
    glob: FileGlob,
    text: String,
}

impl FromStr for PairSide {
    type Err = NoGlob;

    fn from_str(text: &str) -> Result<Self, NoGlob> {
        let glob = match text {
            "." | "./" => "**".parse()?,
            // Shells complete `./new`. Removing the dot gives `/new`, which means the same in a glob.
            _ => text
                .strip_prefix('.')
                .filter(|rest| rest.starts_with('/'))
                .unwrap_or(text)
                .parse()?,
        };
        let text = if text == "./" { ALL } else { text };
        Ok(Self { glob, text: text.to_string() })
    }
}

impl fmt::Display for PairSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PairSide {
    pub fn is_all(&self) -> bool {
        self.text == ALL
    }
}

/// `--between A B`: lists only pairs of a document in A and a document in B.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Between {
    sides: Arc<[PairSide; 2]>,
}

impl Between {
    /// Parses two sides separated by a space. A side with a space must be in double quotes; `off` means no rule.
    pub fn parse_two_sides(text: &str) -> Result<Option<Self>, ValueError> {
        if ["off", "none"].contains(&text) {
            return Ok(None);
        }
        Self::from_sides(&split_words(text))
    }

    pub fn from_sides(sides: &[impl AsRef<str>]) -> Result<Option<Self>, ValueError> {
        let side = |text: &str| {
            text.parse::<PairSide>().map_err(|reason| ValueError(format!("{text}: {reason}")))
        };
        let [a, b] = sides else {
            return Err("expected two folders or globs, such as: new archive; or off".into());
        };
        let sides = [side(a.as_ref())?, side(b.as_ref())?];
        let is_all = sides.iter().all(PairSide::is_all);
        Ok((!is_all).then(|| Self { sides: Arc::new(sides) }))
    }

    pub fn sides(&self) -> [String; 2] {
        self.sides.each_ref().map(ToString::to_string)
    }

    pub fn matcher(&self) -> BetweenMatcher {
        BetweenMatcher(self.sides.each_ref().map(|side| GlobMatcher::new([&side.glob])))
    }
}

/// Formats the sides as they are typed on the screen.
impl fmt::Display for Between {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = self.sides.each_ref().map(|side| {
            let text = side.to_string();
            if text.contains(' ') { format!("\"{text}\"") } else { text }
        });
        f.write_str(&quoted.join(" "))
    }
}

#[derive(Debug)]
pub struct BetweenMatcher([GlobMatcher; 2]);

impl BetweenMatcher {
    /// Returns, for side A and side B, true if the file at `path` belongs to the side.
    pub fn sides_of(&self, path: &Path) -> [bool; 2] {
        self.0.each_ref().map(|side| side.includes_file(path))
    }
}

/// Splits at spaces outside of double quotes.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in text.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Between;

    #[test]
    fn a_side_is_a_glob_a_folder_or_all() {
        let sides = |typed: &str, path: &str| {
            let between = Between::parse_two_sides(typed).unwrap().unwrap();
            between.matcher().sides_of(Path::new(path))
        };
        for (typed, path, expected) in [
            ("new archive", "new/a.txt", [true, false]),
            ("new archive", "archive/2024/deep/a.txt", [false, true]),
            ("new archive", "other/new.txt", [false, false]),
            ("new .", "new/a.txt", [true, true]),
            ("new .", "a.txt", [false, true]),
            ("./new ./", "new/a.txt", [true, true]),
            ("./new .", "other/new/a.txt", [false, true]),
            ("*.md *.txt", "deep/a.md", [true, false]),
            ("\"my essays\" b", "my essays/a.txt", [true, false]),
        ] {
            assert_eq!(sides(typed, path), expected, "{typed}: {path}");
        }
    }

    #[test]
    fn what_is_typed_is_what_is_shown() {
        for typed in ["new archive", "new .", "\"my essays\" *.txt"] {
            assert_eq!(Between::parse_two_sides(typed).unwrap().unwrap().to_string(), typed);
        }
        for all in ["off", ". .", ". ./"] {
            assert_eq!(Between::parse_two_sides(all).unwrap(), None);
        }
        for (typed, said) in
            [("new", "two folders"), ("a b c", "two folders"), ("[z-a] b", "range")]
        {
            let refused = Between::parse_two_sides(typed).unwrap_err().to_string();
            assert!(refused.contains(said), "{refused}");
        }
    }
}
