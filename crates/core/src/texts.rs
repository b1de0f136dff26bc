//! Texts in memory, for programs that use this library: their pairs, an index to ask, the passages of two. It reads no file.

#![warn(missing_docs)]

use std::sync::Arc;

use documents::{Decoding, Source};

use crate::compare::Direction;
use crate::pipeline::corpus::query::query;
use crate::pipeline::texts::one_pass::OnePassThread;
use crate::pipeline::{
    Corpus, DocWordsReader, Document, Hit, OnePass, Pair, PairView, Params, Passage, Stream,
};
use base::{cancel::Cancel, ids::DocId, path::DocPath, workers::run_in_pieces};

/// Texts that a thread takes at a time.
const TEXTS_A_PIECE: usize = 64;

/// Texts, compared with each other as the documents of a folder are.
///
/// ```
/// use shingle_core::{pipeline::Params, texts::{Texts, passages}};
///
/// let (fox, cat) = ("The quick brown fox jumps over the lazy dog", "A quick brown fox jumps over the lazy cat");
/// let params = Params { width: 2, ..Params::defaults() };
/// let texts = Texts::new(&[fox, "Something else", cat], &params);
/// let pairs = texts.pairs();
/// assert_eq!((pairs[0].a, pairs[0].b), (0, 2));
/// let hits = texts.query("the quick brown fox jumps");
/// assert_eq!(hits[0].text, 0);
/// let found = passages(fox, cat, &params);
/// assert_eq!(&fox[found[0].a.start as usize..found[0].a.end as usize], "quick brown fox jumps over the lazy");
/// ```
pub struct Texts {
    /// Each text by the name of its number.
    corpus: Corpus,
}

/// Two texts that reach the threshold, by their places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextPair {
    /// The first.
    pub a: usize,
    /// The second, behind the first.
    pub b: usize,
    /// Their score, 0 to 1.
    pub score: f64,
}

/// A text that reaches the threshold with the one that was asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextHit {
    /// Its place.
    pub text: usize,
    /// Its score, 0 to 1; a directional measure is taken from the side of the text that was asked for.
    pub score: f64,
}

/// A text as the source of a document.
pub fn source(text: &str) -> Source<'_> {
    Source::of_text(text.into(), Decoding::BY_FORMAT)
}

/// The name of a text by its number, in a folder. Names of a folder are in the order of the numbers.
pub fn name(folder: &str, number: u64) -> DocPath {
    DocPath::new(format!("{folder}{number:020}"))
}

/// Sketches texts, each by its [`name`], in ascending order; on all cores.
pub fn sketched(texts: &[(DocPath, &str)], params: &Arc<Params>) -> Corpus {
    let never = Cancel::never();
    let mut corpus = if let Some(passing) = OnePass::new(params) {
        let passed = run_in_pieces(
            texts.len(),
            TEXTS_A_PIECE,
            &never,
            || passing.thread(),
            |thread, range| {
                let texts = texts.get(range).unwrap_or_default().iter();
                texts.map(|(of, text)| (of.clone(), thread.pass(&source(text)))).collect::<Vec<_>>()
            },
            OnePassThread::finish,
        );
        let passed = passed.unwrap_or_default().into_iter().flatten();
        Corpus::from_one_pass(Arc::clone(params), passing, passed)
    } else {
        let mut corpus = Corpus::new(Arc::clone(params));
        let lexicon = Arc::clone(&corpus.lexicon);
        let mut reader = DocWordsReader::new(params, &lexicon);
        let read = |(of, text): &(DocPath, &str)| (of.clone(), reader.read(&source(text)));
        let drafts: Vec<_> = texts.iter().map(read).collect();
        let block = reader.finish();
        let settled =
            drafts.into_iter().map(|(name, draft)| (name, draft.map(|draft| draft.settle(&block))));
        corpus.add_documents(settled);
        corpus
    };
    // Never cancelled, so it always finishes.
    let _ = corpus.sketch(&never, &|_, _, _| ());
    corpus
}

/// The number of a text of [`sketched`] ones; `None` if there is no such text.
pub fn number(corpus: &Corpus, id: DocId) -> Option<u64> {
    corpus.numbering().docs.get(id.index())?.path.to_str()?.rsplit('/').next()?.parse().ok()
}

impl Texts {
    /// Sketches the texts, on all cores.
    pub fn new<T: AsRef<str>>(texts: &[T], params: &Params) -> Self {
        let texts: Vec<_> =
            (0..).zip(texts).map(|(of, text)| (name("", of), text.as_ref())).collect();
        Self { corpus: sketched(&texts, &Arc::new(params.clone())) }
    }

    /// All pairs that reach the threshold, best first.
    pub fn pairs(&self) -> Vec<TextPair> {
        let (view, index) = (self.corpus.view(), self.corpus.index());
        let (best, ..) = Stream::new(&view, &index).best(usize::MAX);
        let pair = |pair: &Pair| {
            let (a, b) = (self.place(pair.a), self.place(pair.b));
            TextPair { a, b, score: pair.score.to_f64() }
        };
        best.iter().map(pair).collect()
    }

    /// The texts that reach the threshold with this one, best first.
    pub fn query(&self, text: &str) -> Vec<TextHit> {
        let params = self.corpus.params();
        let mut asked = Document::from_source(source(text), params);
        asked.leave_out(self.corpus.left_out());
        let found = query(&self.corpus.view(), &asked);
        let hit = |hit: &Hit| TextHit { text: self.place(hit.doc), score: hit.score.to_f64() };
        found.hits.iter().map(hit).collect()
    }

    /// The place of a text. One that a stage gave up on has no number.
    fn place(&self, id: DocId) -> usize {
        number(&self.corpus, id).map_or(usize::MAX, |number| number as usize)
    }
}

/// The passages that two texts share, in the order of the first; their places are bytes.
pub fn passages(a: &str, b: &str, params: &Params) -> Vec<Passage> {
    let params = Arc::new(params.clone());
    let [first, second] = [a, b].map(|text| Document::from_source(source(text), &params));
    let (one, other) = (name("", 0), name("", 1));
    PairView::compare((&one, &first), (&other, &second), &params, Direction::First).passages
}
