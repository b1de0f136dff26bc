//! A scan as it was asked for: the parameters, read by the program's own command line, and the same in a text that goes to
//! the executors.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, Int32Builder, StringBuilder};
use clap::Parser as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use shingle::base::path::DocPath;
use shingle::base::problem::Problem;
use shingle::base::visible::visible_lines;
use shingle::engine::reader::DocumentReader;
use shingle::folder::names::{WalkOptions, names};
use shingle::pipeline::corpus::leaving::{most_documents, named_keys};
use shingle::pipeline::document::left_out::LeftOutReason;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::inactive::Task;
use shingle::visits::ChangedParams;

use crate::cli::args::{Cli, CommandArgs, ScanArgs};
use crate::cli::options::OutputFormat;
use crate::cli::settings::lacks;
use crate::cli::usage::describe;
use crate::cli::usage::spell_out;
use crate::columns::{batch, given, packed};
use crate::printer::json::{ChosenBy, Parameters};

/// What of a scan goes to the executors.
#[derive(Serialize, Deserialize)]
struct Shipped {
    /// The parameters that differ from the defaults; templates and phrases are not among them, because the driver sends their
    /// keys.
    changed: ChangedParams,
    /// The options of limits, by name.
    limits: Vec<(String, String)>,
}

/// A scan as it was asked for.
#[pyclass(frozen, module = "shingle._native")]
pub(crate) struct Plan {
    pub(crate) params: Arc<Params>,
    dir: PathBuf,
    walk: WalkOptions,
    limits: Vec<(String, String)>,
    /// Reads files in this process.
    pub(crate) reader: DocumentReader,
}

fn refused(reason: impl AsRef<str>) -> PyErr {
    PyValueError::new_err(visible_lines(reason.as_ref()))
}

/// The arguments of `shingle scan`, as the command line parses them.
fn parsed(parts: &[String]) -> PyResult<Cli> {
    let typed: Vec<std::ffi::OsString> = ["shingle", "scan"]
        .into_iter()
        .map(Into::into)
        .chain(parts.iter().map(Into::into))
        .collect();
    Cli::try_parse_from(&typed).map_err(|mut error| {
        spell_out(&mut error);
        let text = describe(&error, &typed).unwrap_or_else(|| error.render().to_string());
        let text = text.trim_start_matches("error: ").trim_end();
        refused(text)
    })
}

/// Why an option of `scan` cannot be had on a cluster.
fn refuse(cli: &Cli, asked: &ScanArgs) -> PyResult<()> {
    let ScanArgs { documents, clusters, _linkage: _, output, decided, decisions } = asked;
    let refusals = [
        (
            cli.config.config.is_some(),
            "--config: a cluster reads no config file; give the parameters as options",
        ),
        (
            cli.config.set.is_some(),
            "--set: a cluster reads no config file; give the parameters as options",
        ),
        (
            !documents.files.is_empty(),
            "--sketches: a cluster makes the sketches itself; give a folder or a table",
        ),
        (*clusters, "--clusters: they are always written, into clusters.ndjson; leave it out"),
        (
            documents.params.text(Parameter::Linkage).is_some_and(|linkage| linkage != "single"),
            "--linkage: a cluster joins by single linkage alone; leave it out",
        ),
        (
            output.top.is_some(),
            "--top: all pairs are written, best first; leave it out and read the first",
        ),
        (
            output.format != OutputFormat::Table,
            "--format: NDJSON and Parquet are always written; leave it out",
        ),
        (
            output.documents,
            "--documents: they are always written, into documents.ndjson; leave it out",
        ),
        (
            !decided.is_empty(),
            "--decided: a cluster knows no marks; `shingle view` shows the result with them",
        ),
        (
            decisions.is_some(),
            "--decisions: a cluster knows no marks; `shingle view` shows the result with them",
        ),
        (output.check, "--check: count the lines of pairs.ndjson instead"),
        (output.strict, "--strict: count the lines of problems.ndjson instead"),
        (
            !documents.limits.converters.is_empty(),
            "--converter: programs are not started on executors; convert the files before",
        ),
    ];
    if let Some((_, why)) = refusals.iter().find(|(is_asked, _)| *is_asked) {
        return Err(refused(why));
    }
    let rule = |one: &&Parameter| one.is_rule() && documents.params.is_set(**one);
    Parameter::ALL.iter().find(rule).map_or(Ok(()), |rule| {
        Err(refused(format!(
            "--{}: a cluster lists all pairs; filter pairs.parquet by the paths instead",
            rule.name()
        )))
    })
}

#[pymethods]
impl Plan {
    /// The scan that these arguments of `shingle scan` ask for.
    #[staticmethod]
    #[allow(clippy::needless_pass_by_value, reason = "Python gives a list")]
    fn scan(parts: Vec<String>) -> PyResult<Self> {
        let cli = parsed(&parts)?;
        cli.refuse_idle(|_| true).map_err(refused)?;
        let Some(CommandArgs::Scan(asked)) = &cli.command else {
            return Err(refused("expected the arguments of `shingle scan`"));
        };
        refuse(&cli, asked)?;
        let reader = asked.documents.limits.reader(None, None);
        let params = asked.documents.params.resolve(Task::Scan, &reader).map_err(refused)?;
        let limits = asked.documents.limits.said();
        let limits = limits.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        Ok(Self {
            params: Arc::new(params),
            dir: asked.documents.dir.clone().unwrap_or_default(),
            walk: asked.documents.walk.resolve(),
            limits,
            reader,
        })
    }

