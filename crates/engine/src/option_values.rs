//! The values of parameter options, typed or from a config file, and the resulting parameters. Presets apply first.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::named_files::{NamedFiles, read_named_text};
use super::reader::DocumentReader;
use crate::decisions::{Phrases, SharedFileError, phrase::LARGEST_PHRASES};
use crate::visits::ChangedParams;
use shingle_core::pipeline::document::info::find_missing_tools;
use shingle_core::pipeline::{
    Inactive, LanguageChoice, Parameter, Params, Task, ValueError, Values,
};
use shingle_core::shingle::SketchKind;
use shingle_core::text::PosRemoval;

const PHRASE_LINES: &str =
    "lines such as {\"phrase\":\"all rights reserved\"}; --template ignores whole texts";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionValue {
    pub parameter: Parameter,
    pub texts: Vec<OsString>,
    /// Place in the config file, such as `config.toml:3`, or `None` for a typed value.
    pub line: Option<String>,
}

impl OptionValue {
    pub fn rejection_error(&self, reason: &str) -> ValueError {
        let name = self.parameter.name();
        ValueError(match &self.line {
            Some(line) => format!("{line}: {name}: {reason}"),
            None => format!("--{name} {reason}"),
        })
    }

    /// Returns true if the value ignores or hides nothing, like the default.
    fn ignores_nothing(&self) -> bool {
        let off: &[&str] = match self.parameter {
            Parameter::Common
            | Parameter::Template
            | Parameter::Phrases
            | Parameter::SkipSame
            | Parameter::SkipOlder
            | Parameter::Passage => &["off"],
            Parameter::Between => &[".", "./"],
            _ => &[],
        };
        self.texts.iter().all(|text| off.iter().any(|off| text == off))
    }
}

#[derive(Debug, Default)]
pub struct OptionValues {
    values: Vec<OptionValue>,
    pub own_phrases: Option<PathBuf>,
}

impl OptionValues {
    pub fn value(&self, parameter: Parameter) -> Option<&OptionValue> {
        self.values.iter().find(|value| value.parameter == parameter)
    }

    pub fn typed_value(&self, parameter: Parameter) -> Option<&OptionValue> {
        self.value(parameter).filter(|value| value.line.is_none())
    }

    /// Returns true if the option has a value with an effect. A value that ignores nothing, such as `--template off`, does
    /// not count.
    pub fn is_set(&self, parameter: Parameter) -> bool {
        self.typed_value(parameter).is_some_and(|value| !value.ignores_nothing())
    }

    pub fn first_text(&self, parameter: Parameter) -> Option<&OsStr> {
        self.value(parameter)?.texts.first().map(OsString::as_os_str)
    }

    /// Sets the value of the parameter. Files of a list are added to earlier files.
    pub fn set_value(&mut self, value: OptionValue) {
        let same = self.values.iter_mut().find(|one| one.parameter == value.parameter);
        match (same, value.parameter.values()) {
            (Some(same), Values::Files) => same.texts.extend(value.texts),
            (Some(same), _) => *same = value,
            (None, _) => self.values.push(value),
        }
    }

    /// Adds values of parameters that have no value yet. With a typed preset, skips values that presets set.
    pub fn add_missing(&mut self, values: impl IntoIterator<Item = OptionValue>) {
        let has_preset = self.is_set(Parameter::Preset);
        for value in values {
            let parameter = value.parameter;
            let is_replaced = has_preset && value.line.is_some() && parameter.is_set_by_presets();
            if self.value(parameter).is_none() && !is_replaced {
                self.values.push(value);
            }
        }
    }

    #[must_use]
    pub fn without_config_values(&self) -> Self {
        let typed = self.values.iter().filter(|value| value.line.is_none());
        Self { values: typed.cloned().collect(), own_phrases: self.own_phrases.clone() }
    }

    /// Returns the parameters for `task`. `reader` reads templates.
    ///
    /// # Errors
    /// One line about an unreadable word list, or about an option that contradicts others.
    pub fn resolve_params(
        &self,
        task: Task,
        reader: &DocumentReader,
    ) -> Result<Params, ValueError> {
        self.resolve_params_from(Params::defaults_for_task(task), task, reader, false)
    }

    /// Returns the parameters of a run on existing sketches: those of the sketches, unless an option sets another
    /// value.
    pub fn resolve_params_for_sketches(
        &self,
        of_sketches: &Params,
        task: Task,
        reader: &DocumentReader,
    ) -> Result<Params, ValueError> {
        let params = self.resolve_params_from(of_sketches.clone(), task, reader, true)?;
        match self.typed_value(Parameter::Passage).filter(|_| params.passage.is_some()) {
            Some(typed) => Err(typed.rejection_error(
                "needs words, but sketch files contain only hashes; scan the folder",
            )),
            None => Ok(Params { passage: None, ..params }),
        }
    }

