//! Reads and writes the values of parameters: texts of the user, JSON in results, and saved files. [`ValueFiles`] opens
//! the files that values name.

use std::ffi::{OsStr, OsString};
use std::{fmt, ops::RangeInclusive, str::FromStr, sync::Arc};

use documents::Charset;
use serde_json::Value;
use thiserror::Error;

use super::between::Between;
use super::{Common, LanguageChoice, Params, Preset, StopWords, Verify};
use super::{skip_older::SkipOlder, skip_same::SkipSame, template::Template};
use crate::compare::{Above, Measure};
use crate::shingle::{Family, HashKind, SketchKind};
use crate::text::{
    Accents, Case, Confusables, Language, PosRemoval, RecordFormat, Stem, WordList, Words,
};
use base::ratio::{Ratio, format_as_fraction};

const OFF: &str = "off";
const AUTO: &str = "auto";

/// The possible values of a parameter, for the help of its option.
#[derive(Debug, Clone)]
pub enum Values {
    Names(&'static [&'static str]),
    /// A whole number in this range, with a name for help.
    Number(&'static str, RangeInclusive<u32>),
    Share(&'static str),
    Text(&'static str),
    Sides([&'static str; 2]),
    /// A file or one of these words, with a name for help.
    File(&'static str, &'static [&'static str]),
    Files,
}

/// A sentence with the values that are possible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ValueError(pub String);

impl From<String> for ValueError {
    fn from(expected: String) -> Self {
        Self(expected)
    }
}

impl From<&str> for ValueError {
    fn from(expected: &str) -> Self {
        Self(expected.to_string())
    }
}

pub trait ValueFiles {
    fn read_words(&self, name: &str, file: &OsStr) -> Result<Arc<WordList>, ValueError>;

    fn read_templates(
        &self,
        files: &[OsString],
        params: &Params,
    ) -> Result<Vec<Arc<Template>>, ValueError>;

    fn read_phrases(&self, texts: &[OsString]) -> Result<Vec<Arc<str>>, ValueError>;
}

pub(super) struct ValueContext<'a> {
    pub(super) name: &'static str,
    pub(super) values: &'static Values,
    pub(super) params: &'a Params,
    /// `None` if no files are read.
    pub(super) files: Option<&'a dyn ValueFiles>,
}

impl<'a> ValueContext<'a> {
    fn files(&self) -> Result<&'a dyn ValueFiles, ValueError> {
        self.files.ok_or_else(|| "no files are read here".into())
    }
}

pub(super) trait ParameterValue: Sized {
    /// Text for no value; empty if the parameter always has a value.
    const NONE: &'static str = "";

    fn read_value(texts: &[OsString], with: &ValueContext<'_>) -> Result<Self, ValueError>;

    /// Returns the texts from which this value is read; empty for no value.
    fn value_texts(&self) -> Vec<String>;

    fn value_json(&self) -> Value {
        self.value_texts().concat().into()
    }
}

/// Returns the texts of a value in JSON.
pub(super) fn texts_from_json(value: &Value) -> Option<Vec<OsString>> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.into()),
        Value::Number(number) if number.is_f64() => {
            number.as_f64().map(format_as_fraction).map(Into::into)
        }
        Value::Number(number) => Some(number.to_string().into()),
        _ => None,
    };
    match value {
        Value::Null => Some(Vec::new()),
        Value::Array(all) => all.iter().map(text).collect(),
        one => text(one).map(|one| vec![one]),
    }
}

fn require_single_text(texts: &[OsString]) -> Result<&str, ValueError> {
    match texts {
        [text] => text.to_str().ok_or_else(|| "expected UTF-8".into()),
        _ => Err("expected one value".into()),
    }
}

macro_rules! text_values {
    ($($type:ty $(, $none:literal)?;)+) => { $(
        impl ParameterValue for $type {
            $(const NONE: &'static str = $none;)?

            fn read_value(texts: &[OsString], _: &ValueContext<'_>) -> Result<Self, ValueError> {
                require_single_text(texts)?.parse().map_err(|expected: <Self as FromStr>::Err| ValueError(expected.to_string()))
            }

            fn value_texts(&self) -> Vec<String> {
                vec![self.to_string()]
            }
        }
    )+ };
}

text_values! {
    RecordFormat;
    LanguageChoice;
    Words;
    Confusables;
    Accents;
    PosRemoval;
    Case;
    Stem;
    HashKind;
    SketchKind;
    Family;
    Verify;
    SkipSame;
    SkipOlder;
    Measure;
    Above;
    Preset, "none";
}

impl<T: ParameterValue> ParameterValue for Option<T> {
    fn read_value(texts: &[OsString], with: &ValueContext<'_>) -> Result<Self, ValueError> {
        if texts.iter().all(|text| !T::NONE.is_empty() && text == T::NONE) {
            return Ok(None);
        }
        let or_none = |expected: ValueError| match T::NONE {
            "" => expected,
            none => ValueError(format!("{expected}, or {none}")),
        };
        T::read_value(texts, with).map(Some).map_err(or_none)
    }

    fn value_texts(&self) -> Vec<String> {
        let none = || Some(T::NONE.to_string()).filter(|none| !none.is_empty());
        self.as_ref().map_or_else(|| none().into_iter().collect(), T::value_texts)
    }

    fn value_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::value_json)
    }
}

impl ParameterValue for u32 {
    const NONE: &'static str = OFF;

    fn read_value(texts: &[OsString], with: &ValueContext<'_>) -> Result<Self, ValueError> {
        let Values::Number(_, range) = with.values else {
            return Err("expected no number".into());
        };
        let number =
            require_single_text(texts)?.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            ValueError(format!("expected a whole number from {} to {}", range.start(), range.end()))
        })
    }

    fn value_texts(&self) -> Vec<String> {
        vec![self.to_string()]
    }

    fn value_json(&self) -> Value {
        (*self).into()
    }
}

