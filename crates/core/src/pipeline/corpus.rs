//! The documents of a folder as word numbers, with their distinct texts and pairs. Updates only what changed, and reads
//! no files.

pub mod below;
mod counts;
pub mod cover;
pub mod covered_words;
pub mod elsewhere;
pub mod groups;
pub mod leaving;
mod part;
pub mod passages;
pub mod query;
pub mod sampled;
mod sketching;
mod unmatched;

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};
use std::{sync::Arc, sync::OnceLock, time::SystemTime};

use self::{leaving::IgnoredKeys, sampled::Sampled};
use super::document::info::FileInfo;
use super::document::left_out::IgnoredShingles;
use super::parameters::{Params, Stage, scoring::Criteria};
use super::ranking::{Ranked, longest_passages::LongestPassages};
use super::texts::one_pass::OnePass;
use super::texts::record::{DocWords, DocWordsReader, NewReader, ThreadReader};
use super::texts::sketches::Sketches;
use super::{
    pairs::Pairs,
    texts::canonical_table::CanonicalTables,
    texts::nodes::{Nodes, Numbering},
};
use crate::compare::{Index, Store};
use crate::pipeline::document::info::FEW_MIXED;
use crate::pipeline::{DocInfo, NoSource, PairRules, source::problem_of_undecoded};
use crate::text::{Confusables, Lexicon, RecordFormat, Words};
use base::problem::{Problem, ProblemKind};
use base::{cancel::Cancel, path::DocPath};

/// Reason in the problem of a document without words.
const NO_WORDS: &str = "no words found; if it is a scan, an OCR program makes it readable";

/// Returns the problem of a document. Records have none: their file has one problem for all.
fn document_problem(path: &DocPath, record: &DocWords, params: &Params) -> Option<Problem> {
    let FileInfo { undecoded, encoding, certainty, .. } = record.file;
    if params.records != RecordFormat::Off {
        return None;
    }
    // Only `Words::Unicode` finds the words of every script, so only then is the document really without words.
    let is_any = params.words == Words::Unicode;
    if is_any && record.languages().as_slice().last().is_none_or(|last| last.end == 0) {
        return Some(Problem::new(path, ProblemKind::Failed, NO_WORDS));
    }
    problem_of_undecoded(path, undecoded.into(), encoding, certainty)
}

/// Logs that a file has no document. Records are not logged, because a file can have millions.
fn log_no_document(path: &DocPath, reason: &NoSource) {
    if path.line().is_none() {
        log::info!("refused {path}: {}", reason.anonymous_reason());
    }
}

/// The name of a document, and the document or the reason for none.
pub type ReadDocument = (DocPath, Result<DocWords, NoSource>);

/// Data that depends on the numbering of documents. Computed when first used, and cleared when documents come, go or
/// change.
#[derive(Debug, Default)]
struct Numbered {
    numbering: OnceLock<Numbering>,
    /// Rules on pairs for this numbering; `None` without rules.
    rules: OnceLock<Option<Arc<PairRules>>>,
    sampled: OnceLock<Sampled>,
    ranked: Option<Ranked>,
}

pub struct Corpus {
    params: Arc<Params>,
    /// The words of all documents, shared with the threads that read.
    pub lexicon: Arc<Lexicon>,
    canon: CanonicalTables,
    entries: BTreeMap<DocPath, DocWords>,
    problems: BTreeMap<DocPath, Problem>,
    nodes: Nodes,
    store: Store,
    ignored: IgnoredKeys,
    pairs: Pairs,
    passages: LongestPassages,
    /// Common shingles. Set only during the search for long passages that consist of common shingles.
    common: Option<IgnoredShingles>,
    /// Documents that must be sketched.
    changed: BTreeSet<DocPath>,
    /// Number of replaced or removed words since unused words were last removed.
    replaced: usize,
    /// True if all documents must be sketched before pairs are searched, not only the changed ones.
    is_outdated: bool,
    /// True if the words of all documents are stored, so other parameters need no reading.
    keeps_words: bool,
    numbered: Numbered,
}

/// Up to this number of changed documents, only these are sketched again.
const FEW: usize = 64;

/// Below this number of replaced words (about 10 MB), unused words stay.
const MANY_WORDS: usize = 1 << 16;

