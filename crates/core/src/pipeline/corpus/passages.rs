//! Finds the longest runs of words that documents of the folder share, from numbers of words.

use std::num::NonZeroU64;

use super::Corpus;
use crate::compare::{RunTexts, SharedRun, SharedRuns};
use crate::pipeline::{NodeId, Params, SkipOlder, SkipSame, StopWords};
use crate::shingle::hash::{may_begin_shingle, shingle_keys};
use crate::shingle::{ShortDocuments, Window};
use base::ids::DocId;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PassageOrder {
    /// Sorts by words × (documents − 1): the words saved if each passage were in one document only.
    #[default]
    Repeated,
    Words,
    Documents,
}

base::named_values!(PassageOrder {
    Repeated = "repeated",
    Words = "words",
    Documents = "documents",
});

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderRun {
    /// Number of counted words.
    pub words: u32,
    pub documents: u32,
    /// First document by path that has the run.
    pub first: DocId,
    /// Index of its first counted word in `first`.
    pub at: u32,
    run: SharedRun,
}

impl FolderRun {
    pub fn count_repeated_words(&self) -> u64 {
        u64::from(self.words) * u64::from(self.documents.saturating_sub(1))
    }
}

/// The passages of a folder, best first.
#[derive(Debug, Default)]
pub struct FolderRuns {
    pub all: Vec<FolderRun>,
    shared: SharedRuns,
    nodes: Vec<NodeId>,
}

/// Returns parameters under which every run of neighbouring counted words is a shingle. Sampling, scores and rules have
/// their defaults.
#[must_use]
pub fn params_of_all_words(params: Params) -> Params {
    let Params { step, hash, modulo, sketch, functions, family, verify, .. } = Params::defaults();
    let Params { measure, threshold, above, .. } = Params::defaults();
    let (between, skip_same, skip_older) = (None, SkipSame::Off, SkipOlder::OFF);
    let params = Params { step, hash, modulo, sketch, functions, family, verify, ..params };
    Params { between, skip_same, skip_older, measure, threshold, above, ..params }
}

impl Corpus {
    /// Returns the passages of a sketched corpus that saves its words.
    ///
    /// A passage is a run of consecutive counted words that at least two texts have. Its shingles all count. With one
    /// more word at either end, fewer texts would have the passage. Documents with equal words share a text. So copies
    /// alone have no passage, but all documents of a text are counted.
    ///
    /// Passages are chosen best first. A later passage is cut where it repeats `least` words of an earlier passage. So
    /// a licence is listed once, although some documents have a part and others continue after the licence.
    ///
    /// Each passage has at least `least` words, and at least one shingle. Corpora not made [of all words](params_of_all_words)
    /// are searched as if they were, even if a step or modulo skips shingles. `None` if stopped.
    pub fn find_passages(
        &self,
        least: u32,
        order: PassageOrder,
        stop: &dyn Fn() -> bool,
    ) -> Option<FolderRuns> {
        let width = self.params.width;
        let (texts, nodes) = self.list_shingles_of_texts(stop)?;
        let shared = texts.find_shared_runs(least.saturating_sub(width - 1), stop)?;
        let numbering = self.numbering();
        let of_run = |run: &SharedRun| {
            let (text, at) = shared.first_text_and_position(run);
            let first = *numbering.members(nodes[text as usize]).first()?;
            let (words, documents) = (run.length + width - 1, run.documents);
            Some(FolderRun { words, documents, first, at, run: run.clone() })
        };
        let rank = |run: &SharedRun| {
            let (words, documents) = (u64::from(run.length + width - 1), u64::from(run.documents));
            match order {
                PassageOrder::Repeated => [words * (documents - 1), words],
                PassageOrder::Words => [words, documents],
                PassageOrder::Documents => [documents, words],
            }
        };
        let chosen = shared.choose_runs(rank, stop)?;
        let all = chosen.iter().filter_map(of_run).collect();
        Some(FolderRuns { all, shared, nodes })
    }

    /// Returns the shingles of every text in order, with a gap for each ignored shingle. Texts are in the order of
    /// their first documents. `None` if stopped.
    fn list_shingles_of_texts(&self, stop: &dyn Fn() -> bool) -> Option<(RunTexts, Vec<NodeId>)> {
        let width = self.params.width;
        let inside = self.params.stop_words == StopWords::Inside;
        let (mut texts, mut nodes, mut words) = (RunTexts::default(), Vec::new(), Vec::new());
        let mut visited = vec![false; self.nodes.id_limit()];
        for entry in self.entries.values() {
            if stop() {
                return None;
            }
            let Some((id, node)) = entry.node.and_then(|id| Some((id, self.nodes.get(id)?))) else {
                continue;
            };
            if std::mem::replace(&mut visited[id as usize], true) {
                continue;
            }
            self.canon.write_hashes(entry, &self.lexicon, &mut words);
            let window = Window::with_step_one(words.len(), width, ShortDocuments::NoShingle);
            let mut is_out = false;
            let items = shingle_keys(&words, window).zip(&words).map(|(key, first)| {
                // A window that begins with a word allowed only inside extends the shingle before.
                if !inside || may_begin_shingle(*first) {
                    is_out = self.ignored_shingles().has_key(key);
                }
                NonZeroU64::new(key).filter(|_| !is_out)
            });
            texts.add(items, node.documents);
            nodes.push(id);
        }
        Some((texts, nodes))
    }

    /// Returns the first document by path that has the passage and other words than `first`.
    pub fn first_other_document_with_run(
        &self,
        runs: &FolderRuns,
        run: &FolderRun,
    ) -> Option<DocId> {
        let numbering = self.numbering();
        let others = runs.shared.texts_with_run(&run.run).into_iter().skip(1);
        others
            .filter_map(|(text, _)| numbering.members(runs.nodes[text as usize]).first())
            .min()
            .copied()
    }

    pub fn documents_with_run(&self, runs: &FolderRuns, run: &FolderRun) -> Vec<DocId> {
        let numbering = self.numbering();
        let holders = runs.shared.texts_with_run(&run.run).into_iter();
        let members = |(text, _)| numbering.members(runs.nodes[text as usize]).iter().copied();
        let mut all: Vec<DocId> = holders.flat_map(members).collect();
        all.sort_unstable();
        all
    }
}
