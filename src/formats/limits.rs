//! How much of a file is read, so that a small file cannot become a large one.

use serde::{Deserialize, Serialize};

use super::extracted::Unreadable;

/// Limits of what one file may become. What goes beyond them is refused, never cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of the extracted text.
    pub text: u64,
    /// Entries of an archive.
    pub entries: u64,
    /// Bytes of one unpacked entry, counted as they are read, whatever the archive declares.
    pub entry: u64,
    /// Bytes unpacked for each packed one, beyond the first MiB.
    pub ratio: u64,
    /// Elements within each other.
    pub depth: u64,
    /// Seconds of processor time.
    pub time: u64,
}

impl Limits {
    /// Takes a text that is no longer than the limit.
    ///
    /// # Errors
    /// [`Unreadable::Limit`]: it is longer.
    pub fn admit(&self, text: &str) -> Result<(), Unreadable> {
        if text.len() as u64 <= self.text {
            return Ok(());
        }
        let (has, most) = (text.len() >> 20, self.text >> 20);
        let what = format!(
            "its text has {has} MiB, more than the {most} MiB that are compared; split the file"
        );
        Err(Unreadable::Limit { limit: "text".into(), what })
    }

    /// Those that hold where nobody says otherwise.
    pub const DEFAULT: Self =
        Self { text: 64 << 20, entries: 10_000, entry: 64 << 20, ratio: 100, depth: 512, time: 20 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
