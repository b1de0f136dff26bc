//! All documents of a folder as numbers, their distinct texts and the pairs among them, kept current step by step.
//! It reads no file and publishes nothing; its one owner does.

pub mod below;
mod beside;
pub mod cover;
pub mod covered_words;
pub mod elsewhere;
pub mod groups;
mod languages;
pub mod leaving;
mod numbered;
mod part;
pub mod passages;
pub mod query;
pub mod sampled;
mod sketching;
mod unmatched;

use std::borrow::Borrow;
use std::collections::{BTreeMap, btree_map::Entry};
use std::{sync::Arc, time::SystemTime};

use self::{languages::FolderLanguages, leaving::LeavingOut, numbered::Numbered};
use super::document::info::FileInfo;
use super::document::left_out::{LeftOut, Surroundings};
use super::parameters::{Params, Stage, scoring::Criteria};
use super::ranking::{Ranked, corpus_view::CorpusView, longest_passages::LongestPassages};
use super::texts::one_pass::{OnePass, SketchedDocument};
use super::texts::record::{CorpusEntry, DocWords};
use super::{pairs::Pairs, texts::canonical_table::CanonicalTables, texts::nodes::Nodes};
use super::{texts::numbering::Numbering, texts::sketches::Sketches};
use crate::base::problem::{Problem, ProblemKind};
use crate::base::{cancel::Cancel, path::DocPath};
use crate::compare::{Index, Store};
use crate::pipeline::document::info::FEW_MIXED;
use crate::pipeline::{NoSource, source::loss};
use crate::shingle::ShingleParams;
use crate::text::{Confusables, Lexicon, Prior, RecordFormat, Tally, Words};

/// Why a document without any word is a problem.
const NO_WORDS: &str = "no text found: scanned? an OCR program makes it readable";

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

/// Returns the losses of a document when it was read. A file of records has one problem for all its records.
fn loss_of(path: &DocPath, record: &DocWords, params: &Params) -> Option<Problem> {
    let FileInfo { undecoded, encoding, certainty, .. } = record.info.file;
    if params.records != RecordFormat::Off {
        return None;
    }
    // Other ways to cut words know no words in some scripts.
    let is_any = params.words == Words::Unicode;
    if is_any && record.reading().all().last().is_none_or(|last| last.end == 0) {
        return Some(Problem::new(path, ProblemKind::Failed, NO_WORDS));
    }
    loss(path, undecoded.into(), encoding, certainty)
}

/// Writes into the log that a file gives no document. Of records, of which there may be millions, it says nothing.
fn log_refused(path: &DocPath, reason: &NoSource) {
    if path.line().is_none() {
        log::info!("refused {path}: {}", reason.in_general());
    }
}

/// The documents, and all that is remembered of them.
pub struct Corpus {
    params: Arc<Params>,
    /// The words of all documents, shared with the threads that read.
    pub lexicon: Arc<Lexicon>,
    canon: CanonicalTables,
    entries: BTreeMap<DocPath, CorpusEntry>,
    /// The languages of the documents, by which open stretches are read.
    languages: FolderLanguages,
    problems: BTreeMap<DocPath, Problem>,
    nodes: Nodes,
    store: Store,
    /// What the sketches in the store were made by; `None` while it holds only some of them.
    stored: Option<ShingleParams>,
    /// What is left out of the comparison.
    leaving_out: LeavingOut,
    pairs: Pairs,
    passages: LongestPassages,
    /// Documents whose text is to be found out, with what they were when it was last.
    changed: BTreeMap<DocPath, Option<DocWords>>,
    /// The words of changed and removed documents since the lexicon was last freed of those that none has.
    replaced: usize,
    stale: Stale,
    /// Whether the records hold words, by which everything can be done over.
    keeps_words: bool,
    /// What hangs on the numbers of documents.
    numbered: Numbered,
}

/// With more changed documents than this all are numbered and ranked anew.
const FEW: usize = 64;

/// So many replaced words are no reason yet to look which words are needed: they take about 10 MB.
const MANY_WORDS: usize = 1 << 16;

impl Corpus {
    /// An empty corpus.
    pub fn new(params: Arc<Params>) -> Self {
        Self {
            params,
            lexicon: Arc::default(),
            canon: CanonicalTables::default(),
            entries: BTreeMap::new(),
            languages: FolderLanguages::default(),
            problems: BTreeMap::new(),
            nodes: Nodes::default(),
            store: Store::default(),
            stored: None,
            leaving_out: LeavingOut::default(),
            pairs: Pairs::default(),
            passages: LongestPassages::default(),
            changed: BTreeMap::new(),
            replaced: 0,
            stale: Stale::Nothing,
            keeps_words: true,
            numbered: Numbered::default(),
        }
    }

