//! Groups of exact copies as rows: the members of each, and the pair that it opens. It looks at no other pairs.

use super::corpus_view::CorpusView;
use super::row::{Mark, Pair, Row};
use crate::base::{ids::DocId, ratio::Ratio};
use crate::compare::Direction;
use crate::pipeline::{Criteria, NodeId, texts::pair_rules::AllowedPairs};

/// The groups of a corpus: the documents of each text that several have.
#[derive(Default)]
pub struct Grouped {
    /// The texts whose copies pass, each with the first pair of them.
    pub passing: Vec<(NodeId, Pair)>,
    /// How many pairs of copies pass.
    pub pairs: u64,
    /// The scores of pairs of copies, whether they pass or not, each with its number of pairs.
    pub scores: Vec<(Ratio, u64)>,
    /// How many pairs of copies pass, but for a rule that leaves them out.
    pub ruled_out: u64,
}

/// The pairs of documents among copies, without those that rules leave out.
struct CopyPairs {
    /// The first of them; with none left, the first of all.
    first: (DocId, DocId),
    pairs: u64,
    ruled_out: u64,
}

impl Grouped {
    /// The groups of a refreshed corpus.
    pub fn new(view: &CorpusView<'_>) -> Self {
        let mut grouped = Self::default();
        // Where the score alone decides, pairs below the threshold are counted too.
        let joins_alone = !view.params.verifies();
        for node in 0..view.nodes.limit() as NodeId {
            let Some(copies) = copies(view, node) else { continue };
            let (a, b) = copies.first;
            let pair = view.pair(a, b, view.keys(node));
            let passes = view.passes(&pair);
            if passes || joins_alone {
                grouped.scores.push((pair.score, copies.pairs));
            }
            if passes {
                grouped.pairs += copies.pairs;
                grouped.ruled_out += copies.ruled_out;
                if copies.pairs > 0 {
                    grouped.passing.push((node, pair));
                }
            }
        }
        grouped
    }

    /// A row for each group that passes.
    pub fn rows(&self, view: &CorpusView<'_>) -> Vec<Row> {
        let row = |(node, pair): &(NodeId, Pair)| {
            let members = view.numbering.members(*node);
            let members =
                view.rules.map_or_else(|| members.to_vec(), |rules| rules.paired(members));
            Row::Copies { pair: *pair, members, mark: Mark::None }
        };
        self.passing.iter().map(row).collect()
    }

    /// The row of all documents that have one text; `None` if there is only one or they do not pass. For corpora
    /// without rules.
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
    let allowed = view.rules.map(|rules| rules.among(members));
    let AllowedPairs { first, pairs } = allowed.unwrap_or(AllowedPairs { first: None, pairs: all });
    Some(CopyPairs { first: first.unwrap_or((a, b)), pairs, ruled_out: all - pairs })
}
