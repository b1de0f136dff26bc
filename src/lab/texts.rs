//! The distinct texts of a folder, and their sketches by any parameters, with their words in order or shuffled.

use crate::base::cancel::Cancel;
use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::base::workers::share;
use crate::compare::index::Index;
use crate::compare::store::Store;
use crate::pipeline::corpus::leaving::most_documents;
use crate::pipeline::document::identity_of;
use crate::pipeline::parameters::Params;
use crate::pipeline::texts::canonical_table::CanonicalTables;
use crate::pipeline::texts::nodes::{Node, NodeId, Nodes};
use crate::pipeline::texts::record::DocWords;
use crate::shingle::hash::{HashKind, mix};
use crate::shingle::sketch::{ShingleParams, Sketcher, needs_texts};
use crate::text::lexicon::Lexicon;

use super::deal::DealtTexts;
use super::material::Material;
use super::shuffle::shuffle;

/// Documents that a thread takes at once.
const DOCUMENTS_A_PIECE: usize = 32;

/// The distinct texts, numbered by the path of the first document with each. The numbers do not depend on threads.
pub struct DistinctTexts<'a> {
    lexicon: &'a Lexicon,
    canon: CanonicalTables,
    /// The first document with each text, in path order.
    names: Vec<&'a DocPath>,
    /// The record of each text.
    records: Vec<&'a DocWords>,
    /// The identity of each text's canonical words, and their number.
    identities: Vec<(u128, u32)>,
    /// The text of each document. `None` if it has no words.
    pub of_document: Vec<Option<NodeId>>,
}

/// The order of the words that are sketched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordOrder {
    /// As in the text.
    Read,
    /// Shuffled, for each number in another way, and in the same way at every run.
    Shuffled(u32),
    /// The sentences of all texts dealt out anew, for each number in another way, and in the same way at every run.
    Dealt(u32),
}

/// Some of the texts: every `one_in`-th.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPart {
    /// At least 1.
    pub one_in: u32,
    /// The number of the first, below `one_in`.
    pub first: u32,
}

impl TextPart {
    /// All texts.
    pub const ALL: Self = Self { one_in: 1, first: 0 };

    /// Whether it has the text with this number.
    pub const fn has(self, text: usize) -> bool {
        text as u32 % self.one_in == self.first
    }

    /// How many texts it has, of all of them.
    pub const fn of(self, texts: usize) -> usize {
        texts.saturating_sub(self.first as usize).div_ceil(self.one_in as usize)
    }
}

/// The sketches of all texts.
pub struct SketchedTexts {
    /// The texts with the sizes of their sketches.
    pub nodes: Nodes,
    /// How many texts were sketched.
    pub taken: usize,
    /// The keys of the sketches.
    store: Store,
}

/// The texts in a table of nodes.
pub(super) fn all(nodes: &Nodes) -> impl Iterator<Item = &Node> {
    (0..nodes.limit() as NodeId).filter_map(|id| nodes.get(id))
}

impl<'a> DistinctTexts<'a> {
    /// The distinct texts of the material under `params`. These may differ from the parameters that it was read with,
    /// except in `encoding`, `words` and `language`. `None` when cancelled.
    pub fn of(material: &'a Material, params: &'a Params, cancel: &Cancel) -> Option<Self> {
        let Material { records, lexicon, .. } = material;
        let mut canon = CanonicalTables::default();
        canon.prepare(params, records.iter(), lexicon, params.hash != HashKind::Wide);
        let found = share(
            records.len(),
            DOCUMENTS_A_PIECE,
            cancel,
            || (Vec::new(), Vec::new()),
            |(hashes, bytes), range| {
                let identify = |record: &DocWords| {
                    canon.hashes(record, lexicon, hashes);
                    Some((identity_of(hashes, bytes)?, hashes.len() as u32))
                };
                records[range].iter().map(identify).collect::<Vec<_>>()
            },
            drop,
        )?;
        let mut nodes = Nodes::default();
        let mut texts = Self {
            lexicon,
            canon,
            names: Vec::new(),
            records: Vec::new(),
            identities: Vec::new(),
            of_document: Vec::with_capacity(records.len()),
        };
        let documents = material.paths.iter().zip(records);
        for ((path, record), found) in documents.zip(found.into_iter().flatten()) {
            let node = found.map(|(identity, words)| {
                let (id, is_new) = nodes.add(identity, words);
                if is_new {
                    texts.names.push(path);
                    texts.records.push(record);
                    texts.identities.push((identity, words));
                }
                id
            });
            texts.of_document.push(node);
        }
        Some(texts)
    }

    /// The number of distinct texts.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The sketches of all texts. `None` when cancelled.
    pub fn sketched(
        &self,
        cut: ShingleParams,
        order: WordOrder,
        cancel: &Cancel,
    ) -> Option<SketchedTexts> {
        self.sketched_part(cut, order, TextPart::ALL, cancel)
    }

