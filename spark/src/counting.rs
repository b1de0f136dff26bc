//! Counts the shared keys of candidate pairs. A text with many candidates comes once before them, so no row has the
//! keys of two texts.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::Int64Builder;
use arrow_array::{Array as _, ArrayRef};
use hashbrown::HashSet;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use shingle_core::{
    compare::measure::Overlap, compare::measure::Size, compare::merge::count_common_numbers,
};
use shingle_core::{pipeline::parameters::Params, pipeline::parameters::scoring::Criteria};

use crate::columns::{Columns, batch_to_python, build_batch, bytes_of_row, unpack_keys};
use crate::{meeting::passes_threshold, plan::Plan};

/// Above this number of keys, a hash table is built once for a text, instead of merging its keys with each candidate's.
const MANY: usize = 1 << 16;

struct LargerText {
    text: i64,
    size: Size,
    keys: Vec<u64>,
    table: Option<HashSet<u64>>,
}

impl LargerText {
    fn count_shared(&self, keys: &[u64]) -> u32 {
        match &self.table {
            Some(table) => keys.iter().filter(|key| table.contains(*key)).count() as u32,
            None => count_common_numbers(&self.keys, keys),
        }
    }
}

/// Counts candidates of a larger text, which comes before them. Returns the pairs that pass, with the number of keys
/// that their sketches share. With `exact`, rows also have the numbers of shared shingles.
#[pyclass(frozen, module = "shingle._native")]
pub(crate) struct CountingStep {
    params: Arc<Params>,
    exact: bool,
    larger: Mutex<Option<LargerText>>,
}

#[pymethods]
impl CountingStep {
    #[new]
    fn new(plan: &Plan, exact: bool) -> Self {
        Self { params: Arc::clone(&plan.params), exact, larger: Mutex::new(None) }
    }

    /// Adds rows with `large`, `small`, `shared` if known, shingles, words and keys. `small` is null in the larger
    /// text's own row. The other rows have the sizes of the smaller text. Returns the pairs that pass.
    fn push<'py>(&self, py: Python<'py>, rows: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let columns = Columns::new(rows)?;
        let (large, small, known) = (
            columns.long_column("large")?,
            columns.long_column("small")?,
            columns.long_column("shared")?,
        );
        let (shingles, words, keys) = (
            columns.int_column("shingles")?,
            columns.int_column("words")?,
            columns.binary_column("keys")?,
        );
        let made = py.detach(|| {
            let mut larger = self.larger.lock().unwrap_or_else(PoisonError::into_inner);
            let mut pairs = [(); 4].map(|()| Int64Builder::new());
            for row in 0..columns.len() {
                let mut read: Vec<u64> = unpack_keys(bytes_of_row(keys, row)).collect();
                read.sort_unstable();
                let size =
                    Size { shingles: shingles.value(row) as u32, words: words.value(row) as u32 };
                let text = large.value(row);
                if small.is_null(row) {
                    let table = (read.len() > MANY).then(|| read.iter().copied().collect());
                    *larger = Some(LargerText { text, size, keys: read, table });
                    continue;
                }
                let larger = larger.as_ref().filter(|larger| larger.text == text).ok_or(text)?;
                let counted = larger.count_shared(&read);
                let found = if self.exact {
                    let agree = known.value(row);
                    self.passes(size, larger.size, agree as u32, counted)
                        .then_some((agree, i64::from(counted)))
                } else {
                    let bar = Criteria::new(&self.params).bar;
                    (counted >= bar.least_shared_shingles(size, larger.size))
                        .then_some((i64::from(counted), 0))
                };
                if let Some((agree, exact)) = found {
                    let values = [small.value(row), text, agree, exact];
                    pairs
                        .iter_mut()
                        .zip(values)
                        .for_each(|(column, value)| column.append_value(value));
                }
            }
            Ok(pairs.map(|mut column| -> ArrayRef { Arc::new(column.finish()) }))
        });
        let missing =
            |text: i64| PyValueError::new_err(format!("a candidate without its text {text}"));
        let [small, large, shared, exact] = made.map_err(missing)?;
        batch_to_python(
            py,
            build_batch(vec![
                ("small", small),
                ("large", large),
                ("shared", shared),
                ("exact", exact),
            ]),
        )
    }

    #[staticmethod]
    fn finish() {}
}

impl CountingStep {
    /// Returns true if the pair passes. `agree` is the number of keys that the sketches share, `shared` the number of
    /// shared shingles.
    fn passes(&self, small: Size, large: Size, agree: u32, shared: u32) -> bool {
        let overlap = Overlap {
            shared,
            a_shingles: small.shingles,
            b_shingles: large.shingles,
            a_words: small.words,
            b_words: large.words,
            one_in: self.params.modulo,
            exact_copy: false,
        };
        passes_threshold(&self.params, overlap, agree)
    }
}
