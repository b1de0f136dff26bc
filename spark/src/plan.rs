//! The parameters of a scan on a cluster, read from options, and their text form for the executors.

use std::{ffi::OsString, path::PathBuf, sync::Arc};

use arrow_array::builder::{BinaryBuilder, Int32Builder, StringBuilder};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use base::visible::make_lines_visible;
use base::{file_glob::FileGlob, path::DocPath, problem::Problem};
use engine::folder::names::{WalkOptions, list_names};
use engine::limit_options::{LIMIT_OPTIONS, parse_number_within};
use engine::visits::ChangedParams;
use engine::{DocumentReader, OptionValue, OptionValues, list_missing_tools};
use engine::{folder::globs::Globs, reader::ReaderSettings};
use shingle_core::pipeline::corpus::leaving::{
    keys_of_templates_and_phrases, most_documents_of_rare_shingle,
};
use shingle_core::pipeline::document::left_out::IgnoreReason;
use shingle_core::pipeline::{Common, Parameter, Parameters, Params, Task, Values};

use crate::columns::{batch_to_python, build_batch, pack_keys};

/// The part of a scan that executors need.
#[derive(Serialize, Deserialize)]
struct ShippedPlan {
    /// Parameters that differ from the defaults. Keys of templates and phrases are sent separately.
    changed: ChangedParams,
    limits: Vec<(String, u32)>,
}

#[pyclass(frozen, module = "shingle._native")]
pub(crate) struct Plan {
    pub(crate) params: Arc<Params>,
    dir: PathBuf,
    walk: WalkOptions,
    limits: Vec<(String, u32)>,
    /// Reads files within this process.
    pub(crate) reader: DocumentReader,
}

fn refusal_error(reason: impl AsRef<str>) -> PyErr {
    PyValueError::new_err(make_lines_visible(reason.as_ref()))
}

/// Options of `scan` that do not work on a cluster, each with the reason.
const REFUSED: [(&str, &str); 13] = [
    ("config", "a cluster reads no config file; give the parameters as options"),
    ("sketches", "a cluster makes the sketches itself; give a folder or a table"),
    ("clusters", "they are always written, into clusters.ndjson; leave it out"),
    ("top", "all pairs are written, best first; remove this option and read the first lines"),
    ("format", "NDJSON and Parquet are always written; remove this option"),
    ("documents", "documents are always written to documents.ndjson; remove this option"),
    ("decided", "marks are not available on a cluster; remove this option"),
    ("decisions", "marks are not available on a cluster; remove this option"),
    ("check", "count the lines of pairs.ndjson instead"),
    ("strict", "count the lines of problems.ndjson instead"),
    ("passage", "executors keep no words; run `shingle scan` on the folder"),
    ("converter", "programs are not started on executors; convert the files before"),
    ("cache-size", "executors keep no texts; leave it out"),
];
/// Options without a value, of which the last two are always on.
const FLAGS: [&str; 4] = ["hidden", "ignored", "no-cache", "no-config"];
const LETTERS: [(&str, Parameter); 3] =
    [("-w", Parameter::Width), ("-m", Parameter::Modulo), ("-t", Parameter::Threshold)];

#[derive(Default)]
struct ScanOptions {
    values: OptionValues,
    limits: Vec<(String, u32)>,
    walk: WalkOptions,
}