impl Corpus {
    pub fn new(params: Arc<Params>) -> Self {
        Self {
            params,
            lexicon: Arc::default(),
            canon: CanonicalTables::default(),
            entries: BTreeMap::new(),
            problems: BTreeMap::new(),
            nodes: Nodes::default(),
            store: Store::default(),
            ignored: IgnoredKeys::default(),
            pairs: Pairs::default(),
            passages: LongestPassages::default(),
            common: None,
            changed: BTreeSet::new(),
            replaced: 0,
            is_outdated: false,
            keeps_words: true,
            numbered: Numbered::default(),
        }
    }

    pub const fn params(&self) -> &Arc<Params> {
        &self.params
    }

    pub const fn entries(&self) -> &BTreeMap<DocPath, DocWords> {
        &self.entries
    }

    /// Counts the documents in which many words are disguised by look-alike letters. 0 if these letters are unified.
    pub fn count_documents_mixing_alphabets(&self) -> u64 {
        let reads_alike = self.params.confusables == Confusables::On;
        let mixes = |entry: &&DocWords| entry.mixed > FEW_MIXED && !reads_alike;
        self.entries.values().filter(mixes).count() as u64
    }

    /// Returns the problems of documents, of rules without a match, and of the `listing`, in path order.
    pub fn all_problems(&self, listing: &[Problem]) -> Vec<Problem> {
        let mut problems: Vec<Problem> =
            listing.iter().chain(self.problems.values()).cloned().collect();
        problems.extend(self.find_unmatched_options());
        problems.sort_by(|one, other| one.path.cmp(&other.path));
        problems
    }

    pub const fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    pub const fn store(&self) -> &Store {
        &self.store
    }

    pub const fn ignored_shingles(&self) -> &Arc<IgnoredShingles> {
        &self.ignored.shingles
    }

    /// Returns the joined pairs of distinct texts. Some may be below the threshold.
    pub const fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    pub fn numbering(&self) -> &Numbering {
        self.numbered.numbering.get_or_init(|| Numbering::new(&self.entries, &self.nodes))
    }

    /// Returns the documents by number, in path order.
    pub fn docs(&self) -> &Arc<Vec<DocInfo>> {
        &self.numbering().docs
    }

    /// Returns the rules that hide pairs. `None` without rules.
    pub fn rules(&self) -> Option<&Arc<PairRules>> {
        let new = || {
            PairRules::new(
                &self.params,
                self.numbering(),
                self.entries.values(),
                self.nodes.id_limit(),
            )
        };
        self.numbered.rules.get_or_init(|| new().map(Arc::new)).as_ref()
    }

