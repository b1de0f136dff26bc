//! Writes parameters into results, as JSON by name.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::pipeline::{Parameter, Params, Task};

/// Globs of `--include` and of `--exclude`.
pub type FileGlobs = [Vec<String>; 2];

#[derive(Debug)]
pub struct Parameters(Vec<(&'static str, Value)>);

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl Parameters {
    pub fn new(params: &Params) -> Self {
        let all = Parameter::ALL.iter();
        Self(all.map(|one| (one.name(), one.json_for_results(params))).collect())
    }

    /// Adds the globs by which files were chosen, if any.
    #[must_use]
    pub fn with_chosen_files(mut self, [include, exclude]: &FileGlobs) -> Self {
        let globs = [("include", include), ("exclude", exclude)];
        let some = globs.into_iter().filter(|(_, globs)| !globs.is_empty());
        self.0.extend(some.map(|(name, globs)| (name, globs.clone().into())));
        self
    }

    pub fn for_task(params: &Params, task: Task) -> Self {
        let mut all = Self::new(params);
        for (name, value) in &mut all.0 {
            let parameter = Parameter::from_name(name);
            let is_scored =
                |one| matches!(one, Parameter::Measure | Parameter::Threshold | Parameter::Above);
            if parameter.is_some_and(|one| is_scored(one) && !one.is_used(task)) {
                *value = Value::Null;
            }
        }
        all
    }
}
