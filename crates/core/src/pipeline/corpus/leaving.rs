//! The keys that the comparison ignores: those of templates and phrases, and common keys.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

use super::{Corpus, Numbered, groups::find_keys_in_many_groups};
use crate::pipeline::document::left_out::IgnoreReason;
use crate::pipeline::texts::sketches::SketchDraft;
use crate::pipeline::{
    CanonicalTables, Common, DocWords, IgnoredShingles, LanguageChoice, Params, Sketches, Stage,
};
use crate::shingle::SketchKind;
use crate::text::{Language, Lexicon, Stem, for_each_word_with_part};
use base::{cancel::Cancel, guard::run_catching_panic, ids::TokenId, ratio::Ratio};

/// The ignored keys. The store has them, but the sizes of texts do not count them.
#[derive(Default)]
pub(crate) struct IgnoredKeys {
    pub(crate) shingles: Arc<IgnoredShingles>,
    /// Keys of templates and phrases under the present parameters.
    named: Option<Vec<(u64, IgnoreReason)>>,
    /// True if `shingles` is up to date with documents and parameters.
    is_settled: bool,
}

impl IgnoredKeys {
    /// Forgets the ignored keys, because all texts were sketched again.
    pub(crate) fn clear(&mut self) {
        self.shingles = Arc::default();
        self.is_settled = false;
    }

    /// Marks the keys as outdated after documents came, went or changed.
    pub(crate) const fn mark_documents_changed(&mut self) {
        self.is_settled = false;
    }

    /// Marks the keys as outdated if they depend on a changed parameter.
    pub(crate) fn mark_outdated(&mut self, before: &Params, now: &Params) {
        let stage = before.first_changed_stage(now);
        let names_others = before.template != now.template || before.phrases != now.phrases;
        if stage.is_some_and(|stage| stage < Stage::Ignore) || names_others {
            self.named = None;
        }
        if stage.is_some_and(|stage| stage <= Stage::Ignore) {
            self.is_settled = false;
        }
    }

    /// Returns the templates and phrases that occur in documents, or `None` before the first search.
    pub(super) fn matched_templates_and_phrases(&self) -> Option<&HashSet<IgnoreReason>> {
        let is_known = self.is_settled && self.named.is_some();
        is_known.then_some(&self.shingles.met)
    }
}

pub(crate) fn remove_ignored_keys(keys: Box<[u64]>, left_out: &IgnoredShingles) -> Box<[u64]> {
    if left_out.is_empty() {
        return keys;
    }
    keys.iter().copied().filter(|key| !left_out.has_key(*key)).collect()
}

impl Corpus {
    /// Finds the keys to ignore, if documents or parameters changed, and updates the sizes of texts, or returns `None`
    /// when cancelled.
    pub(crate) fn update_ignored_shingles(&mut self, cancel: &Cancel) -> Option<()> {
        if self.ignored.is_settled {
            return Some(());
        }
        let next = self.find_ignored_shingles(cancel)?;
        self.set_ignored_shingles(next, cancel)?;
        self.ignored.is_settled = true;
        Some(())
    }

    /// Counts the keys that [`Common::Auto`] would ignore. The corpus must be sketched. `None` when cancelled.
    pub fn count_common_keys_by_groups(&self, cancel: &Cancel) -> Option<u64> {
        let (keys, _) =
            find_keys_in_many_groups(&self.store, &self.nodes, self.ignored_shingles(), cancel)?;
        Some(keys.len() as u64)
    }

    /// Returns the ignored shingles, and those that [`Common::Auto`] would ignore. The corpus must be sketched. `None`
    /// when cancelled.
    pub(crate) fn ignored_and_common_shingles(&self, cancel: &Cancel) -> Option<IgnoredShingles> {
        let (common, groups) =
            find_keys_in_many_groups(&self.store, &self.nodes, self.ignored_shingles(), cancel)?;
        let named = self.ignored.named.as_deref().unwrap_or_default();
        Some(IgnoredShingles::new(named, &common, groups))
    }

    fn find_ignored_shingles(&mut self, cancel: &Cancel) -> Option<IgnoredShingles> {
        if !self.params.ignores_shingles() {
            return Some(IgnoredShingles::default());
        }
        let params = &self.params;
        let named = self.ignored.named.get_or_insert_with(|| keys_of_templates_and_phrases(params));
        let documents = self.nodes.count_documents_with_shingles();
        match params.common {
            None => Some(IgnoredShingles::new(named, &[], documents)),
            Some(Common::Share(share)) => {
                let most = most_documents_of_rare_shingle(share, documents);
                let common =
                    self.store.find_common_keys(&self.nodes.document_counts(), most, cancel)?;
                Some(IgnoredShingles::new(named, &common, documents))
            }
            Some(Common::Auto) => {
                let alone = IgnoredShingles::new(named, &[], documents);
                self.set_ignored_shingles(alone, cancel)?;
                self.ignored_and_common_shingles(cancel)
            }
        }
    }