impl ScanOptions {
    /// Parses options of the form `--name value` or `--name=value`.
    fn parse_options(typed: &[String]) -> Result<Self, String> {
        let (mut read, mut globs) = (Self::default(), [Vec::new(), Vec::new()]);
        let mut parts = typed.iter().peekable();
        while let Some(part) = parts.next() {
            let (option, value) = match part.split_once('=') {
                Some((option, value)) => (option, Some(value.to_string())),
                None => (&**part, None),
            };
            let letter = LETTERS.iter().find(|(letter, _)| *letter == option);
            let name = letter.map(|(_, parameter)| parameter.name()).or(option.strip_prefix("--"));
            let name =
                name.ok_or_else(|| format!("{part}: expected an option of `shingle scan`"))?;
            if let Some((_, why)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
                return Err(format!("--{name}: {why}"));
            }
            if FLAGS.contains(&name) {
                read.walk.hidden |= name == "hidden";
                read.walk.ignored |= name == "ignored";
                continue;
            }
            let mut next = || parts.next().cloned().ok_or(format!("--{name}: expected a value"));
            let first = value.map_or_else(&mut next, Ok)?;
            if let Some(parameter) = Parameter::from_name(name) {
                let mut texts = vec![first];
                match parameter.values() {
                    Values::Sides(_) => texts.push(next()?),
                    Values::Files => {
                        while let Some(file) = parts.next_if(|part| !part.starts_with('-')) {
                            texts.push(file.clone());
                        }
                    }
                    _ => {}
                }
                read.set_parameter(parameter, &texts)?;
            } else if let Some(side) = ["include", "exclude"].iter().position(|one| *one == name) {
                let glob: FileGlob =
                    first.parse().map_err(|reason| format!("--{name} {first}: {reason}"))?;
                globs[side].push(glob);
            } else if let Some(limit) = LIMIT_OPTIONS.iter().find(|limit| limit.name == name) {
                let number = parse_number_within(&first, &limit.range);
                let number = number.map_err(|reason| format!("--{name} {first}: {reason}"))?;
                read.limits.push((name.to_string(), number));
            } else {
                return Err(format!("`shingle scan` does not have the option --{name}"));
            }
        }
        let [include, exclude] = globs;
        read.walk.globs = Globs::new(&include, &exclude).map(Arc::new);
        Ok(read)
    }

    fn set_parameter(&mut self, parameter: Parameter, texts: &[String]) -> Result<(), String> {
        let name = parameter.name();
        if parameter.is_rule() {
            return Err(format!(
                "--{name}: a cluster lists all pairs; filter pairs.parquet by the paths instead"
            ));
        }
        if parameter == Parameter::Common && texts == ["auto"] {
            return Err(format!(
                "--{name} auto: not supported on a cluster; give a share of the documents, such as 20%"
            ));
        }
        let values: Vec<OsString> = texts.iter().map(OsString::from).collect();
        let refused = |reason| format!("--{name} {}: {reason}", texts.join(" "));
        parameter.check(&values).map_err(refused)?;
        self.values.set_value(OptionValue { parameter, texts: values, line: None });
        Ok(())
    }
}

fn reader_with_limits(limits: &[(String, u32)]) -> DocumentReader {
    let mut settings = ReaderSettings::default();
    for (name, number) in limits {
        if let Some(limit) = LIMIT_OPTIONS.iter().find(|limit| limit.name == name) {
            limit.set_limit(&mut settings, *number);
        }
    }
    DocumentReader::new(settings)
}

#[pymethods]
impl Plan {
    #[staticmethod]
    #[pyo3(signature = (folder, options, dedup = false))]
    #[allow(clippy::needless_pass_by_value, reason = "Python gives a list")]
    fn scan(folder: PathBuf, options: Vec<String>, dedup: bool) -> PyResult<Self> {
        let task = if dedup { Task::Dedup } else { Task::Scan };
        let ScanOptions { values, limits, walk } =
            ScanOptions::parse_options(&options).map_err(refusal_error)?;
        let reader = reader_with_limits(&limits);
        let params =
            values.resolve_params(task, &reader).map_err(|error| refusal_error(error.0))?;
        Ok(Self { params: Arc::new(params), dir: folder, walk, limits, reader })
    }

    #[staticmethod]
    fn shipped(text: &str) -> PyResult<Self> {
        let ShippedPlan { changed, limits } =
            serde_json::from_str(text).map_err(|error| refusal_error(error.to_string()))?;
        let defaults = Params::defaults();
        let params = changed.apply_to_params(&defaults).unwrap_or(defaults);
        Ok(Self {
            params: Arc::new(params),
            dir: PathBuf::new(),
            walk: WalkOptions::default(),
            reader: reader_with_limits(&limits),
            limits,
        })
    }

