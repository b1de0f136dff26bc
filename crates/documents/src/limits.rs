//! Limits on reading, so that a small file cannot expand into a large text.

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation as _;

use base::numbers::{choose_verb, format_with_commas};

use super::extracted::Unreadable;

/// Number of unpacked bytes to which the ratio limit does not apply, so that a small file of one repeated line is
/// accepted.
const FREE: u64 = 1 << 20;

/// Limits for one file; a file above a limit is rejected, never cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Largest extracted text in bytes.
    pub text: u64,
    pub words: u64,
    pub entries: u64,
    /// Largest unpacked entry in bytes; the unpacked bytes are counted, because a declared size may be false.
    pub entry: u64,
    /// Most unpacked bytes per packed byte, beyond the first MiB.
    pub ratio: u64,
    pub depth: u64,
    /// Longest processor time of a reader process in seconds.
    pub time: u64,
    pub memory: u64,
}

impl Limits {
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

    /// Returns the limits for a file of this size. A file of 6 MiB may use the whole time, a small file a quarter.
    #[must_use]
    pub fn for_file_size(self, bytes: usize) -> Self {
        let eighths = 2 + (bytes as u64 >> 20);
        Self { time: (self.time * eighths).div_ceil(8).min(self.time), ..self }
    }

    pub fn check_text_size(&self, text: &str) -> Result<(), Unreadable> {
        if text.len() as u64 > self.text {
            return Err(too_long_error(self.text));
        }
        // A word has at least one byte, so texts with fewer bytes than the limit need no count.
        let has_more = text.len() as u64 > self.words
            && text
                .unicode_words()
                .nth(usize::try_from(self.words).unwrap_or(usize::MAX))
                .is_some();
        if !has_more {
            return Ok(());
        }
        let what = format!("its text has more than {} words", format_with_commas(self.words));
        Err(Unreadable::over_limit_error("words", &what, "split the file"))
    }

    /// Returns the error for too many entries; `one` and `many` are the noun for an entry: `slide`, `slides`.
    pub fn too_many_error(&self, one: &str, many: &str) -> Unreadable {
        let name = choose_verb(self.entries, one, many);
        let what = format!("it has more than {} {name}", format_with_commas(self.entries));
        Unreadable::over_limit_error("entries", &what, "split the file")
    }

    /// Returns the largest unpacked size in bytes that the ratio allows for this many packed bytes.
    pub(crate) fn max_unpacked_size(&self, packed: u64) -> u64 {
        packed.saturating_mul(self.ratio).saturating_add(FREE)
    }

    /// Returns the error for an entry with more than `most` unpacked bytes: the entry limit, or else the ratio limit.
    pub(crate) fn unpacked_size_error(&self, name: &str, most: u64) -> Unreadable {
        if most == self.entry {
            let what = format!("{name} unpacks to more than {}", format_size(self.entry));
            return Unreadable::over_limit_error("entry", &what, "split the file");
        }
        let what = format!("{name} unpacks to more than {} times its size", self.ratio);
        Unreadable::over_limit_error("ratio", &what, "save it as plain text if you trust the file")
    }

    /// Returns the limits for an embedded document of the kind `name`, with half the depth, so that nesting ends.
    pub(crate) fn for_embedded_document(self, name: &str) -> Result<Self, Unreadable> {
        match self.depth / 2 {
            0 => {
                let what = format!("{name} nest too deep");
                Err(Unreadable::over_limit_error("depth", &what, "save it as plain text"))
            }
            depth => Ok(Self { depth, ..self }),
        }
    }

    /// Returns the error for `name`, such as `its groups`, that nest deeper than the limit.
    pub fn too_deep_error(&self, name: &str) -> Unreadable {
        let what = format!("{name} nest more than {} deep", self.depth);
        Unreadable::over_limit_error("depth", &what, "save it as plain text")
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

pub(crate) fn too_long_error(limit: u64) -> Unreadable {
    let what = format!("its text is larger than {}", format_size(limit));
    Unreadable::over_limit_error("text", &what, "split the file")
}

fn format_size(bytes: u64) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn a_text_beyond_a_limit_is_refused_and_the_option_named() {
        let limits = Limits { text: 12, words: 2, ..Limits::DEFAULT };
        let refusal = |text: &str| limits.check_text_size(text).unwrap_err().to_string();
        assert_eq!(limits.check_text_size("one two ...."), Ok(()));
        for (text, option) in [("one two three", "--limit-text"), ("one two 3", "--limit-words")] {
            assert!(refusal(text).contains(&format!("raise {option},")), "{}", refusal(text));
        }
    }

    #[test]
    fn a_small_file_gets_less_time() {
        let time =
            |limit, bytes| Limits { time: limit, ..Limits::DEFAULT }.for_file_size(bytes).time;
        let sizes = [0, 1 << 20, 4 << 20, 6 << 20, 100 << 20];
        assert_eq!(sizes.map(|bytes| time(20, bytes)), [5, 8, 15, 20, 20]);
        assert_eq!(sizes.map(|bytes| time(1, bytes)), [1; 5]);
    }
}
