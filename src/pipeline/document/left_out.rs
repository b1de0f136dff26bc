//! The shingles that are left out of the comparison, each with its reason, and what else a folder decides about each of its
//! documents. It holds these decisions and makes none.

use std::{ops::Range, sync::Arc};

use hashbrown::{HashMap, HashSet};

use super::Document;
use crate::pipeline::{LanguageChoice, Params, Stage};
use crate::shingle::{Shingle, Window};
use crate::text::Prior;

/// Why a shingle is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LeftOutReason {
    /// More documents have it than `--common` allows.
    Common {
        /// Documents that have it, or groups of similar texts where `--common auto` counts those.
        holders: u32,
    },
    /// A template has it. The number is the place of the first such template in
    /// [`Params::template`](crate::pipeline::parameters::Params::template).
    Template(u32),
    /// A phrase has it. The number is the place of the first such phrase in
    /// [`Params::phrases`](crate::pipeline::parameters::Params::phrases).
    Phrase(u32),
}

/// The shingles that are not counted: neither as shared nor in the size of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// The reason for each key.
    reasons: HashMap<u64, LeftOutReason>,
    /// A bitmap over the highest bits of the keys. One look rules out nearly all other keys.
    bitmap: Vec<u64>,
    /// The number of documents that `--common` is a share of: all with at least one shingle. Of `--common auto`, the number
    /// of groups that these make.
    pub of: u32,
    /// How many shingles of the documents are left out because they are common.
    pub common: u32,
    /// How many are left out because they are in a template.
    pub template: u32,
    /// How many are left out because they are in a phrase.
    pub phrases: u32,
    /// The templates and phrases whose shingles are among these.
    pub met: HashSet<LeftOutReason>,
}

impl LeftOut {
    /// Combines the shingles that templates and phrases name with the common shingles, each of these with the number of
    /// holders, `of` so many. A shingle that is both is left out because it is named.
    pub fn new(named: &[(u64, LeftOutReason)], common: &[(u64, u32)], of: u32) -> Self {
        let counted =
            common.iter().map(|(key, holders)| (*key, LeftOutReason::Common { holders: *holders }));
        let reasons: HashMap<u64, LeftOutReason> = counted.chain(named.iter().copied()).collect();
        let mut bitmap = Vec::new();
        if !reasons.is_empty() {
            let bits = (reasons.len() * 32).next_power_of_two().clamp(1 << 10, 1 << 24);
            bitmap.resize(bits / 64, 0);
            for key in reasons.keys() {
                let (word, mask) = bit(*key, bitmap.len());
                bitmap[word] |= mask;
            }
        }
        Self { reasons, bitmap, of, ..Self::default() }
    }

    /// Counts the distinct shingles among `keys` (those of the documents) that are left out.
    pub fn count(&mut self, keys: impl Iterator<Item = u64>) {
        (self.common, self.template, self.phrases) = (0, 0, 0);
        self.met.clear();
        let mut seen = HashSet::new();
        for key in keys.filter(|key| seen.insert(*key)) {
            let reason = self.reasons.get(&key);
            let named = reason.filter(|reason| !matches!(reason, LeftOutReason::Common { .. }));
            self.met.extend(named);
            match reason {
                Some(LeftOutReason::Common { .. }) => self.common += 1,
                Some(LeftOutReason::Template(_)) => self.template += 1,
                Some(LeftOutReason::Phrase(_)) => self.phrases += 1,
                None => {}
            }
        }
    }

    /// Why a shingle is left out; `None` if it counts.
    pub fn reason(&self, key: u64) -> Option<LeftOutReason> {
        self.has(key).then(|| self.reasons.get(&key).copied()).flatten()
    }

    /// Whether a shingle is left out.
    pub fn has(&self, key: u64) -> bool {
        if self.bitmap.is_empty() {
            return false;
        }
        let (word, mask) = bit(key, self.bitmap.len());
        self.bitmap[word] & mask != 0 && self.reasons.contains_key(&key)
    }

