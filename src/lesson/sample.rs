//! What a modulo keeps of two texts, counted from their shingles by the definition: hash mod m = 0.

use hashbrown::HashSet;

use crate::compare::measure::{Direction, Measure, Overlap};
use crate::pipeline::document::fate::{ExplainedShingle, Fate};
use crate::pipeline::parameters::Params;
use crate::shingle::expected::sample_deviation;

use super::formula::Formula;
use super::side::LessonSide;

/// The modulo that the lesson tries where the parameters keep every shingle.
const TRIED: u32 = 4;

/// A sample of the shingles of two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonSample {
    /// One in this many shingles is kept.
    pub modulo: u32,
    /// Whether the parameters keep every shingle, so that this sample is only tried.
    pub is_tried: bool,
    /// What the samples have in common, without what is left out.
    pub overlap: Overlap,
    /// The formula of the measure with the numbers of the samples.
    pub formula: Formula,
}

impl LessonSample {
    /// The sample of two texts under the parameters' modulo, or under 4 where that is 1.
    pub fn of([a, b]: [&LessonSide; 2], params: &Params, direction: Direction) -> Self {
        let is_tried = params.modulo == 1;
        let modulo = if is_tried { TRIED } else { params.modulo };
        let sets = [a, b].map(|side| {
            let kept = side.shingles.iter().filter(|one| keeps(one, modulo));
            let counted = kept.filter(|one| !side.leaves_out(one));
            counted.map(|one| one.key).collect::<HashSet<u64>>()
        });
        let shared = sets[0].intersection(&sets[1]).count();
        let overlap = Overlap {
            shared: shared as u32,
            a_shingles: sets[0].len() as u32,
            b_shingles: sets[1].len() as u32,
            a_words: a.document.canonical.len() as u32,
            b_words: b.document.canonical.len() as u32,
            one_in: modulo,
            exact_copy: a.document.is_copy_of(&b.document),
        };
        let formula = Formula::of(params.measure, overlap, direction);
        Self { modulo, is_tried, overlap, formula }
    }

    /// How many shingles of a text it keeps, repetitions counted, left out or not.
    pub fn kept(&self, side: &LessonSide) -> usize {
        side.shingles.iter().filter(|one| keeps(one, self.modulo)).count()
    }

    /// The remainder of a shingle's number, and whether the sample keeps the shingle.
    pub fn rest(&self, shingle: &ExplainedShingle) -> (u64, bool) {
        (shingle.value % u64::from(self.modulo), keeps(shingle, self.modulo))
    }
}

/// Whether a sample keeps a shingle.
fn keeps(shingle: &ExplainedShingle, modulo: u32) -> bool {
    shingle.fate != Fate::Inside && shingle.value.is_multiple_of(u64::from(modulo))
}

/// The standard deviation, 0 to 1, of a score that is counted on a sample, given what all shingles have in common. For
/// Dice, which is 2r/(1+r), that of the resemblance times the slope there.
pub fn deviation_of(measure: Measure, truth: Overlap, direction: Direction, modulo: u32) -> f64 {
    let shared = u64::from(truth.shared);
    let (a, b) = (u64::from(truth.a_shingles), u64::from(truth.b_shingles));
    let share = truth.score(measure, direction).to_f64();
    match measure {
        Measure::Jaccard => sample_deviation(share, a + b - shared, modulo),
        Measure::Dice => {
            let resemblance = truth.jaccard().to_f64();
            let slope = 2.0 / (1.0 + resemblance).powi(2);
            slope * sample_deviation(resemblance, a + b - shared, modulo)
        }
        Measure::Containment if direction == Direction::First => sample_deviation(share, a, modulo),
        Measure::Containment | Measure::Overlap => sample_deviation(share, a.min(b), modulo),
        Measure::PerWord => {
            // Each of the shared shingles is kept or not, and counts m times over the words, none of which is dropped.
            let words = match direction {
                Direction::First => truth.a_words,
                Direction::Larger => truth.a_words.min(truth.b_words),
            };
            (shared as f64 * f64::from(modulo.max(1) - 1)).sqrt() / f64::from(words.max(1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::deviation_of;
    use crate::compare::measure::{Direction, Measure, Overlap};
    use crate::shingle::expected::empty_sample;
    use crate::shingle::hash::mix;

    const MODULO: u32 = 4;
    const ROUNDS: u64 = 4_000;

    /// Two sets of 300 and 200 shingles, 120 in both, sampled by another hash in each round.
    fn sampled(round: u64) -> Overlap {
        let keeps = |one: &u64| mix(mix(round + 1) ^ one).is_multiple_of(u64::from(MODULO));
        let count = |range: std::ops::Range<u64>| range.filter(keeps).count() as u32;
        Overlap {
            shared: count(180..300),
            a_shingles: count(0..300),
            b_shingles: count(180..380),
            one_in: MODULO,
            ..whole()
        }
    }

    const fn whole() -> Overlap {
        Overlap {
            shared: 120,
            a_shingles: 300,
            b_shingles: 200,
            a_words: 302,
            b_words: 202,
            one_in: 1,
            exact_copy: false,
        }
    }

    #[test]
    fn the_error_of_a_sample_is_what_many_samples_show() {
        for (_, measure) in Measure::ALL {
            for direction in [Direction::First, Direction::Larger] {
                let truth = whole().score(*measure, direction).to_f64();
                let off = |round| sampled(round).score(*measure, direction).to_f64() - truth;
                let mean = (0..ROUNDS).map(|round| off(round).powi(2)).sum::<f64>() / ROUNDS as f64;
                let expected = deviation_of(*measure, whole(), direction, MODULO);
                let ratio = mean.sqrt() / expected;
                assert!((0.93..1.07).contains(&ratio), "{measure} {direction:?}: {ratio}");
            }
        }
    }

    #[test]
    fn a_sample_is_as_often_empty_as_the_formula_says() {
        for (shingles, modulo) in [(20, 20), (29, 20), (10, 20), (40, 20)] {
            let is_empty = |round: &u64| {
                let keeps = |one: u64| mix(mix(*round + 7) ^ one).is_multiple_of(modulo.into());
                !(0..shingles).any(keeps)
            };
            let share = (0..ROUNDS).filter(is_empty).count() as f64 / ROUNDS as f64;
            assert!((share - empty_sample(shingles, modulo)).abs() < 0.03, "{shingles}: {share}");
        }
        // At m = n nearly 1/e; from 1.44 n on an empty sample is likelier than not.
        assert!((empty_sample(1_000, 1_000) - 0.3677).abs() < 1e-3);
        assert!(empty_sample(1_000, 1_444) > 0.5 && empty_sample(1_000, 1_430) < 0.5);
    }
}
