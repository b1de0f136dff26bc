//! Which documents of a corpus a text comes from: a greedy cover of its shingles. It counts keys and reads no text.
//!
//! Let S be the counted shingles of the text by position, so that one that occurs twice counts twice. A document covers
//! a shingle that it has too. The document that covers most of S comes first; then the one that covers most of the
//! rest, and so on. Among equals, the one that covers most in all comes first, then the one whose file says that it was
//! made first, then the first by path; the others are known as its [ties](CoverPart::ties). This is the greedy algorithm for maximum coverage: its
//! first k documents cover at least 1 − 1/e (63 %) of what any k documents could (Nemhauser, Wolsey and Fisher 1978).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::HashMap;

use crate::base::{day::Day, ids::DocId, ratio::Ratio};
use crate::compare::{Overlap, Store};
use crate::pipeline::{CorpusView, Document, NodeId};

/// So many holders of keys are kept in memory: 128 MiB. Beyond that the store is read again every time.
const REMEMBERED: usize = 1 << 25;

/// Where a cover ends.
#[derive(Debug, Clone, Copy)]
pub struct CoverLimits {
    /// The most documents.
    pub most: usize,
    /// The least share of the text that a document must cover and those before it do not. At least one shingle in any
    /// case.
    pub least: Ratio,
}

impl CoverLimits {
    /// The limits unless others are asked for: any number of documents that add 1 %, so at most a hundred.
    pub const USUAL: Self = Self { most: usize::MAX, least: Ratio::new(1, 100) };
}

/// A document of a cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverPart {
    /// The document: the first by path of those with the same words.
    pub doc: DocId,
    /// The others with the same words.
    pub copies: Vec<DocId>,
    /// The counts of the text, as a, and of this document, as b.
    pub overlap: Overlap,
    /// How many shingles of the text it covers, every occurrence counted.
    pub covers: u32,
    /// How many of these no part before it covers.
    pub adds: u32,
    /// The other documents that cover the very shingles that it adds, in path order. They add nothing after it.
    pub ties: Vec<DocId>,
    /// What it shares, as indices into the keys of the text.
    shared: Vec<u32>,
}

/// Who covers a shingle or a word of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoveredBy {
    /// It does not count: the shingle was sampled out or left out, or the word is in no shingle that counts.
    Nothing,
    /// No other document has it: it is the text's own.
    Own,
    /// Only documents that are no part of the cover have it.
    Elsewhere,
    /// The first part that has it.
    Part(u32),
}

/// The documents that a text comes from. What the parts add, what is elsewhere and what is its own make up all of its
/// shingles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The counted shingles of the text, every occurrence counted.
    pub shingles: u32,
    /// The documents, in the order in which they were chosen.
    pub parts: Vec<CoverPart>,
    /// The shingles that only documents have which are no part.
    pub elsewhere: u32,
    /// The shingles that no document has.
    pub own: u32,
    /// For each shingle of the text, counted or not, who covers it.
    pub by: Vec<CoveredBy>,
}

/// A text beside a corpus: its keys, and who has them.
///
/// The corpus must count all kept shingles, not estimate, and the text must leave out what the corpus leaves out.
pub struct CoverSearch<'a> {
    view: &'a CorpusView<'a>,
    text: &'a Document,
    /// The distinct keys of the text that count, ascending.
    keys: Vec<u64>,
    /// How often the text has each.
    times: Vec<u32>,
    /// For each shingle of the text, the index of its key; `None` if it does not count.
    at: Vec<Option<u32>>,
    /// For each node, its first document that may be a part.
    sources: Vec<Option<DocId>>,
    /// The document of the corpus that is the text itself.
    itself: Option<DocId>,
    /// How many keys of the text each node has.
    distinct: Vec<u32>,
    /// How many shingles of the text each node covers.
    covers: Vec<u32>,
    /// Whether anybody has a key.
    has_holder: Vec<bool>,
    holders: KeyHolders,
}

impl<'a> CoverSearch<'a> {
    /// Finds who has the shingles of `text`. `itself` is the document of the corpus that is the text, if one is: a text
    /// is no source of itself. Its copies under other names are.
    pub fn new(view: &'a CorpusView<'a>, text: &'a Document, itself: Option<DocId>) -> Self {
        Self::remembering(view, text, itself, REMEMBERED)
    }

