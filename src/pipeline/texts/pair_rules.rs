//! Which pairs of documents the rules leave out, with the documents of a corpus as numbers. It knows no scores and
//! compares no texts.

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::base::ids::DocId;
use crate::base::path::DocPath;
use crate::pipeline::parameters::Params;
use crate::pipeline::parameters::between::{Between, BetweenMatcher};

use super::nodes::NodeId;
use super::numbering::Numbering;

/// Documents that a thread takes at a time.
const DOCUMENTS_A_PIECE: usize = 1024;
/// Stands for a document without words.
const NO_NODE: NodeId = NodeId::MAX;

/// The rules, applied to the documents of one numbering.
///
/// A pair is judged by its two documents alone, so documents about which the rules know the same are one class, and the
/// documents of a text that are of one class are one part.
#[derive(Debug)]
pub struct PairRules {
    /// The class of each document.
    of_docs: Vec<u32>,
    classes: Vec<DocClass>,
    /// The text of each document.
    nodes: Vec<NodeId>,
    /// For each text, where its parts begin in `parts`; at the end, their number.
    starts: Vec<u32>,
    parts: Vec<TextPart>,
}

/// What the rules know of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct DocClass {
    /// On which sides of `--between` it is.
    sides: [bool; 2],
}

/// The documents of a text that are of one class.
#[derive(Debug, Clone, Copy)]
struct TextPart {
    class: u32,
    /// The first of them by path, and their number.
    first: DocId,
    documents: u32,
}

/// The pairs of documents of two texts that no rule leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AllowedPairs {
    /// The first of them by path; `None` without any.
    pub first: Option<(DocId, DocId)>,
    /// Their number.
    pub pairs: u64,
}

/// What the rules need to know before they look at a document.
struct Judge {
    between: Option<BetweenMatcher>,
}

impl Judge {
    fn class(&self, path: &DocPath) -> DocClass {
        let sides = |between: &BetweenMatcher| between.sides_of(path.as_path());
        DocClass { sides: self.between.as_ref().map_or([true; 2], sides) }
    }
}

impl DocClass {
    const fn allows(self, other: Self) -> bool {
        let ([a, b], [other_a, other_b]) = (self.sides, other.sides);
        a && other_b || b && other_a
    }
}

impl PairRules {
    /// The rules of `params` for all documents; `None` where there are none. `texts`: the number of texts.
    pub fn of(params: &Params, numbering: &Numbering, texts: usize) -> Option<Self> {
        if !params.has_rules() {
            return None;
        }
        let judge = Judge { between: params.between.as_ref().map(Between::matcher) };
        let docs = numbering.docs.par_iter().with_min_len(DOCUMENTS_A_PIECE);
        let judged: Vec<DocClass> = docs.map(|doc| judge.class(&doc.path)).collect();
        let (mut classes, mut numbers) = (Vec::new(), HashMap::new());
        let of_docs: Vec<u32> = judged
            .into_iter()
            .map(|class| {
                *numbers.entry(class).or_insert_with(|| {
                    classes.push(class);
                    classes.len() as u32 - 1
                })
            })
            .collect();
        let ids = (0..of_docs.len() as u32).map(DocId);
        let nodes = ids.map(|id| numbering.node(id).unwrap_or(NO_NODE)).collect();
        let mut rules = Self { of_docs, classes, nodes, starts: vec![0], parts: Vec::new() };
        for node in 0..texts as NodeId {
            let parts = rules.parts_of(numbering.members(node));
            rules.parts.extend(parts);
            rules.starts.push(rules.parts.len() as u32);
        }
        Some(rules)
    }

    /// Whether no rule leaves out the pair of two documents.
    pub fn allow(&self, a: DocId, b: DocId) -> bool {
        self.allow_classes(self.of_docs[a.index()], self.of_docs[b.index()])
    }

    fn allow_classes(&self, one: u32, other: u32) -> bool {
        self.classes[one as usize].allows(self.classes[other as usize])
    }

