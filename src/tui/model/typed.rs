//! A parameter's value as it is typed, read as the command line reads it; and the values that are worth offering. It
//! knows no key and no line of input.

use shingle::base::ratio::Ratio;
use shingle::compare::measure::{Above, Measure};
use shingle::pipeline::params::{
    LanguageChoice, MODULO_RANGE, Params, Preset, StopWords, WIDTH_RANGE,
};
use shingle::shingle::hash::HashKind;
use shingle::text::language::Language;
use shingle::text::normalize::{Case, Stem};
use shingle::text::tokenize::Words;

use super::super::message::Dial;
use super::super::words::percent_exact;
use super::tuning::{COMMON, Choices, MODULI, languages};

/// Every parameter that can be named, with the name of its option and the letter that turns it.
pub(crate) const NAMED: [(Dial, &str, &str); 14] = [
    (Dial::Width, "width", "w"),
    (Dial::Threshold, "threshold", "t"),
    (Dial::Measure, "measure", "a"),
    (Dial::Modulo, "modulo", "m"),
    (Dial::Language, "language", "l"),
    (Dial::StopWords, "stop-words", "s"),
    (Dial::Stem, "stem", "e"),
    (Dial::Case, "case", "c"),
    (Dial::Words, "words", "o"),
    (Dial::Hash, "hash", "h"),
    (Dial::Common, "common", "%"),
    // No letter turns it.
    (Dial::Template, "template", "template"),
    (Dial::Above, "above", "b"),
    (Dial::Preset, "preset", "p"),
];

/// The parameter of this name: its option's, with or without the dashes, or its letter.
pub(crate) fn dial_named(name: &str) -> Option<Dial> {
    let name = name.trim_start_matches('-').to_lowercase();
    let found = NAMED.iter().find(|(_, long, letter)| name == *long || name == *letter);
    found.map(|(dial, _, _)| *dial)
}

/// The name of a parameter's option.
pub(crate) fn name_of(dial: Dial) -> &'static str {
    let wanted = if dial == Dial::ThresholdFine { Dial::Threshold } else { dial };
    NAMED.iter().find(|(one, _, _)| *one == wanted).map_or("", |(_, name, _)| name)
}

/// The parameters with one of them at the value that was typed.
///
/// Values are written as on the command line; a threshold may also be a whole number of per cent from 2 to 100.
///
/// # Errors
/// One sentence that says what is expected.
pub(crate) fn with_typed(
    params: &Params,
    dial: Dial,
    text: &str,
    choices: &Choices,
) -> Result<Params, String> {
    let mut next = params.clone();
    let text = text.trim();
    match dial {
        Dial::Language => next.language = language(text)?,
        Dial::Words => next.words = named(Words::ALL, text)?,
        Dial::Case => next.case = named(Case::ALL, text)?,
        Dial::StopWords => next.stop_words = stop_words(text, choices)?,
        Dial::Stem => next.stem = named(Stem::ALL, text)?,
        Dial::Width => next.width = within(&WIDTH_RANGE, text)?,
        Dial::Hash => next.hash = named(HashKind::ALL, text)?,
        Dial::Modulo => next.modulo = within(&MODULO_RANGE, text)?,
        Dial::Common if ["off", "none"].contains(&text) => next.common = None,
        Dial::Common => next.common = Some(threshold(text).map_err(|range| range + ", or off")?),
        Dial::Template if ["off", "none"].contains(&text) => next.template.clear(),
        Dial::Template if !choices.templates.is_empty() && text == template_names(choices) => {
            next.template.clone_from(&choices.templates);
        }
        Dial::Template => return Err("expected the path of a file, or off".into()),
        Dial::Measure => next.measure = named(Measure::ALL, text)?,
        Dial::Threshold | Dial::ThresholdFine => next.threshold = threshold(text)?,
        Dial::Above => next.above = named(Above::ALL, text)?,
        Dial::Preset if text == "none" => return Ok(params.beside(Params::defaults())),
        Dial::Preset => {
            let preset = named(Preset::ALL, text).map_err(|expected| expected + " or none")?;
            return Ok(params.beside(Params::preset(preset)));
        }
    }
    Ok(next)
}

/// Values worth offering, as they would be typed, in the order of the ladder.
pub(crate) fn values(dial: Dial, choices: &Choices) -> Vec<String> {
    let names = |names: &mut dyn Iterator<Item = &'static str>| names.map(String::from).collect();
    match dial {
        Dial::Language => languages(choices).iter().map(ToString::to_string).collect(),
        Dial::Words => names(&mut Words::ALL.iter().map(|(name, _)| *name)),
        Dial::Case => names(&mut Case::ALL.iter().map(|(name, _)| *name)),
        Dial::StopWords => {
            let own = choices.list.as_ref().map(|list| list.name.clone());
            ["on", "off", "php-shingles"].map(String::from).into_iter().chain(own).collect()
        }
        Dial::Stem => names(&mut Stem::ALL.iter().map(|(name, _)| *name)),
        Dial::Width => (1..=12).map(|width: u32| width.to_string()).collect(),
        Dial::Hash => names(&mut HashKind::ALL.iter().map(|(name, _)| *name)),
        Dial::Modulo => MODULI.iter().map(ToString::to_string).collect(),
        Dial::Common => COMMON.iter().map(|share| written(*share)).collect(),
        Dial::Template if choices.templates.is_empty() => vec!["off".into()],
        Dial::Template => vec!["off".into(), template_names(choices)],
        Dial::Measure => names(&mut Measure::ALL.iter().map(|(name, _)| *name)),
        Dial::Threshold | Dial::ThresholdFine => {
            (0..=20).map(|step| format!("{}%", step * 5)).collect()
        }
        Dial::Above => names(&mut Above::ALL.iter().map(|(name, _)| *name)),
        Dial::Preset => {
            names(&mut ["none"].into_iter().chain(Preset::ALL.iter().map(|(name, _)| *name)))
        }
    }
}

