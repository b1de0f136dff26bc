//! Passages shared by documents whose pair does not pass the threshold: a list by score misses them.

use std::{cmp::Reverse, sync::Arc};

use hashbrown::HashMap;

use super::Corpus;
use crate::pipeline::NodeId;
use crate::pipeline::parameters::scoring::LongPassage;
use crate::pipeline::ranking::{corpus_view::CorpusView, longest_passages::LongestPassages};
use crate::shingle::SketchKind;
use base::{cancel::Cancel, ids::DocId};

/// The pairs of documents that share a passage of a minimum length and do not pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PassagesBelow {
    pub pairs: u64,
    pub documents: HashMap<DocId, PassageElsewhere>,
}

/// Passages that a document shares outside its listed pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassageElsewhere {
    pub words: u32,
    /// First sharing document.
    pub with: DocId,
    pub others: u32,
}

impl PassagesBelow {
    fn add(&mut self, view: &CorpusView<'_>, (a, b): (NodeId, NodeId), words: u32) {
        let [former, latter] = [a, b].map(|text| view.numbering.members(text));
        self.pairs += self.add_to(view, former, latter, words);
        self.add_to(view, latter, former, words);
    }

    /// Adds to each of `docs` the partners among `others` that the rules allow. Returns the number of added pairs.
    fn add_to(
        &mut self,
        view: &CorpusView<'_>,
        docs: &[DocId],
        others: &[DocId],
        words: u32,
    ) -> u64 {
        let partners = match view.rules {
            Some(rules) => rules.partners_of_each(docs, others),
            None => vec![others.len() as u64; docs.len()],
        };
        for (doc, partners) in docs.iter().zip(&partners) {
            let Some(with) = others.iter().copied().find(|other| view.allows(*doc, *other)) else {
                continue;
            };
            let fresh = PassageElsewhere { words, with, others: 0 };
            let known = self.documents.entry(*doc).or_insert(fresh);
            known.others += *partners as u32;
            if (words, Reverse(with)) > (known.words, Reverse(known.with)) {
                (known.words, known.with) = (words, with);
            }
        }
        partners.iter().sum()
    }
}

impl Corpus {
    /// Returns the pairs of texts of a refreshed corpus that may share a passage of `words` words and do not pass.
    /// `None` when cancelled. Empty for sketches of few keys, which would miss most passages.
    pub fn below_with_passages(
        &self,
        words: u32,
        cancel: &Cancel,
    ) -> Option<Vec<(NodeId, NodeId)>> {
        if self.params.sketch != SketchKind::Modulo {
            return Some(Vec::new());
        }
        let view = self.view();
        let mut pairs = view.find_near(LongPassage::new(words, &self.params), cancel)?;
        let first = |text| view.numbering.holders(text).map(|(document, _)| document);
        let passes = |(one, other): &(NodeId, NodeId)| {
            let both = first(*one).zip(first(*other));
            both.is_none_or(|(a, b)| {
                view.numbering.are_copies(a, b) || view.passes(&view.pair(a, b, view.shared(a, b)))
            })
        };
        pairs.retain(|pair| !passes(pair));
        Some(pairs)
    }

    /// Adds to `below` the pairs of texts that share a passage of `words` words. `None` when cancelled; `below` is then
    /// unchanged.
    pub fn add_passages(
        &mut self,
        below: &mut PassagesBelow,
        pairs: &[(NodeId, NodeId)],
        words: u32,
        cancel: &Cancel,
    ) -> Option<()> {
        let mut passages = std::mem::take(&mut self.passages);
        let view = self.view();
        let input = |text, is_second| view.text_input(text, is_second);
        let found = passages.find(pairs.iter().copied(), &input, words, cancel, &|_, _, _| ());
        if found.is_some() {
            for (a, b) in pairs.iter().copied() {
                let longest = passages.words(a, b).unwrap_or(0);
                if longest >= words {
                    below.add(&view, (a, b), longest);
                }
            }
        }
        self.passages = passages;
        found
    }

    /// Counts the pairs listed by `--passage` that have no such passage without the shingles that [`Common::Auto`]
    /// ignores. `None` when cancelled.
    ///
    /// [`Common::Auto`]: crate::pipeline::parameters::Common::Auto
    pub fn pairs_by_common_alone(&self, cancel: &Cancel) -> Option<u64> {
        let passage = self.params.passage.filter(|_| self.params.common.is_none());
        let Some(least) = passage.filter(|_| !self.params.estimates()) else { return Some(0) };
        let mut view = self.view();
        view.surroundings.left_out = Arc::new(self.with_common(cancel)?);
        let pairs = view.pairs.found().iter().map(|pair| (pair.a, pair.b));
        let listed = |pair: &(NodeId, NodeId)| self.passages.words(pair.0, pair.1) >= Some(least);
        let listed: Vec<(NodeId, NodeId)> = pairs.filter(listed).collect();
        let mut passages = LongestPassages::default();
        let input = |text, is_second| view.text_input(text, is_second);
        passages.find(listed.iter().copied(), &input, least, cancel, &|_, _, _| ())?;
        let mut alone = PassagesBelow::default();
        for (a, b) in listed.into_iter().filter(|(a, b)| passages.words(*a, *b) < Some(least)) {
            alone.add(&view, (a, b), least);
        }
        Some(alone.pairs)
    }
}