    /// The pairs of a document of one text with a document of another that no rule leaves out.
    pub fn between(&self, a: NodeId, b: NodeId) -> AllowedPairs {
        self.allowed(self.parts(a), self.parts(b))
    }

    /// The same between two lists of documents without a common one.
    pub fn between_docs(&self, a: &[DocId], b: &[DocId]) -> AllowedPairs {
        self.allowed(&self.parts_of(a), &self.parts_of(b))
    }

    fn allowed(&self, left: &[TextPart], right: &[TextPart]) -> AllowedPairs {
        let mut found = AllowedPairs::default();
        for one in left {
            for other in right.iter().filter(|other| self.allow_classes(one.class, other.class)) {
                let first = (one.first.min(other.first), one.first.max(other.first));
                found.first = Some(found.first.map_or(first, |found| found.min(first)));
                found.pairs += u64::from(one.documents) * u64::from(other.documents);
            }
        }
        found
    }

    /// The pairs among some documents, in path order, that no rule leaves out.
    pub fn among(&self, docs: &[DocId]) -> AllowedPairs {
        let parts = self.parts_of(docs);
        let mut pairs = 0;
        for (at, one) in parts.iter().enumerate() {
            for other in
                parts[at..].iter().filter(|other| self.allow_classes(one.class, other.class))
            {
                let (of_one, of_other) = (u64::from(one.documents), u64::from(other.documents));
                let is_same = one.class == other.class;
                pairs += if is_same { of_one * (of_one - 1) / 2 } else { of_one * of_other };
            }
        }
        let partner = |(at, a): (usize, &DocId)| {
            let mut behind = docs[at + 1..].iter();
            self.has_partner(*a, &parts)
                .then(|| behind.find(|b| self.allow(*a, **b)))
                .flatten()
                .map(|b| (*a, *b))
        };
        let first = docs.iter().enumerate().find_map(partner);
        AllowedPairs { first, pairs }
    }

    /// Those of some documents that have a partner among them.
    pub fn paired(&self, docs: &[DocId]) -> Vec<DocId> {
        let parts = self.parts_of(docs);
        docs.iter().copied().filter(|id| self.has_partner(*id, &parts)).collect()
    }

    /// Whether no rule leaves out the pair of a document with another of these parts.
    fn has_partner(&self, id: DocId, parts: &[TextPart]) -> bool {
        let class = self.of_docs[id.index()];
        parts.iter().any(|part| {
            (part.class != class || part.documents > 1) && self.allow_classes(class, part.class)
        })
    }

    /// How many more documents of the texts of `a` and of `b` have a partner in the other text.
    pub fn more(&self, a: DocId, b: DocId) -> (u32, u32) {
        let [left, right] = [a, b].map(|id| self.parts(self.nodes[id.index()]));
        let partners = |one: &[TextPart], other: &[TextPart]| -> u32 {
            let has = |part: &&TextPart| {
                other.iter().any(|other| self.allow_classes(part.class, other.class))
            };
            one.iter().filter(has).map(|part| part.documents).sum()
        };
        (partners(left, right).saturating_sub(1), partners(right, left).saturating_sub(1))
    }

    fn parts(&self, node: NodeId) -> &[TextPart] {
        let at = |place: usize| self.starts.get(place).map(|start| *start as usize);
        let range = at(node as usize).zip(at(node as usize + 1));
        range.and_then(|(from, to)| self.parts.get(from..to)).unwrap_or_default()
    }

    /// Documents in path order by their classes.
    fn parts_of(&self, docs: &[DocId]) -> Vec<TextPart> {
        let mut parts: Vec<TextPart> = Vec::new();
        let mut places: HashMap<u32, usize> = HashMap::new();
        for id in docs {
            let class = self.of_docs[id.index()];
            let place = *places.entry(class).or_insert(parts.len());
            match parts.get_mut(place) {
                Some(part) => part.documents += 1,
                None => parts.push(TextPart { class, first: *id, documents: 1 }),
            }
        }
        parts
    }
}
