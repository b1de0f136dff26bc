//! Groups of exact copies as rows: the members of each, and the pair that it opens. It looks at no other pairs.

use hashbrown::HashMap;

use crate::base::groups::Groups;
use crate::base::ids::DocId;
use crate::base::ratio::Ratio;
use crate::compare::measure::Direction;
use crate::pipeline::parameters::scoring::Demand;
use crate::pipeline::texts::nodes::NodeId;

use super::corpus_view::CorpusView;
use super::row::{Mark, Pair, Row};
use super::tie_breaks::rank;

/// The groups of a corpus.
pub struct Grouped {
    /// The texts of each group.
    pub groups: Groups,
    /// The pairs of copies that pass, each with one of its texts. A group opens its best pair.
    pub best: Vec<(NodeId, Pair)>,
    /// How many pairs of documents pass only because they are copies, and are not among the pairs of the corpus.
    pub pairs: u64,
    /// The scores of such pairs, whether they pass or not, each with its number of pairs.
    pub scores: Vec<(Ratio, u64)>,
}

impl Grouped {
    /// The groups of a refreshed corpus.
    pub fn of(view: &CorpusView<'_>) -> Self {
        let texts = 0..view.nodes.limit() as NodeId;
        let (mut groups, mut best, mut pairs) = (Groups::new(texts.len()), Vec::new(), 0);
        let mut scores = Vec::new();
        // Where the score alone decides, pairs below the threshold are counted too.
        let joins_alone = !view.params.verifies();
        for node in texts {
            let members = view.numbering.members(node);
            if let Some(pair) = first_two(view, node) {
                let documents = members.len() as u64 * (members.len() as u64 - 1) / 2;
                let passes = view.passes(&pair);
                if passes || joins_alone {
                    scores.push((pair.score, documents));
                }
                if passes {
                    pairs += documents;
                    best.push((node, pair));
                }
            }
        }
        for twins in view.numbering.twins.values() {
            for (left, right) in readings(view, twins) {
                groups.unite(left.node, right.node);
                let count = view.shared(left.first, right.first);
                let pair = view.pair(left.first, right.first, count);
                // Readings that share a shingle are among the pairs of the corpus already.
                let new_pairs = if count == 0 { left.documents * right.documents } else { 0 };
                let passes = view.passes(&pair);
                if passes || joins_alone {
                    scores.push((pair.score, new_pairs));
                }
                if passes {
                    best.push((left.node, pair));
                    pairs += new_pairs;
                }
            }
        }
        Self { groups, best, pairs, scores }
    }

    /// A row for each group with a pair that passes, ranked.
    pub fn rows(self, view: &CorpusView<'_>) -> Vec<Row> {
        let Self { mut groups, best, .. } = self;
        let mut rows: HashMap<NodeId, (Pair, Vec<DocId>)> = HashMap::new();
        for (node, pair) in best {
            let (kept, _) = rows.entry(groups.of(node)).or_insert((pair, Vec::new()));
            if rank(&pair, kept).is_lt() {
                *kept = pair;
            }
        }
        if rows.is_empty() {
            return Vec::new();
        }
        for node in 0..view.nodes.limit() as NodeId {
            if let Some((_, all)) = rows.get_mut(&groups.of(node)) {
                all.extend(view.numbering.members(node));
            }
        }
        let mut rows: Vec<Row> = rows
            .into_values()
            .map(|(pair, mut members)| {
                members.sort_unstable();
                Row::Copies { pair, members, mark: Mark::None }
            })
            .collect();
        rows.sort_unstable_by(|left, right| rank(left.pair(), right.pair()));
        rows
    }

    /// The row of all documents that have one text; `None` if there is only one or they do not pass. For corpora where
    /// all copies have the same words.
    pub fn row_of_text(view: &CorpusView<'_>, node: NodeId, demand: Demand) -> Option<Row> {
        let members = view.numbering.members(node);
        let pair = first_two(view, node)?;
        let passes = demand.passes(pair.score, pair.overlap, Direction::Larger);
        passes.then(|| Row::Copies { pair, members: members.to_vec(), mark: Mark::None })
    }
}

fn first_two(view: &CorpusView<'_>, node: NodeId) -> Option<Pair> {
    let [a, b, ..] = view.numbering.members(node)[..] else { return None };
    Some(view.pair(a, b, view.keys(node)))
}

/// One reading of some bytes.
#[derive(Clone, Copy)]
struct BytesReading {
    node: NodeId,
    /// The first document with this reading, and the number of such documents.
    first: DocId,
    documents: u64,
}

/// All pairs of different readings of the same bytes. There are as many readings as formats.
fn readings(view: &CorpusView<'_>, twins: &[DocId]) -> Vec<(BytesReading, BytesReading)> {
    let mut ways: Vec<BytesReading> = Vec::new();
    for (id, node) in twins.iter().filter_map(|id| Some((*id, view.numbering.node(*id)?))) {
        match ways.iter_mut().find(|way| way.node == node) {
            Some(way) => way.documents += 1,
            None => ways.push(BytesReading { node, first: id, documents: 1 }),
        }
    }
    let rest = |place: usize| ways[place + 1..].iter();
    ways.iter()
        .enumerate()
        .flat_map(|(place, left)| rest(place).map(|right| (*left, *right)))
        .collect()
}
