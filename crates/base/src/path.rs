use std::hash::{Hash, Hasher};
use std::{borrow::Cow, cmp::Ordering, fmt, path::Path, sync::Arc};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer, de::Error as _, ser::SerializeMap as _,
};

use super::visible::make_visible;

/// Path of a document relative to the scanned folder. For a record, it includes the first line of the record. Paths
/// sort by bytes, then by line number.
///
/// `Display` shows control, bidi and invisible characters as visible tokens, safe for a terminal.
#[derive(Debug, Clone)]
pub struct DocPath {
    file: Arc<Path>,
    /// Line from 1; 0 for a whole file.
    line: u32,
}

impl DocPath {
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self { file: Arc::from(path.as_ref()), line: 0 }
    }

    /// Converts bytes of the operating system to a path. `None` if the system forbids such a path.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        #[cfg(unix)]
        let path = {
            use std::os::unix::ffi::OsStrExt as _;
            Path::new(std::ffi::OsStr::from_bytes(bytes))
        };
        #[cfg(not(unix))]
        let path = Path::new(std::str::from_utf8(bytes).ok()?);
        Some(Self::new(path))
    }

    /// Returns the path of the record at a line, counted from 1.
    #[must_use]
    pub fn at_line(&self, line: u32) -> Self {
        Self { file: Arc::clone(&self.file), line }
    }

    #[must_use]
    pub fn path_of_file(&self) -> Self {
        self.at_line(0)
    }

    /// Returns the line of a record, counted from 1, or `None` for a whole file.
    pub const fn line(&self) -> Option<u32> {
        if self.line == 0 { None } else { Some(self.line) }
    }

    /// Converts `a.txt:7` to the record at line 7 of `a.txt`. Other names stay unchanged.
    #[must_use]
    pub fn parse_line_suffix(self) -> Self {
        let bytes = self.as_bytes();
        let digits = bytes.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (before, digits) = bytes.split_at(bytes.len() - digits);
        let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        let is_plain = !digits.starts_with(b"0");
        match (before.strip_suffix(b":").and_then(Self::from_bytes), number) {
            (Some(file), Some(line)) if is_plain && !file.as_bytes().is_empty() => {
                Self { line, ..file }
            }
            _ => self,
        }
    }

    pub fn as_path(&self) -> &Path {
        &self.file
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.file.as_os_str().as_encoded_bytes()
    }

    pub fn to_str(&self) -> Option<&str> {
        self.file.to_str()
    }

    /// Returns the path as bytes, followed by `:7` for the record at line 7.
    pub fn name_bytes(&self) -> Cow<'_, [u8]> {
        match self.line() {
            None => Cow::Borrowed(self.as_bytes()),
            Some(line) => Cow::Owned([self.as_bytes(), format!(":{line}").as_bytes()].concat()),
        }
    }

    /// Returns the path as text; `�` replaces invalid UTF-8. The text may contain characters that control a terminal.
    pub fn name(&self) -> Cow<'_, str> {
        let file = self.file.to_string_lossy();
        match self.line() {
            None => file,
            Some(line) => Cow::Owned(format!("{file}:{line}")),
        }
    }

    /// Returns the exact bytes in base 64, or `None` if the name is UTF-8.
    pub fn base64_if_not_utf8(&self) -> Option<String> {
        self.to_str().is_none().then(|| STANDARD.encode(self.name_bytes()))
    }
}

/// Compares bytes, as `Ord` does. `Path` compares by component, which takes ten times as long.
impl PartialEq for DocPath {
    fn eq(&self, other: &Self) -> bool {
        self.line == other.line
            && (Arc::ptr_eq(&self.file, &other.file) || self.as_bytes() == other.as_bytes())
    }
}

impl Eq for DocPath {}

impl Hash for DocPath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
        self.line.hash(state);
    }
}

impl PartialOrd for DocPath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DocPath {
    fn cmp(&self, other: &Self) -> Ordering {
        let files = if Arc::ptr_eq(&self.file, &other.file) {
            Ordering::Equal
        } else {
            self.as_bytes().cmp(other.as_bytes())
        };
        files.then(self.line.cmp(&other.line))
    }
}

/// In JSON, an object with the fields `path` and, if the name is not UTF-8, `path_b64`.
impl Serialize for DocPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return (self.as_bytes(), self.line).serialize(serializer);
        }
        let exact = self.base64_if_not_utf8();
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("path", &self.name())?;
        exact.map_or(Ok(()), |exact| fields.serialize_entry("path_b64", &exact))?;
        fields.end()
    }
}

impl<'de> Deserialize<'de> for DocPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (bytes, line) = <(Vec<u8>, u32)>::deserialize(deserializer)?;
        let file = Self::from_bytes(&bytes);
        file.map(|file| file.at_line(line)).ok_or_else(|| D::Error::custom("no such path"))
    }
}

impl fmt::Display for DocPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&make_visible(&self.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::DocPath;

    #[test]
    fn records_stand_behind_their_file_in_the_order_of_their_lines() {
        let file = DocPath::new("a.txt");
        let sorted = [
            DocPath::new("a"),
            file.clone(),
            file.at_line(2),
            DocPath::new("a.txt").at_line(10),
            DocPath::new("a.txt.gz").at_line(1),
        ];
        assert!(sorted.is_sorted());
        let names: Vec<String> = sorted.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["a", "a.txt", "a.txt:2", "a.txt:10", "a.txt.gz:1"]);
        assert_eq!(file.at_line(2).path_of_file(), file);
        assert_ne!(file.at_line(2), file);
    }

    #[test]
    fn a_name_that_ends_in_a_line_is_split_and_no_other_is() {
        for (name, file, line) in [
            ("a.txt:7", "a.txt", Some(7)),
            ("a:3:12", "a:3", Some(12)),
            ("a.txt:07", "a.txt:07", None),
            ("a.txt:0", "a.txt:0", None),
            ("a.txt:", "a.txt:", None),
            ("a7", "a7", None),
            (":7", ":7", None),
            ("a:99999999999", "a:99999999999", None),
        ] {
            let split = DocPath::new(name).parse_line_suffix();
            assert_eq!((split.to_str(), split.line()), (Some(file), line), "{name}");
            assert_eq!(split.name(), name);
        }
    }
}
