//! From the corpus to a snapshot: the documents with their numbers, and the part of the ranking that passes. It joins
//! and ranks nothing.

use std::sync::Arc;

use crate::base::ids::Epoch;
use crate::base::problem::Problem;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::parameters::scoring::Demand;
use crate::pipeline::ranking::{Ranked, ShownRanking};

use super::snapshot::{Completeness, News, Snapshot};

/// The snapshot of a refreshed corpus. `listing` has the problems of the walk.
pub fn publish(corpus: &Corpus, listing: &[Problem], epoch: Epoch) -> Snapshot {
    let view = corpus.view();
    let params = corpus.params();
    let demand = Demand::of(params);
    // A refreshed corpus has a ranking. For any other, it is made here.
    let shown = corpus.ranked().and_then(|ranked| ranked.shown(demand));
    let shown = shown.or_else(|| Ranked::of(&view).shown(demand));
    let ShownRanking { rows, pairs: pairs_found, cut, ruled_out, histogram } =
        shown.unwrap_or_else(ShownRanking::nothing);

    Snapshot {
        epoch,
        params: Arc::clone(params),
        surroundings: corpus.surroundings(),
        present: view.docs.len(),
        docs: Arc::clone(view.docs),
        problems: corpus.problems(listing),
        rows,
        pairs_found,
        cut,
        ruled_out,
        rules: view.rules.cloned(),
        histogram,
        completeness: corpus
            .pairs()
            .complete_from(demand.bar)
            .map_or(Completeness::Whole, Completeness::From),
        sampled: corpus.sampled(),
        news: News::default(),
    }
}
