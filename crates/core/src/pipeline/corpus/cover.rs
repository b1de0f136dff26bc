//! Finds the sources of a text: documents of a corpus that together cover most of its shingles. Counts keys and reads
//! no text.
//!
//! Let S be the counted shingles of the text by position, so repeated shingles count repeatedly. A document covers the
//! shingles that it contains. The document that covers most of S is chosen first, then the document that covers most of
//! the rest, and so on. Of documents that add equally many, the one that covers more shingles in all comes first, then
//! the one created earlier, then the first by path. Documents that add the same shingles are [ties](CoverPart::ties).
//! Documents whose pair with the text is hidden by a rule are chosen last, for the rest: another version by the same
//! author would otherwise cover the shingles that the author copied from a document of another author.
//! The first k documents of this greedy algorithm cover at least 1 − 1/e (63 %) of what the best k documents cover
//! (Nemhauser, Wolsey and Fisher 1978).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use hashbrown::HashMap;

use crate::compare::{Overlap, rows::Rows};
use crate::pipeline::{Corpus, Document, NodeId};
use base::{day::Day, ids::DocId, ratio::Ratio};

/// Largest number of key holders in memory: 128 MiB. If there are more, the store is read for each step.
const REMEMBERED: usize = 1 << 25;

#[derive(Debug, Clone, Copy)]
pub struct CoverLimits {
    pub most: usize,
    /// Least share of the text that a document must add to earlier documents. A document must add at least one shingle.
    pub least: Ratio,
}

impl CoverLimits {
    /// The usual limits: any number of documents that each add 1 %, so at most a hundred.
    pub const USUAL: Self = Self { most: usize::MAX, least: Ratio::new(1, 100) };
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverPart {
    /// First document by path among copies.
    pub doc: DocId,
    pub copies: Vec<DocId>,
    /// Counts of the text (a) and of this document (b).
    pub overlap: Overlap,
    /// Number of shingles of the text that the document contains, repeats included.
    pub covers: u32,
    /// Number of shingles in `covers` that no earlier part contains.
    pub adds: u32,
    /// Other documents that contain exactly the added shingles, in path order; after this document, they add nothing.
    pub ties: Vec<DocId>,
    /// Keys that text and document share, as indices into the keys of the text.
    shared: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoveredBy {
    /// The shingle is ignored or not sampled, or the word is in no counted shingle.
    Nothing,
    /// No other document has the shingle or word.
    Own,
    /// Only documents that are no source have the shingle or word.
    Elsewhere,
    /// Index of the first source that has the shingle or word.
    Part(u32),
}

/// The sources of a text. The shingles that the parts add, `elsewhere` and `own` add up to `shingles`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// Number of counted shingles of the text, repeats included.
    pub shingles: u32,
    pub parts: Vec<CoverPart>,
    pub elsewhere: u32,
    pub own: u32,
    /// For each shingle of the text, counted or not, the first source that has the shingle.
    pub by: Vec<CoveredBy>,
}

/// Searches the sources of a text: its keys, with the documents that have them.
///
/// The corpus must have all retained shingles, not only estimates, and ignore the same shingles as the text.
pub struct CoverSearch<'a> {
    corpus: &'a Corpus,
    text: &'a Document,
    identity: Option<u128>,
    /// Distinct counted keys of the text, ascending.
    keys: Vec<u64>,
    times: Vec<u32>,
    /// Positions of each key among the shingles of the text.
    places: Rows<u32>,
    /// For each shingle of the text, the index of its key; `None` if the shingle does not count.
    at: Vec<Option<u32>>,
    /// For each node, the first document that may be a source, if possible one whose pair with the text is in lists.
    sources: Vec<Option<DocId>>,
    itself: Option<DocId>,
    /// Number of the text's keys that each node has.
    distinct: Vec<u32>,
    /// Number of the text's shingles that each node has, repeats included.
    covers: Vec<u32>,
    /// Number of nodes that have each key.
    holder_counts: Vec<u32>,
    /// For each key, the nodes that have it. `None` if they are too many for memory, so the store is read for each step.
    holders: Option<Rows<u32>>,
}

impl<'a> CoverSearch<'a> {
    /// Prepares the search. If the text is the document `itself` of the corpus, its copies may be sources.
    pub fn new(corpus: &'a Corpus, text: &'a Document, itself: Option<DocId>) -> Self {
        Self::with_memory_limit(corpus, text, itself, REMEMBERED)
    }

