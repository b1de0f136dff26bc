//! Compares texts in memory in this process, for notebooks.
#![allow(clippy::needless_pass_by_value, reason = "Python gives lists")]

use std::{cmp::Reverse, sync::Arc};

use arrow_array::builder::{Int64Builder, ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch};
use arrow_pyarrow::FromPyArrow as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use base::{cancel::Cancel, ids::DocId, path::DocPath};
use shingle_core::pipeline::results::{lines::PairLine, stream::Stream};
use shingle_core::pipeline::texts::canonical_table::CanonicalTables;
use shingle_core::pipeline::texts::record::{DocWords, DocWordsReader};
use shingle_core::pipeline::{Between, Clusters, Repeats};
use shingle_core::texts::{sketch_texts, text_name, text_number, text_source};
use shingle_core::{
    pipeline::corpus::Corpus, pipeline::corpus::query::query_corpus as find_hits,
    pipeline::document::Document,
};
use shingle_core::{pipeline::ranking::row::Pair, pipeline::ranking::row::compare_pairs};
use shingle_core::{pipeline::texts::sketches::Sketches, text::lexicon::Lexicon};

use crate::columns::{batch_to_python, build_batch};
use crate::{lines::CountColumns, plan::Plan};

/// Texts from Python. Shares the memory of the batches.
struct Texts(Vec<ArrayRef>);

impl Texts {
    /// Reads the first column of each batch.
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

    fn named_texts(&self, folder: &str) -> Vec<(DocPath, &str)> {
        self.numbered_texts()
            .into_iter()
            .map(|(number, text)| (text_name(folder, number), text))
            .collect()
    }