    fn sketches(&self) -> Sketches<'_> {
        Sketches::with_tables(&self.params, &self.lexicon, &self.canon)
    }

    /// Returns the ranking of the last refresh, which may have had a lower threshold.
    pub const fn last_ranking(&self) -> Option<&Ranked> {
        self.numbered.ranked.as_ref()
    }

    /// Returns the number of pairs that pass the threshold but are hidden by a rule, as of the last refresh.
    pub fn count_hidden_by_rules(&self) -> u64 {
        let passing = self
            .last_ranking()
            .and_then(|ranked| ranked.filter_by_criteria(Criteria::for_pairs(&self.params)));
        passing.map_or(0, |passing| passing.ruled_out)
    }

    /// Sets other parameters. Removes the documents whose words depend on a changed parameter (see [`Self::has_document_or_problem`]),
    /// and returns true if there were any.
    pub fn set_params(&mut self, params: Arc<Params>) -> bool {
        let mut forgets = false;
        self.ignored.mark_outdated(&self.params, &params);
        if !self.params.has_same_rules(&params) {
            (self.numbered.rules, self.numbered.ranked) = (OnceLock::new(), None);
            self.pairs.require_recount();
        }
        match self.params.first_changed_stage(&params) {
            Some(Stage::Normalize | Stage::Sketch) if !self.keeps_words => {
                *self = Self::new(Arc::clone(&params));
                forgets = true;
            }
            Some(Stage::Read) => {
                let old = std::mem::replace(self, Self::new(Arc::clone(&params)));
                self.lexicon = old.lexicon;
                forgets = true;
            }
            Some(Stage::Normalize) => {
                self.canon = CanonicalTables::default();
                self.is_outdated = true;
                let unread: Vec<DocPath> = self
                    .entries
                    .iter()
                    .filter(|(_, entry)| entry.must_be_read_again(&params))
                    .map(|(path, _)| path.clone())
                    .collect();
                forgets = !unread.is_empty();
                for path in unread {
                    self.remove(&path);
                }
                for entry in self.entries.values_mut() {
                    entry.set_languages(&params);
                }
            }
            Some(Stage::Sketch) => self.is_outdated = true,
            Some(Stage::Ignore | Stage::Join | Stage::ClustersOnly) | None => {}
        }
        self.params = params;
        forgets
    }

    /// Returns the names of a file among documents and problems: its own name, or the names of its records.
    pub fn names_in_file(&self, file: &DocPath) -> Vec<DocPath> {
        let all = file.path_of_file()..=file.at_line(u32::MAX);
        let entries = self.entries.range(all.clone()).map(|(name, _)| name);
        let problems = self.problems.range(all).map(|(name, _)| name);
        let alone = problems.filter(|name| !self.entries.contains_key(*name));
        entries.chain(alone).cloned().collect()
    }

    pub fn has_document_or_problem(&self, path: &DocPath) -> bool {
        self.entries.contains_key(path) || self.problems.contains_key(path)
    }

    /// Returns the hash of the bytes from which the document was read.
    pub fn content_hash(&self, path: &DocPath) -> Option<u128> {
        self.entries.get(path).map(|entry| entry.file.content)
    }

    /// Builds a corpus of the documents that `read` returns in path order: sketched by `passing`, or as words. A corpus
    /// of sketches stores no words, so a change of parameters empties it.
    pub fn read_all<E>(
        params: &Arc<Params>,
        passing: Option<OnePass<'_>>,
        read: impl FnOnce(&NewReader<'_>) -> Result<Vec<ReadDocument>, E>,
    ) -> Result<Self, E> {
        let mut corpus = Self::new(Arc::clone(params));
        let documents = read(&|| match &passing {
            Some(passing) => ThreadReader::OnePass(passing.new_thread_state()),
            None => corpus.new_reader(),
        })?;
        corpus.add_documents(documents.into_iter());
        match passing {
            Some(passing) => {
                (corpus.nodes, corpus.store) = passing.into_texts_and_store();
                corpus.keeps_words = false;
            }
            None => corpus.is_outdated = true,
        }
        Ok(corpus)
    }

    /// Returns a reader for documents to [put](Self::put_document) into this corpus.
    pub fn new_reader(&self) -> ThreadReader<'_> {
        ThreadReader::Words(DocWordsReader::for_any_params(&self.params, &self.lexicon))
    }

    /// Builds a corpus of documents that were sketched before. It stores no words.
    pub fn from_sketched(
        params: Arc<Params>,
        entries: BTreeMap<DocPath, DocWords>,
        (nodes, store): (Nodes, Store),
    ) -> Self {
        Self { entries, nodes, store, keeps_words: false, ..Self::new(params) }
    }

    pub fn into_entries_and_sketches(self) -> (BTreeMap<DocPath, DocWords>, (Nodes, Store)) {
        (self.entries, (self.nodes, self.store))
    }

    /// Adds documents that were sketched before, and whose texts are in this corpus already. Returns the names of
    /// documents that are in both with equal texts.
    ///
    /// # Errors
    /// The first name that both corpora have for different texts.
    pub fn add_sketched(
        &mut self,
        sketched: BTreeMap<DocPath, DocWords>,
    ) -> Result<Vec<DocPath>, DocPath> {
        let mut same = Vec::new();
        for (path, entry) in sketched {
            match self.entries.entry(path) {
                Entry::Vacant(place) => {
                    place.insert(entry);
                }
                Entry::Occupied(mut place) if place.get().node == entry.node => {
                    same.push(place.key().clone());
                    if let Some(node) = place.insert(entry).node {
                        self.nodes.remove_document(node);
                    }
                }
                Entry::Occupied(place) => return Err(place.key().clone()),
            }
        }
        self.numbered = Numbered::default();
        Ok(same)
    }

    /// Fills an empty corpus with documents in path order.
    fn add_documents(&mut self, outcomes: impl Iterator<Item = ReadDocument>) {
        let Self { params, problems, .. } = self;
        let entry_of = |(path, outcome): ReadDocument| match outcome {
            Ok(entry) => {
                let problem = document_problem(&path, &entry, params);
                problems.extend(problem.map(|problem| (path.clone(), problem)));
                Some((path, entry))
            }
            Err(reason) => {
                log_no_document(&path, &reason);
                let problem = reason.to_problem(&path);
                problems.insert(path, problem);
                None
            }
        };
        self.entries = outcomes.filter_map(entry_of).collect();
    }

    /// Adds or replaces a document, or records why a file has none. Returns true if the corpus changed.
    pub fn put_document(&mut self, path: &DocPath, outcome: Result<DocWords, NoSource>) -> bool {
        let mut record = match outcome {
            Ok(record) => record,
            Err(reason) => return self.record_problem(path, &reason),
        };
        self.problems.remove(path);
        if let Some(problem) = document_problem(path, &record, &self.params) {
            self.problems.insert(path.clone(), problem);
        }
        let skip_older = self.params.skip_older;
        let is_old = record.is_old(skip_older);
        match self.entries.entry(path.clone()) {
            Entry::Occupied(mut entry) => {
                record.node = entry.get().node;
                let was = entry.insert(record);
                self.replaced += was.words().len();
                if was.is_old(skip_older) != is_old {
                    self.pairs.require_recount();
                }
            }
            Entry::Vacant(entry) => {
                entry.insert(record);
            }
        }
        self.numbered = Numbered::default();
        if !self.is_outdated && self.changed.insert(path.clone()) {
            let is_most = self.changed.len() * 2 > self.entries.len();
            self.is_outdated = self.changed.len() > FEW && is_most;
        }
        true
    }

    /// Sets the modification time of a document whose bytes did not change, and returns true if a rule depends on it.
    pub fn set_modified(&mut self, path: &DocPath, modified: Option<SystemTime>) -> bool {
        let skip_older = self.params.skip_older;
        let Some(record) = self.entries.get_mut(path) else { return false };
        if record.file.modified == modified {
            return false;
        }
        let (before, was_old) = (record.rule_date(), record.is_old(skip_older));
        record.file.modified = modified;
        let is_other = record.rule_date() != before;
        if record.is_old(skip_older) != was_old {
            self.pairs.require_recount();
        }
        self.numbered = Numbered::default();
        is_other && skip_older.day().is_some()
    }

    fn record_problem(&mut self, path: &DocPath, reason: &NoSource) -> bool {
        let problem = reason.to_problem(path);
        if self.problems.get(path) == Some(&problem) && !self.entries.contains_key(path) {
            return false;
        }
        log_no_document(path, reason);
        self.remove(path);
        self.problems.insert(path.clone(), problem);
        true
    }

    pub fn remove(&mut self, path: &DocPath) {
        self.problems.remove(path);
        self.changed.remove(path);
        if let Some(entry) = self.entries.remove(path) {
            self.replaced += entry.words().len();
            self.numbered = Numbered::default();
            if let Some(node) = entry.node {
                self.release_text(node);
            }
        }
    }

    /// Frees unused words of the lexicon if they may be the majority. Must be called between two refreshes, when no
    /// thread reads the lexicon.
    pub fn drop_unused_words(&mut self) {
        let Some(lexicon) = Arc::get_mut(&mut self.lexicon) else { return };
        if 2 * self.replaced <= lexicon.number_limit() + MANY_WORDS {
            return;
        }
        let mut is_needed = vec![false; lexicon.number_limit()];
        for word in self.entries.values().flat_map(DocWords::words) {
            is_needed[word.0 as usize] = true;
        }
        lexicon.retain_words(&is_needed);
        self.canon.retain_words(&is_needed);
        self.replaced = 0;
    }

    /// Indexes the texts of a sketched corpus that may have partners, to stream all pairs.
    pub fn build_index(&self) -> Index {
        self.build_index_of(&self.store)
    }

    /// Like [`Self::build_index`], but frees the sketches to save memory.
    pub fn build_index_freeing_sketches(&mut self) -> Index {
        let store = std::mem::take(&mut self.store);
        self.is_outdated = true;
        self.build_index_of(store)
    }

    fn build_index_of(&self, store: impl Borrow<Store>) -> Index {
        let never = Cancel::never_cancelled();
        let members = self.nodes.index_members();
        let bar = Criteria::for_pairs(&self.params).bar;
        let left_out = &**self.ignored_shingles();
        let leaves = |key| left_out.has_key(key);
        Index::build(store, members, Some(bar), &leaves, &never).unwrap_or_default()
    }
}
