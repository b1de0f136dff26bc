//! Rows for groups of exact copies: the members, and the pair that opens.

use super::row::{Mark, Pair, Row};
use crate::pipeline::{Corpus, NodeId, texts::pair_rules::AllowedPairs};
use base::ratio::Ratio;

/// Groups of copies: texts with several documents.
#[derive(Default)]
pub struct Grouped {
    /// Texts whose copies pass, each with the first pair.
    pub passing: Vec<(NodeId, Pair)>,
    pub pairs: u64,
    /// Scores of all pairs of copies, each with the number of pairs.
    pub scores: Vec<(Ratio, u64)>,
    pub ruled_out: u64,
}

impl Grouped {
    pub fn new(corpus: &Corpus) -> Self {
        let mut grouped = Self::default();
        // Without verification, pairs below the threshold are counted in the histogram too.
        let joins_alone = !corpus.params().is_verified();
        for node in 0..corpus.nodes().id_limit() as NodeId {
            let members = corpus.numbering().members(node);
            let [a, b, ..] = members[..] else { continue };
            let all = members.len() as u64 * (members.len() as u64 - 1) / 2;
            let allowed = corpus.rules().map(|rules| rules.allowed_pairs_among(members));
            let AllowedPairs { first, pairs } =
                allowed.unwrap_or(AllowedPairs { first: None, pairs: all });
            let (a, b) = first.unwrap_or((a, b));
            let pair = corpus.build_pair(a, b, corpus.count_keys_of_text(node));
            let passes = corpus.passes_criteria(&pair);
            if passes || joins_alone {
                grouped.scores.push((pair.score, pairs));
            }
            if passes {
                grouped.pairs += pairs;
                grouped.ruled_out += all - pairs;
                if pairs > 0 {
                    grouped.passing.push((node, pair));
                }
            }
        }
        grouped
    }

    pub fn rows_of_groups(&self, corpus: &Corpus) -> Vec<Row> {
        let row = |(node, pair): &(NodeId, Pair)| {
            let members = corpus.numbering().members(*node);
            let members = corpus
                .rules()
                .map_or_else(|| members.to_vec(), |rules| rules.documents_with_partner(members));
            Row::Copies { pair: *pair, members, mark: Mark::None }
        };
        self.passing.iter().map(row).collect()
    }
}
