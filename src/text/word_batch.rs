//! Words of a text that wait for each other, so that what is remembered of them is fetched at once.
//!
//! What is remembered of many words outgrows the processor's caches. One by one, a run over 10,000 English texts took a third
//! longer, though with fewer instructions.

use crate::base::memo::Memo;
use crate::base::span::Span;

/// So many words wait at most.
pub const BATCH: usize = 32;

/// Words that wait.
#[derive(Debug)]
pub struct WordBatch {
    /// By which each is remembered.
    hashes: [u64; BATCH],
    /// Where they stand in the text.
    spans: [Span; BATCH],
    /// How many wait.
    count: usize,
}

impl Default for WordBatch {
    fn default() -> Self {
        Self { hashes: [0; BATCH], spans: [Span::new(0, 0); BATCH], count: 0 }
    }
}

impl WordBatch {
    /// Lets a word wait that stands in the text as it is read. Whether it must wait no longer.
    #[inline]
    pub fn is_full_with(&mut self, hash: u64, span: Span) -> bool {
        let place = self.count % BATCH;
        self.hashes[place] = hash;
        self.spans[place] = span;
        self.count = place + 1;
        self.count == BATCH
    }

    /// Calls `take` with each word's place and what is remembered of it, in order; `find_out` is asked for what is not. None
    /// waits any longer.
    #[inline]
    pub fn answer<V: Copy + Default>(
        &mut self,
        memo: &mut Memo<V>,
        text: &str,
        find_out: impl Fn(&str) -> V,
        mut take: impl FnMut(Span, V),
    ) {
        let count = std::mem::take(&mut self.count);
        let hashes = self.hashes.get(..count).unwrap_or_default();
        memo.fetch(hashes);
        for (&hash, &span) in hashes.iter().zip(&self.spans) {
            let word = || text.get(span.range()).unwrap_or_default();
            take(span, memo.get(hash, || find_out(word())));
        }
    }

    /// Forgets the words of a text that was given up.
    pub fn forget(&mut self) {
        self.count = 0;
    }
}
