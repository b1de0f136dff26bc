//! The parameters that a sketch depends on, as a sketch file stores them, and how two sets of them differ. The measure,
//! the threshold and what is left out are not among them: any of these can be used with the same sketches.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

use crate::base::visible::visible;
use crate::pipeline::parameters::{
    LanguageChoice, MODULO_RANGE, Params, Preset, SketchKind, StopWords, Verify, WIDTH_RANGE,
};

use crate::shingle::hash::HashKind;
use crate::shingle::minhash::{FUNCTIONS_RANGE, Family};
use crate::text::language::Language;
use crate::text::normalize::{Case, Confusables, Stem, WordList};
use crate::text::pos::PosRemoval;
use crate::text::records::RecordFormat;
use crate::text::tokenize::Words;
use documents::{Charset, HtmlText};

/// Every parameter that a sketch depends on, by name.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SketchShape {
    encoding: Option<String>,
    /// Files of before there was a choice do not name it.
    #[serde(default = "all_of_a_page")]
    html: String,
    /// Files of before have none, and were made of whole files.
    #[serde(default = "whole_files")]
    records: String,
    language: String,
    words: String,
    pos_removal: String,
    case: String,
    confusables: String,
    stop_words: Stops,
    stop_words_add: Option<SavedList>,
    stem: String,
    width: u32,
    step: u32,
    hash: String,
    modulo: u32,
    sketch: String,
    /// The next three are for sketches that estimate.
    functions: Option<u32>,
    family: Option<String>,
    /// Whether the keys of all kept shingles are in the file too.
    verify: Option<String>,
    /// The preset. It decides what becomes of short documents.
    preset: Option<String>,
}

fn all_of_a_page() -> String {
    HtmlText::All.to_string()
}

/// The value of `--stop-words`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Stops {
    Named(String),
    List(SavedList),
}

/// A user's list with all its words: texts that are compared with the sketches need it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct SavedList {
    name: String,
    words: BTreeSet<String>,
}

impl SavedList {
    fn of(list: &WordList) -> Self {
        Self { name: list.name.clone(), words: list.words.iter().cloned().collect() }
    }

    fn words(&self) -> Arc<WordList> {
        Arc::new(WordList { name: self.name.clone(), words: self.words.iter().cloned().collect() })
    }

    /// The list as [`Difference`] shows it: by its content, because a list is the same under any name.
    fn described(&self) -> String {
        let mut hash = Xxh3::new();
        for word in &self.words {
            hash.update(word.as_bytes());
            hash.update(b"\n");
        }
        format!("a list of {} words ({:016x})", self.words.len(), hash.digest())
    }
}

/// A parameter that differs between two sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its name.
    pub name: &'static str,
    /// Its value in each of the sets.
    pub values: (String, String),
}

/// A parameter with an unknown value, or with one that does not fit the others.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("--{parameter} {}: this program knows no such value", visible(value))]
pub struct ShapeError {
    /// Its name.
    pub parameter: &'static str,
    /// The value, as the file has it.
    pub value: String,
}

impl SketchShape {
    /// The sketch's part of the parameters of a run.
    pub fn of(params: &Params) -> Self {
        // Every field is named, so a new one is not forgotten: it belongs either to the sketch or to the comparison.
        let Params {
            encoding,
            html,
            records,
            language,
            words,
            pos_removal,
            case,
            confusables,
            stop_words,
            stop_words_add,
            stem,
            width,
            step,
            hash,
            modulo,
            sketch,
            functions: _,
            family: _,
            verify,
            measure: _,
            threshold: _,
            above: _,
            common: _,
            template: _,
            phrases: _,
            between: _,
            skip_same: _,
            skip_older: _,
            linkage: _,
            preset,
        } = params;
        let functions = params.sketch().functions();
        Self {
            encoding: encoding.map(|charset| charset.name().to_string()),
            html: html.to_string(),
            records: records.to_string(),
            language: language.to_string(),
            words: words.to_string(),
            pos_removal: pos_removal.to_string(),
            case: case.to_string(),
            confusables: confusables.to_string(),
            stop_words: match stop_words {
                StopWords::List(list) => Stops::List(SavedList::of(list)),
                named => Stops::Named(named.to_string()),
            },
            stop_words_add: stop_words_add.as_deref().map(SavedList::of),
            stem: stem.to_string(),
            width: *width,
            step: *step,
            hash: hash.to_string(),
            modulo: *modulo,
            sketch: sketch.to_string(),
            functions: functions.map(|(functions, _)| functions),
            family: functions.map(|(_, family)| family.to_string()),
            verify: functions.map(|_| verify.to_string()),
            preset: preset.map(|preset| preset.to_string()),
        }
    }

