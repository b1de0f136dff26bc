//! The passages of a folder with their texts. The corpus stores no texts, so the first document of each passage is read
//! again.

use std::sync::Arc;

use documents::{TextSection, section_at};
use thiserror::Error;

use super::sources::read_source_document;
use super::{question::PassagesQuestion, reader::DocumentFolder};
use base::guard::Panicked;
use base::problem::{Problem, ProblemKind};
use base::{ids::DocId, path::DocPath, span::Span};
use shingle_core::pipeline::{
    Corpus, Document, FolderPassage, FolderPassages, corpus::passages::FolderRun,
};

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PassagesError {
    #[error("passages need all shingles; choose the sketch modulo, modulo 1 and step 1")]
    Sampled,
    #[error("a library failed on the folder ({0}); please report it")]
    GaveUp(Panicked),
}

/// Finds the passages of a sketched corpus that stores its words, or returns `None` if stopped.
pub fn find_passages(
    folder: &DocumentFolder,
    corpus: &Corpus,
    question: PassagesQuestion,
    stop: &dyn Fn() -> bool,
) -> Result<Option<FolderPassages>, PassagesError> {
    let params = corpus.params();
    if params.is_estimate() || params.modulo > 1 || params.step > 1 {
        return Err(PassagesError::Sampled);
    }
    Ok(list_passages(folder, corpus, question, stop))
}

fn list_passages(
    folder: &DocumentFolder,
    corpus: &Corpus,
    question: PassagesQuestion,
    stop: &dyn Fn() -> bool,
) -> Option<FolderPassages> {
    let runs = corpus.find_passages(question.least, question.order, stop)?;
    let path = |doc: DocId| -> DocPath { corpus.docs()[doc.index()].path.clone() };
    let mut listed: Vec<FolderPassage> = Vec::new();
    for run in runs.all.iter().take(question.top) {
        if stop() {
            return None;
        }
        let other = corpus.first_other_document_with_run(&runs, run).unwrap_or(run.first);
        listed.push(FolderPassage {
            words: run.words,
            repeated: run.count_repeated_words(),
            span: Span::new(0, 0),
            text: Arc::default(),
            section: None,
            other: path(other),
            documents: corpus.documents_with_run(&runs, run).into_iter().map(path).collect(),
        });
    }
    // Groups by document, so that each document is read once and only one is in memory.
    let mut by_document: Vec<(usize, &FolderRun)> =
        runs.all.iter().take(question.top).enumerate().collect();
    by_document.sort_by_key(|(_, run)| run.first);
    let mut problems = Vec::new();
    for of_document in by_document.chunk_by(|(_, a), (_, b)| a.first == b.first) {
        if stop() {
            return None;
        }
        let first = of_document[0].1.first;
        match read_source_document(folder, corpus, first) {
            Ok(document) => {
                for (place, run) in of_document {
                    quote_passage(&document, run, &mut listed[*place]);
                }
            }
            Err(error) => {
                problems.push(Problem::new(&path(first), ProblemKind::Failed, error.reason()));
            }
        }
    }
    Some(FolderPassages {
        params: Arc::clone(corpus.params()),
        least: question.least.max(corpus.params().width),
        order: question.order,
        found: runs.all.len(),
        documents: corpus.entries().len(),
        passages: listed,
        problems,
    })
}

fn quote_passage(document: &Document, run: &FolderRun, passage: &mut FolderPassage) {
    let word = |canonical: u32| {
        let word = *document.origin.get(canonical as usize)?;
        Some(document.words.get(word as usize)?.span)
    };
    let (Some(first), Some(last)) = (word(run.at), word(run.at + run.words - 1)) else { return };
    let span = Span::new(first.start, last.end);
    if let Some(text) = document.text.get(span.range()) {
        passage.span = span;
        passage.text = text.into();
        passage.section = section_at(&document.sections, span.start).map(TextSection::label);
    }
}
