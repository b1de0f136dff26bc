//! The passages of a folder with their texts. The corpus has none, so the first document of each passage is read again.

use std::path::Path;
use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::base::ids::DocId;
use crate::base::path::DocPath;
use crate::base::problem::{Problem, ProblemKind};
use crate::base::span::Span;
use crate::formats::extracted::{TextSection, section_at};
use crate::pipeline::corpus::Corpus;
use crate::pipeline::corpus::passages::{FolderRun, PassageOrder};
use crate::pipeline::document::Document;
use crate::pipeline::results::passages::{FolderPassage, FolderPassages};

use super::sources::document_of;

/// Which passages are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassagesAsked {
    /// The least counted words of one.
    pub least: u32,
    /// The most that are listed.
    pub top: usize,
    /// How they are ranked.
    pub order: PassageOrder,
}

impl PassagesAsked {
    /// What is listed unless somebody asks for other passages.
    pub const USUAL: Self = Self { least: 8, top: 1000, order: PassageOrder::Repeated };
}

/// The passages of a sketched corpus that keeps its words. `None` when cancelled.
pub fn passages(
    root: &Path,
    corpus: &Corpus,
    asked: PassagesAsked,
    cancel: &Cancel,
) -> Option<FolderPassages> {
    let runs = corpus.passages(asked.least, asked.order, cancel)?;
    let view = corpus.view();
    let path = |doc: DocId| -> DocPath { view.docs[doc.index()].path.clone() };
    let mut listed: Vec<FolderPassage> = Vec::new();
    for run in runs.all.iter().take(asked.top) {
        if cancel.is_cancelled() {
            return None;
        }
        listed.push(FolderPassage {
            words: run.words,
            repeated: run.repeated(),
            span: Span::new(0, 0),
            text: Arc::default(),
            section: None,
            documents: corpus.holding(&runs, run).into_iter().map(path).collect(),
        });
    }
    // One document at a time is in memory, and none is read twice.
    let mut by_document: Vec<(usize, &FolderRun)> =
        runs.all.iter().take(asked.top).enumerate().collect();
    by_document.sort_by_key(|(_, run)| run.first);
    let mut problems = Vec::new();
    for of_document in by_document.chunk_by(|(_, a), (_, b)| a.first == b.first) {
        if cancel.is_cancelled() {
            return None;
        }
        let first = of_document[0].1.first;
        match document_of(root, &view, first) {
            Ok(document) => {
                for (place, run) in of_document {
                    quote(&document, run, &mut listed[*place]);
                }
            }
            Err(error) => {
                problems.push(Problem::new(&path(first), ProblemKind::Failed, error.reason()));
            }
        }
    }
    Some(FolderPassages {
        params: Arc::clone(corpus.params()),
        least: asked.least.max(corpus.params().width),
        order: asked.order,
        found: runs.all.len(),
        documents: corpus.entries().len(),
        passages: listed,
        problems,
    })
}

/// Puts the place and the text of a run in its document into a passage.
fn quote(document: &Document, run: &FolderRun, passage: &mut FolderPassage) {
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
