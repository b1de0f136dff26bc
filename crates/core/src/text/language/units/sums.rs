use crate::text::language::evidence::{COLUMNS, languages, processing_language};
use crate::text::{EvidenceRow, Script};

/// Least lead of a clear language over the next one, in score steps.
const CLEAR: u32 = 20;

/// Largest distance at which a preferred language is chosen instead of the likeliest, in score steps.
const TIE: u32 = 4;

/// Least mean score of a language; words without evidence score 7. 99 % of passages of 30 words in known languages
/// score at least this. Only 1 % of lists of names do.
const LEAST: u32 = 8;

/// Scores of the words of one script, added up by column.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    script: Script,
    scores: [u32; COLUMNS],
    words: u32,
}

impl Sums {
    pub(super) fn new(script: Script, rows: &[EvidenceRow]) -> Self {
        let mut sums = Self { script, scores: [0; COLUMNS], words: 0 };
        // Sums of 16 scores fit into a byte, because a score is at most 15.
        for rows in rows.chunks(16) {
            let mut some = [0_u8; COLUMNS];
            for row in rows.iter().filter(|row| row.script() == Some(script)) {
                sums.words += 1;
                for (sum, score) in some.iter_mut().zip(row.column_scores()) {
                    *sum = sum.wrapping_add(*score);
                }
            }
            for (sum, some) in sums.scores.iter_mut().zip(some) {
                *sum += u32::from(some);
            }
        }
        sums
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.words = self.words.saturating_add(other.words);
        for (sum, other) in self.scores.iter_mut().zip(other.scores) {
            *sum = sum.saturating_add(other);
        }
    }

    pub(super) fn add_full_row(&mut self, glance: EvidenceRow, word: &str) {
        let more =
            glance.look_up_full_score(word).column_scores().iter().zip(glance.column_scores());
        for (sum, (whole, glance)) in self.scores.iter_mut().zip(more) {
            *sum = *sum + u32::from(*whole) - u32::from(*glance);
        }
    }

    pub(super) fn score(&self, column: u8) -> u32 {
        self.scores.get(usize::from(column)).copied().unwrap_or_default()
    }

    pub(super) fn clearly_best_column(&self) -> Option<u8> {
        let all = languages(self.script);
        if all.len() < 2 {
            return Some(0);
        }
        let best = self.best_column();
        let own = processing_language(all[usize::from(best)]);
        let rivals = all
            .iter()
            .zip(self.scores)
            .filter(|(language, _)| processing_language(**language) != own);
        let next = rivals.map(|(_, sum)| sum).fold(0, Ord::max);
        (self.looks_like_language(best) && self.score(best) >= next + CLEAR).then_some(best)
    }

    /// Returns the column with the highest score. Returns the preferred one if its score is at most `less` lower, or if
    /// the words look like no language.
    fn best_or_preferred_column(&self, preferred: u8, less: u32) -> u8 {
        let best = self.best_column();
        let is_near = self.score(preferred) + less >= self.score(best);
        if is_near || !self.looks_like_language(best) { preferred } else { best }
    }

    pub(super) fn choose_column_preferring(&self, column: u8) -> u8 {
        self.best_or_preferred_column(column, CLEAR)
    }

    /// Returns the column for a text without a clear unit. A short Latin text is often equally likely in several
    /// languages; then English is preferred.
    pub(super) fn column_of_unclear_text(&self) -> u8 {
        let english = languages(self.script).iter().position(|one| one.code() == "en");
        self.best_or_preferred_column(english.unwrap_or_default() as u8, TIE)
    }

    fn looks_like_language(&self, column: u8) -> bool {
        self.script != Script::Latin || self.score(column) >= LEAST * self.words
    }

    fn best_column(&self) -> u8 {
        let scores = self.scores.get(..languages(self.script).len()).unwrap_or_default();
        let best = scores.iter().copied().fold(0, Ord::max);
        scores.iter().position(|sum| *sum == best).unwrap_or_default() as u8
    }
}
