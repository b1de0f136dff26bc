//! `--skip-same`: hides pairs of documents of one author or one folder, by their paths.

use std::{fmt, ops::Range, path::Path, str::FromStr, sync::Arc};

use thiserror::Error;

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected off, directory, or a path with one {{}} in it, such as: students/{{}}/")]
pub struct NoSkipSame;

impl FromStr for SkipSame {
    type Err = NoSkipSame;

    fn from_str(text: &str) -> Result<Self, NoSkipSame> {
        match text {
            "off" => Ok(Self::Off),
            DIRECTORY => Ok(Self::Directory),
            _ => PathPattern::new(text).map(Arc::new).map(Self::Part).ok_or(NoSkipSame),
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
            Self::Directory => path.parent().map(|parent| path_bytes(parent.as_os_str()).to_vec()),
            Self::Part(pattern) => pattern.part_under_placeholder(path).map(<[u8]>::to_vec),
        }
    }

    pub fn placeholder_range(&self, path: &Path) -> Option<Range<usize>> {
        let Self::Part(pattern) = self else { return None };
        let part = pattern.part_under_placeholder(path)?;
        let start = part.as_ptr().addr() - path_bytes(path.as_os_str()).as_ptr().addr();
        Some(start..start + part.len())
    }
}

fn path_bytes(name: &std::ffi::OsStr) -> &[u8] {
    name.as_encoded_bytes()
}

/// A pattern for paths, in which `*` stands for any characters of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPattern {
    text: String,
    /// Patterns of the names in a path, from the top, or of file names if without folders.
    names: Vec<Vec<NamePiece>>,
    place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    FileName,
    /// The pattern matches the whole path: `students/{}.txt`.
    Path,
    /// The pattern matches the beginning of the path: `students/{}/`.
    Above,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum NamePiece {
    Text(String),
    /// Any number of characters.
    Any,
    /// At least one character. Documents with equal characters here form no pair.
    Placeholder,
}

impl PathPattern {
    fn new(text: &str) -> Option<Self> {
        let path = text.strip_prefix("./").or_else(|| text.strip_prefix('/')).unwrap_or(text);
        let place = match (path.ends_with('/'), path.contains('/') || path != text) {
            (true, _) => Place::Above,
            (false, true) => Place::Path,
            (false, false) => Place::FileName,
        };
        let names: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').collect();
        let is_one = text.matches(PLACEHOLDER).count() == 1;
        (is_one && names.iter().all(|name| !name.is_empty())).then(|| Self {
            text: text.to_string(),
            names: names.into_iter().map(parse_pieces).collect(),
            place,
        })
    }

    /// Returns the shortest possible text in place of the placeholder, or `None` if the path does not match.
    fn part_under_placeholder<'a>(&self, path: &'a Path) -> Option<&'a [u8]> {
        let of_path: Vec<&[u8]> = match self.place {
            Place::FileName => path.file_name().into_iter().map(path_bytes).collect(),
            Place::Path | Place::Above => path.iter().map(path_bytes).collect(),
        };
        let is_as_deep = match self.place {
            Place::Above => of_path.len() > self.names.len(),
            Place::FileName | Place::Path => of_path.len() == self.names.len(),
        };
        if !is_as_deep {
            return None;
        }
        let mut part = None;
        let all_fit = self
            .names
            .iter()
            .zip(of_path)
            .all(|(pattern, name)| match_pieces(pattern, name, &mut part));
        part.filter(|_| all_fit)
    }
}

fn parse_pieces(name: &str) -> Vec<NamePiece> {
    let text = |text: &str| (!text.is_empty()).then(|| NamePiece::Text(text.to_string()));
    let mut pieces = Vec::new();
    for (at, side) in name.split(PLACEHOLDER).enumerate() {
        pieces.extend((at > 0).then_some(NamePiece::Placeholder));
        for (at, part) in side.split('*').enumerate() {
            pieces.extend((at > 0).then_some(NamePiece::Any));
            pieces.extend(text(part));
        }
    }
    pieces
}

/// Returns true if the pieces match the name, and sets `part` to the text in place of the placeholder. Takes time
/// proportional to the number of pieces times the length of the name.
fn match_pieces<'a>(pieces: &[NamePiece], name: &'a [u8], part: &mut Option<&'a [u8]>) -> bool {
    // For each piece, the positions from which the rest of the name matches the remaining pieces.
    let mut fitting = vec![vec![false; name.len() + 1]; pieces.len() + 1];
    fitting[pieces.len()][name.len()] = true;
    for (number, piece) in pieces.iter().enumerate().rev() {
        let (before, after) = fitting.split_at_mut(number + 1);
        let (here, after) = (&mut before[number], &after[0]);
        for at in (0..=name.len()).rev() {
            here[at] = match piece {
                NamePiece::Text(text) => {
                    name[at..].starts_with(text.as_bytes()) && after[at + text.len()]
                }
                NamePiece::Any => after[at] || at < name.len() && here[at + 1],
                NamePiece::Placeholder => at < name.len() && (after[at + 1] || here[at + 1]),
            };
        }
    }
    let mut at = 0;
    for (piece, after) in pieces.iter().zip(fitting.get(1..).unwrap_or_default()) {
        if !fitting[0][0] {
            break;
        }
        let first = match piece {
            NamePiece::Text(text) => at + text.len(),
            NamePiece::Any => at,
            NamePiece::Placeholder => at + 1,
        };
        let end = (first..=name.len()).find(|end| after[*end]).unwrap_or(name.len());
        if *piece == NamePiece::Placeholder {
            *part = Some(&name[at..end]);
        }
        at = end;
    }
    fitting[0][0]
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