    /// Which of the canonical words of a text are only in shingles that are left out; empty if nothing is. `keys` has those of
    /// all its shingles, `None` for one that does not count.
    pub fn words(&self, count: usize, window: Window, keys: &[Option<u64>]) -> Vec<bool> {
        let is_out: Vec<Option<bool>> =
            keys.iter().map(|key| key.map(|key| self.has(key))).collect();
        if !is_out.contains(&Some(true)) {
            return Vec::new();
        }
        let covering = |out: bool| {
            let those = is_out.iter().enumerate().filter(|(_, is_out)| **is_out == Some(out));
            covered(count, those.map(|(shingle, _)| window.words(shingle)))
        };
        covering(true)
            .iter()
            .zip(covering(false))
            .map(|(out, others)| *out > 0 && others == 0)
            .collect()
    }

    /// Whether nothing is left out.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Whether both leave out the same shingles, for whatever reasons.
    pub fn takes_the_same(&self, other: &Self) -> bool {
        self.reasons.len() == other.reasons.len()
            && self.reasons.keys().all(|key| other.reasons.contains_key(key))
    }

    /// How many shingles of the documents are left out.
    pub const fn shingles(&self) -> u32 {
        self.common + self.template + self.phrases
    }
}

/// The word and the mask of a key's bit, given by the key's highest bits.
#[inline]
const fn bit(key: u64, words: usize) -> (usize, u64) {
    let bit = key >> (64 - (words * 64).trailing_zeros());
    ((bit / 64) as usize, 1 << (bit % 64))
}

/// What must be known of the folder to open one of its documents exactly as the folder's ranking sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// What is left out of all documents.
    pub left_out: Arc<LeftOut>,
    /// The folder's languages, by which open stretches are read.
    pub languages: Arc<Prior>,
}

impl Surroundings {
    /// Whether what a folder decides by the parameters `made` is what it decides by `wanted`. Then its documents can be opened by
    /// these before it has been looked through by them.
    pub fn hold_for(before: &Params, after: &Params) -> bool {
        let leaves_nothing_out = |params: &Params| {
            params.common.is_none() && params.template.is_empty() && params.phrases.is_empty()
        };
        // Its languages are known only where they were looked for.
        let was_looked_for = |params: &Params| params.language == LanguageChoice::Auto;
        match before.first_difference(after) {
            None | Some(Stage::Join | Stage::Label) => true,
            Some(Stage::Read | Stage::LeaveOut) => false,
            Some(Stage::Normalize | Stage::Sketch) => {
                leaves_nothing_out(before)
                    && leaves_nothing_out(after)
                    && (was_looked_for(before) || !was_looked_for(after))
            }
        }
    }
}

impl Document {
    /// How many of some shingles cover each canonical word.
    pub(super) fn words_in(&self, is_one: impl Fn(&Shingle) -> bool) -> Vec<u32> {
        let shingles = self.shingles.iter().enumerate();
        let ranges =
            shingles.filter(|(_, shingle)| is_one(shingle)).map(|(at, _)| self.window.words(at));
        covered(self.canonical.len(), ranges)
    }

    /// Which canonical words are only in shingles that are left out; empty if nothing is.
    pub(super) fn left_out_words(&self) -> Vec<bool> {
        let keys = self.shingles.iter().map(|shingle| shingle.begins.then_some(shingle.key));
        let keys: Vec<Option<u64>> = keys.collect();
        self.left_out.words(self.canonical.len(), self.window, &keys)
    }
}

/// How many of the ranges cover each of `count` places. Takes linear time.
fn covered(count: usize, ranges: impl Iterator<Item = Range<usize>>) -> Vec<u32> {
    let mut begin = vec![0_u32; count + 1];
    let mut end = vec![0_u32; count + 1];
    for range in ranges {
        begin[range.start.min(count)] += 1;
        end[range.end.min(count)] += 1;
    }
    let mut open = 0;
    begin
        .iter()
        .zip(&end)
        .take(count)
        .map(|(begin, end)| {
            open = open + begin - end;
            open
        })
        .collect()
}
