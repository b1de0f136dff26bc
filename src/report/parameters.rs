//! The parameters of a run by their names, as texts: all of them, and those that a command line must say. It sets none.

use serde_json::Value;

use shingle::base::ratio::Ratio;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::Task;

use crate::printer::json::Parameters;

/// Every parameter with its value, in the order of the stages; a dash for one that decides nothing.
pub(crate) fn all(params: &Params) -> Vec<(&'static str, String)> {
    let values = values(params);
    let row = |parameter: &Parameter| {
        let value = values.get(parameter.name()).unwrap_or(&Value::Null);
        (parameter.name(), written(value).unwrap_or_else(|| "–".to_string()))
    };
    Parameter::ALL.iter().map(row).collect()
}

/// The options that make these parameters of the defaults, a name with its values each. The list of phrases is not among them.
pub(crate) fn options(params: &Params) -> Vec<(&'static str, Vec<String>)> {
    let values = values(params);
    let before = params.preset.map_or_else(Params::defaults, Params::preset);
    let differs = |parameter: &Parameter| match parameter {
        Parameter::Preset => params.preset.is_some(),
        // The option names a list, which only who makes the report knows.
        Parameter::Phrases => false,
        other => other.differs(&before, params) && other.rests_in(Task::Report, params).is_none(),
    };
    let option = |parameter: &Parameter| {
        let values = match parameter {
            Parameter::Threshold => vec![exact(params.threshold)],
            Parameter::Common => vec![params.common.map_or_else(|| "off".to_string(), exact)],
            _ => match values.get(parameter.name()) {
                Some(Value::Array(all)) => all.iter().filter_map(written).collect(),
                value => value.and_then(written).into_iter().collect(),
            },
        };
        (parameter.name(), values)
    };
    Parameter::ALL.iter().filter(|parameter| differs(parameter)).map(option).collect()
}

/// All values as JSON has them.
fn values(params: &Params) -> Value {
    serde_json::to_value(Parameters::of_clusters(params)).unwrap_or(Value::Null)
}

fn written(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(all) if all.is_empty() => None,
        Value::Array(all) => Some(all.iter().filter_map(written).collect::<Vec<_>>().join(", ")),
        other => Some(other.to_string()),
    }
}

/// A share that is read as the same one: 0.2, or 1/3.
fn exact(share: Ratio) -> String {
    let plain = share.to_string();
    if plain.parse::<Ratio>().is_ok_and(|read| read == share) {
        return plain;
    }
    let (some, of) = share.parts();
    format!("{some}/{of}")
}
