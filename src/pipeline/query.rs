//! One document against a whole corpus: which of its documents share shingles with it. It changes nothing.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::base::ids::DocId;
use crate::base::ratio::Ratio;
use crate::compare::measure::{Direction, Overlap};

use super::boilerplate::LeftOut;
use super::document::Document;
use super::params::Params;
use super::publish::Roll;
use super::scoring::{Demand, score};
use super::snapshot::DocInfo;

/// A document of the corpus that passed the threshold for a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The document.
    pub doc: DocId,
    /// The counts; a is the query. No shared shingles where they are not counted.
    pub overlap: Overlap,
    /// The score, directional measures in the query's direction; or the estimate of the sketches.
    pub score: Ratio,
}

/// What a text resembles, whole, with the parameters that made it.
#[derive(Debug, Clone)]
pub struct Found {
    /// Which text it was, as whoever asked counts.
    pub number: u64,
    /// What made it.
    pub params: Arc<Params>,
    /// What was left out of the text and of all documents.
    pub left_out: Arc<LeftOut>,
    /// The documents that the hits name by number.
    pub docs: Arc<Vec<DocInfo>>,
    /// The text as lists show documents, or one line why it is none.
    pub text: Result<DocInfo, String>,
    /// The best first.
    pub hits: Vec<Hit>,
}

/// All documents that share a kept shingle with the query (or a key of its sketch), or are copies of it, and pass the
/// threshold; best first.
///
/// What the corpus [leaves out](super::corpus::Corpus::left_out) must be left out of the query too.
pub fn query(roll: &Roll<'_>, document: &Document) -> Vec<Hit> {
    let (params, texts) = (roll.corpus.params(), roll.corpus.nodes());
    let (digest, kept) = (document.digest(), document.sketch());
    let (identity, demand) = (document.identity(), Demand::of(params));
    // Never cancelled, so it always comes to its end.
    let counts = roll.corpus.store().count(&[&digest], texts.limit(), &Cancel::never());
    let counts = counts.unwrap_or_default().pop().unwrap_or_default();
    let mut hits = Vec::new();
    for (id, count) in counts.into_iter().enumerate() {
        let Some(node) = texts.get(id as u32) else { continue };
        for doc in roll.register.members(id as u32) {
            let info = &roll.docs[doc.index()];
            let same_bytes = roll.register.content(*doc) == document.content;
            let exact_copy = identity.is_some() && (identity == Some(node.identity) || same_bytes);
            if count == 0 && !exact_copy {
                continue;
            }
            let mut overlap = Overlap {
                shared: if params.estimates() { 0 } else { count },
                a_shingles: kept.len() as u32,
                b_shingles: info.shingles,
                a_words: document.canonical.len() as u32,
                b_words: info.words,
                one_in: params.modulo,
                exact_copy,
            };
            let score = score(params, overlap, count, Direction::First);
            if !params.above.passes(score, params.threshold) {
                continue;
            }
            if params.verifies() {
                overlap.shared = texts.shared_with(id as u32, &kept);
            }
            if demand.passes(score, overlap, Direction::First) {
                hits.push(Hit { doc: *doc, overlap, score });
            }
        }
    }
    hits.sort_unstable_by(rank);
    hits
}

fn rank(left: &Hit, right: &Hit) -> Ordering {
    (right.overlap.exact_copy, right.score, right.overlap.shared)
        .cmp(&(left.overlap.exact_copy, left.score, left.overlap.shared))
        .then(left.doc.cmp(&right.doc))
}