    /// Sets the ignored keys. If they changed, pairs must be joined again. `None` when cancelled, without changes.
    fn set_ignored_shingles(&mut self, mut next: IgnoredShingles, cancel: &Cancel) -> Option<()> {
        let leaves_the_same = next.ignores_same_shingles(&self.ignored.shingles);
        if !next.is_empty() || !leaves_the_same {
            let documents = self.nodes.document_counts();
            let (counts, keys) =
                self.store.count_chosen_keys(|key| next.has_key(key), &documents, cancel)?;
            next.count_shingles_by_reason(keys.into_iter());
            for (id, count) in (0..).zip(counts) {
                self.nodes.set_ignored_count(id, count);
            }
        }
        if !leaves_the_same {
            self.pairs.clear();
            self.passages.clear();
            self.numbered = Numbered::default();
        }
        self.ignored.shingles = Arc::new(next);
        Some(())
    }
}

/// A shingle in at most this many documents is never common, even in a small folder. Otherwise no pair could share
/// anything.
pub const NEVER_COMMON: u64 = 2;

/// Returns the largest number of documents in which a shingle is not common, for a share `common` of `documents`.
pub fn most_documents_of_rare_shingle(common: Ratio, documents: u32) -> u64 {
    let (num, den) = common.numerator_and_denominator();
    let share = u128::from(num) * u128::from(documents) / u128::from(den);
    u64::try_from(share).unwrap_or(u64::MAX).max(NEVER_COMMON)
}

/// Returns the retained shingles of all templates and phrases, ascending by key. If several have a shingle, the first
/// counts, templates before phrases.
///
/// A header is mostly much shorter than the text below it, and may be in another language. So templates and phrases are
/// read in every language that has stop words or a stemmer, or in the language chosen for all documents.
pub fn keys_of_templates_and_phrases(params: &Params) -> Vec<(u64, IgnoreReason)> {
    if !params.has_phrases_or_templates() {
        return Vec::new();
    }
    let templates = params.template.iter().map(|template| &*template.text);
    let texts: Vec<&str> = templates.chain(params.phrases.iter().map(|phrase| &**phrase)).collect();
    let languages = languages_with_word_data(params);
    let is_tagged = languages.iter().any(|language| params.ignores_parts_of_speech(*language));
    let lexicon = Lexicon::default();
    let read = |tags: bool| {
        let words = |text: &&str| run_catching_panic(|| read_words(text, tags, params, &lexicon));
        texts.iter().map(|text| words(text).unwrap_or_default()).collect::<Vec<_>>()
    };
    let (plain, tagged) = (read(false), if is_tagged { read(true) } else { Vec::new() });
    // The words can be at any position in a document, so shingles begin at every word.
    let cut = Params { step: 1, sketch: SketchKind::Modulo, ..params.clone() };
    let drafts = |language: &Option<Language>| {
        let words = if params.ignores_parts_of_speech(*language) { &tagged } else { &plain };
        let record = |words: &Arc<[TokenId]>| DocWords::of_words(Arc::clone(words), *language);
        let records: Vec<DocWords> = words.iter().map(record).collect();
        let (records, mut canon) = (records.iter().collect::<Vec<_>>(), CanonicalTables::default());
        Sketches::new(&cut, &lexicon, &mut canon, records.iter().copied())
            .sketch_documents(&records, &Cancel::never_cancelled())
            .unwrap_or_default()
    };
    let drafts: Vec<Vec<SketchDraft>> = languages.par_iter().map(drafts).collect();
    let mut found: HashMap<u64, u32> = HashMap::new();
    for (place, draft) in drafts.iter().flat_map(|drafts| (0..).zip(drafts)) {
        for key in &draft.keys {
            let first = found.entry(*key).or_insert(place);
            *first = place.min(*first);
        }
    }
    let phrases = params.template.len() as u32;
    let reason = |place: u32| match place.checked_sub(phrases) {
        None => IgnoreReason::Template(place),
        Some(phrase) => IgnoreReason::Phrase(phrase),
    };
    let mut found: Vec<_> = found.into_iter().map(|(key, place)| (key, reason(place))).collect();
    found.sort_unstable_by_key(|(key, _)| *key);
    found
}

fn read_words(text: &str, tags: bool, params: &Params, lexicon: &Lexicon) -> Arc<[TokenId]> {
    let mut ids = Vec::new();
    for_each_word_with_part(text, params.words, tags, |word, part| {
        ids.push(lexicon.intern(word, part));
    });
    ids.into()
}

/// Returns the languages with stop words, a stemmer or a tagger that `params` use. `None` means all other
/// languages.
fn languages_with_word_data(params: &Params) -> Vec<Option<Language>> {
    if let LanguageChoice::Fixed(language) = params.language {
        return vec![Some(language)];
    }
    let reads = |language: &Language| {
        params.stop_words.are_of_language() && language.has_stop_words()
            || params.stem == Stem::On && language.has_stemmer()
            || params.ignores_parts_of_speech(Some(*language))
    };
    std::iter::once(None).chain(Language::all().filter(reads).map(Some)).collect()
}
