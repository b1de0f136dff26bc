//! A parameter by its name with the value that was typed, and the values that are worth offering. It knows no key and no line
//! of input.

use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::catalogue::Parameter;

use crate::tui::event_loop::wish::Dial;

use super::steps::{Choices, fitted};
use super::table::entries::DIALS;
use super::table::{entry, letter, rests};

/// The parameter of this name: its option's, with or without the dashes, or its letter.
pub(crate) fn dial_named(name: &str) -> Option<Dial> {
    let name = name.trim_start_matches('-');
    let by_name = Parameter::named(&name.to_ascii_lowercase()).and_then(Dial::of);
    let by_letter = || DIALS.iter().find(|entry| name.eq_ignore_ascii_case(letter(entry.dial)));
    by_name.or_else(|| by_letter().map(|entry| entry.dial))
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
    if let Some(entry) = entry(dial) {
        (entry.typed)(&mut next, text.trim(), choices)?;
    }
    if dial == Dial::Step && next.step > next.width {
        return Err(format!("expected a whole number from 1 to {}, the width", next.width));
    }
    Ok(fitted(next))
}

/// The same where no other is set beside it: it must decide something.
///
/// # Errors
/// One sentence that says what is expected, or why it decides nothing.
pub(crate) fn with_one(
    params: &Params,
    dial: Dial,
    text: &str,
    choices: &Choices,
) -> Result<Params, String> {
    let next = with_typed(params, dial, text, choices)?;
    all_act(&next, &[dial])?;
    Ok(next)
}

/// Whether parameters that were named may be set beside the others.
///
/// # Errors
/// One sentence about the first that decides nothing there.
pub(crate) fn all_act(params: &Params, dials: &[Dial]) -> Result<(), String> {
    let away = dials.iter().filter_map(|dial| rests(*dial, params)).find(|rests| rests.away);
    away.map_or(Ok(()), |rests| Err(rests.why.into()))
}

/// Values worth offering, as they would be typed, in the order of the ladder.
pub(crate) fn values(dial: Dial, choices: &Choices) -> Vec<String> {
    entry(dial).map_or_else(Vec::new, |entry| (entry.offered)(choices))
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::pipeline::parameters::{Params, Preset};

    use super::super::steps::Choices;
    use super::super::table::entries::DIALS;
    use super::super::table::{letter, name_of};
    use super::{all_act, dial_named, with_typed};
    use crate::tui::event_loop::wish::Dial;

    fn typed(dial: Dial, text: &str) -> Result<Params, String> {
        with_typed(&Params::defaults(), dial, text, &Choices::default())
    }

    #[test]
    fn every_parameter_is_found_by_its_name_and_by_its_key() {
        for entry in DIALS {
            let name = name_of(entry.dial);
            assert_eq!(dial_named(name), Some(entry.dial));
            assert_eq!(dial_named(&format!("--{}", name.to_uppercase())), Some(entry.dial));
            assert_eq!(dial_named(letter(entry.dial)), Some(entry.dial));
        }
        assert_eq!(dial_named("x"), None);
    }

    #[test]
    fn what_decides_nothing_is_not_set_in_silence() {
        let modulo = Params::defaults();
        for dial in [Dial::Functions, Dial::Family, Dial::Verify] {
            assert!(all_act(&modulo, &[Dial::Width, dial]).is_err());
        }
        let minhash = with_typed(&modulo, Dial::Sketch, "minhash", &Choices::default()).unwrap();
        assert!(all_act(&minhash, &[Dial::Functions, Dial::Family, Dial::Verify]).is_ok());
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
            (Dial::Threshold, "7/6", "0% to 100%"),
            (Dial::Step, "4", "1 to 3, the width"),
            (Dial::Functions, "1025", "from 1 to 1024"),
            (Dial::Sketch, "simhash", "modulo, minhash"),
        ] {
            let refused = typed(dial, text).unwrap_err();
            assert!(refused.contains(part), "{refused}");
        }
    }
}
