//! The request for the sources of a document of the folder, and its answer from the corpus. It reads that document again, but
//! no other.

pub mod error;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::base::guard::guarded;
use crate::base::path::DocPath;
use crate::base::span::Span;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::corpus::cover::{CoverLimits, CoverSearch, CoveredBy};
use crate::pipeline::corpus::covered_words::CoveredWords;
use crate::pipeline::document::Document;
use crate::pipeline::results::sources::{SourcePlace, SourcedStretch, SourcedText};

use self::error::SourcingError;
use super::sources::{Covered, SourcesAsked, also, document_of};

/// A document whose sources are asked for.
#[derive(Debug)]
pub(super) struct SourcesWanted {
    /// Its name in the folder.
    pub(super) name: DocPath,
    /// The number of the request, which the answer carries.
    pub(super) number: u64,
    /// Cancelled by a newer request.
    pub(super) cancel: Cancel,
}

impl SourcesWanted {
    /// The answer from a refreshed corpus. `None` when cancelled, by a newer request or by `cancel`.
    pub(super) fn answer(
        &self,
        (root, corpus): (&Path, &Corpus),
        cancel: &Cancel,
    ) -> Option<Result<Arc<SourcedText>, SourcingError>> {
        let stop = || cancel.is_cancelled() || self.cancel.is_cancelled();
        if stop() {
            return None;
        }
        let found = guarded(|| sourced(corpus, root, &self.name, &stop))
            .unwrap_or_else(|panic| Err(SourcingError::GaveUp { path: self.name.clone(), panic }));
        found.map(|found| found.map(Arc::new)).transpose()
    }
}

/// A document of the folder at `root` with its sources in the sketched corpus of that folder. `None` if stopped.
///
/// # Errors
/// [`SourcingError`]: why there are none.
pub fn sourced(
    corpus: &Corpus,
    root: &Path,
    name: &DocPath,
    stop: &dyn Fn() -> bool,
) -> Result<Option<SourcedText>, SourcingError> {
    if corpus.params().estimates() {
        return Err(SourcingError::Estimates);
    }
    let view = corpus.view();
    let id = view.numbering.id(name).ok_or_else(|| SourcingError::Gone(name.clone()))?;
    let text = document_of(root, &view, id)?;
    let file = root.join(name.as_path());
    let asked = SourcesAsked {
        root,
        name,
        text: &text,
        file: Some(&file),
        itself: Some(id),
        limits: CoverLimits::USUAL,
    };
    let search = CoverSearch::new(&view, &text, asked.itself);
    let Some(covered) = Covered::of(&search, &asked, stop) else { return Ok(None) };
    let sources = covered.listed(&view, &asked);
    let Covered { cover, words } = &covered;
    let mut places = Vec::with_capacity(words.runs.len());
    for (number, (part, runs)) in (0..).zip(cover.parts.iter().zip(&words.runs)) {
        let mut all = Vec::with_capacity(runs.len());
        for run in runs {
            if stop() {
                return Ok(None);
            }
            let (also, also_found) = also((&view, &search), part, text.window.within(run.clone()));
            all.push(SourcePlace {
                span: Span::new(word(&text, run.start).start, word(&text, run.end - 1).end),
                words: run.len() as u32,
                adds: words.adds(number, run.clone()),
                also,
                also_found,
            });
        }
        places.push(all);
    }
    let stretches = stretches(&text, words);
    let of_source = |runs: &Vec<Range<usize>>| {
        let all = joined(&text, runs.iter().cloned().flatten().map(|word| (word, ())));
        all.into_iter().map(|(span, ())| span).collect()
    };
    let words = words.runs.iter().map(of_source).collect();
    let (whole, sections) = (Arc::clone(&text.text), Arc::clone(&text.sections));
    Ok(Some(SourcedText { sources, text: whole, sections, stretches, places, words }))
}

/// The place of a counted word.
fn word(text: &Document, canonical: usize) -> Span {
    text.words[text.origin[canonical] as usize].span
}

/// Who has the words. A word that is not counted is in no stretch and parts its neighbours, as in an open pair.
fn stretches(text: &Document, words: &CoveredWords) -> Vec<SourcedStretch> {
    let all = words.by_sentence.iter().enumerate().filter_map(|(word, by)| match by {
        CoveredBy::Part(source) => Some((word, Some(*source))),
        CoveredBy::Elsewhere => Some((word, None)),
        CoveredBy::Own | CoveredBy::Nothing => None,
    });
    let joined = joined(text, all).into_iter();
    joined.map(|(span, source)| SourcedStretch { span, source }).collect()
}

/// Counted words, in order, joined where they are neighbours of one kind.
fn joined<K: PartialEq>(
    text: &Document,
    words: impl Iterator<Item = (usize, K)>,
) -> Vec<(Span, K)> {
    let mut all: Vec<(Span, K)> = Vec::new();
    let mut last_origin = None;
    for (canonical, kind) in words {
        let (origin, span) = (text.origin[canonical], word(text, canonical));
        match all.last_mut() {
            Some((last, of)) if *of == kind && last_origin == origin.checked_sub(1) => {
                last.end = span.end;
            }
            _ => all.push((span, kind)),
        }
        last_origin = Some(origin);
    }
    all
}
