//! A parameter that was typed with its value, and the values to offer. It knows no key and no line of input.

use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::catalogue::Parameter;

use crate::tui::actions::ScreenParameter;
use crate::tui::parameters::steps::{Choices, fitted};
use crate::tui::parameters::table::entries::ENTRIES;
use crate::tui::parameters::table::{entry, letter, rests};

/// The parameter of this name: that of its option, with or without dashes, or its key.
pub(crate) fn parameter_named(name: &str) -> Option<ScreenParameter> {
    let name = name.trim_start_matches('-');
    let by_name = Parameter::named(&name.to_ascii_lowercase()).and_then(ScreenParameter::of);
    let by_letter =
        || ENTRIES.iter().find(|entry| name.eq_ignore_ascii_case(letter(entry.parameter)));
    by_name.or_else(|| by_letter().map(|entry| entry.parameter))
}

/// The parameter whose value is being typed: the one that the text names last, else `chosen`.
pub(crate) fn meant(chosen: ScreenParameter, text: &str) -> ScreenParameter {
    let words: Vec<&str> = text.split([' ', '=']).filter(|word| !word.is_empty()).collect();
    let is_ended = text.ends_with([' ', '=']);
    let (Some(first), true) = (words.first(), is_ended || words.len() > 1) else { return chosen };
    let Some(first) = parameter_named(first) else { return chosen };
    if first.has_spaces() {
        return first;
    }
    // Names and values take turns.
    let at = words.len() - usize::from(!is_ended);
    let last = words.get(at - at % 2).and_then(|name| parameter_named(name));
    last.unwrap_or(first)
}

/// The parameters with one of them set to the value that was typed.
///
/// Values are written as on the command line; a threshold may also be a whole number of per cent from 2 to 100.
///
/// # Errors
/// One sentence that says what is expected.
pub(crate) fn with_typed(
    params: &Params,
    parameter: ScreenParameter,
    text: &str,
    choices: &Choices,
) -> Result<Params, String> {
    let mut next = params.clone();
    if let Some(entry) = entry(parameter) {
        (entry.parse)(&mut next, text.trim(), choices)?;
    }
    if parameter == ScreenParameter::Step && next.step > next.width {
        return Err(format!("expected a whole number from 1 to {}, the width", next.width));
    }
    Ok(fitted(next))
}

/// As [`with_typed`], if no other parameter is set at the same time: this one must decide something.
///
/// # Errors
/// One sentence that says what is expected, or why it decides nothing.
pub(crate) fn with_one(
    params: &Params,
    parameter: ScreenParameter,
    text: &str,
    choices: &Choices,
) -> Result<Params, String> {
    let next = with_typed(params, parameter, text, choices)?;
    all_act(&next, &[parameter])?;
    Ok(next)
}

/// Checks that every parameter that was named decides something.
///
/// # Errors
/// One sentence about the first that decides nothing there.
pub(crate) fn all_act(params: &Params, parameters: &[ScreenParameter]) -> Result<(), String> {
    let resting = parameters
        .iter()
        .filter_map(|parameter| rests(*parameter, params))
        .find(|rests| rests.hidden);
    resting.map_or(Ok(()), |rests| Err(rests.why))
}

