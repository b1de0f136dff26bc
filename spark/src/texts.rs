//! Collects the shared keys of each text, rare keys first, and the keys by which other texts find it.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{BinaryBuilder, Int32Builder, Int64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use hashbrown::HashMap;
use pyo3::prelude::*;

use shingle_core::{compare::measure::Size, pipeline::parameters::scoring::Criteria};

use crate::blocks::{GrowingColumns, Reader, range_of};
use crate::columns::{Columns, batch_to_python, build_batch, bytes_of_row, pack_keys, unpack_keys};
use crate::plan::Plan;

/// Keys of each text, with the number of texts that have the key (0 if ignored).
type Gathered = HashMap<u64, Vec<(u32, u64)>>;

#[derive(Default)]
struct State {
    ranges: i32,
    bucket: Option<i32>,
    texts: Gathered,
    frequent: HashMap<u64, u32>,
    /// Numbers of ignored keys: common, in templates, in phrases.
    counts: [u64; 3],
    rows: Rows,
}

#[derive(Default)]
struct Rows {
    texts: Int64Builder,
    ignored: Int32Builder,
    repeated: BinaryBuilder,
    frequencies: BinaryBuilder,
    size: usize,
}

/// Adds up blocks of texts, sorted by range, and returns a row for each text.
#[pyclass(frozen, module = "shingle._native")]
pub(crate) struct TextStep(Mutex<State>);

/// Size of keys at which a batch is sent: 32 MiB.
const FULL: usize = 32 << 20;

#[pymethods]
impl TextStep {
    /// Creates a step. `frequent` is the table of [`crate::frequent::frequencies`].
    #[new]
    fn new(ranges: i32, frequent: &[u8]) -> Self {
        let mut reader = Reader(frequent);
        let next = || reader.read_long().zip(reader.read_int());
        let frequent = std::iter::from_fn(next).collect();
        Self(Mutex::new(State { ranges, frequent, ..State::default() }))
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
                let bucket = buckets.value(row);
                if state.bucket != Some(bucket) {
                    state.close_text();
                    state.bucket = Some(bucket);
                }
                state.read_block(bytes_of_row(blocks, row));
            }
            (state.rows.size > FULL).then(|| state.rows.take_batch())
        });
        full.map(|full| batch_to_python(py, full)).transpose()
    }

    /// Returns the remaining rows; a row without a text has the numbers of ignored keys.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let left = py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.close_text();
            let counts = state.counts;
            if counts.iter().any(|count| *count > 0) {
                state.rows.texts.append_null();
                state.rows.ignored.append_null();
                state.rows.repeated.append_value(pack_keys(&counts));
                state.rows.frequencies.append_null();
            }
            state.rows.take_batch()
        });
        batch_to_python(py, left)
    }
}

impl State {
    fn read_block(&mut self, block: &[u8]) {
        let mut reader = Reader(block);
        if self.bucket == Some(self.ranges) {
            // Each mark of eight bytes is followed by three numbers.
            while reader.read_long().is_some() {
                for count in &mut self.counts {
                    *count += reader.read_long().unwrap_or(0);
                }
            }
            return;
        }
        while let Some(text) = reader.read_long() {
            let Some(keys) = reader.read_int() else { return };
            let gathered = self.texts.entry(text).or_default();
            for _ in 0..keys {
                let (Some(key), Some(found)) = (reader.read_long(), reader.read_int()) else {
                    return;
                };
                let frequency = self.frequent.get(&key).copied().unwrap_or(found);
                // A frequency of 1 means a single text that several tasks sent.
                if frequency != 1 {
                    gathered.push((frequency, key));
                }
            }
        }
    }

    fn close_text(&mut self) {
        let mut texts: Vec<_> = self.texts.drain().collect();
        texts.sort_unstable_by_key(|(text, _)| *text);
        for (text, mut gathered) in texts {
            // Sorts by frequency and then by key, in the same order for all texts.
            gathered.sort_unstable();
            // Several tasks may have sent the same text.
            gathered.dedup();
            let left_out = gathered.partition_point(|(frequency, _)| *frequency == 0);
            let repeated = gathered.get(left_out..).unwrap_or_default();
            self.rows.texts.append_value(text as i64);
            self.rows.ignored.append_value(left_out as i32);
            let keys: Vec<u64> = repeated.iter().map(|(_, key)| *key).collect();
            self.rows.repeated.append_value(pack_keys(&keys));
            let frequent = repeated.iter().filter(|(frequency, _)| *frequency > FREQUENT);
            let frequent: Vec<u8> =
                frequent.flat_map(|(frequency, _)| frequency.to_le_bytes()).collect();
            self.rows.size += keys.len() * 8 + frequent.len();
            self.rows.frequencies.append_value(frequent);
        }
    }
}

impl Rows {
    fn take_batch(&mut self) -> Result<RecordBatch, ArrowError> {
        self.size = 0;
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("text", Arc::new(self.texts.finish())),
            ("left_out", Arc::new(self.ignored.finish())),
            ("repeated", Arc::new(self.repeated.finish())),
            ("frequencies", Arc::new(self.frequencies.finish())),
        ];
        build_batch(columns)
    }
}

