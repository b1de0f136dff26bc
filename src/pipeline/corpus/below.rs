//! The passages that documents share although their pair does not pass: what a list by score leaves out.

use std::cmp::Reverse;

use hashbrown::HashMap;

use super::Corpus;
use crate::base::{cancel::Cancel, ids::DocId};
use crate::compare::Shared;
use crate::pipeline::NodeId;
use crate::pipeline::pairs::StoredTexts;
use crate::pipeline::parameters::scoring::LongPassage;
use crate::pipeline::ranking::corpus_view::CorpusView;
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
    /// The pairs of texts of a refreshed corpus that may share a passage of `words` words although they do not pass.
    /// Incomplete when cancelled. None under a sketch of few keys, which would miss most of them.
    pub fn below_with_passages(&mut self, words: u32, cancel: &Cancel) -> Vec<Shared> {
        if self.params.sketch != SketchKind::Modulo {
            return Vec::new();
        }
        let passage = LongPassage::new(words, &self.params);
        let texts = StoredTexts {
            nodes: &self.nodes,
            store: &self.store,
            left_out: &self.leaving_out.left_out,
        };
        let mut pairs = self.pairs.with_passages(passage, texts, cancel);
        let view = self.view();
        let passes = |pair: &Shared| {
            let first = |text| view.numbering.holders(text).map(|(document, _)| document);
            let both = first(pair.a).zip(first(pair.b));
            both.is_none_or(|(a, b)| {
                view.numbering.are_copies(a, b) || view.passes(&view.pair(a, b, pair.count))
            })
        };
        pairs.retain(|pair| !passes(pair));
        pairs
    }

    /// Adds those of the pairs of texts to `below` that share a passage of `words` words. `None` when cancelled: then none
    /// is added.
    pub fn add_passages(
        &mut self,
        below: &mut PassagesBelow,
        pairs: &[Shared],
        words: u32,
        cancel: &Cancel,
    ) -> Option<()> {
        let mut passages = std::mem::take(&mut self.passages);
        let view = self.view();
        let input = |text, is_second| view.text_input(text, is_second);
        let found = passages.find(pairs.iter(), &input, words, cancel, &|_, _, _| ());
        if found.is_some() {
            for pair in pairs {
                let longest = passages.words(pair.a, pair.b).unwrap_or(0);
                if longest >= words {
                    below.add(&view, (pair.a, pair.b), longest);
                }
            }
        }
        self.passages = passages;
        found
    }
}