/// A share of the documents as it is typed.
fn written(share: Option<Ratio>) -> String {
    share.map_or_else(|| "off".into(), percent_exact)
}

/// The templates that were read last, by their names.
fn template_names(choices: &Choices) -> String {
    let names: Vec<String> = choices.templates.iter().map(|one| one.name.to_string()).collect();
    names.join(", ")
}

fn named<T: Copy>(all: &[(&'static str, T)], text: &str) -> Result<T, String> {
    let wanted = text.to_lowercase();
    all.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        format!("expected {}", names.join(", "))
    })
}

fn within(range: &std::ops::RangeInclusive<u32>, text: &str) -> Result<u32, String> {
    // Thousands are shown with a comma, so they may be typed with one.
    text.replace(',', "")
        .parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}

fn threshold(text: &str) -> Result<Ratio, String> {
    let percent = text.parse::<u64>().ok().filter(|number| (2..=100).contains(number));
    percent.map_or_else(|| text.parse(), |number| Ok(Ratio::new(number, 100)))
}

fn language(text: &str) -> Result<LanguageChoice, String> {
    let code = text.to_lowercase();
    if code == "auto" {
        return Ok(LanguageChoice::Auto);
    }
    Language::from_code(&code).map(LanguageChoice::Fixed).ok_or_else(|| {
        "expected auto or a two-letter ISO 639-1 code such as en, ru or de".to_string()
    })
}

fn stop_words(text: &str, choices: &Choices) -> Result<StopWords, String> {
    let list = choices.list.as_ref().filter(|list| list.name == text);
    match (text.to_lowercase().as_str(), list) {
        (_, Some(list)) => Ok(StopWords::List(list.clone())),
        ("on", _) => Ok(StopWords::On),
        ("off", _) => Ok(StopWords::Off),
        ("php-shingles", _) => Ok(StopWords::PhpShingles),
        _ => Err("expected on, off or php-shingles; a file of words is named at the start".into()),
    }
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::pipeline::params::{Params, Preset};

    use super::super::super::message::Dial;
    use super::super::tuning::Choices;
    use super::{NAMED, dial_named, name_of, values, with_typed};

    fn typed(dial: Dial, text: &str) -> Result<Params, String> {
        with_typed(&Params::defaults(), dial, text, &Choices::default())
    }

    #[test]
    fn every_value_offered_can_be_typed() {
        for (dial, name, letter) in NAMED {
            assert_eq!(dial_named(name), Some(dial));
            assert_eq!(dial_named(&format!("--{name}")), Some(dial));
            assert_eq!(dial_named(letter), Some(dial));
            assert_eq!(name_of(dial), name);
            for value in values(dial, &Choices::default()) {
                assert!(typed(dial, &value).is_ok(), "{name} {value}");
            }
        }
        assert_eq!(dial_named("x"), None);
    }

    #[test]
    fn the_letters_are_those_of_the_keys() {
        use super::super::super::keymap::bindings;
        use super::super::super::message::{TuningWish, Turn, Wish};
        for (dial, name, letter) in NAMED {
            let wanted = Wish::Tuning(TuningWish::Turn(dial, Turn::Next));
            let binding = bindings().find(|binding| binding.keys.iter().any(|key| key.2 == wanted));
            assert!(binding.unwrap().shown.starts_with(letter), "{name}");
        }
    }

    #[test]
    fn values_are_read_as_on_the_command_line() {
        assert_eq!(typed(Dial::Width, " 5 ").unwrap().width, 5);
        assert_eq!(typed(Dial::Modulo, "10,000").unwrap().modulo, 10_000);
        for text in ["35%", "0.35", ".35", "35"] {
            assert_eq!(
                typed(Dial::Threshold, text).unwrap().threshold,
                Ratio::new(7, 20),
                "{text}"
            );
        }
        assert_eq!(typed(Dial::Threshold, "1").unwrap().threshold, Ratio::ONE);
        assert_eq!(typed(Dial::Language, "RU").unwrap().language.to_string(), "ru");
        assert_eq!(typed(Dial::Preset, "phpir").unwrap(), Params::preset(Preset::Phpir));
        assert_eq!(typed(Dial::Preset, "none").unwrap(), Params::defaults());
    }

    #[test]
    fn what_is_no_value_is_refused_with_what_is_expected() {
        for (dial, text, part) in [
            (Dial::Width, "0", "from 1 to 50"),
            (Dial::Width, "51", "from 1 to 50"),
            (Dial::Width, "", "from 1 to 50"),
            (Dial::Modulo, "-1", "from 1 to 1000000"),
            (Dial::Threshold, "101", "0% to 100%"),
            (Dial::Measure, "cosine", "jaccard, dice"),
            (Dial::Language, "klingon", "two-letter"),
            (Dial::StopWords, "mine.txt", "php-shingles"),
            (Dial::Preset, "moss", "none"),
        ] {
            let refused = typed(dial, text).unwrap_err();
            assert!(refused.contains(part), "{refused}");
        }
    }
}