    /// Like `new`, with another limit of key holders in memory.
    pub fn with_memory_limit(
        corpus: &'a Corpus,
        text: &'a Document,
        itself: Option<DocId>,
        limit: usize,
    ) -> Self {
        debug_assert!(!corpus.params().is_estimate());
        let keys = text.counted_keys();
        let counted = text.shingles.iter().map(|shingle| {
            let at = text.is_counted(shingle).then(|| keys.binary_search(&shingle.key).ok());
            Some(at.flatten()? as u32)
        });
        let at: Vec<Option<u32>> = counted.collect();
        let mut times = vec![0_u32; keys.len()];
        at.iter().flatten().for_each(|key| times[*key as usize] += 1);
        let mut places = Rows::with_lengths(&times);
        for (place, key) in (0..).zip(&at) {
            if let Some(key) = key {
                places.push(*key as usize, place);
            }
        }
        let nodes = corpus.nodes();
        let source = |node| {
            nodes.get(node)?;
            let others = corpus.numbering().members(node).iter().copied();
            let others = others.filter(|doc| Some(*doc) != itself);
            others.min_by_key(|doc| corpus.is_hidden_from(itself, *doc))
        };
        let sources: Vec<Option<DocId>> = (0..nodes.id_limit() as NodeId).map(source).collect();
        let (mut distinct, mut covers) = (vec![0; sources.len()], vec![0; sources.len()]);
        let mut holder_counts = vec![0_u32; keys.len()];
        corpus.store().for_each_holder(&keys, |key, node| {
            if sources[node as usize].is_some() {
                distinct[node as usize] += 1;
                covers[node as usize] += times[key];
                holder_counts[key] += 1;
            }
        });
        let count: usize = holder_counts.iter().map(|count| *count as usize).sum();
        let holders = (count <= limit).then(|| {
            let mut holders = Rows::with_lengths(&holder_counts);
            corpus.store().for_each_holder(&keys, |key, node| {
                if sources[node as usize].is_some() {
                    holders.push(key, node);
                }
            });
            holders
        });
        Self {
            corpus,
            text,
            identity: text.identity(),
            keys,
            times,
            places,
            at,
            sources,
            itself,
            distinct,
            covers,
            holder_counts,
            holders,
        }
    }

    pub fn find_sources(&self, limits: CoverLimits, stop: &dyn Fn() -> bool) -> Option<Cover> {
        let shingles: u32 = self.times.iter().sum();
        let mut rest = self.covers.clone();
        let mut by_key: Vec<Option<u32>> = vec![None; self.keys.len()];
        let mut parts: Vec<CoverPart> = Vec::new();
        // Largest shingle counts that nodes can add, the largest first. They only shrink, so an old count is an upper
        // bound.
        let may_add = (0..).zip(&rest).filter(|(_, adds)| **adds > 0);
        let mut best: BinaryHeap<_> = may_add
            .map(|(node, adds)| {
                let source = self.sources[node as usize];
                let is_hidden = source.map(|doc| self.corpus.is_hidden_from(self.itself, doc));
                (Reverse(is_hidden), *adds, Reverse(self.source_rank(node)), node)
            })
            .collect();
        while parts.len() < limits.most {
            if stop() {
                return None;
            }
            let Some((is_hidden, may_add, rank, node)) = best.pop() else { break };
            let adds = rest[node as usize];
            if adds == 0 || Ratio::new(adds.into(), shingles.into()) < limits.least {
                continue;
            }
            if adds < may_add {
                best.push((is_hidden, adds, rank, node));
                continue;
            }
            let Some(doc) = self.sources[node as usize] else { break };
            let shared = self.keys_at_node(node);
            let covered: Vec<u32> =
                shared.iter().copied().filter(|key| by_key[*key as usize].is_none()).collect();
            for key in &covered {
                by_key[*key as usize] = Some(parts.len() as u32);
            }
            let mut lost: HashMap<NodeId, u32> = HashMap::new();
            self.for_each_holder(&covered, |key, node| {
                if self.sources[node as usize].is_some() {
                    *lost.entry(node).or_default() += self.times[key as usize];
                }
            });
            lost.iter().for_each(|(node, lost)| rest[*node as usize] -= lost);
            // A node that lost as many shingles and now adds none has exactly the same shingles.
            let is_tie = |other: NodeId, lost: u32| {
                other != node && lost == adds && rest[other as usize] == 0
            };
            let ties = lost.iter().filter(|(other, lost)| is_tie(**other, **lost));
            let ties = ties.flat_map(|(other, _)| self.corpus.numbering().members(*other)).copied();
            let mut ties: Vec<DocId> = ties.filter(|doc| Some(*doc) != self.itself).collect();
            ties.sort_unstable();
            parts.push(CoverPart {
                doc,
                ties,
                copies: self.find_copies(node, doc),
                overlap: self.overlap_with(node, doc),
                covers: self.covers[node as usize],
                adds,
                shared,
            });
        }
        let part_of = |key: u32| match by_key[key as usize] {
            Some(part) => CoveredBy::Part(part),
            None if self.holder_counts[key as usize] > 0 => CoveredBy::Elsewhere,
            None => CoveredBy::Own,
        };
        let by: Vec<CoveredBy> =
            self.at.iter().map(|key| key.map_or(CoveredBy::Nothing, part_of)).collect();
        let count = |who| by.iter().filter(|by| **by == who).count() as u32;
        let (elsewhere, own) = (count(CoveredBy::Elsewhere), count(CoveredBy::Own));
        Some(Cover { shingles, parts, elsewhere, own, by })
    }

