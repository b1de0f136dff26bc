//! Counts, for each document, the shingles that other documents have too.

use std::sync::{Mutex, PoisonError};

use crate::pipeline::{DocInfo, ranking::corpus_view::CorpusView};
use base::{cancel::Cancel, ids::DocId, lock::locked, ratio::Ratio};

/// By document number: the counted shingles that another document has with which the rules allow a pair.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SharesElsewhere(Vec<u32>);

impl SharesElsewhere {
    /// Returns `None` when cancelled, and if sketches only estimate.
    pub fn count_shared_elsewhere(view: &CorpusView<'_>, cancel: &Cancel) -> Option<Self> {
        if view.params.is_estimate() {
            return None;
        }
        let zeros = || vec![0_u32; view.docs.len()];
        let counted = Mutex::new(zeros());
        view.store.for_each_repeated_key(
            (view.nodes.members().iter().map(|member| member.holder), view.nodes.id_limit()),
            &|key| view.surroundings.ignored.has_key(key),
            cancel,
            || (zeros(), Vec::new()),
            |(counts, docs), _, holders| {
                docs.clear();
                docs.extend(holders.iter().flat_map(|node| view.numbering.members(*node)));
                for_each_with_partner(view, docs, |id| counts[id.index()] += 1);
            },
            |(counts, _)| {
                let mut all = locked(&counted);
                all.iter_mut().zip(counts).for_each(|(sum, part)| *sum += part);
            },
        )?;
        let mut counts = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
        let texts = view.nodes.members();
        let copies = texts.iter().map(|member| view.numbering.members(member.holder));
        for docs in copies.filter(|docs| docs.len() > 1) {
            for_each_with_partner(view, docs, |id| {
                counts[id.index()] = view.docs[id.index()].shingles;
            });
        }
        Some(Self(counts))
    }

    /// Returns `None` without counted shingles in the document, or before they were counted.
    pub fn share_of_document(&self, id: DocId, doc: &DocInfo) -> Option<Ratio> {
        let count = self.0.get(id.index()).filter(|_| doc.shingles > 0)?;
        Some(Ratio::new((*count).into(), doc.shingles.into()))
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn for_each_with_partner(view: &CorpusView<'_>, docs: &[DocId], found: impl FnMut(DocId)) {
    match view.rules {
        Some(rules) => rules.documents_with_partner(docs).into_iter().for_each(found),
        None => docs.iter().copied().for_each(found),
    }
}
