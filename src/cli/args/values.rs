//! Parsers for the values of options: names, whole numbers in a range, shares, labels. They know no options.

use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use documents::Charset;
use shingle::base::ratio::{Ratio, RatioError};
use shingle::pipeline::parameters::LanguageChoice;
use shingle::text::language::Language;

/// A share of the documents, or `off`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Common(pub(crate) Option<Ratio>);

impl FromStr for Common {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "off" {
            return Ok(Self(None));
        }
        text.parse()
            .map(|share| Self(Some(share)))
            .map_err(|expected: RatioError| format!("{expected}, or off"))
    }
}

/// Parses one of a parameter's names.
pub(super) fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|(name, _)| *name)).try_map(move |typed| {
        all.iter()
            .find(|(name, _)| *name == typed)
            .map(|(_, value)| *value)
            .ok_or("not one of the names")
    })
}

/// Parses a whole number in a range; the error names the range.
pub(super) fn within(range: RangeInclusive<u32>) -> impl TypedValueParser<Value = u32> {
    move |text: &str| -> Result<u32, String> {
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// Parses a whole number.
pub(super) fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", usize::MAX))
}

/// Parses the label of an encoding.
pub(super) fn charset(text: &str) -> Result<Charset, String> {
    Charset::from_label(text).ok_or_else(|| "not an encoding label; try utf-8, windows-1251, windows-1252, koi8-r, ibm855, shift_jis or gb18030".to_string())
}

/// Parses `auto` or the code of a language.
pub(super) fn language(text: &str) -> Result<LanguageChoice, String> {
    if text == "auto" {
        return Ok(LanguageChoice::Auto);
    }
    Language::from_code(text).map(LanguageChoice::Fixed).ok_or_else(|| {
        "expected auto or a two-letter ISO 639-1 code such as en, ru or de".to_string()
    })
}
