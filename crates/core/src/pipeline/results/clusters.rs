//! The clusters of a corpus: groups of similar documents, with their weakest link and a central document.

use std::{cmp::Reverse, sync::Arc};

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::compare::clusters::LARGEST;
use crate::compare::{ClusterFinder, Direction, IndexCluster as Numbers, Link, SharedCount};
use crate::pipeline::pairs::best::{PAIRS_KEPT, ROWS_KEPT};
use crate::pipeline::ranking::groups::Grouped;
use crate::pipeline::{Corpus, Criteria, DocInfo, NodeId, Pair, Params};
use base::{cancel::Cancel, ids::DocId, ratio::Ratio};

const PAIRS_PER_PIECE: usize = 4096;
/// A cluster with more than one in this many documents gets a warning.
const BROAD: usize = 10;
const NOWHERE: u32 = u32::MAX;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// Distinct texts in path order, each with all of its documents (exact copies).
    pub texts: Vec<Vec<DocId>>,
    /// Number of documents; at least two.
    pub documents: usize,
    /// Score of the weakest link, or of the copies in a cluster of copies.
    pub weakest: Ratio,
    pub between: (DocId, DocId),
    /// Document with the highest mean score with all other texts, or `None` if there are too many texts.
    pub central: Option<DocId>,
    pub largest: DocId,
    /// Best pairs of the texts, best first, by index of text; only some if there are many.
    pub best: Vec<Link>,
    pub pairs: usize,
    pub is_broad: bool,
}

impl Cluster {
    /// Makes a cluster of `texts`, without best pairs and central document.
    fn new(
        texts: Vec<Vec<DocId>>,
        docs: &[DocInfo],
        weakest: Ratio,
        between: (DocId, DocId),
    ) -> Self {
        let words = |id: &DocId| (docs[id.index()].words, Reverse(*id));
        let largest = texts.iter().flatten().copied().max_by_key(words).unwrap_or(DocId(0));
        let documents = texts.iter().map(Vec::len).sum::<usize>();
        Self {
            documents,
            weakest,
            between,
            central: None,
            largest,
            best: Vec::new(),
            pairs: 0,
            is_broad: documents * BROAD > docs.len(),
            texts,
        }
    }