    /// What the next refresh works with.
    pub const fn params(&self) -> &Arc<Params> {
        &self.params
    }

    /// The documents in path order.
    pub const fn entries(&self) -> &BTreeMap<DocPath, CorpusEntry> {
        &self.entries
    }

    /// How many documents have more than a few disguised words, while look-alike letters are read as they are.
    pub fn mixing_alphabets(&self) -> u64 {
        let reads_alike = self.params.confusables == Confusables::On;
        let mixes = |entry: &&CorpusEntry| entry.record.info.mixed > FEW_MIXED && !reads_alike;
        self.entries.values().filter(mixes).count() as u64
    }

    /// Returns the problems of documents, of rules without a match, and of the `listing`, in path order.
    pub fn problems(&self, listing: &[Problem]) -> Vec<Problem> {
        let mut problems: Vec<Problem> =
            listing.iter().chain(self.problems.values()).cloned().collect();
        problems.extend(self.unmatched());
        problems.sort_by(|one, other| one.path.cmp(&other.path));
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

    /// The languages of its documents, as those of a sketched corpus are read by.
    pub const fn languages(&self) -> &Arc<Prior> {
        self.languages.prior()
    }

    /// How many words of its documents are surely in which language.
    pub const fn tally(&self) -> &Tally {
        self.languages.tally()
    }

    /// What a sketched corpus decides about each of its documents.
    pub fn surroundings(&self) -> Surroundings {
        let (left_out, languages) = (Arc::clone(self.left_out()), Arc::clone(self.languages()));
        Surroundings { left_out, languages }
    }

    /// What is left out of the comparison of a sketched corpus.
    pub const fn left_out(&self) -> &Arc<LeftOut> {
        &self.leaving_out.left_out
    }

    /// Pairs of distinct texts, a superset of those that pass the threshold.
    pub const fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// Who is who among the documents of a sketched corpus.
    pub fn numbering(&self) -> &Numbering {
        self.numbered.numbering(&self.entries, &self.nodes)
    }

    /// The documents of a sketched corpus by number, and what two of them are to each other.
    pub fn view(&self) -> CorpusView<'_> {
        let numbering = self.numbering();
        CorpusView {
            params: &self.params,
            nodes: &self.nodes,
            store: &self.store,
            pairs: &self.pairs,
            passages: &self.passages,
            surroundings: self.surroundings(),
            numbering,
            rules: self.numbered.rules(&self.params, &self.entries, &self.nodes),
            docs: &numbering.docs,
            entries: &self.entries,
            sketches: Sketches::prepared(&self.params, &self.lexicon, &self.canon),
        }
    }

    /// The ranking that the last refresh came to; it may have been made at a lower threshold.
    pub const fn ranked(&self) -> Option<&Ranked> {
        self.numbered.ranked.as_ref()
    }

    /// How many pairs of documents pass but for a rule that leaves them out, as far as the last refresh came.
    pub fn ruled_out(&self) -> u64 {
        let passing =
            self.ranked().and_then(|ranked| ranked.passing(Criteria::of_pairs(&self.params)));
        passing.map_or(0, |passing| passing.ruled_out)
    }

