//! All documents of a folder as numbers, their distinct texts and the pairs among them, kept current step by step.
//! It reads no file and publishes nothing; its one owner does.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::compare::join::Shared;
use crate::compare::measure::{Above, Direction, Overlap};
use crate::shingle::sketch::sketch;
use crate::text::lexicon::Lexicon;

use super::canon::Canon;
use super::document::{canonical_identity, shingle_params};
use super::nodes::{NodeId, Nodes};
use super::params::{Params, Stage};
use super::ranking;
use super::record::Record;
use super::source::{NoSource, loss};

/// A document of the corpus.
#[derive(Debug)]
pub struct Entry {
    /// Its words.
    pub record: Record,
    /// Its text among the distinct ones; `None` when it has no canonical word (or is not sketched yet).
    pub node: Option<NodeId>,
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
    /// Pairs of nodes that pass `floor`, and perhaps more.
    pairs: Vec<Shared>,
    /// The parameters that `pairs` were joined under; `None` before the first join.
    floor: Option<Arc<Params>>,
    /// How many pairs of documents `pairs` leaves out of those that pass; `None` when it holds all.
    left_out: Option<u64>,
    changed: BTreeSet<DocPath>,
    fresh: Vec<NodeId>,
    gone: Vec<NodeId>,
    resketch: bool,
}

/// Told how far a refresh is: the stage, documents done, documents in all.
pub type Progress<'a> = &'a dyn Fn(Stage, usize, usize);

struct Sketched {
    identity: Option<u128>,
    words: u32,
    sketch: Vec<u64>,
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
            pairs: Vec::new(),
            floor: None,
            left_out: None,
            changed: BTreeSet::new(),
            fresh: Vec::new(),
            gone: Vec::new(),
            resketch: false,
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

    /// Pairs of distinct texts, a superset of those that pass the threshold.
    pub fn pairs(&self) -> &[Shared] {
        &self.pairs
    }

    /// Whether `pairs` holds only the best of those that pass.
    pub const fn is_cut(&self) -> bool {
        self.left_out.is_some()
    }

    /// How many pairs of documents pass beyond those that `pairs` stands for.
    pub fn left_out(&self) -> u64 {
        self.left_out.unwrap_or(0)
    }

