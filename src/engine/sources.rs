//! Where a text comes from: the cover of its shingles by the documents of a folder, with the passages. The corpus has no
//! texts, so for passages the files of the sources are read again, one at a time. It keeps none.

use std::{ops::Range, path::Path, sync::Arc};

use super::error::{SideBySideError, SourcingError};
use super::{reader::DocumentFolder, side_by_side::read_document};
use crate::base::problem::{Problem, ProblemKind};
use crate::pipeline::corpus::cover::{Cover, CoverPart, CoverSearch, CoveredBy};
use crate::pipeline::document::pair::{dropped, ignored};
use crate::pipeline::document::{info::FileInfo, original::BatchDates};
use crate::pipeline::{
    Corpus, CorpusView, CoverLimits, Document, Originality, PairView, Passage, SharedRun,
    SingleRuns, SourcePassage, SourcedStretch, SourcedText, Sources, TextSource,
};
use crate::pipeline::{DocInfo, corpus::covered_words::CoveredWords};
use crate::{base::guard::guarded, base::ids::DocId, base::path::DocPath, base::span::Span};
use crate::{compare::Direction, folder::read::modified};

/// The most documents that are named beside a passage, or a source, that they have too.
const ALSO_NAMED: usize = 10;

/// A question for the sources of a text.
pub struct SourcesQuestion<'a> {
    /// The folder of the corpus.
    pub folder: &'a DocumentFolder,
    /// The text's name.
    pub name: &'a DocPath,
    /// The text. It leaves out what the corpus leaves out.
    pub text: &'a Document,
    /// The file that it was read from; `None` for standard input.
    pub file: Option<&'a Path>,
    /// The document of the corpus that is the text itself, if one is.
    pub itself: Option<DocId>,
    /// Where the list ends.
    pub limits: CoverLimits,
}