    /// Returns texts with their numbers. Skips nulls, but they count in the numbers.
    fn numbered_texts(&self) -> Vec<(u64, &str)> {
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

fn number_or_none(corpus: &Corpus, id: DocId) -> i64 {
    text_number(corpus, id).map_or(-1, |number| number as i64)
}

/// Returns all pairs of texts that score at least the threshold, best first, by text number. With old texts, `a` is a
/// text and `b` an old text.
#[pyfunction]
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    plan: &Plan,
    texts: Vec<Bound<'py, PyAny>>,
    old: Option<Vec<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = Texts::new(&texts)?;
    let old = old.map(|old| Texts::new(&old)).transpose()?;
    let mut params = Arc::clone(&plan.params);
    if old.is_some() {
        let between = Between::from_sides(&["new", "old"]);
        Arc::make_mut(&mut params).between =
            between.map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    let params = &params;
    let made = py.detach(|| {
        // Only pairs between two folders are allowed. `new` is the first by name.
        let mut named = texts.named_texts("new/");
        named.extend(old.iter().flat_map(|old| old.named_texts("old/")));
        let corpus = sketch_texts(&named, params);
        let index = corpus.build_index();
        let mut found: Vec<Pair> = Vec::new();
        let all = Stream::new(&corpus, &index).stream_pairs(|pairs| {
            found.extend_from_slice(pairs);
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(_) = all;
        found.sort_unstable_by(compare_pairs);
        let (mut a, mut b) = (Int64Builder::new(), Int64Builder::new());
        let mut counts = CountColumns::default();
        for pair in &found {
            a.append_value(number_or_none(&corpus, pair.a));
            b.append_value(number_or_none(&corpus, pair.b));
            let Some((one, other)) =
                corpus.docs().get(pair.a.index()).zip(corpus.docs().get(pair.b.index()))
            else {
                continue;
            };
            let line = PairLine::new(&one.path, &other.path, pair.overlap, pair.score, params);
            counts.push_line(&line);
        }
        let mut columns: Vec<(&str, ArrayRef)> =
            vec![("a", Arc::new(a.finish())), ("b", Arc::new(b.finish()))];
        columns.extend(counts.finish());
        build_batch(columns)
    });
    batch_to_python(py, made)
}

type ResultColumns = Vec<(&'static str, ArrayRef)>;

/// Runs `find_out` without Python's lock, and returns the result and the number of compared texts.
fn compare_texts<'py>(
    py: Python<'py>,
    plan: &Plan,
    texts: Vec<Bound<'py, PyAny>>,
    find_out: impl FnOnce(Corpus, usize) -> ResultColumns + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = Texts::new(&texts)?;
    let made = py.detach(|| {
        build_batch(find_out(sketch_texts(&texts.named_texts(""), &plan.params), texts.len()))
    });
    batch_to_python(py, made)
}

/// Returns the texts similar to a text, best first, by number. The text is `a`, which matters for measures that depend
/// on the direction.
#[pyfunction]
pub(crate) fn query<'py>(
    py: Python<'py>,
    plan: &Plan,
    text: &str,
    texts: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let params = &plan.params;
    compare_texts(py, plan, texts, |corpus, _| {
        let mut asked = Document::from_source(text_source(text), params);
        asked.set_ignored_shingles(corpus.ignored_shingles());
        let hits = find_hits(&corpus, &asked);
        let mut numbers = Int64Builder::new();
        let mut counts = CountColumns::default();
        let name = DocPath::new("");
        for hit in &hits.hits {
            numbers.append_value(number_or_none(&corpus, hit.doc));
            counts.push_line(&PairLine::new(&name, &name, hit.overlap, hit.score, params));
        }
        let mut columns: ResultColumns = vec![("b", Arc::new(numbers.finish()))];
        columns.extend(counts.finish());
        columns
    })
}

/// Returns, for each text that repeats another text, the number of the retained text and the score. Null for retained
/// texts and for null. Of repeating texts, retains the first, or with `longest` the longest.
#[pyfunction]
pub(crate) fn repeats<'py>(
    py: Python<'py>,
    plan: &Plan,
    texts: Vec<Bound<'py, PyAny>>,
    longest: bool,
) -> PyResult<Bound<'py, PyAny>> {
    compare_texts(py, plan, texts, |corpus, all| {
        let mut order: Vec<DocId> = (0..).take(corpus.docs().len()).map(DocId).collect();
        if longest {
            order.sort_by_key(|id| Reverse(corpus.docs()[id.index()].words));
        }
        let found = Repeats::new(&corpus, &corpus.build_index(), &order, 0).find_repeats();
        let (mut kept, mut scores) = (vec![None; all], vec![None; all]);
        for (id, repeat) in (0..).map(DocId).zip(found) {
            if let (Some(of), Some(repeat)) = (text_number(&corpus, id), repeat) {
                kept[of as usize] = Some(number_or_none(&corpus, repeat.kept));
                scores[of as usize] = Some(repeat.score.to_f64());
            }
        }
        vec![
            ("repeats", Arc::new(Int64Array::from(kept))),
            ("score", Arc::new(Float64Array::from(scores))),
        ]
    })
}

/// Returns the cluster number of each text, from 0 for the largest. Null for a text in no cluster.
#[pyfunction]
pub(crate) fn clusters<'py>(
    py: Python<'py>,
    plan: &Plan,
    texts: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    compare_texts(py, plan, texts, |mut corpus, all| {
        let never = Cancel::never_cancelled();
        let _ = corpus.refresh(&never, &|_, _, _| ());
        let found = Clusters::new(&corpus, &never);
        let mut numbers = vec![None; all];
        for (cluster, at) in found.iter().flat_map(|found| &found.clusters).zip(0_i64..) {
            for of in cluster.texts.iter().flatten().filter_map(|id| text_number(&corpus, *id)) {
                numbers[of as usize] = Some(at);
            }
        }
        vec![("cluster", Arc::new(Int64Array::from(numbers)))]
    })
}

/// Returns the keys of each text's sketch, ascending. Null for a null text, and an empty list for a text without words.
#[pyfunction]
pub(crate) fn sketches<'py>(
    py: Python<'py>,
    plan: &Plan,
    texts: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = Texts::new(&texts)?;
    let params = &plan.params;
    let made = py.detach(|| {
        let (lexicon, all) = (Lexicon::default(), texts.numbered_texts());
        let mut reader = DocWordsReader::for_any_params(params, &lexicon);
        let read =
            |(number, text): &(u64, &str)| Some((*number, reader.read(&text_source(text)).ok()?));
        let records: Vec<(u64, DocWords)> = all.iter().filter_map(read).collect();
        let mut canon = CanonicalTables::default();
        let settled: Vec<&DocWords> = records.iter().map(|(_, record)| record).collect();
        let sketches = Sketches::new(params, &lexicon, &mut canon, settled.iter().copied());
        let drafts =
            sketches.sketch_documents(&settled, &Cancel::never_cancelled()).unwrap_or_default();
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
        build_batch(vec![("sketch", Arc::new(lists.finish()))])
    });
    batch_to_python(py, made)
}
