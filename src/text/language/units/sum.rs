//! What the words of a unit tell together, language by language.

use super::super::evidence::{COLUMNS, EvidenceRow, Script};

/// The sums of the scores of at most 16 words, so that each fits into a byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sum {
    /// By language.
    pub(super) scores: [u8; COLUMNS],
    /// How many words of the script these are.
    pub(super) words: u8,
}

impl Sum {
    /// Of words, by the languages of a script; those of other scripts tell nothing.
    #[inline]
    pub(super) fn of(rows: &[EvidenceRow], script: Script) -> Self {
        let mut sum = Self { scores: [0; COLUMNS], words: 0 };
        for row in rows.iter().filter(|row| row.script() == Some(script)) {
            sum.words += 1;
            for (sum, score) in sum.scores.iter_mut().zip(row.scores()) {
                *sum = sum.wrapping_add(*score);
            }
        }
        sum
    }

    /// Asks one of the words for what else it tells than at a glance: all that it tells.
    pub(super) fn ask(&mut self, glance: EvidenceRow, word: &str) -> EvidenceRow {
        let row = glance.whole(word);
        let more = row.scores().iter().zip(glance.scores());
        for (sum, (whole, glance)) in self.scores.iter_mut().zip(more) {
            *sum = sum.wrapping_add(*whole).wrapping_sub(*glance);
        }
        row
    }

    /// By how much a language is ahead of all rivals, which have all bits.
    pub(super) fn margin(&self, column: u8, rivals: &[u8; COLUMNS]) -> i16 {
        // No branch: sixteen languages are looked at at once.
        let rivals = self.scores.iter().zip(rivals).map(|(score, rival)| score & rival);
        let next = rivals.fold(0, Ord::max);
        let own = self.scores.get(usize::from(column)).copied().unwrap_or_default();
        i16::from(own) - i16::from(next)
    }
}
