//! The words of documents that were read together, in one piece of memory, and which of them end a sentence.

use std::ops::Range;
use std::sync::Arc;

use crate::base::ids::TokenId;

/// Bits in a piece of the marks.
const BITS: usize = u64::BITS as usize;

/// Words as numbers, with one bit for each that ends a sentence.
#[derive(Debug, Default)]
pub struct WordBlock {
    words: Box<[TokenId]>,
    /// A bit is set behind the last word of a sentence. Missing pieces have no bit set.
    ends: Box<[u64]>,
}

impl WordBlock {
    /// The words in a range.
    pub fn words(&self, range: Range<usize>) -> &[TokenId] {
        self.words.get(range).unwrap_or_default()
    }

    /// The sentences in a range, as ranges of words counted from its start. A range that ends within a sentence ends it.
    pub fn sentences(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
        let (start, len) = (range.start, range.len());
        let mut begun = 0;
        range.filter_map(move |at| {
            let behind = at - start + 1;
            (behind == len || is_marked(&self.ends, at))
                .then(|| std::mem::replace(&mut begun, behind)..behind)
        })
    }

    /// A range in a block of its own.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let mut draft = BlockDraft::default();
        for (at, id) in range.clone().zip(self.words(range)) {
            draft.push(*id);
            if is_marked(&self.ends, at) {
                draft.end_sentence();
            }
        }
        Self { words: draft.words.into(), ends: draft.ends.into() }
    }
}

/// A block that is being filled.
#[derive(Debug, Default)]
pub struct BlockDraft {
    words: Vec<TokenId>,
    ends: Vec<u64>,
}

impl BlockDraft {
    /// Adds a word.
    #[inline]
    pub fn push(&mut self, id: TokenId) {
        self.words.push(id);
    }

    /// The last word ends a sentence.
    pub fn end_sentence(&mut self) {
        let Some(last) = self.words.len().checked_sub(1) else { return };
        if self.ends.len() <= last / BITS {
            self.ends.resize(last / BITS + 1, 0);
        }
        if let Some(piece) = self.ends.get_mut(last / BITS) {
            *piece |= 1 << (last % BITS);
        }
    }

    /// How many words it has.
    pub const fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether it has no word.
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Forgets the words from here on, but not which of them end sentences: as many will be read again.
    pub fn read_again(&mut self, from: usize) {
        self.words.truncate(from);
    }

    /// Forgets the words from here on.
    pub fn truncate(&mut self, from: usize) {
        self.words.truncate(from);
        self.ends.truncate(from.div_ceil(BITS));
        if let Some(piece) = self.ends.get_mut(from / BITS) {
            *piece &= (1 << (from % BITS)) - 1;
        }
    }

    /// The block; the next begins.
    pub fn finish(&mut self) -> Arc<WordBlock> {
        let block =
            WordBlock { words: self.words.as_slice().into(), ends: self.ends.as_slice().into() };
        self.words.clear();
        self.words.shrink_to(1 << 20);
        self.ends.clear();
        Arc::new(block)
    }
}

fn is_marked(ends: &[u64], at: usize) -> bool {
    ends.get(at / BITS).is_some_and(|piece| piece >> (at % BITS) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BlockDraft, TokenId};

    proptest! {
        #[test]
        fn sentences_are_those_that_were_marked(
            first in prop::collection::vec(any::<bool>(), 0..150),
            dropped in prop::collection::vec(any::<bool>(), 0..150),
            ends in prop::collection::vec(any::<bool>(), 0..150),
        ) {
            let mut draft = BlockDraft::default();
            let fill = |draft: &mut BlockDraft, ends: &[bool]| {
                for (at, is_end) in ends.iter().enumerate() {
                    draft.push(TokenId(at as u32));
                    if *is_end {
                        draft.end_sentence();
                    }
                }
            };
            fill(&mut draft, &first);
            let start = draft.len();
            fill(&mut draft, &dropped);
            draft.truncate(start);
            fill(&mut draft, &ends);
            draft.read_again(start);
            fill(&mut draft, &vec![false; ends.len()]);
            let block = draft.finish();
            prop_assert!(draft.is_empty());
            let mut wanted = Vec::new();
            let mut begun = 0;
            for (at, is_end) in ends.iter().enumerate() {
                if *is_end || at + 1 == ends.len() {
                    wanted.push(begun..at + 1);
                    begun = at + 1;
                }
            }
            let range = start..start + ends.len();
            let part = block.part(range.clone());
            prop_assert_eq!(block.sentences(range.clone()).collect::<Vec<_>>(), wanted.clone());
            prop_assert_eq!(part.sentences(0..ends.len()).collect::<Vec<_>>(), wanted);
            prop_assert_eq!(block.words(range), part.words(0..ends.len()));
        }
    }
}
