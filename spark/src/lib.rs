//! `shingle` for Python: the library for texts in memory, and the steps of a scan on a cluster as functions over Arrow
//! batches.

mod bands;
mod blocks;
mod columns;
mod counting;
mod frequency;
mod frequent;
mod lines;
mod meeting;
mod notebook;
mod plan;
mod sketching;
mod texts;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<plan::Plan>()?;
    module.add_class::<sketching::SeenTexts>()?;
    module.add_class::<blocks::Spreader>()?;
    module.add_function(wrap_pyfunction!(bands::bands, module)?)?;
    module.add_function(wrap_pyfunction!(bands::chance, module)?)?;
    module.add_class::<frequency::FrequencyStep>()?;
    module.add_class::<blocks::FrequentKeys>()?;
    module.add_class::<frequent::FrequentStep>()?;
    module.add_class::<frequent::FrequentCounts>()?;
    module.add_function(wrap_pyfunction!(frequent::frequent_blocks, module)?)?;
    module.add_function(wrap_pyfunction!(frequent::frequencies, module)?)?;
    module.add_class::<texts::TextStep>()?;
    module.add_class::<meeting::MeetingStep>()?;
    module.add_class::<counting::CountingStep>()?;
    module.add_function(wrap_pyfunction!(sketching::sketch, module)?)?;
    module.add_function(wrap_pyfunction!(texts::prefixes, module)?)?;
    module.add_function(wrap_pyfunction!(meeting::copies, module)?)?;
    module.add_function(wrap_pyfunction!(lines::cluster_lines, module)?)?;
    module.add_function(wrap_pyfunction!(lines::pair_lines, module)?)?;
    module.add_function(wrap_pyfunction!(lines::document_lines, module)?)?;
    module.add_function(wrap_pyfunction!(lines::problem_lines, module)?)?;
    module.add_function(wrap_pyfunction!(notebook::pairs, module)?)?;
    module.add_function(wrap_pyfunction!(notebook::query, module)?)?;
    module.add_function(wrap_pyfunction!(notebook::repeats, module)?)?;
    module.add_function(wrap_pyfunction!(notebook::clusters, module)?)?;
    module.add_function(wrap_pyfunction!(notebook::sketches, module)?)?;
    Ok(())
}