    /// The same with another limit of the holders that are kept in memory. The result does not depend on it.
    pub fn remembering(
        view: &'a CorpusView<'a>,
        text: &'a Document,
        itself: Option<DocId>,
        limit: usize,
    ) -> Self {
        debug_assert!(!view.params.estimates());
        let keys = text.sketch();
        let counted = text.shingles.iter().map(|shingle| {
            let at = text.counts(shingle).then(|| keys.binary_search(&shingle.key).ok());
            Some(at.flatten()? as u32)
        });
        let at: Vec<Option<u32>> = counted.collect();
        let mut times = vec![0_u32; keys.len()];
        at.iter().flatten().for_each(|key| times[*key as usize] += 1);
        let nodes = view.nodes;
        // The store may still have texts that are gone.
        let source = |node| {
            nodes.get(node)?;
            view.numbering.members(node).iter().copied().find(|doc| Some(*doc) != itself)
        };
        let sources: Vec<Option<DocId>> = (0..nodes.limit() as NodeId).map(source).collect();
        let (mut distinct, mut covers) = (vec![0; sources.len()], vec![0; sources.len()]);
        let mut holder_counts = vec![0_u32; keys.len()];
        view.store.holders(&keys, |key, node| {
            if sources[node as usize].is_some() {
                distinct[node as usize] += 1;
                covers[node as usize] += times[key];
                holder_counts[key] += 1;
            }
        });
        let has_holder = holder_counts.iter().map(|count| *count > 0).collect();
        let of_nodes = (&*sources, &*distinct);
        let holders = KeyHolders::new(view.store, &keys, (&holder_counts, limit), of_nodes);
        Self { view, text, keys, times, at, sources, itself, distinct, covers, has_holder, holders }
    }

    /// The cover of the text. `None` if stopped.
    pub fn cover(&self, limits: CoverLimits, stop: &dyn Fn() -> bool) -> Option<Cover> {
        let shingles: u32 = self.times.iter().sum();
        let mut rest = self.covers.clone();
        let mut by_key: Vec<Option<u32>> = vec![None; self.keys.len()];
        let mut parts: Vec<CoverPart> = Vec::new();
        // An upper bound of each node's addition, the largest first. Bounds stay true, because additions only shrink.
        let may_add = (0..).zip(&rest).filter(|(_, adds)| **adds > 0);
        let mut best: BinaryHeap<_> =
            may_add.map(|(node, adds)| (*adds, Reverse(self.place(node)), node)).collect();
        while parts.len() < limits.most {
            if stop() {
                return None;
            }
            let Some((may_add, place, node)) = best.pop() else { break };
            let adds = rest[node as usize];
            if adds < may_add {
                best.extend((adds > 0).then_some((adds, place, node)));
                continue;
            }
            if Ratio::new(adds.into(), shingles.into()) < limits.least {
                break;
            }
            let Some(doc) = self.sources[node as usize] else { break };
            let shared = self.shared(node);
            let covered: Vec<u32> =
                shared.iter().copied().filter(|key| by_key[*key as usize].is_none()).collect();
            for key in &covered {
                by_key[*key as usize] = Some(parts.len() as u32);
            }
            let mut lost: HashMap<NodeId, u32> = HashMap::new();
            self.each(&covered, |key, node| {
                if self.sources[node as usize].is_some() {
                    *lost.entry(node).or_default() += self.times[key as usize];
                }
            });
            lost.iter().for_each(|(node, lost)| rest[*node as usize] -= lost);
            // Who had as many and has none left has the same ones.
            let is_tie = |other: NodeId, lost: u32| {
                other != node && lost == adds && rest[other as usize] == 0
            };
            let ties = lost.iter().filter(|(other, lost)| is_tie(**other, **lost));
            let ties = ties.flat_map(|(other, _)| self.view.numbering.members(*other)).copied();
            let mut ties: Vec<DocId> = ties.filter(|doc| Some(*doc) != self.itself).collect();
            ties.sort_unstable();
            parts.push(CoverPart {
                doc,
                ties,
                copies: self.others(node, doc),
                overlap: self.overlap(node, doc),
                covers: self.covers[node as usize],
                adds,
                shared,
            });
        }
        let part_of = |key: u32| match by_key[key as usize] {
            Some(part) => CoveredBy::Part(part),
            None if self.has_holder[key as usize] => CoveredBy::Elsewhere,
            None => CoveredBy::Own,
        };
        let by: Vec<CoveredBy> =
            self.at.iter().map(|key| key.map_or(CoveredBy::Nothing, part_of)).collect();
        let count = |who| by.iter().filter(|by| **by == who).count() as u32;
        let (elsewhere, own) = (count(CoveredBy::Elsewhere), count(CoveredBy::Own));
        Some(Cover { shingles, parts, elsewhere, own, by })
    }

    /// The place of a node among those that add as much: the smallest comes first.
    fn place(&self, node: NodeId) -> (Reverse<u32>, bool, Option<Day>, Option<DocId>) {
        let doc = self.sources[node as usize];
        let facts = doc.and_then(|doc| self.view.docs[doc.index()].file.facts.as_deref());
        // A year or a month has surely begun on its last day.
        let created = facts.and_then(|facts| Day::span(&facts.created)).map(|(_, last)| last);
        (Reverse(self.covers[node as usize]), created.is_none(), created, doc)
    }

