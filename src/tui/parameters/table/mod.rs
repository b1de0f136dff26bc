//! The parameters on the screen: how each stands in the bar, which keys turn it and which values it takes. Bar, keys,
//! palette, typing and help are made from it. Names, and where one decides nothing, are those of the library.

pub(crate) mod decides_nothing;
#[macro_use]
mod macros;
pub(crate) mod entries;
pub(crate) mod values;

use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::wish::{Dial, Turn};
use crate::tui::keys::binding::Binding;

use self::decides_nothing::Rests;
use self::entries::DIALS;
use super::steps::{Choices, fitted, step_threshold};

/// A parameter.
pub(crate) struct Entry {
    /// Which it is.
    pub(crate) dial: Dial,
    /// Its name around its key, as the bar shows it.
    pub(crate) long: [&'static str; 3],
    /// The same where columns are scarce.
    pub(crate) short: [&'static str; 3],
    /// Always in the bar; others only where their value is not the one they began with, or while the bar has the focus.
    pub(crate) essential: bool,
    /// Its keys, with what it means in one sentence.
    pub(crate) binding: Binding,
    /// The range of its numbers; empty where values are words.
    pub(crate) range: &'static str,
    /// Its value as it is written, at length or not.
    pub(crate) value: fn(&Params, bool) -> String,
    /// Values worth offering, as they would be typed, in the order of the ladder.
    pub(crate) offered: fn(&Choices) -> Vec<String>,
    /// Sets it to what was typed, or says what is expected.
    pub(crate) typed: fn(&mut Params, &str, &Choices) -> Result<(), String>,
    /// Sets it to its next value, or the one before.
    pub(crate) turn: fn(&mut Params, Turn, &Choices),
}

/// The entry of a parameter.
pub(crate) fn entry(dial: Dial) -> Option<&'static Entry> {
    DIALS.iter().find(|entry| entry.dial == dial.coarse())
}

/// The parameters with one of them turned.
pub(crate) fn turned(params: &Params, dial: Dial, turn: Turn, choices: &Choices) -> Params {
    let mut next = params.clone();
    match (dial, entry(dial)) {
        (Dial::ThresholdFine, _) => step_threshold(&mut next, turn, 1),
        (_, Some(entry)) => (entry.turn)(&mut next, turn, choices),
        (_, None) => {}
    }
    fitted(next)
}

/// Why a parameter decides nothing beside the others.
pub(crate) fn rests(dial: Dial, params: &Params) -> Option<Rests> {
    dial.parameter().rests(params).map(Rests::from)
}

/// Whether there is nothing that a parameter could be turned for beside the others.
pub(crate) fn is_away(dial: Dial, params: &Params) -> bool {
    rests(dial, params).is_some_and(|rests| rests.away)
}

/// The name of a parameter's option.
pub(crate) const fn name_of(dial: Dial) -> &'static str {
    dial.parameter().name()
}

/// The key that turns it, as it is written; its name, where none does.
pub(crate) fn letter(dial: Dial) -> &'static str {
    entry(dial).map_or("", |entry| match entry.long[1] {
        "" => name_of(dial),
        key => key,
    })
}

/// A parameter's value as it is written where there is room.
pub(crate) fn value(dial: Dial, params: &Params) -> String {
    entry(dial).map_or(String::new(), |entry| (entry.value)(params, true))
}

/// What a parameter is for, or why it decides nothing, in one sentence.
pub(crate) fn meaning(dial: Dial, params: &Params) -> String {
    let Some(entry) = entry(dial) else { return String::new() };
    let name = name_of(dial);
    match rests(dial, params) {
        Some(rests) => format!("{name} {}: {}.", (entry.value)(params, true), rests.why),
        None => format!("{name}: {}", entry.binding.help),
    }
}

/// Whether the two have another value of a parameter.
pub(crate) fn differs(entry: &Entry, one: &Params, other: &Params) -> bool {
    match entry.dial {
        // That it was changed shows in what was changed.
        Dial::Preset => one.preset != other.preset,
        _ => (entry.value)(one, true) != (entry.value)(other, true),
    }
}

/// Every parameter whose value differs between the two and decides something in one of them, in the order of the table.
pub(crate) fn differences(one: &Params, other: &Params) -> Vec<Dial> {
    let seen = |entry: &&Entry| !is_away(entry.dial, one) || !is_away(entry.dial, other);
    let differing = |entry: &&Entry| differs(entry, one, other);
    DIALS.iter().filter(seen).filter(differing).map(|entry| entry.dial).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shingle::pipeline::parameters::Params;
    use shingle::pipeline::parameters::catalogue::Parameter;

    use super::super::steps::Choices;
    use super::entries::DIALS;
    use super::{entry, letter, name_of};
    use crate::tui::event_loop::wish::Dial;

    #[test]
    fn every_parameter_stands_in_the_table_once_with_a_name_and_keys_of_its_own() {
        let letters: BTreeSet<&str> = DIALS.iter().map(|entry| letter(entry.dial)).collect();
        assert_eq!(letters.len(), DIALS.len());
        let on_screen: Vec<Dial> = Parameter::ALL.iter().filter_map(|one| Dial::of(*one)).collect();
        assert_eq!(on_screen.len(), DIALS.len());
        for dial in on_screen {
            let name = name_of(dial);
            let one = entry(dial).unwrap_or_else(|| panic!("{name} has no entry"));
            assert_eq!((one.dial, Dial::of(dial.parameter())), (dial, Some(dial)), "{name}");
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
        for one in DIALS {
            for value in (one.offered)(&choices) {
                let mut params = Params::defaults();
                (one.typed)(&mut params, &value, &choices).unwrap();
                let shown = (one.value)(&params, true).replace(',', "");
                assert_eq!(shown, value, "{}", name_of(one.dial));
            }
        }
    }
}
