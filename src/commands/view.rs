//! `shingle view`: reads a written result, with the parameters that made it. It shows nothing.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use clap::Parser;
use serde_json::{Map, Value};

use shingle::base::path::DocPath;
use shingle::engine::reader::DocumentReader;
use shingle::engine::saved_result::read;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::saved_result::SavedResult;

use crate::cli::args::params::ParamArgs;
use crate::cli::args::view::ViewArgs;
use crate::printer::out::Stop;

/// The largest denominator that a threshold is taken for: sixths, eighty-fourths, hundredths and finer.
const FINEST: u32 = 10_000;

/// Parameters, read as the command line reads them.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct WrittenParameters {
    #[command(flatten)]
    params: ParamArgs,
}

/// Reads the result that is asked for.
pub(crate) fn result(asked: &ViewArgs, reader: &DocumentReader) -> Result<SavedResult, Stop> {
    let written = read(&asked.result).map_err(|error| Stop::Failed(error.to_string()))?;
    let failed = |reason: &str| {
        Stop::Failed(format!("{}: {}", DocPath::new(&asked.result), reason.trim_end()))
    };
    let params = params(&written.parameters, reader).map_err(|reason| failed(&reason))?;
    SavedResult::of(written, params).map_err(|error| failed(&error.to_string()))
}

/// The parameters of a result. Names of files are looked up again, because a result does not hold what was in them.
fn params(written: &Map<String, Value>, reader: &DocumentReader) -> Result<Params, String> {
    let mut options = vec!["--phrases=off".to_string()];
    for parameter in Parameter::ALL {
        let name = parameter.name();
        match (parameter, written.get(name)) {
            // Phrases are listed whole, and clusters of a result are made by single linkage.
            (Parameter::Phrases | Parameter::Linkage, _) | (_, None | Some(Value::Null)) => {}
            (Parameter::Threshold | Parameter::Common, Some(Value::Number(share))) => {
                let share = share.as_f64().map_or_else(|| share.to_string(), fraction);
                options.push(format!("--{name}={share}"));
            }
            (_, Some(Value::Array(values))) if !values.is_empty() => {
                options.push(format!("--{name}"));
                options.extend(values.iter().map(typed));
            }
            (_, Some(Value::Array(_))) => {}
            (_, Some(value)) => options.push(format!("--{name}={}", typed(value))),
        }
    }
    let parsed = WrittenParameters::try_parse_from(&options).map_err(|error| {
        let text = error.to_string();
        text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string()
    })?;
    let mut params = parsed.params.resolve(Task::Screen, reader)?;
    if let Some(Value::Array(phrases)) = written.get(Parameter::Phrases.name()) {
        params.phrases = phrases.iter().map(|phrase| Arc::from(typed(phrase))).collect();
    }
    Ok(params)
}

/// A value as it is typed.
fn typed(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// The fraction whose nearest double is `share`; else the double itself.
fn fraction(share: f64) -> String {
    let of = |whole: u32| {
        let part = (share * f64::from(whole)).round();
        ((part / f64::from(whole)).to_bits() == share.to_bits()).then(|| format!("{part}/{whole}"))
    };
    (1..=FINEST).find_map(of).unwrap_or_else(|| share.to_string())
}
