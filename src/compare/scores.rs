//! The scores of all pairs of a few sketches, as whole numbers whose sums are exact.

use crate::base::ratio::Ratio;

/// The number for a score of 1: the least common multiple of 1 to 40. So every score with a denominator up to 40, and
/// every score in hundredths, sixths, fifteenths or eighty-fourths, is a whole number. Other scores are rounded by less
/// than 10⁻¹⁶. Equal scores stay equal, and so does the mean of equal scores. A double holds the number exactly.
pub const WHOLE: u64 = 5_342_931_457_063_200;

/// A score as a whole number, 0 to [`WHOLE`], rounded to the nearest.
pub fn units(score: Ratio) -> u64 {
    let (num, den) = score.parts();
    // A score is at most 1, so this fits.
    ((u128::from(num) * u128::from(WHOLE) + u128::from(den) / 2) / u128::from(den)) as u64
}

/// The mean of `count` scores, given their sum in units. 0 for none.
pub fn mean(sum: u128, count: u64) -> Ratio {
    let count = u128::from(count.max(1));
    Ratio::new(((sum + count / 2) / count) as u64, WHOLE)
}

/// A score for every pair of `0..size`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scores {
    size: usize,
    /// The upper right triangle, row by row.
    units: Vec<u64>,
}

impl Scores {
    /// Scores of 0.
    pub fn new(size: usize) -> Self {
        Self { size, units: vec![0; size * size.saturating_sub(1) / 2] }
    }

    /// The number of sketches.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The start of the row of `a`: the pair of `a` and `a + 1`.
    const fn row(&self, a: usize) -> usize {
        a * (2 * self.size - a - 1) / 2
    }

    /// The score of two different sketches.
    pub fn at(&self, a: usize, b: usize) -> u64 {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.units[self.row(a) + b - a - 1]
    }

    /// Raises the score of two different sketches to `units`, if it is lower.
    pub fn raise(&mut self, a: usize, b: usize, units: u64) {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let at = self.row(a) + b - a - 1;
        self.units[at] = self.units[at].max(units);
    }

    /// The scores row by row: those of 0 with 1, 2, 3 …, then those of 1 with 2, 3 ….
    pub fn units(&self) -> &[u64] {
        &self.units
    }

    /// The rows with their numbers, to be filled by several threads.
    pub fn rows_mut(&mut self) -> Vec<(usize, &mut [u64])> {
        let (size, mut rest) = (self.size, self.units.as_mut_slice());
        let mut rows = Vec::with_capacity(size);
        for a in 0..size {
            let (row, after) = rest.split_at_mut(size - a - 1);
            rows.push((a, row));
            rest = after;
        }
        rows
    }

    /// The scores among `some` sketches, in the order given.
    #[must_use]
    pub fn among(&self, some: &[usize]) -> Self {
        let pairs = some.iter().enumerate();
        let pairs = pairs.flat_map(|(at, a)| some[at + 1..].iter().map(|b| self.at(*a, *b)));
        Self { size: some.len(), units: pairs.collect() }
    }

    /// The mean score of all pairs.
    pub fn cohesion(&self) -> Ratio {
        mean(self.units.iter().copied().map(u128::from).sum(), self.units.len() as u64)
    }

    /// The sketch with the highest mean score with all others. The first of several.
    pub fn central(&self) -> usize {
        let mut sums = vec![0_u128; self.size];
        let mut units = self.units.iter().copied().map(u128::from);
        for a in 0..self.size {
            for (b, score) in (a + 1..self.size).zip(&mut units) {
                sums[a] += score;
                sums[b] += score;
            }
        }
        let first_best = |best: usize, at: usize| if sums[at] > sums[best] { at } else { best };
        (0..self.size).fold(0, first_best)
    }
}

#[cfg(test)]
mod tests {
    use super::{Ratio, Scores, WHOLE, mean, units};

    #[test]
    fn scores_of_small_denominators_are_whole_numbers() {
        for den in (1..=40).chain([84, 100, 360]) {
            assert_eq!(WHOLE % den, 0, "{den}");
            assert_eq!(units(Ratio::new(1, den)), WHOLE / den);
        }
        assert_eq!((units(Ratio::ZERO), units(Ratio::ONE)), (0, WHOLE));
        assert!(units(Ratio::new(41, 1681)).abs_diff(WHOLE / 41) <= 1);
        const { assert!(WHOLE < 1 << 53) };
    }

    #[test]
    fn a_mean_is_exact_where_its_scores_are() {
        let third = u128::from(units(Ratio::new(1, 3)));
        assert_eq!(mean(3 * third, 3), Ratio::new(1, 3));
        assert_eq!(mean(0, 0), Ratio::ZERO);
    }

    #[test]
    fn every_pair_has_its_place() {
        let mut scores = Scores::new(5);
        for a in 0..5 {
            for b in a + 1..5 {
                scores.raise(b, a, (10 * a + b) as u64);
                scores.raise(a, b, 1);
            }
        }
        assert_eq!(scores.units(), [1, 2, 3, 4, 12, 13, 14, 23, 24, 34]);
        assert_eq!((scores.at(3, 1), scores.at(1, 3), scores.size()), (13, 13, 5));
        assert_eq!(scores.among(&[4, 0, 2]).units(), [4, 24, 2]);
        for (a, row) in scores.rows_mut() {
            row.fill(a as u64);
        }
        assert_eq!(scores.units(), [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]);
        assert_eq!((scores.cohesion(), scores.central()), (Ratio::new(1, WHOLE), 3));
        assert_eq!((Scores::new(0).cohesion(), Scores::new(1).central()), (Ratio::ZERO, 0));
    }
}
