//! All documents of a folder as numbers, their distinct texts and the pairs among them, kept current step by step.
//! It reads no file and publishes nothing; its one owner does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use hashbrown::HashSet;

use crate::base::cancel::Cancel;
use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::base::ratio::Ratio;
use crate::compare::index::Index;
use crate::compare::store::Store;
use crate::shingle::sketch::{ShingleParams, narrowed};
use crate::text::lexicon::Lexicon;

use super::canon::Canon;
use super::document::shingle_params;
use super::nodes::{NodeId, Nodes};
use super::pairs::{Pairs, bar};
use super::params::{Params, Stage};
use super::passing::{Passed, Passing};
use super::ranking::Best;
use super::record::{About, Record};
use super::register::Register;
use super::sketches::{Progress, Sketches};
use super::source::{NoSource, loss};

/// A document of the corpus.
#[derive(Debug)]
pub struct Entry {
    /// Its words.
    pub record: Record,
    /// Its text among the distinct ones; `None` when it has no canonical word (or is not sketched yet).
    pub node: Option<NodeId>,
}

/// What must be done over before pairs are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stale {
    /// Nothing but the documents that changed.
    Nothing,
    /// The shingles of every distinct text.
    Shingles,
    /// The canonical words of every document, and all that follows.
    Words,
}

/// The documents, and all that is remembered of them.
pub struct Corpus {
    params: Arc<Params>,
    /// The words of all documents, shared with the threads that read.
    pub lexicon: Lexicon,
    canon: Canon,
    entries: BTreeMap<DocPath, Entry>,
    problems: BTreeMap<DocPath, Problem>,
    nodes: Nodes,
    store: Store,
    /// What the sketches in the store were made by; `None` while it holds only some of them.
    stored: Option<ShingleParams>,
    pairs: Pairs,
    changed: BTreeSet<DocPath>,
    stale: Stale,
    /// Whether the records hold words, by which everything can be done over.
    keeps_words: bool,
    /// Made when it is asked for, and good until documents or sketches change.
    register: OnceLock<Register>,
}

impl Corpus {
    /// An empty corpus.
    pub fn new(params: Arc<Params>) -> Self {
        Self {
            params,
            lexicon: Lexicon::default(),
            canon: Canon::default(),
            entries: BTreeMap::new(),
            problems: BTreeMap::new(),
            nodes: Nodes::default(),
            store: Store::default(),
            stored: None,
            pairs: Pairs::default(),
            changed: BTreeSet::new(),
            stale: Stale::Nothing,
            keeps_words: true,
            register: OnceLock::new(),
        }
    }

    /// What the next refresh works with.
    pub const fn params(&self) -> &Arc<Params> {
        &self.params
    }

    /// The documents in path order.
    pub const fn entries(&self) -> &BTreeMap<DocPath, Entry> {
        &self.entries
    }

    /// What was wrong with documents, together with the problems of their `listing`, in path order.
    pub fn problems(&self, listing: &[Problem]) -> Vec<Problem> {
        let mut problems: Vec<Problem> =
            listing.iter().chain(self.problems.values()).cloned().collect();
        problems.sort_by(|left, right| left.path.cmp(&right.path));
        problems
    }

    /// The distinct texts.
    pub const fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// Which texts hold which keys.
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Pairs of distinct texts, a superset of those that pass the threshold.
    pub const fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// Who is who among the documents of a sketched corpus.
    pub fn register(&self) -> &Register {
        self.register.get_or_init(|| Register::of(&self.params, &self.entries, &self.nodes))
    }

    /// How many keys the texts of two documents share; 0 where one is not there.
    pub fn shared(&self, a: &DocPath, b: &DocPath) -> u32 {
        let node = |path| self.entries.get(path).and_then(|entry| entry.node);
        let (Some(left), Some(right)) = (node(a), node(b)) else { return 0 };
        if let Some(count) = self.pairs.shared(left, right) {
            return count;
        }
        let records: Option<Vec<&Record>> =
            [a, b].iter().map(|path| Some(&self.entries.get(path)?.record)).collect();
        let sketches = Sketches::prepared(&self.params, &self.lexicon, &self.canon);
        let both = records.and_then(|records| sketches.few(&records, &Cancel::never()));
        let [left, right] = both.as_deref().unwrap_or_default() else { return 0 };
        let keys: HashSet<u64> = left.keys.iter().copied().collect();
        right.keys.iter().filter(|key| keys.contains(*key)).count() as u32
    }

