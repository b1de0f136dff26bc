//! The values of parameters on the screen: formats them, lists values to offer, and steps through them.

use std::{ffi::OsStr, ffi::OsString, sync::Arc};

use shingle::pipeline::{
    Between, Common, Inactive, Parameter, Params, Preset, Stage, StopWords, Template, ValueError,
    ValueFiles, Values,
};
use shingle::{
    base::numbers::format_with_commas, base::ratio::Ratio, base::visible::make_visible,
    text::Language, text::WordList,
};

use crate::tui::parameters::{ENTRIES, entry_of_parameter, hides_parameter, is_hidden_parameter};
use crate::tui::{
    actions::KeyName, actions::StepDirection, actions::StepSize, drawing::elide_middle,
    keys::label_of_typed_command, words::format_exact_percent, words::format_share,
};

/// Values of `--modulo` that a key steps through.
const MODULI: [u32; 31] = [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1_000,
    2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
];
/// Values of `--functions` that a key steps through.
const FUNCTIONS: [u32; 13] = [1, 2, 4, 8, 16, 32, 64, 84, 128, 200, 256, 512, 1024];
/// Values of `--passage` that a key steps through.
const PASSAGES: [&str; 4] = ["off", "30", "60", "120"];
/// Values of `--common` that a key steps through.
const COMMON: [&str; 8] = ["off", "auto", "50%", "20%", "10%", "5%", "2%", "1%"];
/// Maximum width of the short name of a word list, in columns.
const LIST_NAME: u16 = 20;

/// Values to offer that depend on the folder and the user's files.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    /// The user's list of stop words, if one was given.
    pub(crate) list: Option<Arc<WordList>>,
    /// Languages detected in the folder, without duplicates, sorted by code.
    pub(crate) languages: Vec<Language>,
    /// The most recent templates.
    pub(crate) templates: Vec<Arc<Template>>,
    /// The phrases in the folder's file of ignored phrases.
    pub(crate) phrases: Vec<Arc<str>>,
}

/// Finds the lists and templates that were read before, so that a typed name reads no file.
impl ValueFiles for Choices {
    fn read_words(&self, _: &str, file: &OsStr) -> Result<Arc<WordList>, ValueError> {
        let list = self.list.as_ref().filter(|list| file == list.name.as_str());
        list.cloned().ok_or_else(|| {
            "expected inside, on, off or php-shingles; a file of words is named at the start".into()
        })
    }

    fn read_templates(
        &self,
        files: &[OsString],
        _: &Params,
    ) -> Result<Vec<Arc<Template>>, ValueError> {
        let is_named = !self.templates.is_empty()
            && files == [OsString::from(join_template_names(&self.templates))];
        let found = is_named.then(|| self.templates.clone());
        found.ok_or_else(|| "expected the path of a file, or off".into())
    }

    fn read_phrases(&self, texts: &[OsString]) -> Result<Vec<Arc<str>>, ValueError> {
        match texts.first().and_then(|text| text.to_str()) {
            Some("off") => Ok(Vec::new()),
            Some("on") if self.phrases.is_empty() => {
                let leaves = KeyName::LeaveOut.label();
                Err(ValueError(format!(
                    "nothing is in the list of phrases: {leaves} on a passage leaves it out"
                )))
            }
            Some("on") => Ok(self.phrases.clone()),
            _ => Err("expected on or off".into()),
        }
    }
}

fn join_template_names(templates: &[Arc<Template>]) -> String {
    templates.iter().map(|one| one.name.to_string()).collect::<Vec<_>>().join(", ")
}

pub(crate) fn input_text_of_value(parameter: Parameter, params: &Params) -> String {
    match parameter {
        Parameter::Template if !params.template.is_empty() => join_template_names(&params.template),
        Parameter::Template => "off".into(),
        Parameter::Phrases if params.phrases.is_empty() => "off".into(),
        Parameter::Phrases => "on".into(),
        Parameter::Between => {
            params.between.as_ref().map_or_else(|| "off".into(), Between::to_string)
        }
        other => match params.common {
            Some(Common::Share(share)) if other == Parameter::Common => format_exact_percent(share),
            _ => other.value_texts(params).concat(),
        },
    }
}

