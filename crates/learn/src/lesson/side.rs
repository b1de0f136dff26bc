//! A text of a lesson with the result of each stage, and the sets of both texts' shingles, counted by definition.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::subject::Excerpt;
use base::path::DocPath;
use shingle_core::pipeline::document::explain::{
    StopBy, WordExplainer, name_letter_changes, singular_if_changed, text_if_changed,
};
use shingle_core::pipeline::{
    Document, ExplainedShingle, IgnoredShingles, Params, ShingleFate, Word, WordResult,
    explain_shingles,
};
use shingle_core::{compare::Overlap, text::Part};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FormReason {
    /// The word counts as it is.
    AsItIs,
    /// The word counts with other letters only, such as small letters.
    Folded,
    Stemmed,
    /// A plural noun, which counts as the singular.
    Singular,
    /// The word is ignored because of its part of speech.
    IgnoredPart(Part),
    Dropped(StopBy),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WordForm {
    /// The word as written in the text, if it differs from `read`.
    pub written: Option<Arc<str>>,
    pub read: Arc<str>,
    /// Canonical word, or `None` if dropped.
    pub counts_as: Option<Arc<str>>,
    /// Descriptions of the changes of letters, such as to small letters.
    pub letters: Vec<&'static str>,
    pub reason: FormReason,
}

#[derive(Debug, Clone)]
pub struct LessonSide {
    pub name: DocPath,
    pub excerpt: Excerpt,
    pub document: Document,
    pub forms: Vec<WordForm>,
    /// All shingles in the order of the text, also those that are not compared.
    pub shingles: Vec<ExplainedShingle>,
}

impl LessonSide {
    /// Runs a text through the stages, in the languages of the whole text and without ignored shingles.
    pub fn read_text(
        name: &DocPath,
        (whole, excerpt_at): (&Arc<str>, u32),
        params: &Params,
        left_out: &Arc<IgnoredShingles>,
    ) -> Self {
        let excerpt = Excerpt::new(whole, excerpt_at);
        let part = Arc::clone(&excerpt.text);
        let mut document = Document::from_part_of_text(part, (whole, excerpt.before), params);
        document.set_ignored_shingles(left_out);
        let forms = list_word_forms(&document, params);
        Self { name: name.clone(), excerpt, document, forms, shingles: Vec::new() }
    }

    /// Records the shingles, given the keys in the other text, including ignored ones.
    pub fn record_shingles(&mut self, params: &Params, others: &HashSet<u64>) {
        let all = 0..self.document.shingles.len();
        self.shingles = explain_shingles(&self.document, params, others, all).collect();
    }

    pub const fn count_dropped_words(&self) -> usize {
        self.document.words.len() - self.document.canonical.len()
    }

    /// Counts the shingles with repetitions, except those that begin with a stop word and do not count.
    pub fn count_shingles(&self) -> usize {
        self.shingles.iter().filter(|shingle| shingle.fate != ShingleFate::Inside).count()
    }

    /// Returns true if a shingle is ignored, as part of a template or of too many documents.
    pub fn ignores_shingle(&self, shingle: &ExplainedShingle) -> bool {
        self.document.ignored_shingles().has_key(shingle.key)
    }

    pub fn count_ignored_shingles(&self) -> usize {
        let kept_shingles = self.shingles.iter().filter(|shingle| shingle.is_kept());
        kept_shingles.filter(|shingle| self.ignores_shingle(shingle)).count()
    }
}

fn list_word_forms(document: &Document, params: &Params) -> Vec<WordForm> {
    let mut cache: HashMap<(Option<&str>, Arc<str>, Part), WordForm> = HashMap::new();
    let judge = WordExplainer::new(document, params);
    let form = |word: &Word| {
        let written = text_if_changed(document, params, word);
        let key = (written, Arc::clone(&word.text), word.part_of_speech());
        let make = || explain_form_of_word(&judge, word, written.map(Arc::from), params);
        cache.entry(key).or_insert_with(make).clone()
    };
    document.words.iter().map(form).collect()
}

fn explain_form_of_word(
    judge: &WordExplainer<'_>,
    word: &Word,
    written: Option<Arc<str>>,
    params: &Params,
) -> WordForm {
    let singular = singular_if_changed(word);
    let counted = singular.as_deref().unwrap_or(&word.text);
    let folding = params.letter_folding(word.language);
    let (counts_as, reason) = match judge.explain_word(word) {
        WordResult::Dropped(by) => (None, FormReason::Dropped(by)),
        WordResult::LeftOut(part) => (None, FormReason::IgnoredPart(part)),
        WordResult::Canonical(form) => {
            let reason = match () {
                () if *form == *word.text => FormReason::AsItIs,
                () if *form != *folding.fold(counted) => FormReason::Stemmed,
                () if singular.is_some() => FormReason::Singular,
                () => FormReason::Folded,
            };
            (Some(form), reason)
        }
    };
    let letters = name_letter_changes(&folding.folding_steps(counted));
    WordForm { written, read: Arc::clone(&word.text), counts_as, letters, reason }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetShingle {
    pub key: u64,
    /// Words of the shingle as in the text, separated by blanks.
    pub text: String,
    pub times: [usize; 2],
}

/// Shingles of both texts, of A only and of B only, in the order of the texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sets {
    pub both: Vec<SetShingle>,
    pub only_a: Vec<SetShingle>,
    pub only_b: Vec<SetShingle>,
}

impl Sets {
    /// Builds the sets of the shingles that `modulo` retains, without ignored shingles.
    pub fn new(sides: &[LessonSide; 2], modulo: u32) -> Self {
        let mut order: Vec<SetShingle> = Vec::new();
        let mut indexes: HashMap<u64, usize> = HashMap::new();
        for (which, side) in sides.iter().enumerate() {
            let counts = |shingle: &&ExplainedShingle| {
                is_retained(shingle, modulo) && !side.ignores_shingle(shingle)
            };
            for shingle in side.shingles.iter().filter(counts) {
                let place = *indexes.entry(shingle.key).or_insert_with(|| {
                    let (key, text) = (shingle.key, shingle.text());
                    order.push(SetShingle { key, text, times: [0, 0] });
                    order.len() - 1
                });
                if let Some(entry) = order.get_mut(place) {
                    entry.times[which] += 1;
                }
            }
        }
        let mut sets = Self::default();
        for entry in order {
            match entry.times {
                [0, _] => sets.only_b.push(entry),
                [_, 0] => sets.only_a.push(entry),
                _ => sets.both.push(entry),
            }
        }
        sets
    }

    /// Counts the sets. Each shingle represents `one_in` shingles.
    pub fn overlap(&self, [a, b]: &[LessonSide; 2], one_in: u32) -> Overlap {
        let shared = self.both.len();
        Overlap {
            shared: shared as u32,
            a_shingles: (shared + self.only_a.len()) as u32,
            b_shingles: (shared + self.only_b.len()) as u32,
            a_words: a.document.canonical.len() as u32,
            b_words: b.document.canonical.len() as u32,
            one_in,
            exact_copy: a.document.is_copy_of(&b.document),
        }
    }

    /// Returns the distinct shingles of A, and those of B.
    pub fn members_of_both(&self) -> [Vec<&SetShingle>; 2] {
        [&self.only_a, &self.only_b].map(|only| self.both.iter().chain(only).collect())
    }
}

/// Returns true if the shingle counts and its hash is a multiple of `modulo`.
pub(super) fn is_retained(shingle: &ExplainedShingle, modulo: u32) -> bool {
    shingle.fate != ShingleFate::Inside && shingle.value.is_multiple_of(u64::from(modulo))
}
