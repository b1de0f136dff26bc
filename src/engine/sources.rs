//! Where a text comes from: the cover of its shingles by the documents of a folder, with the passages. The corpus has no
//! texts, so for passages the files of the sources are read again, one at a time. It keeps none.

use std::{ops::Range, path::Path, sync::Arc};

use super::error::{SideBySideError, SourcingError};
use super::{reader::DocumentFolder, side_by_side::read_document};
use crate::base::problem::{Problem, ProblemKind};
use crate::pipeline::corpus::cover::{Cover, CoverPart, CoverSearch, CoveredBy};
use crate::pipeline::results::sources::SourcePassage;
use crate::pipeline::{
    Corpus, CorpusView, CoverLimits, Document, Originality, PairView, Passage, SharedRun,
    SourcePlace, SourcedStretch, SourcedText, Sources, TextSource,
};
use crate::{base::guard::guarded, base::ids::DocId, base::path::DocPath, base::span::Span};
use crate::{compare::Direction, folder::read::modified};
use crate::{pipeline::corpus::covered_words::CoveredWords, pipeline::document::original::Age};

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
    let SourcesQuestion { folder, name, text, .. } = *question;
    let view = corpus.view();
    let search = CoverSearch::new(&view, text, question.itself);
    let covered = Covered::new(&search, question, stop)?;
    let mut found = covered.listed(&view, question);
    for (number, part) in (0..).zip(&covered.cover.parts) {
        if stop() {
            return None;
        }
        let adds = |range: Range<usize>| covered.words.adds(number, range);
        // A text that nothing can be aligned with must not stop the others.
        let passages = document_of(folder, &view, part.doc).and_then(|document| {
            guarded(|| passages((&view, &search), (name, text), (part, &document), adds)).map_err(
                |panic| SideBySideError::GaveUp { path: document_name(&view, part), panic },
            )
        });
        match passages {
            Ok(passages) => found.sources[number as usize].passages = passages,
            Err(error) => {
                let (path, reason) = (document_name(&view, part), error.reason());
                found.problems.push(Problem::new(&path, ProblemKind::Failed, reason));
            }
        }
    }
    Some(found)
}

fn document_name(view: &CorpusView<'_>, part: &CoverPart) -> DocPath {
    view.docs[part.doc.index()].path.clone()
}

/// A text's cover, and its words by it.
struct Covered {
    cover: Cover,
    words: CoveredWords,
}

impl Covered {
    /// Those of a text. `None` if stopped.
    fn new(
        search: &CoverSearch<'_>,
        question: &SourcesQuestion<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let cover = search.cover(question.limits, stop)?;
        let words = CoveredWords::new(search, &cover, question.text, stop)?;
        Some(Self { cover, words })
    }

    /// The sources, still without passages.
    fn listed(&self, view: &CorpusView<'_>, question: &SourcesQuestion<'_>) -> Sources {
        let SourcesQuestion { folder, name, text, file, .. } = *question;
        let Self { cover, words } = self;
        let age = Age {
            facts: text.file.facts.as_deref(),
            modified: file.and_then(|file| modified(file, true)),
        };
        let sources = cover.parts.iter().zip(0..).map(|(part, number)| {
            let doc = view.docs[part.doc.index()].clone();
            let written = modified(&folder.root.join(doc.path.as_path()), false);
            let other = Age { facts: doc.file.facts.as_deref(), modified: written };
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
                originality: Originality::weigh(age, other),
                doc,
            }
        });
        Sources {
            params: Arc::clone(view.params),
            sources: sources.collect(),
            text: text.info(name.clone(), text.sketch().len()),
            shingles: cover.shingles,
            elsewhere: cover.elsewhere,
            elsewhere_words: words.count(CoveredBy::Elsewhere),
            own: cover.own,
            own_words: words.count(CoveredBy::Own),
            sentences: words.sentences.clone(),
            problems: Vec::new(),
        }
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

/// The passages that the text shares with a source. `adds` counts the counted words of a range that the source adds.
fn passages(
    (view, search): (&CorpusView<'_>, &CoverSearch<'_>),
    (name, text): (&DocPath, &Document),
    (part, document): (&CoverPart, &Document),
    adds: impl Fn(Range<usize>) -> u32,
) -> Vec<SourcePassage> {
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
    pair.passages.iter().zip(pair.runs_by_passage().0).map(with).collect()
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
    let search = CoverSearch::new(&view, &text, question.itself);
    let Some(covered) = Covered::new(&search, &question, stop) else { return Ok(None) };
    let sources = covered.listed(&view, &question);
    let Covered { cover, words } = &covered;
    let mut places = Vec::with_capacity(words.runs.len());
    for (number, (part, runs)) in (0..).zip(cover.parts.iter().zip(&words.runs)) {
        let mut all = Vec::with_capacity(runs.len());
        for run in runs {
            if stop() {
                return Ok(None);
            }
            let (also, also_found) =
                also((&view, &search), part, text.window.shingles_in(run.clone()));
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
