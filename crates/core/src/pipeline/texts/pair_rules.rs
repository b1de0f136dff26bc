//! Applies the rules on pairs to documents by number.

use hashbrown::HashMap;
use rayon::prelude::*;

use super::nodes::{NodeId, Numbering};
use super::record::DocWords;
use crate::pipeline::parameters::skip_older::RuleDate;
use crate::pipeline::{Between, DocInfo, Params, SkipOlder};
use base::ids::DocId;

const DOCUMENTS_A_PIECE: usize = 1024;
/// Node of a document without words.
const NO_NODE: NodeId = NodeId::MAX;

/// The rules for the documents of a numbering.
///
/// A rule depends only on facts of the two documents. Documents with the same facts form a class. The documents of a
/// text in one class form a part.
#[derive(Debug)]
pub struct PairRules {
    of_docs: Vec<u32>,
    classes: Vec<DocClass>,
    /// Date of each document; empty without `--skip-older`.
    dates: Vec<Option<RuleDate>>,
    nodes: Vec<NodeId>,
    /// For each text, the start of its parts in `parts`, and last the number of parts.
    starts: Vec<u32>,
    parts: Vec<TextPart>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct DocClass {
    traits: Traits,
    /// Number of the equal part of the path, for `--skip-same`, or `None` without any.
    same: Option<u32>,
}

type Traits = u8;

const ON_A: Traits = 1;
const ON_B: Traits = 2;
const OLD: Traits = 4;

const TRAITS: usize = 8;

#[derive(Debug, Clone, Copy)]
struct TextPart {
    class: u32,
    /// First document by path. `documents` is the number of documents.
    first: DocId,
    documents: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AllowedPairs {
    pub first: Option<(DocId, DocId)>,
    pub pairs: u64,
}

const fn traits_allow_pair(one: Traits, other: Traits) -> bool {
    let are_opposite = one & ON_A != 0 && other & ON_B != 0 || one & ON_B != 0 && other & ON_A != 0;
    are_opposite && one & other & OLD == 0
}

impl DocClass {
    fn allows(self, other: Self) -> bool {
        traits_allow_pair(self.traits, other.traits)
            && (self.same.is_none() || self.same != other.same)
    }
}

/// The parts of some texts, with counts by trait. The counts avoid a comparison of each pair of parts.
struct PartList<'a> {
    parts: &'a [TextPart],
    documents: [u64; TRAITS],
}

impl PairRules {
    /// Applies the rules of `params` to all documents; `None` without rules. `records` are the documents in path order.
    pub fn new<'a>(
        params: &Params,
        numbering: &Numbering,
        records: impl Iterator<Item = &'a DocWords>,
        texts: usize,
    ) -> Option<Self> {
        if !params.has_rules() {
            return None;
        }
        let between = params.between.as_ref().map(Between::matcher);
        let records: Vec<&DocWords> = records.collect();
        let dates = if params.skip_older == SkipOlder::OFF {
            Vec::new()
        } else {
            records.iter().map(|record| record.rule_date()).collect()
        };
        let docs = numbering.docs.par_iter().zip(records).with_min_len(DOCUMENTS_A_PIECE);
        let judge = |(doc, record): (&DocInfo, &DocWords)| {
            let path = doc.path.as_path();
            let [a, b] = between.as_ref().map_or([true; 2], |between| between.sides_of(path));
            let all = [(a, ON_A), (b, ON_B), (record.is_old(params.skip_older), OLD)];
            let traits = all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, bit)| bit).sum();
            (traits, params.skip_same.common_part(path))
        };
        let judged: Vec<(Traits, Option<Vec<u8>>)> = docs.map(judge).collect();
        let (mut classes, mut numbers) = (Vec::new(), HashMap::new());
        let mut parts: HashMap<Vec<u8>, u32> = HashMap::new();
        let of_docs: Vec<u32> = judged
            .into_iter()
            .map(|(traits, part)| {
                let next = parts.len() as u32;
                let same = part.map(|part| *parts.entry(part).or_insert(next));
                let class = DocClass { traits, same };
                *numbers.entry(class).or_insert_with(|| {
                    classes.push(class);
                    classes.len() as u32 - 1
                })
            })
            .collect();
        let ids = (0..of_docs.len() as u32).map(DocId);
        let nodes = ids.map(|id| numbering.node_of(id).unwrap_or(NO_NODE)).collect();
        let mut rules = Self { of_docs, classes, dates, nodes, starts: vec![0], parts: Vec::new() };
        for node in 0..texts as NodeId {
            let parts = rules.group_documents_by_class(numbering.members(node));
            rules.parts.extend(parts);
            rules.starts.push(rules.parts.len() as u32);
        }
        Some(rules)
    }

    pub fn date_of(&self, id: DocId) -> Option<RuleDate> {
        self.dates.get(id.index()).copied().flatten()
    }

    pub fn documents_by_text(&self) -> HashMap<NodeId, Vec<DocId>> {
        let mut documents: HashMap<NodeId, Vec<DocId>> = HashMap::new();
        for (id, node) in self.nodes.iter().enumerate().filter(|(_, node)| **node != NO_NODE) {
            documents.entry(*node).or_default().push(DocId(id as u32));
        }
        documents
    }

    pub fn text_of(&self, id: DocId) -> Option<NodeId> {
        self.nodes.get(id.index()).copied().filter(|node| *node != NO_NODE)
    }

    /// Counts, for each of `docs`, the allowed pairs with `others`, which must have none of `docs`.
    pub fn count_partners_of_each(&self, docs: &[DocId], others: &[DocId]) -> Vec<u64> {
        let parts = self.group_documents_by_class(others);
        let list = self.new_part_list(&parts);
        docs.iter().map(|id| self.count_partners(self.class_of(*id), &list)).collect()
    }

    pub fn count_partners_among(&self, docs: &[DocId]) -> Vec<u64> {
        let parts = self.group_documents_by_class(docs);
        let list = self.new_part_list(&parts);
        docs.iter().map(|id| self.count_partners_in_list(self.class_of(*id), &list)).collect()
    }

    pub fn allows_pair(&self, a: DocId, b: DocId) -> bool {
        self.allows_pair_of_classes(self.of_docs[a.index()], self.of_docs[b.index()])
    }

    fn allows_pair_of_classes(&self, one: u32, other: u32) -> bool {
        self.classes[one as usize].allows(self.classes[other as usize])
    }

    pub fn allowed_pairs_between(&self, a: NodeId, b: NodeId) -> AllowedPairs {
        let (former, latter) = (self.parts_of_text(a), self.parts_of_text(b));
        if let ([one], [other]) = (former, latter) {
            if !self.allows_pair_of_classes(one.class, other.class) {
                return AllowedPairs::default();
            }
            let first = Some((one.first.min(other.first), one.first.max(other.first)));
            let pairs = u64::from(one.documents) * u64::from(other.documents);
            return AllowedPairs { first, pairs };
        }
        let (former, latter) = (self.new_part_list(former), self.new_part_list(latter));
        let pairs = former
            .parts
            .iter()
            .map(|part| u64::from(part.documents) * self.count_partners(part.class, &latter))
            .sum();
        if pairs == 0 {
            return AllowedPairs::default();
        }
        // The first document that has a partner begins the first pair.
        let first_of = |one: &PartList<'_>, other: &PartList<'_>| {
            let has = |part: &&TextPart| self.count_partners(part.class, other) > 0;
            one.parts.iter().filter(has).min_by_key(|part| part.first).copied()
        };
        let (one, others) = match (first_of(&former, &latter), first_of(&latter, &former)) {
            (Some(a), Some(b)) if b.first < a.first => (b, former.parts),
            (Some(a), _) => (a, latter.parts),
            (None, _) => return AllowedPairs { first: None, pairs },
        };
        let partners =
            others.iter().filter(|other| self.allows_pair_of_classes(one.class, other.class));
        let partner = partners.map(|other| other.first).min();
        AllowedPairs { first: partner.map(|other| (one.first, other)), pairs }
    }

    /// Returns the number of allowed pairs among documents, which are in path order, and the first of these pairs.
    pub fn allowed_pairs_among(&self, docs: &[DocId]) -> AllowedPairs {
        let parts = self.group_documents_by_class(docs);
        let list = self.new_part_list(&parts);
        let of = |part: &TextPart| {
            u64::from(part.documents) * self.count_partners_in_list(part.class, &list)
        };
        // Each pair was counted twice, once for each of its documents.
        let pairs = parts.iter().map(of).sum::<u64>() / 2;
        let first =
            docs.iter().position(|id| self.count_partners_in_list(self.class_of(*id), &list) > 0);
        let first = first.and_then(|at| {
            let (a, later) = docs.get(at..)?.split_first()?;
            later.iter().find(|b| self.allows_pair(*a, **b)).map(|b| (*a, *b))
        });
        AllowedPairs { first, pairs }
    }

    pub fn documents_with_partner(&self, docs: &[DocId]) -> Vec<DocId> {
        let parts = self.group_documents_by_class(docs);
        let list = self.new_part_list(&parts);
        docs.iter()
            .copied()
            .filter(|id| self.count_partners_in_list(self.class_of(*id), &list) > 0)
            .collect()
    }

    /// Counts the further copies of `a` and of `b` that may pair with a copy of the other document.
    pub fn count_further_copies(&self, a: DocId, b: DocId) -> (u32, u32) {
        let [former, latter] =
            [a, b].map(|id| self.new_part_list(self.parts_of_text(self.nodes[id.index()])));
        let partners = |one: &PartList<'_>, other: &PartList<'_>| -> u32 {
            let has = |part: &&TextPart| self.count_partners(part.class, other) > 0;
            one.parts.iter().filter(has).map(|part| part.documents).sum()
        };
        (partners(&former, &latter).saturating_sub(1), partners(&latter, &former).saturating_sub(1))
    }

    fn class_of(&self, id: DocId) -> u32 {
        self.of_docs[id.index()]
    }

    fn new_part_list<'a>(&self, parts: &'a [TextPart]) -> PartList<'a> {
        let mut documents = [0; TRAITS];
        for part in parts {
            let traits = self.classes[part.class as usize].traits;
            documents[usize::from(traits)] += u64::from(part.documents);
        }
        PartList { parts, documents }
    }

    /// Counts the documents of a list that may pair with a document of this class.
    fn count_partners(&self, class: u32, list: &PartList<'_>) -> u64 {
        let DocClass { traits, same } = self.classes[class as usize];
        let by_traits =
            (0..).zip(list.documents).filter(|(other, _)| traits_allow_pair(traits, *other));
        let all: u64 = by_traits.map(|(_, documents)| documents).sum();
        if same.is_none() {
            return all;
        }
        let order = |part: &TextPart| self.classes[part.class as usize].same;
        let from = list.parts.partition_point(|part| order(part) < same);
        let alike = list.parts[from..].iter().take_while(|part| order(part) == same);
        let barred = alike
            .filter(|part| traits_allow_pair(traits, self.classes[part.class as usize].traits));
        all - barred.map(|part| u64::from(part.documents)).sum::<u64>()
    }

    /// Like `count_partners`, for a document that is in the list itself.
    fn count_partners_in_list(&self, class: u32, list: &PartList<'_>) -> u64 {
        let itself = u64::from(self.allows_pair_of_classes(class, class));
        self.count_partners(class, list) - itself
    }

    fn parts_of_text(&self, node: NodeId) -> &[TextPart] {
        let at = |place: usize| self.starts.get(place).map(|start| *start as usize);
        let range = at(node as usize).zip(at(node as usize + 1));
        range.and_then(|(from, to)| self.parts.get(from..to)).unwrap_or_default()
    }

    /// Groups documents, which are in path order, by class and then by `--skip-same`.
    fn group_documents_by_class(&self, docs: &[DocId]) -> Vec<TextPart> {
        let mut parts: Vec<TextPart> = Vec::new();
        let mut places: HashMap<u32, usize> = HashMap::new();
        for id in docs {
            let class = self.class_of(*id);
            let place = *places.entry(class).or_insert(parts.len());
            match parts.get_mut(place) {
                Some(part) => part.documents += 1,
                None => parts.push(TextPart { class, first: *id, documents: 1 }),
            }
        }
        parts.sort_by_key(|part| (self.classes[part.class as usize].same, part.class));
        parts
    }
}
