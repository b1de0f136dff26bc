//! The columns of the histogram and of the threshold's line. It counts nothing and draws nothing.

use shingle::base::ratio::Ratio;

/// The columns that the bars leave free for the words beside them.
pub(crate) const WORDS: u16 = 24;
/// The columns of the longest words beside them, which say what a score is.
const ALL_WORDS: u16 = 66;

/// The columns of a histogram: one for every hundredth or for every two, and one for the line between two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HistogramScale {
    /// How many hundredths a column stands for: 1 or 2.
    pub(crate) step: u16,
}

impl HistogramScale {
    /// The finest scale that leaves room for all words in `width` columns.
    pub(crate) const fn of(width: u16) -> Self {
        Self { step: if width >= 104 + ALL_WORDS { 1 } else { 2 } }
    }

    /// How many bars there are. The last one also counts the pairs of exactly 100%.
    pub(crate) const fn bars(self) -> u16 {
        100 / self.step
    }

    /// The column of the line: the number of bars left of it.
    pub(crate) fn line(self, threshold: Ratio) -> u16 {
        let (num, den) = threshold.parts();
        let hundredths = u128::from(num) * 100 / u128::from(den);
        u16::try_from(hundredths).unwrap_or(100).min(100) / self.step
    }

    /// The threshold for a line in this column, counted from 0. Past the last bar it is 100%.
    pub(crate) fn threshold(self, column: u16) -> Ratio {
        Ratio::new(u64::from((column.min(self.bars())) * self.step), 100)
    }
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;

    use super::HistogramScale;

    #[test]
    fn line_and_threshold_agree_in_every_column() {
        for step in [1, 2] {
            let scale = HistogramScale { step };
            for column in 0..=scale.bars() {
                assert_eq!(scale.line(scale.threshold(column)), column);
            }
            assert_eq!(scale.threshold(500), Ratio::ONE);
            assert_eq!(scale.line(Ratio::ONE), scale.bars());
        }
    }

    #[test]
    fn a_threshold_within_a_bar_has_its_line_before_it() {
        assert_eq!(HistogramScale { step: 2 }.line(Ratio::new(25, 100)), 12);
        assert_eq!(HistogramScale { step: 1 }.line(Ratio::new(1, 8)), 12);
    }

    #[test]
    fn narrow_screens_have_wider_steps() {
        assert_eq!(HistogramScale::of(169).step, 2);
        assert_eq!(HistogramScale::of(170).step, 1);
    }
}