/// Returns a value as the screen shows it, short or `long`.
pub(crate) fn format_value(parameter: Parameter, params: &Params, long: bool) -> String {
    let name = input_text_of_value(parameter, params);
    let spelled = |name: &str| {
        let name = make_visible(name).into_owned();
        if long { name } else { elide_middle(&name, LIST_NAME) }
    };
    match parameter {
        Parameter::Threshold => format_share(params.threshold, params),
        Parameter::StopWords => {
            let added = if params.stop_words_add.is_some() { "+list" } else { "" };
            format!("{}{added}", spelled(&name))
        }
        Parameter::Phrases if !params.phrases.is_empty() => {
            format_with_commas(params.phrases.len())
        }
        Parameter::Template | Parameter::Between | Parameter::SkipSame => spelled(&name),
        Parameter::Preset if params.is_preset_changed() => {
            format!("{name}, changed")
        }
        _ => match parameter.values() {
            Values::Number(..) => name.parse::<u64>().map_or(name, format_with_commas),
            _ => name,
        },
    }
}

pub(crate) fn format_long_value(parameter: Parameter, params: &Params) -> String {
    format_value(parameter, params, true)
}

/// Returns values to offer, as the user would type them.
pub(crate) fn list_offered_values(parameter: Parameter, choices: &Choices) -> Vec<String> {
    let texts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    match parameter {
        Parameter::Threshold => (0..=20).map(|step| format!("{}%", step * 5)).collect(),
        Parameter::Common => texts(&COMMON),
        Parameter::Language => {
            // First the languages of the folder, then all others that have a stemmer.
            let is_other = |one: &Language| one.has_stemmer() && !choices.languages.contains(one);
            let all = choices.languages.iter().copied().chain(Language::all().filter(is_other));
            std::iter::once("auto".into()).chain(all.map(|one| one.code().to_string())).collect()
        }
        Parameter::StopWords => {
            let php_shingles = StopWords::PhpShingles.to_string();
            list_stop_word_lists(choices).into_iter().chain([php_shingles]).collect()
        }
        Parameter::Template if choices.templates.is_empty() => texts(&["off"]),
        Parameter::Template => vec!["off".into(), join_template_names(&choices.templates)],
        Parameter::Phrases if choices.phrases.is_empty() => texts(&["off"]),
        Parameter::Phrases => texts(&["off", "on"]),
        Parameter::Between | Parameter::SkipOlder => texts(&["off"]),
        Parameter::SkipSame => texts(&["off", "directory", "{}/"]),
        Parameter::Passage => texts(&PASSAGES),
        Parameter::Preset => texts(&[&["none"], Preset::NAMES].concat()),
        _ => match parameter.values() {
            Values::Names(names) => texts(names),
            _ => values_to_step_through(parameter).iter().map(ToString::to_string).collect(),
        },
    }
}

/// Returns the lists of stop words that a key steps through. The 26 Russian words of a published article are available
/// only by their preset or by typing.
fn list_stop_word_lists(choices: &Choices) -> Vec<String> {
    let usual = [StopWords::Inside, StopWords::Off, StopWords::On];
    let own = choices.list.clone().map(StopWords::List);
    usual.into_iter().chain(own).map(|list| list.to_string()).collect()
}

fn values_to_step_through(parameter: Parameter) -> Vec<u32> {
    match parameter {
        Parameter::Width => (1..=12).collect(),
        Parameter::Step => (1..=6).collect(),
        Parameter::Modulo => MODULI.to_vec(),
        Parameter::Functions => FUNCTIONS.to_vec(),
        _ => Vec::new(),
    }
}

pub(crate) fn step_value(
    params: &Params,
    parameter: Parameter,
    (direction, size): (StepDirection, StepSize),
    choices: &Choices,
) -> Params {
    let mut next = params.clone();
    let now = input_text_of_value(parameter, params);
    let text = match (parameter, parameter.values()) {
        (Parameter::Threshold, _) => {
            let hundredths = if size == StepSize::Fine { 1 } else { 5 };
            step_threshold(&mut next, direction, hundredths);
            return next;
        }
        (_, Values::Number(_, range)) if parameter != Parameter::Passage => {
            let now = now.parse().unwrap_or(*range.start());
            step_number(range, &values_to_step_through(parameter), now, direction).to_string()
        }
        _ => {
            let all = match parameter {
                Parameter::StopWords => list_stop_word_lists(choices),
                _ => list_offered_values(parameter, choices),
            };
            direction.neighbour(&all, &now).cloned().unwrap_or(now)
        }
    };
    // Every offered value is valid.
    let _ = parameter.set_like_user(&mut next, &[text.into()], choices);
    clamp_step(next)
}

/// Limits the step to the width: no step is longer than a shingle.
fn clamp_step(mut params: Params) -> Params {
    params.step = params.step.clamp(1, params.width);
    params
}

