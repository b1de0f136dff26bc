//! Groups of exact copies as rows: who belongs to each, and which pair opens it. It looks at no other pairs.

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
    /// Which texts belong to one group.
    pub groups: Groups,
    /// Pairs of copies that pass, each with one of its texts: the best of a group opens it.
    pub best: Vec<(NodeId, Pair)>,
    /// How many pairs of documents pass because they are copies, and are not among the pairs of the corpus.
    pub pairs: u64,
    /// The scores of such pairs, whether they pass or not, each with how many have it.
    pub scores: Vec<(Ratio, u64)>,
}

impl Grouped {
    /// Of a refreshed corpus.
    pub fn of(view: &CorpusView<'_>) -> Self {
        let texts = 0..view.nodes.limit() as NodeId;
        let (mut groups, mut best, mut pairs) = (Groups::new(texts.len()), Vec::new(), 0);
        let mut scores = Vec::new();
        // Whether a pair is joined by its score alone, so that those below the threshold are known too.
        let joins_alone = !view.params.verifies();
        for node in texts {
            let members = view.register.members(node);
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
        for twins in view.register.twins.values() {
            for (left, right) in readings(view, twins) {
                groups.unite(left.node, right.node);
                let count = view.shared(left.first, right.first);
                let pair = view.pair(left.first, right.first, count);
                // Those that share a shingle are among the pairs of the corpus.
                let apart = if count == 0 { left.documents * right.documents } else { 0 };
                let passes = view.passes(&pair);
                if passes || joins_alone {
                    scores.push((pair.score, apart));
                }
                if passes {
                    best.push((left.node, pair));
                    pairs += apart;
                }
            }
        }
        Self { groups, best, pairs, scores }
    }

    /// One row for each group that has a pair that passes, ranked.
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
                all.extend(view.register.members(node));
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

    /// The row of the documents that have one text, where nobody is their copy but by words, if there are several and they
    /// pass.
    pub fn row_of_text(view: &CorpusView<'_>, node: NodeId, demand: Demand) -> Option<Row> {
        let members = view.register.members(node);
        let pair = first_two(view, node)?;
        let passes = demand.passes(pair.score, pair.overlap, Direction::Larger);
        passes.then(|| Row::Copies { pair, members: members.to_vec(), mark: Mark::None })
    }
}

fn first_two(view: &CorpusView<'_>, node: NodeId) -> Option<Pair> {
    let [a, b, ..] = view.register.members(node)[..] else { return None };
    Some(view.pair(a, b, view.keys(node)))
}

/// One way to read some bytes.
#[derive(Clone, Copy)]
struct BytesReading {
    node: NodeId,
    /// The first document read so, and how many are.
    first: DocId,
    documents: u64,
}

/// The ways in which documents with the same bytes are read, each with each other: as many as there are formats.
fn readings(view: &CorpusView<'_>, twins: &[DocId]) -> Vec<(BytesReading, BytesReading)> {
    let mut ways: Vec<BytesReading> = Vec::new();
    for (id, node) in twins.iter().filter_map(|id| Some((*id, view.register.node(*id)?))) {
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
