//! One text of a lesson with what each stage made of it, recorded. It compares nothing.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use crate::base::path::DocPath;
use crate::pipeline::document::explain::{
    Became, StopBy, WordExplainer, lettered, singular_of, written,
};
use crate::pipeline::document::fate::{ExplainedShingle, Fate, shingles};
use crate::pipeline::document::surroundings::Surroundings;
use crate::pipeline::document::{Document, Word};
use crate::pipeline::parameters::Params;
use crate::text::pos::Part;

use super::excerpt::Excerpt;

/// Why a word is counted in another form than it was written in, or not at all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FormReason {
    /// It counts as it stands.
    AsItIs,
    /// Only its letters differ.
    Folded,
    /// The language's stemmer made it.
    Stemmed,
    /// A plural noun, counted as one.
    Singular,
    /// It is left out, as are all words of this part of speech.
    LeftOut(Part),
    /// It is dropped.
    Dropped(StopBy),
}

/// A word and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WordForm {
    /// As the text has it, where other characters stand there than were read.
    pub written: Option<Arc<str>>,
    /// As it was read.
    pub read: Arc<str>,
    /// As it counts; `None` when it is dropped.
    pub counts_as: Option<Arc<str>>,
    /// What was done to its letters, in a few words each.
    pub letters: Vec<&'static str>,
    /// Why.
    pub reason: FormReason,
}

/// One text.
#[derive(Debug, Clone)]
pub struct LessonSide {
    /// What it is called.
    pub name: DocPath,
    /// What of it is taught.
    pub excerpt: Excerpt,
    /// All stages' results.
    pub document: Document,
    /// What became of its words, in order.
    pub forms: Vec<WordForm>,
    /// Its shingles, in order.
    pub shingles: Vec<ExplainedShingle>,
}

impl LessonSide {
    /// Takes a text through the stages, in the languages of the whole, without what is left out.
    pub fn read(
        name: &DocPath,
        (whole, around): (&Arc<str>, u32),
        params: &Params,
        surroundings: &Surroundings,
    ) -> Self {
        let excerpt = Excerpt::of(whole, around);
        let Surroundings { left_out, languages } = surroundings;
        let part = Arc::clone(&excerpt.text);
        let mut document = Document::of_part(part, (whole, excerpt.before), params, languages);
        document.leave_out(left_out);
        let forms = forms(&document, params);
        Self { name: name.clone(), excerpt, document, forms, shingles: Vec::new() }
    }

    /// Tells its shingles, beside the keys that the other text keeps, left out or not.
    pub fn tell(&mut self, params: &Params, others: &HashSet<u64>) {
        let all = 0..self.document.shingles.len();
        self.shingles = shingles(&self.document, params, others, all).collect();
    }

    /// How many of its words are dropped.
    pub const fn dropped(&self) -> usize {
        self.document.words.len() - self.document.canonical.len()
    }

    /// How many shingles it has, repetitions counted: runs of words that do not begin with a stop word that stays inside.
    pub fn begun(&self) -> usize {
        self.shingles.iter().filter(|shingle| shingle.fate != Fate::Inside).count()
    }

    /// How many of its shingles the sample keeps, repetitions counted, left out or not.
    pub fn kept(&self) -> usize {
        self.shingles.iter().filter(|shingle| shingle.is_kept()).count()
    }

    /// Whether a shingle is left out, as a template's or as one of too many documents.
    pub fn leaves_out(&self, shingle: &ExplainedShingle) -> bool {
        self.document.left_out().has(shingle.key)
    }

    /// How many of its kept shingles are left out, repetitions counted.
    pub fn left_out(&self) -> usize {
        let kept = self.shingles.iter().filter(|shingle| shingle.is_kept());
        kept.filter(|shingle| self.leaves_out(shingle)).count()
    }
}

fn forms(document: &Document, params: &Params) -> Vec<WordForm> {
    let mut known: HashMap<(Option<&str>, Arc<str>, Part), WordForm> = HashMap::new();
    let judge = WordExplainer::of(document, params);
    let words = document.words.iter();
    let form = |word: &Word| {
        let written = written(document, params, word);
        let make = || {
            let one = singular_of(word);
            let steps = params.letters().steps(one.as_deref().unwrap_or(&word.text));
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
        known.entry((written, Arc::clone(&word.text), word.part())).or_insert_with(make).clone()
    };
    words.map(form).collect()
}

/// What became of a word, and the first reason that tells why.
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
    let folded = params.letters().fold(one.as_deref().unwrap_or(&word.text)).into_owned();
    let reason = match () {
        () if *form == *word.text => FormReason::AsItIs,
        () if *form != *folded => FormReason::Stemmed,
        () if one.is_some() => FormReason::Singular,
        () => FormReason::Folded,
    };
    (Some(form), reason)
}
