//! The least shingle of each text under each hash function, by the definition: the smallest value wins.

use crate::base::numbers::verb;
use crate::base::ratio::Ratio;
use crate::pipeline::parameters::{Params, SketchKind};
use crate::shingle::minhash::{FUNCTIONS, megashingles, supershingles};
use crate::shingle::minhash::{Family, value};

use super::sets::{SetShingle, Sets};

/// A shingle with its value under one function.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionValue {
    /// The value of the function.
    pub value: u32,
    /// Its key, which decides between equal values.
    pub key: u64,
    /// Its words. Raw text.
    pub text: String,
}

/// The minima of two texts.
#[derive(Debug, Clone)]
pub struct LessonMinima {
    /// The number of functions in a sketch.
    pub functions: usize,
    /// The family of the functions.
    pub family: Family,
    /// The keys of the least shingles of A and of B, by function. At least as many functions as super- and megashingles
    /// need. Empty for a text without shingles.
    pub least: [Vec<u64>; 2],
    /// The supershingles of A and of B: six each, or none.
    pub groups: [Vec<u64>; 2],
    /// The megashingles of A and of B: fifteen each, or none.
    pub pairs: [Vec<u64>; 2],
    sets: [Vec<SetShingle>; 2],
}

impl LessonMinima {
    /// The minima of the sets of kept shingles. If the parameters do not use minima, those of the 84 functions of
    /// super- and megashingles.
    pub fn of(sets: &Sets, params: &Params) -> Self {
        let functions =
            if params.sketch == SketchKind::MinHash { params.functions } else { FUNCTIONS };
        let all = functions.max(FUNCTIONS);
        let family = params.family;
        let sets = sets.each().map(|set| set.into_iter().cloned().collect::<Vec<SetShingle>>());
        let least = [&sets[0], &sets[1]].map(|set| {
            let of = |function| {
                let with_value = |shingle: &SetShingle| {
                    (value(family, function, shingle.key, &shingle.text), shingle.key)
                };
                set.iter().map(with_value).min().map(|(_, key)| key)
            };
            (0..all).filter_map(of).collect::<Vec<u64>>()
        });
        let groups = [&least[0], &least[1]].map(|least| supershingles(least).collect());
        let pairs = [&least[0], &least[1]].map(|least| megashingles(least).collect());
        Self { functions: functions as usize, family, least, groups, pairs, sets }
    }

    /// The number of minima in a sketch, in words.
    pub fn counted(&self) -> String {
        format!("{} {}", self.functions, verb(self.functions as u64, "minimum", "minima"))
    }

    /// Whether both texts have the same least shingle under a function.
    pub fn agrees(&self, function: usize) -> bool {
        let [a, b] = [&self.least[0], &self.least[1]].map(|least| least.get(function));
        a.is_some() && a == b
    }

    /// The number of functions that agree.
    pub fn agree(&self) -> usize {
        (0..self.functions).filter(|function| self.agrees(*function)).count()
    }

    /// How many supershingles agree.
    pub fn groups_agree(&self) -> usize {
        same(&self.groups)
    }

    /// How many megashingles agree.
    pub fn pairs_agree(&self) -> usize {
        same(&self.pairs)
    }

    /// The share of functions that agree.
    pub fn estimate(&self) -> Ratio {
        Ratio::new(self.agree() as u64, self.functions as u64)
    }

    /// The shingles of a text with the smallest values under a function, the smallest first.
    pub fn first(&self, which: usize, function: usize, most: usize) -> Vec<FunctionValue> {
        let set = self.sets.get(which).map_or(&[][..], Vec::as_slice);
        let with_value = |shingle: &SetShingle| FunctionValue {
            value: value(self.family, function as u32, shingle.key, &shingle.text),
            key: shingle.key,
            text: shingle.text.clone(),
        };
        let mut all: Vec<FunctionValue> = set.iter().map(with_value).collect();
        all.sort_unstable();
        all.truncate(most);
        all
    }
}

fn same([left, right]: &[Vec<u64>; 2]) -> usize {
    left.iter().zip(right).filter(|(left, right)| left == right).count()
}