/// Moves the threshold by this many hundredths. If a sketch has few keys, moves it by one key.
fn step_threshold(params: &mut Params, direction: StepDirection, hundredths: i64) {
    let forward = direction == StepDirection::Next;
    let (num, den) = params.threshold.numerator_and_denominator();
    params.threshold = match params.sketch.facts().few.map(|(keys, _)| u64::from(keys)) {
        None => params.threshold.add_hundredths(if forward { hundredths } else { -hundredths }),
        // The number of keys that the threshold demands.
        Some(size) if forward => Ratio::new((num * size / den + 1).min(size), size),
        Some(size) => Ratio::new((num * size).div_ceil(den).saturating_sub(1), size),
    };
}

/// Returns the next or previous number of a ladder. After the last number of the ladder, steps by 1.
fn step_number(
    range: &std::ops::RangeInclusive<u32>,
    ladder: &[u32],
    now: u32,
    direction: StepDirection,
) -> u32 {
    let below = ladder.iter().copied().rfind(|value| *value < now);
    let above = ladder.iter().copied().find(|value| *value > now);
    let last = ladder.last().copied().unwrap_or(0);
    let next = match direction {
        StepDirection::Next => above.unwrap_or(now + 1),
        StepDirection::Back if now > last + 1 && last < *range.end() => now - 1,
        StepDirection::Back => below.unwrap_or(now),
    };
    if range.contains(&next) { next } else { now }
}

/// Sets one parameter to a typed value.
///
/// Values are written as on the command line. A threshold may also be `off`, or a percentage without the sign.
///
/// # Errors
/// A sentence that describes the expected values.
pub(crate) fn set_parameter_from_text(
    params: &Params,
    parameter: Parameter,
    text: &str,
    choices: &Choices,
) -> Result<Params, String> {
    let mut next = params.clone();
    let text = text.trim();
    let leaves_out = parameter.stage() == Stage::Ignore || parameter == Parameter::Between;
    let text = match (parameter, parameter.values()) {
        _ if leaves_out && text == "none" => "off".to_string(),
        (Parameter::Threshold, _) if text == "off" => "0%".to_string(),
        // The screen shows the threshold in percent.
        (Parameter::Threshold, _) if text.parse().is_ok_and(|number: u8| number > 0) => {
            format!("{text}%")
        }
        // The screen separates thousands with commas.
        (_, Values::Number(..)) => text.replace(',', ""),
        (Parameter::StopWords, _) if choices.list.as_ref().is_some_and(|one| one.name == text) => {
            text.to_string()
        }
        (Parameter::StopWords | Parameter::Language, _) | (_, Values::Names(_)) => {
            text.to_lowercase()
        }
        _ => text.to_string(),
    };
    parameter
        .set_like_user(&mut next, &[text.into()], choices)
        .map_err(|expected| expected.to_string())?;
    if parameter == Parameter::Step && next.step > next.width {
        return Err(format!("expected a whole number from 1 to {}, the width", next.width));
    }
    Ok(clamp_step(next))
}

/// Like [`set_from_text`] for a parameter that must have an effect.
///
/// # Errors
/// A sentence that describes the expected values, or why the parameter has no effect.
pub(crate) fn set_active_parameter_from_text(
    params: &Params,
    parameter: Parameter,
    text: &str,
    choices: &Choices,
) -> Result<Params, String> {
    let next = set_parameter_from_text(params, parameter, text, choices)?;
    match parameter.why_inactive(&next).filter(|why| hides_parameter(*why)) {
        Some(why) => Err(explain_inactive(why)),
        None => Ok(next),
    }
}

/// Explains why a parameter has no effect, and names the key that changes this. The phrase is short and follows the
/// name and value of the parameter.
pub(crate) fn explain_inactive(why: Inactive) -> String {
    let sketch = || KeyName::Parameter(Parameter::Sketch).label();
    let minhash = || format!("type {}", label_of_typed_command("sketch minhash"));
    match why {
        Inactive::NotMeasured => "not measured, with verify off the sketches alone decide".into(),
        Inactive::ByPassage => {
            format!(
                "passages decide, whatever the score; {} changes that",
                label_of_typed_command("passage off")
            )
        }
        Inactive::KeepsAll => {
            let shows = format!("{} shows it", KeyName::Explain.label());
            format!("modulo 1 keeps all shingles, whatever their hash; {shows}")
        }
        Inactive::KeepsTooLittle(_) => {
            format!("sketches keep too little for it; {} changes that", sketch())
        }
        Inactive::OfMinHash => format!("only for sketch minhash: {}", minhash()),
        Inactive::FixedFunctions(_) => {
            format!("super- and megashingles are made of 84; for another number {}", minhash())
        }
        Inactive::OfEstimates => {
            let estimate = format!("sketches that estimate ({})", sketch());
            format!("only for {estimate}; the scores of modulo are counted")
        }
    }
}

