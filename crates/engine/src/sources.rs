//! Finds the sources of a text: documents of a folder that together contain its shingles. The corpus stores no texts,
//! so the files of the sources are read again for the passages, one at a time.

use std::{ops::Range, path::Path, sync::Arc};

use documents::{TextSection, section_at};
use thiserror::Error;

use super::reader::DocumentFolder;
use super::side_by_side::{SideBySideError, read_document};
use crate::folder::read::modification_time;
use base::problem::{Problem, ProblemKind};
use base::{guard::run_catching_panic, ids::DocId, path::DocPath, span::Span};
use shingle_core::pipeline::corpus::cover::{Cover, CoverPart, CoverSearch, CoveredBy};
use shingle_core::pipeline::document::pair::{list_ignored_spans, list_uncounted_words};
use shingle_core::pipeline::document::passages::{PreparedDocument, runs_by_passage};
use shingle_core::pipeline::document::{info::FileInfo, original::BatchDates};
use shingle_core::pipeline::{
    Corpus, CoverLimits, Document, Originality, Passage, SharedRun, SingleRuns, SourcePassage,
    SourcedStretch, SourcedText, Sources, TextSource,
};
use shingle_core::pipeline::{DocInfo, corpus::covered_words::CoveredWords};

/// Largest number of other documents named for a passage or a source.
const ALSO_NAMED: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SourcingError {
    #[error("sources need counted shingles, not estimates; choose the sketch modulo")]
    Estimates,
    #[error("{0}: it is gone")]
    Gone(DocPath),
    #[error(transparent)]
    Unread(#[from] SideBySideError),
}

pub struct SourcesQuestion<'a> {
    pub folder: &'a DocumentFolder,
    pub name: &'a DocPath,
    /// The text, with the same ignored shingles as the corpus.
    pub text: &'a Document,
    /// File of the text, `None` for standard input.
    pub file: Option<&'a Path>,
    /// Document of the corpus that is the text itself.
    pub itself: Option<DocId>,
    pub limits: CoverLimits,
}

