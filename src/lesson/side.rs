//! One text of a lesson with what each stage made of it, recorded. It compares nothing.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use crate::base::path::DocPath;
use crate::pipeline::document::Document;
use crate::pipeline::explain::{Became, StopBy, ToldShingle, became, folded, shingles};
use crate::pipeline::params::Params;
use crate::pipeline::source::language_of;

use super::excerpt::Excerpt;

/// Why a word is counted in another form than it was written in, or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It counts as it stands.
    AsItIs,
    /// Only letter case or the way of writing differs.
    Folded,
    /// The language's stemmer made it.
    Stemmed,
    /// It is dropped.
    Dropped(StopBy),
}

/// A word and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// As it was read.
    pub read: Arc<str>,
    /// As it counts; `None` when it is dropped.
    pub counts_as: Option<Arc<str>>,
    /// Why.
    pub reason: Reason,
}

/// One text.
#[derive(Debug, Clone)]
pub struct Side {
    /// What it is called.
    pub name: DocPath,
    /// What of it is taught.
    pub excerpt: Excerpt,
    /// All stages' results.
    pub document: Document,
    /// What became of its words, in order.
    pub forms: Vec<Form>,
    /// Its shingles, in order.
    pub shingles: Vec<ToldShingle>,
}

impl Side {
    /// Takes a text through the stages, in the language of the whole.
    pub fn read(name: &DocPath, whole: &Arc<str>, around: u32, params: &Params) -> Self {
        let excerpt = Excerpt::of(whole, around);
        let language = language_of(whole, params);
        let document = Document::of_text(Arc::clone(&excerpt.text), language, params);
        let forms = forms(&document, params);
        Self { name: name.clone(), excerpt, document, forms, shingles: Vec::new() }
    }

    /// Tells its shingles, beside the keys that the other text keeps.
    pub fn tell(&mut self, params: &Params, others: &HashSet<u64>) {
        let all = 0..self.document.shingles.len();
        self.shingles = shingles(&self.document, params, others, all).collect();
    }

    /// How many of its words are dropped.
    pub const fn dropped(&self) -> usize {
        self.document.words.len() - self.document.canonical.len()
    }

    /// How many of its shingles are kept, repetitions counted.
    pub fn kept(&self) -> usize {
        self.shingles.iter().filter(|shingle| shingle.is_kept()).count()
    }
}

fn forms(document: &Document, params: &Params) -> Vec<Form> {
    let mut known: HashMap<Arc<str>, Form> = HashMap::new();
    let words = document.words.iter();
    words
        .map(|word| {
            let decide = || match became(document, word, params) {
                Became::Dropped(by) => (None, Reason::Dropped(by)),
                Became::Canonical(form) if *form == *word.text => (Some(form), Reason::AsItIs),
                Became::Canonical(form) if *form == *folded(&word.text, params.case) => {
                    (Some(form), Reason::Folded)
                }
                Became::Canonical(form) => (Some(form), Reason::Stemmed),
            };
            let make = || {
                let (counts_as, reason) = decide();
                Form { read: Arc::clone(&word.text), counts_as, reason }
            };
            known.entry(Arc::clone(&word.text)).or_insert_with(make).clone()
        })
        .collect()
}
