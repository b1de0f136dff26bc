//! Counts, for each document, the shingles that other documents have too.

use std::sync::{Mutex, PoisonError};

use super::Corpus;
use crate::pipeline::DocInfo;
use base::{cancel::Cancel, ids::DocId, lock::lock_mutex, ratio::Ratio};

/// Counted shingles of each document that other documents have too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SharesElsewhere {
    /// By document number: the shingles of documents with which the rules allow a pair.
    allowed: Vec<u32>,
    /// By document number: the shingles that only other documents have. Empty without rules.
    hidden: Vec<u32>,
}

impl SharesElsewhere {
    /// Returns `None` when cancelled, and if sketches only estimate.
    pub fn count_shared_elsewhere(corpus: &Corpus, cancel: &Cancel) -> Option<Self> {
        if corpus.params().is_estimate() {
            return None;
        }
        let (nodes, numbering) = (corpus.nodes(), corpus.numbering());
        let zeros =
            |has_counts| if has_counts { vec![0_u32; corpus.docs().len()] } else { Vec::new() };
        let zeros = || Self { allowed: zeros(true), hidden: zeros(corpus.rules().is_some()) };
        let counted = Mutex::new(zeros());
        corpus.store().for_each_repeated_key(
            (nodes.index_members().iter().map(|member| member.holder), nodes.id_limit()),
            &|key| corpus.ignored_shingles().has_key(key),
            cancel,
            || (zeros(), Vec::new()),
            |(counts, docs), _, holders| {
                docs.clear();
                docs.extend(holders.iter().flat_map(|node| numbering.members(*node)));
                counts.each_count(corpus, docs, |count, _| *count += 1);
            },
            |(counts, _)| {
                let mut all = lock_mutex(&counted);
                let Self { allowed, hidden } = &mut *all;
                for (sums, parts) in [(allowed, counts.allowed), (hidden, counts.hidden)] {
                    sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
                }
            },
        )?;
        let mut counts = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
        let texts = nodes.index_members();
        let copies = texts.iter().map(|member| numbering.members(member.holder));
        for docs in copies.filter(|docs| docs.len() > 1) {
            counts
                .each_count(corpus, docs, |count, id| *count = corpus.docs()[id.index()].shingles);
        }
        for ((hidden, allowed), doc) in
            counts.hidden.iter_mut().zip(&counts.allowed).zip(corpus.docs().iter())
        {
            *hidden = (*hidden).min(doc.shingles.saturating_sub(*allowed));
        }
        Some(counts)
    }

    /// Calls `add` with the count of each of these documents, at least two, which have the same shingle.
    fn each_count(
        &mut self,
        corpus: &Corpus,
        docs: &[DocId],
        mut add: impl FnMut(&mut u32, DocId),
    ) {
        let Some(rules) = corpus.rules() else {
            return docs.iter().for_each(|id| add(&mut self.allowed[id.index()], *id));
        };
        let mut allowed = rules.documents_with_partner(docs).into_iter().peekable();
        for id in docs {
            let is_allowed = allowed.next_if_eq(id).is_some();
            let counts = if is_allowed { &mut self.allowed } else { &mut self.hidden };
            add(&mut counts[id.index()], *id);
        }
    }

    /// Returns `None` without counted shingles in the document, or before they were counted.
    pub fn share_of_document(&self, id: DocId, doc: &DocInfo) -> Option<Ratio> {
        share_of_count(&self.allowed, id, doc)
    }

    /// Returns the share that is only in documents with which rules hide the pairs. `None` without rules.
    pub fn hidden_share_of_document(&self, id: DocId, doc: &DocInfo) -> Option<Ratio> {
        share_of_count(&self.hidden, id, doc)
    }

    pub const fn is_empty(&self) -> bool {
        self.allowed.is_empty()
    }
}

fn share_of_count(counts: &[u32], id: DocId, doc: &DocInfo) -> Option<Ratio> {
    let count = counts.get(id.index()).filter(|_| doc.shingles > 0)?;
    Some(Ratio::new((*count).into(), doc.shingles.into()))
}
