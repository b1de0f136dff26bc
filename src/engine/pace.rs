//! How many files are read before the worker looks at its messages. It reads none.

use std::time::Duration;

/// The time for one batch of files. A request waits about this long. Every batch ends with threads that wait for the
/// last file, and begins with threads that know no words yet: in batches of 512, 100,000 files take a third more
/// processor time than in batches of 8,192.
const PIECE: Duration = Duration::from_millis(120);
/// The size of the first batch, and the smallest size. A batch of slow files, such as PDF, must not take long either: nothing is
/// said of progress before the first one is read.
const FEWEST: usize = 64;
/// The largest size: the words of a batch are in memory twice for a moment.
const MOST: usize = 1 << 14;

/// The size of the next batch, by how long the last one took.
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
    /// The number of files to read next.
    pub(super) const fn files(self) -> usize {
        self.files
    }

    /// Notes that so many files took so long.
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
        // A last, smaller batch says nothing about larger ones.
        pace.took(FEWEST / 2, Duration::ZERO);
        assert_eq!(pace.files(), FEWEST);
    }
}
