//! Reads columns of Arrow batches by name.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Int32Array, Int64Array, RecordBatch, StringArray,
};
use arrow_pyarrow::{FromPyArrow as _, ToPyArrow as _};
use arrow_schema::{ArrowError, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A batch from Python, whose memory it shares.
pub(crate) struct Columns(RecordBatch);

impl Columns {
    pub(crate) fn new(batch: &Bound<'_, PyAny>) -> PyResult<Self> {
        RecordBatch::from_pyarrow_bound(batch).map(Self)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.num_rows()
    }

    fn column(&self, name: &str) -> PyResult<&ArrayRef> {
        let missing = || PyValueError::new_err(format!("a batch without the column {name}"));
        self.0.column_by_name(name).ok_or_else(missing)
    }

    pub(crate) fn binary_column(&self, name: &str) -> PyResult<&BinaryArray> {
        self.column(name)?.as_binary_opt().ok_or_else(|| unexpected_type_error(name, "bytes"))
    }

    pub(crate) fn string_column(&self, name: &str) -> PyResult<&StringArray> {
        self.column(name)?.as_string_opt().ok_or_else(|| unexpected_type_error(name, "texts"))
    }

    pub(crate) fn int_column(&self, name: &str) -> PyResult<&Int32Array> {
        let column = self.column(name)?.as_primitive_opt::<Int32Type>();
        column.ok_or_else(|| unexpected_type_error(name, "whole numbers of 32 bits"))
    }

    pub(crate) fn long_column(&self, name: &str) -> PyResult<&Int64Array> {
        let column = self.column(name)?.as_primitive_opt::<Int64Type>();
        column.ok_or_else(|| unexpected_type_error(name, "whole numbers of 64 bits"))
    }

    pub(crate) fn boolean_column(&self, name: &str) -> PyResult<&BooleanArray> {
        self.column(name)?
            .as_boolean_opt()
            .ok_or_else(|| unexpected_type_error(name, "truth values"))
    }
}

fn unexpected_type_error(name: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!("the column {name} does not hold {expected}"))
}

pub(crate) fn bytes_of_row(column: &BinaryArray, row: usize) -> &[u8] {
    if column.is_null(row) { &[] } else { column.value(row) }
}

/// Builds a batch for Python. Columns may contain nulls.
pub(crate) fn build_batch(columns: Vec<(&str, ArrayRef)>) -> Result<RecordBatch, ArrowError> {
    let fields = columns
        .iter()
        .map(|(name, column)| Field::new(*name, column.data_type().clone(), true))
        .collect::<Vec<_>>();
    let columns = columns.into_iter().map(|(_, column)| column).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

pub(crate) fn batch_to_python(
    py: Python<'_>,
    batch: Result<RecordBatch, ArrowError>,
) -> PyResult<Bound<'_, PyAny>> {
    let batch = batch.map_err(|error| PyValueError::new_err(error.to_string()))?;
    batch.to_pyarrow(py)
}

/// Writes keys with eight bytes each, lowest byte first.
pub(crate) fn pack_keys(keys: &[u64]) -> Vec<u8> {
    keys.iter().flat_map(|key| key.to_le_bytes()).collect()
}

pub(crate) fn unpack_keys(bytes: &[u8]) -> impl ExactSizeIterator<Item = u64> + '_ {
    bytes.as_chunks().0.iter().map(|eight| u64::from_le_bytes(*eight))
}
