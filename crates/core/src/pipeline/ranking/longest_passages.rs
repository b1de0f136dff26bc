//! The longest passages of pairs, for `--passage`. Each pair is searched once, and again after one of its texts
//! changes.

use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

use crate::compare::PreparedText;
use crate::pipeline::document::passages::{LongestPassage, PassageInput, find_longest_passage};
use crate::pipeline::{NodeId, Stage, texts::sketches::Progress};
use base::{cancel::Cancel, workers::run_in_pieces};

/// A function that returns the words of a text for the search; `None` if the text was removed.
type TextInput<'a> = dyn Fn(NodeId, bool) -> Option<PassageInput<'a>> + Sync + 'a;

const PAIRS_PER_PIECE: usize = 64;
/// Number of pairs searched between two reports of progress.
const PAIRS_PER_REPORT: usize = 1 << 14;

#[derive(Debug, Default)]
pub struct LongestPassages {
    of: HashMap<(NodeId, NodeId), KnownLength>,
    /// Texts with a new first document, whose words may differ.
    changed: HashSet<NodeId>,
}

#[derive(Debug, Clone, Copy)]
struct KnownLength {
    longest: LongestPassage,
    least: u32,
}

impl LongestPassages {
    /// Returns `None` if the pair was not searched.
    pub fn words_of_longest(&self, a: NodeId, b: NodeId) -> Option<u32> {
        self.of.get(&(a.min(b), a.max(b))).map(|known| known.longest.words)
    }

    /// Returns true if the passages of the pair consist of [common text](PassageInput::common).
    pub fn is_passage_common(&self, a: NodeId, b: NodeId) -> bool {
        self.of.get(&(a.min(b), a.max(b))).is_some_and(|known| known.longest.is_common)
    }

    pub fn clear(&mut self) {
        self.of.clear();
    }

    /// Records that other documents have a text now. The words of a passage come from the first of them.
    pub fn mark_text_changed(&mut self, text: NodeId) {
        self.changed.insert(text);
    }

    /// Searches the pairs that were not searched yet for passages of at least `least` words. `input` returns the words
    /// of a text as the first or second of two. The first text of a pair decides whether its passages are common.
    /// `None` when cancelled; finished pairs stay.
    pub fn find_longest_passages(
        &mut self,
        pairs: impl Iterator<Item = (NodeId, NodeId)>,
        input: &TextInput<'_>,
        least: u32,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<()> {
        let changed = std::mem::take(&mut self.changed);
        if !changed.is_empty() {
            self.of.retain(|(a, b), _| !changed.contains(a) && !changed.contains(b));
        }
        let key = |(a, b): (NodeId, NodeId)| (a.min(b), a.max(b));
        let is_new = |pair: &(NodeId, NodeId)| {
            self.of
                .get(&key(*pair))
                .is_none_or(|known| known.longest.words == 0 && known.least > least)
        };
        let mut pairs: Vec<(NodeId, NodeId)> = pairs.filter(is_new).collect();
        // Sorting groups the pairs with the same first text, which is then prepared only once.
        pairs.par_sort_unstable();
        for (done, chunk) in pairs.chunks(PAIRS_PER_REPORT).enumerate() {
            progress(Stage::Join, done * PAIRS_PER_REPORT, pairs.len());
            let found = run_in_pieces(
                chunk.len(),
                PAIRS_PER_PIECE,
                cancel,
                || None,
                |first, range| {
                    let words = |pair: &(NodeId, NodeId)| search_pair(input, *pair, first, least);
                    chunk[range].iter().map(words).collect::<Vec<_>>()
                },
                drop,
            )?;
            let known = |longest| KnownLength { longest, least };
            let found = found.into_iter().flatten().map(known);
            self.of.extend(chunk.iter().copied().map(key).zip(found));
        }
        Some(())
    }
}

/// Searches a pair. `first` stores the prepared first text for the next pair.
fn search_pair<'a>(
    input: &TextInput<'a>,
    (a, b): (NodeId, NodeId),
    first: &mut Option<(NodeId, PassageInput<'a>, PreparedText)>,
    least: u32,
) -> LongestPassage {
    if first.as_ref().is_none_or(|(node, ..)| *node != a) {
        *first = input(a, false).map(|input| {
            let prepared = PreparedText::new(&input.words);
            (a, input, prepared)
        });
    }
    let both = first.as_ref().zip(input(b, true));
    let found = both.map(|((_, former, prepared), latter)| {
        find_longest_passage(former, prepared, &latter, least)
    });
    found.unwrap_or_default()
}