    /// The parameters for comparing such sketches, with the default measure and threshold.
    ///
    /// # Errors
    /// [`ShapeError`]: which parameter has no valid value.
    pub fn params(&self) -> Result<Params, ShapeError> {
        let preset = named("preset", Preset::ALL, self.preset.as_deref())?;
        let mut params = preset.map_or_else(Params::defaults, Params::preset);
        params.encoding = match &self.encoding {
            None => None,
            Some(label) => {
                Some(Charset::from_label(label).ok_or_else(|| unknown("encoding", label))?)
            }
        };
        params.html = name("html", HtmlText::ALL, &self.html)?;
        params.records = self.records.parse().map_err(|_| unknown("records", &self.records))?;
        params.language = match &*self.language {
            "auto" => LanguageChoice::Auto,
            code => {
                let language = Language::from_code(code);
                LanguageChoice::Fixed(language.ok_or_else(|| unknown("language", code))?)
            }
        };
        params.words = name("words", Words::ALL, &self.words)?;
        params.pos_removal = name("pos-removal", PosRemoval::ALL, &self.pos_removal)?;
        params.case = name("case", Case::ALL, &self.case)?;
        params.confusables = name("confusables", Confusables::ALL, &self.confusables)?;
        params.stop_words = match &self.stop_words {
            Stops::List(list) => StopWords::List(list.words()),
            Stops::Named(word) => match &**word {
                "on" => StopWords::On,
                "inside" => StopWords::Inside,
                "off" => StopWords::Off,
                "php-shingles" => StopWords::PhpShingles,
                other => return Err(unknown("stop-words", other)),
            },
        };
        params.stop_words_add = self.stop_words_add.as_ref().map(SavedList::words);
        params.stem = name("stem", Stem::ALL, &self.stem)?;
        params.width = within("width", WIDTH_RANGE, self.width)?;
        params.step = within("step", 1..=params.width, self.step)?;
        params.hash = name("hash", HashKind::ALL, &self.hash)?;
        params.modulo = within("modulo", MODULO_RANGE, self.modulo)?;
        // Takes the sketch's default threshold too, as the command line does.
        params.take_sketch(name("sketch", SketchKind::ALL, &self.sketch)?);
        if let Some(functions) = self.functions {
            params.functions = within("functions", FUNCTIONS_RANGE, functions)?;
        }
        params.family =
            named("family", Family::ALL, self.family.as_deref())?.unwrap_or(params.family);
        params.verify =
            named("verify", Verify::ALL, self.verify.as_deref())?.unwrap_or(params.verify);
        // A value that was missing or does not fit the others would not come back the same.
        match self.difference(&Self::of(&params)) {
            None => Ok(params),
            Some(Difference { name, values: (value, _) }) => Err(unknown(name, &value)),
        }
    }

    /// The first parameter, in the order of the stages, that differs.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        self.values().into_iter().zip(other.values()).find(|(one, other)| one != other).map(
            |((name, one), (_, other))| {
                // The values may come from anyone's file, and become part of a message.
                let values = (visible(&one).into_owned(), visible(&other).into_owned());
                Difference { name, values }
            },
        )
    }

    /// Every parameter with its value, for people.
    fn values(&self) -> [(&'static str, String); 20] {
        let optional = |value: Option<&String>| value.map_or("none", |value| value).to_string();
        [
            ("encoding", self.encoding.clone().unwrap_or_else(|| "detected".to_string())),
            ("html", self.html.clone()),
            ("records", self.records.clone()),
            ("language", self.language.clone()),
            ("words", self.words.clone()),
            ("pos-removal", self.pos_removal.clone()),
            ("case", self.case.clone()),
            ("confusables", self.confusables.clone()),
            (
                "stop-words",
                match &self.stop_words {
                    Stops::Named(word) => word.clone(),
                    Stops::List(list) => list.described(),
                },
            ),
            (
                "stop-words-add",
                self.stop_words_add
                    .as_ref()
                    .map_or_else(|| "none".to_string(), SavedList::described),
            ),
            ("stem", self.stem.clone()),
            ("preset", optional(self.preset.as_ref())),
            ("width", self.width.to_string()),
            ("step", self.step.to_string()),
            ("hash", self.hash.clone()),
            ("modulo", self.modulo.to_string()),
            ("sketch", self.sketch.clone()),
            ("functions", self.functions.map_or_else(|| "none".to_string(), |n| n.to_string())),
            ("family", optional(self.family.as_ref())),
            ("verify", optional(self.verify.as_ref())),
        ]
    }
}

fn whole_files() -> String {
    RecordFormat::Off.to_string()
}

/// The value of a parameter with this name.
fn name<T: Copy>(parameter: &'static str, all: &[(&str, T)], word: &str) -> Result<T, ShapeError> {
    let found = all.iter().find(|(name, _)| *name == word);
    found.map(|(_, value)| *value).ok_or_else(|| unknown(parameter, word))
}

fn named<T: Copy>(
    parameter: &'static str,
    all: &[(&str, T)],
    word: Option<&str>,
) -> Result<Option<T>, ShapeError> {
    word.map(|word| name(parameter, all, word)).transpose()
}

fn within(
    parameter: &'static str,
    range: std::ops::RangeInclusive<u32>,
    number: u32,
) -> Result<u32, ShapeError> {
    if range.contains(&number) { Ok(number) } else { Err(unknown(parameter, &number.to_string())) }
}

fn unknown(parameter: &'static str, value: &str) -> ShapeError {
    ShapeError { parameter, value: value.to_string() }
}