    fn resolve_params_from(
        &self,
        params: Params,
        task: Task,
        reader: &DocumentReader,
        of_sketches: bool,
    ) -> Result<Params, ValueError> {
        self.refuse_unused_values(task)?;
        let mut params =
            self.set_values(params, reader, |OptionValue { parameter, line, .. }| {
                let is_of_sketches = of_sketches && parameter.is_in_sketch_files();
                parameter.is_used(task) && (line.is_none() || !is_of_sketches)
            })?;
        // The default threshold of `dedup` is for scores that can have any value.
        let fixed = params.sketch.fixed_threshold().filter(|_| !of_sketches);
        if let Some(threshold) = fixed.filter(|_| self.value(Parameter::Threshold).is_none()) {
            params.threshold = threshold;
        }
        params.phrases = self.read_phrases(task)?;
        if !Parameter::Passage.is_used(task) {
            params.passage = None;
        }
        // Sketch files record their hash; a later check rejects other hashes.
        self.refuse_inactive_values(task, &params, |one| !of_sketches || one != Parameter::Hash)?;
        Ok(params)
    }

    /// Returns the parameters at the start of a visit: those of the last visit, changed by typed values. `usual` is the
    /// result of [`Self::resolve_params`]. `None` if the values contradict each other, or if the result equals `usual`.
    pub fn resolve_params_after_visit(
        &self,
        last: &ChangedParams,
        usual: &Params,
        reader: &DocumentReader,
    ) -> Option<Params> {
        let untyped = self.reset_typed_values(usual);
        let restored =
            last.apply_to_params(&Params { phrases: usual.phrases.clone(), ..untyped })?;
        let mut params = self.set_values(restored, reader, |value| value.line.is_none()).ok()?;
        params.template.clone_from(&usual.template);
        if self.is_set(Parameter::Phrases) {
            params.phrases.clone_from(&usual.phrases);
        }
        self.refuse_inactive_values(Task::Screen, &params, |_| true).ok()?;
        (params != *usual).then_some(params)
    }

    /// Replaces typed values by defaults, to get the parameters for a later visit.
    pub fn reset_typed_values(&self, params: &Params) -> Params {
        let defaults = Params::defaults();
        let has_preset = self.is_set(Parameter::Preset);
        let mut params = params.clone();
        for parameter in Parameter::ALL {
            let is_typed = self.is_set(*parameter) || has_preset && parameter.is_set_by_presets();
            if is_typed {
                parameter.copy_value(&mut params, &defaults);
            }
        }
        params
    }

    /// Returns the parameters of a task that counts all shingles, such as the laboratory. The plain sketch replaces the
    /// sketch of a preset. Other parameters have the defaults of `purpose`.
    pub fn resolve_params_of_all_shingles(
        &self,
        task: Task,
        purpose: Task,
        reader: &DocumentReader,
    ) -> Result<Params, ValueError> {
        let mut params =
            self.resolve_params_from(Params::defaults_for_task(purpose), task, reader, false)?;
        if task == Task::LabWithLabels {
            // Labelled pairs are compared by all of their shingles.
            params.modulo = 1;
        }
        let Params { family, verify, .. } = Params::defaults();
        Ok(Params { sketch: SketchKind::Modulo, family, verify, ..params })
    }

    /// Sets a preset first, because a preset replaces other values. A typed step above the width is an error; a step of
    /// the config file is reduced to the width.
    fn set_values(
        &self,
        mut params: Params,
        reader: &DocumentReader,
        is_used: impl Fn(&OptionValue) -> bool,
    ) -> Result<Params, ValueError> {
        let apart = [Parameter::Preset, Parameter::Phrases];
        let others = Parameter::ALL.iter().filter(|one| !apart.contains(one));
        for parameter in [Parameter::Preset].iter().chain(others) {
            if let Some(value) = self.value(*parameter).filter(|value| is_used(value)) {
                let set =
                    parameter.set_like_user(&mut params, &value.texts, &NamedFiles { reader });
                set.map_err(|reason| value.rejection_error(&reason.to_string()))?;
            }
        }
        if params.step > params.width {
            if let Some(typed) = self.typed_value(Parameter::Step) {
                let Params { step, width, .. } = params;
                return Err(typed.rejection_error(&format!(
                    "{step}: expected 1 (overlapping) to the {width} words of a shingle (butted)"
                )));
            }
            params.step = params.width;
        }
        check_build_features(&params)?;
        Ok(params)
    }

    /// Returns the file with the ignored phrases, and true if the file must exist, or `None` without phrases.
    pub fn phrases_file(&self, task: Task) -> Option<(PathBuf, bool)> {
        let own = || self.own_phrases.clone().map(|file| (file, false));
        match self.first_text(Parameter::Phrases) {
            None if matches!(task, Task::Screen | Task::Report) => own(),
            None => None,
            Some(choice) if choice == "own" => own(),
            Some(choice) if choice == "off" => None,
            // The screen creates the file with the first phrase.
            Some(file) => Some((file.into(), task != Task::Screen)),
        }
    }

