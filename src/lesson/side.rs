//! One text of a lesson, with the result of each stage, and the shingles of both as sets: what both have, and what only one has.
//! They are counted from the recorded shingles, by the definition.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::subject::Excerpt;
use crate::pipeline::document::explain::{StopBy, WordExplainer, lettered, singular_of, written};
use crate::pipeline::{
    Became, Document, ExplainedShingle, Fate, Params, Surroundings, Word, shingles,
};
use crate::{base::path::DocPath, compare::Overlap, text::Part};

/// Why a word counts in another form than it was written in, or not at all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FormReason {
    /// It counts as it is.
    AsItIs,
    /// Only its letters differ.
    Folded,
    /// It was stemmed.
    Stemmed,
    /// It is a plural noun, which counts in the singular.
    Singular,
    /// Words of this part of speech are left out.
    LeftOut(Part),
    /// It is dropped.
    Dropped(StopBy),
}

/// A word and its canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WordForm {
    /// The word in the text, if it was read with other characters.
    pub written: Option<Arc<str>>,
    /// The word as it was read.
    pub read: Arc<str>,
    /// The canonical word. `None` if the word is dropped.
    pub counts_as: Option<Arc<str>>,
    /// The changes of its letters, in a few words each.
    pub letters: Vec<&'static str>,
    /// The reason.
    pub reason: FormReason,
}

/// One of the two texts.
#[derive(Debug, Clone)]
pub struct LessonSide {
    /// The name of its document.
    pub name: DocPath,
    /// The part of it that is taught.
    pub excerpt: Excerpt,
    /// The results of all stages.
    pub document: Document,
    /// Its words with their canonical forms, in order.
    pub forms: Vec<WordForm>,
    /// Its shingles, in order.
    pub shingles: Vec<ExplainedShingle>,
}

impl LessonSide {
    /// Takes a text through the stages, in the languages of the whole text, without what is left out.
    pub fn read(
        name: &DocPath,
        (whole, excerpt_at): (&Arc<str>, u32),
        params: &Params,
        surroundings: &Surroundings,
    ) -> Self {
        let excerpt = Excerpt::new(whole, excerpt_at);
        let Surroundings { left_out, languages } = surroundings;
        let part = Arc::clone(&excerpt.text);
        let mut document = Document::of_part(part, (whole, excerpt.before), params, languages);
        document.leave_out(left_out);
        let forms = forms(&document, params);
        Self { name: name.clone(), excerpt, document, forms, shingles: Vec::new() }
    }

    /// Records its shingles, given the keys that the other text keeps (left out or not).
    pub fn record_shingles(&mut self, params: &Params, others: &HashSet<u64>) {
        let all = 0..self.document.shingles.len();
        self.shingles = shingles(&self.document, params, others, all).collect();
    }

    /// How many of its words are dropped.
    pub const fn dropped(&self) -> usize {
        self.document.words.len() - self.document.canonical.len()
    }

    /// The number of its shingles, repetitions counted. Runs that begin with a stop word that is kept inside do not
    /// count.
    pub fn shingle_count(&self) -> usize {
        self.shingles.iter().filter(|shingle| shingle.fate != Fate::Inside).count()
    }

    /// The number of its shingles that the sample keeps, repetitions counted, left out or not.
    pub fn kept_count(&self) -> usize {
        self.shingles.iter().filter(|shingle| shingle.is_kept()).count()
    }

    /// Whether a shingle is left out, because it is in a template or in too many documents.
    pub fn leaves_out(&self, shingle: &ExplainedShingle) -> bool {
        self.document.left_out().has(shingle.key)
    }

    /// The number of its kept shingles that are left out, repetitions counted.
    pub fn left_out(&self) -> usize {
        let kept_shingles = self.shingles.iter().filter(|shingle| shingle.is_kept());
        kept_shingles.filter(|shingle| self.leaves_out(shingle)).count()
    }
}

