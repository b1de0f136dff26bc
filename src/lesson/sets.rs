//! The kept shingles of two texts as sets: what both have, and what only one has. They are counted from the recorded
//! shingles, by the definition.

use hashbrown::HashMap;

use crate::compare::measure::Overlap;
use crate::pipeline::document::explain::{ExplainedShingle, Fate};

use super::side::LessonSide;

/// A shingle of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetShingle {
    /// Its key. Shingles are equal if their keys are.
    pub key: u64,
    /// Its words, separated by blanks. Raw text.
    pub text: String,
    /// How often it occurs in A and in B.
    pub times: [usize; 2],
}

/// Two sets, with their shingles in the order of the texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sets {
    /// The shingles in both sets, in the order of A.
    pub both: Vec<SetShingle>,
    /// The shingles in A only.
    pub only_a: Vec<SetShingle>,
    /// The shingles in B only.
    pub only_b: Vec<SetShingle>,
}

impl Sets {
    /// The sets of all shingles, or of the `kept` ones. Shingles that are left out are in neither.
    pub fn of(a: &LessonSide, b: &LessonSide, kept: bool) -> Self {
        let mut order: Vec<SetShingle> = Vec::new();
        let mut indexes: HashMap<u64, usize> = HashMap::new();
        for (which, side) in [a, b].into_iter().enumerate() {
            let counts = |shingle: &&ExplainedShingle| {
                let is_in = if kept { shingle.is_kept() } else { shingle.fate != Fate::Inside };
                is_in && !side.leaves_out(shingle)
            };
            for shingle in side.shingles.iter().filter(counts) {
                let place = *indexes.entry(shingle.key).or_insert_with(|| {
                    order.push(SetShingle {
                        key: shingle.key,
                        text: shingle.text(),
                        times: [0, 0],
                    });
                    order.len() - 1
                });
                if let Some(held) = order.get_mut(place) {
                    held.times[which] += 1;
                }
            }
        }
        let mut sets = Self::default();
        for held in order {
            match held.times {
                [0, _] => sets.only_b.push(held),
                [_, 0] => sets.only_a.push(held),
                _ => sets.both.push(held),
            }
        }
        sets
    }

    /// The overlap of both sets. One in `one_in` shingles is kept.
    pub fn overlap(&self, a: &LessonSide, b: &LessonSide, one_in: u32) -> Overlap {
        let shared = self.both.len();
        Overlap {
            shared: shared as u32,
            a_shingles: (shared + self.only_a.len()) as u32,
            b_shingles: (shared + self.only_b.len()) as u32,
            a_words: a.document.canonical.len() as u32,
            b_words: b.document.canonical.len() as u32,
            one_in,
            exact_copy: a.document.is_copy_of(&b.document),
        }
    }

    /// The set of A and the set of B.
    pub fn each(&self) -> [Vec<&SetShingle>; 2] {
        [&self.only_a, &self.only_b].map(|only| self.both.iter().chain(only).collect())
    }
}