    /// Takes other parameters. Documents whose words depend on what changed are forgotten: see [`Self::has`].
    pub fn set_params(&mut self, params: Arc<Params>) {
        match self.params.first_difference(&params) {
            Some(Stage::Normalize | Stage::Sketch) if !self.keeps_words => {
                *self = Self::new(Arc::clone(&params));
            }
            Some(Stage::Read) => {
                let old = std::mem::replace(self, Self::new(Arc::clone(&params)));
                self.lexicon = old.lexicon;
            }
            Some(Stage::Normalize) => {
                self.canon.judge_anew();
                self.stale = Stale::Words;
                let unread: Vec<DocPath> = self
                    .entries
                    .iter()
                    .filter(|(_, entry)| entry.record.about.lacks_language(&params))
                    .map(|(path, _)| path.clone())
                    .collect();
                for path in unread {
                    self.remove(&path);
                }
            }
            Some(Stage::Sketch) => self.stale = self.stale.max(Stale::Shingles),
            Some(Stage::Join | Stage::Label) | None => {}
        }
        self.params = params;
    }

    /// Whether the document, or the reason why there is none, is known.
    pub fn has(&self, path: &DocPath) -> bool {
        self.entries.contains_key(path) || self.problems.contains_key(path)
    }

    /// The hash of the bytes that the document was read from.
    pub fn content(&self, path: &DocPath) -> Option<u128> {
        self.entries.get(path).map(|entry| entry.record.about.content)
    }

    /// Documents that have [passed](super::passing) through every stage, in path order. Their words are not kept: other
    /// parameters find this corpus empty.
    pub fn passed(
        params: Arc<Params>,
        passing: Passing<'_>,
        outcomes: impl Iterator<Item = (DocPath, Result<Passed, NoSource>)>,
    ) -> Self {
        let mut corpus = Self::new(params);
        let outcomes = outcomes.map(|(path, outcome)| {
            let entry = outcome
                .map(|Passed { about, node }| Entry { record: Record::without_words(about), node });
            (path, entry)
        });
        corpus.take_all(outcomes);
        corpus.keeps_words = false;
        (corpus.nodes, corpus.store) = passing.finish();
        corpus
    }

    /// Takes many documents at once, in path order, into an empty corpus.
    pub fn fill(&mut self, outcomes: impl Iterator<Item = (DocPath, Result<Record, NoSource>)>) {
        self.take_all(
            outcomes
                .map(|(path, outcome)| (path, outcome.map(|record| Entry { record, node: None }))),
        );
        self.stale = Stale::Words;
    }

    fn take_all(&mut self, outcomes: impl Iterator<Item = (DocPath, Result<Entry, NoSource>)>) {
        let mut entries = Vec::new();
        for (path, outcome) in outcomes {
            match outcome {
                Ok(entry) => {
                    let About { undecoded, encoding, .. } = entry.record.about;
                    if let Some(problem) = loss(&path, undecoded, encoding) {
                        self.problems.insert(path.clone(), problem);
                    }
                    entries.push((path, entry));
                }
                Err(reason) => {
                    self.problems.insert(path.clone(), reason.into_problem(&path));
                }
            }
        }
        self.entries = entries.into_iter().collect();
        self.register = OnceLock::new();
    }

    /// Takes a new or changed document, or the reason why it is none. Whether that is news.
    pub fn put(&mut self, path: &DocPath, outcome: Result<Record, NoSource>) -> bool {
        let record = match outcome {
            Ok(record) => record,
            Err(reason) => return self.refuse(reason.into_problem(path)),
        };
        self.problems.remove(path);
        if let Some(problem) = loss(path, record.about.undecoded, record.about.encoding) {
            self.problems.insert(path.clone(), problem);
        }
        let node = self.entries.get(path).and_then(|entry| entry.node);
        self.entries.insert(path.clone(), Entry { record, node });
        self.changed.insert(path.clone());
        self.register = OnceLock::new();
        true
    }

    /// Lists a file that gives no document. Whether that is news.
    pub fn refuse(&mut self, problem: Problem) -> bool {
        if self.problems.get(&problem.path) == Some(&problem)
            && !self.entries.contains_key(&problem.path)
        {
            return false;
        }
        self.remove(&problem.path);
        self.problems.insert(problem.path.clone(), problem);
        true
    }

    /// Forgets a document.
    pub fn remove(&mut self, path: &DocPath) {
        self.problems.remove(path);
        self.changed.remove(path);
        if let Some(entry) = self.entries.remove(path) {
            self.register = OnceLock::new();
            if let Some(node) = entry.node {
                self.release(node);
            }
        }
    }

    /// Brings sketches and pairs up to the parameters and documents. `None` when cancelled: what was done so far is kept,
    /// and the next refresh goes on from there.
    pub fn refresh(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        self.sketch(cancel, progress)?;
        let best = Best::new(&self.nodes, &self.entries, &self.params);
        self.pairs.refresh(&self.nodes, &self.store, best, cancel, progress)
    }

