//! Finds keys of very many texts, from the counts of tasks. These keys are counted by range of texts, so that no
//! task gets all texts of a key.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::Int64Builder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use hashbrown::{HashMap, HashSet};
use pyo3::prelude::*;

use crate::blocks::{FrequentKeys, GrowingColumns, Reader, range_of};
use crate::columns::{Columns, batch_to_python, build_batch, bytes_of_row, unpack_keys};
use crate::frequency::KeysToIgnore;

/// Number of distinct keys at which a task sends its counts.
const MANY: usize = 1 << 22;

/// Keys with the number of their texts, as counted by one task.
#[derive(Default)]
struct SeenKeys {
    texts: u64,
    keys: HashMap<u64, u32>,
}

/// Counts the keys of sketches. Returns the keys that at least a share of the texts have.
#[pyclass(frozen, module = "shingle._native")]
pub(crate) struct FrequentStep {
    share: f64,
    seen: Mutex<SeenKeys>,
}

#[pymethods]
impl FrequentStep {
    /// Creates a step for a share in 0..=1, for keys in at least two texts.
    #[new]
    fn new(share: f64) -> Self {
        Self { share, seen: Mutex::default() }
    }

    /// Adds sketches, and returns keys if many are stored.
    fn push<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let columns = Columns::new(rows)?;
        let sketches = columns.binary_column("sketch")?;
        let full = py.detach(|| {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            for row in 0..columns.len() {
                seen.texts += 1;
                unpack_keys(bytes_of_row(sketches, row))
                    .for_each(|key| *seen.keys.entry(key).or_default() += 1);
            }
            (seen.keys.len() > MANY).then(|| self.take_batch(&mut seen))
        });
        full.map(|full| batch_to_python(py, full)).transpose()
    }

    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        batch_to_python(py, self.take_batch(&mut seen))
    }
}

impl FrequentStep {
    fn take_batch(&self, seen: &mut SeenKeys) -> Result<RecordBatch, ArrowError> {
        let SeenKeys { texts, keys } = std::mem::take(seen);
        let least = ((texts as f64 * self.share).ceil() as u32).max(2);
        let (mut found, mut counts) = (Int64Builder::new(), Int64Builder::new());
        for (key, count) in keys.into_iter().filter(|(_, count)| *count >= least) {
            found.append_value(key as i64);
            counts.append_value(count.into());
        }
        build_batch(vec![("key", Arc::new(found.finish())), ("texts", Arc::new(counts.finish()))])
    }
}

/// Returns the frequent keys of each text, in blocks of `ranges` of texts. After each key comes the text's number of
/// documents.
#[pyfunction]
pub(crate) fn frequent_blocks<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    ranges: usize,
    frequent: &FrequentKeys,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let columns = Columns::new(rows)?;
    let (texts, documents, sketches) = (
        columns.long_column("text")?,
        columns.long_column("documents")?,
        columns.binary_column("sketch")?,
    );
    let blocks = py.detach(|| {
        let mut growing = GrowingColumns::new(ranges);
        for row in 0..columns.len() {
            let keys =
                unpack_keys(bytes_of_row(sketches, row)).filter(|key| frequent.has_key(*key));
            let keys: Vec<u64> = keys.collect();
            if keys.is_empty() {
                continue;
            }
            let (text, documents) = (texts.value(row), documents.value(row) as u32);
            growing.append(range_of(text as u64, ranges), |block| {
                block.extend_from_slice(&text.to_le_bytes());
                block.extend_from_slice(&(keys.len() as u32).to_le_bytes());
                for key in &keys {
                    block.extend_from_slice(&key.to_le_bytes());
                    block.extend_from_slice(&documents.to_le_bytes());
                }
            });
        }
        growing.flush_batch()
    });
    blocks.into_iter().map(|blocks| batch_to_python(py, blocks)).collect()
}

#[derive(Default)]
struct Range {
    bucket: Option<i32>,
    seen: HashSet<(u64, u64)>,
    /// Number of texts and of documents for each key.
    counts: HashMap<u64, (u64, u64)>,
}

/// Adds up blocks of [`frequent_blocks`], sorted by range, and returns the number of texts and documents of each key.
#[pyclass(frozen, module = "shingle._native")]
#[derive(Default)]
pub(crate) struct FrequentCounts(Mutex<Range>);

#[pymethods]
impl FrequentCounts {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn push(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<()> {
        let columns = Columns::new(rows)?;
        let (buckets, blocks) = (columns.int_column("bucket")?, columns.binary_column("block")?);
        py.detach(|| {
            let mut range = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            for row in 0..columns.len() {
                if range.bucket != Some(buckets.value(row)) {
                    range.seen.clear();
                    range.bucket = Some(buckets.value(row));
                }
                range.read_block(bytes_of_row(blocks, row));
            }
        });
        Ok(())
    }

    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut range = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut columns = [(); 3].map(|()| Int64Builder::new());
        for (key, (texts, documents)) in range.counts.drain() {
            let values = [key, texts, documents];
            columns
                .iter_mut()
                .zip(values)
                .for_each(|(column, value)| column.append_value(value as i64));
        }
        let [keys, texts, documents] =
            columns.map(|mut column| -> ArrayRef { Arc::new(column.finish()) });
        batch_to_python(
            py,
            build_batch(vec![("key", keys), ("texts", texts), ("documents", documents)]),
        )
    }
}

impl Range {
    fn read_block(&mut self, block: &[u8]) {
        let mut reader = Reader(block);
        while let Some(text) = reader.read_long() {
            let Some(keys) = reader.read_int() else { return };
            for _ in 0..keys {
                let (Some(key), Some(documents)) = (reader.read_long(), reader.read_int()) else {
                    return;
                };
                // Several tasks may have sent the same text, which counts once.
                if self.seen.insert((text, key)) {
                    let (texts, all) = self.counts.entry(key).or_default();
                    *texts += 1;
                    *all += u64::from(documents);
                }
            }
        }
    }
}

/// Returns each key with the number of its texts (0 if ignored) in twelve bytes. Also returns the numbers of ignored
/// keys: common, in templates, in phrases. Each row has keys with texts and documents.
#[pyfunction]
#[pyo3(signature = (rows, most, templates, phrases))]
pub(crate) fn frequencies(
    rows: &Bound<'_, PyAny>,
    most: Option<u64>,
    templates: &[u8],
    phrases: &[u8],
) -> PyResult<(Vec<u8>, [u64; 3])> {
    let columns = Columns::new(rows)?;
    let (keys, texts, documents) = (
        columns.long_column("key")?,
        columns.long_column("texts")?,
        columns.long_column("documents")?,
    );
    let leaving = KeysToIgnore::new(most, templates, phrases);
    let (mut table, mut left_out) = (Vec::new(), [0; 3]);
    for row in 0..columns.len() {
        let key = keys.value(row) as u64;
        let mut frequency = texts.value(row) as u32;
        if let Some(reason) = leaving.reason(key, documents.value(row) as u64) {
            left_out[reason] += 1;
            frequency = 0;
        }
        table.extend_from_slice(&key.to_le_bytes());
        table.extend_from_slice(&frequency.to_le_bytes());
    }
    Ok((table, left_out))
}