/// Largest number of texts with a key that meet at once. More meet in parts of this size.
const FREQUENT: u32 = 4096;
/// Largest number of parts of a key's texts.
const PARTS: u64 = 64;

/// One key of a text, sent to the place where texts with this key meet.
pub(crate) struct Meeting {
    pub(crate) key: u64,
    pub(crate) text: u64,
    pub(crate) size: Size,
    /// Position among the text's counted keys, rare to frequent.
    pub(crate) place: u32,
    /// True if the text may find a larger text by this key.
    pub(crate) finds: bool,
    /// True if a smaller text may find this text by this key.
    pub(crate) is_found: bool,
    /// Part of the key's texts that contains this text, and the part that it meets here.
    pub(crate) part: u8,
    pub(crate) other: u8,
}

impl Meeting {
    pub(crate) fn write_to_block(&self, block: &mut Vec<u8>) {
        block.extend_from_slice(&self.key.to_le_bytes());
        block.extend_from_slice(&self.text.to_le_bytes());
        block.extend_from_slice(&self.size.shingles.to_le_bytes());
        block.extend_from_slice(&self.size.words.to_le_bytes());
        block.extend_from_slice(&self.place.to_le_bytes());
        let sides = [u8::from(self.finds), u8::from(self.is_found), self.part, self.other];
        block.extend_from_slice(&sides);
    }

    pub(crate) fn read_from_block(reader: &mut Reader<'_>) -> Option<Self> {
        let (key, text) = (reader.read_long()?, reader.read_long()?);
        let size = Size { shingles: reader.read_int()?, words: reader.read_int()? };
        let place = reader.read_int()?;
        let [finds, is_found, part, other] = reader.read_int()?.to_le_bytes();
        let (finds, is_found) = (finds == 1, is_found == 1);
        Some(Self { key, text, size, place, finds, is_found, part, other })
    }
}

/// Returns the keys by which texts can be found, in blocks of `ranges`. Each row has the words, sketch keys, ignored
/// keys and repeated keys of a text.
#[pyfunction]
pub(crate) fn prefixes<'py>(
    py: Python<'py>,
    plan: &Plan,
    rows: &Bound<'py, PyAny>,
    ranges: usize,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let columns = Columns::new(rows)?;
    let (texts, words, keys, left_out, repeated, frequencies) = (
        columns.long_column("text")?,
        columns.int_column("words")?,
        columns.int_column("keys")?,
        columns.int_column("left_out")?,
        columns.binary_column("repeated")?,
        columns.binary_column("frequencies")?,
    );
    let bar = Criteria::new(&plan.params).bar;
    let blocks = py.detach(|| {
        let mut growing = GrowingColumns::new(ranges);
        let mut full = Vec::new();
        for row in 0..columns.len() {
            let shingles = (keys.value(row) - left_out.value(row)).max(0) as u32;
            let size = Size { shingles, words: words.value(row) as u32 };
            let repeated: Vec<u64> = unpack_keys(bytes_of_row(repeated, row)).collect();
            if (repeated.len() as u32) < bar.least_shared_with_any_size(size) {
                continue;
            }
            // Keys that no other text has are the rarest, so they come before the repeated keys.
            let alone = shingles.saturating_sub(repeated.len() as u32);
            let below = |least: u32| (shingles + 1).saturating_sub(least);
            let finds = below(bar.least_shared_with_larger(size));
            let is_found = below(bar.least_shared_with_smaller(size));
            let frequent = bytes_of_row(frequencies, row);
            let rare = repeated.len() - frequent.len() / 4;
            let (frequent, text) = (frequent.as_chunks::<4>().0, texts.value(row) as u64);
            for (at, key) in repeated.iter().enumerate() {
                let place = alone + at as u32;
                let (finds, is_found) = (place < finds, place < is_found);
                if !finds && !is_found {
                    break;
                }
                let found = at.checked_sub(rare).and_then(|at| frequent.get(at));
                let parts = found.map_or(1, |four| {
                    u64::from(u32::from_le_bytes(*four).div_ceil(FREQUENT)).min(PARTS)
                });
                let part = (text % parts) as u8;
                for other in 0..parts as u8 {
                    let meeting =
                        Meeting { key: *key, text, size, place, finds, is_found, part, other };
                    let cell = cell_of_key(*key, part, other);
                    growing.append(range_of(cell, ranges), |block| meeting.write_to_block(block));
                }
                if growing.is_full() {
                    full.extend(growing.flush_batch());
                }
            }
        }
        full.extend(growing.flush_batch());
        full
    });
    blocks.into_iter().map(|blocks| batch_to_python(py, blocks)).collect()
}

/// Returns the meeting place of two parts of a key's texts: a number spread over 64 bits.
fn cell_of_key(key: u64, part: u8, other: u8) -> u64 {
    let parts = u64::from(part.min(other)) << 8 | u64::from(part.max(other));
    // Mixes key and parts, so that keys of one range and parts of one key are spread again.
    (key ^ parts.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
