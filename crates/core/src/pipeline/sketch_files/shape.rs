//! The parameters on which sketches depend, as stored in sketch files, and how two sets of them differ. Measure,
//! threshold and ignored shingles are excluded, because they need no new sketches.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

use crate::pipeline::{Parameter, Params, Stage, StopWords};
use crate::text::WordList;
use base::visible::make_visible;

/// Every parameter on which a sketch depends, by name. Word lists include all words, because compared texts need them.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SketchShape(Map<String, Value>);

/// Settings with which later runs of `dedup` must add documents to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collection {
    /// Field that names the records; `None` if line numbers name them.
    pub id: Option<String>,
    /// Parameters with which repeats were found; empty before the first run of `dedup`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    scoring: Map<String, Value>,
}

const SCORING: [Parameter; 3] = [Parameter::Measure, Parameter::Threshold, Parameter::Above];

impl Collection {
    /// Returns the settings of a file whose documents were not compared yet.
    pub fn new(id: Option<&str>) -> Self {
        Self { id: id.map(str::to_string), scoring: Map::new() }
    }

    pub fn without_repeats(id: Option<&str>, params: &Params) -> Self {
        let value = |one: Parameter| (one.name().to_string(), one.saved_json(params));
        Self { scoring: SCORING.into_iter().map(value).collect(), ..Self::new(id) }
    }

    /// Returns `params` with the values with which repeats were found.
    pub fn with_scoring(&self, mut params: Params) -> Result<Params, ShapeError> {
        for one in SCORING {
            let Some(value) = self.scoring.get(one.name()) else { continue };
            one.set_from_json(&mut params, value).map_err(|_| ShapeError {
                parameter: one.name().into(),
                value: value.to_string(),
            })?;
        }
        Ok(params)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub name: &'static str,
    pub values: (String, String),
}

/// A parameter whose value is unknown or contradicts others.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("--{} {}: unknown value", make_visible(parameter), make_visible(value))]
pub struct ShapeError {
    pub parameter: String,
    pub value: String,
}

fn parameters_in_files() -> impl Iterator<Item = Parameter> {
    Parameter::ALL.iter().copied().filter(|one| one.is_in_sketch_files())
}

impl SketchShape {
    pub fn new(params: &Params) -> Self {
        let value = |one: Parameter| match one {
            Parameter::StopWords | Parameter::StopWordsAdd => one.saved_json(params),
            _ => one.json_for_results(params),
        };
        Self(parameters_in_files().map(|one| (one.name().to_string(), value(one))).collect())
    }

    /// Returns the parameters under which these sketches can be compared. Measure and threshold are the defaults.
    pub fn params(&self) -> Result<Params, ShapeError> {
        let unknown = |name: &str| {
            let value = match self.0.get(name) {
                None => "(missing)".to_string(),
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
            };
            ShapeError { parameter: name.to_string(), value }
        };
        let mut stated = Params::defaults();
        for parameter in parameters_in_files() {
            let value = self.0.get(parameter.name()).filter(|value| !value.is_null());
            value
                .map_or(Ok(()), |value| parameter.set_from_json(&mut stated, value))
                .map_err(|_| unknown(parameter.name()))?;
        }
        if stated.step > stated.width {
            return Err(unknown(Parameter::Step.name()));
        }
        let mut params = stated.with_preset(stated.preset);
        params.set_sketch(stated.sketch);
        for parameter in parameters_in_files() {
            parameter.copy_value(&mut params, &stated);
        }
        // If a value is missing or contradicts others, writing the parameters again gives another result.
        let written = Self::new(&params).0;
        let names = written.keys().chain(self.0.keys());
        match names.into_iter().find(|name| written.get(*name) != self.0.get(*name)) {
            None => Ok(params),
            Some(name) => Err(unknown(name)),
        }
    }
}

/// Returns the first parameter by which the sketches differ, in order of stages. A preset comes before the parameters
/// that it sets.
pub fn first_difference_of_sketches(one: &Params, other: &Params) -> Option<Difference> {
    let is_of_sketch = |parameter: &Parameter| parameter.stage() == Stage::Sketch;
    let (sketch, words): (Vec<_>, Vec<_>) = parameters_in_files().partition(is_of_sketch);
    let preset = std::iter::once(Parameter::Preset);
    first_difference(words.into_iter().chain(preset).chain(sketch), one, other)
}

pub fn difference_in_scoring(one: &Params, other: &Params) -> Option<Difference> {
    first_difference(SCORING.into_iter(), one, other)
}

fn first_difference(
    mut parameters: impl Iterator<Item = Parameter>,
    one: &Params,
    other: &Params,
) -> Option<Difference> {
    parameters.find_map(|parameter| {
        let values = (describe_value(parameter, one), describe_value(parameter, other));
        (values.0 != values.1).then_some(Difference { name: parameter.name(), values })
    })
}

/// Returns the value in visible form, because the file may come from anybody.
fn describe_value(parameter: Parameter, params: &Params) -> String {
    let list = match (parameter, &params.stop_words) {
        (Parameter::StopWords, StopWords::List(list)) => Some(list),
        (Parameter::StopWordsAdd, _) => params.stop_words_add.as_ref(),
        _ => None,
    };
    match (list, parameter.json_for_results(params)) {
        (Some(list), _) => describe_list(list),
        (None, Value::Null) if parameter == Parameter::Encoding => "detected".into(),
        (None, Value::Null) => "none".into(),
        (None, Value::String(text)) => make_visible(&text).into_owned(),
        (None, value) => value.to_string(),
    }
}

/// Describes a word list by its content, because only the content matters.
fn describe_list(list: &WordList) -> String {
    let mut hash = Xxh3::new();
    for word in &list.words {
        hash.update(word.as_bytes());
        hash.update(b"\n");
    }
    format!("a list of {} words ({:016x})", list.words.len(), hash.digest())
}