    /// Takes other parameters. Documents whose words depend on what changed are forgotten: see [`Self::has`]. Whether any
    /// are: to look for them costs 20 ms of 100,000 names, and most changes forget none.
    pub fn set_params(&mut self, params: Arc<Params>) -> bool {
        let mut forgets = false;
        self.leaving_out.expect(&self.params, &params);
        if !self.params.same_rules(&params) {
            self.numbered.rules_changed();
        }
        match self.params.first_difference(&params) {
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
                self.canon.judge_anew();
                self.stale = Stale::Words;
                let unread: Vec<DocPath> = self
                    .entries
                    .iter()
                    .filter(|(_, entry)| entry.record.info.lacks(&params))
                    .map(|(path, _)| path.clone())
                    .collect();
                forgets = !unread.is_empty();
                for path in unread {
                    self.remove(&path);
                }
                for entry in self.entries.values_mut() {
                    entry.record.settle(&params, self.languages.prior(), &self.lexicon);
                }
            }
            Some(Stage::Sketch) => self.stale = self.stale.max(Stale::Shingles),
            Some(Stage::LeaveOut | Stage::Join | Stage::Label) | None => {}
        }
        self.params = params;
        forgets
    }

    /// The names of what is known of a file: itself or its records, and their problems.
    pub fn names_of(&self, file: &DocPath) -> Vec<DocPath> {
        let all = file.file()..=file.at_line(u32::MAX);
        let entries = self.entries.range(all.clone()).map(|(name, _)| name);
        let problems = self.problems.range(all).map(|(name, _)| name);
        let alone = problems.filter(|name| !self.entries.contains_key(*name));
        entries.chain(alone).cloned().collect()
    }

    /// Whether the document, or the reason why there is none, is known.
    pub fn has(&self, path: &DocPath) -> bool {
        self.entries.contains_key(path) || self.problems.contains_key(path)
    }

    /// The hash of the bytes that the document was read from.
    pub fn content(&self, path: &DocPath) -> Option<u128> {
        self.entries.get(path).map(|entry| entry.record.info.file.content)
    }

    /// The hash of the text of the document.
    pub fn text_hash(&self, path: &DocPath) -> Option<u128> {
        self.entries.get(path).map(|entry| entry.record.info.file.text)
    }

    /// Documents that have [passed](super::texts::one_pass) through every stage, in path order. Their words are not kept: other
    /// parameters find this corpus empty.
    pub fn from_one_pass(
        params: Arc<Params>,
        passing: OnePass<'_>,
        outcomes: impl Iterator<Item = (DocPath, Result<SketchedDocument, NoSource>)>,
    ) -> Self {
        let mut corpus = Self { keeps_words: false, ..Self::new(params) };
        let mut waiting = Vec::new();
        corpus.take_all(outcomes.map(|(path, outcome)| {
            let outcome = outcome.map(|SketchedDocument { record, node, waits }| {
                waiting.extend(waits.map(|document| (path.clone(), document)));
                CorpusEntry { record, node }
            });
            (path, outcome)
        }));
        corpus.take_waiting(&passing, &waiting);
        (corpus.nodes, corpus.store) = passing.finish();
        corpus
    }

    /// Documents that were sketched before, with their distinct texts and their sketches. As of those that have
    /// [passed](Self::from_one_pass), no words are kept.
    pub fn restored(
        params: Arc<Params>,
        entries: BTreeMap<DocPath, CorpusEntry>,
        (nodes, store): (Nodes, Store),
        tally: Tally,
    ) -> Self {
        let languages = FolderLanguages::counted(tally);
        Self { entries, languages, nodes, store, keeps_words: false, ..Self::new(params) }
    }

    /// Takes many documents at once, in path order, into an empty corpus.
    pub fn fill(&mut self, outcomes: impl Iterator<Item = (DocPath, Result<DocWords, NoSource>)>) {
        let (params, lexicon) = (Arc::clone(&self.params), Arc::clone(&self.lexicon));
        self.take_all(outcomes.map(|(path, outcome)| {
            let settled = outcome.map(|mut record| {
                record.settle(&params, &Prior::default(), &lexicon);
                CorpusEntry { record, node: None }
            });
            (path, settled)
        }));
        self.stale = Stale::Words;
    }

    fn take_all(
        &mut self,
        outcomes: impl Iterator<Item = (DocPath, Result<CorpusEntry, NoSource>)>,
    ) {
        let mut entries = Vec::new();
        for (path, outcome) in outcomes {
            match outcome {
                Ok(entry) => {
                    if let Some(problem) = loss_of(&path, &entry.record, &self.params) {
                        self.problems.insert(path.clone(), problem);
                    }
                    entries.push((path, entry));
                }
                Err(reason) => {
                    log_refused(&path, &reason);
                    self.problems.insert(path.clone(), reason.problem(&path));
                }
            }
        }
        self.entries = entries.into_iter().collect();
        for entry in self.entries.values() {
            self.languages.add(&entry.record);
        }
        self.numbered.forget();
    }

    /// Takes a new or changed document, or the reason why it is none. Whether that is news.
    pub fn put(&mut self, path: &DocPath, outcome: Result<DocWords, NoSource>) -> bool {
        let mut record = match outcome {
            Ok(record) => record,
            Err(reason) => return self.refuse(path, &reason),
        };
        self.languages.add(&record);
        record.settle(&self.params, self.languages.prior(), &self.lexicon);
        self.problems.remove(path);
        if let Some(problem) = loss_of(path, &record, &self.params) {
            self.problems.insert(path.clone(), problem);
        }
        let skip_older = self.params.skip_older;
        let is_old = record.is_old(skip_older);
        let was = match self.entries.entry(path.clone()) {
            Entry::Occupied(mut entry) => {
                let was = std::mem::replace(&mut entry.get_mut().record, record);
                self.languages.remove(&was);
                self.replaced += was.words().len();
                Some(was)
            }
            Entry::Vacant(entry) => {
                entry.insert(CorpusEntry { record, node: None });
                None
            }
        };
        if was.is_none() || self.changed.len() >= FEW {
            self.numbered.forget();
        } else {
            self.numbered.keep_for_amending();
        }
        if was.as_ref().is_some_and(|was| was.is_old(skip_older) != is_old) {
            self.rules_changed();
        }
        self.expect(path, was);
        true
    }

    /// Takes the time at which the file of a document was changed last, where it has the same bytes. Whether that is news.
    pub fn touch(&mut self, path: &DocPath, modified: Option<SystemTime>) -> bool {
        let skip_older = self.params.skip_older;
        let Some(CorpusEntry { record, .. }) = self.entries.get_mut(path) else { return false };
        let (before, was_old) = (record.judged_date(), record.is_old(skip_older));
        record.info.file.modified = modified;
        self.numbered.touch(path, modified);
        let is_other = record.judged_date() != before;
        if record.is_old(skip_older) != was_old {
            self.rules_changed();
        } else if is_other {
            // The date is shown.
            self.numbered.dates_changed();
        }
        is_other && skip_older.day().is_some()
    }

    /// Notes that the rules know something else of a document than before.
    fn rules_changed(&mut self) {
        self.numbered.rules_changed();
        self.pairs.recount();
    }

    /// A document's text is to be found out; `was` is what it was, where it was known.
    fn expect(&mut self, path: &DocPath, was: Option<DocWords>) {
        if self.stale < Stale::Words && !self.changed.contains_key(path) {
            // A record keeps the words alive of all that were read with it.
            let was = was.filter(|_| self.changed.len() < FEW);
            self.changed.insert(path.clone(), was);
            if self.changed.len() > FEW && self.changed.len() * 2 > self.entries.len() {
                // All are sketched anew, whatever else changes.
                self.stale = Stale::Words;
            }
        }
    }

    /// Lists a file that gives no document. Whether that is news.
    fn refuse(&mut self, path: &DocPath, reason: &NoSource) -> bool {
        let problem = reason.problem(path);
        if self.problems.get(path) == Some(&problem) && !self.entries.contains_key(path) {
            return false;
        }
        log_refused(path, reason);
        self.remove(path);
        self.problems.insert(path.clone(), problem);
        true
    }

    /// Forgets a document.
    pub fn remove(&mut self, path: &DocPath) {
        self.problems.remove(path);
        self.changed.remove(path);
        if let Some(entry) = self.entries.remove(path) {
            self.languages.remove(&entry.record);
            self.replaced += entry.record.words().len();
            self.numbered.forget();
            if let Some(node) = entry.node {
                self.release(node);
            }
        }
    }

    /// Frees the lexicon, between two refreshes, of words that no document has, where these may be most of it. While others
    /// read the lexicon, it keeps them until the next time.
    pub fn forget_words(&mut self) {
        let Some(lexicon) = Arc::get_mut(&mut self.lexicon) else { return };
        if 2 * self.replaced <= lexicon.limit() + MANY_WORDS {
            return;
        }
        let mut is_needed = vec![false; lexicon.limit()];
        let mut need = |record: &DocWords| {
            record.words().iter().for_each(|word| is_needed[word.0 as usize] = true);
        };
        self.entries.values().for_each(|entry| need(&entry.record));
        self.changed.values().flatten().for_each(need);
        lexicon.forget(&is_needed);
        self.canon.forget_words(&is_needed);
        self.replaced = 0;
    }

    /// An index of the texts of a sketched corpus that may have partners, for who goes through all pairs without keeping
    /// them.
    pub fn index(&self) -> Index {
        self.index_of(&self.store)
    }

    /// The same in place of the sketches, which leaves more memory.
    pub fn take_index(&mut self) -> Index {
        let store = std::mem::take(&mut self.store);
        (self.stored, self.stale) = (None, Stale::Words);
        self.index_of(store)
    }

    fn index_of(&self, store: impl Borrow<Store>) -> Index {
        let never = Cancel::never();
        let members = self.nodes.members();
        // Never cancelled, so it always comes to its end.
        let bar = Criteria::of_pairs(&self.params).bar;
        let leaves = |key| self.left_out().has(key);
        Index::build_for(store, members, bar, &leaves, &never).unwrap_or_default()
    }
}
