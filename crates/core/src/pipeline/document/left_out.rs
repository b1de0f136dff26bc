use std::ops::Range;

use hashbrown::{HashMap, HashSet};
use serde::Serialize;

use super::Document;
use crate::pipeline::{Params, Stage};
use crate::shingle::{Shingle, Window};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IgnoreReason {
    Common {
        holders: u32,
    },
    /// A template has the shingle: the index in [`Params::template`](crate::pipeline::parameters::Params::template) of
    /// the first that does.
    Template(u32),
    /// A phrase has the shingle: the index in [`Params::phrases`](crate::pipeline::parameters::Params::phrases) of the
    /// first that does.
    Phrase(u32),
}

/// The ignored shingles; they count neither as shared nor in the size of a document.
/// JSON has the numbers by reason.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct IgnoredShingles {
    #[serde(skip)]
    reasons: HashMap<u64, IgnoreReason>,
    /// Number of documents with any shingle, of which `--common` is a share. For `--common auto`, number of their
    /// groups.
    #[serde(skip)]
    pub of: u32,
    /// Number of distinct common shingles that are ignored.
    pub common: u32,
    pub template: u32,
    pub phrases: u32,
    /// Templates and phrases that occur in documents.
    #[serde(skip)]
    pub met: HashSet<IgnoreReason>,
}

impl IgnoredShingles {
    /// Combines the keys of templates and phrases with the common keys, each with its number of holders among `of`. A
    /// key in both is ignored as template or phrase.
    pub fn new(named: &[(u64, IgnoreReason)], common: &[(u64, u32)], of: u32) -> Self {
        let counted =
            common.iter().map(|(key, holders)| (*key, IgnoreReason::Common { holders: *holders }));
        let reasons: HashMap<u64, IgnoreReason> = counted.chain(named.iter().copied()).collect();
        Self { reasons, of, ..Self::default() }
    }

    /// Counts the ignored shingles among `keys`, which are the keys of all documents, by reason.
    pub fn count_shingles_by_reason(&mut self, keys: impl Iterator<Item = u64>) {
        (self.common, self.template, self.phrases) = (0, 0, 0);
        self.met.clear();
        let mut seen = HashSet::new();
        for key in keys.filter(|key| seen.insert(*key)) {
            let reason = self.reasons.get(&key);
            let named = reason.filter(|reason| !matches!(reason, IgnoreReason::Common { .. }));
            self.met.extend(named);
            match reason {
                Some(IgnoreReason::Common { .. }) => self.common += 1,
                Some(IgnoreReason::Template(_)) => self.template += 1,
                Some(IgnoreReason::Phrase(_)) => self.phrases += 1,
                None => {}
            }
        }
    }

    pub fn reason_to_ignore(&self, key: u64) -> Option<IgnoreReason> {
        self.reasons.get(&key).copied()
    }

    pub fn has_key(&self, key: u64) -> bool {
        !self.reasons.is_empty() && self.reasons.contains_key(&key)
    }

    /// Returns, for each of `count` canonical words, true if the word is only in ignored shingles. `keys` has the keys
    /// of all shingles of the text, `None` for a shingle that does not count.
    pub fn mark_ignored_words(
        &self,
        count: usize,
        window: Window,
        mut keys: impl Iterator<Item = Option<u64>>,
    ) -> Vec<bool> {
        // End of the last shingle that is not ignored, and of the last ignored one. Ends ascend with the shingles.
        let mut ends = [0; 2];
        let mut is_out = |word: usize| {
            if word.is_multiple_of(window.step)
                && let Some(key) = keys.next().flatten()
            {
                ends[usize::from(self.has_key(key))] = word + window.width;
            }
            ends[0] <= word && word < ends[1]
        };
        (0..count).map(&mut is_out).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    pub fn ignores_same_shingles(&self, other: &Self) -> bool {
        self.reasons.len() == other.reasons.len()
            && self.reasons.keys().all(|key| other.reasons.contains_key(key))
    }

    pub const fn count_shingles(&self) -> u32 {
        self.common + self.template + self.phrases
    }
}

impl IgnoredShingles {
    /// Returns true if a folder ignores the same shingles under `before` and `after`. Documents can then be opened
    /// under `after` before the folder is ranked again.
    pub fn are_same_under(before: &Params, after: &Params) -> bool {
        let ignores_nothing = |params: &Params| {
            params.common.is_none() && params.template.is_empty() && params.phrases.is_empty()
        };
        match before.first_changed_stage(after) {
            None | Some(Stage::Join | Stage::ClustersOnly) => true,
            Some(Stage::Read | Stage::Ignore) => false,
            Some(Stage::Normalize | Stage::Sketch) => {
                ignores_nothing(before) && ignores_nothing(after)
            }
        }
    }
}

impl Document {
    /// Counts, for each canonical word, the shingles that contain it and for which `is_one` returns true.
    pub(super) fn count_shingles_of_words(&self, is_one: impl Fn(&Shingle) -> bool) -> Vec<u32> {
        let shingles = self.shingles.iter().enumerate();
        let ranges = shingles
            .filter(|(_, shingle)| is_one(shingle))
            .map(|(at, _)| self.window.words_of_shingle(at));
        count_covering_ranges(self.canonical.len(), ranges)
    }

    pub(super) fn mark_ignored_words(&self) -> Vec<bool> {
        let keys = self.shingles.iter().map(|shingle| shingle.begins.then_some(shingle.key));
        self.ignored.mark_ignored_words(self.canonical.len(), self.window, keys)
    }
}

/// Counts, for each of `count` positions, the ranges that contain it, in linear time.
fn count_covering_ranges(count: usize, ranges: impl Iterator<Item = Range<usize>>) -> Vec<u32> {
    let mut steps = vec![0_i32; count + 1];
    for range in ranges {
        steps[range.start.min(count)] += 1;
        steps[range.end.min(count)] -= 1;
    }
    let mut open = 0;
    let count_open = |step: &i32| {
        open += step;
        open.cast_unsigned()
    };
    steps[..count].iter().map(count_open).collect()
}