    /// Takes other parameters. Documents whose words depend on what changed are forgotten: see [`Self::has`].
    pub fn set_params(&mut self, params: Arc<Params>) {
        match self.params.first_difference(&params) {
            Some(Stage::Read) => {
                let old = std::mem::replace(self, Self::new(Arc::clone(&params)));
                self.lexicon = old.lexicon;
            }
            Some(Stage::Normalize) => {
                self.canon = Canon::default();
                self.resketch = true;
                let unread: Vec<DocPath> = self
                    .entries
                    .iter()
                    .filter(|(_, entry)| entry.record.lacks_language(&params))
                    .map(|(path, _)| path.clone())
                    .collect();
                for path in unread {
                    self.remove(&path);
                }
            }
            Some(Stage::Sketch) => self.resketch = true,
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
        self.entries.get(path).map(|entry| entry.record.content)
    }

    /// Takes a new or changed document, or the reason why it is none. Whether that is news.
    pub fn put(&mut self, path: &DocPath, outcome: Result<Record, NoSource>) -> bool {
        let record = match outcome {
            Ok(record) => record,
            Err(reason) => return self.refuse(reason.into_problem(path)),
        };
        self.problems.remove(path);
        if let Some(problem) = loss(path, record.undecoded, record.encoding) {
            self.problems.insert(path.clone(), problem);
        }
        let node = self.entries.get(path).and_then(|entry| entry.node);
        self.entries.insert(path.clone(), Entry { record, node });
        self.changed.insert(path.clone());
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
        if let Some(node) = self.entries.remove(path).and_then(|entry| entry.node) {
            self.release(node);
        }
    }

    /// Brings sketches and pairs up to the parameters and documents. `None` when cancelled: what was done so far is kept,
    /// and the next refresh goes on from there.
    pub fn refresh(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        self.sketch(cancel, progress)?;
        if self.floor_holds() { self.join_fresh(cancel) } else { self.join_all(cancel, progress) }
    }

    /// The first half of [`Self::refresh`]: sketches and distinct texts, without pairs.
    pub fn sketch(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        let most_changed = self.changed.len() > 64 && self.changed.len() * 2 > self.entries.len();
        if self.resketch || most_changed {
            self.sketch_all(cancel, progress)
        } else {
            self.sketch_changed(cancel)
        }
    }

    /// Whether every pair that passes now is among `pairs`, but for those of fresh nodes.
    fn floor_holds(&self) -> bool {
        let pending = !self.fresh.is_empty();
        self.floor.as_ref().is_some_and(|floor| {
            let bar = |params: &Params| (params.threshold, params.above == Above::Strictly);
            let (now, then) = (bar(&self.params), bar(floor));
            floor.measure == self.params.measure
                && if self.is_cut() { now == then && !pending } else { now >= then }
        })
    }

    fn sketch_all(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        let entries: Vec<(&DocPath, &Entry)> = self.entries.iter().collect();
        self.canon.prepare(
            &self.params,
            entries.iter().map(|(_, entry)| entry.record.language(&self.params)),
            &self.lexicon,
        );
        let mut sketched = Vec::with_capacity(entries.len());
        for chunk in entries.chunks(2048) {
            progress(Stage::Sketch, sketched.len(), entries.len());
            let done: Vec<Sketched> =
                chunk.par_iter().map(|(_, entry)| self.sketch_of(&entry.record, cancel)).collect();
            sketched.extend(done);
            if cancel.is_cancelled() {
                return None;
            }
        }
        let mut nodes = Nodes::default();
        for (entry, sketched) in self.entries.values_mut().zip(sketched) {
            entry.node = sketched
                .identity
                .map(|identity| nodes.add(identity, sketched.words, || sketched.sketch).0);
        }
        self.nodes = nodes;
        self.pairs = Vec::new();
        self.left_out = None;
        self.floor = None;
        self.changed.clear();
        self.fresh.clear();
        self.gone.clear();
        self.resketch = false;
        Some(())
    }

    fn sketch_changed(&mut self, cancel: &Cancel) -> Option<()> {
        let changed: Vec<DocPath> = self.changed.iter().cloned().collect();
        let languages: Vec<_> = changed
            .iter()
            .filter_map(|path| Some(self.entries.get(path)?.record.language(&self.params)))
            .collect();
        self.canon.prepare(&self.params, languages.into_iter(), &self.lexicon);
        let sketched: Vec<Option<Sketched>> = changed
            .par_iter()
            .map(|path| Some(self.sketch_of(&self.entries.get(path)?.record, cancel)))
            .collect();
        if cancel.is_cancelled() {
            return None;
        }
        let mut moved = Vec::new();
        for (path, sketched) in changed.iter().zip(sketched) {
            let (Some(entry), Some(sketched)) = (self.entries.get_mut(path), sketched) else {
                continue;
            };
            let old = entry.node;
            if old.and_then(|node| self.nodes.get(node)).map(|node| node.identity)
                != sketched.identity
            {
                entry.node = None;
                moved.push((path, sketched));
                if let Some(old) = old {
                    self.release(old);
                }
            }
        }
        // Places freed above are used again below: their pairs must be gone before.
        self.purge_gone();
        if !moved.is_empty() {
            self.rejoin_if_cut();
        }
        for (path, sketched) in moved {
            let node = sketched
                .identity
                .map(|identity| self.nodes.add(identity, sketched.words, || sketched.sketch));
            self.fresh.extend(node.filter(|(_, is_new)| *is_new).map(|(id, _)| id));
            if let Some(entry) = self.entries.get_mut(path) {
                entry.node = node.map(|(id, _)| id);
            }
        }
        self.changed.clear();
        Some(())
    }

    fn sketch_of(&self, record: &Record, cancel: &Cancel) -> Sketched {
        if cancel.is_cancelled() {
            return Sketched { identity: None, words: 0, sketch: Vec::new() };
        }
        let words = self.canon.words(record.language(&self.params), &record.words, &self.lexicon);
        Sketched {
            identity: canonical_identity(&words),
            words: words.len() as u32,
            sketch: sketch(&words, shingle_params(&self.params)),
        }
    }

    fn release(&mut self, node: NodeId) {
        if self.nodes.remove(node) {
            self.gone.push(node);
        }
        self.rejoin_if_cut();
    }

    /// Any change of the documents may bring back a pair that was left out, or change how many those are.
    fn rejoin_if_cut(&mut self) {
        if self.is_cut() {
            self.floor = None;
        }
    }

    fn purge_gone(&mut self) {
        if self.gone.is_empty() {
            return;
        }
        let mut is_gone = vec![false; self.nodes.limit()];
        for id in self.gone.drain(..) {
            is_gone[id as usize] = true;
        }
        self.pairs.retain(|pair| !is_gone[pair.a as usize] && !is_gone[pair.b as usize]);
        self.fresh.retain(|id| !is_gone[*id as usize]);
    }

    fn join_fresh(&mut self, cancel: &Cancel) -> Option<()> {
        if self.fresh.is_empty() {
            return Some(());
        }
        let floor = self.floor.clone()?;
        let found = self
            .nodes
            .join_fresh(&self.fresh, cancel, |shared| passes(&self.nodes, shared, &floor))?;
        self.pairs.extend(found);
        self.fresh.clear();
        Some(())
    }

    fn join_all(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        let mut best = ranking::Best::new(&self.nodes, &self.entries, &self.params);
        let total = self.nodes.limit();
        progress(Stage::Join, 0, total);
        self.nodes.join_all(
            cancel,
            |shared| passes(&self.nodes, shared, &self.params),
            |found, done| {
                best.take(found);
                progress(Stage::Join, done, total);
            },
        )?;
        (self.pairs, self.left_out) = best.finish();
        self.floor = Some(Arc::clone(&self.params));
        self.fresh.clear();
        Some(())
    }
}

/// The counts of two distinct texts.
pub fn overlap(nodes: &Nodes, shared: &Shared) -> Overlap {
    let side = |id| nodes.get(id).map_or((0, 0), |node| (node.sketch.len() as u32, node.words));
    let ((a_shingles, a_words), (b_shingles, b_words)) = (side(shared.a), side(shared.b));
    Overlap { shared: shared.count, a_shingles, b_shingles, a_words, b_words, exact_copy: false }
}

/// Whether two distinct texts pass the threshold of `params`.
pub fn passes(nodes: &Nodes, shared: &Shared, params: &Params) -> bool {
    params
        .above
        .passes(overlap(nodes, shared).score(params.measure, Direction::Larger), params.threshold)
}
