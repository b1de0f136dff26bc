//! The scores of all pairs of a cluster, packed so that they can be kept for every cluster and drawn. It computes none.

use std::cmp::Reverse;

use crate::base::ratio::Ratio;
use crate::compare::measure::Above;
use crate::compare::scores::{Scores, WHOLE, units};

/// A score of 1 in a [`HeatCell`].
pub const FULL: u16 = 10_000;
/// The number of passing pairs whose order is kept.
const BEST: usize = 1000;
/// The bit of a cell that says that the pair passes.
const PASSES: u16 = 1 << 15;

/// The score of two texts of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeatCell {
    /// Their score in ten-thousandths, rounded down.
    pub score: u16,
    /// Whether it passes the threshold.
    pub passes: bool,
}

/// The scores of any two texts of a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heat {
    size: usize,
    /// The upper triangle, row by row.
    cells: Box<[u16]>,
    /// The best pairs that pass, best first; ties in order of their places.
    best: Box<[(u32, u32)]>,
    passing: usize,
}

impl Heat {
    /// Packs the scores of a cluster.
    pub fn of(scores: &Scores, above: Above, threshold: Ratio) -> Self {
        let least = units(threshold);
        let cell = |score: &u64| {
            let passes = match above {
                Above::AtLeast => *score >= least,
                Above::Strictly => *score > least,
            };
            // A whole score has 53 bits and ten thousand has 14, so the product needs 128 bits.
            let share = u128::from(*score) * u128::from(FULL) / u128::from(WHOLE);
            share as u16 | if passes { PASSES } else { 0 }
        };
        let cells: Box<[u16]> = scores.units().iter().map(cell).collect();
        let size = scores.size() as u32;
        let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
        let all = scores.units().iter().zip(&cells).zip(pairs);
        let passing = all.filter(|((_, cell), _)| **cell & PASSES > 0);
        let mut best: Vec<(Reverse<u64>, (u32, u32))> =
            passing.map(|((score, _), pair)| (Reverse(*score), pair)).collect();
        let passing = best.len();
        if passing > BEST {
            best.select_nth_unstable(BEST);
            best.truncate(BEST);
        }
        best.sort_unstable();
        let best = best.into_iter().map(|(_, pair)| pair).collect();
        Self { size: scores.size(), cells, best, passing }
    }

    /// The best pairs that pass, by their places, best first. Not all pairs if there are many.
    pub const fn best(&self) -> &[(u32, u32)] {
        &self.best
    }

    /// How many pairs pass.
    pub const fn passing(&self) -> usize {
        self.passing
    }

    /// The number of texts.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The number of pairs kept.
    pub const fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The score of two texts by their places; `None` for a text and itself, and for places that do not exist.
    pub fn at(&self, a: usize, b: usize) -> Option<HeatCell> {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || b >= self.size {
            return None;
        }
        let cell = *self.cells.get(a * (2 * self.size - a - 1) / 2 + b - a - 1)?;
        Some(HeatCell { score: cell & !PASSES, passes: cell & PASSES > 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::{Above, BEST, Heat, HeatCell, Ratio, Reverse, Scores, units};

    #[test]
    fn a_cell_has_the_score_and_whether_it_passes() {
        let mut scores = Scores::new(3);
        scores.raise(0, 1, units(Ratio::new(1, 3)));
        scores.raise(1, 2, units(Ratio::ONE));
        let heat = Heat::of(&scores, Above::AtLeast, Ratio::new(1, 3));
        let cell = |score, passes| Some(HeatCell { score, passes });
        assert_eq!(heat.at(1, 0), cell(3333, true));
        assert_eq!(heat.at(0, 2), cell(0, false));
        assert_eq!(heat.at(2, 1), cell(10_000, true));
        assert_eq!((heat.at(1, 1), heat.at(1, 3), heat.size(), heat.cells()), (None, None, 3, 3));
        assert_eq!((heat.best(), heat.passing()), (&[(1, 2), (0, 1)][..], 2));
        let strictly = Heat::of(&scores, Above::Strictly, Ratio::new(1, 3));
        assert_eq!(strictly.at(0, 1), cell(3333, false));
    }

    #[test]
    fn of_many_pairs_that_pass_the_best_are_kept_in_their_order() {
        let size = 60;
        let mut scores = Scores::new(size);
        let pairs = || (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
        for (a, b) in pairs() {
            scores.raise(a, b, units(Ratio::new((a * 7 + b * 11) as u64 % 50, 50)));
        }
        let heat = Heat::of(&scores, Above::AtLeast, Ratio::new(1, 10));
        let passes = |(a, b): &(usize, usize)| heat.at(*a, *b).is_some_and(|cell| cell.passes);
        let mut all: Vec<(usize, usize)> = pairs().filter(passes).collect();
        assert!(all.len() > BEST);
        assert_eq!(heat.passing(), all.len());
        all.sort_by_key(|(a, b)| Reverse(scores.at(*a, *b)));
        let best: Vec<(u32, u32)> =
            all.iter().take(BEST).map(|(a, b)| (*a as u32, *b as u32)).collect();
        assert_eq!(heat.best(), best);
    }
}
