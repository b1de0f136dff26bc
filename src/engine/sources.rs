//! Where a text comes from: the cover of its shingles by the documents of a folder, with the passages. The corpus has no
//! texts, so the files of the sources are read again, one at a time. It keeps none.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::base::guard::guarded;
use crate::base::ids::DocId;
use crate::base::path::DocPath;
use crate::base::problem::{Problem, ProblemKind};
use crate::compare::measure::Direction;
use crate::folder::read::modified;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::corpus::cover::{CoverLimits, CoverPart, CoverSearch, CoveredBy};
use crate::pipeline::corpus::covered_words::CoveredWords;
use crate::pipeline::document::Document;
use crate::pipeline::document::original::{Age, Originality};
use crate::pipeline::document::pair::{PairView, Passage};
use crate::pipeline::ranking::corpus_view::CorpusView;
use crate::pipeline::results::sources::{SourcePassage, Sources, TextSource};

use super::side_by_side::error::SideBySideError;
use super::side_by_side::of_file;

/// The most documents that are named beside a passage that they have too.
const ALSO_NAMED: usize = 10;

/// A text whose sources are asked for.
pub struct SourcesAsked<'a> {
    /// The folder of the corpus.
    pub root: &'a Path,
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

/// The sources of a text in a sketched corpus, which must count all kept shingles.
pub fn sources(corpus: &Corpus, asked: &SourcesAsked<'_>) -> Sources {
    let SourcesAsked { root, name, text, file, itself, limits } = *asked;
    let view = corpus.view();
    let search = CoverSearch::new(&view, text, itself);
    let cover = search.cover(limits);
    let words = CoveredWords::of(&search, &cover, text);
    let age =
        Age { facts: text.facts.as_deref(), modified: file.and_then(|file| modified(file, true)) };
    let mut problems = Vec::new();
    let all = cover.parts.iter().zip(0..).map(|(part, number)| {
        let doc = view.docs[part.doc.index()].clone();
        let adds = |range: Range<usize>| {
            let by = words.by.get(range).unwrap_or_default();
            by.iter().filter(|by| **by == CoveredBy::Part(number)).count() as u32
        };
        let read = read_again(root, &view, part.doc);
        // A text that nothing can be aligned with must not stop the others.
        let passages = read.and_then(|document| {
            guarded(|| passages((&view, &search), (name, text), (part, &document), adds))
                .map_err(|panic| SideBySideError::GaveUp { path: doc.path.clone(), panic })
        });
        let passages = passages.unwrap_or_else(|error| {
            problems.push(Problem::new(&doc.path, ProblemKind::Failed, error.reason()));
            Vec::new()
        });
        let written = modified(&root.join(doc.path.as_path()), false);
        TextSource {
            copies: part.copies.iter().map(|doc| view.docs[doc.index()].path.clone()).collect(),
            overlap: part.overlap,
            covers: part.covers,
            adds: part.adds,
            adds_words: words.count(CoveredBy::Part(number)),
            passages,
            originality: Originality::of(
                age,
                Age { facts: doc.facts.as_deref(), modified: written },
            ),
            doc,
        }
    });
    let sources = all.collect();
    Sources {
        params: Arc::clone(corpus.params()),
        text: text.info(name.clone(), text.sketch().len()),
        shingles: cover.shingles,
        sources,
        elsewhere: cover.elsewhere,
        elsewhere_words: words.count(CoveredBy::Elsewhere),
        own: cover.own,
        own_words: words.count(CoveredBy::Own),
        sentences: words.sentences,
        problems,
    }
}

/// A source with its text, or why it cannot be had.
fn read_again(root: &Path, view: &CorpusView<'_>, doc: DocId) -> Result<Document, SideBySideError> {
    let path = &view.docs[doc.index()].path;
    let mut document = of_file(root, path, (view.params, &view.surroundings))?;
    if document.content != view.numbering.content(doc) {
        return Err(SideBySideError::Changed(path.clone()));
    }
    document.leave_out(&view.surroundings.left_out);
    Ok(document)
}

/// The passages that the text shares with a source. `adds` counts the words of a range that the source adds.
fn passages(
    (view, search): (&CorpusView<'_>, &CoverSearch<'_>),
    (name, text): (&DocPath, &Document),
    (part, document): (&CoverPart, &Document),
    adds: impl Fn(Range<usize>) -> u32,
) -> Vec<SourcePassage> {
    let path = &view.docs[part.doc.index()].path;
    let pair = PairView::of((name, text), (path, document), view.params, Direction::First);
    let sections = |passage: &Passage| {
        (pair.a.section_at(passage.a.start), pair.b.section_at(passage.b.start))
    };
    let with = |passage: &Passage| {
        let start = pair.a.words_before(passage.a.start);
        let words = start..start + passage.words as usize;
        let is_source = |doc: &DocId| *doc == part.doc || part.copies.contains(doc);
        let mut also = search.having_all(text.window.within(words.clone()));
        also.retain(|doc| !is_source(doc));
        let also_found = also.len() as u32;
        also.truncate(ALSO_NAMED);
        let also = also.iter().map(|doc| view.docs[doc.index()].path.clone()).collect();
        let (a_section, b_section) = sections(passage);
        let (passage, adds) = (passage.clone(), adds(words));
        SourcePassage { passage, adds, also, also_found, a_section, b_section }
    };
    pair.passages.iter().map(with).collect()
}