    /// The sketches of some texts. Those of the others are empty. `None` when cancelled.
    pub fn sketched_part(
        &self,
        cut: ShingleParams,
        order: WordOrder,
        part: TextPart,
        cancel: &Cancel,
    ) -> Option<SketchedTexts> {
        let store = Store::default();
        let dealt = match order {
            WordOrder::Dealt(round) => {
                let sentences = |text: usize, words: &mut Vec<u64>, ends: &mut Vec<usize>| {
                    let takes_part = part.has(text);
                    if takes_part {
                        self.sentences(text, words, ends);
                    }
                    takes_part
                };
                Some(DealtTexts::of(self.len(), sentences, round, cancel)?)
            }
            WordOrder::Read | WordOrder::Shuffled(_) => None,
        };
        let sizes = share(
            self.records.len(),
            DOCUMENTS_A_PIECE,
            cancel,
            || (store.scatter(), TrialScratch::default()),
            |(scatter, work), range| {
                let mut sizes = Vec::with_capacity(range.len());
                for at in range {
                    let keys = match &dealt {
                        _ if !part.has(at) => &[][..],
                        Some(dealt) => work.dealt(dealt.words(at), cut),
                        None => work.keys(self, at, cut, order),
                    };
                    scatter.add(at as u32, keys);
                    sizes.push(keys.len() as u32);
                }
                sizes
            },
            |(scatter, _)| scatter.finish(),
        )?;
        let mut nodes = Nodes::default();
        let texts = self.of_document.iter().flatten();
        for (identity, words) in texts.filter_map(|id| self.identities.get(*id as usize)) {
            nodes.add(*identity, *words);
        }
        for (id, keys) in sizes.into_iter().flatten().enumerate() {
            nodes.set_shingles(id as NodeId, keys);
        }
        let taken = dealt.map_or_else(|| part.of(self.len()), |dealt| dealt.texts);
        Some(SketchedTexts { nodes, taken, store })
    }

    /// The sketches of a few texts, in their order. `None` when cancelled.
    pub fn few(
        &self,
        texts: &[NodeId],
        cut: ShingleParams,
        cancel: &Cancel,
    ) -> Option<Vec<Box<[u64]>>> {
        let found = share(
            texts.len(),
            DOCUMENTS_A_PIECE,
            cancel,
            TrialScratch::default,
            |work, range| {
                let keys = |id: &NodeId| work.keys(self, *id as usize, cut, WordOrder::Read).into();
                texts[range].iter().map(keys).collect::<Vec<Box<[u64]>>>()
            },
            drop,
        )?;
        Some(found.into_iter().flatten().collect())
    }

    /// The first document with a text, in path order.
    pub fn name(&self, text: NodeId) -> DocPath {
        self.names.get(text as usize).map_or_else(|| DocPath::new(""), |path| (*path).clone())
    }

    /// Writes the canonical words of a text to `words`, and where each of its sentences ends among them to `ends`.
    fn sentences(&self, text: usize, words: &mut Vec<u64>, ends: &mut Vec<usize>) {
        if let Some(record) = self.records.get(text) {
            self.canon.sentences(record, self.lexicon, words, ends);
        }
    }

    /// The number of canonical words of a text, repetitions counted.
    pub fn words(&self, text: NodeId) -> u32 {
        self.identities.get(text as usize).map_or(0, |(_, words)| *words)
    }
}

/// The memory of one thread.
#[derive(Default)]
struct TrialScratch {
    hashes: Vec<u64>,
    texts: Vec<std::sync::Arc<str>>,
    sketcher: Sketcher,
}

impl TrialScratch {
    fn keys(
        &mut self,
        from: &DistinctTexts<'_>,
        at: usize,
        cut: ShingleParams,
        order: WordOrder,
    ) -> &[u64] {
        let DistinctTexts { lexicon, canon, records, identities, .. } = from;
        let record = records[at];
        canon.hashes(record, lexicon, &mut self.hashes);
        if let WordOrder::Shuffled(number) = order {
            // The text itself gives the seed, so other documents of the folder change nothing.
            shuffle(&mut self.hashes, mix(identities[at].0 as u64 ^ u64::from(number)));
        }
        if needs_texts(cut) {
            canon.texts(record, lexicon, &mut self.texts);
        }
        self.sketcher.sketch(&self.hashes, &self.texts, cut)
    }

    /// The keys of words that were dealt. A text that was dealt none has none.
    fn dealt(&mut self, words: &[u64], cut: ShingleParams) -> &[u64] {
        if words.is_empty() { &[] } else { self.sketcher.sketch(words, &[], cut) }
    }
}

impl SketchedTexts {
    /// The index of the texts whose numbers `one_in` divides. `None` when cancelled.
    pub fn index(&self, one_in: u32, cancel: &Cancel) -> Option<Index> {
        self.index_of(|text| text.is_multiple_of(one_in), cancel)
    }

    /// The index of the texts for which `keeps` is true. `None` when cancelled.
    pub(super) fn index_of(
        &self,
        keeps: impl Fn(NodeId) -> bool,
        cancel: &Cancel,
    ) -> Option<Index> {
        let mut members = self.nodes.members();
        members.retain(|member| keeps(member.holder));
        Index::build(&self.store, members, cancel)
    }

    /// Leaves out the keys that more than this share of the documents have. `None` when cancelled.
    pub(super) fn leave_out(&mut self, common: Ratio, cancel: &Cancel) -> Option<()> {
        let (none, removed) = (Store::default(), Store::default());
        let most = most_documents(common, self.nodes.with_shingles());
        let found = self.store.common(&none, &self.nodes.documents(), most, cancel)?;
        let leaves = |key: u64| found.binary_search_by_key(&key, |(key, _)| *key).is_ok();
        let counts = self.store.take_out(leaves, &removed, self.nodes.limit());
        for (id, keys) in counts.into_iter().enumerate() {
            self.nodes.leave_out(id as NodeId, keys);
        }
        Some(())
    }
}
