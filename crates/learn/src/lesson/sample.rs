//! Sketches of two texts, counted by definition: the sample of a modulo (hash mod m = 0), and the least shingle under
//! each hash function.

use super::formula::Formula;
use super::side::{LessonSide, SetShingle, Sets, is_retained};
use base::numbers::choose_verb;
use shingle_core::compare::{Direction, Measure, Overlap};
use shingle_core::pipeline::{ExplainedShingle, Params};
use shingle_core::shingle::expected::deviation_of_sample;
use shingle_core::shingle::minhash::{FUNCTIONS, GROUP, function_value};
use shingle_core::shingle::{
    Family, Sketch, SketchKind, binomial_probability, keys_of_supershingles,
};

/// Modulo of the lesson if the parameters keep every shingle.
const TRIED: u32 = 4;

/// Largest number of possible samples that are all enumerated.
const OUTCOMES: u64 = 200_000;
/// Least probability of a count that has an effect on the errors.
const NEGLIGIBLE: f64 = 1e-12;
/// Tolerance for equal doubles, so that an equally wrong estimate does not count as nearer.
pub(super) const ROUNDING: f64 = 1e-12;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonSample {
    /// Number of shingles that each retained shingle represents.
    pub modulo: u32,
    /// True if the parameters keep every shingle.
    pub is_tried: bool,
    /// Overlap of the samples, without ignored shingles.
    pub overlap: Overlap,
    pub formula: Formula,
}

impl LessonSample {
    /// Samples two texts with the parameters' modulo, or with 4 instead of 1.
    pub fn new(sides: &[LessonSide; 2], params: &Params, direction: Direction) -> Self {
        let is_tried = params.modulo == 1;
        let modulo = if is_tried { TRIED } else { params.modulo };
        let overlap = Sets::new(sides, modulo).overlap(sides, modulo);
        let formula = Formula::new(params.measure, overlap, direction);
        Self { modulo, is_tried, overlap, formula }
    }

    /// Counts the retained shingles of a text, including repeated and ignored ones.
    pub fn count_retained(&self, side: &LessonSide) -> usize {
        side.shingles.iter().filter(|one| is_retained(one, self.modulo)).count()
    }

    pub fn remainder_and_retained_flag(&self, shingle: &ExplainedShingle) -> (u64, bool) {
        (shingle.value % u64::from(self.modulo), is_retained(shingle, self.modulo))
    }
}

/// A score of two texts, estimated from the shingles that a modulo keeps.
#[derive(Debug, Clone, Copy)]
pub struct SampledScore {
    pub measure: Measure,
    pub direction: Direction,
    pub modulo: u32,
    /// Overlap of all shingles.
    pub truth: Overlap,
}

impl SampledScore {
    /// Root mean square error in 0..=1 of the score.
    ///
    /// Exact if all samples can be enumerated, otherwise the standard deviation by formula. For Dice = 2r/(1+r), the
    /// deviation of the resemblance r times the slope at r.
    pub fn expected_deviation(self) -> f64 {
        let Self { measure, direction, modulo, truth } = self;
        if let Some(outcomes) = self.possible_errors() {
            return outcomes.iter().map(|(chance, off)| chance * off.powi(2)).sum::<f64>().sqrt();
        }
        let (_, of) = truth.score_fraction(measure, direction);
        match measure {
            Measure::Dice => {
                let slope = 2.0 / (1.0 + truth.jaccard().to_f64()).powi(2);
                slope * Self { measure: Measure::Jaccard, ..self }.expected_deviation()
            }
            // Each retained shared shingle counts as m shingles. Words are never sampled, so only this count varies.
            _ if measure.is_per_word() => {
                let shared = f64::from(truth.shared);
                (shared * f64::from(modulo.max(1) - 1)).sqrt() / of.max(1) as f64
            }
            _ => deviation_of_sample(self.score(truth), of, modulo),
        }
    }

    /// Returns the share in 0..=1 of samples whose score errs by less than `off`, or `None` with too many samples.
    pub fn probability_of_smaller_error(self, off: f64) -> Option<f64> {
        let outcomes = self.possible_errors()?;
        let near = outcomes.iter().filter(|(_, by)| by.abs() < off - ROUNDING);
        Some(near.map(|(chance, _)| chance).sum())
    }

    fn score(self, overlap: Overlap) -> f64 {
        overlap.score(self.measure, self.direction).to_f64()
    }

