//! The results on labelled pairs, in JSON. It computes nothing.

use std::io::Write;

use serde::Serialize;

use shingle::base::problem::Problem;
use shingle::lab::grid::{Grid, GridCell};
use shingle::lab::interval::CountedShare;
use shingle::pipeline::parameters::Params;

use super::json::{ChosenBy, Parameters, ProblemJson, pretty, trouble};
use super::out::Stop;

#[derive(Debug, Serialize)]
struct LabelledJson<'a> {
    parameters: Parameters,
    problems: Vec<ProblemJson<'a>>,
    ones: usize,
    zeros: usize,
    grid: Vec<SettingJson>,
}

#[derive(Debug, Serialize)]
struct SettingJson {
    width: u32,
    #[serde(rename = "stop-words")]
    stop_words: String,
    stem: &'static str,
    measure: &'static str,
    auc: f64,
    average_precision: f64,
    best_f1: f64,
    best_threshold: f64,
    recall: ShareJson,
    precision: ShareJson,
    set: bool,
}

/// A share with its interval of 95 %.
#[derive(Debug, Serialize)]
struct ShareJson {
    part: u64,
    of: u64,
    share: Option<f64>,
    from: Option<f64>,
    to: Option<f64>,
}

impl From<CountedShare> for ShareJson {
    fn from(counted: CountedShare) -> Self {
        let (from, to) = counted.interval().unzip();
        Self { part: counted.part, of: counted.of, share: counted.share(), from, to }
    }
}

/// Prints the results of all settings on labelled pairs, best first.
pub(crate) fn grid(
    out: &mut impl Write,
    grid: &Grid,
    (params, chosen): (&Params, &ChosenBy),
    problems: &[Problem],
) -> Result<(), Stop> {
    let set = grid.set(params);
    let setting = |cell: &GridCell| SettingJson {
        width: cell.width,
        stop_words: cell.stop_words.to_string(),
        stem: cell.stem.name(),
        measure: cell.measure.name(),
        auc: cell.quality.auc,
        average_precision: cell.quality.ap,
        best_f1: cell.quality.f1,
        best_threshold: cell.quality.threshold.to_f64(),
        recall: cell.quality.recall.into(),
        precision: cell.quality.precision.into(),
        set: set == Some(cell),
    };
    let labelled = LabelledJson {
        parameters: Parameters::of(params).in_folder(chosen),
        problems: problems.iter().map(trouble).collect(),
        ones: grid.ones,
        zeros: grid.zeros,
        grid: grid.best().into_iter().map(setting).collect(),
    };
    pretty(out, &labelled)
}
