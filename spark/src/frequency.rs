//! Counts the texts and documents of each key, one range of keys at a time. Drops keys of a single text.

use std::sync::{Mutex, PoisonError};

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use hashbrown::HashSet;
use pyo3::prelude::*;

use crate::blocks::{GrowingColumns, Reader, range_of};
use crate::columns::{Columns, batch_to_python, bytes_of_row, unpack_keys};

/// A key of a text, with the number of the text's documents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    text: u64,
    documents: u32,
}

/// Column name of the block with the numbers of ignored keys.
const COUNTS: &[u8] = b"left out";

pub(crate) struct KeysToIgnore {
    /// A key in more documents than this is ignored.
    most: u64,
    templates: HashSet<u64>,
    phrases: HashSet<u64>,
}

impl KeysToIgnore {
    pub(crate) fn new(most: Option<u64>, templates: &[u8], phrases: &[u8]) -> Self {
        Self {
            most: most.unwrap_or(u64::MAX),
            templates: unpack_keys(templates).collect(),
            phrases: unpack_keys(phrases).collect(),
        }
    }

    /// Returns why a key is ignored: 0 for common, 1 for a template, 2 for a phrase.
    pub(crate) fn reason(&self, key: u64, documents: u64) -> Option<usize> {
        if self.templates.contains(&key) {
            Some(1)
        } else if self.phrases.contains(&key) {
            Some(2)
        } else {
            (documents > self.most).then_some(0)
        }
    }
}

struct State {
    leaving: KeysToIgnore,
    bucket: Option<i32>,
    entries: Vec<Entry>,
    /// The result: blocks of keys by range of texts.
    growing: GrowingColumns,
}

/// Takes blocks of keys sorted by range, and returns blocks of texts.
#[pyclass(frozen, module = "shingle._native")]
pub(crate) struct FrequencyStep(Mutex<State>);

#[pymethods]
impl FrequencyStep {
    /// Creates a step with `ranges` of texts, and ignores keys in more than `most` documents, and keys of templates and
    /// phrases.
    #[new]
    #[pyo3(signature = (ranges, most, templates, phrases))]
    fn new(ranges: usize, most: Option<u64>, templates: &[u8], phrases: &[u8]) -> Self {
        Self(Mutex::new(State {
            leaving: KeysToIgnore::new(most, templates, phrases),
            bucket: None,
            entries: Vec::new(),
            // One more block, for the numbers of ignored keys.
            growing: GrowingColumns::new(ranges + 1),
        }))
    }

    fn push<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let columns = Columns::new(rows)?;
        let (buckets, blocks) = (columns.int_column("bucket")?, columns.binary_column("block")?);
        let full = py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            for row in 0..columns.len() {
                if state.bucket != Some(buckets.value(row)) {
                    state.close_key();
                    state.bucket = Some(buckets.value(row));
                }
                state.read_block(bytes_of_row(blocks, row));
            }
            state.growing.is_full().then(|| state.growing.flush_batch()).flatten()
        });
        full.map(|full| batch_to_python(py, full)).transpose()
    }

    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let left: Option<Result<RecordBatch, ArrowError>> = py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.close_key();
            state.growing.flush_batch()
        });
        left.map(|left| batch_to_python(py, left)).transpose()
    }
}

impl State {
    fn read_block(&mut self, block: &[u8]) {
        let mut reader = Reader(block);
        while let Some(text) = reader.read_long() {
            let (Some(documents), Some(keys)) = (reader.read_int(), reader.read_int()) else {
                return;
            };
            self.entries.extend(reader.read_keys(keys).map(|key| Entry { key, text, documents }));
        }
    }

    fn close_key(&mut self) {
        let mut entries = std::mem::take(&mut self.entries);
        entries.sort_unstable();
        // Several tasks may have sent the same text, which counts once.
        entries.dedup_by_key(|entry| (entry.key, entry.text));
        let mut found: Vec<(u64, u64, u32)> = Vec::new();
        let mut left_out = [0_u64; 3];
        for holders in entries.chunk_by(|a, b| a.key == b.key) {
            let Some(first) = holders.first() else { continue };
            let documents: u64 = holders.iter().map(|holder| u64::from(holder.documents)).sum();
            if let Some(reason) = self.leaving.reason(first.key, documents) {
                left_out[reason] += 1;
                // An ignored key has frequency 0, which no other key has.
                found.extend(holders.iter().map(|holder| (holder.text, holder.key, 0)));
            } else if holders.len() > 1 {
                let frequency = holders.len() as u32;
                found.extend(holders.iter().map(|holder| (holder.text, holder.key, frequency)));
            }
        }
        found.sort_unstable();
        let ranges = self.growing.len() - 1;
        for keys in found.chunk_by(|a, b| a.0 == b.0) {
            let Some((text, ..)) = keys.first() else { continue };
            self.growing.append(range_of(*text, ranges), |block| {
                block.extend_from_slice(&text.to_le_bytes());
                block.extend_from_slice(&(keys.len() as u32).to_le_bytes());
                for (_, key, frequency) in keys {
                    block.extend_from_slice(&key.to_le_bytes());
                    block.extend_from_slice(&frequency.to_le_bytes());
                }
            });
        }
        if left_out.iter().any(|count| *count > 0) {
            self.growing.append(ranges, |block| {
                block.extend_from_slice(COUNTS);
                block.extend(left_out.iter().flat_map(|count| count.to_le_bytes()));
            });
        }
    }
}
