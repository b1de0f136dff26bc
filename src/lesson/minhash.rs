//! The least shingle of each text under each hash function, by the definition: every shingle's value, and the smallest wins.

use crate::base::numbers::verb;
use crate::base::ratio::Ratio;
use crate::pipeline::parameters::{Params, SketchKind};
use crate::shingle::minhash::{Family, value};
use crate::shingle::tagged::{FUNCTIONS, megashingles, supershingles};

use super::sets::{Held, Sets};

/// A shingle under one function.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionValue {
    /// What the function makes of it.
    pub value: u32,
    /// What makes it equal to another; decides between equal values.
    pub key: u64,
    /// Its words. Raw.
    pub text: String,
}

/// The least shingles of two texts.
#[derive(Debug, Clone)]
pub struct LessonMinima {
    /// How many functions a sketch of the parameters has.
    pub functions: usize,
    /// Where they come from.
    pub family: Family,
    /// By function, the keys of the least shingles of A and of B; as many as super- and megashingles need, at least. None
    /// where a text has no shingle.
    pub least: [Vec<u64>; 2],
    /// The supershingles of A and of B, six or none.
    pub groups: [Vec<u64>; 2],
    /// The megashingles, fifteen or none.
    pub pairs: [Vec<u64>; 2],
    sets: [Vec<Held>; 2],
}

impl LessonMinima {
    /// Of the sets of kept shingles. Where the parameters ask for no minima, of the 84 functions of super- and megashingles.
    pub fn of(sets: &Sets, params: &Params) -> Self {
        let functions =
            if params.sketch == SketchKind::MinHash { params.functions } else { FUNCTIONS };
        let all = functions.max(FUNCTIONS);
        let family = params.family;
        let sets = sets.each().map(|set| set.into_iter().cloned().collect::<Vec<Held>>());
        let least = [&sets[0], &sets[1]].map(|set| {
            let of = |function| {
                let rolled =
                    |held: &Held| (value(family, function, held.key, &held.text), held.key);
                set.iter().map(rolled).min().map(|(_, key)| key)
            };
            (0..all).filter_map(of).collect::<Vec<u64>>()
        });
        let groups = [&least[0], &least[1]].map(|least| supershingles(least).collect());
        let pairs = [&least[0], &least[1]].map(|least| megashingles(least).collect());
        Self { functions: functions as usize, family, least, groups, pairs, sets }
    }

    /// How many minima a sketch has, in words.
    pub fn counted(&self) -> String {
        format!("{} {}", self.functions, verb(self.functions as u64, "minimum", "minima"))
    }

    /// Whether the least shingles under a function are the same one.
    pub fn agrees(&self, function: usize) -> bool {
        let [a, b] = [&self.least[0], &self.least[1]].map(|least| least.get(function));
        a.is_some() && a == b
    }

    /// Under how many of the functions that is so.
    pub fn agree(&self) -> usize {
        (0..self.functions).filter(|function| self.agrees(*function)).count()
    }

    /// How many supershingles are the same.
    pub fn groups_agree(&self) -> usize {
        same(&self.groups)
    }

    /// How many megashingles are the same.
    pub fn pairs_agree(&self) -> usize {
        same(&self.pairs)
    }

    /// The share of functions that agree.
    pub fn estimate(&self) -> Ratio {
        Ratio::new(self.agree() as u64, self.functions as u64)
    }

    /// The shingles of a text with the smallest values under a function, the winner first.
    pub fn first(&self, which: usize, function: usize, most: usize) -> Vec<FunctionValue> {
        let set = self.sets.get(which).map_or(&[][..], Vec::as_slice);
        let rolled = |held: &Held| FunctionValue {
            value: value(self.family, function as u32, held.key, &held.text),
            key: held.key,
            text: held.text.clone(),
        };
        let mut all: Vec<FunctionValue> = set.iter().map(rolled).collect();
        all.sort_unstable();
        all.truncate(most);
        all
    }
}

fn same([left, right]: &[Vec<u64>; 2]) -> usize {
    left.iter().zip(right).filter(|(left, right)| left == right).count()
}
