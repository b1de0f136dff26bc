//! The shingles that are left out of the comparison, each with its reason. It finds none of them.

use hashbrown::{HashMap, HashSet};

/// Why a shingle is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOutReason {
    /// It stands in so many of the documents, which is more than `--common` lets pass.
    Common {
        /// Documents that have it.
        documents: u32,
    },
    /// It stands in the template of this place in [`Params::template`](crate::pipeline::parameters::Params::template); the first, where several have it.
    Template(u32),
}

/// The shingles that count for nothing: not as shared, and not in the size of any document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeftOut {
    /// By key.
    reasons: HashMap<u64, LeftOutReason>,
    /// A bit for keys by their highest bits: turns nearly all other keys away.
    seen: Vec<u64>,
    /// Documents that `--common` was a share of: all with at least one shingle.
    pub documents: u32,
    /// How many shingles of the documents are left out because they are common.
    pub common: u32,
    /// How many because they stand in a template.
    pub template: u32,
}

impl LeftOut {
    /// The shingles of the templates, and the common ones, each with how many of `documents` have it. What stands in a
    /// template is left out for that.
    pub fn new(templates: &[(u64, u32)], common: &[(u64, u32)], documents: u32) -> Self {
        let of_documents = common
            .iter()
            .map(|(key, documents)| (*key, LeftOutReason::Common { documents: *documents }));
        let of_templates =
            templates.iter().map(|(key, place)| (*key, LeftOutReason::Template(*place)));
        let reasons: HashMap<u64, LeftOutReason> = of_documents.chain(of_templates).collect();
        let mut seen = Vec::new();
        if !reasons.is_empty() {
            let bits = (reasons.len() * 32).next_power_of_two().clamp(1 << 10, 1 << 24);
            seen.resize(bits / 64, 0);
            for key in reasons.keys() {
                let (word, mask) = bit(*key, seen.len());
                seen[word] |= mask;
            }
        }
        Self { reasons, seen, documents, common: 0, template: 0 }
    }

    /// Counts the shingles among `keys` that are left out: distinct ones that documents have.
    pub fn count(&mut self, keys: impl Iterator<Item = u64>) {
        (self.common, self.template) = (0, 0);
        let mut met = HashSet::new();
        for key in keys.filter(|key| met.insert(*key)) {
            match self.reasons.get(&key) {
                Some(LeftOutReason::Common { .. }) => self.common += 1,
                Some(LeftOutReason::Template(_)) => self.template += 1,
                None => {}
            }
        }
    }

    /// Why a shingle is left out; `None` where it counts.
    pub fn reason(&self, key: u64) -> Option<LeftOutReason> {
        self.has(key).then(|| self.reasons.get(&key).copied()).flatten()
    }

    /// Whether a shingle is left out.
    pub fn has(&self, key: u64) -> bool {
        if self.seen.is_empty() {
            return false;
        }
        let (word, mask) = bit(key, self.seen.len());
        self.seen[word] & mask != 0 && self.reasons.contains_key(&key)
    }

    /// Whether every shingle counts.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Whether the same shingles are left out, for whatever reason.
    pub fn takes_the_same(&self, other: &Self) -> bool {
        self.reasons.len() == other.reasons.len()
            && self.reasons.keys().all(|key| other.reasons.contains_key(key))
    }

    /// How many shingles of the documents are left out.
    pub const fn shingles(&self) -> u32 {
        self.common + self.template
    }
}

/// The word and the bit that stand for a key, by its highest bits.
#[inline]
const fn bit(key: u64, words: usize) -> (usize, u64) {
    let bit = key >> (64 - (words * 64).trailing_zeros());
    ((bit / 64) as usize, 1 << (bit % 64))
}
