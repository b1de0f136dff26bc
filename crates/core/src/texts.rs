//! Compares texts in memory, for programs that use this library: all pairs, the matches of one text, the passages of
//! two.

#![warn(missing_docs)]

use std::{convert::Infallible, sync::Arc};

use documents::{Decoding, Source};

use crate::compare::Direction;
use crate::pipeline::corpus::query::query_corpus;
use crate::pipeline::{
    Corpus, Document, Hit, NewReader, OnePass, Pair, PairView, Params, Passage, Stream,
    ThreadReader,
};
use base::{cancel::Cancel, ids::DocId, path::DocPath, workers::run_in_pieces};

/// Number of texts that a thread sketches at a time.
const TEXTS_A_PIECE: usize = 64;

/// Texts, compared with each other as the documents of a folder are.
///
/// ```
/// use shingle_core::{pipeline::Params, texts::{Texts, passages}};
///
/// let (fox, cat) = ("The quick brown fox jumps over the lazy dog", "A quick brown fox jumps over the lazy cat");
/// let params = Params { width: 2, ..Params::defaults() };
/// let texts = Texts::new(&[fox, "Something else", cat], &params);
/// let pairs = texts.find_pairs();
/// assert_eq!((pairs[0].a, pairs[0].b), (0, 2));
/// let hits = texts.query_text("the quick brown fox jumps");
/// assert_eq!(hits[0].text, 0);
/// let found = passages(fox, cat, &params);
/// assert_eq!(&fox[found[0].a.start as usize..found[0].a.end as usize], "quick brown fox jumps over the lazy");
/// ```
pub struct Texts {
    /// The texts as documents, which are named by number.
    corpus: Corpus,
}

/// Two texts that score at least the threshold, by their indices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextPair {
    /// Index of the first text.
    pub a: usize,
    /// Index of the second text, above `a`.
    pub b: usize,
    /// Score in 0..=1.
    pub score: f64,
}

/// A text that scores at least the threshold with the query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextHit {
    /// Index of the text.
    pub text: usize,
    /// Score in 0..=1. If the measure depends on the direction, the query is the first text.
    pub score: f64,
}

/// Returns a text as the source of a document.
pub fn text_source(text: &str) -> Source<'_> {
    Source::from_text(text.into(), Decoding::UTF_8)
}

/// Returns the name of a text in a folder, where names sort like numbers.
pub fn text_name(folder: &str, number: u64) -> DocPath {
    DocPath::new(format!("{folder}{number:020}"))
}

/// Sketches texts on all cores, given in ascending order of their [`text_name`]s.
pub fn sketch_texts(texts: &[(DocPath, &str)], params: &Arc<Params>) -> Corpus {
    let read = |new_reader: &NewReader<'_>| {
        let read = run_in_pieces(
            texts.len(),
            TEXTS_A_PIECE,
            &Cancel::never_cancelled(),
            new_reader,
            |reader, range| {
                let texts = texts.get(range).unwrap_or_default().iter();
                let read =
                    |(of, text): &(DocPath, &str)| (of.clone(), reader.read(&text_source(text)));
                texts.map(read).collect::<Vec<_>>()
            },
            ThreadReader::finish,
        );
        Ok::<_, Infallible>(read.into_iter().flatten().flatten().collect())
    };
    let Ok(mut corpus) = Corpus::read_all(params, OnePass::new(params), read);
    let _ = corpus.refresh_sketches(&Cancel::never_cancelled(), &|_, _, _| ());
    corpus
}

/// Returns the number of a text that [`sketch_texts`] has named.
pub fn text_number(corpus: &Corpus, id: DocId) -> Option<u64> {
    corpus.numbering().docs.get(id.index())?.path.to_str()?.rsplit('/').next()?.parse().ok()
}

impl Texts {
    /// Sketches the texts, on all cores.
    pub fn new<T: AsRef<str>>(texts: &[T], params: &Params) -> Self {
        let texts: Vec<_> =
            (0..).zip(texts).map(|(of, text)| (text_name("", of), text.as_ref())).collect();
        Self { corpus: sketch_texts(&texts, &Arc::new(params.clone())) }
    }

    /// Returns all pairs that score at least the threshold, best first.
    pub fn find_pairs(&self) -> Vec<TextPair> {
        let (corpus, index) = (&self.corpus, self.corpus.build_index());
        let (best, ..) = Stream::new(corpus, &index).best_pairs(usize::MAX);
        let pair = |pair: &Pair| {
            let (a, b) = (self.text_index(pair.a), self.text_index(pair.b));
            TextPair { a, b, score: pair.score.to_f64() }
        };
        best.iter().map(pair).collect()
    }

    /// Returns the texts that score at least the threshold with this text, best first.
    pub fn query_text(&self, text: &str) -> Vec<TextHit> {
        let params = self.corpus.params();
        let mut asked = Document::from_source(text_source(text), params);
        asked.set_ignored_shingles(self.corpus.ignored_shingles());
        let found = query_corpus(&self.corpus, &asked);
        let hit = |hit: &Hit| TextHit { text: self.text_index(hit.doc), score: hit.score.to_f64() };
        found.hits.iter().map(hit).collect()
    }

    /// Returns the index of a text. It may differ from the document number, because a text on which a stage panicked
    /// has none.
    fn text_index(&self, id: DocId) -> usize {
        text_number(&self.corpus, id).map_or(usize::MAX, |number| number as usize)
    }
}

/// Returns the passages that two texts share, in the order of the first text, as bytes.
pub fn passages(a: &str, b: &str, params: &Params) -> Vec<Passage> {
    let params = Arc::new(params.clone());
    let [first, second] = [a, b].map(|text| Document::from_source(text_source(text), &params));
    let (one, other) = (text_name("", 0), text_name("", 1));
    PairView::compare((&one, &first), (&other, &second), &params, Direction::First).passages
}