impl ParameterValue for Common {
    const NONE: &'static str = OFF;

    fn read_value(texts: &[OsString], with: &ValueContext<'_>) -> Result<Self, ValueError> {
        if require_single_text(texts)? == AUTO {
            return Ok(Self::Auto);
        }
        let or_auto = |expected: ValueError| ValueError(format!("{expected}, {AUTO}"));
        Ratio::read_value(texts, with).map(Self::Share).map_err(or_auto)
    }

    fn value_texts(&self) -> Vec<String> {
        match self {
            Self::Auto => vec![AUTO.to_string()],
            Self::Share(share) => share.value_texts(),
        }
    }

    fn value_json(&self) -> Value {
        match self {
            Self::Auto => AUTO.into(),
            Self::Share(share) => share.value_json(),
        }
    }
}

impl ParameterValue for Ratio {
    fn read_value(texts: &[OsString], _: &ValueContext<'_>) -> Result<Self, ValueError> {
        require_single_text(texts)?
            .parse()
            .map_err(|expected: <Self as FromStr>::Err| ValueError(expected.to_string()))
    }

    /// Returns a decimal such as `0.2` or a fraction such as `1/3`.
    fn value_texts(&self) -> Vec<String> {
        let plain = self.to_string();
        let is_exact = plain.parse::<Self>().is_ok_and(|read| read == *self);
        let (some, all) = self.numerator_and_denominator();
        vec![if is_exact { plain } else { format!("{some}/{all}") }]
    }

    fn value_json(&self) -> Value {
        self.to_f64().into()
    }
}

impl ParameterValue for Charset {
    fn read_value(texts: &[OsString], _: &ValueContext<'_>) -> Result<Self, ValueError> {
        Self::from_label(require_single_text(texts)?).ok_or_else(|| "not an encoding label; try utf-8, windows-1251, windows-1252, koi8-r, ibm855, shift_jis or gb18030".into())
    }

    fn value_texts(&self) -> Vec<String> {
        vec![self.name().to_string()]
    }
}

impl FromStr for LanguageChoice {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        if text == AUTO {
            return Ok(Self::Auto);
        }
        Language::from_code(text).map(Self::Fixed).ok_or_else(|| {
            "expected auto or a two-letter ISO 639-1 code such as en, ru or de".into()
        })
    }
}

impl fmt::Display for LanguageChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str(AUTO),
            Self::Fixed(language) => f.write_str(language.code()),
        }
    }
}

impl StopWords {
    pub const NAMES: &'static [&'static str] = &["inside", "on", OFF, "php-shingles"];
}

impl fmt::Display for StopWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::On => f.write_str("on"),
            Self::Inside => f.write_str("inside"),
            Self::Off => f.write_str(OFF),
            Self::PhpShingles => f.write_str("php-shingles"),
            Self::List(list) => f.write_str(&list.name),
        }
    }
}

impl ParameterValue for StopWords {
    fn read_value(texts: &[OsString], with: &ValueContext<'_>) -> Result<Self, ValueError> {
        Ok(match texts.first().and_then(|text| text.to_str()) {
            Some("on") => Self::On,
            Some("inside") => Self::Inside,
            Some(OFF) => Self::Off,
            Some("php-shingles") => Self::PhpShingles,
            _ => Self::List(Arc::read_value(texts, with)?),
        })
    }

    fn value_texts(&self) -> Vec<String> {
        vec![self.to_string()]
    }
}

impl ParameterValue for Arc<WordList> {
    fn read_value(texts: &[OsString], with: &ValueContext<'_>) -> Result<Self, ValueError> {
        match texts {
            [file] => with.files()?.read_words(with.name, file),
            _ => Err("expected one file".into()),
        }
    }

    fn value_texts(&self) -> Vec<String> {
        vec![self.name.clone()]
    }
}

impl ParameterValue for Vec<Arc<Template>> {
    fn read_value(texts: &[OsString], with: &ValueContext<'_>) -> Result<Self, ValueError> {
        match texts {
            [] => Ok(Vec::new()),
            [text] if text == OFF => Ok(Vec::new()),
            // `off` is never a file; a file of that name is `./off`.
            _ if texts.iter().any(|text| text == OFF) => {
                Err("off: cannot be combined with files; remove off or the files".into())
            }
            _ => with.files()?.read_templates(texts, with.params),
        }
    }

    fn value_texts(&self) -> Vec<String> {
        self.iter().map(|one| one.name.to_string()).collect()
    }

    fn value_json(&self) -> Value {
        self.value_texts().into()
    }
}

impl ParameterValue for Vec<Arc<str>> {
    fn read_value(texts: &[OsString], with: &ValueContext<'_>) -> Result<Self, ValueError> {
        match texts {
            [] => Ok(Vec::new()),
            _ => with.files()?.read_phrases(texts),
        }
    }

    fn value_texts(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }

    fn value_json(&self) -> Value {
        self.value_texts().into()
    }
}

impl ParameterValue for Option<Between> {
    fn read_value(texts: &[OsString], _: &ValueContext<'_>) -> Result<Self, ValueError> {
        let sides: Option<Vec<&str>> = texts.iter().map(|text| text.to_str()).collect();
        match sides.as_deref().unwrap_or(&[""]) {
            [] => Ok(None),
            [typed] => Between::parse_two_sides(typed),
            sides => Between::from_sides(sides),
        }
    }

    fn value_texts(&self) -> Vec<String> {
        self.iter().flat_map(Between::sides).collect()
    }

    fn value_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, |between| between.sides().to_vec().into())
    }
}
