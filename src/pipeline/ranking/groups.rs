//! Groups of exact copies as rows: the members of each, and the pair that it opens. It looks at no other pairs.

use hashbrown::HashMap;

use super::corpus_view::CorpusView;
use super::row::{Mark, Pair, Row, rank};
use crate::base::{groups::Groups, ids::DocId, ratio::Ratio};
use crate::compare::Direction;
use crate::pipeline::{Criteria, NodeId, texts::pair_rules::AllowedPairs};

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
    /// How many such pairs pass, but for a rule that leaves them out.
    pub ruled_out: u64,
}

/// The pairs of documents among copies, without those that rules leave out.
struct CopyPairs {
    /// The first of them; with none left, the first of all.
    first: (DocId, DocId),
    pairs: u64,
    ruled_out: u64,
}

impl CopyPairs {
    fn new(first: (DocId, DocId), all: u64, allowed: Option<AllowedPairs>) -> Self {
        match allowed {
            None => Self { first, pairs: all, ruled_out: 0 },
            Some(AllowedPairs { first: former, pairs }) => {
                Self { first: former.unwrap_or(first), pairs, ruled_out: all - pairs }
            }
        }
    }
}

impl Grouped {
    /// The groups of a refreshed corpus.
    pub fn new(view: &CorpusView<'_>) -> Self {
        let texts = 0..view.nodes.limit() as NodeId;
        let (mut groups, mut best, mut pairs) = (Groups::new(texts.len()), Vec::new(), 0);
        let (mut scores, mut ruled_out) = (Vec::new(), 0);
        // Where the score alone decides, pairs below the threshold are counted too.
        let joins_alone = !view.params.verifies();
        for node in texts {
            let Some(copies) = copies(view, node) else { continue };
            let (a, b) = copies.first;
            let pair = view.pair(a, b, view.keys(node));
            let passes = view.passes(&pair);
            if passes || joins_alone {
                scores.push((pair.score, copies.pairs));
            }
            if passes {
                pairs += copies.pairs;
                ruled_out += copies.ruled_out;
                if copies.pairs > 0 {
                    best.push((node, pair));
                }
            }
        }
        for twins in view.numbering.twins.values() {
            for (former, latter) in readings(view, twins) {
                groups.unite(former.node, latter.node);
                let firsts = former.docs.first().copied().zip(latter.docs.first().copied());
                let Some(firsts) = firsts else { continue };
                let count = view.shared(firsts.0, firsts.1);
                let allowed =
                    view.rules.map(|rules| rules.between_docs(&former.docs, &latter.docs));
                let all = former.docs.len() as u64 * latter.docs.len() as u64;
                let copies = CopyPairs::new(firsts, all, allowed);
                let pair = view.pair(copies.first.0, copies.first.1, count);
                // Readings that share a shingle are among the pairs of the corpus already.
                let is_new = count == 0;
                let passes = view.passes(&pair);
                if (passes || joins_alone) && is_new {
                    scores.push((pair.score, copies.pairs));
                }
                if passes && copies.pairs > 0 {
                    best.push((former.node, pair));
                }
                if passes && is_new {
                    pairs += copies.pairs;
                    ruled_out += copies.ruled_out;
                }
            }
        }
        Self { groups, best, pairs, scores, ruled_out }
    }

    /// A row for each group with a pair that passes, ranked.
    pub fn rows(self, view: &CorpusView<'_>) -> Vec<Row> {
        let Self { mut groups, best, .. } = self;
        let mut rows: HashMap<NodeId, (Pair, Vec<DocId>)> = HashMap::new();
        for (node, pair) in best {
            let (best_pair, _) = rows.entry(groups.group_of(node)).or_insert((pair, Vec::new()));
            if rank(&pair, best_pair).is_lt() {
                *best_pair = pair;
            }
        }
        if rows.is_empty() {
            return Vec::new();
        }
        for node in 0..view.nodes.limit() as NodeId {
            if let Some((_, all)) = rows.get_mut(&groups.group_of(node)) {
                all.extend(view.numbering.members(node));
            }
        }
        let mut rows: Vec<Row> = rows
            .into_values()
            .map(|(pair, mut members)| {
                members.sort_unstable();
                if let Some(rules) = view.rules {
                    members = rules.paired(&members);
                }
                Row::Copies { pair, members, mark: Mark::None }
            })
            .collect();
        rows.sort_unstable_by(|one, other| rank(one.pair(), other.pair()));
        rows
    }

    /// The row of all documents that have one text; `None` if there is only one or they do not pass. For corpora where
    /// all copies have the same words, without rules.
    pub fn row_of_text(view: &CorpusView<'_>, node: NodeId, criteria: Criteria) -> Option<Row> {
        let members = view.numbering.members(node);
        let (a, b) = copies(view, node)?.first;
        let pair = view.pair(a, b, view.keys(node));
        let passes = criteria.passes(pair.score, pair.overlap, Direction::Larger);
        passes.then(|| Row::Copies { pair, members: members.to_vec(), mark: Mark::None })
    }
}

/// The pairs among the documents of one text; `None` of a single document.
fn copies(view: &CorpusView<'_>, node: NodeId) -> Option<CopyPairs> {
    let members = view.numbering.members(node);
    let [a, b, ..] = members[..] else { return None };
    let all = members.len() as u64 * (members.len() as u64 - 1) / 2;
    Some(CopyPairs::new((a, b), all, view.rules.map(|rules| rules.among(members))))
}

/// One reading of some bytes.
#[derive(Clone)]
struct BytesReading {
    node: NodeId,
    /// The documents with this reading, in path order.
    docs: Vec<DocId>,
}

/// All pairs of different readings of the same bytes. There are as many readings as formats.
fn readings(view: &CorpusView<'_>, twins: &[DocId]) -> Vec<(BytesReading, BytesReading)> {
    let mut ways: Vec<BytesReading> = Vec::new();
    for (id, node) in twins.iter().filter_map(|id| Some((*id, view.numbering.node(*id)?))) {
        match ways.iter_mut().find(|way| way.node == node) {
            Some(way) => way.docs.push(id),
            None => ways.push(BytesReading { node, docs: vec![id] }),
        }
    }
    let rest = |place: usize| ways[place + 1..].iter();
    ways.iter()
        .enumerate()
        .flat_map(|(place, former)| rest(place).map(|latter| (former.clone(), latter.clone())))
        .collect()
}