/// Finds the sources of a text, and the words that they cover. The corpus must be sketched and have all retained
/// shingles. `None` if stopped.
pub fn find_sources_of_text(
    corpus: &Corpus,
    question: &SourcesQuestion<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<(Sources, CoveredWords)> {
    let SourcesQuestion { folder, text, .. } = *question;
    let search = CoverSearch::new(corpus, text, question.itself);
    let cover = search.find_sources(question.limits, stop)?;
    let words = CoveredWords::new(&search, &cover, text, stop)?;
    let mut sources = list_sources(corpus, question, &cover, &words);
    let prepared = PreparedDocument::new(text);
    for (number, part) in (0..).zip(&cover.parts) {
        if stop() {
            return None;
        }
        let adds = |range: Range<usize>| words.count_added_words(number, range);
        // A source whose passages cannot be found must not stop the others.
        let passages = read_source_document(folder, corpus, part.doc).and_then(|document| {
            run_catching_panic(|| {
                passages_of_source((corpus, &search), &prepared, (part, &document), adds)
            })
            .map_err(|panic| SideBySideError::GaveUp { path: document_name(corpus, part), panic })
        });
        match passages {
            Ok((passages, single_runs)) => {
                let source = &mut sources.sources[number as usize];
                (source.passages, source.single_runs) = (passages, single_runs);
            }
            Err(error) => {
                let (path, reason) = (document_name(corpus, part), error.reason());
                sources.problems.push(Problem::new(&path, ProblemKind::Failed, reason));
            }
        }
    }
    Some((sources, words))
}

fn document_name(corpus: &Corpus, part: &CoverPart) -> DocPath {
    corpus.docs()[part.doc.index()].path.clone()
}

fn list_sources(
    corpus: &Corpus,
    question: &SourcesQuestion<'_>,
    cover: &Cover,
    words: &CoveredWords,
) -> Sources {
    let SourcesQuestion { name, text, file, .. } = *question;
    let file = FileInfo { modified: file.and_then(modification_time), ..text.file.clone() };
    let batch = BatchDates::new(corpus.docs());
    let sources = cover.parts.iter().zip(0..).map(|(part, number)| {
        let doc = corpus.docs()[part.doc.index()].clone();
        TextSource {
            copies: part.copies.iter().map(|doc| corpus.docs()[doc.index()].path.clone()).collect(),
            overlap: part.overlap,
            covers: part.covers,
            adds: part.adds,
            covers_words: words.count_shared_words(number),
            adds_words: words.count_words_by(CoveredBy::Part(number)),
            ties: first_document_names(corpus, &part.ties),
            ties_found: part.ties.len() as u32,
            is_hidden: corpus.is_hidden_from(question.itself, part.doc),
            passages: Vec::new(),
            single_runs: None,
            originality: Originality::weigh_dates(&file, &doc.file, &batch),
            doc,
        }
    });
    Sources {
        params: Arc::clone(corpus.params()),
        sources: sources.collect(),
        text: DocInfo { file: file.clone(), ..text.info(name.clone(), text.counted_keys().len()) },
        shingles: cover.shingles,
        elsewhere: cover.elsewhere,
        elsewhere_words: words.count_words_by(CoveredBy::Elsewhere),
        own: cover.own,
        own_words: words.count_words_by(CoveredBy::Own),
        uncounted_words: words.count_words_by(CoveredBy::Nothing),
        sentences: words.sentences.clone(),
        problems: Vec::new(),
    }
}

pub(super) fn read_source_document(
    folder: &DocumentFolder,
    corpus: &Corpus,
    doc: DocId,
) -> Result<Document, SideBySideError> {
    let path = &corpus.docs()[doc.index()].path;
    let mut document = read_document(folder, path, corpus.params())?;
    if document.file.content != corpus.numbering().content_hash(doc) {
        return Err(SideBySideError::Changed(path.clone()));
    }
    document.set_ignored_shingles(corpus.ignored_shingles());
    Ok(document)
}

/// Returns the first other documents that contain some shingles of the text, and the number of all such documents.
fn find_other_holders(
    (corpus, search): (&Corpus, &CoverSearch<'_>),
    part: &CoverPart,
    shingles: impl IntoIterator<Item = usize>,
) -> (Vec<DocPath>, u32) {
    let is_source = |doc: &DocId| *doc == part.doc || part.copies.contains(doc);
    let mut also = search.documents_with_shingles(shingles);
    also.retain(|doc| !is_source(doc));
    (first_document_names(corpus, &also), also.len() as u32)
}

fn first_document_names(corpus: &Corpus, docs: &[DocId]) -> Vec<DocPath> {
    let first = docs.iter().take(ALSO_NAMED);
    first.map(|doc| corpus.docs()[doc.index()].path.clone()).collect()
}

/// Returns the passages that the text shares with a source, and single runs outside passages. `adds` returns the number
/// of counted words that the source adds in a range.
fn passages_of_source(
    (corpus, search): (&Corpus, &CoverSearch<'_>),
    prepared: &PreparedDocument<'_>,
    (part, document): (&CoverPart, &Document),
    adds: impl Fn(Range<usize>) -> u32,
) -> (Vec<SourcePassage>, Option<SingleRuns>) {
    let text = prepared.document;
    let found = prepared.find_common_wording(
        document,
        &document.counted_keys(),
        corpus.params().confusables,
    );
    let section = |of: &Document, at: u32| section_at(&of.sections, at).map(TextSection::label);
    let counted =
        |place: Span| text.count_words_before(place.start)..text.count_words_before(place.end);
    let with = |(passage, runs): (&Passage, Vec<SharedRun>)| {
        let shingles = runs.iter().flat_map(|run| text.window.shingles_in(counted(run.a)));
        let (also, also_found) = find_other_holders((corpus, search), part, shingles);
        SourcePassage {
            adds: adds(counted(passage.a)),
            a_section: section(text, passage.a.start),
            b_section: section(document, passage.b.start),
            passage: passage.clone(),
            runs,
            also,
            also_found,
        }
    };
    let (runs, _) = runs_by_passage(found.passages.len(), &found.runs);
    let passages = found.passages.iter().zip(runs).map(with).collect();
    (passages, SingleRuns::count_outside_passages(&found.runs))
}

/// Returns a document of the folder with its sources among the other documents, or `None` if stopped.
pub fn find_sources_of_document(
    corpus: &Corpus,
    folder: &DocumentFolder,
    name: &DocPath,
    stop: &dyn Fn() -> bool,
) -> Result<Option<SourcedText>, SourcingError> {
    if corpus.params().is_estimate() {
        return Err(SourcingError::Estimates);
    }
    let id = corpus.numbering().id_of(name).ok_or_else(|| SourcingError::Gone(name.clone()))?;
    let text = read_source_document(folder, corpus, id)?;
    let file = folder.root.join(folder.path_on_disk(name).as_path());
    let question = SourcesQuestion {
        folder,
        name,
        text: &text,
        file: Some(&file),
        itself: Some(id),
        limits: CoverLimits::USUAL,
    };
    let Some((sources, words)) = find_sources_of_text(corpus, &question, stop) else {
        return Ok(None);
    };
    let stretches = spans_with_sources(&text, &words);
    let of_source = |runs: &Vec<Range<usize>>| {
        let all = merge_neighbours(&text, runs.iter().cloned().flatten().map(|word| (word, ())));
        all.into_iter().map(|(span, ())| span).collect()
    };
    let words = words.runs.iter().map(of_source).collect();
    let (counted, ignored) =
        (text.spans_of_words(true), list_ignored_spans(&list_uncounted_words(&text)));
    let (whole, sections) = (Arc::clone(&text.text), Arc::clone(&text.sections));
    Ok(Some(SourcedText { sources, text: whole, sections, stretches, words, counted, ignored }))
}

/// Returns the spans with a source. A word that does not count has no source, and separates its neighbours.
fn spans_with_sources(text: &Document, words: &CoveredWords) -> Vec<SourcedStretch> {
    let all = words.by_sentence.iter().enumerate().filter_map(|(word, by)| match by {
        CoveredBy::Part(source) => Some((word, Some(*source))),
        CoveredBy::Elsewhere => Some((word, None)),
        CoveredBy::Own | CoveredBy::Nothing => None,
    });
    let joined = merge_neighbours(text, all).into_iter();
    joined.map(|(span, source)| SourcedStretch { span, source }).collect()
}

fn merge_neighbours<K: PartialEq>(
    text: &Document,
    words: impl Iterator<Item = (usize, K)>,
) -> Vec<(Span, K)> {
    let mut all: Vec<(Span, K)> = Vec::new();
    let mut last_origin = None;
    for (canonical, kind) in words {
        let origin = text.origin[canonical];
        let span = text.words[origin as usize].span;
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
