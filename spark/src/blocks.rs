//! Packs many keys into one value. A block has the keys of a range from many documents, because Spark moves few large
//! values faster than many small ones.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{BinaryBuilder, Int32Builder};
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use hashbrown::HashSet;
use pyo3::prelude::*;

use crate::columns::{Columns, batch_to_python, build_batch, bytes_of_row, unpack_keys};

/// Total size at which blocks are sent (32 MiB).
const FULL: usize = 32 << 20;

/// Blocks that are not sent yet, by number.
pub(crate) struct GrowingColumns {
    blocks: Vec<Vec<u8>>,
    size: usize,
}

impl GrowingColumns {
    pub(crate) fn new(blocks: usize) -> Self {
        Self { blocks: vec![Vec::new(); blocks], size: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    pub(crate) fn append(&mut self, number: usize, write: impl FnOnce(&mut Vec<u8>)) {
        if let Some(block) = self.blocks.get_mut(number) {
            let before = block.len();
            write(block);
            self.size += block.len() - before;
        }
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.size >= FULL
    }

    /// Returns the columns `bucket` and `block`.
    pub(crate) fn take_columns(&mut self) -> Vec<(&'static str, ArrayRef)> {
        let (mut numbers, mut blocks) = (Int32Builder::new(), BinaryBuilder::new());
        for (number, block) in self.blocks.iter_mut().enumerate().filter(|(_, all)| !all.is_empty())
        {
            numbers.append_value(number as i32);
            blocks.append_value(&*block);
            *block = Vec::new();
        }
        self.size = 0;
        vec![("bucket", Arc::new(numbers.finish())), ("block", Arc::new(blocks.finish()))]
    }

    pub(crate) fn flush_batch(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        (self.size > 0).then(|| build_batch(self.take_columns()))
    }
}

/// Returns the range of a key that is spread evenly over 64 bits.
pub(crate) fn range_of(key: u64, ranges: usize) -> usize {
    ((u128::from(key) * ranges as u128) >> 64) as usize
}

pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn read_long(&mut self) -> Option<u64> {
        let (eight, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*eight))
    }

    pub(crate) fn read_int(&mut self) -> Option<u32> {
        let (four, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*four))
    }

    pub(crate) fn read_keys(&mut self, keys: u32) -> impl Iterator<Item = u64> + 'a {
        let (taken, rest) = self.0.split_at_checked(keys as usize * 8).unwrap_or((self.0, &[]));
        self.0 = rest;
        unpack_keys(taken)
    }
}

/// Keys of very many texts. They are not sent in blocks of keys, because all would go to one task.
#[pyclass(frozen, module = "shingle._native")]
pub(crate) struct FrequentKeys(HashSet<u64>);

#[pymethods]
impl FrequentKeys {
    #[new]
    pub(crate) fn new(keys: &[u8]) -> Self {
        Self(unpack_keys(keys).collect())
    }
}

impl FrequentKeys {
    pub(crate) fn has_key(&self, key: u64) -> bool {
        self.0.contains(&key)
    }
}

/// Distributes sketches over ranges of keys.
#[pyclass(frozen, module = "shingle._native")]
pub(crate) struct Spreader {
    growing: Mutex<GrowingColumns>,
    frequent: FrequentKeys,
}

#[pymethods]
impl Spreader {
    #[new]
    fn new(ranges: usize, frequent: &[u8]) -> Self {
        let growing = Mutex::new(GrowingColumns::new(ranges));
        Self { growing, frequent: FrequentKeys::new(frequent) }
    }

    /// Adds rows with a text, its number of documents and its sketch, and returns blocks when they are full.
    fn push<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let columns = Columns::new(rows)?;
        let (texts, documents, sketches) = (
            columns.long_column("text")?,
            columns.long_column("documents")?,
            columns.binary_column("sketch")?,
        );
        let full = py.detach(|| {
            let mut growing = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
            for row in (0..columns.len()).filter(|row| !texts.is_null(*row)) {
                let keys = unpack_keys(bytes_of_row(sketches, row))
                    .filter(|key| !self.frequent.has_key(*key));
                let keys: Vec<u64> = keys.collect();
                append_to_ranges(
                    &mut growing,
                    texts.value(row),
                    documents.value(row) as u32,
                    &keys,
                );
            }
            growing.is_full().then(|| growing.flush_batch()).flatten()
        });
        full.map(|full| batch_to_python(py, full)).transpose()
    }

    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let left = self.growing.lock().unwrap_or_else(PoisonError::into_inner).flush_batch();
        left.map(|left| batch_to_python(py, left)).transpose()
    }
}

/// Appends the keys of a text (ascending) to the blocks of their ranges. An entry has the text, its documents, the
/// number of keys, and the keys.
fn append_to_ranges(growing: &mut GrowingColumns, text: i64, documents: u32, keys: &[u64]) {
    let ranges = growing.len();
    for piece in keys.chunk_by(|a, b| range_of(*a, ranges) == range_of(*b, ranges)) {
        let Some(first) = piece.first() else { continue };
        growing.append(range_of(*first, ranges), |block| {
            block.extend_from_slice(&text.to_le_bytes());
            block.extend_from_slice(&documents.to_le_bytes());
            block.extend_from_slice(&(piece.len() as u32).to_le_bytes());
            block.extend(piece.iter().flat_map(|key| key.to_le_bytes()));
        });
    }
}
