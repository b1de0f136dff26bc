//! Numbers that must not be mixed up, each a type of its own. They carry no meaning beyond one run.

/// A word in the lexicon.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenId(pub u32);

/// A document of one snapshot: its index in the snapshot's list, which is in path order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocId(pub u32);

impl DocId {
    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Counts the requests made to the engine; a report carries the epoch of the request it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Epoch(pub u64);
