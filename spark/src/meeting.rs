//! Pairs texts that share a key and may pass.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::RecordBatch;
use arrow_array::builder::Int64Builder;
use arrow_schema::ArrowError;
use hashbrown::HashSet;
use pyo3::prelude::*;

use base::ratio::Ratio;
use shingle_core::compare::measure::{Direction, Overlap};
use shingle_core::pipeline::parameters::scoring::{Criteria, score_pair};
use shingle_core::{compare::measure::Bar, pipeline::parameters::Params};

use crate::columns::{Columns, batch_to_python, build_batch, bytes_of_row};
use crate::{blocks::Reader, plan::Plan, texts::Meeting};

struct State {
    bar: Bar,
    bucket: Option<i32>,
    met: Vec<Meeting>,
    found: HashSet<(u64, u64)>,
}

/// Adds blocks of keys, sorted by range, by which texts can be found, and returns the pairs that may pass, the smaller
/// text first. A pair may be returned more than once.
#[pyclass(frozen, module = "shingle._native")]
pub(crate) struct MeetingStep(Mutex<State>);

/// Number of pairs at which they are sent.
const FULL: usize = 1 << 20;

#[pymethods]
impl MeetingStep {
    #[new]
    fn new(plan: &Plan) -> Self {
        let bar = Criteria::new(&plan.params).bar;
        Self(Mutex::new(State { bar, bucket: None, met: Vec::new(), found: HashSet::new() }))
    }

    fn push<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let columns = Columns::new(rows)?;
        let (buckets, blocks) = (columns.int_column("bucket")?, columns.binary_column("block")?);
        let full = py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let mut full = Vec::new();
            for row in 0..columns.len() {
                if state.bucket != Some(buckets.value(row)) {
                    state.close_key(&mut full);
                    state.bucket = Some(buckets.value(row));
                }
                let mut reader = Reader(bytes_of_row(blocks, row));
                while let Some(meeting) = Meeting::read_from_block(&mut reader) {
                    state.met.push(meeting);
                }
            }
            full
        });
        full.into_iter().map(|full| batch_to_python(py, full)).collect()
    }

    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let left = py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let mut left = Vec::new();
            state.close_key(&mut left);
            left.push(state.take_batch());
            left
        });
        left.into_iter().map(|left| batch_to_python(py, left)).collect()
    }
}

impl State {
    /// Pairs the texts with the same key, at the end of the key.
    fn close_key(&mut self, full: &mut Vec<Result<RecordBatch, ArrowError>>) {
        let bar = self.bar;
        let mut met = std::mem::take(&mut self.met);
        // Smaller texts come first, or of equal sizes, smaller numbers, so that each pair has one order.
        let order = |one: &Meeting| (bar.size_in_units(one.size), one.text);
        let cell = |one: &Meeting| (one.key, one.part.min(one.other), one.part.max(one.other));
        met.sort_unstable_by_key(|one| (cell(one), order(one)));
        for here in met.chunk_by(|a, b| cell(a) == cell(b)) {
            for (at, small) in here.iter().enumerate().filter(|(_, one)| one.finds) {
                for large in here.iter().skip(at + 1).filter(|one| one.is_found) {
                    // If two parts of the texts meet here, texts within one part do not.
                    let apart = small.part == small.other || small.part != large.part;
                    if apart && small.text != large.text && may_pass(bar, small, large) {
                        self.found.insert((small.text, large.text));
                    }
                }
                if self.found.len() >= FULL {
                    full.push(self.take_batch());
                }
            }
        }
    }

    fn take_batch(&mut self) -> Result<RecordBatch, ArrowError> {
        let (mut small, mut large) = (Int64Builder::new(), Int64Builder::new());
        for (a, b) in self.found.drain() {
            small.append_value(a as i64);
            large.append_value(b as i64);
        }
        build_batch(vec![("small", Arc::new(small.finish())), ("large", Arc::new(large.finish()))])
    }
}

/// Returns true if two texts can share enough keys, if this is their rarest shared key. Texts with a rarer shared key
/// are paired there.
fn may_pass(bar: Bar, small: &Meeting, large: &Meeting) -> bool {
    let left = |one: &Meeting| one.size.shingles.saturating_sub(one.place);
    left(small).min(left(large)) >= bar.least_shared_shingles(small.size, large.size)
}

/// Returns the texts with copies that pass as pairs.
#[pyfunction]
pub(crate) fn copies<'py>(
    py: Python<'py>,
    plan: &Plan,
    rows: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let columns = Columns::new(rows)?;
    let (texts, words) = (columns.long_column("text")?, columns.int_column("words")?);
    let (agree, exact) = (columns.long_column("agree")?, columns.long_column("exact")?);
    let mut passing = Int64Builder::new();
    for row in 0..columns.len() {
        let shingles = if plan.params.is_estimate() { exact.value(row) } else { agree.value(row) };
        let (shingles, words) = (shingles as u32, words.value(row) as u32);
        let overlap = Overlap {
            shared: shingles,
            a_shingles: shingles,
            b_shingles: shingles,
            a_words: words,
            b_words: words,
            one_in: plan.params.modulo,
            exact_copy: true,
        };
        if passes_threshold(&plan.params, overlap, agree.value(row) as u32) {
            passing.append_value(texts.value(row));
        }
    }
    batch_to_python(py, build_batch(vec![("text", Arc::new(passing.finish()))]))
}

/// Returns true if the pair passes. `agree` is the number of keys that the sketches share.
pub(crate) fn passes_threshold(params: &Params, overlap: Overlap, agree: u32) -> bool {
    let score = score_pair(params, overlap, agree, Direction::Larger);
    let criteria = Criteria::new(params);
    criteria.passes(score, overlap, Direction::Larger)
        && (score > Ratio::ZERO || overlap.exact_copy)
}
