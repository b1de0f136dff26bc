//! `--skip-same`: hides pairs of documents of one author or one folder, by their paths.

use std::{fmt, ops::Range, path::Path, str::FromStr, sync::Arc};

use regex_automata::{meta::Regex, util::syntax};

use super::values::ValueError;

/// Stands for the part of a path that is equal in documents whose pairs are hidden.
const PLACEHOLDER: &str = "{}";
/// Number of folders up to which a wider pattern is offered.
const DEEPEST: usize = 4;
const DIRECTORY: &str = "directory";

/// The documents whose pairs are hidden.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SkipSame {
    #[default]
    Off,
    Directory,
    /// Documents with the same text in place of the placeholder.
    Part(Arc<PathPattern>),
}

impl FromStr for SkipSame {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let expected =
            "expected off, directory, or a path with one {} in it, such as: students/{}/";
        match text {
            "off" => Ok(Self::Off),
            DIRECTORY => Ok(Self::Directory),
            _ => match PathPattern::parse(text) {
                Some(pattern) => Ok(Self::Part(Arc::new(pattern))),
                None => Err(expected.into()),
            },
        }
    }
}

impl fmt::Display for SkipSame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Directory => f.write_str(DIRECTORY),
            Self::Part(pattern) => f.write_str(&pattern.text),
        }
    }
}

impl SkipSame {
    /// Returns the first wider pattern that fits: for deeper folders, or for longer last names.
    pub fn find_wider_pattern(&self, fits: impl Fn(&Self) -> bool) -> Option<Self> {
        let Self::Part(pattern) = self else { return None };
        let names = pattern.text.trim_matches('/');
        // Adds no star after the placeholder, because the star would then match all but one character.
        let ends = if names.ends_with(PLACEHOLDER) { ["/", ""] } else { ["*/", "*"] };
        let wider = (0..DEEPEST)
            .flat_map(|depth| ends.map(|end| format!("{}{names}{end}", "*/".repeat(depth))));
        wider.filter_map(|text| text.parse().ok()).find(fits)
    }

    /// Returns the part of the path that the documents to hide have in common, or `None` if no pairs of this document
    /// are hidden.
    pub fn common_part(&self, path: &Path) -> Option<Vec<u8>> {
        match self {
            Self::Off => None,
            Self::Directory => path.parent().map(|parent| path_bytes(parent).to_vec()),
            Self::Part(_) => Some(path_bytes(path)[self.placeholder_range(path)?].to_vec()),
        }
    }

    pub fn placeholder_range(&self, path: &Path) -> Option<Range<usize>> {
        let Self::Part(pattern) = self else { return None };
        let mut groups = pattern.regex.create_captures();
        pattern.regex.captures(path_bytes(path), &mut groups);
        groups.get_group(1).map(|part| part.range())
    }
}

fn path_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

/// A pattern for paths, in which `*` stands for any characters of a name.
#[derive(Clone)]
pub struct PathPattern {
    text: String,
    /// Has the placeholder as its first group, which matches the shortest possible text.
    regex: Regex,
}

impl fmt::Debug for PathPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for PathPattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for PathPattern {}

/// A separator of names, as a regular expression.
const SEPARATOR: &str = if cfg!(windows) { r"[/\\]" } else { "/" };
/// A byte of a name, as a regular expression.
const IN_NAME: &str = if cfg!(windows) { r"(?-u:[^/\\])" } else { "(?-u:[^/])" };

impl PathPattern {
    /// Parses a pattern with exactly one `{}`, in which `*` is a part of a name. `None` for other patterns.
    fn parse(text: &str) -> Option<Self> {
        let path = text.strip_prefix("./").or_else(|| text.strip_prefix('/')).unwrap_or(text);
        let names = path.strip_suffix('/').unwrap_or(path);
        if text.matches(PLACEHOLDER).count() != 1 || names.split('/').any(str::is_empty) {
            return None;
        }
        let letter = |letter: char| match letter {
            '*' => format!("{IN_NAME}*?"),
            '/' => SEPARATOR.to_string(),
            _ => format!(r"\x{{{:x}}}", u32::from(letter)),
        };
        let written: String = path.chars().map(letter).collect();
        let written = written.replace(r"\x{7b}\x{7d}", &format!("({IN_NAME}+?)"));
        // Without folders, the pattern is for file names; with a last `/`, for the beginnings of paths.
        let is_whole = path.contains('/') || path != text;
        let start = if is_whole { "^".to_string() } else { format!("(?:^|{SEPARATOR})") };
        let end = if path.ends_with('/') { "" } else { "$" };
        let regex = Regex::builder()
            .syntax(syntax::Config::new().utf8(false))
            .configure(Regex::config().utf8_empty(false))
            .build(&format!("{start}{written}{end}"));
        Some(Self { text: text.to_string(), regex: regex.ok()? })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::SkipSame;

    fn part(pattern: &str, path: &str) -> Option<String> {
        let skip: SkipSame = pattern.parse().unwrap();
        skip.common_part(Path::new(path)).map(|part| String::from_utf8(part).unwrap())
    }

    #[test]
    fn the_placeholder_covers_one_name_or_a_part_of_it() {
        for (pattern, path, expected) in [
            ("directory", "a.txt", Some("")),
            ("directory", "x/y/a.txt", Some("x/y")),
            ("students/{}/", "students/ann/week 1/a.txt", Some("ann")),
            ("students/{}/", "students/ann.txt", None),
            ("students/{}/", "others/ann/a.txt", None),
            ("./{}/", "ann/a.txt", Some("ann")),
            ("*/{}/", "2024/ann/a.txt", Some("ann")),
            ("{}-*.txt", "deep/ann-essay-2.txt", Some("ann")),
            ("*_{}.txt", "essay_of_ann.txt", Some("of_ann")),
            ("{}-*.txt", "-essay.txt", None),
            ("/{}.txt", "deep/ann.txt", None),
            ("students/{}.*", "students/ann.tar.gz", Some("ann")),
            ("students/x*/{}", "students/xy/ann", Some("ann")),
            ("students/{}", "students/ann/a.txt", None),
            ("off", "a.txt", None),
            ("*-*-*-{}-*.txt", "a-b-c-ann-e-f.txt", Some("ann")),
            ("*-*-*-*-*-*-{}-*.txt", &"-".repeat(250), None),
        ] {
            assert_eq!(part(pattern, path).as_deref(), expected, "{pattern}: {path}");
        }
    }

    #[test]
    fn what_has_no_placeholder_or_two_is_refused() {
        for text in ["", "students", "{}/{}", "a//{}", "Directory", "/"] {
            assert!(text.parse::<SkipSame>().is_err(), "{text}");
        }
        for text in ["off", "directory", "./my students/{}/"] {
            assert_eq!(text.parse::<SkipSame>().unwrap().to_string(), text);
        }
    }
}