    /// Where [`Self::refresh`] would meet more than `long` texts under a key, brings in only the pairs of high scores, and
    /// says from which score on: what is published then holds all of those. `None` when cancelled.
    pub fn refresh_best(
        &mut self,
        long: u64,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<Option<Ratio>> {
        self.sketch(cancel, progress)?;
        let best = Best::new(&self.nodes, &self.entries, &self.params);
        self.pairs.refresh_best(&self.nodes, &self.store, best, long, cancel, progress)
    }

    /// An index of the texts of a sketched corpus that may have partners, for who goes through all pairs without keeping
    /// them.
    pub fn index(&self) -> Index {
        let never = Cancel::never();
        let members = self.nodes.members();
        // Texts of documents with the same bytes may be a pair whatever they share.
        let twins = || self.register().nodes_of_twins();
        // Never cancelled, so it always comes to its end.
        Index::build_for(&self.store, members, bar(&self.params), twins, &never).unwrap_or_default()
    }

    /// The first half of [`Self::refresh`]: sketches and distinct texts, without pairs.
    pub fn sketch(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        let most_changed = self.changed.len() > 64 && self.changed.len() * 2 > self.entries.len();
        // Numbers of texts that are gone are not given again; when they are most, all are given anew.
        let worn = self.nodes.limit() > 2 * self.nodes.len() + 4096;
        if self.stale == Stale::Words || most_changed || worn {
            self.sketch_all(cancel, progress)
        } else if self.stale == Stale::Shingles {
            if self.changed.is_empty() {
                self.sketch_again(cancel, progress)
            } else {
                self.sketch_all(cancel, progress)
            }
        } else {
            self.sketch_changed(cancel)
        }
    }

    fn sketch_all(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        // Whatever happens now, the store holds nothing that could be used before it is filled again.
        self.stale = Stale::Words;
        self.stored = None;
        self.store.clear();
        let records: Vec<&Record> = self.entries.values().map(|entry| &entry.record).collect();
        let sketches =
            Sketches::new(&self.params, &self.lexicon, &mut self.canon, records.iter().copied());
        let (nodes, placed) = sketches.all(&records, &self.store, cancel, progress)?;
        for (entry, node) in self.entries.values_mut().zip(placed) {
            entry.node = node;
        }
        self.nodes = nodes;
        self.settled();
        Some(())
    }

    fn sketch_again(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        let next = shingle_params(&self.params);
        if let Some(stays) = self.stored.and_then(|before| narrowed(before, next)) {
            // A tenth of the time that shingling takes.
            let (store, counts) = self.store.filtered(stays, self.nodes.limit(), cancel)?;
            self.store = store;
            for (id, shingles) in counts.into_iter().enumerate() {
                self.nodes.set_shingles(id as NodeId, shingles);
            }
            self.settled();
            return Some(());
        }
        self.stored = None;
        self.store.clear();
        let mut seen = vec![false; self.nodes.limit()];
        let (mut ids, mut records) = (Vec::new(), Vec::new());
        for entry in self.entries.values() {
            if let Some(id) = entry.node
                && !std::mem::replace(&mut seen[id as usize], true)
            {
                ids.push(id);
                records.push(&entry.record);
            }
        }
        let sketches =
            Sketches::new(&self.params, &self.lexicon, &mut self.canon, records.iter().copied());
        let shingles = sketches.again(&ids, &records, &self.store, cancel, progress)?;
        for (id, shingles) in ids.into_iter().zip(shingles) {
            self.nodes.set_shingles(id, shingles);
        }
        self.settled();
        Some(())
    }

    fn settled(&mut self) {
        self.stored = Some(shingle_params(&self.params));
        self.pairs.forget();
        self.changed.clear();
        self.stale = Stale::Nothing;
        self.register = OnceLock::new();
    }

    fn sketch_changed(&mut self, cancel: &Cancel) -> Option<()> {
        if self.changed.is_empty() {
            return Some(());
        }
        let records: Vec<&Record> =
            self.changed.iter().filter_map(|path| Some(&self.entries.get(path)?.record)).collect();
        let sketches =
            Sketches::new(&self.params, &self.lexicon, &mut self.canon, records.iter().copied());
        let found = sketches.few(&records, cancel)?;
        for (path, sketched) in std::mem::take(&mut self.changed).iter().zip(found) {
            let Some(entry) = self.entries.get_mut(path) else { continue };
            let old = entry.node;
            if old.and_then(|node| self.nodes.get(node)).map(|node| node.identity)
                == sketched.identity
            {
                continue;
            }
            self.pairs.recount();
            entry.node = sketched.identity.map(|identity| {
                let (id, is_new) = self.nodes.add(identity, sketched.words);
                if is_new {
                    self.nodes.set_shingles(id, sketched.keys.len() as u32);
                    self.store.add(id, &sketched.keys);
                    self.pairs.add(id, sketched.keys);
                }
                id
            });
            if let Some(old) = old {
                self.release(old);
            }
        }
        self.register = OnceLock::new();
        Some(())
    }

    fn release(&mut self, node: NodeId) {
        self.pairs.recount();
        if self.nodes.remove(node) {
            self.pairs.remove();
        }
    }
}
