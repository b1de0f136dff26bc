//! Reads values that are typed, as the command line reads them. It knows no name of a parameter and no line of input.

use std::sync::Arc;

use shingle::base::ratio::{Ratio, RatioError};
use shingle::pipeline::parameters::between::Between;
use shingle::pipeline::parameters::skip_older::{NoSkipOlder, SkipOlder};
use shingle::pipeline::parameters::skip_same::{NoSkipSame, SkipSame};
use shingle::pipeline::parameters::template::Template;
use shingle::pipeline::parameters::{LanguageChoice, Preset, StopWords};
use shingle::text::language::Language;

use crate::tui::actions::KeyName;
use crate::tui::keys::key_map::key_of;
use crate::tui::parameters::steps::Choices;

/// A preset, or none.
pub(crate) fn preset(text: &str) -> Result<Option<Preset>, String> {
    if text == "none" {
        return Ok(None);
    }
    named(Preset::ALL, text).map(Some).map_err(|expected| expected + " or none")
}

pub(crate) fn named<T: Copy>(all: &[(&'static str, T)], text: &str) -> Result<T, String> {
    let wanted = text.to_lowercase();
    all.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        format!("expected {}", names.join(", "))
    })
}

pub(crate) fn within(range: &std::ops::RangeInclusive<u32>, text: &str) -> Result<u32, String> {
    // Thousands are shown with a comma, so they may be typed with one.
    text.replace(',', "")
        .parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}

pub(crate) fn threshold(text: &str) -> Result<Ratio, String> {
    text.parse().map_err(|expected: RatioError| expected.to_string())
}

/// A share of the documents, or none.
pub(crate) fn common(text: &str) -> Result<Option<Ratio>, String> {
    if ["off", "none"].contains(&text) {
        return Ok(None);
    }
    threshold(text).map(Some).map_err(|range| range + ", or off")
}

/// Templates that were read before, by their names, or none.
pub(crate) fn template(text: &str, choices: &Choices) -> Result<Vec<Arc<Template>>, String> {
    if ["off", "none"].contains(&text) {
        return Ok(Vec::new());
    }
    let found = choices.templates().into_iter().find(|one| template_names(one) == text);
    found.ok_or_else(|| "expected the path of a file, or off".into())
}

/// The phrases of the folder's list, or none.
pub(crate) fn phrases(text: &str, choices: &Choices) -> Result<Vec<Arc<str>>, String> {
    match text {
        "off" | "none" => Ok(Vec::new()),
        "on" if choices.phrases.is_empty() => {
            let leaves = key_of(KeyName::LeaveOut);
            Err(format!("nothing is in the list of phrases: {leaves} on a passage leaves it out"))
        }
        "on" => Ok(choices.phrases.clone()),
        _ => Err("expected on or off".into()),
    }
}

/// Templates by their names.
pub(crate) fn template_names(templates: &[Arc<Template>]) -> String {
    let names: Vec<String> = templates.iter().map(|one| one.name.to_string()).collect();
    if names.is_empty() { "off".into() } else { names.join(", ") }
}

/// Which documents make no pairs with each other.
pub(crate) fn skip_same(text: &str) -> Result<SkipSame, String> {
    text.parse().map_err(|expected: NoSkipSame| expected.to_string())
}

/// Before which day two documents make no pair.
pub(crate) fn skip_older(text: &str) -> Result<SkipOlder, String> {
    text.parse().map_err(|expected: NoSkipOlder| expected.to_string())
}

/// A rule about two sides, or none.
pub(crate) fn between(text: &str) -> Result<Option<Between>, String> {
    Between::typed(text).map_err(|expected| expected.to_string())
}

/// A rule about two sides as it is typed.
pub(crate) fn between_name(between: Option<&Between>) -> String {
    between.map_or_else(|| "off".into(), Between::to_string)
}

pub(crate) fn language(text: &str) -> Result<LanguageChoice, String> {
    let code = text.to_lowercase();
    if code == "auto" {
        return Ok(LanguageChoice::Auto);
    }
    Language::from_code(&code).map(LanguageChoice::Fixed).ok_or_else(|| {
        "expected auto or a two-letter ISO 639-1 code such as en, ru or de".to_string()
    })
}

pub(crate) fn stop_words(text: &str, choices: &Choices) -> Result<StopWords, String> {
    let list = choices.list.as_ref().filter(|list| list.name == text);
    match (text.to_lowercase().as_str(), list) {
        (_, Some(list)) => Ok(StopWords::List(list.clone())),
        ("on", _) => Ok(StopWords::On),
        ("inside", _) => Ok(StopWords::Inside),
        ("off", _) => Ok(StopWords::Off),
        ("php-shingles", _) => Ok(StopWords::PhpShingles),
        _ => Err("expected on, inside, off or php-shingles; a file of words is named at the start"
            .into()),
    }
}