    /// Returns a key that orders nodes which add equally many shingles, the smallest first.
    fn source_rank(&self, node: NodeId) -> (Reverse<u32>, bool, Option<Day>, Option<DocId>) {
        let doc = self.sources[node as usize];
        let facts = doc.and_then(|doc| self.corpus.docs()[doc.index()].file.facts.as_deref());
        // Uses the last day of a year or month, because the date may be any day in it.
        let created =
            facts.and_then(|facts| Day::parse_range(&facts.created)).map(|(_, last)| last);
        (Reverse(self.covers[node as usize]), created.is_none(), created, doc)
    }

    /// Returns the documents that have all of the given shingles that count, in path order.
    pub fn documents_with_shingles(&self, shingles: impl IntoIterator<Item = usize>) -> Vec<DocId> {
        let key = |at: usize| self.at.get(at).copied().flatten();
        let mut keys: Vec<u32> = shingles.into_iter().filter_map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut counts: hashbrown::HashMap<u32, usize> = hashbrown::HashMap::new();
        self.for_each_holder(&keys, |_, node| *counts.entry(node).or_default() += 1);
        let all = counts.into_iter().filter(|(_, count)| *count == keys.len());
        let members = all.flat_map(|(node, _)| self.corpus.numbering().members(node));
        let mut found: Vec<DocId> =
            members.copied().filter(|doc| Some(*doc) != self.itself).collect();
        found.sort_unstable();
        found
    }

    /// Returns the runs of counted words in the shingles that the text shares with `part`, in order.
    pub fn runs_shared_with(&self, part: &CoverPart) -> Vec<Range<usize>> {
        let places = part.shared.iter().flat_map(|key| self.places.row(*key as usize));
        let mut places: Vec<u32> = places.copied().collect();
        places.sort_unstable();
        let mut runs: Vec<Range<usize>> = Vec::new();
        for place in places {
            let words = self.text.window.words_of_shingle(place as usize);
            match runs.last_mut() {
                Some(run) if run.end >= words.start => run.end = run.end.max(words.end),
                _ => runs.push(words),
            }
        }
        runs
    }

    fn keys_at_node(&self, target: NodeId) -> Vec<u32> {
        let all: Vec<u32> = (0..self.keys.len() as u32).collect();
        let mut shared = Vec::new();
        self.for_each_holder(&all, |key, node| {
            if node == target {
                shared.push(key);
            }
        });
        shared.sort_unstable();
        shared
    }

    /// Calls `found` for each of the keys (ascending indices), and each node that has the key.
    fn for_each_holder(&self, keys: &[u32], mut found: impl FnMut(u32, NodeId)) {
        if let Some(holders) = &self.holders {
            for key in keys {
                holders.row(*key as usize).iter().for_each(|node| found(*key, *node));
            }
        } else {
            let target: Vec<u64> = keys.iter().map(|key| self.keys[*key as usize]).collect();
            self.corpus.store().for_each_holder(&target, |at, node| {
                if self.sources[node as usize].is_some() {
                    found(keys[at], node);
                }
            });
        }
    }

    fn find_copies(&self, node: NodeId, doc: DocId) -> Vec<DocId> {
        let members = self.corpus.numbering().members(node).iter().copied();
        members.filter(|other| *other != doc && Some(*other) != self.itself).collect()
    }

    fn overlap_with(&self, node: NodeId, doc: DocId) -> Overlap {
        let info = &self.corpus.docs()[doc.index()];
        let other = self.corpus.nodes().get(node).map(|node| node.identity);
        let exact_copy = self.identity.is_some() && self.identity == other;
        let sizes = [self.text.size(self.keys.len()), info.size()];
        Overlap::new(self.distinct[node as usize], sizes, self.corpus.params().modulo, exact_copy)
    }
}
