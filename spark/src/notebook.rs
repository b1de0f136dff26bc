//! The library for notebooks: texts in memory, compared in this process.
#![allow(clippy::needless_pass_by_value, reason = "Python gives lists")]

use std::{ops::Range, sync::Arc};

use arrow_array::builder::{Int64Builder, ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_pyarrow::FromPyArrow as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use shingle::pipeline::texts::canonical_table::CanonicalTables;
use shingle::pipeline::texts::one_pass::{OnePass, OnePassThread};
use shingle::pipeline::texts::record::{DocWords, DocWordsReader};
use shingle::text::language::folder::{Prior, Tally};
use shingle::{base::cancel::Cancel, base::ids::DocId, base::path::DocPath, base::workers::share};
use shingle::{
    pipeline::corpus::Corpus, pipeline::corpus::query::ask, pipeline::document::Document,
};
use shingle::{pipeline::parameters::Params, pipeline::ranking::corpus_view::CorpusView};
use shingle::{pipeline::ranking::row::Pair, pipeline::ranking::row::rank};
use shingle::{pipeline::results::stream::Stream, pipeline::saved_result::lines::PairLine};
use shingle::{pipeline::texts::sketches::Sketches, text::lexicon::Lexicon};

use crate::columns::{batch, given};
use crate::{lines::CountColumns, plan::Plan, sketching::source_of};

/// Texts that a thread takes at a time.
const TEXTS_A_PIECE: usize = 64;

/// Texts as Python gave them. Their memory is not copied.
struct Texts(Vec<ArrayRef>);

impl Texts {
    /// The first column of each batch.
    fn new(batches: &[Bound<'_, PyAny>]) -> PyResult<Self> {
        let column = |batch: &Bound<'_, PyAny>| {
            let batch = RecordBatch::from_pyarrow_bound(batch)?;
            let column = batch.columns().first().cloned();
            let is_text = |column: &ArrayRef| {
                column.as_string_opt::<i32>().is_some() || column.as_string_opt::<i64>().is_some()
            };
            column.filter(is_text).ok_or_else(|| PyValueError::new_err("expected texts"))
        };
        batches.iter().map(column).collect::<PyResult<_>>().map(Self)
    }

    /// All of them with their numbers, but for those that are null.
    fn all(&self) -> Vec<(u64, &str)> {
        let mut all = Vec::new();
        let mut number = 0;
        for column in &self.0 {
            for row in 0..column.len() {
                if !column.is_null(row) {
                    let text = match column.as_string_opt::<i32>() {
                        Some(texts) => texts.value(row),
                        None => column.as_string::<i64>().value(row),
                    };
                    all.push((number, text));
                }
                number += 1;
            }
        }
        all
    }

    fn len(&self) -> usize {
        self.0.iter().map(Array::len).sum()
    }
}

/// The name of a text: names are in the order of the numbers.
fn name(number: u64) -> DocPath {
    DocPath::new(format!("{number:020}"))
}

/// The number in a name.
fn number(view: &CorpusView<'_>, id: DocId) -> i64 {
    let path = view.docs.get(id.index()).map(|doc| &doc.path);
    path.and_then(|path| path.to_str()?.parse().ok()).unwrap_or(-1)
}

/// The texts, compared with each other as the documents of a folder are.
fn corpus(params: &Arc<Params>, texts: &[(u64, &str)]) -> Corpus {
    let never = Cancel::never();
    let mut corpus = if let Some(passing) = OnePass::new(params) {
        let passed = share(
            texts.len(),
            TEXTS_A_PIECE,
            &never,
            || passing.thread(),
            |thread, range: Range<usize>| {
                let texts = texts.get(range).unwrap_or_default();
                let pass =
                    |(number, text): &(u64, &str)| (name(*number), thread.pass(&source_of(text)));
                texts.iter().map(pass).collect::<Vec<_>>()
            },
            OnePassThread::finish,
        );
        let passed = passed.unwrap_or_default().into_iter().flatten();
        Corpus::from_one_pass(Arc::clone(params), passing, passed)
    } else {
        let mut corpus = Corpus::new(Arc::clone(params));
        let lexicon = Arc::clone(&corpus.lexicon);
        let mut records = DocWordsReader::new(params, &lexicon);
        let drafts: Vec<_> = texts
            .iter()
            .map(|(number, text)| (name(*number), records.read(&source_of(text))))
            .collect();
        let block = records.finish();
        let settled =
            drafts.into_iter().map(|(name, draft)| (name, draft.map(|draft| draft.settle(&block))));
        corpus.fill(settled);
        corpus
    };
    // Never cancelled, so it always finishes.
    let _ = corpus.sketch(&never, &|_, _, _| ());
    corpus
}

/// All pairs of texts that reach the threshold, best first, by the numbers of the texts.
#[pyfunction]
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    plan: &Plan,
    texts: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = Texts::new(&texts)?;
    let params = &plan.params;
    let made = py.detach(|| {
        let corpus = corpus(params, &texts.all());
        let (view, index) = (corpus.view(), corpus.index());
        let mut found: Vec<Pair> = Vec::new();
        let all = Stream::new(&view, &index).run(|pairs| {
            found.extend_from_slice(pairs);
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(_) = all;
        found.sort_unstable_by(rank);
        let (mut a, mut b) = (Int64Builder::new(), Int64Builder::new());
        let mut counts = CountColumns::default();
        for pair in &found {
            a.append_value(number(&view, pair.a));
            b.append_value(number(&view, pair.b));
            let Some((one, other)) =
                view.docs.get(pair.a.index()).zip(view.docs.get(pair.b.index()))
            else {
                continue;
            };
            let line = PairLine::new(&one.path, &other.path, pair.overlap, pair.score, params);
            counts.push(&line);
        }
        let mut columns: Vec<(&str, ArrayRef)> =
            vec![("a", Arc::new(a.finish())), ("b", Arc::new(b.finish()))];
        columns.extend(counts.finish());
        batch(columns)
    });
    given(py, made)
}

/// The texts that resemble a text, best first, by their numbers. The text is `a`, and the directional measures are taken from
/// its side.
#[pyfunction]
pub(crate) fn query<'py>(
    py: Python<'py>,
    plan: &Plan,
    text: &str,
    texts: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = Texts::new(&texts)?;
    let params = &plan.params;
    let made = py.detach(|| {
        let corpus = corpus(params, &texts.all());
        let mut asked = Document::from_source(source_of(text), params, corpus.languages());
        asked.leave_out(corpus.left_out());
        let view = corpus.view();
        let (_, hits) = ask(&view, asked);
        let mut numbers = Int64Builder::new();
        let mut counts = CountColumns::default();
        let name = DocPath::new("");
        for hit in &hits.hits {
            numbers.append_value(number(&view, hit.doc));
            counts.push(&PairLine::new(&name, &name, hit.overlap, hit.score, params));
        }
        let mut columns: Vec<(&str, ArrayRef)> = vec![("b", Arc::new(numbers.finish()))];
        columns.extend(counts.finish());
        batch(columns)
    });
    given(py, made)
}

/// The keys of the sketch of each text, ascending; null for a text that is null, none for one without words.
#[pyfunction]
pub(crate) fn sketches<'py>(
    py: Python<'py>,
    plan: &Plan,
    texts: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = Texts::new(&texts)?;
    let params = &plan.params;
    let made = py.detach(|| {
        let (lexicon, all) = (Lexicon::default(), texts.all());
        let mut reader = DocWordsReader::new(params, &lexicon);
        let drafts: Vec<_> =
            all.iter().map(|(number, text)| (*number, reader.read(&source_of(text)))).collect();
        let block = reader.finish();
        let mut records: Vec<(u64, DocWords)> = drafts
            .into_iter()
            .filter_map(|(number, draft)| Some((number, draft.ok()?.settle(&block))))
            .collect();
        let mut tally = Tally::default();
        for detected in records.iter().filter_map(|(_, record)| record.info.detected.as_ref()) {
            tally.add(detected);
        }
        let prior = Prior::from_tally(&tally);
        for (_, record) in &mut records {
            record.settle(params, &prior, &lexicon);
        }
        let mut canon = CanonicalTables::default();
        let settled: Vec<&DocWords> = records.iter().map(|(_, record)| record).collect();
        let sketches = Sketches::new(params, &lexicon, &mut canon, settled.iter().copied());
        // Never cancelled, so it always finishes.
        let drafts = sketches.few(&settled, &Cancel::never()).unwrap_or_default();
        let mut made = records.iter().zip(drafts).peekable();
        let mut lists = ListBuilder::new(UInt64Builder::new());
        for number in 0..texts.len() as u64 {
            let Some((_, mut draft)) = made.next_if(|((of, _), _)| *of == number) else {
                lists.append_null();
                continue;
            };
            draft.keys.sort_unstable();
            lists.values().append_slice(&draft.keys);
            lists.append(true);
        }
        batch(vec![("sketch", Arc::new(lists.finish()))])
    });
    given(py, made)
}