    /// Every sample: its probability if each shingle is kept with probability 1/m, and its error. `None` with too many
    /// samples.
    fn possible_errors(self) -> Option<Vec<(f64, f64)>> {
        let Self { modulo, truth, .. } = self;
        let only = [truth.a_shingles, truth.b_shingles].map(|all| all - truth.shared);
        let chance = 1.0 / f64::from(modulo.max(1));
        let chances = [truth.shared, only[0], only[1]].map(|all| {
            let with_chance = (0..=all).map(|kept| (kept, binomial_probability(kept, all, chance)));
            let mean = f64::from(all) * chance;
            let likely =
                with_chance.take_while(|(kept, of)| f64::from(*kept) <= mean || *of > NEGLIGIBLE);
            likely.filter(|(_, of)| *of > NEGLIGIBLE).collect::<Vec<(u32, f64)>>()
        });
        if chances.iter().map(|likely| likely.len() as u64).product::<u64>() > OUTCOMES {
            return None;
        }
        let [both, in_a, in_b] = chances;
        let aim = self.score(truth);
        let mut outcomes = Vec::new();
        for (shared, of_both) in &both {
            for (only_a, of_a) in &in_a {
                for (only_b, of_b) in &in_b {
                    let (a_shingles, b_shingles) = (shared + only_a, shared + only_b);
                    let (shared, one_in) = (*shared, modulo);
                    let sample = Overlap { shared, a_shingles, b_shingles, one_in, ..truth };
                    outcomes.push((of_both * of_a * of_b, self.score(sample) - aim));
                }
            }
        }
        Some(outcomes)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionValue {
    pub value: u32,
    /// Key of the shingle, by which equal values are ordered.
    pub key: u64,
    /// Words of the shingle as in the text.
    pub text: String,
    /// Membership in A and in B.
    pub is_in: [bool; 2],
}

#[derive(Debug, Clone)]
pub struct LessonMinima {
    pub functions: usize,
    pub family: Family,
    /// Keys of the least shingles of A and B by function, enough for super- and megashingles. Empty for a text without
    /// shingles.
    pub least: [Vec<u64>; 2],
    /// Supershingles of A and B: six each, or none.
    pub groups: [Vec<u64>; 2],
    shingles: Vec<SetShingle>,
}

impl LessonMinima {
    /// Without minima in the parameters, uses the 84 functions of super- and megashingles.
    pub fn new(sets: &Sets, params: &Params) -> Self {
        let functions = params.sketch().functions().map_or(FUNCTIONS, |(functions, _)| functions);
        let all = functions.max(FUNCTIONS);
        let family = params.family;
        let shingles: Vec<SetShingle> =
            [&sets.both, &sets.only_a, &sets.only_b].into_iter().flatten().cloned().collect();
        let least = [0, 1].map(|which| {
            let least = |function| {
                let with_value = |shingle: &SetShingle| {
                    (function_value(family, function, shingle.key, &shingle.text), shingle.key)
                };
                let set = shingles.iter().filter(|shingle| shingle.times[which] > 0);
                set.map(with_value).min().map(|(_, key)| key)
            };
            (0..all).filter_map(least).collect::<Vec<u64>>()
        });
        let groups = least.each_ref().map(|least| keys_of_supershingles(least).collect());
        Self { functions: functions as usize, family, least, groups, shingles }
    }

    pub fn describe_agreement(&self) -> String {
        format!("{} {}", self.functions, choose_verb(self.functions as u64, "minimum", "minima"))
    }

    pub fn agrees_on(&self, function: usize) -> bool {
        let [a, b] = [&self.least[0], &self.least[1]].map(|least| least.get(function));
        a.is_some() && a == b
    }

    /// Counts the agreeing minima of a supershingle.
    pub fn count_agreeing_minima_in_group(&self, group: usize) -> usize {
        (group * GROUP..(group + 1) * GROUP).filter(|function| self.agrees_on(*function)).count()
    }

    pub fn count_agreeing_minima(&self) -> usize {
        (0..self.functions).filter(|function| self.agrees_on(*function)).count()
    }

    /// Returns the number of agreeing keys in sketches of a kind, and the number of all keys.
    pub fn count_agreeing_and_all_keys(&self, kind: SketchKind) -> (usize, usize) {
        let sketch = Sketch::new(kind, self.functions as u32, self.family);
        let functions = sketch.functions().map_or(0, |(functions, _)| functions as usize);
        let [a, b] = self.least.each_ref().map(|least| {
            let mut keys = Vec::new();
            sketch.append_keys(&mut keys, least.get(..functions).unwrap_or_default());
            keys
        });
        let agree = a.iter().zip(&b).filter(|(a, b)| a == b).count();
        (agree, sketch.keys_per_document().unwrap_or(0) as usize)
    }

    pub fn count_agreeing_supershingles(&self) -> usize {
        self.count_agreeing_and_all_keys(SketchKind::SuperShingle).0
    }

    pub fn count_agreeing_megashingles(&self) -> usize {
        self.count_agreeing_and_all_keys(SketchKind::MegaShingle).0
    }

    /// Returns the shingles of both texts by their values under a function, ascending.
    pub fn permutation(&self, function: usize) -> Vec<FunctionValue> {
        let with_value = |shingle: &SetShingle| FunctionValue {
            value: function_value(self.family, function as u32, shingle.key, &shingle.text),
            key: shingle.key,
            text: shingle.text.clone(),
            is_in: shingle.times.map(|times| times > 0),
        };
        let mut all: Vec<FunctionValue> = self.shingles.iter().map(with_value).collect();
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::SampledScore;
    use shingle_core::compare::measure::{Direction, Measure, Overlap};
    use shingle_core::{shingle::expected::probability_of_empty_sample, shingle::hash::mix_bits};

    const MODULO: u32 = 4;
    const ROUNDS: u64 = 4_000;

    /// Two sets of which `truth` counts the shingles, sampled by another hash in each round.
    fn sample_of(truth: Overlap, round: u64) -> Overlap {
        let keeps =
            |one: &u64| mix_bits(mix_bits(round + 1) ^ one).is_multiple_of(u64::from(MODULO));
        let count = |from: u32, to: u32| (u64::from(from)..to.into()).filter(keeps).count() as u32;
        let Overlap { shared, a_shingles: a, b_shingles: b, .. } = truth;
        let both = count(0, shared);
        Overlap {
            shared: both,
            a_shingles: both + count(shared, a),
            b_shingles: both + count(a, a + b - shared),
            one_in: MODULO,
            ..truth
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
                let off =
                    |round| sample_of(whole(), round).score(*measure, direction).to_f64() - truth;
                let mean = (0..ROUNDS).map(|round| off(round).powi(2)).sum::<f64>() / ROUNDS as f64;
                let (measure, truth) = (*measure, whole());
                let sampled = SampledScore { measure, direction, modulo: MODULO, truth };
                let expected = sampled.expected_deviation();
                let ratio = mean.sqrt() / expected;
                assert!((0.93..1.07).contains(&ratio), "{measure} {direction:?}: {ratio}");
            }
        }
    }

    #[test]
    fn as_many_samples_are_near_as_is_said() {
        let truth = Overlap {
            shared: 3,
            a_shingles: 21,
            b_shingles: 14,
            a_words: 23,
            b_words: 16,
            ..whole()
        };
        // Three samples in four of a single shingle are empty and score 0.
        let single = Overlap { shared: 1, a_shingles: 1, b_shingles: 1, ..whole() };
        let (direction, modulo) = (Direction::First, MODULO);
        let sampled = |measure, truth| SampledScore { measure, direction, modulo, truth };
        let off = sampled(Measure::Jaccard, single).expected_deviation();
        assert!((off - 0.75_f64.sqrt()).abs() < 1e-9, "{off}");
        // With three shared shingles, per word: none kept is off by one deviation, one is near, more are too many.
        let per_word = sampled(Measure::PerWord, truth);
        let off = per_word.expected_deviation();
        let said = per_word.probability_of_smaller_error(off).unwrap();
        assert!((said - 3.0 * 0.25 * 0.75_f64.powi(2)).abs() < 1e-9, "{said}");
        assert_eq!(sampled(Measure::PerWord, whole()).probability_of_smaller_error(off), None);
    }

    #[test]
    fn a_sample_as_small_as_its_modulo_is_often_empty() {
        // At m = n nearly 1/e; from 1.44 n on an empty sample is likelier than not.
        assert!((probability_of_empty_sample(1_000, 1_000) - 0.3677).abs() < 1e-3);
        assert!(probability_of_empty_sample(1_000, 1_444) > 0.5);
        assert!(probability_of_empty_sample(1_000, 1_430) < 0.5);
    }
}
