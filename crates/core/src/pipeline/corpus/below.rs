//! Finds passages shared by documents whose score is below the threshold. A list sorted by score misses these.

use std::cmp::Reverse;

use hashbrown::HashMap;

use super::Corpus;
use crate::pipeline::NodeId;
use crate::pipeline::parameters::scoring::LongPassage;
use crate::pipeline::texts::sketches::Progress;
use crate::shingle::SketchKind;
use base::{cancel::Cancel, ids::DocId};

/// Number of unlisted pairs that share a passage, and for each document its passages in these pairs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountsBelowThreshold {
    pub pairs: u64,
    pub documents: HashMap<DocId, PassageElsewhere>,
}

/// Passages that a document shares with documents that are not listed as its partners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassageElsewhere {
    pub words: u32,
    /// First document by path that shares a passage.
    pub with: DocId,
    pub others: u32,
}

impl CountsBelowThreshold {
    fn add_pair(&mut self, corpus: &Corpus, (a, b): (NodeId, NodeId), words: u32) {
        let [former, latter] = [a, b].map(|text| corpus.numbering().members(text));
        self.pairs += self.add_and_count_partners(corpus, former, latter, words);
        self.add_and_count_partners(corpus, latter, former, words);
    }

    /// Adds, for each of `docs`, its partners among `others` that the rules allow. Returns the number of added pairs.
    fn add_and_count_partners(
        &mut self,
        corpus: &Corpus,
        docs: &[DocId],
        others: &[DocId],
        words: u32,
    ) -> u64 {
        let partners = match corpus.rules() {
            Some(rules) => rules.count_partners_of_each(docs, others),
            None => vec![others.len() as u64; docs.len()],
        };
        for (doc, partners) in docs.iter().zip(&partners) {
            let Some(with) =
                others.iter().copied().find(|other| corpus.is_pair_allowed(*doc, *other))
            else {
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
    /// Returns the unlisted pairs of texts that may share a passage of `words` words. The corpus must be refreshed.
    /// `None` when cancelled. Empty for sketches of few keys, which would miss most passages.
    pub fn find_candidates_below_threshold(
        &self,
        words: u32,
        cancel: &Cancel,
    ) -> Option<Vec<(NodeId, NodeId)>> {
        if self.params.sketch != SketchKind::Modulo {
            return Some(Vec::new());
        }
        let mut pairs = self.find_near_pairs(LongPassage::new(words, &self.params), cancel)?;
        let numbering = self.numbering();
        let first = |text| numbering.first_document_and_count(text).map(|(document, _)| document);
        let passes = |(one, other): &(NodeId, NodeId)| {
            let both = first(*one).zip(first(*other));
            both.is_none_or(|(a, b)| {
                numbering.are_copies(a, b)
                    || self.passes_criteria(&self.build_pair(a, b, self.count_shared_keys(a, b)))
            })
        };
        pairs.retain(|pair| !passes(pair));
        Some(pairs)
    }

    /// Finds those pairs that do share a passage of `words` words, and adds them to `below`. `None` when cancelled;
    /// `below` is then unchanged.
    pub fn find_passages_below_threshold(
        &mut self,
        below: &mut CountsBelowThreshold,
        pairs: &[(NodeId, NodeId)],
        words: u32,
        cancel: &Cancel,
    ) -> Option<()> {
        let mut passages = std::mem::take(&mut self.passages);
        let corpus = &*self;
        let input = |text, is_second| corpus.text_input(text, is_second);
        let found = passages.find_longest_passages(
            pairs.iter().copied(),
            &input,
            words,
            cancel,
            &|_, _, _| (),
        );
        if found.is_some() {
            for (a, b) in pairs.iter().copied() {
                let longest = passages.words_of_longest(a, b).unwrap_or(0);
                if longest >= words {
                    below.add_pair(corpus, (a, b), longest);
                }
            }
        }
        self.passages = passages;
        found
    }

    /// Refreshes like [`Self::refresh`]. Returns the number of listed pairs whose long passages consist mainly of text
    /// that [`Common::Auto`] ignores.
    ///
    /// [`Common::Auto`]: crate::pipeline::parameters::Common::Auto
    pub fn refresh_and_count_boilerplate_pairs(
        &mut self,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<u64> {
        self.refresh_sketches(cancel, progress)?;
        if self.params.common.is_none() && !self.params.is_estimate() {
            self.common = Some(self.ignored_and_common_shingles(cancel)?);
        }
        let refreshed = self.refresh(cancel, progress);
        self.common = None;
        refreshed?;
        let mut common = CountsBelowThreshold::default();
        for pair in self.pairs.found_pairs() {
            if self.passages.is_passage_common(pair.a, pair.b) {
                common.add_pair(self, (pair.a, pair.b), 0);
            }
        }
        Some(common.pairs)
    }
}
