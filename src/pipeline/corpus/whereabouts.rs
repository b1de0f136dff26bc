//! Where the content of lost documents went: which present documents have their shingles. It needs only their words as
//! numbers, and remembers nothing.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

use super::Corpus;
use crate::base::{cancel::Cancel, ids::DocId, path::DocPath, ratio::Ratio};
use crate::pipeline::{CorpusView, DocWords, NodeId, Params, texts::sketches::SketchDraft};

/// The most documents that are looked for at a time. Each needs a table over all texts.
pub const AT_ONCE: usize = 16;
/// A content that went into several documents is shown with at most this many …
const PARTS: usize = 3;
/// … each of which, but for the first, has at least this part (a tenth) of it.
const WORTH_NAMING: usize = 10;

/// A present document, and how much it has of a lost one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundIn {
    /// The document: the first by path of those with the same words.
    pub path: DocPath,
    /// How many of the shingles it has that no part before it has.
    pub shingles: u32,
}

/// Where the content of a document went, with the parameters that this was counted with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whereabouts {
    /// The parameters that it was counted with.
    pub params: Arc<Params>,
    /// How many distinct kept shingles it had. Where sketches estimate and are not verified: how many keys.
    pub shingles: u32,
    /// The documents that have most of it, best first.
    pub parts: Vec<FoundIn>,
    /// Whether the first part has the same canonical words.
    pub whole: bool,
}

impl Whereabouts {
    /// The share of the shingles that a part has and the parts before it lack.
    pub fn share(&self, part: &FoundIn) -> Ratio {
        if self.whole { Ratio::ONE } else { self.share_of(part.shingles) }
    }

    /// The share of the shingles that all parts have together.
    pub fn found(&self) -> Ratio {
        if self.whole {
            return Ratio::ONE;
        }
        self.share_of(self.parts.iter().map(|part| part.shingles).sum())
    }

    /// Whether this share would be enough for a pair to be listed.
    pub fn is_found(&self) -> bool {
        self.found() > Ratio::ZERO && self.found() >= self.params.threshold
    }

    fn share_of(&self, shingles: u32) -> Ratio {
        Ratio::new(shingles.into(), self.shingles.max(1).into())
    }
}

/// Looks for at most [`AT_ONCE`] lost documents in a refreshed corpus. `None` when cancelled.
///
/// The parts are chosen greedily: the document with most of the shingles first, then the one with most of the rest.
/// Among equals, the first by path is chosen.
pub fn whereabouts(
    corpus: &mut Corpus,
    gone: &[&DocWords],
    cancel: &Cancel,
) -> Option<Vec<Whereabouts>> {
    let params = Arc::clone(corpus.params());
    let drafts = corpus.drafts(gone, cancel)?;
    let mut rests: Vec<Vec<u64>> =
        drafts.iter().map(|draft| shingles_of(draft, &params).to_vec()).collect();
    let mut all: Vec<Whereabouts> = rests
        .iter()
        .map(|keys| Whereabouts {
            params: Arc::clone(&params),
            shingles: keys.len() as u32,
            parts: Vec::new(),
            whole: false,
        })
        .collect();
    for ((found, draft), rest) in all.iter_mut().zip(&drafts).zip(&mut rests) {
        let same = draft.identity.and_then(|identity| corpus.nodes().find(identity));
        if let Some(path) = same.and_then(|node| first(&corpus.view(), node)) {
            found.parts.push(FoundIn { path, shingles: found.shingles });
            found.whole = true;
            rest.clear();
        }
    }
    for _ in 0..PARTS {
        let open: Vec<usize> = (0..all.len()).filter(|at| !rests[*at].is_empty()).collect();
        if open.is_empty() {
            break;
        }
        let key_sets: Vec<&[u64]> = open.iter().map(|at| rests[*at].as_slice()).collect();
        let best = best(corpus, &key_sets, cancel)?;
        for (at, best) in open.into_iter().zip(best) {
            let (found, rest) = (&mut all[at], &mut rests[at]);
            let is_worth = |count: u32| {
                found.parts.is_empty() || count as usize * WORTH_NAMING >= found.shingles as usize
            };
            let Some((path, shingles)) = best.filter(|(_, count)| is_worth(*count)) else {
                rest.clear();
                continue;
            };
            let record = corpus.entries().get(&path).map(|entry| entry.record.clone());
            let draft = corpus.drafts(&record.iter().collect::<Vec<_>>(), cancel)?.pop();
            let has: HashSet<u64> =
                draft.iter().flat_map(|draft| shingles_of(draft, &params)).copied().collect();
            rest.retain(|key| !has.contains(key));
            found.parts.push(FoundIn { path, shingles });
            if rest.len() * WORTH_NAMING < found.shingles as usize {
                rest.clear();
            }
        }
    }
    Some(all)
}

/// The keys by which a document is looked for: of its kept shingles, or of its sketch where the corpus keeps only
/// sketches.
fn shingles_of<'a>(draft: &'a SketchDraft, params: &Params) -> &'a [u64] {
    if params.verifies() { &draft.sketched.shingle_keys } else { &draft.keys }
}

/// The first document by path that has a text.
fn first(view: &CorpusView<'_>, node: NodeId) -> Option<DocPath> {
    Some(view.docs.get(view.numbering.members(node).first()?.index())?.path.clone())
}

/// For each of some sets of keys, the document that has most of them, and how many.
fn best(
    corpus: &Corpus,
    key_sets: &[&[u64]],
    cancel: &Cancel,
) -> Option<Vec<Option<(DocPath, u32)>>> {
    let view = corpus.view();
    let counts = if corpus.params().verifies() {
        counts_of_kept(corpus, key_sets, cancel)?
    } else {
        corpus.store().count(key_sets, corpus.nodes().limit(), cancel)?
    };
    let best = |counts: Vec<u32>| {
        let all = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
        let there = all.filter_map(|(node, count)| {
            // The store may still have texts that are gone.
            corpus.nodes().get(node as NodeId)?;
            let first: DocId = *view.numbering.members(node as NodeId).first()?;
            Some((count, std::cmp::Reverse(first)))
        });
        let (count, std::cmp::Reverse(first)) = there.max()?;
        Some((view.docs.get(first.index())?.path.clone(), count))
    };
    Some(counts.into_iter().map(best).collect())
}

/// The same counts as the store makes, for shingles that are kept beside sketches.
fn counts_of_kept(corpus: &Corpus, key_sets: &[&[u64]], cancel: &Cancel) -> Option<Vec<Vec<u32>>> {
    let nodes = corpus.nodes();
    let mut open: HashMap<u64, Vec<usize>> = HashMap::new();
    for (number, keys) in key_sets.iter().enumerate() {
        for key in *keys {
            open.entry(*key).or_default().push(number);
        }
    }
    let by_node: Vec<Vec<u32>> = (0..nodes.limit() as NodeId)
        .into_par_iter()
        .map(|node| {
            let mut counts = vec![0; key_sets.len()];
            let numbers = nodes.shingle_keys(node).iter().filter_map(|key| open.get(key));
            numbers.flatten().for_each(|number| counts[*number] += 1);
            (!cancel.is_cancelled()).then_some(counts)
        })
        .collect::<Option<_>>()?;
    let of = |number: usize| by_node.iter().map(|counts| counts[number]).collect();
    Some((0..key_sets.len()).map(of).collect())
}