/// The sources of a text in a sketched corpus, which must count all kept shingles. `None` if stopped.
pub fn sources(
    corpus: &Corpus,
    question: &SourcesQuestion<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<Sources> {
    Some(with_words(corpus, question, stop)?.0)
}

/// The same, and the words of the text by them.
fn with_words(
    corpus: &Corpus,
    question: &SourcesQuestion<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<(Sources, CoveredWords)> {
    let SourcesQuestion { folder, name, text, .. } = *question;
    let view = corpus.view();
    let search = CoverSearch::new(&view, text, question.itself);
    let cover = search.cover(question.limits, stop)?;
    let words = CoveredWords::new(&search, &cover, text, stop)?;
    let mut sources = listed(&view, question, &cover, &words);
    for (number, part) in (0..).zip(&cover.parts) {
        if stop() {
            return None;
        }
        let adds = |range: Range<usize>| words.adds(number, range);
        // A text that nothing can be aligned with must not stop the others.
        let passages = document_of(folder, &view, part.doc).and_then(|document| {
            guarded(|| passages((&view, &search), (name, text), (part, &document), adds)).map_err(
                |panic| SideBySideError::GaveUp { path: document_name(&view, part), panic },
            )
        });
        match passages {
            Ok((passages, single_runs)) => {
                let source = &mut sources.sources[number as usize];
                (source.passages, source.single_runs) = (passages, single_runs);
            }
            Err(error) => {
                let (path, reason) = (document_name(&view, part), error.reason());
                sources.problems.push(Problem::new(&path, ProblemKind::Failed, reason));
            }
        }
    }
    Some((sources, words))
}

fn document_name(view: &CorpusView<'_>, part: &CoverPart) -> DocPath {
    view.docs[part.doc.index()].path.clone()
}

/// The sources, still without passages.
fn listed(
    view: &CorpusView<'_>,
    question: &SourcesQuestion<'_>,
    cover: &Cover,
    words: &CoveredWords,
) -> Sources {
    let SourcesQuestion { name, text, file, .. } = *question;
    let file = FileInfo { modified: file.and_then(modified), ..text.file.clone() };
    let batch = BatchDates::new(view.docs);
    let sources = cover.parts.iter().zip(0..).map(|(part, number)| {
        let doc = view.docs[part.doc.index()].clone();
        TextSource {
            copies: part.copies.iter().map(|doc| view.docs[doc.index()].path.clone()).collect(),
            overlap: part.overlap,
            covers: part.covers,
            adds: part.adds,
            covers_words: words.covered(number),
            adds_words: words.count(CoveredBy::Part(number)),
            ties: named(view, &part.ties),
            ties_found: part.ties.len() as u32,
            passages: Vec::new(),
            single_runs: None,
            originality: Originality::weigh(&file, &doc.file, &batch),
            doc,
        }
    });
    Sources {
        params: Arc::clone(view.params),
        sources: sources.collect(),
        text: DocInfo { file: file.clone(), ..text.info(name.clone(), text.sketch().len()) },
        shingles: cover.shingles,
        elsewhere: cover.elsewhere,
        elsewhere_words: words.count(CoveredBy::Elsewhere),
        own: cover.own,
        own_words: words.count(CoveredBy::Own),
        uncounted_words: words.count(CoveredBy::Nothing),
        sentences: words.sentences.clone(),
        problems: Vec::new(),
    }
}

/// A document of the corpus with its text, or why it cannot be had.
pub(super) fn document_of(
    folder: &DocumentFolder,
    view: &CorpusView<'_>,
    doc: DocId,
) -> Result<Document, SideBySideError> {
    let path = &view.docs[doc.index()].path;
    let mut document = read_document(folder, path, (view.params, &view.surroundings))?;
    if document.file.content != view.numbering.content(doc) {
        return Err(SideBySideError::Changed(path.clone()));
    }
    document.leave_out(&view.surroundings.left_out);
    Ok(document)
}

/// The others that have some shingles of the text, with how many they are. At most some of them are named.
fn also(
    (view, search): (&CorpusView<'_>, &CoverSearch<'_>),
    part: &CoverPart,
    shingles: impl IntoIterator<Item = usize>,
) -> (Vec<DocPath>, u32) {
    let is_source = |doc: &DocId| *doc == part.doc || part.copies.contains(doc);
    let mut also = search.having_all(shingles);
    also.retain(|doc| !is_source(doc));
    (named(view, &also), also.len() as u32)
}

/// The names of some documents; of many, the first.
fn named(view: &CorpusView<'_>, docs: &[DocId]) -> Vec<DocPath> {
    let first = docs.iter().take(ALSO_NAMED);
    first.map(|doc| view.docs[doc.index()].path.clone()).collect()
}

/// The passages that the text shares with a source, and the runs in none. `adds` counts the counted words of a range that the
/// source adds.
fn passages(
    (view, search): (&CorpusView<'_>, &CoverSearch<'_>),
    (name, text): (&DocPath, &Document),
    (part, document): (&CoverPart, &Document),
    adds: impl Fn(Range<usize>) -> u32,
) -> (Vec<SourcePassage>, Option<SingleRuns>) {
    let path = &view.docs[part.doc.index()].path;
    let pair = PairView::compare((name, text), (path, document), view.params, Direction::First);
    let sections = |passage: &Passage| {
        (pair.a.section_at(passage.a.start), pair.b.section_at(passage.b.start))
    };
    let counted = |place: Span| pair.a.words_before(place.start)..pair.a.words_before(place.end);
    let with = |(passage, runs): (&Passage, Vec<SharedRun>)| {
        let shingles = runs.iter().flat_map(|run| text.window.shingles_in(counted(run.a)));
        let (also, also_found) = also((view, search), part, shingles);
        let (a_section, b_section) = sections(passage);
        let (passage, adds) = (passage.clone(), adds(counted(passage.a)));
        SourcePassage { passage, runs, adds, also, also_found, a_section, b_section }
    };
    let passages = pair.passages.iter().zip(pair.runs_by_passage().0).map(with).collect();
    (passages, pair.single_runs())
}

/// A document of the folder at `root` with its sources in the sketched corpus of that folder. `None` if stopped.
///
/// # Errors
/// [`SourcingError`]: why there are none.
pub fn sourced(
    corpus: &Corpus,
    folder: &DocumentFolder,
    name: &DocPath,
    stop: &dyn Fn() -> bool,
) -> Result<Option<SourcedText>, SourcingError> {
    if corpus.params().estimates() {
        return Err(SourcingError::Estimates);
    }
    let view = corpus.view();
    let id = view.numbering.id(name).ok_or_else(|| SourcingError::Gone(name.clone()))?;
    let text = document_of(folder, &view, id)?;
    let file = folder.root.join(name.as_path());
    let question = SourcesQuestion {
        folder,
        name,
        text: &text,
        file: Some(&file),
        itself: Some(id),
        limits: CoverLimits::USUAL,
    };
    let Some((sources, words)) = with_words(corpus, &question, stop) else { return Ok(None) };
    let stretches = stretches(&text, &words);
    let of_source = |runs: &Vec<Range<usize>>| {
        let all = joined(&text, runs.iter().cloned().flatten().map(|word| (word, ())));
        all.into_iter().map(|(span, ())| span).collect()
    };
    let words = words.runs.iter().map(of_source).collect();
    let (counted, ignored) = (text.spans(true), ignored(&dropped(&text)));
    let (whole, sections) = (Arc::clone(&text.text), Arc::clone(&text.sections));
    Ok(Some(SourcedText { sources, text: whole, sections, stretches, words, counted, ignored }))
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
