//! The passages that documents share although their pair does not pass: what a list by score leaves out.

use std::{cmp::Reverse, sync::Arc};

use hashbrown::HashMap;

use super::Corpus;
use crate::base::{cancel::Cancel, ids::DocId};
use crate::pipeline::NodeId;
use crate::pipeline::parameters::scoring::LongPassage;
use crate::pipeline::ranking::{corpus_view::CorpusView, longest_passages::LongestPassages};
use crate::shingle::SketchKind;

/// The pairs of documents that share a passage of so many words and do not pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PassagesBelow {
    /// How many pairs there are.
    pub pairs: u64,
    /// What each document shares, of those that are in such a pair.
    pub documents: HashMap<DocId, PassageElsewhere>,
}

/// What a document shares with documents that it makes no listed pair with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassageElsewhere {
    /// The words of the longest passage.
    pub words: u32,
    /// The document that has this passage too, the first of equals.
    pub with: DocId,
    /// How many documents share a passage.
    pub others: u32,
}

impl PassagesBelow {
    /// Adds the documents of two texts that share a passage of so many words.
    fn add(&mut self, view: &CorpusView<'_>, (a, b): (NodeId, NodeId), words: u32) {
        let [former, latter] = [a, b].map(|text| view.numbering.members(text));
        self.pairs += self.add_to(view, former, latter, words);
        self.add_to(view, latter, former, words);
    }

    /// Adds to each of `docs` those of `others` with which no rule leaves it out. Returns how many pairs these are.
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
    /// The pairs of texts of a refreshed corpus that may share a passage of `words` words although they do not pass. `None` when
    /// cancelled. Empty under a sketch of few keys, which would miss most of them.
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

    /// Adds those of the pairs of texts to `below` that share a passage of `words` words. `None` when cancelled: then none
    /// is added.
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

    /// How many of the pairs that `--passage` lists share no such passage without the shingles that [`Common::Auto`] ignores.
    /// `None` when cancelled.
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
