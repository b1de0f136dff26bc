//! The parameters on the screen: how the bar shows each, which keys change it and which values it takes. Bar, keys,
//! palette, typing and help are made from this table. The names, and when a parameter decides nothing, come from the
//! library.

#[macro_use]
mod macros;
pub(crate) mod decides_nothing;
pub(crate) mod entries;
pub(crate) mod values;

use shingle::pipeline::parameters::Params;

use self::decides_nothing::Rests;
use self::entries::ENTRIES;
use crate::tui::actions::{Binding, ScreenParameter, StepDirection};
use crate::tui::parameters::steps::{Choices, fitted, step_threshold};

/// A parameter.
pub(crate) struct Entry {
    pub(crate) parameter: ScreenParameter,
    /// Its name around its key, as the bar shows it.
    pub(crate) long: [&'static str; 3],
    /// The same, if columns are scarce.
    pub(crate) short: [&'static str; 3],
    /// Whether it is always in the bar. Another one is there only if its value is not the one it began with, or while the
    /// bar has the focus.
    pub(crate) essential: bool,
    /// Its keys, and one sentence about it.
    pub(crate) binding: Binding,
    /// The range of its numbers. Empty if its values are words.
    pub(crate) range: &'static str,
    /// Its value as it is written; `true` for the long form.
    pub(crate) value: fn(&Params, bool) -> String,
    /// Values to offer, as they would be typed, in the order in which its key steps through them.
    pub(crate) offered: fn(&Choices) -> Vec<String>,
    /// Sets it to what was typed, or says what is expected.
    pub(crate) parse: fn(&mut Params, &str, &Choices) -> Result<(), String>,
    /// Sets it to its next or previous value.
    pub(crate) step: fn(&mut Params, StepDirection, &Choices),
}

/// The entry of a parameter.
pub(crate) fn entry(parameter: ScreenParameter) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.parameter == parameter.coarse())
}

/// The parameters with one of them changed by a step.
pub(crate) fn stepped(
    params: &Params,
    parameter: ScreenParameter,
    direction: StepDirection,
    choices: &Choices,
) -> Params {
    let mut next = params.clone();
    match (parameter, entry(parameter)) {
        (ScreenParameter::ThresholdFine, _) => step_threshold(&mut next, direction, 1),
        (_, Some(entry)) => (entry.step)(&mut next, direction, choices),
        (_, None) => {}
    }
    fitted(next)
}

/// Why a parameter decides nothing beside the others.
pub(crate) fn rests(parameter: ScreenParameter, params: &Params) -> Option<Rests> {
    parameter.in_catalogue().rests(params).map(Rests::from)
}

/// Whether a parameter is not shown, because none of its values would decide anything beside the others.
pub(crate) fn is_hidden(parameter: ScreenParameter, params: &Params) -> bool {
    rests(parameter, params).is_some_and(|rests| rests.hidden)
}

/// The name of a parameter's option.
pub(crate) const fn name_of(parameter: ScreenParameter) -> &'static str {
    parameter.in_catalogue().name()
}

/// The key that changes it, as it is written. Its name, if there is no key.
pub(crate) fn letter(parameter: ScreenParameter) -> &'static str {
    entry(parameter).map_or("", |entry| match entry.long[1] {
        "" => name_of(parameter),
        key => key,
    })
}

/// The value of a parameter, in its long form.
pub(crate) fn value(parameter: ScreenParameter, params: &Params) -> String {
    entry(parameter).map_or(String::new(), |entry| (entry.value)(params, true))
}

/// What a parameter is for, or why it decides nothing, in one sentence.
pub(crate) fn meaning(parameter: ScreenParameter, params: &Params) -> String {
    let Some(entry) = entry(parameter) else { return String::new() };
    let name = name_of(parameter);
    match rests(parameter, params) {
        Some(rests) => format!("{name} {}: {}.", (entry.value)(params, true), rests.why),
        None => format!("{name}: {}", entry.binding.help),
    }
}

/// Whether two sets of parameters differ in this one.
pub(crate) fn differs(entry: &Entry, one: &Params, other: &Params) -> bool {
    match entry.parameter {
        // That a preset was changed shows in the changed parameters.
        ScreenParameter::Preset => one.preset != other.preset,
        _ => (entry.value)(one, true) != (entry.value)(other, true),
    }
}

/// The parameters that differ and decide something in at least one of the two, in the order of the table.
pub(crate) fn differences(one: &Params, other: &Params) -> Vec<ScreenParameter> {
    let seen =
        |entry: &&Entry| !is_hidden(entry.parameter, one) || !is_hidden(entry.parameter, other);
    let differing = |entry: &&Entry| differs(entry, one, other);
    ENTRIES.iter().filter(seen).filter(differing).map(|entry| entry.parameter).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shingle::pipeline::parameters::Params;
    use shingle::pipeline::parameters::catalogue::Parameter;

    use super::entries::ENTRIES;
    use super::{entry, letter, name_of};
    use crate::tui::actions::ScreenParameter;
    use crate::tui::parameters::steps::Choices;

    #[test]
    fn every_parameter_stands_in_the_table_once_with_a_name_and_keys_of_its_own() {
        let letters: BTreeSet<&str> = ENTRIES.iter().map(|entry| letter(entry.parameter)).collect();
        assert_eq!(letters.len(), ENTRIES.len());
        let on_screen: Vec<ScreenParameter> =
            Parameter::ALL.iter().filter_map(|one| ScreenParameter::of(*one)).collect();
        assert_eq!(on_screen.len(), ENTRIES.len());
        for parameter in on_screen {
            let name = name_of(parameter);
            let one = entry(parameter).unwrap_or_else(|| panic!("{name} has no entry"));
            assert_eq!(
                (one.parameter, ScreenParameter::of(parameter.in_catalogue())),
                (parameter, Some(parameter)),
                "{name}"
            );
            assert!(one.binding.shown.starts_with(one.long[1]), "{name}");
            assert_eq!(one.long[1], one.short[1], "{name}");
            // The bar shows the name around the key: `t[h]reshold` is one word.
            let shown = one.long.concat();
            let shown = shown.strip_prefix(one.long[1]).unwrap_or(&shown).trim_start();
            assert!(shown == name || one.long.concat() == name, "{name}: {shown}");
        }
    }

    #[test]
    fn every_value_offered_can_be_typed_and_is_what_is_shown_then() {
        let choices = Choices::default();
        for one in ENTRIES {
            for value in (one.offered)(&choices) {
                let mut params = Params::defaults();
                (one.parse)(&mut params, &value, &choices).unwrap();
                let shown = (one.value)(&params, true).replace(',', "");
                assert_eq!(shown, value, "{}", name_of(one.parameter));
            }
        }
    }
}