/// Describes in one sentence the purpose of a parameter, or why the parameter has no effect.
pub(crate) fn explain_value(parameter: Parameter, params: &Params) -> String {
    let name = parameter.name();
    match parameter.why_inactive(params) {
        Some(why) => {
            format!("{name} {}: {}.", format_long_value(parameter, params), explain_inactive(why))
        }
        None => format!(
            "{name}: {}",
            entry_of_parameter(parameter).map_or("", |entry| entry.binding.help)
        ),
    }
}

/// Returns true if the screen shows a parameter's value differently for two sets of parameters.
pub(crate) fn has_different_value(parameter: Parameter, one: &Params, other: &Params) -> bool {
    match parameter {
        // Compares only the name: other values of a preset show at their own parameters.
        Parameter::Preset => one.preset != other.preset,
        _ => format_long_value(parameter, one) != format_long_value(parameter, other),
    }
}

/// Returns the parameters whose values differ, in the order of the table. Skips parameters without effect in both sets.
pub(crate) fn changed_parameters(one: &Params, other: &Params) -> Vec<Parameter> {
    let is_shown = |parameter: &Parameter| {
        !is_hidden_parameter(*parameter, one) || !is_hidden_parameter(*parameter, other)
    };
    let all = ENTRIES.iter().map(|entry| entry.parameter).filter(is_shown);
    all.filter(|parameter| has_different_value(*parameter, one, other)).collect()
}

/// Finds a parameter by the name of its option, with or without dashes, or by its letter.
pub(crate) fn parameter_named(name: &str) -> Option<Parameter> {
    let name = name.trim_start_matches('-');
    let by_name = Parameter::from_name(&name.to_ascii_lowercase())
        .filter(|one| entry_of_parameter(*one).is_some());
    let is_letter = |letter: char| name.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]));
    let by_letter = || {
        let mut all = ENTRIES.iter().map(|entry| entry.parameter);
        all.find(|parameter| parameter.option_letter().is_some_and(is_letter))
    };
    by_name.or_else(by_letter)
}

#[cfg(test)]
mod tests {
    use shingle::pipeline::{Parameter, Params};

    use super::{Choices, list_offered_values, parameter_named, set_parameter_from_text};
    use crate::tui::parameters::ENTRIES;

    fn after(parameter: Parameter, text: &str) -> Result<Params, String> {
        set_parameter_from_text(&Params::defaults(), parameter, text, &Choices::default())
    }

    #[test]
    fn every_parameter_is_found_by_its_name_and_by_its_key() {
        for entry in ENTRIES {
            let name = entry.parameter.name();
            assert_eq!(parameter_named(name), Some(entry.parameter));
            let expected = Some(entry.parameter);
            assert_eq!(parameter_named(&format!("--{}", name.to_uppercase())), expected);
            let letter = entry.parameter.option_letter().map(String::from);
            assert!(letter.is_none_or(|one| parameter_named(&one) == Some(entry.parameter)));
        }
        assert_eq!(parameter_named("x"), None);
    }

    #[test]
    fn what_is_no_value_is_refused_with_what_is_expected() {
        for (parameter, text, part) in [
            (Parameter::Width, "0", "1 to 50"),
            (Parameter::Width, "51", "1 to 50"),
            (Parameter::Width, "", "1 to 50"),
            (Parameter::Modulo, "-1", "1 to 1000000"),
            (Parameter::Threshold, "101", "0% to 100%"),
            (Parameter::Measure, "cosine", "jaccard"),
            (Parameter::Language, "klingon", ""),
            (Parameter::StopWords, "mine.txt", "php-shingles"),
            (Parameter::Preset, "moss", "none"),
            (Parameter::Threshold, "7/6", "0% to 100%"),
            (Parameter::Step, "4", "1 to 3"),
            (Parameter::Functions, "1025", "1 to 1024"),
            (Parameter::Sketch, "simhash", "minhash"),
        ] {
            let refused = after(parameter, text).unwrap_err();
            assert!(refused.contains(part), "{refused}");
        }
    }

    #[test]
    fn every_value_offered_can_be_typed_and_is_what_is_shown_then() {
        let choices = Choices::default();
        // As wide as the largest offered step.
        let wide = Params { width: 6, ..Params::defaults() };
        for one in ENTRIES {
            for value in list_offered_values(one.parameter, &choices) {
                let params =
                    set_parameter_from_text(&wide, one.parameter, &value, &choices).unwrap();
                let spelled = super::format_long_value(one.parameter, &params).replace(',', "");
                assert_eq!(spelled, value, "{}", one.parameter.name());
            }
        }
    }
}
