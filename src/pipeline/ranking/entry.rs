//! From a pair of texts to the parts of its row: whether it passes, and its rank. It makes no row.

use crate::base::ids::DocId;
use crate::compare::join::Shared;
use crate::compare::measure::Direction;
use crate::compare::threshold_bounds::Bar;
use crate::pipeline::pairs::order::{PairOrder, Standing};
use crate::pipeline::parameters::scoring::Demand;

use super::corpus_view::CorpusView;
use super::page::RowParts;

pub(crate) fn order(view: &CorpusView<'_>, bar: Bar) -> PairOrder {
    PairOrder::new(view.nodes, |text| view.numbering.holders(text), bar).with_rules(view.rules)
}

/// The parts of the row of a pair; `None` where the pair does not pass or one of its texts is gone.
pub(crate) fn entry(
    view: &CorpusView<'_>,
    order: &PairOrder,
    demand: Demand,
    found: &Shared,
    standing: Standing,
) -> Option<RowParts> {
    let Standing { key, score } = standing;
    if !demand.bar.above.passes(score, demand.bar.threshold) || order.documents(found) == 0 {
        return None;
    }
    let (a, b): (DocId, DocId) = order.first(found);
    if demand.exact.is_none() {
        return Some(RowParts { key, a, b, count: found.count, shared: found.count });
    }
    let pair = view.pair(a, b, found.count);
    let shared = pair.overlap.shared;
    let key = order.among_equals(key, shared);
    let passes = demand.passes(pair.score, pair.overlap, Direction::Larger);
    passes.then_some(RowParts { key, a, b, count: found.count, shared })
}