    pub fn first_document(&self) -> DocId {
        self.texts.first().and_then(|text| text.first()).copied().unwrap_or(self.largest)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clusters {
    pub params: Arc<Params>,
    pub docs: Arc<Vec<DocInfo>>,
    /// The clusters by descending number of documents, then by the path of their first documents.
    pub clusters: Vec<Cluster>,
    /// True if there were too many pairs, so the clusters consist of the best pairs only.
    pub is_partial: bool,
}

impl Clusters {
    /// Finds the clusters of a refreshed corpus. `None` when cancelled.
    ///
    /// A text with several documents counts once. Scores are those of the list; a pair dropped by verification has its
    /// measured score. Scores without a listed pair are computed for the central document.
    ///
    /// If rules hide all pairs of two texts, these are not linked and score 0. If rules hide all pairs of a document
    /// within its cluster, it is not a member.
    pub fn new(corpus: &Corpus, cancel: &Cancel) -> Option<Self> {
        let criteria = Criteria::for_pairs(corpus.params());
        let texts = ClusteredTexts::new(corpus);
        let links = texts.find_links();
        let unindexed = texts.shared_key_counts_of_unindexed(&links, cancel)?;
        let field = ClusterFinder {
            size: texts.nodes.len(),
            missing: &|a, b| texts.score_of_pair(a, b, criteria, &unindexed),
        };
        let found = field.find_clusters(links, cancel)?;
        let mut is_inside = vec![false; texts.nodes.len()];
        let mut clusters = Vec::with_capacity(found.len());
        for numbers in found {
            for member in &numbers.members {
                is_inside[*member as usize] = true;
            }
            clusters.push(texts.build_cluster(numbers));
        }
        clusters.extend(texts.clusters_of_copies(&is_inside));
        clusters.sort_by_key(|cluster| (Reverse(cluster.documents), cluster.first_document()));
        Some(Self {
            params: Arc::clone(corpus.params()),
            docs: Arc::clone(corpus.docs()),
            clusters,
            is_partial: corpus.pairs().dropped.below_cutoff.is_some(),
        })
    }

    pub fn count_documents(&self) -> usize {
        self.clusters.iter().map(|cluster| cluster.documents).sum()
    }

    pub fn notes_on_cluster(&self, place: usize) -> Vec<String> {
        let Some(cluster) = self.clusters.get(place) else { return Vec::new() };
        let mut notes = Vec::new();
        if cluster.is_broad {
            notes.push(format!(
                "cluster {} holds {} of {} documents, more than a tenth of all",
                place + 1,
                cluster.documents,
                self.docs.len()
            ));
        }
        let texts = cluster.texts.len();
        if texts > LARGEST {
            notes.push(format!(
                "cluster {}: {texts} texts, more than {LARGEST}; shingle does not choose a central document",
                place + 1
            ));
        }
        notes
    }

    pub fn warnings(&self) -> Vec<String> {
        let partial = self.is_partial.then(|| {
            format!("more than {PAIRS_KEPT} pairs: clusters use only the best {ROWS_KEPT}")
        });
        let notes = (0..self.clusters.len()).flat_map(|place| self.notes_on_cluster(place));
        partial.into_iter().chain(notes).collect()
    }
}

/// The texts of a corpus, numbered by the path of their first document.
struct ClusteredTexts<'a> {
    corpus: &'a Corpus,
    /// Number of each text; [`NOWHERE`] for a removed text.
    numbers: Vec<u32>,
    nodes: Vec<NodeId>,
    /// First pair of documents of each text whose copies pass.
    copies: HashMap<NodeId, Pair>,
}

impl<'a> ClusteredTexts<'a> {
    fn new(corpus: &'a Corpus) -> Self {
        let (mut numbers, mut nodes) = (vec![NOWHERE; corpus.nodes().id_limit()], Vec::new());
        for id in (0..corpus.docs().len() as u32).map(DocId) {
            let Some(node) = corpus.numbering().node_of(id) else { continue };
            let number = &mut numbers[node as usize];
            if *number == NOWHERE {
                *number = nodes.len() as u32;
                nodes.push(node);
            }
        }
        let copies = Grouped::new(corpus).passing.into_iter().collect();
        Self { corpus, numbers, nodes, copies }
    }

    fn documents_of_text(&self, number: u32) -> &[DocId] {
        self.corpus.numbering().members(self.nodes[number as usize])
    }

    fn find_links(&self) -> Vec<Link> {
        let link = |found: &SharedCount| {
            let (a, b) = (self.numbers[found.a as usize], self.numbers[found.b as usize]);
            if a == NOWHERE || b == NOWHERE || !self.allows_pair(found.a, found.b) {
                return None;
            }
            let pair = self.pair(found.a, found.b, found.count)?;
            let (a, b) = (a.min(b), a.max(b));
            self.corpus.passes_criteria(&pair).then_some(Link { a, b, score: pair.score })
        };
        let found = self.corpus.pairs().found_pairs().par_chunks(PAIRS_PER_PIECE);
        found.flat_map_iter(|piece| piece.iter().filter_map(link)).collect()
    }

    fn allows_pair(&self, a: NodeId, b: NodeId) -> bool {
        self.corpus.rules().is_none_or(|rules| rules.allowed_pairs_between(a, b).pairs > 0)
    }

    fn pair(&self, a: NodeId, b: NodeId, count: u32) -> Option<Pair> {
        let first = |node| self.corpus.numbering().members(node).first().copied();
        Some(self.corpus.build_pair(first(a)?, first(b)?, count))
    }

