//! How many files are read before the worker looks at what it was told meanwhile. It reads none.

use std::time::Duration;

/// Whoever asks for something waits no longer than about this for the files that are being read. Every piece ends with
/// threads that wait for the last file, and begins with threads that know no word yet: by 512 at a
/// time 100,000 files take a third more of the processors than by 8,192.
const PIECE: Duration = Duration::from_millis(120);
/// Files in the first piece, and the fewest in any.
const FEWEST: usize = 512;
/// The most: their words are kept twice for a moment.
const MOST: usize = 1 << 14;

/// The size of the next piece, by how long the last one took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    files: usize,
}

impl Default for Pace {
    fn default() -> Self {
        Self { files: FEWEST }
    }
}

impl Pace {
    /// Files to be read next.
    pub(super) const fn files(self) -> usize {
        self.files
    }

    /// So many files took so long.
    pub(super) fn took(&mut self, files: usize, time: Duration) {
        if time > PIECE {
            self.files = (self.files / 2).max(FEWEST);
        } else if files == self.files && 2 * time <= PIECE {
            self.files = (2 * self.files).min(MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, FEWEST, MOST, PIECE, Pace};

    #[test]
    fn pieces_grow_while_they_are_quick_and_shrink_when_they_are_slow() {
        let mut pace = Pace::default();
        for _ in 0..20 {
            pace.took(pace.files(), Duration::from_millis(1));
        }
        assert_eq!(pace.files(), MOST);
        pace.took(MOST, PIECE);
        assert_eq!(pace.files(), MOST);
        for _ in 0..20 {
            pace.took(pace.files(), 2 * PIECE);
        }
        assert_eq!(pace.files(), FEWEST);
        // The rest of a listing says nothing about more files than it had.
        pace.took(FEWEST / 2, Duration::ZERO);
        assert_eq!(pace.files(), FEWEST);
    }
}
