//! `shingle view`: reads a written result, with the parameters that made it. It shows nothing.

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use shingle::base::{path::DocPath, visible::visible};
use shingle::engine::{DocumentReader, NamedFiles, saved_result::read};
use shingle::pipeline::{Parameter, Params, SavedResult, ValueError, Values};

use crate::{cli::args::ViewArgs, printer::out::Stop};

/// Reads the result that is asked for.
pub(crate) fn result(args: &ViewArgs, reader: &DocumentReader) -> Result<SavedResult, Stop> {
    let written = read(&args.result).map_err(|error| Stop::Failed(error.to_string()))?;
    let failed = |reason: &str| Stop::Failed(format!("{}: {reason}", DocPath::new(&args.result)));
    let params = params(&written.parameters, reader).map_err(|reason| failed(&reason))?;
    SavedResult::new(written, params).map_err(|error| failed(&error.to_string()))
}

/// The parameters of a result. Names of files are looked up again, because a result does not hold what was in them.
fn params(written: &Map<String, Value>, reader: &DocumentReader) -> Result<Params, String> {
    let mut params = Params::defaults();
    // Clusters of a result are made by single linkage.
    let apart = [Parameter::Preset, Parameter::Linkage];
    let others = Parameter::ALL.iter().filter(|one| !apart.contains(one));
    for parameter in [Parameter::Preset].iter().chain(others) {
        let name = parameter.name();
        // What decides nothing has no value.
        let Some(value) = written.get(name).filter(|value| !value.is_null()) else { continue };
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let refused = |reason: ValueError| match parameter.values() {
            Values::File(..) | Values::Files => format!("--{name} {reason}"),
            _ => format!("--{name} {}: {reason}", visible(&text)),
        };
        parameter.set_json(&mut params, value, &NamedFiles { reader }).map_err(refused)?;
        if *parameter == Parameter::Preset {
            params = params.with_preset(params.preset);
        }
        if params.step > params.width && *parameter == Parameter::Step {
            let expected = format!("expected a whole number from 1 to {}", params.width);
            return Err(refused(ValueError(expected)));
        }
    }
    Ok(params)
}