    /// The scan whose text [`Self::ship`] gave.
    #[staticmethod]
    fn shipped(text: &str) -> PyResult<Self> {
        let Shipped { changed, limits } =
            serde_json::from_str(text).map_err(|error| refused(error.to_string()))?;
        let defaults = Params::defaults();
        let params = changed.apply(&defaults).unwrap_or(defaults);
        Ok(Self {
            params: Arc::new(params),
            dir: PathBuf::new(),
            walk: WalkOptions::default(),
            reader: reader_by(&limits)?,
            limits,
        })
    }

    /// The scan as a text for [`Self::shipped`].
    fn ship(&self) -> PyResult<String> {
        let changed = ChangedParams::between(&Params::defaults(), &self.params);
        let shipped = Shipped { changed, limits: self.limits.clone() };
        serde_json::to_string(&shipped).map_err(|error| refused(error.to_string()))
    }

    /// The parameters by their names, as JSON.
    fn parameters(&self) -> PyResult<String> {
        let globs = self.walk.globs.as_ref();
        let chosen: ChosenBy = globs.map_or_else(ChosenBy::default, |globs| {
            [globs.include(), globs.exclude()]
                .map(|globs| globs.iter().map(ToString::to_string).collect())
        });
        let parameters = Parameters::new(&self.params).in_folder(&chosen);
        serde_json::to_string(&parameters).map_err(|error| refused(error.to_string()))
    }

    /// What the program lacks for the chosen language, a sentence each.
    fn notes(&self) -> Vec<String> {
        lacks(&self.params).iter().map(|note| visible_lines(note)).collect()
    }

    /// The files of the folder: a batch of names, and one of problems.
    fn files<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let found = py.detach(|| names(&self.dir, &self.walk));
        let found =
            found.map_err(|reason| refused(format!("{}: {reason}", DocPath::new(&self.dir))))?;
        let mut files = BinaryBuilder::new();
        for file in &found.files {
            files.append_value(file.as_bytes());
        }
        let files = batch(vec![("name", Arc::new(files.finish()))]);
        let mut problems = ProblemColumns::default();
        found.problems.iter().for_each(|problem| problems.push(problem));
        Ok((given(py, files)?, given(py, batch(problems.finish()))?))
    }

    /// Whether sketches of one size are compared, which estimate.
    #[getter]
    fn estimates(&self) -> bool {
        self.params.estimates()
    }

    /// Whether estimates are verified by counting.
    #[getter]
    fn verifies(&self) -> bool {
        self.params.verifies()
    }

    /// Whether some shingles are left out.
    #[getter]
    fn leaves_out(&self) -> bool {
        self.params.leaves_out()
    }

    /// The threshold, 0 to 1.
    #[getter]
    fn threshold(&self) -> f64 {
        self.params.threshold.to_f64()
    }

    /// Whether records of files are documents.
    #[getter]
    fn records(&self) -> bool {
        self.params.records != shingle::text::records::RecordFormat::Off
    }

    /// Whether rules leave pairs out.
    #[getter]
    fn rules(&self) -> bool {
        self.params.has_rules()
    }

    /// A shingle in more documents than this is left out, of so many documents with shingles; `None`: none is.
    fn most_documents(&self, documents: u32) -> Option<u64> {
        let leaves_out = self.params.leaves_out();
        self.params.common.filter(|_| leaves_out).map(|share| most_documents(share, documents))
    }

    /// The keys of the shingles that templates name, and of those that phrases name.
    fn named_keys(&self, py: Python<'_>) -> (Vec<u8>, Vec<u8>) {
        if !self.params.leaves_out() {
            return (Vec::new(), Vec::new());
        }
        let named = py.detach(|| named_keys(&self.params));
        let of = |is_template: bool| {
            let wanted = named
                .iter()
                .filter(|(_, reason)| matches!(reason, LeftOutReason::Template(_)) == is_template);
            packed(&wanted.map(|(key, _)| *key).collect::<Vec<_>>())
        };
        (of(true), of(false))
    }
}

/// What reads files in this process, by these options.
fn reader_by(limits: &[(String, String)]) -> PyResult<DocumentReader> {
    let options = limits.iter().flat_map(|(name, value)| [format!("--{name}"), value.clone()]);
    let parts: Vec<String> = std::iter::once(".".to_string()).chain(options).collect();
    Ok(match parsed(&parts)?.command {
        Some(CommandArgs::Scan(asked)) => asked.documents.limits.reader(None, None),
        _ => DocumentReader::default(),
    })
}

/// Problems as columns.
#[derive(Default)]
pub(crate) struct ProblemColumns {
    names: BinaryBuilder,
    lines: Int32Builder,
    kinds: StringBuilder,
    reasons: StringBuilder,
}

impl ProblemColumns {
    /// One more.
    pub(crate) fn push(&mut self, problem: &Problem) {
        self.names.append_value(problem.path.as_bytes());
        self.lines.append_value(problem.path.line().unwrap_or(0) as i32);
        self.kinds.append_value(problem.kind.name());
        self.reasons.append_value(&problem.reason);
    }

    /// All of them.
    pub(crate) fn finish(mut self) -> Vec<(&'static str, arrow_array::ArrayRef)> {
        vec![
            ("name", Arc::new(self.names.finish())),
            ("line", Arc::new(self.lines.finish())),
            ("kind", Arc::new(self.kinds.finish())),
            ("reason", Arc::new(self.reasons.finish())),
        ]
    }
}
