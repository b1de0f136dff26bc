//! Finds candidate pairs if texts have too many rare keys: texts meet if all `MinHash` values of a band agree. Pairs
//! that agree in no band are missed; the library has a formula for their share.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use shingle_core::shingle::minhash::{FUNCTIONS_RANGE, Minima};
use shingle_core::{compare::measure::Size, shingle::expected::probability_of_any_band};

use crate::blocks::{GrowingColumns, range_of};
use crate::columns::{Columns, batch_to_python, bytes_of_row, pack_keys, unpack_keys};
use crate::texts::Meeting;

/// Returns the number of `MinHash` functions for these bands. Fails above the limit.
fn functions_of_bands(bands: u32, rows: u32) -> PyResult<u32> {
    let (functions, most) = (bands.saturating_mul(rows), *FUNCTIONS_RANGE.end());
    if functions == 0 || functions > most {
        return Err(PyValueError::new_err(format!(
            "--bands {bands} --rows {rows}: takes {} minima; ask for 1 to {most}",
            u64::from(bands) * u64::from(rows)
        )));
    }
    Ok(functions)
}

/// Returns the probability, in 0..=1, that two texts of this resemblance agree in all rows of a band.
#[pyfunction]
pub(crate) fn chance(bands: u32, rows: u32, resemblance: f64) -> PyResult<f64> {
    functions_of_bands(bands, rows)?;
    Ok(probability_of_any_band(bands, rows, resemblance))
}

/// Returns a key for each band, in blocks of `ranges`. Each row has the words, the number of keys and the sketch of a
/// text.
#[pyfunction]
pub(crate) fn bands<'py>(
    py: Python<'py>,
    texts: &Bound<'py, PyAny>,
    bands: u32,
    rows: u32,
    ranges: usize,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let functions = functions_of_bands(bands, rows)?;
    let columns = Columns::new(texts)?;
    let (texts, words, shingles, sketches) = (
        columns.long_column("text")?,
        columns.int_column("words")?,
        columns.int_column("keys")?,
        columns.binary_column("sketch")?,
    );
    let blocks = py.detach(|| {
        let (mut growing, mut full) = (GrowingColumns::new(ranges), Vec::new());
        let mut work = Minima::default();
        for row in 0..columns.len() {
            let keys: Vec<u64> = unpack_keys(bytes_of_row(sketches, row)).collect();
            let size =
                Size { shingles: shingles.value(row) as u32, words: words.value(row) as u32 };
            let minima = work.compute_fast(&keys, functions);
            for (band, minima) in (0..).zip(minima.chunks(rows as usize)) {
                // The band is the seed, because keys of different bands must not be equal.
                let key = xxh3_64_with_seed(&pack_keys(minima), band);
                let text = texts.value(row) as u64;
                // A band comes before all keys, so no key counts as shared yet.
                let meeting = Meeting {
                    key,
                    text,
                    size,
                    place: 0,
                    finds: true,
                    is_found: true,
                    part: 0,
                    other: 0,
                };
                growing.append(range_of(key, ranges), |block| meeting.write_to_block(block));
            }
            if growing.is_full() {
                full.extend(growing.flush_batch());
            }
        }
        full.extend(growing.flush_batch());
        full
    });
    blocks.into_iter().map(|blocks| batch_to_python(py, blocks)).collect()
}