    /// Returns the scan as a text for [`Self::shipped`].
    fn ship(&self) -> PyResult<String> {
        let changed = ChangedParams::difference_between(&Params::defaults(), &self.params);
        let shipped = ShippedPlan { changed, limits: self.limits.clone() };
        serde_json::to_string(&shipped).map_err(|error| refusal_error(error.to_string()))
    }

    fn parameters(&self) -> PyResult<String> {
        let parameters =
            Parameters::new(&self.params).with_chosen_files(&self.walk.include_and_exclude_globs());
        serde_json::to_string(&parameters).map_err(|error| refusal_error(error.to_string()))
    }

    /// Returns a sentence for each limitation of the chosen language.
    fn notes(&self) -> Vec<String> {
        list_missing_tools(&self.params).iter().map(|note| make_lines_visible(note)).collect()
    }

    /// Returns a batch with the names of files, and a batch with problems.
    fn files<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let found = py.detach(|| list_names(&self.dir, &self.walk));
        let found = found
            .map_err(|reason| refusal_error(format!("{}: {reason}", DocPath::new(&self.dir))))?;
        let mut files = BinaryBuilder::new();
        for file in &found.files {
            files.append_value(file.as_bytes());
        }
        let files = build_batch(vec![("name", Arc::new(files.finish()))]);
        let mut problems = ProblemColumns::default();
        found.problems.iter().for_each(|problem| problems.push(problem));
        Ok((batch_to_python(py, files)?, batch_to_python(py, build_batch(problems.finish()))?))
    }

    #[getter]
    fn estimates(&self) -> bool {
        self.params.is_estimate()
    }

    #[getter]
    fn verifies(&self) -> bool {
        self.params.is_verified()
    }

    #[getter]
    fn leaves_out(&self) -> bool {
        self.params.ignores_shingles()
    }

    #[getter]
    fn threshold(&self) -> f64 {
        self.params.threshold.to_f64()
    }

    #[getter]
    fn records(&self) -> bool {
        self.params.records != shingle_core::text::records::RecordFormat::Off
    }

    #[getter]
    fn rules(&self) -> bool {
        self.params.has_rules()
    }

    /// Returns the largest number of documents with a shingle that is not ignored, for this many documents, or `None`
    /// without a limit.
    fn most_documents(&self, documents: u32) -> Option<u64> {
        match self.params.common.filter(|_| self.params.ignores_shingles())? {
            // `auto` is rejected on a cluster.
            Common::Auto => None,
            Common::Share(share) => Some(most_documents_of_rare_shingle(share, documents)),
        }
    }

    fn named_keys(&self, py: Python<'_>) -> (Vec<u8>, Vec<u8>) {
        if !self.params.ignores_shingles() {
            return (Vec::new(), Vec::new());
        }
        let named = py.detach(|| keys_of_templates_and_phrases(&self.params));
        let of = |is_template: bool| {
            let wanted = named
                .iter()
                .filter(|(_, reason)| matches!(reason, IgnoreReason::Template(_)) == is_template);
            pack_keys(&wanted.map(|(key, _)| *key).collect::<Vec<_>>())
        };
        (of(true), of(false))
    }
}

#[derive(Default)]
pub(crate) struct ProblemColumns {
    names: BinaryBuilder,
    lines: Int32Builder,
    kinds: StringBuilder,
    reasons: StringBuilder,
}

impl ProblemColumns {
    pub(crate) fn push(&mut self, problem: &Problem) {
        self.names.append_value(problem.path.as_bytes());
        self.lines.append_value(problem.path.line().unwrap_or(0) as i32);
        self.kinds.append_value(problem.kind.name());
        self.reasons.append_value(&problem.reason);
    }

    pub(crate) fn finish(mut self) -> Vec<(&'static str, arrow_array::ArrayRef)> {
        vec![
            ("name", Arc::new(self.names.finish())),
            ("line", Arc::new(self.lines.finish())),
            ("kind", Arc::new(self.kinds.finish())),
            ("reason", Arc::new(self.reasons.finish())),
        ]
    }
}