    /// Counts the shared keys of linked texts that are not in the index.
    fn shared_key_counts_of_unindexed(
        &self,
        links: &[Link],
        cancel: &Cancel,
    ) -> Option<HashMap<NodeId, Vec<u32>>> {
        let mut is_linked = vec![false; self.nodes.len()];
        for link in links {
            is_linked[link.a as usize] = true;
            is_linked[link.b as usize] = true;
        }
        let is_selected = |node: NodeId| {
            let number = self.numbers.get(node as usize).copied().unwrap_or(NOWHERE);
            is_linked.get(number as usize).copied().unwrap_or(false)
        };
        self.corpus.pairs().shared_key_counts_of_unindexed(is_selected, self.corpus, cancel)
    }

    /// Computes the score of two texts that no link joins.
    fn score_of_pair(
        &self,
        a: u32,
        b: u32,
        criteria: Criteria,
        unindexed: &HashMap<NodeId, Vec<u32>>,
    ) -> Ratio {
        let (a, b) = (self.nodes[a as usize], self.nodes[b as usize]);
        if !self.allows_pair(a, b) {
            return Ratio::ZERO;
        }
        let by = |one: NodeId, other: NodeId| unindexed.get(&one)?.get(other as usize).copied();
        // A text without keys is not counted anywhere.
        let count =
            self.corpus.pairs().count_shared_keys(a, b).or_else(|| by(a, b)).or_else(|| by(b, a));
        let Some(pair) = self.pair(a, b, count.unwrap_or(0)) else { return Ratio::ZERO };
        match criteria.exact.map(|measure| pair.overlap.score(measure, Direction::Larger)) {
            Some(exact) if exact < pair.score => exact,
            _ => pair.score,
        }
    }

    fn build_cluster(&self, numbers: Numbers) -> Cluster {
        let Numbers { members, weakest, best, links, central } = numbers;
        let texts = self.remove_hidden_documents(
            members.iter().map(|number| self.documents_of_text(*number).to_vec()).collect(),
        );
        let index = |number: u32| members.binary_search(&number).ok();
        let central = central.and_then(index).and_then(|index| texts.get(index)?.first().copied());
        let first =
            |number: u32| self.documents_of_text(number).first().copied().unwrap_or(DocId(0));
        let rules = self.corpus.rules();
        let node = |number: u32| self.nodes[number as usize];
        let allowed =
            rules.map(|rules| rules.allowed_pairs_between(node(weakest.a), node(weakest.b)));
        let between = allowed
            .and_then(|allowed| allowed.first)
            .unwrap_or((first(weakest.a), first(weakest.b)));
        Cluster {
            central,
            best,
            pairs: links,
            ..Cluster::new(texts, self.corpus.docs(), weakest.score, between)
        }
    }

    /// Removes documents whose pairs within the cluster are all hidden by rules.
    fn remove_hidden_documents(&self, mut texts: Vec<Vec<DocId>>) -> Vec<Vec<DocId>> {
        let Some(rules) = self.corpus.rules() else { return texts };
        let mut docs = texts.concat();
        docs.sort_unstable();
        let allowed = rules.documents_with_partner(&docs);
        for text in &mut texts {
            let stay: Vec<DocId> =
                text.iter().copied().filter(|id| allowed.binary_search(id).is_ok()).collect();
            if !stay.is_empty() {
                *text = stay;
            }
        }
        texts
    }

    /// Returns clusters of copies only: groups that pass, with no link to another text.
    fn clusters_of_copies(&self, is_inside: &[bool]) -> Vec<Cluster> {
        let is_alone =
            |(node, _): &(&NodeId, &Pair)| !is_inside[self.numbers[**node as usize] as usize];
        let cluster = |(node, pair): (&NodeId, &Pair)| {
            let copies = self.corpus.numbering().members(*node);
            let copies = self
                .corpus
                .rules()
                .map_or_else(|| copies.to_vec(), |rules| rules.documents_with_partner(copies));
            Cluster {
                central: copies.first().copied(),
                ..Cluster::new(vec![copies], self.corpus.docs(), pair.score, (pair.a, pair.b))
            }
        };
        self.copies.iter().filter(is_alone).map(cluster).collect()
    }
}