    /// The documents that have every counted shingle of some of the text, in path order.
    pub fn having_all(&self, shingles: impl IntoIterator<Item = usize>) -> Vec<DocId> {
        let key = |at: usize| self.at.get(at).copied().flatten();
        let mut keys: Vec<u32> = shingles.into_iter().filter_map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut counts: hashbrown::HashMap<u32, usize> = hashbrown::HashMap::new();
        self.each(&keys, |_, node| *counts.entry(node).or_default() += 1);
        let all = counts.into_iter().filter(|(_, count)| *count == keys.len());
        let members = all.flat_map(|(node, _)| self.view.numbering.members(node));
        let mut found: Vec<DocId> =
            members.copied().filter(|doc| Some(*doc) != self.itself).collect();
        found.sort_unstable();
        found
    }

    /// Which counted words of the text a part covers: those of the shingles that it shares.
    pub fn words(&self, part: &CoverPart) -> Vec<bool> {
        let mut is_shared = vec![false; self.keys.len()];
        part.shared.iter().for_each(|key| is_shared[*key as usize] = true);
        let mut covered = vec![false; self.text.canonical.len()];
        for (at, key) in self.at.iter().enumerate() {
            if key.is_some_and(|key| is_shared[key as usize]) {
                covered.get_mut(self.text.window.words(at)).unwrap_or_default().fill(true);
            }
        }
        covered
    }

    /// The keys of the text that a node has, by their indices, ascending.
    fn shared(&self, target: NodeId) -> Vec<u32> {
        if let KeyHolders::Known { keys_of, .. } = &self.holders {
            return keys_of.row(target as usize).to_vec();
        }
        let all: Vec<u32> = (0..self.keys.len() as u32).collect();
        let mut shared = Vec::new();
        self.each(&all, |key, node| {
            if node == target {
                shared.push(key);
            }
        });
        shared.sort_unstable();
        shared
    }

    /// Calls `found` with each of some keys (by their indices, ascending) and each node that has it.
    fn each(&self, keys: &[u32], mut found: impl FnMut(u32, NodeId)) {
        match &self.holders {
            KeyHolders::Known { nodes_of, .. } => {
                for key in keys {
                    nodes_of.row(*key as usize).iter().for_each(|node| found(*key, *node));
                }
            }
            KeyHolders::TooMany => {
                let target: Vec<u64> = keys.iter().map(|key| self.keys[*key as usize]).collect();
                self.view.store.holders(&target, |at, node| {
                    if self.sources[node as usize].is_some() {
                        found(keys[at], node);
                    }
                });
            }
        }
    }

    fn others(&self, node: NodeId, doc: DocId) -> Vec<DocId> {
        let members = self.view.numbering.members(node).iter().copied();
        members.filter(|other| *other != doc && Some(*other) != self.itself).collect()
    }

    fn overlap(&self, node: NodeId, doc: DocId) -> Overlap {
        let info = &self.view.docs[doc.index()];
        let identity = self.text.identity();
        let other = self.view.nodes.get(node).map(|node| node.identity);
        let exact_copy = identity.is_some() && identity == other;
        let sizes = [self.text.size(self.keys.len()), info.size()];
        Overlap::new(self.distinct[node as usize], sizes, self.view.params.modulo, exact_copy)
    }
}

/// Who has which key of a text.
enum KeyHolders {
    /// The nodes of each key, and the keys of each node, ascending.
    Known { nodes_of: NumberRows, keys_of: NumberRows },
    /// They are too many to keep; the store knows.
    TooMany,
}

impl KeyHolders {
    /// Looks up `keys`, each of which `held` nodes of those with `sources` have; `distinct` counts the keys of each node. At
    /// most `limit` are kept.
    fn new(
        store: &Store,
        keys: &[u64],
        (holder_counts, limit): (&[u32], usize),
        (sources, distinct): (&[Option<DocId>], &[u32]),
    ) -> Self {
        if distinct.iter().map(|count| *count as usize).sum::<usize>() > limit {
            return Self::TooMany;
        }
        let mut nodes_of = NumberRows::of_lengths(holder_counts);
        store.holders(keys, |key, node| {
            if sources[node as usize].is_some() {
                nodes_of.push(key, node);
            }
        });
        let mut keys_of = NumberRows::of_lengths(distinct);
        for key in 0..keys.len() {
            nodes_of.row(key).iter().for_each(|node| keys_of.push(*node as usize, key as u32));
        }
        Self::Known { nodes_of, keys_of }
    }
}

/// Rows of numbers in one piece of memory.
struct NumberRows {
    /// Where each row begins, and where its next number goes.
    places: Vec<(usize, usize)>,
    numbers: Vec<u32>,
}

impl NumberRows {
    /// Empty rows, with room for so many numbers each.
    fn of_lengths(lengths: &[u32]) -> Self {
        let mut end = 0;
        let place = |length: &u32| {
            let start = end;
            end += *length as usize;
            (start, start)
        };
        let places = lengths.iter().map(place).collect();
        Self { places, numbers: vec![0; end] }
    }

    fn push(&mut self, row: usize, number: u32) {
        let (_, end) = &mut self.places[row];
        self.numbers[*end] = number;
        *end += 1;
    }

    fn row(&self, row: usize) -> &[u32] {
        let (start, end) = self.places[row];
        &self.numbers[start..end]
    }
}
