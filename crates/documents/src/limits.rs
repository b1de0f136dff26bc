//! How much of a file is read, so that a small file cannot become a large one.

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation as _;

use base::numbers::{thousands, verb};

use super::extracted::Unreadable;

/// Limits of what one file may become. What goes beyond them is refused, never cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of the extracted text.
    pub text: u64,
    /// Words of the text, as Unicode cuts them.
    pub words: u64,
    /// Entries of an archive.
    pub entries: u64,
    /// Bytes of one unpacked entry, counted as they are read, whatever the archive declares.
    pub entry: u64,
    /// Bytes unpacked for each packed one, beyond the first MiB.
    pub ratio: u64,
    /// Elements within each other.
    pub depth: u64,
    /// Seconds of processor time, in a reader process.
    pub time: u64,
    /// Bytes of memory, in a reader process.
    pub memory: u64,
}

impl Limits {
    /// Those that hold where nobody says otherwise.
    pub const DEFAULT: Self = Self {
        text: 64 << 20,
        words: 10_000_000,
        entries: 10_000,
        entry: 64 << 20,
        ratio: 100,
        depth: 512,
        time: 20,
        memory: 1 << 30,
    };

    /// Those of a file of so many bytes. One of 6 MiB may take all of the time, a small one a quarter: whatever takes longer was
    /// made to.
    #[must_use]
    pub fn of_file(self, bytes: usize) -> Self {
        let eighths = 2 + (bytes as u64 >> 20);
        Self { time: (self.time * eighths).div_ceil(8).min(self.time), ..self }
    }

    /// Takes a text that is no longer than the limits.
    ///
    /// # Errors
    /// [`Unreadable::Limit`]: it has more bytes or words.
    pub fn admit(&self, text: &str) -> Result<(), Unreadable> {
        if text.len() as u64 > self.text {
            return Err(too_long(self.text));
        }
        // A word has a byte or more, so most texts need no count.
        let has_more = text.len() as u64 > self.words
            && text
                .unicode_words()
                .nth(usize::try_from(self.words).unwrap_or(usize::MAX))
                .is_some();
        if has_more { Err(self.too_many_words()) } else { Ok(()) }
    }

    fn too_many_words(&self) -> Unreadable {
        let what = format!("its text has more than {} words", thousands(self.words));
        Unreadable::limit("words", &what, "split the file")
    }

    /// The refusal of a file with too many entries, of which one is called `one` and several `many`.
    pub fn too_many(&self, one: &str, many: &str) -> Unreadable {
        let name = verb(self.entries, one, many);
        let what = format!("it has more than {} {name}", thousands(self.entries));
        Unreadable::limit("entries", &what, "split the file")
    }

    /// The refusal of a file that holds something too large once it is unpacked.
    pub fn too_large(&self, name: &str) -> Unreadable {
        let what = format!("{name} unpacks to more than {}", size(self.entry));
        Unreadable::limit("entry", &what, "split the file")
    }

    /// The refusal of a file that holds something packed too well.
    pub fn too_dense(&self, name: &str) -> Unreadable {
        let what = format!("{name} unpacks to more than {} times its size", self.ratio);
        Unreadable::limit("ratio", &what, "save it as plain text if you trust the file")
    }

    /// Those of a document within a document, whose kind is called `name`: half as deep, so that there is an end.
    ///
    /// # Errors
    /// [`Unreadable::Limit`]: too many stand within each other.
    pub(crate) fn within(self, name: &str) -> Result<Self, Unreadable> {
        match self.depth / 2 {
            0 => {
                let what = format!("{name} nest too deep");
                Err(Unreadable::limit("depth", &what, "save it as plain text"))
            }
            depth => Ok(Self { depth, ..self }),
        }
    }

    /// The refusal of a file with too many elements within each other, which are called `name`.
    pub fn too_deep(&self, name: &str) -> Unreadable {
        let what = format!("{name} nest more than {} deep", self.depth);
        Unreadable::limit("depth", &what, "save it as plain text")
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The refusal of a text with more bytes than these.
pub(crate) fn too_long(limit: u64) -> Unreadable {
    let what = format!("its text is larger than {}", size(limit));
    Unreadable::limit("text", &what, "split the file")
}

/// A number of bytes for people.
fn size(bytes: u64) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn a_text_beyond_a_limit_is_refused_and_the_option_named() {
        let limits = Limits { text: 12, words: 2, ..Limits::DEFAULT };
        let refusal = |text: &str| limits.admit(text).unwrap_err().to_string();
        assert_eq!(limits.admit("one two ...."), Ok(()));
        assert_eq!(
            refusal("one two three"),
            "its text is larger than 12 bytes; raise --limit-text, or split the file"
        );
        assert_eq!(
            refusal("one two 3"),
            "its text has more than 2 words; raise --limit-words, or split the file"
        );
    }

    #[test]
    fn a_small_file_gets_less_time() {
        let time = |limit, bytes| Limits { time: limit, ..Limits::DEFAULT }.of_file(bytes).time;
        let sizes = [0, 1 << 20, 4 << 20, 6 << 20, 100 << 20];
        assert_eq!(sizes.map(|bytes| time(20, bytes)), [5, 8, 15, 20, 20]);
        assert_eq!(sizes.map(|bytes| time(1, bytes)), [1; 5]);
    }
}