fn forms(document: &Document, params: &Params) -> Vec<WordForm> {
    let mut cache: HashMap<(Option<&str>, Arc<str>, Part), WordForm> = HashMap::new();
    let judge = WordExplainer::new(document, params);
    let words = document.words.iter();
    let form = |word: &Word| {
        let written = written(document, params, word);
        let make = || {
            let one = singular_of(word);
            let steps = params.letters(word.language).steps(one.as_deref().unwrap_or(&word.text));
            let (counts_as, reason) = decided(&judge, word, params);
            let letters = lettered(&steps);
            WordForm {
                written: written.map(Arc::from),
                read: Arc::clone(&word.text),
                counts_as,
                letters,
                reason,
            }
        };
        cache.entry((written, Arc::clone(&word.text), word.part())).or_insert_with(make).clone()
    };
    words.map(form).collect()
}

/// What became of a word, and the first reason for it.
fn decided(
    judge: &WordExplainer<'_>,
    word: &Word,
    params: &Params,
) -> (Option<Arc<str>>, FormReason) {
    let form = match judge.became(word) {
        Became::Dropped(by) => return (None, FormReason::Dropped(by)),
        Became::LeftOut(part) => return (None, FormReason::LeftOut(part)),
        Became::Canonical(form) => form,
    };
    let one = singular_of(word);
    let folded =
        params.letters(word.language).fold(one.as_deref().unwrap_or(&word.text)).into_owned();
    let reason = match () {
        () if *form == *word.text => FormReason::AsItIs,
        () if *form != *folded => FormReason::Stemmed,
        () if one.is_some() => FormReason::Singular,
        () => FormReason::Folded,
    };
    (Some(form), reason)
}

/// A shingle of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetShingle {
    /// Its key. Shingles are equal if their keys are.
    pub key: u64,
    /// Its words, separated by blanks. Raw text.
    pub text: String,
    /// How often it occurs in A and in B.
    pub times: [usize; 2],
}

/// Two sets, with their shingles in the order of the texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sets {
    /// The shingles in both sets, in the order of A.
    pub both: Vec<SetShingle>,
    /// The shingles in A only.
    pub only_a: Vec<SetShingle>,
    /// The shingles in B only.
    pub only_b: Vec<SetShingle>,
}

impl Sets {
    /// The sets of all shingles, or of the `only_kept` ones. Shingles that are left out are in neither.
    pub fn new(sides: &[LessonSide; 2], only_kept: bool) -> Self {
        let mut order: Vec<SetShingle> = Vec::new();
        let mut indexes: HashMap<u64, usize> = HashMap::new();
        for (which, side) in sides.iter().enumerate() {
            let counts = |shingle: &&ExplainedShingle| {
                let is_in =
                    if only_kept { shingle.is_kept() } else { shingle.fate != Fate::Inside };
                is_in && !side.leaves_out(shingle)
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

    /// The overlap of both sets. One in `one_in` shingles is kept.
    pub fn overlap(&self, sides: &[LessonSide; 2], one_in: u32) -> Overlap {
        let shared = self.both.len();
        let all = [&self.only_a, &self.only_b].map(|only| shared + only.len());
        overlap(sides, shared, all, one_in)
    }

    /// The set of A and the set of B.
    pub fn each(&self) -> [Vec<&SetShingle>; 2] {
        [&self.only_a, &self.only_b].map(|only| self.both.iter().chain(only).collect())
    }
}

/// What two texts have in common, of so many shingles of each. One in `one_in` is kept.
pub(super) fn overlap(
    [a, b]: &[LessonSide; 2],
    shared: usize,
    all: [usize; 2],
    one_in: u32,
) -> Overlap {
    Overlap {
        shared: shared as u32,
        a_shingles: all[0] as u32,
        b_shingles: all[1] as u32,
        a_words: a.document.canonical.len() as u32,
        b_words: b.document.canonical.len() as u32,
        one_in,
        exact_copy: a.document.is_copy_of(&b.document),
    }
}