    fn read_phrases(&self, task: Task) -> Result<Vec<Arc<str>>, ValueError> {
        if !Parameter::Phrases.is_used(task) {
            return Ok(Vec::new());
        }
        let Some((file, must)) = self.phrases_file(task) else {
            // If the config file says `own`, phrases apply only to a folder.
            let typed = self.typed_value(Parameter::Phrases).filter(|typed| typed.texts == ["own"]);
            return match typed.filter(|_| task != Task::Screen) {
                Some(typed) => Err(typed.rejection_error(
                    "own: the screen saves this list only for a folder; name a FILE",
                )),
                None => Ok(Vec::new()),
            };
        };
        if !must && !file.exists() {
            return Ok(Vec::new());
        }
        let read = read_phrases(&file);
        // The screen continues without phrases, and shows the problem in its list.
        if task == Task::Screen && Some(&file) == self.own_phrases.as_ref() {
            return Ok(read.unwrap_or_default());
        }
        let refused = |reason: ValueError| match self.value(Parameter::Phrases) {
            Some(value) => value.rejection_error(&reason.to_string()),
            None => reason,
        };
        read.map_err(refused)
    }

    /// Rejects typed options that have no effect with the other parameters, and checks only parameters for which
    /// `judged` returns true.
    fn refuse_inactive_values(
        &self,
        task: Task,
        params: &Params,
        judged: impl Fn(Parameter) -> bool,
    ) -> Result<(), ValueError> {
        let typed = Parameter::ALL.iter().copied().filter(|parameter| self.is_set(*parameter));
        for parameter in typed.filter(|parameter| judged(*parameter)) {
            match parameter.why_inactive_in(task, params) {
                None => {}
                Some(Inactive::FixedFunctions(sketch))
                    if Some(params.functions) == sketch.fixed_function_count() => {}
                Some(why) => return Err(inactive_error(parameter, params, why).into()),
            }
        }
        Ok(())
    }

    /// Rejects typed options that have no effect together with `--format` or `--labels`.
    fn refuse_unused_values(&self, task: Task) -> Result<(), ValueError> {
        let why = match task {
            Task::CompareScore => {
                "here: for two texts, ndjson and csv always print the score; remove this option, or add --check"
            }
            Task::LabWithLabels => {
                "with --labels: the laboratory counts all shingles and tries every threshold; remove this option"
            }
            _ => return Ok(()),
        };
        let unused = Parameter::ALL.iter().find(|one| self.is_set(**one) && !one.is_used(task));
        unused.map_or(Ok(()), |one| Err(format!("--{} has no effect {why}", one.name()).into()))
    }
}

pub fn list_missing_tools(params: &Params) -> Vec<String> {
    let LanguageChoice::Fixed(language) = params.language else { return Vec::new() };
    let (name, code) = (language.name(), language.code());
    let all = [
        ("list of stop words", "no words are dropped"),
        ("stemmer", "words stay whole"),
        ("tagger of parts of speech", "parts of speech are not ignored"),
    ];
    let all = all.into_iter().zip(find_missing_tools(Some(language), params));
    let missing = all.filter(|(_, lacks)| *lacks);
    missing.map(|((what, so), _)| format!("{name} ({code}): no {what} available; {so}")).collect()
}

fn check_build_features(params: &Params) -> Result<(), ValueError> {
    if params.pos_removal == PosRemoval::On && !shingle_core::text::pos::IS_AVAILABLE {
        let lacks =
            "--pos-removal on is not available: this program was built without its feature `pos`";
        return Err(lacks.into());
    }
    Ok(())
}

fn read_phrases(file: &Path) -> Result<Vec<Arc<str>>, ValueError> {
    let (name, text) = read_named_text(file, "a list of phrases", PHRASE_LINES)?;
    let phrases = Phrases::parse_file(&text)
        .map_err(|line| format!("{name}:{line}: no phrase; expected {PHRASE_LINES}"))?;
    if phrases.size_of_ignored_phrases() > LARGEST_PHRASES {
        return Err(SharedFileError::TooLarge(name).to_string().into());
    }
    Ok(phrases.ignored_phrases().into_iter().map(|line| line.phrase.into()).collect())
}

fn inactive_error(parameter: Parameter, params: &Params, why: Inactive) -> String {
    let name = parameter.name();
    let option = match why {
        Inactive::FixedFunctions(_) => format!("--{name} {}:", params.functions),
        _ => format!("--{name}"),
    };
    let instead = match why {
        Inactive::NotMeasured => "; remove this option, or verify",
        Inactive::ByPassage => "; remove one of the two options",
        Inactive::KeepsAll => "; remove this option, or add --modulo M",
        Inactive::FixedFunctions(_) => "; remove this option, or use --sketch minhash",
        Inactive::OfMinHash => "; remove this option, or add --sketch minhash",
        Inactive::OfEstimates => "; remove this option, or add one of these",
        Inactive::KeepsTooLittle(_) => "; remove this option, or use --sketch modulo",
    };
    format!("{option} {why}{instead}")
}