/// Values to offer, as they would be typed, in the order in which the key steps through them.
pub(crate) fn values(parameter: ScreenParameter, choices: &Choices) -> Vec<String> {
    entry(parameter).map_or_else(Vec::new, |entry| (entry.offered)(choices))
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::pipeline::parameters::{Params, Preset};

    use super::{all_act, meant, parameter_named, with_typed};
    use crate::tui::actions::ScreenParameter;
    use crate::tui::parameters::steps::Choices;
    use crate::tui::parameters::table::entries::ENTRIES;
    use crate::tui::parameters::table::{letter, name_of};

    fn typed(parameter: ScreenParameter, text: &str) -> Result<Params, String> {
        with_typed(&Params::defaults(), parameter, text, &Choices::default())
    }

    #[test]
    fn every_parameter_is_found_by_its_name_and_by_its_key() {
        for entry in ENTRIES {
            let name = name_of(entry.parameter);
            assert_eq!(parameter_named(name), Some(entry.parameter));
            assert_eq!(
                parameter_named(&format!("--{}", name.to_uppercase())),
                Some(entry.parameter)
            );
            assert_eq!(parameter_named(letter(entry.parameter)), Some(entry.parameter));
        }
        assert_eq!(parameter_named("x"), None);
    }

    #[test]
    fn the_parameter_that_is_named_last_is_meant() {
        let of = |text| meant(ScreenParameter::Threshold, text);
        for text in ["", "5", "w", "35%", "x 5"] {
            assert_eq!(of(text), ScreenParameter::Threshold, "{text}");
        }
        for text in ["w ", "w=", "w 5", "width 5 ", "m 2 w", "m 2 w 5", "w 5 x 7"] {
            assert_eq!(of(text), ScreenParameter::Width, "{text}");
        }
        assert_eq!(of("template my file w 5"), ScreenParameter::Template);
    }

    #[test]
    fn what_decides_nothing_is_not_set_in_silence() {
        let modulo = Params::defaults();
        for parameter in
            [ScreenParameter::Functions, ScreenParameter::Family, ScreenParameter::Verify]
        {
            assert!(all_act(&modulo, &[ScreenParameter::Width, parameter]).is_err());
        }
        let minhash =
            with_typed(&modulo, ScreenParameter::Sketch, "minhash", &Choices::default()).unwrap();
        assert!(
            all_act(
                &minhash,
                &[ScreenParameter::Functions, ScreenParameter::Family, ScreenParameter::Verify]
            )
            .is_ok()
        );
    }

    #[test]
    fn values_are_read_as_on_the_command_line() {
        assert_eq!(typed(ScreenParameter::Width, " 5 ").unwrap().width, 5);
        assert_eq!(typed(ScreenParameter::Modulo, "10,000").unwrap().modulo, 10_000);
        for text in ["35%", "0.35", ".35", "35"] {
            assert_eq!(
                typed(ScreenParameter::Threshold, text).unwrap().threshold,
                Ratio::new(7, 20),
                "{text}"
            );
        }
        assert_eq!(typed(ScreenParameter::Threshold, "1").unwrap().threshold, Ratio::ONE);
        assert_eq!(typed(ScreenParameter::Language, "RU").unwrap().language.to_string(), "ru");
        assert_eq!(typed(ScreenParameter::Preset, "phpir").unwrap(), Params::preset(Preset::Phpir));
        assert_eq!(typed(ScreenParameter::Preset, "none").unwrap(), Params::defaults());
    }

    #[test]
    fn what_is_no_value_is_refused_with_what_is_expected() {
        for (parameter, text, part) in [
            (ScreenParameter::Width, "0", "from 1 to 50"),
            (ScreenParameter::Width, "51", "from 1 to 50"),
            (ScreenParameter::Width, "", "from 1 to 50"),
            (ScreenParameter::Modulo, "-1", "from 1 to 1000000"),
            (ScreenParameter::Threshold, "101", "0% to 100%"),
            (ScreenParameter::Measure, "cosine", "jaccard, dice"),
            (ScreenParameter::Language, "klingon", "two-letter"),
            (ScreenParameter::StopWords, "mine.txt", "php-shingles"),
            (ScreenParameter::Preset, "moss", "none"),
            (ScreenParameter::Threshold, "7/6", "0% to 100%"),
            (ScreenParameter::Step, "4", "1 to 3, the width"),
            (ScreenParameter::Functions, "1025", "from 1 to 1024"),
            (ScreenParameter::Sketch, "simhash", "modulo, minhash"),
        ] {
            let refused = typed(parameter, text).unwrap_err();
            assert!(refused.contains(part), "{refused}");
        }
    }
}
